import type { Agent, AgentSystem, McpServer, Place, Tool } from '../model/index.js';

/** A tool or server with the agent that has it. */
interface Owned {
  owner: Agent;
  part: Tool | McpServer;
}

/**
 * Assigns paths to tools and servers of programs, distinct for those of the same name: a tool of one agent of its file
 * is below that agent, everything else below the name of its definition. Which other agents have a tool of another file
 * is not known in a run of some files only, and a path must not depend on that. Paths consist of names: they stay when
 * lines move or lists are reordered, and a finding in the place of another one has a different fingerprint.
 */
export function setToolPaths(systems: readonly AgentSystem[]): void {
  const agents = systems.flatMap((system) => system.agents);
  const pathOf = ownerPaths(agents);
  const owned = agents.flatMap((owner) =>
    [...owner.tools, ...owner.mcpServers].map((part): Owned => ({ owner, part })),
  );
  const owners = new Map<string, Set<Agent>>();
  for (const { owner, part } of owned)
    owners.set(keyOf(part), (owners.get(keyOf(part)) ?? new Set<Agent>()).add(owner));
  const withPaths = owned.map(({ owner, part }) => {
    const only = owners.get(keyOf(part))?.size === 1 && owner.at.file === part.at.file;
    return { part, path: only ? below(pathOf(owner), part.at.path) : definedPath(part) };
  });
  const parts = new Map<string, Set<string>>();
  for (const { part, path } of withPaths) {
    const key = `${part.at.file}\n${path}`;
    parts.set(key, (parts.get(key) ?? new Set<string>()).add(keyOf(part)));
  }
  const paths = new Map<Tool | McpServer, string>();
  for (const { part, path } of withPaths) {
    const isTaken = (parts.get(`${part.at.file}\n${path}`)?.size ?? 0) > 1;
    paths.set(part, isTaken && !path.startsWith('definitions[') ? apart(part, path) : path);
  }
  for (const agent of agents) {
    agent.tools = agent.tools.map((tool) => moved(tool, paths.get(tool)));
    agent.mcpServers = agent.mcpServers.map((server) => {
      const { path } = server.at;
      const to = paths.get(server) ?? path;
      const tools = server.tools.map((tool) =>
        tool.at.path.startsWith(`${path}.`) ? moved(tool, `${to}${tool.at.path.slice(path.length)}`) : tool,
      );
      return { ...moved(server, to), tools };
    });
  }
}

/** Equal for every reading of the same definition. */
function keyOf({ at }: Tool | McpServer): string {
  const { start } = at.range();
  return `${at.file}:${start.line}:${start.column} ${at.path}`;
}

/** The path of an agent: by its name, and by that of its definition if two of a file have the same name. */
function ownerPaths(agents: readonly Agent[]): (agent: Agent) => string {
  const count = new Map<string, number>();
  const key = ({ at }: Agent) => `${at.file}\n${at.path}`;
  for (const agent of agents) count.set(key(agent), (count.get(key(agent)) ?? 0) + 1);
  return (agent) =>
    count.get(key(agent)) === 1 || agent.symbol === undefined || agent.at.path === ''
      ? agent.at.path
      : `definitions[${agent.symbol}].${agent.at.path}`;
}

/** A path below that of an owner, unless it begins there already. */
function below(owner: string, path: string): string {
  return owner === '' || path === owner || path.startsWith(`${owner}.`) ? path : `${owner}.${path}`;
}

/** The path by the definition: only the name, for a tool whose name is that of its definition. */
function definedPath(part: Tool | McpServer): string {
  const { symbol, name, at } = part;
  return symbol === undefined || symbol === name ? at.path : `definitions[${symbol}].${at.path}`;
}

/** The path of one of several of the same name that an agent has. */
function apart({ symbol, at }: Tool | McpServer, path: string): string {
  return symbol === undefined ? path : `${path.slice(0, -at.path.length)}definitions[${symbol}].${at.path}`;
}

const moved = <T extends Tool | McpServer>(part: T, path = part.at.path): T =>
  path === part.at.path ? part : { ...part, at: renamed(part.at, path) };

/** The same place under another path. */
const renamed = (at: Place, path: string): Place => ({
  file: at.file,
  path,
  range: () => at.range(),
  ...(at.about && { about: at.about }),
  ...(at.element && { element: () => at.element?.() ?? at.range() }),
  ...(at.edit && { edit: () => at.edit?.() }),
});
