import type { McpServer, Tool, Unresolved } from '../../../model/index.js';
import type { CodeSyntaxNode } from '../../../program/index.js';
import { changed } from '../../agents/body.js';
import { toolOf } from '../../agents/tool.js';
import { agentsRunBy } from '../agents-in-functions.js';
import { gatedByExecutor, judgedByBody } from '../bodies.js';
import { type CopyWords, readCopiedTool } from '../copied-tools.js';
import { type Framework, textOf, type ToolEntry } from '../framework.js';
import { concluded, notKnown } from '../gate-levels.js';
import { lost, namePlace, pathName, placed } from '../places.js';
import { filteredServers } from '../servers.js';
import { eachOnce, readMap, unreadTool } from '../tool-maps.js';
import { firstParagraph, heldBy, readForeign, readMadeElsewhere, toolItems, ungateable } from '../tools.js';
import { guardrailsOfCalls } from './guards.js';
import { toolkitTools } from '../toolkits.js';
import { MODULE, type StatedArg } from './catalogue.js';
import { gatedByOption } from './gates.js';
import { allowedIn, changedIn, insteadIn } from './groups.js';
import { addedBy, namedIn } from './members.js';
import type { Added } from './row.js';
import { readServer, serversOf, unreadOfServer } from './servers.js';
import {
  entryAt,
  exportAt,
  factsIn,
  gives,
  openOptions,
  registeredWith,
  rowsAt,
  type Thing,
  thingAt,
  valueIn,
} from './things.js';
import { caughtIn, isReportedAtDefinition, takesMaps } from '../language-rules.js';

/** Groups inside groups are not read further than this. */
const DEEPEST = 4;

/** Reads a list of tools, or one thing in the place of a list. What is computed is unresolved, never absent. */
export function readTools(list: CodeSyntaxNode, of: string, framework: Framework, depth = 0): ToolEntry[] {
  if (list.kind === 'null' || depth > DEEPEST) return [];
  const made = list.takenFrom?.object.call ? thingAt(list.takenFrom.object, framework) : undefined;
  // A call that returns tools and their gates.
  if (gives(made, 'toolset') && gives(made, 'gate'))
    return factsIn(made, 'tools').flatMap(({ value }) => readTools(value, of, framework, depth + 1));
  if (list.kind === 'array') {
    const read = (item: CodeSyntaxNode) => readEntry(item, of, framework, depth + 1);
    return toolItems(list, read).flatMap(read);
  }
  if (list.kind === 'object') return readMap(list, depth, { of, framework, readTools, readEntry });
  const chosen = choicesOf(list, framework);
  if (chosen.length > 0) return eachOnce(chosen.flatMap((one) => readTools(one, of, framework, depth + 1)));
  const filtered = filteredServers(list, (one) => serversOf(one, framework));
  if (filtered) return filtered.map((server) => ({ kind: 'server', server }));
  const isTool = list.reference?.kind === 'function' && (!takesMaps(list) || thingAt(list, framework));
  if (isTool || exportAt(list, framework) !== undefined || toolkitTools(list))
    return readEntry(list, of, framework, depth + 1);
  return [unread(list, `the tools of \`${of}\``, undefined)];
}

/** The lists of which one is given: by a condition, or by a function that is no tool and chooses them for a run. */
function choicesOf(list: CodeSyntaxNode, framework: Framework): readonly CodeSyntaxNode[] {
  if (!takesMaps(list)) return [];
  const caught = caughtIn(list);
  if (caught) return [caught];
  if (!list.call && !list.reference) return list.may ?? [];
  return list.reference?.kind === 'function' && !list.call && !thingAt(list, framework)
    ? list.reference.returned
    : [];
}

/** The tool of an entry that is a single one. */
function onlyTool(node: CodeSyntaxNode, of: string, framework: Framework, depth: number): Tool | undefined {
  const [entry, ...others] = readEntry(node, of, framework, depth);
  return entry?.kind === 'tool' && others.length === 0 ? entry.tool : undefined;
}

