import type { McpServer, Place } from '../../model/index.js';
import { type CodeSyntaxNode, chosenOutOf } from '../../program/index.js';
import { type ToolGate, withOnly } from '../servers/mcp-shapes.js';
import { asksSomebody } from './deciders/deciders.js';
import { notKnown } from './gate-levels.js';
import { folderText } from './home-folder.js';
import { pathName, placed } from './places.js';
import type { ToolNames } from './tool-names.js';

/** What a function that picks the tools of a server makes of it. `only`: the names that it tests, if it tests nothing else. */
export function chosenFrom(server: McpServer, only: ToolNames | undefined, given: CodeSyntaxNode): McpServer {
  const at = given.written();
  if (only?.kind === 'others') return { ...server, ...blocking([...only.names], at) };
  if (only?.kind !== 'these') return { ...server, allowedTools: pickedAt(at) };
  const names = [...only.names].map((value) => ({ value, at: placed(at, `tools[${pathName(value)}]`) }));
  return withOnly(server, names, at);
}

const pickedAt = (at: Place) => ({ state: 'undecidable', at, why: 'a function picks its tools' }) as const;

/** What a list of names that a server does not offer makes of it. */
export const blocking = (
  blockedTools: readonly string[],
  at: Place,
): Pick<McpServer, 'allowedTools' | 'blockedTools'> => ({
  blockedTools,
  allowedTools: { state: 'absent', at, why: 'it names what is blocked only' },
});

/** What a list of names makes of a server. `at`: the list. */
export const offering = (
  server: McpServer,
  names: readonly { readonly name: string; readonly at: Place }[],
  list: Place,
): McpServer => {
  const pathOf = (name: string) => `mcpServers[${pathName(server.name)}].tools[${pathName(name)}]`;
  const stated = names.map(({ name, at }) => ({ value: name, at: placed(at, pathOf(name)) }));
  return withOnly(server, stated, list);
};

/** The tools of servers that a filter by constant names lets through: `tools.filter((one) => NAMES.includes(one.name))`. */
export function filteredServers(
  node: CodeSyntaxNode,
  serversOf: (list: CodeSyntaxNode) => McpServer[] | undefined,
): McpServer[] | undefined {
  const chosen = chosenOutOf(node);
  const servers = chosen && serversOf(chosen.list);
  if (!servers || chosen.isWhole) return servers;
  const names = chosen.textsOf('name');
  const at = node.written();
  const stated = names && [...names].map((name) => ({ name, at }));
  return servers.map((server) =>
    stated ? offering(server, stated, at) : { ...server, allowedTools: pickedAt(at), tools: [] },
  );
}

/** Functions of the project that see each call before it runs may ask a person. */
export function gateOfInterceptors(given: CodeSyntaxNode | undefined): ToolGate {
  if (!given || given.kind === 'null') return { approval: { state: 'absent' } };
  const all = given.kind === 'array' ? given.items() : [given];
  const open = all.find(({ reference }) => !reference || asksSomebody(reference) !== false);
  if (!open) return { approval: { state: 'absent' } };
  const why = `\`${open.reference?.name ?? 'an interceptor'}\` may ask a person`;
  return { approval: notKnown(open.written(), why) };
}

/** Calls that put a path together, or convert one. */
const PATH_CALLS: ReadonlySet<string> = new Set(
  'join resolve joinpath str Path fileURLToPath URL'.split(' '),
);

/** The text of a path, or how it ends. */
export function pathText(node: CodeSyntaxNode, depth = 0): string | undefined {
  const text = folderText(node) ?? node.ends;
  const { call } = node;
  if (text !== undefined || !call || depth > 4) return text;
  if (!PATH_CALLS.has(call.name)) return undefined;
  const parts = call.positional.flatMap((one) => pathText(one, depth + 1) ?? []);
  return parts.length > 0 ? parts.join('/') : call.receiver && pathText(call.receiver, depth + 1);
}

/** Paths by names: a tool of an allow-list is known by its server and its own name. */
export function withPaths(server: McpServer, node: CodeSyntaxNode): McpServer {
  const path = `mcpServers[${pathName(server.name)}]`;
  const { call } = node;
  return {
    ...server,
    at: placed(server.at, path, node.at()),
    ...(call?.boundTo !== undefined && { symbol: call.boundTo }),
    tools: server.tools.map((tool) => ({
      ...tool,
      at: placed(tool.at, `${path}.tools[${pathName(tool.name)}]`),
    })),
  };
}
