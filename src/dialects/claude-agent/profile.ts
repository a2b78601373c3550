import type { ClientProfile, IgnoredProfile } from '../clients/profile.js';
import facts from '../permissions/claude-tools.json' with { type: 'json' };

/** Source: anthropics/claude-code, issue 53865 (2026). */
const MCP_WILDCARD: IgnoredProfile = {
  at: ['tools'],
  pattern: /(?:^|[,\s])(mcp__[\w.-]+?__\*)/,
  only: { why: 'Claude Code knows no star in `tools` of an agent: the agent has no tool of that server.' },
  edit: 'Decide which tools of the server the agent needs, and name each of them.',
};

/** Claude Code, as its files of agents state it. */
export const CLAUDE_AGENT: ClientProfile = {
  dialect: 'claude-agent',
  client: 'Claude Code',
  source: 'Claude Code documentation, subagents',
  checkedOn: '2026-11-20',
  noPlace: 'the front matter of an agent has no place for it',
  asker: 'Claude Code',
  agent: 'markdown',
  tools: facts.tools,
  modes: [
    {
      at: [['permissionMode']],
      asks: { bypassPermissions: 'nobody', acceptEdits: 'except-edits' },
      otherwise: 'human',
      edit: 'Decide what the agent may do without approval, and set `permissionMode` to `default`: Claude Code then asks for everything else.',
      reset: {
        of: 'except-edits',
        to: 'default',
        edit: 'Set `permissionMode` to `default`: Claude Code then asks for approval.',
      },
    },
  ],
  lists: [
    {
      says: 'offer',
      at: [['tools']],
      separators: /,/,
      entries: 'rules',
      unlisted: 'it has no `tools`',
      removed: { at: ['disallowedTools'], why: ', and `disallowedTools` removes only what it names' },
      edit: 'Decide which tools the agent needs, and list them in `tools`, for example `tools: Read, Grep`.',
    },
  ],
  servers: {
    at: [['mcpServers']],
    isList: true,
    unstated: { state: 'inexpressible', why: '`tools` of the agent contains the list (`mcp__server__tool`)' },
  },
  hooks: ['hooks'],
  ignored: [MCP_WILDCARD, { ...MCP_WILDCARD, at: ['tools', '*'] }],
};

const { modes: _, servers: __, hooks: ___, ...WITHOUT } = CLAUDE_AGENT;

const OF_SESSION = 'in agents of a project or a person, not in those of a plugin';

/**
 * The same in a plugin, where Claude Code applies no mode, no servers and no hooks of an agent. Source: its reference of
 * plugins, 2026-11-23.
 */
export const AGENT_OF_PLUGIN: ClientProfile = {
  ...WITHOUT,
  ignored: [
    ...(CLAUDE_AGENT.ignored ?? []),
    {
      at: ['permissionMode'],
      only: OF_SESSION,
      edit: 'Decide what the agent may do, and remove `permissionMode`. What the agent must not do is left out of its `tools`.',
    },
    {
      at: ['mcpServers'],
      only: OF_SESSION,
      edit: 'Decide which servers the plugin needs: remove `mcpServers`, and name the servers in `.mcp.json` of the plugin.',
    },
    {
      at: ['hooks'],
      only: OF_SESSION,
      edit: 'Decide which hooks the plugin needs: remove `hooks`, and state them in `hooks/hooks.json` of the plugin.',
    },
  ],
};
