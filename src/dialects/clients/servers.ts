import { isMet, type McpServer } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { asksByDefault, readServers, type ServerFormat } from '../servers/server-entries.js';
import type { ServersProfile } from './profile.js';
import { nodeAt, textsOf } from './settings.js';

/** What a client says of servers in general. `asker`: who asks for approval by default. */
export function serverFormat(profile: ServersProfile, asker: string): ServerFormat {
  const { allowKeys = [], unaskedKeys, unstated, allowListEdit } = profile;
  return {
    allowKeys,
    unstated,
    gate: asksByDefault(asker),
    ...(unaskedKeys && { unaskedKeys }),
    ...(allowListEdit !== undefined && {
      allowListEdit: (name: string) => allowListEdit.replaceAll('{name}', name),
    }),
  };
}

/** The MCP servers of a document. */
export function serversIn(root: SyntaxNode, profile: ServersProfile, format: ServerFormat): McpServer[] {
  const entries = nodeAt(root, profile.at);
  const off = new Set(textsOf(nodeAt(root, profile.off ?? [])));
  const listed = profile.on && nodeAt(root, profile.on);
  const on = listed?.kind === 'array' ? new Set(textsOf(listed)) : undefined;
  const servers = readServers(entries, format);
  for (const server of servers) {
    if (off.has(server.name) || on?.has(server.name) === false) server.disabled = true;
    leaveOut(server, entries?.get(server.name), profile.excludeKeys ?? []);
  }
  return servers;
}

/** Takes off the list the tools that are excluded: what is excluded is not offered, whatever includes it. */
export function leaveOut(server: McpServer, entry: SyntaxNode | undefined, keys: readonly string[]): void {
  const excluded = new Set(keys.flatMap((key) => textsOf(entry?.get(key))));
  if (excluded.size === 0) return;
  server.tools = server.tools.filter(({ name }) => !excluded.has(name));
  const { allowedTools } = server;
  if (!isMet(allowedTools)) return;
  server.allowedTools = { ...allowedTools, value: allowedTools.value.filter((name) => !excluded.has(name)) };
}
