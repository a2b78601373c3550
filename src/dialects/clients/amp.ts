import type { ClientProfile } from './profile.js';

const ASKS = 'Amp then asks for approval';

/** Amp, as its keys state it, in settings of its own and in those of an editor. */
export const AMP: ClientProfile = {
  dialect: 'client-settings',
  client: 'Amp',
  source:
    'Amp SDK guide on permissions and reference of settings (third-party copies); keys beyond these are not read',
  checkedOn: '2026-11-27',
  noPlace: 'settings of a coding agent have no place for it',
  asker: 'Amp',
  agent: 'settings',
  tools: {
    shell: ['Bash'],
    edit: ['edit_file', 'create_file', 'undo_edit'],
    read: ['Read', 'Grep', 'glob', 'finder', 'oracle', 'web_search', 'read_web_page'],
    agent: ['Task'],
    everything: ['*'],
  },
  modes: [
    {
      at: [['amp.dangerouslyAllowAll']],
      form: 'switch',
      asks: { true: 'nobody' },
      edit: `Remove \`amp.dangerouslyAllowAll\`: ${ASKS}.`,
      reset: { of: 'nobody' },
    },
  ],
  lists: [
    {
      says: 'actions',
      at: [['amp.permissions']],
      off: ['amp.tools.disable'],
      setting: 'amp.permissions',
      tool: 'tool',
      action: ['action'],
      command: ['matches', 'cmd'],
      allow: 'allow',
      ask: 'ask',
      deny: 'reject',
      follows: ASKS,
      otherwise: 'a program decides',
    },
    {
      says: 'allow',
      at: [['amp.commands.allowlist']],
      entries: 'colon-commands',
      setting: 'amp.commands.allowlist',
      follows: ASKS,
    },
  ],
  servers: {
    at: [['amp.mcpServers']],
    unstated: {
      state: 'inexpressible',
      why: 'whether an entry of `amp.mcpServers` has a list of tools is not known; `amp.permissions` has rules for them',
    },
    allowListEdit:
      'Refuse all of them in `amp.permissions` with `{ "tool": "mcp__{name}__*", "action": "reject" }`, after a rule with `ask` for each tool that the task needs.',
  },
  unread: [
    {
      at: ['amp.mcpPermissions'],
      why: 'which servers may start is decided by rules whose form is not known',
    },
  ],
};
