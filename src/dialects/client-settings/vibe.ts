import type { ClientProfile } from '../clients/profile.js';

const ASKS = 'Mistral Vibe then asks for approval';

/** Mistral Vibe, in a project and in the folder of a person. */
export const VIBE: ClientProfile = {
  dialect: 'client-settings',
  client: 'Mistral Vibe',
  source: 'docs.mistral.ai, vibe, configuration, agents and MCP servers; files of public repositories',
  checkedOn: '2026-11-29',
  noPlace: 'settings of a coding agent have no place for it',
  asker: 'Mistral Vibe',
  agent: 'settings',
  tools: { shell: ['bash'], edit: ['write_file', 'search_replace', 'edit'], read: ['read_file', 'grep'] },
  modes: [
    {
      at: [['auto_approve']],
      form: 'switch',
      asks: { true: 'nobody' },
      edit: `Remove \`auto_approve\`: ${ASKS}.`,
      reset: { of: 'nobody' },
    },
    {
      at: [['default_agent']],
      form: 'word',
      asks: { 'auto-approve': 'nobody', 'accept-edits': 'except-edits', plan: 'human', default: 'human' },
      edit: `Set \`default_agent\` to \`default\`: ${ASKS}.`,
      reset: { of: 'nobody', to: 'default' },
    },
  ],
  lists: [
    {
      says: 'deny',
      at: [
        ['tools', 'bash', 'denylist'],
        ['tools', 'bash', 'deny'],
      ],
      entries: 'colon-commands',
    },
    {
      says: 'allow',
      at: [
        ['tools', 'bash', 'allowlist'],
        ['tools', 'bash', 'allow'],
      ],
      entries: 'colon-commands',
      setting: 'tools.bash.allowlist',
      follows: ASKS,
    },
  ],
  openings: [
    {
      kind: 'commands',
      at: ['tools', 'bash', 'permission'],
      values: ['always'],
      says: 'Mistral Vibe runs any command without approval',
      edit: `Set \`tools.bash.permission\` to \`ask\`: ${ASKS}.`,
    },
    ...['write_file', 'search_replace', 'edit'].map((tool) => ({
      kind: 'approval' as const,
      at: ['tools', tool, 'permission'],
      values: ['always'],
      level: 'warning' as const,
      says: 'Mistral Vibe edits files without approval',
      edit: `Set \`tools.${tool}.permission\` to \`ask\`: ${ASKS}.`,
    })),
  ],
  servers: {
    at: [['mcp_servers']],
    isNamed: true,
    excludeKeys: ['disabled_tools'],
    unstated: {
      state: 'inexpressible',
      why: 'an entry of `mcp_servers` has no list of tools; `enabled_tools` and `disabled_tools` have (`server_tool`)',
    },
  },
  endpoints: [{ at: ['providers', '*', 'api_base'], kind: 'model', vendor: { beside: 'name', keys: [] } }],
};
