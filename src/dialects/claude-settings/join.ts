import type { AgentSystem, McpServer } from '../../model/index.js';
import type { Join, Neighbours } from '../dialect.js';
import { readServers, type ServerFormat } from '../servers/server-entries.js';

const SETTINGS = /^(.*\/)?\.claude\/settings(?:\.local)?\.json$/;

/** Nothing but how a server is reached is compared. */
const ANY_FORMAT: ServerFormat = {
  allowKeys: [],
  unstated: { state: 'absent' },
  gate: { approval: { state: 'absent' } },
};

/** Settings of Claude Code with everything in their folder, and with the servers of the project beside it. */
export const join: Join = {
  partnersOf(file, files) {
    const settings = SETTINGS.exec(file);
    if (!settings) return [];
    const folder = settings[1] ?? '';
    return files.filter((one) => one === `${folder}.mcp.json` || one.startsWith(`${folder}.claude/`));
  },
  stated: leaveOutRepeated,
};

/**
 * Takes out of the settings the servers that the `.mcp.json` of the project states in the same words: they are judged
 * there. A file that is not checked in this run takes nothing out.
 */
function leaveOutRepeated(system: AgentSystem, { files, isLeftOut, rootOf }: Neighbours): void {
  const folder = SETTINGS.exec(system.file);
  if (!folder || system.agents.every(({ mcpServers }) => mcpServers.length === 0)) return;
  const path = `${folder[1] ?? ''}.mcp.json`;
  if (!files.includes(path) || isLeftOut(path)) return;
  const root = rootOf(path, 'json');
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
