import { commonPrefix } from '../../effects/index.js';
import {
  type AgentSystem,
  isMilder,
  type ServedTools,
  type Tool,
  type Unresolved,
} from '../../model/index.js';
import { baseName } from '../../model/paths.js';
import { isTestFile } from '../../model/test-file.js';
import {
  type CodeDocument,
  type CodeSyntaxNode,
  callsAround,
  callsOf,
  decoratedIn,
  documentsAround,
} from '../../program/index.js';
import type { SourceDocument } from '../../syntax/node.js';
import { settingsSystem } from '../agents/agent.js';
import { toolOf } from '../agents/tool.js';
import type { CodeContext, CodeDialect, CodeReading, UnreadCall } from '../code-dialect.js';
import { judgedByBody } from '../frameworks/bodies.js';
import { changed } from '../agents/body.js';
import { judgeByLoop } from '../loops/dispatch.js';
import { textOf } from '../frameworks/framework.js';
import { exportOf, isModuleOf, nameOf } from '../frameworks/origins.js';
import { lost, pathName, placed } from '../frameworks/places.js';
import { filesOfLoop } from '../loops/files.js';
import { SERVER_SDK } from '../frameworks/recognised.js';
import { judgeTogether } from '../frameworks/stores.js';
import { SERVER_SDKS, type ServerSdks } from './sdks.js';
import { decoratedTool, describedTool, registeredTool, type StatedTool } from './tools.js';

const WHY = 'an MCP server offers tools, and nothing of the agents that call them';

/** Programs that define MCP servers: their tools, whoever starts them. */
const mcpServer: CodeDialect = {
  name: 'mcp-server',
  surface: 'developer',
  read(documents, context): CodeReading {
    const found = openServers();
    const around = withToolsOf(documents);
    for (const document of around) for (const node of serversIn(document)) found.at(node);
    for (const document of around) readTools(document, found);
    const systems = found.all().map((one) => systemOf(one, documents, context));
    const claimed = new Map<string, string>();
    for (const { file, serves } of systems) {
      claimed.set(file, 'an MCP server');
      for (const { at } of serves?.tools ?? [])
        if (!claimed.has(at.file)) claimed.set(at.file, 'tools of an MCP server');
    }
    return { systems, claimed, unread: unreadServers(found, claimed) };
  },
};

export default mcpServer;

/** Of each file without a server that is read, the first that it constructs. */
function unreadServers(found: FoundServers, claimed: ReadonlyMap<string, string>): UnreadCall[] {
  const first = new Map<string, UnreadCall>();
  for (const { node } of found.empty()) {
    const { file } = node.document;
    const { call } = node;
    if (!call || claimed.has(file) || first.has(file) || isTestFile(file)) continue;
    first.set(file, { framework: SERVER_SDK, call: call.name, at: call.at });
  }
  return [...first.values()];
}

/** A server, or the tools of a file whose server is not known. */
interface FoundServer {
  readonly node: CodeSyntaxNode;
  readonly tools: StatedTool[];
  readonly unresolved: Unresolved[];
  /** Functions that run the called tool by its name. */
  readonly handlers: CodeSyntaxNode[];
  /** Servers whose tools it offers, too. */
  readonly mounted: FoundServer[];
  /** It offers resources or prompts. */
  offersOthers: boolean;
}

interface FoundServers {
  /** The server that a call constructs, once for each place in a text. */
  at(node: CodeSyntaxNode): FoundServer;
  /** The server that a method is taken from. */
  behind(node: CodeSyntaxNode): FoundServer;
  /** Those that offer anything, or whose tools are not known. */
  all(): readonly FoundServer[];
  /** Constructed servers of which nothing is seen that they offer. */
  empty(): readonly FoundServer[];
}

