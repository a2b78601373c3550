import type { Approval, Evidence, McpServer, Unresolved } from '../../../model/index.js';
import type { CodeSyntaxNode } from '../../../program/index.js';
import { computed, headerValues, valuesNamed } from '../../agents/tool.js';
import {
  exemptIn,
  isNamedIn,
  readRequireApproval,
  serverOf,
  type ToolGate,
} from '../../servers/mcp-shapes.js';
import { commandText, wordsOf } from '../../servers/server-start.js';
import { argumentValues } from '../../servers/server-values.js';
import { asksSomebody } from '../deciders/deciders.js';
import { type Framework, textOf } from '../framework.js';
import { answeredBy, notKnown } from '../gate-levels.js';
import { gateAnsweredBy, interrupting, readGate } from '../gates.js';
import { folderText } from '../home-folder.js';
import { blocking, gateOfInterceptors, offering, pathText, withPaths } from '../servers.js';
import { NO_NAME } from '../tool-maps.js';
import type { StatedArg } from './catalogue.js';
import { gateRemedy, gateStated } from './gates.js';
import { guardrailsOfCalls } from './guards.js';
import type { Role, Row } from './row.js';
import {
  entryAt,
  type Fact,
  factsIn,
  gives,
  rowsAt,
  type Thing,
  thingAt,
  valueIn,
  worded,
} from './things.js';
import { addressIn } from '../language-rules.js';

/** The servers of a client: each is an entry of its map; undefined where that is not read. */
function readServers(
  client: Thing,
  framework: Framework,
  wanted: readonly string[] = [],
): McpServer[] | undefined {
  const map = valueIn(client, 'servers');
  if (map?.kind !== 'object') return undefined;
  return map.keys().flatMap((key) => {
    const entry = wanted.length === 0 || wanted.includes(key) ? map.get(key) : undefined;
    const thing = entry && entryAt('servers', entry, framework);
    return thing ? [readServer(thing, entry, framework, { key, client })] : [];
  });
}

/** The servers of which a group has the tools: those of its client, or those that it names; undefined where they are not read. */
export function serversOf(node: CodeSyntaxNode, framework: Framework): McpServer[] | undefined {
  const thing = thingAt(node, framework);
  const client = gives(thing, 'toolset') ? thingAt(valueIn(thing, 'tools'), framework) : undefined;
  const named = factsIn(thing, 'servers').map(({ value }) => textOf(value));
  if (!gives(client, 'client') || named.includes(undefined)) return undefined;
  return readServers(client, framework, named as string[]);
}

/** Where a server is: an entry of a client of several, or behind a call that lists its tools. */
interface ServerPlace {
  readonly key?: string;
  readonly client?: Thing;
  readonly listedBy?: Thing;
}

