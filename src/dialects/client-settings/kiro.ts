import type { ClientProfile } from '../clients/profile.js';

/** Permissions of Kiro in a repository, which it does not read: those of a person and a workspace are outside of it. */
export const KIRO_PERMISSIONS: ClientProfile = {
  dialect: 'client-settings',
  client: 'Kiro',
  source: 'kiro.dev documentation, chat/permissions and cli/v3/permissions',
  checkedOn: '2026-11-23',
  noPlace: 'permissions of a coding agent have no place for it',
  asker: 'Kiro',
  agent: 'settings',
  tools: {},
  ignored: [
    {
      at: ['rules', '*', 'effect'],
      values: ['deny', 'ask'],
      only: 'in the files of a person (`~/.kiro/settings/permissions.yaml`)',
      edit: 'Decide who needs the rule, and move it to `~/.kiro/settings/permissions.yaml` of each person.',
    },
  ],
};