function openServers(): FoundServers {
  const byPlace = new Map<string, FoundServer>();
  const find = (key: string, node: CodeSyntaxNode): FoundServer => {
    const known = byPlace.get(key);
    if (known) return known;
    const server: FoundServer = {
      node,
      tools: [],
      unresolved: [],
      handlers: [],
      mounted: [],
      offersOthers: false,
    };
    byPlace.set(key, server);
    return server;
  };
  const at: FoundServers['at'] = (node) => find(placeOf(node), node);
  return {
    at,
    behind(node) {
      const taken = eachOf(node).flatMap(({ takenFrom }) => takenFrom?.object ?? []);
      const receivers = node.call ? node.call.receivers : taken;
      const [made, ...others] = receivers.flatMap(eachOf).filter(isServer);
      if (!made) return find(node.document.file, node);
      const server = at(made);
      // A condition decides how it is constructed: it is one server either way.
      for (const other of others) if (!offersAny(at(other))) byPlace.set(placeOf(other), server);
      return server;
    },
    all: () => [...new Set(byPlace.values())].filter(offersAny),
    empty: () =>
      [...new Set(byPlace.values())].filter(
        (one) => isServer(one.node) && !offersAny(one) && !one.offersOthers && one.mounted.length === 0,
      ),
  };
}

const placeOf = ({ offsets }: CodeSyntaxNode): string => `${offsets.file}:${offsets.start}`;

/** A value, and each that it may be. */
const eachOf = (node: CodeSyntaxNode): readonly CodeSyntaxNode[] => [node, ...(node.may ?? [])];

const offersAny = ({ tools, unresolved }: FoundServer): boolean => tools.length + unresolved.length > 0;

const sdksOf = ({ document }: CodeSyntaxNode): ServerSdks => SERVER_SDKS.rowsOf(document.file);

/** Whether a node constructs a server of an SDK, or a class of the project that extends one. */
function isServer(node: CodeSyntaxNode): boolean {
  const name = exportOf(node, SERVER_SDKS);
  return name !== undefined && isServerName(name, sdksOf(node));
}

/** `FastMCP`, `FastMCP.from_openapi`. */
const isServerName = (name: string, { servers, generated }: ServerSdks): boolean =>
  servers.some((one) => name === one || generated.some((method) => name === `${one}.${method}`));

/** The method of a server that a name stands for: `tool` for `FastMCP().tool` and `McpServer().server.tool`. */
function methodOf(name: string | undefined, { servers }: ServerSdks): string | undefined {
  const [made = '', method, ...further] = (name ?? '').split('().');
  if (method === undefined || further.length > 0 || !servers.some((one) => made === one)) return undefined;
  return method.replace(/^(?:server|_mcp_server)\./, '');
}

const isOfSdk = (document: SourceDocument) => (module: string) =>
  isModuleOf(SERVER_SDKS.rowsOf(document.file), module);

/** Files that use an SDK, and those in which a function is given a server by one of them. */
function withToolsOf(documents: readonly CodeDocument[]): ReadonlySet<SourceDocument> {
  const { python, typescript } = SERVER_SDKS;
  const methods = [...python.registrars, ...typescript.registrars, typescript.handler, python.listDecorator];
  const others = callsAround(documents, { named: new Set(methods) });
  const decorating = documents.slice(0, 1).flatMap(documentsAround).filter(mayDecorate);
  return new Set<SourceDocument>([...documents, ...others.map(({ document }) => document), ...decorating]);
}

/** `@mcp.tool` without brackets is no call. */
const mayDecorate = (one: CodeDocument): boolean => one.grammar === 'python' && decoratedIn(one).length > 0;

const serversIn = (document: SourceDocument): CodeSyntaxNode[] =>
  callsOf(document, { from: isOfSdk(document) }).filter(isServer);

function readTools(document: SourceDocument, found: FoundServers): void {
  const sdks = SERVER_SDKS.rowsOf(document.file);
  for (const fn of decoratedIn(document)) readDecorated(fn, found, sdks);
  for (const node of callsOf(document, { from: isOfSdk(document) })) readCall(node, found, sdks);
}

/** The name of a callee in the exports of the SDKs; that of a method also where the server is one of several values. */
const calledName = (node: CodeSyntaxNode): string | undefined =>
  exportOf(node, SERVER_SDKS) ?? nameAmong(node.call?.target.may ?? [], node);

const nameAmong = (values: readonly CodeSyntaxNode[], node: CodeSyntaxNode): string | undefined =>
  values.map(({ origin }) => nameOf(origin, node, SERVER_SDKS)).find((one) => one !== undefined);

/** A function with a decorator of a server: a tool, or what lists the tools. */
function readDecorated(fn: CodeSyntaxNode, found: FoundServers, sdks: ServerSdks): void {
  for (const decorator of fn.reference?.decorators ?? []) {
    const method = methodOf(calledName(decorator) ?? nameAmong(eachOf(decorator), decorator), sdks);
    if (method !== undefined) readDecorator(fn, decorator, method, found);
  }
}

