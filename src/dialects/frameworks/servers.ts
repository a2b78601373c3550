import {
  type Approval,
  type Evidence,
  editRemedy,
  type McpServer,
  type NamedValue,
  type Place,
} from '../../model/index.js';
import { type CodeSyntaxNode, chosenOutOf } from '../../program/index.js';
import { headerValues, toolOf } from '../agents/tool.js';
import { splitCommand, type Word } from '../commands/command-line.js';
import { isClientModule } from '../requests/client-module.js';
import { openNames, readRequireApproval, serverOf, type ToolGate } from '../servers/mcp-shapes.js';
import { commandText, wordsOf } from '../servers/server-start.js';
import { argumentValues } from '../servers/server-values.js';
import { asksSomebody } from './deciders/deciders.js';
import { type Framework, option, type Profile, textOf } from './framework.js';
import { interrupting, needing, readGate } from './gates.js';
import { guardrailsIn } from './guardrails.js';
import { folderText } from './home-folder.js';
import { exportOf, isModuleOf } from './origins.js';
import { pathName, placed } from './places.js';
import type { ToolNames } from './tool-names.js';

/** The arguments of a parameter class (`MCPServerStdioParams(...)`); the results of other calls are not read. */
export function givenBy(stated: CodeSyntaxNode, profile: Profile): CodeSyntaxNode {
  const module = stated.call?.origin?.module;
  const isTyped = module !== undefined && (isModuleOf(profile, module) || isClientModule(module));
  return isTyped ? (stated.call?.named ?? stated) : stated;
}

/** Reads a server that the program itself talks to; undefined if the node creates none. */
export function readLocalServer(node: CodeSyntaxNode, profile: Profile): McpServer | undefined {
  const name = exportOf(node, profile.framework);
  const isHosted = name !== undefined && profile.servers.hosted.includes(name);
  const transport = name === undefined ? undefined : (profile.servers.local[name] ?? (isHosted && 'http'));
  const options = node.call?.options;
  if (!options || !transport || name === undefined) return undefined;
  const filter = filterOf(option(options, profile.servers.fields.toolFilter), profile);
  const { parameters, gate } = profile.servers.fields;
  const stated = parameters === undefined ? options : options.get(parameters);
  const params = stated && givenBy(stated, profile);
  const given = (key: string) => params?.get(key);
  const at = node.at();
  const urlNode = given('url');
  const url = textOf(urlNode);
  const words = commandIn(given);
  const address = url ?? (words.length > 0 ? commandText(words) : undefined);
  const server = serverOf({
    address: address === undefined ? undefined : { text: address, at, isUrl: url !== undefined },
    urlBegins: urlNode?.begins,
    label: textOf(options.get('name')) ?? node.call?.boundTo ?? name,
    at,
    transport: transport as McpServer['transport'],
    values: [...valuesOf(params), ...argumentValues(words)],
    words,
    starts: commandIn(given, pathText).map(({ text }) => text),
    allowed: filter,
    exempt: gate === undefined ? undefined : option(options, gate)?.get('never'),
    allowListEdit: filterEdit(profile),
    gateOf: (tool) => (isHosted ? hostedGate(profile) : localGate(node, options, tool, profile)),
  });
  if (profile.servers.guardrails) Object.assign(server, guardrailsIn(options, profile.servers.guardrails));
  const blocked = option(options, profile.servers.fields.toolFilter)?.get(
    profile.servers.fields.filterBlocked,
  );
  if (blocked && !filter) {
    server.blockedTools = blocked.items().flatMap((one) => textOf(one) ?? []);
    server.allowedTools = { state: 'absent', at: blocked.written(), why: 'it names what is blocked only' };
  }
  return withPaths(server, node);
}

/** The servers behind a call that returns the tools of several: `await client.get_tools()`. Undefined where it is none. */
export function serversOfClient(node: CodeSyntaxNode, profile: Profile): McpServer[] | undefined {
  const [maker = '', method = ''] = (exportOf(node, profile.framework) ?? '').split('().');
  const { several = {} } = profile.servers;
  const facts = Object.hasOwn(several, maker) ? several[maker] : undefined;
  const client = node.call?.receiver?.call;
  if (!facts?.methods.includes(method) || !node.call || !client) return undefined;
  const [first] = client.positional;
  const map = client.options.get(facts.option) ?? first;
  if (map?.kind !== 'object') return undefined;
  const wanted = [...node.call.positional, node.call.named.get(facts.server)].filter(
    (one) => one !== undefined,
  );
  if (wanted.some((one) => textOf(one) === undefined)) return undefined;
  const names = wanted.map(textOf);
  const isPrefixed = facts.prefix !== undefined && client.options.get(facts.prefix)?.scalar === true;
  const gate = gateOfInterceptors(
    facts.interceptors === undefined ? undefined : client.options.get(facts.interceptors),
  );
  return map.keys().flatMap((name) => {
    const stated = map.get(name);
    if (stated === undefined || (names.length > 0 && !names.includes(name))) return [];
    // A type of the package is called with the entries; of anything else only the label is known.
    const made = exportOf(stated, profile.framework) === undefined ? undefined : stated.call?.options;
    const params = stated.kind === 'object' ? stated : made;
    const urlNode = params?.get('url');
    const url = textOf(urlNode);
    const words = commandIn((key) => params?.get(key));
    const address = url ?? (words.length > 0 ? commandText(words) : undefined);
    const at = stated.at('key');
    const server = serverOf({
      address:
        address === undefined
          ? undefined
          : {
              text: address,
              at: (urlNode ?? params?.get('command') ?? stated).at(),
              isUrl: url !== undefined,
            },
      urlBegins: urlNode?.begins,
      label: name,
      at,
      transport: words.length > 0 ? 'stdio' : textOf(params?.get('transport')) === 'sse' ? 'sse' : 'http',
      values: [...valuesOf(params), ...argumentValues(words)],
      words,
      starts: commandIn((key) => params?.get(key), pathText).map(({ text }) => text),
      allowed: undefined,
      allowListEdit: filterEdit(profile),
      gateOf: () => gate,
    });
    if (isPrefixed) server.names = 'prefixed';
    return [withPaths(server, stated)];
  });
}

