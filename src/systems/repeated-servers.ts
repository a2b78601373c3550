import { readServers, type ServerFormat } from '../dialects/servers/server-entries.js';
import type { AgentSystem, McpServer, Workspace } from '../model/index.js';
import { parseDocument } from '../syntax/index.js';

const SETTINGS = /^(.*\/)?\.claude\/settings(?:\.local)?\.json$/;

/** Nothing but how a server is reached is compared. */
const ANY_FORMAT: ServerFormat = {
  allowKeys: [],
  unstated: { state: 'absent' },
  gate: { approval: { state: 'absent' } },
};

/**
 * Takes out of settings of Claude Code the servers that the `.mcp.json` of the project states in the same words: they
 * are judged there. A file that is not checked in this run takes nothing out. `isExcluded`: by the configuration.
 */
export function leaveOutRepeated(
  system: AgentSystem,
  workspace: Workspace,
  isExcluded: (path: string) => boolean,
): void {
  const folder = system.dialect === 'claude-settings' ? SETTINGS.exec(system.file) : null;
  if (!folder || system.agents.every(({ mcpServers }) => mcpServers.length === 0)) return;
  const path = `${folder[1] ?? ''}.mcp.json`;
  if (!workspace.files.includes(path) || isExcluded(path)) return;
  const read = workspace.read(path, system.file);
  const root = read.ok ? parseDocument(path, 'json', read.text).roots[0] : undefined;
  const stated = new Set(readServers(root?.get('mcpServers') ?? root, ANY_FORMAT).map(reachOf));
  for (const agent of system.agents)
    agent.mcpServers = agent.mcpServers.filter((server) => !stated.has(reachOf(server)));
}

/** How a server is named and reached. */
const reachOf = ({ name, url, connection, values, disabled }: McpServer) =>
  JSON.stringify([
    name,
    url ?? '',
    connection?.command,
    values.map((one) => [one.name, one.value]).sort(),
    disabled ?? false,
  ]);
