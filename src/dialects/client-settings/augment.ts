import type { ClientProfile } from '../clients/profile.js';

/** Settings of Auggie, of which the first rule that fits a call decides. */
export const AUGMENT: ClientProfile = {
  dialect: 'client-settings',
  client: 'Auggie',
  source: 'docs.augmentcode.com, cli, permissions; files of public repositories',
  checkedOn: '2026-11-29',
  noPlace: 'settings of a coding agent have no place for it',
  asker: { unknown: 'what Auggie asks without a rule is not documented' },
  agent: 'settings',
  tools: {
    shell: ['launch-process'],
    edit: ['save-file', 'str-replace-editor', 'apply_patch', 'remove-files'],
    read: ['view', 'codebase-retrieval', 'grep-search', 'web-search', 'web-fetch'],
    everything: ['*'],
  },
  lists: [
    {
      says: 'actions',
      at: [['toolPermissions']],
      setting: 'toolPermissions',
      tool: 'toolName',
      action: ['permission', 'type'],
      command: ['shellInputRegex'],
      allow: 'allow',
      ask: 'ask-user',
      deny: 'deny',
      follows: 'Auggie then asks for approval',
      otherwise: 'a program decides',
    },
  ],
  servers: {
    at: [['mcpServers']],
    unstated: {
      state: 'inexpressible',
      why: 'an entry of `mcpServers` has no list of tools; `toolPermissions` has rules for them',
    },
  },
  hooks: ['hooks'],
};
