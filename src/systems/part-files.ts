import { type AgentSystem, toolsOf } from '../model/index.js';

/** The files in which tools and servers of agents are defined. */
export const partFiles = (systems: readonly AgentSystem[]): ReadonlySet<string> =>
  new Set(
    systems
      .flatMap(({ agents }) => agents.flatMap((agent) => [...toolsOf(agent), ...agent.mcpServers]))
      .map(({ at }) => at.file),
  );
