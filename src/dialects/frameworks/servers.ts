import type { McpServer, Place } from '../../model/index.js';
import { type CodeSyntaxNode, chosenOutOf } from '../../program/index.js';
import { toolOf } from '../agents/tool.js';
import { splitCommand, type Word } from '../commands/command-line.js';
import type { ToolGate } from '../servers/mcp-shapes.js';
import { wordsOf } from '../servers/server-start.js';
import { asksSomebody } from './deciders/deciders.js';
import { textOf } from './framework.js';
import { notKnown } from './gate-levels.js';
import { folderText } from './home-folder.js';
import { pathName, placed } from './places.js';
import type { ToolNames } from './tool-names.js';

const HOSTED = new WeakSet<McpServer>();

/** Notes that the operator calls a server. */
export const noteHosted = (server: McpServer): unknown => HOSTED.add(server);

/** Whether the operator asks before the calls of a server: what an agent states beside its tools does not reach them. */
export const hasOwnGate = (server: McpServer): boolean => HOSTED.has(server);

/** What a function that picks the tools of a server makes of it. `only`: the names that it tests, if it tests nothing else. */
export function chooseTools(server: McpServer, only: ToolNames | undefined, given: CodeSyntaxNode): void {
  const at = given.written();
  if (only?.kind === 'others') {
    server.blockedTools = [...only.names];
    server.allowedTools = { state: 'absent', at, why: 'it names what is blocked only' };
  } else if (only?.kind === 'these') {
    const names = [...only.names];
    server.allowedTools = { state: 'shown', value: names, at };
    server.tools = names.map((name) => ({
      ...toolOf(
        { name, kind: 'mcp' },
        placed(at, `tools[${pathName(name)}]`),
        { state: 'absent' },
        server.url ?? server.name,
      ),
      ...server.toolGate,
    }));
  } else server.allowedTools = { state: 'undecidable', at, why: 'a function picks its tools' };
}

/** What a list of names makes of a server. `at`: the list. */
export const offering = (
  { name: of, url, toolGate }: McpServer,
  names: readonly { readonly name: string; readonly at: Place }[],
  list: Place,
): Pick<McpServer, 'allowedTools' | 'tools'> => ({
  allowedTools: { state: 'shown', value: names.map(({ name }) => name), at: list },
  tools: names.map(({ name, at }) => ({
    ...toolOf(
      { name, kind: 'mcp' },
      placed(at, `mcpServers[${pathName(of)}].tools[${pathName(name)}]`),
      { state: 'absent' },
      url ?? of,
    ),
    ...toolGate,
  })),
});

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
  for (const server of servers) {
    if (names)
      Object.assign(
        server,
        offering(
          server,
          [...names].map((name) => ({ name, at })),
          at,
        ),
      );
    else {
      server.allowedTools = { state: 'undecidable', at, why: 'a function picks its tools' };
      server.tools = [];
    }
  }
  return servers;
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

/** The command that starts a server, in parts or, in TypeScript, whole. `textOfPart`: of a part that is computed, too. */
export function commandIn(
  given: (key: string) => CodeSyntaxNode | undefined,
  textOfPart: (node: CodeSyntaxNode) => string | undefined = folderText,
): Word[] {
  const whole = given('fullCommand');
  const text = textOf(whole);
  if (whole && text !== undefined) return splitCommand({ text, at: whole.at() });
  return wordsOf(given('command'), given('args'), textOfPart);
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
  server.at = placed(server.at, path, node.at());
  if (node.call?.boundTo !== undefined) server.symbol = node.call.boundTo;
  server.tools = server.tools.map((tool) => ({
    ...tool,
    at: placed(tool.at, `${path}.tools[${pathName(tool.name)}]`),
  }));
  return server;
}