/** Reads a server that the program itself talks to. */
export function readServer(
  thing: Thing,
  node: CodeSyntaxNode,
  framework: Framework,
  entry: ServerPlace = {},
): McpServer {
  const { row, api } = thing.stated;
  const maker = entry.client?.node ?? node;
  const connections = connectionsOf(thing, framework);
  const all = (role: Role) => [thing, ...connections].flatMap((one) => factsIn(one, role));
  // One argument may take either: a text that is no address is a command.
  const isCommand = all('url').some(({ value }) => textOf(value)?.includes('://') === false);
  const stated = (role: Role) =>
    isCommand && (role === 'url' || role === 'command') ? (role === 'url' ? [] : all('url')) : all(role);
  const wordsBy = (read: (node: CodeSyntaxNode) => string | undefined) =>
    wordsOf(stated('command')[0]?.value, stated('args')[0]?.value, read);
  const words = wordsBy(folderText);
  const urlNode = stated('url')[0]?.value;
  const url = textOf(addressIn(urlNode));
  const isHosted = row.transport === 'hosted';
  const known = isHosted ? textOf(valueIn(thing, 'connection')) : undefined;
  const address = url ?? (words.length > 0 ? commandText(words) : known);
  const isStarted = words.length > 0 || stated('command').length > 0;
  const word = textOf(stated('transport')[0]?.value);
  const transport = connections.flatMap((one) => one.stated.row.transport ?? [])[0] ?? transportOf(word);
  const at = entry.client ? node.at('key') : (entry.listedBy?.node ?? node).at();
  const name = nameOf(maker, api);
  const key = /^\w+$/.test(entry.key ?? '') ? entry.key : 'server';
  const lists = listsOf(thing, framework);
  const filters = lists.allow;
  const [filter] = filters;
  // A list without names lets every tool through where the framework tests it for a value.
  const isAll =
    filter?.arg.empty === 'all' && filter.value.kind === 'array' && filter.value.items().length === 0;
  const made = serverOf({
    address: address === undefined ? undefined : { text: address, at, isUrl: url !== undefined },
    urlBegins: urlNode?.begins,
    label: entry.key ?? textOf(valueIn(thing, 'name')) ?? node.call?.boundTo ?? api,
    at,
    transport: isStarted ? 'stdio' : (transportOf(transport ?? row.transport) ?? 'http'),
    values: [
      ...[...stated('env'), ...stated('headers')].flatMap(({ value }) => headerValues(value)),
      ...stated('key').flatMap(({ value, arg }) => valuesNamed(arg.key, value)),
      ...argumentValues(words),
    ],
    words,
    starts: wordsBy(pathText).map(({ text }) => text),
    allowed: isAll || filter?.arg.isRest ? undefined : filter?.value,
    exempt: exemptIn(valueIn(thing, 'gate')),
    allowListEdit: worded((entry.listedBy?.stated.row ?? row).remedy?.filter ?? '', name, key),
    gateOf: (tool) => gateOfClient(entry.client) ?? gateOf(thing, node, framework, tool),
  });
  const isOpen = made.allowedTools.state === 'absent';
  const why = 'an empty list lets every tool through';
  const holder = filter ? undefined : madeElsewhere(thing);
  const [listed] = factsIn(entry.listedBy, 'allow');
  const isPrefixed = valueIn(entry.client, 'prefix')?.scalar === true;
  const names = textOf(valueIn(thing, 'prefix')) || isPrefixed ? 'prefixed' : row.names;
  const denied = filter ? undefined : lists.deny;
  const server: McpServer = {
    ...made,
    ...(isAll && isOpen && { allowedTools: { state: 'absent', at: filter.value.written(), why } }),
    ...(filter?.arg.isRest && namedBy(filters, made)),
    ...(holder && isOpen && { allowedTools: computed(holder) }),
    ...(listed && keyedBy(listed.value, made)),
    ...(names && { names }),
    ...(denied &&
      blocking(
        denied.items().flatMap((one) => textOf(one) ?? []),
        denied.written(),
      )),
    ...(isHosted && { hasOwnGate: true }),
    ...guardrailsOfCalls(thing.facts, thing.maker.call?.options),
  };
  return withPaths(server, maker);
}

/** The lists of names of its tools: its own, or those of a filter. */
function listsOf(
  thing: Thing,
  framework: Framework,
): { readonly allow: readonly Fact[]; readonly deny?: CodeSyntaxNode | undefined } {
  const own = factsIn(thing, 'allow');
  const [{ value } = {}] = own;
  const made = value?.kind === 'object' ? entryAt('allow', value, framework) : thingAt(value, framework);
  return gives(made, 'settings')
    ? { allow: factsIn(made, 'allow'), deny: valueIn(made, 'deny') }
    : { allow: own };
}

/** How a server is reached, by a word; undefined for a word that says nothing of it. */
const transportOf = (word: string | undefined): McpServer['transport'] | undefined =>
  (['stdio', 'http', 'sse'] as const).find((one) => one === word);

