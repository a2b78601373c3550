import type { ClientProfile } from '../clients/profile.js';
import facts from '../permissions/claude-tools.json' with { type: 'json' };

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
};