/** What a method of a server makes of a function: with `@mcp.tool(...)`, or with `mcp.tool(...)(fn)`. */
function readDecorator(
  fn: CodeSyntaxNode,
  decorator: CodeSyntaxNode,
  method: string,
  found: FoundServers,
): void {
  const sdks = sdksOf(decorator);
  const server = found.behind(decorator);
  if (sdks.decorators.includes(method)) server.tools.push(decoratedTool(fn, decorator));
  else if (method === sdks.listDecorator) readListed(fn, server);
  else if (method === sdks.callDecorator) server.handlers.push(fn);
  else if (sdks.others.includes(method)) server.offersOthers = true;
}

/** A call of a server, or the construction of one, that adds tools. */
function readCall(node: CodeSyntaxNode, found: FoundServers, sdks: ServerSdks): void {
  const { call } = node;
  if (!call) return;
  if (isServer(node)) {
    const server = found.at(node);
    const lists = sdks.listOption === '' ? undefined : call.options.get(sdks.listOption);
    if (lists) readListed(lists, server);
    const runs = sdks.callOption === '' ? undefined : call.options.get(sdks.callOption);
    if (runs) server.handlers.push(runs);
    if (sdks.generated.includes(call.name))
      server.unresolved.push(lost(node, `the tools of \`${call.callee}\``));
    for (const one of call.options.get('tools')?.items() ?? []) addTool(one, server, sdks);
    return;
  }
  const [first, second] = call.positional;
  const decorator = call.target;
  const decorated = decorator.call && first?.reference ? methodOf(calledName(decorator), sdks) : undefined;
  if (first && decorated !== undefined) {
    readDecorator(first, decorator, decorated, found);
    return;
  }
  const method = methodOf(calledName(node), sdks);
  if (method === undefined) return;
  const server = found.behind(node);
  if (sdks.mounts.includes(method)) {
    const other = call.positional.find(isServer) ?? call.named.get('server');
    if (other && isServer(other)) server.mounted.push(found.at(other));
  } else if (method === sdks.handler) {
    const request = textOf(first) ?? first?.origin?.dotted;
    if (request === undefined || !second) return;
    if (sdks.listRequests.includes(request)) readListed(second, server);
    else if (sdks.callRequests.includes(request)) server.handlers.push(second);
    else server.offersOthers = true;
  } else if (sdks.others.includes(method)) server.offersOthers = true;
  else if (sdks.registrars.includes(method)) addTool(node, server, sdks);
}

function addTool(node: CodeSyntaxNode, server: FoundServer, sdks: ServerSdks): void {
  const isPython = sdks.language === 'python';
  // `@mcp.tool()` is a call, too, and says nothing by itself.
  const isDecorator = isPython && node.call?.name === 'tool' && !node.call.positional[0]?.reference;
  if (isDecorator) return;
  const tool = node.reference ? decoratedTool(node, node) : registeredTool(node, isPython);
  if (tool) server.tools.push(tool);
  else server.unresolved.push(lost(node, 'a tool of the server'));
}

/** The tools that a function lists: it returns them, or an object with them. */
function readListed(fn: CodeSyntaxNode, server: FoundServer): void {
  for (const returned of fn.reference?.returned ?? []) {
    const stated = returned.call?.options ?? returned;
    const list = returned.kind === 'array' ? returned : stated.get('tools');
    if (list?.kind !== 'array') {
      server.unresolved.push(lost(list ?? returned, 'the tools that the server lists'));
      continue;
    }
    for (const item of list.items()) {
      const tool = describedTool(item);
      if (tool) server.tools.push(tool);
      else server.unresolved.push(lost(item, 'a tool that the server lists'));
    }
  }
}

/** A server as a system: it has no agents. */
function systemOf(found: FoundServer, documents: readonly CodeDocument[], context: CodeContext): AgentSystem {
  const { node, unresolved } = found;
  const files = new Set(found.handlers.map(({ document }) => document.file));
  const loops = documents.filter(({ file }) => files.has(file)).map((one) => filesOfLoop(one, context));
  const serves = servedBy(found, loops);
  const root = settingsSystem(node, { dialect: 'mcp-server', surface: 'developer', agents: [] }, WHY);
  return { ...root, at: serves.at, runtimeAt: serves.at, serves, unresolved };
}