/** The tools that arguments name one by one. */
function namedBy(facts: readonly Fact[], server: McpServer): Partial<McpServer> {
  const all = facts.flatMap(({ value }) => (value.spread?.kind === 'array' ? value.spread.items() : [value]));
  const names = all.flatMap((one) => ({ name: textOf(one) ?? '', at: one.written() }));
  const open = all.find((one) => textOf(one) === undefined);
  const list = facts[0]?.value.written() ?? server.at;
  const { allowedTools, tools } = offering(
    server,
    names.filter(({ name }) => name !== ''),
    list,
  );
  return { tools, allowedTools: open ? computed(open) : allowedTools };
}

/** The tools that the keys of a map name; a word in place of a map names none. */
function keyedBy(map: CodeSyntaxNode, server: McpServer): Partial<McpServer> {
  if (map.kind === 'null' || map.kind === 'string') return {};
  const names = map.keys().map((name) => ({ name, at: map.get(name)?.at('key') ?? map.at() }));
  const open = map.kind === 'object' ? map.get(NO_NAME) : map;
  const { allowedTools, tools } = offering(server, names, map.written());
  const why = open?.why ?? 'computed at run time';
  return { tools, allowedTools: open ? notKnown(open.written(), why) : allowedTools };
}

const nameOf = ({ call }: CodeSyntaxNode, api: string): string =>
  call?.boundTo ?? `${call?.callee ?? api}(...)`;

/** What a function returns in place of the argument that has the list of tools: it may have one. */
function madeElsewhere({ node, stated: { args } }: Thing): CodeSyntaxNode | undefined {
  const [arg] = args.filter(({ role, path }) => role === 'allow' && path.length > 1);
  const holder =
    arg && (node.call?.named.get(arg.path[0] ?? '') ?? node.call?.positional[arg.place ?? Number.NaN]);
  // What a class makes has what it is given.
  return holder?.call && !/^[A-Z]/.test(holder.call.name) ? holder : undefined;
}

/** Connections that are stated through other ones are followed no further than this. */
const DEEPEST_CONNECTION = 3;

/** What a server is connected by, the outermost first: where a function makes it, what that returns. */
function connectionsOf(thing: Thing, framework: Framework, depth = 0): Thing[] {
  const value = valueIn(thing, 'connection');
  const made = value?.reference?.kind === 'function' && !value.call ? value.reference.returned : [value];
  const inner = made.length === 1 ? thingAt(made[0], framework) : undefined;
  return inner && depth < DEEPEST_CONNECTION ? [inner, ...connectionsOf(inner, framework, depth + 1)] : [];
}

/** The gate of a client whose functions see each call before it runs. */
const gateOfClient = (client: Thing | undefined): ToolGate | undefined =>
  client?.stated.args.some(({ role, mode }) => role === 'gate' && mode === 'hook')
    ? gateOfInterceptors(valueIn(client, 'gate'))
    : undefined;

/** Whether the operator calls a server: by its row, or by an option. */
function isUngateable(thing: Thing): boolean {
  const roles = thing.stated.args.map(({ role }) => role);
  return roles.includes('hosted')
    ? valueIn(thing, 'hosted')?.scalar === true
    : !roles.includes('gate') && thing.stated.row.ungateable !== undefined;
}

