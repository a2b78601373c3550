import type { ClientProfile, Path, SettingCondition } from '../clients/profile.js';

/** A program of a person or of another folder, alone or behind what runs it; those of the system and of package managers are none. */
const ELSEWHERE =
  /^(?:(?:\/(?:usr\/)?bin\/)?(?:env\s+)?(?:(?:ba|da|z|k)?sh|node|bun|tsx|python3?)\s+)?["']?(?:~\/|\$\{?HOME\}?\/|\.\.\/|[A-Za-z]:[\\/]|\/(?!(?:usr\/|usr\/local\/|opt\/homebrew\/)?s?bin\/))/;

const OUTSIDE = {
  kind: 'code',
  level: 'warning',
  says: 'Kiro runs `{value}` at an event: the program is outside of the project, so a review of the project does not cover it',
  edit: 'Decide what the hook has to run, save the program in the project, and start that file.',
  isNameOnly: true,
} as const;

const ofHook = (placed: Path, has: readonly SettingCondition[]) => ({
  placed,
  has: [...has, { at: placed, pattern: ELSEWHERE }],
});

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
  openings: [
    // A hook without `enabled` is on.
    ...[{ has: [{ at: ['enabled'], values: [true] }] }, { lacks: [{ at: ['enabled'] }] }].flatMap(
      ({ has = [], lacks = [] }) => [
        { ...OUTSIDE, at: ['hooks', '*'], ...ofHook(['action', 'command'], has), lacks },
        { ...OUTSIDE, at: [], ...ofHook(['then', 'command'], has), lacks },
      ],
    ),
  ],
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
      unlessSome: {
        at: ['rules', '*'],
        has: [
          { at: ['capability'], values: ['all', 'shell'] },
          { at: ['effect'], values: ['deny', 'ask'] },
        ],
        lacks: [{ at: ['match'] }],
      },
      placed: ['effect'],
      says: 'Kiro runs any command without human approval',
      edit: 'Set `effect` of the rule to `ask`: Kiro then asks for approval.',
    },
  ],
  unread: [
    {
      at: ['rules', '*', 'capability'],
      value: 'mcp',
      why: 'which tools of servers a rule lets run is not judged',
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
    {
      at: ['rules', '*', 'effect'],
      values: ['allow'],
      isOnce: true,
      level: 'info',
      only: 'in the files of a person (`~/.kiro/settings/permissions.yaml`)',
      edit: 'Decide who needs the rule, and move it to `~/.kiro/settings/permissions.yaml` of that person, or remove it.',
    },
  ],
};
