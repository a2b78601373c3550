import type { AgentSystem, McpServer, Place, ServedTools, Tool, Workspace } from '../model/index.js';
import { isMet } from '../model/index.js';
import { type ImportedFiles, openImports } from './imported-files.js';
import { openAliases } from './path-aliases.js';
import type { ProgramSources } from './program-sources.js';

/** The MCP servers that programs of the repository define. */
export interface Served {
  /** The server that an entry starts; undefined where it starts none of the repository. */
  startedBy(server: McpServer, file: string): ServedTools | undefined;
}

/** Files that are looked through for the server behind one that is started. */
const MOST_FILES = 200;

/**
 * Finds the server of the repository that a command starts: the servers of the file that it runs, else those of the files
 * which that one imports, the nearest first.
 */
export function openServed(
  systems: readonly AgentSystem[],
  workspace: Workspace,
  startedFiles: ProgramSources['startedFiles'] = () => [],
): Served {
  const byFile = new Map<string, ServedTools[]>();
  for (const { file, serves } of systems) if (serves) byFile.set(file, [...(byFile.get(file) ?? []), serves]);
  const known = new Map<string, ServedTools | undefined>();
  let imports: ImportedFiles | undefined;
  const importsOf = (file: string): readonly string[] => {
    imports ??= openImports(workspace, openAliases(workspace));
    const read = workspace.read(file);
    return read.ok ? imports(file, read) : [];
  };
  const servedBy = (start: string): ServedTools | undefined => {
    const seen = new Set([start]);
    let level: readonly string[] = [start];
    while (level.length > 0 && seen.size < MOST_FILES) {
      const found = level.flatMap((file) => byFile.get(file) ?? []);
      if (found.length > 0) return together(found);
      const next = level.flatMap(importsOf).filter((one) => !seen.has(one));
      for (const file of next) seen.add(file);
      level = [...new Set(next)];
    }
    return undefined;
  };
  return {
    startedBy(server, file) {
      const command = commandOf(server);
      if (byFile.size === 0 || command.length === 0) return undefined;
      for (const start of startedFiles(command, file, workspace)) {
        if (!known.has(start)) known.set(start, servedBy(start));
        const found = known.get(start);
        if (!found) continue;
        for (const { at } of found.tools) workspace.noteRequest(at.file, file);
        workspace.noteRequest(start, file);
        return found;
      }
      return undefined;
    },
  };
}

const commandOf = ({ starts, connection }: McpServer): readonly string[] =>
  starts ?? connection?.command ?? [];

/** Whether a server is started by a command. */
export const mayStartProgram = (server: McpServer): boolean => commandOf(server).length > 0;

/** Several servers that one program starts, as one. */
function together(found: readonly ServedTools[]): ServedTools | undefined {
  const [first, ...others] = found;
  if (!first || others.length === 0) return first;
  const isOpen = found.some((one) => one.isOpen);
  return {
    ...first,
    get tools() {
      return found.flatMap(({ tools }) => tools);
    },
    parts: found,
    ...(isOpen && { isOpen: true as const }),
  };
}

/**
 * Gives the agents of a system the tools of servers of the repository that they start, each at its definition. What an
 * allow-list leaves out they do not have.
 */
export function applyServed(system: AgentSystem, served: Served): void {
  for (const agent of system.agents) {
    agent.mcpServers = agent.mcpServers.map((server) => {
      const serves = server.disabled ? undefined : served.startedBy(server, system.file);
      if (!serves) return server;
      serves.isStarted = true;
      for (const part of serves.parts ?? []) part.isStarted = true;
      const offered = {
        file: serves.at.file,
        // What is declared of them later counts, too.
        get tools() {
          return serves.tools;
        },
        isDefined: true as const,
      };
      const named = new Map(server.tools.map((tool) => [tool.offeredAs ?? tool.name, tool]));
      const { allowedTools } = server;
      const allowed =
        isMet(allowedTools) && !allowedTools.value.includes('*') ? new Set(allowedTools.value) : undefined;
      const blocked = new Set(server.blockedTools ?? []);
      const known = new Set<Tool>();
      for (const tool of serves.tools) {
        const entry = named.get(tool.name) ?? agent.tools.find((one) => isEntryOf(one, server, tool));
        if (blocked.has(tool.name) || (allowed && !allowed.has(tool.name))) continue;
        if (entry?.grant) agent.tools = agent.tools.map((one) => (one === entry ? learnt(one, tool) : one));
        else {
          agent.tools.push(startedTool(tool, server, entry));
          if (entry) known.add(entry);
        }
      }
      const tools = server.tools.filter((one) => !known.has(one));
      return { ...server, ...(!serves.isOpen && { offered }), tools };
    });
  }
}

/** Whether a tool of an agent is one that a setting grants by the name which a server of the repository gives it. */
const isEntryOf = ({ grant, server, name }: Tool, of: McpServer, served: Tool): boolean =>
  grant !== undefined && server === of.name && name === served.name;

/** A tool of a server with the gate that who starts it gives it; a person whom the tool itself asks is one, too. */
function startedTool(served: Tool, server: McpServer, entry: Tool | undefined): Tool {
  const gate = entry ?? server.toolGate;
  const asked = isMet(served.approval) ? served.approval : undefined;
  const place: Place = entry?.at ?? server.at;
  return {
    ...served,
    name: entry?.name ?? served.name,
    kind: 'mcp',
    server: server.url ?? server.name,
    approval: asked ?? gate?.approval ?? served.approval,
    ...(gate?.gateRemedy && { gateRemedy: gate.gateRemedy }),
    ...(gate?.ungateable && !asked && { ungateable: gate.ungateable }),
    ...(gate?.grant && { grant: gate.grant }),
    entry: { at: place, server: server.name },
  };
}

/** What a setting pre-approves is reported at the setting, with what the tool does. */
function learnt(entry: Tool, { description, effect, openEnded, reached }: Tool): Tool {
  return {
    ...entry,
    ...(description !== undefined && { description: entry.description ?? description }),
    ...{ effect, openEnded },
    ...(reached && { reached }),
  };
}