/** Reads one entry of a list of tools; a group has several. */
export function readEntry(node: CodeSyntaxNode, of: string, framework: Framework, depth = 0): ToolEntry[] {
  const item = node.spread ?? node;
  const given = functionOfModule(item, framework);
  const filtered = item.call ? undefined : filteredServers(item, (one) => serversOf(one, framework));
  if (filtered) return filtered.map((server) => ({ kind: 'server', server }));
  const copied =
    depth < DEEPEST && !completes(item, framework)
      ? readCopiedTool(item, wordsOfCopies(item, framework), (one) => onlyTool(one, of, framework, depth + 1))
      : undefined;
  if (copied) return copied.map((tool) => ({ kind: 'tool', tool }));
  const thing =
    thingAt(given, framework) ??
    (given.kind === 'object' && !given.call ? entryAt('tools', given, framework) : undefined);
  if (isOff(thing)) return [];
  const isDecorated = thing !== undefined && thing.maker !== thing.node;
  if (given.reference?.kind === 'function' && !given.call && !isDecorated) {
    const foreign = readForeign(given);
    if (foreign) return [{ kind: 'tool', tool: foreign }];
  }
  const ofModule = given === item ? undefined : rowsAt(given, framework).rowOf(MODULE);
  if (ofModule && !isDecorated)
    return [
      entryOf({ stated: ofModule, node: given, maker: given, facts: [], unread: [] }, given, framework),
    ];
  if (gives(thing, 'tool')) {
    const own = ownTool(thing, framework);
    return [entryOf(own ?? thing, own?.node ?? given, framework)];
  }
  if (gives(thing, 'server')) {
    const instead = insteadIn(thing);
    const inner = instead && depth < DEEPEST ? readEntry(instead, of, framework, depth + 1) : [];
    if (instead && inner.every(({ kind }) => kind !== 'unresolved')) return allowedIn(thing, inner);
    return [{ kind: 'server', server: readServer(thing, given, framework), unread: unreadOfServer(thing) }];
  }
  if (gives(thing, 'agent')) return [{ kind: 'agent', agents: [given], name: undefined, node: given }];
  if (gives(thing, 'plain')) return [];
  const group = gives(thing, 'toolset') ? readGroup(thing, node, of, framework, depth) : undefined;
  if (group) return group;
  const why = thing && reasonOf(thing, framework);
  if (thing) return [unread(node, `the tools of ${callOf(given)}`, why)];
  // What a member of an export is, is no export.
  const isMember = !given.call && exportAt(given, framework)?.includes('()');
  if (isMember || exportAt(given, framework) === undefined) {
    const tool = readMadeElsewhere(given);
    return [tool ? { kind: 'tool', tool } : unreadTool(node, of)];
  }
  return [unread(node, `${callOf(given)} in the tools of \`${of}\``, 'agent-lint does not read it yet')];
}

/** `{ ...options, execute }`: options that are no tool without their function are not a tool that is copied. */
function completes(node: CodeSyntaxNode, framework: Framework): boolean {
  const thing = entryAt('tools', node, framework);
  const body = thing?.stated.args.find(({ role }) => role === 'body')?.key;
  if (body === undefined || node.copied?.kind !== 'object') return false;
  return node.keys().includes(body) && !node.copied.keys().includes(body);
}

/** Whether the model never sees a thing. */
export const isOff = (thing: Thing | undefined): boolean => valueIn(thing, 'enabled')?.scalar === false;

/** The servers of a client, or an entry that says that they are not read. */
function offeredBy(servers: McpServer[] | undefined, node: CodeSyntaxNode, of: string): ToolEntry[] {
  if (servers) return servers.map((server) => ({ kind: 'server', server }));
  const loadsServers = (node.spread ?? node).at();
  return [{ kind: 'unresolved', unresolved: { ...lost(node, `the tools of \`${of}\``), loadsServers } }];
}