/** The gate of a tool of a server; without a name, of every tool that no list names. */
function gateOf(
  thing: Thing,
  node: CodeSyntaxNode,
  framework: Framework,
  tool: string | undefined,
): ToolGate {
  const { row, args } = thing.stated;
  const rows = rowsAt(node, framework);
  const arg = args.find(({ role }) => role === 'gate');
  // What asks for the calls of any group, if something does.
  const wrapper = rows.giving('toolset').find((one) => one.row.gate && one.row.remedy?.gate);
  const edit = row.remedy?.gate ?? wrapper?.row.remedy?.gate;
  const isByFunction = arg === undefined || arg.mode === 'hook';
  if (isUngateable(thing) || (isByFunction && edit === undefined)) {
    const ungateable = {
      why: 'the framework has no approval option for local MCP servers',
      instead: '',
      ...rows.stated.reasons[row.ungateable ?? ''],
    };
    return { approval: { state: 'inexpressible', why: ungateable.why }, ungateable };
  }
  if (isByFunction) {
    const gateRemedy = { text: worded(edit ?? '', nameOf(thing.node, thing.stated.api)) };
    return { approval: askedByFunction(valueIn(thing, 'gate'), arg?.key ?? ''), gateRemedy };
  }
  if (arg.mode === 'by-name' && !arg.asks) return gateOfNames(thing, row);
  const value = valueIn(thing, 'gate');
  const approval =
    arg.mode === 'by-name'
      ? requirementOf(value, { tool, arg, row }, framework)
      : gateStated(value, arg, framework);
  const [answer] = factsIn(thing, 'answers-by');
  const gate = { approval: interrupting(approval), gateRemedy: gateRemedy(thing, arg) };
  return gateAnsweredBy(gate, answer?.value, answer?.arg.key ?? '');
}

/** What a server requires of the calls of a tool: a word, a truth value or function, a map by tool, or lists of both words. */
function requirementOf(
  node: CodeSyntaxNode | undefined,
  { tool, arg, row }: { tool: string | undefined; arg: StatedArg; row: Row },
  framework: Framework,
): Evidence<Approval> {
  const isHosted = row.transport === 'hosted';
  if (!node || node.kind === 'null')
    return row.gate === 'asks' ? readRequireApproval(undefined, tool) : { state: 'absent' };
  const at = node.written();
  if (isHosted) return readRequireApproval(node, tool, arg.key);
  if (node.scalar === true) return answeredBy('human', 'True', at);
  if (node.scalar === false) return { state: 'absent', at };
  if (node.reference?.kind === 'function') return readGate(node, arg.key, framework);
  const own = tool === undefined ? undefined : node.get(tool);
  if (own && own.kind !== 'object') return readRequireApproval(own, tool, arg.key);
  // A tool that no map and no list names needs no approval.
  if (node.kind === 'object' && !isNamedIn(node, tool)) return { state: 'absent', at };
  return readRequireApproval(node, tool, arg.key);
}

/** The gate of a server that lists the names of tools that ask: which of its tools it names is not known. */
function gateOfNames(thing: Thing, { remedy }: Row): ToolGate {
  const value = valueIn(thing, 'gate');
  const isNone = !value || value.kind === 'null' || (value.kind === 'array' && value.items().length === 0);
  const gateRemedy = { text: worded(remedy?.gate ?? '', nameOf(thing.node, thing.stated.api)) };
  if (isNone) return { approval: { state: 'absent' }, gateRemedy };
  return { approval: notKnown(value.written(), 'it lists the tools that ask'), gateRemedy };
}

/** The gate of a function that each call of a tool of the server goes through. */
function askedByFunction(given: CodeSyntaxNode | undefined, option: string): Evidence<Approval> {
  if (!given || given.kind === 'null') return { state: 'absent' };
  const { reference } = given;
  const asks = reference && asksSomebody(reference);
  if (asks === false) return { state: 'absent' };
  if (!asks) return computed(given);
  return answeredBy('conditional', `${option}: a function asks`, given.written());
}

/** The options of a server that are stated and not read. */
export function unreadOfServer(thing: Thing): Unresolved[] {
  const { call } = thing.node;
  const given = factsIn(thing, 'unread').filter(
    ({ value }) => value.kind !== 'null' && value.scalar !== false,
  );
  return given.map(({ arg, value }) => ({
    what: `\`${arg.key}\` of \`${call?.boundTo ?? call?.callee}\``,
    why: 'agent-lint does not read it yet',
    at: value.written(),
  }));
}
