import type { ClientProfile } from '../clients/profile.js';

/** Hooks of Kiro, in their form since version 3 of its command line and in the older one. */
export const KIRO_HOOKS: ClientProfile = {
  dialect: 'client-settings',
  client: 'Kiro',
  source: 'kiro.dev documentation, cli/v3/hooks; the older form by files of public repositories',
  checkedOn: '2026-11-27',
  noPlace: 'a hook has no place for it',
  asker: 'Kiro',
  agent: 'settings',
  tools: {},
  starters: [
    {
      at: ['hooks', '*', 'action', 'command'],
      when: 'an event of Kiro happens',
      off: { below: 2, key: 'enabled', value: false },
    },
    {
      at: ['then', 'command'],
      when: 'an event of Kiro happens',
      off: { below: 0, key: 'enabled', value: false },
    },
  ],
};

const PERMISSIONS = {
  dialect: 'client-settings',
  client: 'Kiro',
  source: 'kiro.dev documentation, chat/permissions and cli/v3/permissions',
  checkedOn: '2026-11-23',
  noPlace: 'permissions of a coding agent have no place for it',
  asker: 'Kiro',
  agent: 'settings',
  tools: {},
} satisfies ClientProfile;

/** Permissions of a person, as repositories of such files have them. */
export const KIRO_PERSON: ClientProfile = {
  ...PERMISSIONS,
  openings: [
    {
      kind: 'approval',
      at: ['rules', '*'],
      has: [
        { at: ['capability'], values: ['all', 'shell'] },
        { at: ['effect'], values: ['allow'] },
      ],
      lacks: [{ at: ['match'] }],
      placed: ['effect'],
      says: 'Kiro runs any command without human approval',
      edit: 'Set `effect` of the rule to `ask`: Kiro then asks for approval.',
    },
  ],
};

/** Permissions of Kiro in a repository, which it does not read: those of a person and a workspace are outside of it. */
export const KIRO_PERMISSIONS: ClientProfile = {
  ...PERMISSIONS,
  ignored: [
    {
      at: ['rules', '*', 'effect'],
      values: ['deny', 'ask'],
      only: 'in the files of a person (`~/.kiro/settings/permissions.yaml`)',
      edit: 'Decide who needs the rule, and move it to `~/.kiro/settings/permissions.yaml` of each person.',
    },
  ],
};