/** What copies of tools may state. */
function wordsOfCopies(node: CodeSyntaxNode, framework: Framework): CopyWords {
  const stated = rowsAt(node, framework).giving('tool');
  const args = stated.flatMap((one) => one.args);
  const keyOf = (is: (arg: StatedArg) => boolean) => args.find(is)?.key;
  return {
    framework,
    gate: keyOf(({ role, mode = 'own' }) => role === 'gate' && mode === 'own'),
    body: keyOf(({ role }) => role === 'body'),
    isOff: (given) => {
      const key = keyOf(({ role }) => role === 'enabled');
      return key !== undefined && given.keys().includes(key) && given.get(key)?.scalar === false;
    },
    guardrails: (given) => {
      const own = args.filter(({ key }) => given.keys().includes(key));
      const facts = own.flatMap((arg) => {
        const value = given.get(arg.key);
        return value ? [{ role: arg.role, value, arg }] : [];
      });
      return guardrailsOfCalls(facts, given);
    },
  };
}

/** The tools of a group: what it is given, and what comes with it; undefined where nothing says so. */
function readGroup(
  thing: Thing,
  node: CodeSyntaxNode,
  of: string,
  framework: Framework,
  depth: number,
): ToolEntry[] | undefined {
  const inner = factsIn(thing, 'tools').flatMap(({ value }) => {
    const client = thingAt(value, framework);
    const isListed = thing.stated.args.some(({ role }) => role === 'allow');
    if (isListed && gives(client, 'server'))
      return [{ kind: 'server' as const, server: readServer(client, value, framework, { listedBy: thing }) }];
    if (gives(client, 'client')) return offeredBy(serversOf(thing.node, framework), node, of);
    return readTools(value, of, framework, depth);
  });
  const known = toolkitTools(node.spread ?? node);
  if (known) {
    const reason = rowsAt(node, framework).stated.reasons[thing.stated.row.ungateable ?? ''];
    return [
      ...known.tools.map(
        (tool): ToolEntry => ({
          kind: 'tool',
          tool: ungateable(tool, reason && { instead: '', ...reason }),
        }),
      ),
      ...known.others.map((one) => unread(one, `a tool of \`${of}\``, undefined)),
    ];
  }
  const given = registeredWith(thing, framework).flatMap((one) => readGiven(one, of, framework));
  const all = [...inner, ...given, ...readAdded(thing, framework)];
  const isRead =
    all.length > 0 ||
    factsIn(thing, 'tools').length > 0 ||
    thing.stated.row.adds ||
    rowsAt(node, framework).registeringOn(thing.stated.api).length;
  return isRead ? changedIn(thing, namedIn(thing, all), framework) : undefined;
}

/** The tools that come with a thing by its row. */
export const readAdded = (thing: Thing, framework: Framework): ToolEntry[] =>
  addedBy(
    thing,
    (tool, added) => withStated(tool, added, thing, framework),
    (api) => {
      const { node } = thing;
      const stated = rowsAt(node, framework).rowOf(api);
      return stated && entryOf({ stated, node, maker: node, facts: [], unread: [] }, node, framework);
    },
  );

/** The function that a module of the project stands for, where a row says that modules are tools. */
function functionOfModule(node: CodeSyntaxNode, framework: Framework): CodeSyntaxNode {
  const { reference } = node;
  if (reference?.kind !== 'module' || !rowsAt(node, framework).rowOf(MODULE)) return node;
  const name = /([^/]+)\.\w+$/.exec(reference.name ?? '')?.[1] ?? '';
  const member = reference.member(name);
  return member?.reference?.kind === 'function' ? member : node;
}

/** Why a row says that something is not read. */
function reasonOf({ stated: { row }, node }: Thing, framework: Framework): string | undefined {
  return row.why === undefined ? undefined : rowsAt(node, framework).stated.reasons[row.why]?.why;
}

