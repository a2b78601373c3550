import type { ClientProfile } from '../clients/profile.js';

const COMMON = {
  dialect: 'client-settings',
  client: 'Zed',
  source:
    'Zed documentation, tool permissions and MCP servers; zed-industries/zed, settings_content/src/project.rs',
  checkedOn: '2026-11-27',
  noPlace: 'settings of an editor have no place for it',
  asker: 'Zed',
  agent: 'settings',
  tools: { shell: ['terminal'] },
  servers: {
    at: [['context_servers']],
    unstated: {
      state: 'inexpressible',
      why: 'an entry of `context_servers` has no list of tools; profiles have',
    },
  },
  // Zed starts these in a project that people trust.
  starters: [
    { at: ['lsp', '*', 'binary', 'path'], args: 'arguments', when: 'Zed opens a file of the language' },
    { at: ['dap', '*', 'binary'], args: 'args', when: 'Zed debugs a program' },
    { at: ['terminal', 'shell', 'program'], when: 'Zed opens a terminal' },
    {
      at: ['terminal', 'shell', 'with_arguments', 'program'],
      args: 'args',
      when: 'Zed opens a terminal',
    },
  ],
  variables: ['terminal', 'env'],
} satisfies Partial<ClientProfile>;

/** Settings of a project, of which Zed takes the servers. */
export const ZED_PROJECT: ClientProfile = {
  ...COMMON,
  ignored: [
    ...['always_deny', 'always_confirm'].map((key) => ({
      at: ['agent', 'tool_permissions', 'tools', '*', key],
    })),
    { at: ['agent', 'tool_permissions', 'default'], values: ['confirm', 'deny'] },
  ].map((one) => ({
    ...one,
    only: 'in the settings of the user',
    edit: 'Move `agent.tool_permissions` to the settings of each user (`~/.config/zed/settings.json`).',
  })),
  unread: [
    ...['agent', 'agent_servers', 'session'].map((key) => ({
      at: [key],
      why: `Zed takes \`${key}\` from the settings of the user alone, and ignores it here`,
    })),
  ],
};

/** Settings of a user, as repositories of such settings have them. */
export const ZED_USER: ClientProfile = {
  ...COMMON,
  starters: [
    ...COMMON.starters,
    { at: ['agent_servers', '*', 'command'], args: 'args', when: 'Zed starts the agent' },
  ],
  openings: [
    {
      kind: 'approval',
      at: ['session', 'trust_all_worktrees'],
      values: [true],
      level: 'warning',
      says: 'Zed starts the servers and language servers of every folder without a person who trusts it first',
      edit: 'Remove `session.trust_all_worktrees`: Zed then asks for each new folder.',
    },
    {
      kind: 'approval',
      at: ['agent', 'tool_permissions', 'tools', 'terminal', 'default'],
      values: ['allow'],
      unless: ['always_deny', 'always_confirm'].map((key) => ({
        at: ['agent', 'tool_permissions', 'tools', 'terminal', key, '*', 'pattern'],
        pattern: /^\^?\.[*+]\$?$/,
      })),
      says: 'Zed runs any command in its terminal without human approval, unless a pattern denies it',
      edit: 'Set `agent.tool_permissions.tools.terminal.default` to `confirm`.',
    },
  ],
  unread: [
    {
      at: ['agent', 'profiles', '*', 'enable_all_context_servers'],
      value: true,
      why: 'in this profile every tool of every server is on; servers are judged without their profiles',
    },
  ],
  endpoints: [{ at: ['language_models', '*', 'api_url'], kind: 'model', hosts: ['*'] }],
  modes: [
    {
      at: [['agent', 'tool_permissions', 'default']],
      setting: 'agent.tool_permissions.default',
      asks: { allow: 'nobody', confirm: 'human', deny: 'human' },
      edit: 'Set `agent.tool_permissions.default` to `confirm`: Zed then asks for approval.',
      reset: { of: 'nobody', to: 'confirm' },
    },
    {
      at: [['agent', 'always_allow_tool_actions']],
      form: 'switch',
      asks: { true: 'nobody' },
      edit: 'Remove `agent.always_allow_tool_actions`: Zed then asks for approval.',
      reset: { of: 'nobody' },
    },
  ],
  lists: [
    {
      says: 'deny',
      at: [['agent', 'tool_permissions', 'tools', 'terminal', 'always_deny']],
      entries: 'searches',
    },
    {
      says: 'ask',
      at: [['agent', 'tool_permissions', 'tools', 'terminal', 'always_confirm']],
      entries: 'searches',
      setting: 'always_confirm',
    },
    {
      says: 'allow',
      at: [['agent', 'tool_permissions', 'tools', '{tool}', 'always_allow']],
      of: ['terminal'],
      entries: 'searches',
      setting: 'always_allow',
      list: 'agent.tool_permissions.tools.{tool}.always_allow',
      follows: 'Zed then asks for approval',
      advice:
        'Decide which commands the task needs, and name only those in `agent.tool_permissions.tools.{tool}.always_allow`.',
    },
  ],
};
