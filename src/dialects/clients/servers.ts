import { isMet, type McpServer } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { stringOf } from '../agents/tool.js';
import type { ToolGate } from '../servers/mcp-shapes.js';
import { isServerMap, readServer, readServers, type ServerFormat } from '../servers/server-entries.js';
import type { Path, ServersProfile } from './profile.js';
import { nodeAt, textsOf } from './settings.js';

/** What a client says of servers in general. `gate`: that of a tool that no setting is about. */
const serverFormat = (
  { allowKeys = [], allowListEdit, ...stated }: ServersProfile,
  gate: ToolGate,
): ServerFormat => ({
  ...stated,
  allowKeys,
  gate,
  ...(allowListEdit !== undefined && {
    allowListEdit: (name: string) => allowListEdit.replaceAll('{name}', name),
  }),
});

/** The MCP servers of a document. */
export function serversIn(root: SyntaxNode, profile: ServersProfile, gate: ToolGate): McpServer[] {
  const format = serverFormat(profile, gate);
  const entries = serverMap(root, profile.at);
  const off = new Set(textsOf(profile.off && nodeAt(root, profile.off)));
  const listed = profile.on && nodeAt(root, profile.on);
  const on = listed?.kind === 'array' ? new Set(textsOf(listed)) : undefined;
  const maps = profile.isList ? [entries, ...(entries?.items() ?? [])] : [entries];
  const named = profile.isNamed ? (entries?.items() ?? []) : [];
  const servers = [
    ...maps.flatMap((map) => readServers(map, format)),
    ...named.flatMap(
      (entry) =>
        readServer(stringOf(entry.get('name') ?? entry.get('value')) ?? 'server', entry, format) ?? [],
    ),
  ];
  return servers.map((server) => ({
    ...server,
    ...((off.has(server.name) || on?.has(server.name) === false) && { disabled: true }),
    ...leftBy(server, entries?.get(server.name), profile.excludeKeys ?? []),
  }));
}

/** The map of servers, at the first of several paths that has one, else at the last. */
export function serverMap(root: SyntaxNode, paths: readonly Path[]): SyntaxNode | undefined {
  const maps = paths.map((path) => nodeAt(root, path));
  return maps.find(isServerMap) ?? maps.at(-1);
}

/** Takes off the list the tools that are excluded: what is excluded is not offered, whatever includes it. */
function leftBy(
  { allowedTools, tools }: McpServer,
  entry: SyntaxNode | undefined,
  keys: readonly string[],
): Partial<McpServer> {
  const excluded = new Set(keys.flatMap((key) => textsOf(entry?.get(key))));
  const left = tools.filter(({ name }) => !excluded.has(name));
  if (!isMet(allowedTools)) return { tools: left };
  const value = allowedTools.value.filter((name) => !excluded.has(name));
  return { tools: left, allowedTools: { ...allowedTools, value } };
}