const callOf = ({ call, origin }: CodeSyntaxNode): string =>
  call ? `\`${call.callee}()\`` : `\`${origin?.name ?? 'a value'}\``;

function unread(node: CodeSyntaxNode, what: string, why: string | undefined): ToolEntry {
  const one: Unresolved = lost(node, what);
  return { kind: 'unresolved', unresolved: why === undefined ? one : { ...one, why } };
}

/** Whether a call makes a tool of a function, or of a class of the project. */
export const makesTool = (node: CodeSyntaxNode, framework: Framework): boolean => {
  const thing = thingAt(node, framework);
  if (!gives(thing, 'tool')) return false;
  const { row, args } = thing.stated;
  return row.tool?.methods !== undefined || args.some(({ role }) => role === 'body');
};

/** The tools of what a method of an agent or a group is given. */
export function readGiven(thing: Thing, of: string, framework: Framework): ToolEntry[] {
  const { node } = thing;
  if (gives(thing, 'tool'))
    return node.reference?.kind === 'function'
      ? [entryOf(thing, node, framework)]
      : readEntry(node, of, framework);
  if (!gives(thing, 'toolset')) return [];
  if (node.kind === 'array') return readTools(node, of, framework);
  const returned = node.reference?.kind === 'function' ? node.reference.returned : [];
  if (returned.length === 0) return [unread(node, `a toolset of \`${of}\``, undefined)];
  return returned.filter(({ kind }) => kind !== 'null').flatMap((one) => readEntry(one, of, framework));
}

/** A tool stays the same tool where its decorator is called with it again. */
function ownTool({ stated, node, maker }: Thing, framework: Framework): Thing | undefined {
  const isCall = stated.row.decorates && node.call && maker === node;
  const own = isCall ? thingAt(node.call?.positional[0], framework) : undefined;
  return own && own.maker !== own.node && gives(own, 'tool') ? own : undefined;
}

/** A tool, or the agents that it runs. */
export function entryOf(thing: Thing, node: CodeSyntaxNode, framework: Framework): ToolEntry {
  const [called] = factsIn(thing, 'calls');
  const name = textOf(valueIn(thing, 'name'));
  if (called) return { kind: 'agent', agents: [called.value], name, node };
  // What tools of other kinds are given runs what the model writes.
  const body = isFunctionTool(thing) ? bodyOf(thing) : undefined;
  const stated = readTool(thing, node, body, framework);
  const runs = body && stated.approval.state === 'absent' ? agentsRunBy(body, framework) : undefined;
  // The tools of a call that is an agent itself are reported there.
  const tool = runs?.agents.length === 0 ? changed(stated, { kind: 'agent' }) : stated;
  return runs && runs.agents.length > 0
    ? { kind: 'agent', ...runs, runBy: body as CodeSyntaxNode, name: tool.name, node, at: tool.at }
    : { kind: 'tool', tool };
}

const isFunctionTool = ({ stated: { row } }: Thing): boolean => (row.tool?.kind ?? 'function') === 'function';

/** The function that runs for a call: the thing itself, an argument, or a method of its class. */
function bodyOf(thing: Thing): CodeSyntaxNode | undefined {
  const { node, stated } = thing;
  if (node.reference?.kind === 'function' && !node.call) return node;
  const made = node.call?.target.reference;
  const methods = made?.kind === 'class' ? (stated.row.tool?.methods ?? []) : [];
  const own = methods.flatMap((name) => made?.member(name) ?? [])[0];
  const given = valueIn(thing, 'body');
  return own ?? (given?.reference?.kind === 'function' ? given : undefined);
}

