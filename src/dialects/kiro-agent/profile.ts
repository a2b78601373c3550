import type { ClientProfile } from '../clients/profile.js';

const ASKS = 'Kiro then asks for approval';
/** The names of each tool: of the Amazon Q command line, and of Kiro. */
const SHELLS = ['execute_bash', 'executeBash', 'shell'];
const EDITORS = ['fs_write', 'fsWrite', 'write'];

/** Kiro and the Amazon Q command line, as their files of agents state it. */
export const KIRO: ClientProfile = {
  dialect: 'kiro-agent',
  client: 'Kiro',
  source: 'Kiro documentation, custom agents; source of the Amazon Q command line, `Agent`',
  checkedOn: '2026-11-20',
  noPlace: 'an agent of Kiro or Amazon Q has no place for it',
  asker: 'the client',
  agent: { name: ['name'], unnamed: 'agent', instructions: ['prompt'] },
  tools: {
    shell: SHELLS,
    edit: EDITORS,
    // Any call to a cloud.
    'open-ended': ['use_aws', 'useAws', 'aws'],
    'built-in': ['@builtin'],
    everything: ['*'],
  },
  lists: [
    { says: 'allow', at: [['allowedTools']], entries: 'at-names', setting: 'allowedTools', follows: ASKS },
    // Left out, it offers none.
    {
      says: 'offer',
      at: [['tools']],
      entries: 'at-names',
      edit: 'Decide which tools the agent needs, and list them in `tools`, for example `"tools": ["read", "@server/tool"]`.',
    },
    {
      says: 'allow',
      at: [['toolsSettings', '{tool}', 'allowedCommands']],
      of: SHELLS,
      entries: 'expressions',
      setting: 'allowedCommands',
      list: 'toolsSettings.{tool}.allowedCommands',
      follows: ASKS,
    },
    {
      says: 'allow',
      at: [['toolsSettings', '{tool}', 'allowedPaths']],
      of: EDITORS,
      isOnce: true,
      entries: 'folders',
      setting: 'allowedPaths',
      follows: ASKS,
      advice:
        'Decide which folders the task needs, and name only those in `toolsSettings.{tool}.allowedPaths`.',
    },
  ],
  servers: {
    at: [['mcpServers']],
    excludeKeys: ['disabledTools'],
    unaskedKeys: ['autoApprove'],
    unstated: { state: 'inexpressible', why: 'the list of tools is in `tools` of the agent' },
    allowListEdit: 'List them in `tools`, as `@{name}/tool`, in place of the whole server.',
  },
  hooks: ['hooks'],
};