/** Whether a client of MCP servers returns a value: where its servers are not read, they are loaded at run time. */
export function isOfServers(node: CodeSyntaxNode, { framework, servers }: Profile): boolean {
  const [maker = '', method = ''] = (exportOf(node, framework) ?? '').split('().');
  const { several = {} } = servers;
  return Object.hasOwn(several, maker) && several[maker]?.methods.includes(method) === true;
}

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
  return { approval: { state: 'undecidable', at: open.written(), why } };
}

function filterEdit({ language }: Profile): string {
  return language === 'typescript'
    ? 'List them in `allowedToolNames` of `toolFilter`.'
    : 'List them in `allowed_tool_names` of `tool_filter`.';
}

/** The allow-list in a filter; undecidable for a function. */
function filterOf(filter: CodeSyntaxNode | undefined, profile: Profile): CodeSyntaxNode | undefined {
  if (!filter || filter.kind === 'object') return filter?.get(profile.servers.fields.filterAllowed);
  const name = exportOf(filter, profile.framework);
  const made = name === undefined ? undefined : profile.servers.filters[name];
  if (!made) return filter;
  return (
    filter.call?.options.get(made.allowed) ??
    (profile.language === 'python' ? filter.call?.positional[0] : undefined)
  );
}

/**
 * The gate of a tool of a local server, where the framework has one for such servers (facts on dialects, section 0).
 */
function localGate(
  node: CodeSyntaxNode,
  options: CodeSyntaxNode,
  tool: string | undefined,
  profile: Profile,
): ToolGate {
  const { gate } = profile.servers.fields;
  if (gate === undefined) {
    const ungateable = profile.tools.ungateable.localServer ?? NO_GATE;
    return { approval: { state: 'inexpressible', why: ungateable.why }, ungateable };
  }
  const maker = node.call?.name ?? 'server';
  return interrupting({
    approval: localRequirement(option(options, gate), tool, gate, profile.framework),
    gateRemedy: needing(
      editRemedy(`Set \`${gate}="always"\` in this \`${maker}\``, () => node.edit()?.set(gate, 'always')),
      profile,
      node.call?.name ?? '',
      gate,
    ),
  });
}

/** Servers that the operator calls for the model. */
function hostedGate({ tools }: Profile): ToolGate {
  const ungateable = tools.ungateable.hostedServer ?? NO_GATE;
  return { approval: { state: 'inexpressible', why: ungateable.why }, ungateable };
}

const NO_GATE = {
  why: 'the framework has no approval option for local MCP servers',
  instead: 'Call the server from a tool of your own that requires approval.',
};

/** `require_approval` of a local server: a word, a boolean, lists, a map by tool, or a function. */
function localRequirement(
  node: CodeSyntaxNode | undefined,
  tool: string | undefined,
  option: string,
  framework: Framework,
): Evidence<Approval> {
  if (node === undefined || node.kind === 'null') return { state: 'absent' };
  const at = node.written();
  if (node.scalar === true) return { state: 'shown', value: { by: 'human', stated: 'True' }, at };
  if (node.scalar === false) return { state: 'absent', at };
  if (node.reference?.kind === 'function') return readGate(node, option, framework);
  const own = tool === undefined ? undefined : node.get(tool);
  if (own && own.kind !== 'object') return readRequireApproval(own, tool);
  const hasLists = node.get('always') !== undefined || node.get('never') !== undefined;
  // Without lists it is a map by tool: tools that it does not name need no approval.
  if (node.kind === 'object' && !hasLists) return { state: 'absent', at };
  const listed = (key: string) =>
    node
      .get(key)
      ?.get('tool_names')
      ?.items()
      .some(({ scalar }) => scalar === tool) ?? false;
  const open = openNames(node.get('always')) ?? openNames(node.get('never'));
  if (node.kind === 'object' && !open && !listed('always') && !listed('never'))
    return { state: 'absent', at };
  return readRequireApproval(node, tool);
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

function valuesOf(params: CodeSyntaxNode | undefined): NamedValue[] {
  const environment = params?.get('env');
  const headers = params?.get('headers') ?? params?.get('requestInit')?.get('headers');
  return [...headerValues(environment), ...headerValues(headers)];
}

/** Paths by names: a tool of an allow-list is known by its server and its own name. */
export function withPaths(server: McpServer, node: CodeSyntaxNode): McpServer {
  const path = `mcpServers[${pathName(server.name)}]`;
  server.at = placed(server.at, path, node.at());
  if (node.call?.boundTo !== undefined) server.symbol = node.call.boundTo;
  for (const tool of server.tools) {
    tool.at = placed(tool.at, `${path}.tools[${pathName(tool.name)}]`);
  }
  return server;
}