/** Servers inside servers are not read further than this. */
const DEEPEST = 4;

function allTools(found: FoundServer, depth = 0): readonly StatedTool[] {
  if (depth >= DEEPEST) return found.tools;
  return [...found.tools, ...found.mounted.flatMap((one) => allTools(one, depth + 1))];
}

/** `loops`: the files of each handler that runs tools by their names. */
function servedBy(found: FoundServer, loops: readonly (readonly CodeDocument[])[]): ServedTools {
  const { node } = found;
  const stated = [...new Map(allTools(found).map((tool) => [keyOf(tool), tool])).values()];
  const shared = commonPrefix(stated.map(({ name }) => name));
  const name = isServer(node) ? serverName(node) : baseName(node.document.file);
  let tools = stated.map((tool) => servedTool(tool, shared));
  const isHandled = (index: number) => stated[index]?.body === undefined;
  for (const documents of loops) {
    const handled = tools.filter((_, index) => isHandled(index));
    const { judged, unread } = judgedByHandler(handled, documents);
    tools = tools.map((tool) => judged(tool));
    found.unresolved.push(...unread);
  }
  return {
    name,
    at: placed(node.at(), `servers[${pathName(name)}]`),
    tools: judgeTogether(tools).flatMap((tool) => (tool.hints ? { ...tool, hints: tool.hints } : [])),
    ...(isOpen(found) && { isOpen: true }),
  };
}

/** Judges tools by the branch of their name in what handles all calls. */
function judgedByHandler(
  tools: readonly Tool[],
  documents: readonly CodeDocument[],
): ReturnType<typeof judgeByLoop> {
  const approval = { state: 'inexpressible', why: 'a handler of all tools runs it' } as const;
  const open = new Map(tools.map((tool) => [tool, changed(tool, { approval })]));
  const loop = { documents, tools: [...open.values()].map((tool) => ({ tool })), requests: [] };
  const { judged, unread } = judgeByLoop(loop);
  return {
    judged(tool) {
      const given = open.get(tool);
      const found = given && judged(given);
      if (!found) return tool;
      const isRun = found.approval.state !== 'inexpressible';
      return asAnnotated(isRun ? found : changed(found, { approval: tool.approval }), tool.effect);
    },
    unread,
  };
}

/** Whether a server offers tools that are not known. */
const isOpen = ({ unresolved, mounted }: FoundServer, depth = 0): boolean =>
  unresolved.length > 0 || (depth < DEEPEST && mounted.some((one) => isOpen(one, depth + 1)));

/** One that is registered for several calls of a function is there once. */
function keyOf({ name, at }: StatedTool): string {
  const { start } = at.range();
  return `${name} ${at.file}:${start.line}:${start.column}`;
}

function serverName(node: CodeSyntaxNode): string {
  const { call } = node;
  const [first] = call?.positional ?? [];
  return textOf(call?.options.get('name')) ?? textOf(first) ?? call?.boundTo ?? baseName(node.document.file);
}

/** A tool with the effect that its annotations, name, description and body show. */
function servedTool(stated: StatedTool, shared: string | undefined): Tool {
  const { name, description, symbol, at, hints, body } = stated;
  const annotations = {
    ...(hints.readOnly !== undefined && { readOnlyHint: hints.readOnly }),
    ...(hints.destructive !== undefined && { destructiveHint: hints.destructive }),
  };
  const facts = {
    name,
    kind: 'function' as const,
    ...(description !== undefined && { description }),
    ...(shared !== undefined && { commonPrefix: shared }),
    ...(Object.keys(annotations).length > 0 && { annotations }),
  };
  const tool = { ...toolOf(facts, at, { state: 'absent' }), hints, ...(symbol !== undefined && { symbol }) };
  return asAnnotated(judgedByBody(tool, body), tool.effect);
}

/** What the body shows takes back no more than the annotations allow. */
function asAnnotated(tool: Tool, stated: Tool['effect']): Tool {
  const isRaised = stated.because.from === 'annotations' && isMilder(tool.effect.effect, stated.effect);
  return isRaised ? changed(tool, { effect: stated }) : tool;
}
