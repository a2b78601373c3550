import { OPENCODE_APPROVALS } from '../clients/opencode.js';
import type { ClientProfile } from '../clients/profile.js';
import { renamed } from '../clients/profile-parts.js';

/** opencode, as its settings state it. */
export const OPENCODE: ClientProfile = {
  ...OPENCODE_APPROVALS,
  dialect: 'opencode',
  source: 'opencode documentation, config, permissions, agents and MCP servers',
  noPlace: 'settings of a coding agent have no place for it',
  agent: 'settings',
  endpoints: [{ at: ['provider', '*', 'options', 'baseURL'], kind: 'model', vendor: { above: 2 } }],
  // `mode` as older files spell it.
  agents: { at: [['agent'], ['mode']], model: ['model'], instructions: ['prompt'] },
  servers: {
    at: [['mcp', 'servers'], ['mcp'], ['mcpServers']],
    unstated: {
      state: 'inexpressible',
      why: 'an entry of `mcp` has no list of tools; `tools` and `permission` have (`server_tool`)',
    },
    allowListEdit:
      'Switch off all of them in `permission` with `"{name}_*": "deny"`, and after it set each of these tools to `ask`.',
  },
};

/** Kilo Code, which has the settings of opencode, and asks about what no rule is for. */
export const KILO: ClientProfile = {
  ...renamed(OPENCODE, 'Kilo Code'),
  source: 'kilo.ai documentation, CLI, auto-approving actions and agent permissions',
  checkedOn: '2026-11-29',
  asker: 'Kilo Code',
};