function readTool(
  thing: Thing,
  node: CodeSyntaxNode,
  body: CodeSyntaxNode | undefined,
  framework: Framework,
): Tool {
  const { row, api } = thing.stated;
  const { kind = 'function', as } = row.tool ?? {};
  const nameNode = valueIn(thing, 'name');
  const own = body?.reference?.name;
  // A method that is called as the option is has no name of its own.
  const isMethod =
    own !== undefined &&
    (row.tool?.methods?.includes(own) === true ||
      thing.stated.args.some(({ role, key }) => role === 'body' && key === own));
  // Whose name is computed is called by what makes it.
  const isMade = nameNode && !node.call?.target.reference && makesTool(node, framework);
  const unnamed = isMade && node.call ? `${node.call.callee}()` : api;
  const name = textOf(nameNode) ?? as ?? (isMethod ? undefined : own) ?? node.call?.boundTo ?? unnamed;
  const described = textOf(valueIn(thing, 'description')) ?? firstParagraph(body?.reference?.docstring);
  const stated = { name, kind, ...(described === undefined ? {} : { description: described }) };
  const path = `tools[${pathName(name)}]`;
  const at = isReportedAtDefinition(body, row.decorates ? undefined : nameNode)
    ? placed(body.at(), path)
    : namePlace(node, nameNode, path);
  const symbol = (isMethod ? undefined : own) ?? node.call?.boundTo;
  const made: Tool = {
    ...toolOf(stated, at, { state: 'absent' }),
    ...(symbol !== undefined && { symbol }),
    ...(kind === 'function' && guardrailsOfCalls(thing.facts, thing.maker.call?.options)),
    ...heldBy(textOf(valueIn(thing, 'inside'))),
  };
  const [hosted] = factsIn(thing, 'hosted').filter(({ value, arg }) =>
    textOf(value)?.startsWith(arg.begins ?? ''),
  );
  const containedBy = { by: 'container' } as const;
  if (hosted) {
    const reason = rowsAt(node, framework).stated.reasons[hosted.arg.why ?? ''];
    if (reason) return ungateable({ ...made, containedBy }, { instead: '', ...reason });
  }
  const hosts = thing.stated.args.some(({ role }) => role === 'hosts');
  const named = valueIn(thing, 'hosts');
  // A list that is computed is one.
  const isAny = hosts && (!named || named.kind === 'null');
  const held: Tool = {
    ...made,
    ...(hosted && { containedBy }),
    ...(isAny && { chosen: [{ what: 'address', call: `${node.call?.name ?? api}()`, at: node.at() }] }),
  };
  let tool = withStated(held, row.tool ?? {}, thing, framework);
  if (tool.ungateable) return judgedByBody(tool, body);
  tool = gatedByOption(tool, thing, node, framework);
  const arg = thing.stated.args.find(({ role }) => role === 'body');
  // A function that is not read runs in the program, too.
  const isGiven = body ?? valueIn(thing, 'body') ?? openOptions(thing);
  if (!isGiven && row.tool?.withoutBody && arg) {
    const why = `it has no \`${arg.key}\`: the client runs it, and may ask first`;
    tool = concluded(tool, [{ level: 'own', gate: notKnown(node.at(), why) }]);
  }
  return kind === 'function'
    ? judgedByBody(tool, body, node.call?.options ?? node)
    : gatedByExecutor(tool, valueIn(thing, 'body'), row.tool?.methods ?? []);
}

/** A tool with what its row says of its effect, and why nothing can gate it. */
function withStated(
  tool: Tool,
  { effect, openEnded, inside }: Pick<Added, 'effect' | 'openEnded' | 'inside'>,
  { stated: { row }, node }: Thing,
  framework: Framework,
): Tool {
  const held: Tool = {
    ...tool,
    ...(effect && { effect: { effect, confidence: 'high', because: { from: 'kind' } } }),
    ...(openEnded !== undefined && { openEnded }),
    ...(inside && {
      containedBy: inside === 'container' ? { by: 'container' } : { by: 'sandbox', of: 'operator' },
    }),
  };
  const reason =
    row.ungateable === undefined ? undefined : rowsAt(node, framework).stated.reasons[row.ungateable];
  return reason ? ungateable(held, { instead: '', ...reason }) : held;
}
