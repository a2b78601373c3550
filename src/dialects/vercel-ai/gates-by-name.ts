import { editRemedy, type McpServer, type Remedy, type Tool } from '../../model/index.js';
import {
  type CodeSyntaxNode,
  conditionsOfResult,
  constantIn,
  contains,
  dependsOn,
  type Given,
  type Known,
  type KnownValues,
  type ResultIs,
  resultIs,
  shapeOf,
  testedIn,
  type Traced,
  valueIs,
  type ValuePattern,
  valueWhere,
} from '../../program/index.js';
import { computed } from '../agents/tool.js';
import { noteGatedNames } from '../frameworks/agent-gates.js';
import { isOfModel, isRunSince } from '../frameworks/deciders/deciders.js';
import { withKeptNames } from '../frameworks/deciders/kept-names.js';
import { outcomesOfResult } from '../frameworks/deciders/interruptions.js';
import { isOfOne, sentBy } from '../frameworks/deciders/sent.js';
import { type Setting, settingWithin, switchBy, whenUnset } from '../frameworks/deciders/unset.js';
import type { AskedAt, FoundAgent, Framework } from '../frameworks/framework.js';
import {
  answeredBy,
  asking,
  concluded,
  concludeEach,
  type Gate,
  type GateStatement,
  notKnown,
  weakest,
} from '../frameworks/gate-levels.js';
import { answeredBySent, gateForSome, openBesideCall, toolNamed } from '../frameworks/gates.js';
import { callAt, movedTo } from '../frameworks/places.js';
import { offGate } from '../frameworks/setting-gates.js';
import { givesThing, type Rows, type StatedArg } from '../frameworks/rows/catalogue.js';
import {
  type Fact,
  factsIn,
  gives,
  optionsIn,
  rowsAt,
  type Thing,
  thingAt,
  worded,
} from '../frameworks/rows/things.js';

/** The words of gates that are stated beside the tools. */
interface NamedGates {
  readonly option: string;
  /** The member of an entry with the word; an entry may also be the word. */
  readonly kind: string | undefined;
  readonly asks: string;
  readonly runs: string;
  readonly open: string;
  readonly refuses: string;
}

/** The words of an argument; undefined where it is no map of gates by the names of tools with words of the framework. */
export const wordsOf = ({ role, mode, key, values, valueAt: kind }: StatedArg): NamedGates | undefined =>
  role === 'gate' && mode === 'by-name' && values ? { option: key, kind, ...values } : undefined;

/** The words in which agents of these rows state gates beside their tools. */
export const namedGatesIn = (rows: Rows): readonly NamedGates[] =>
  rows.giving('agent').flatMap(({ args }) => args.flatMap((one) => wordsOf(one) ?? []));

/** What asks a person at the option of an agent with gates by the names of its tools. */
export function asksAt(rows: Rows): readonly AskedAt[] {
  const [gates] = namedGatesIn(rows);
  return gates ? patternsOf(gates.asks, gates).map((value) => ({ option: gates.option, value })) : [];
}

const RUN_BY_OPERATOR: ReadonlySet<Tool['kind']> = new Set([
  'web_search',
  'file_search',
  'code_interpreter',
  'image_generation',
]);

/** Whether the operator of the model runs tools of a kind: what an agent states beside its tools does not reach them. */
const isRunByOperator = (kind: Tool['kind']): boolean => RUN_BY_OPERATOR.has(kind);

/**
 * Gates that an agent states beside its tools: a map by their names, or a function for all. What they state of a tool wins
 * over the tool's own gate. `all`: what each run is given; where it is given several, the weakest gate counts.
 */
export function gateByName(
  { agent, node, framework, rows }: FoundAgent,
  { stated: { args, api } }: Thing,
  all: readonly (CodeSyntaxNode | undefined)[],
): void {
  const own = args.flatMap((one) => wordsOf(one) ?? [])[0];
  if (!node.call?.options) return;
  const reaches = (server: McpServer) => !server.hasOwnGate;
  const gateEach = (gated: (tool: Tool) => Tool, others: readonly GateStatement[]): void => {
    const isGated = ({ kind, ungateable }: Tool) => !ungateable && !isRunByOperator(kind);
    concludeEach(agent, (tool) => (isGated(tool) ? gated(tool) : tool), others, reaches);
  };
  if (!own) {
    const unread = unreadIn(node, api, framework);
    gateEach((tool) => concluded(tool, unread), []);
    return;
  }
  const around = { gates: own, framework };
  const givenFor = (name: string | undefined, base: Gate) => {
    const stated = all.map((given) => ({ given, gate: given && gateOf(given, name, { ...around, base }) }));
    return weakest(stated, ({ gate = base }) => gate);
  };
  const passing = [own.runs, own.open].flatMap((one) => patternsOf(one, own));
  const gated = (tool: Tool): Tool => {
    const { given, gate } = givenFor(tool.name, tool.approval) ?? {};
    const entry = given?.kind === 'object' ? given.get(tool.name) : undefined;
    const at = entry && movedTo(entry.at('key'), tool.at, tool.at.path, entry.at());
    const remedy = remedyFor(tool, node, given, own);
    const one = concluded(tool, [{ level: 'agent', replaces: true, gate, at, remedy }]);
    return withKeptNames(one, entry ?? given, [...passing, null], rows);
  };
  gateEach(gated, [{ level: 'agent', replaces: true, gate: (base) => givenFor(undefined, base)?.gate }]);
  const maps = all.flatMap((given) => (given && (filledBy(given, framework)?.gates ?? given)) ?? []);
  const gateOfEntry = (map: CodeSyntaxNode, name: string) => {
    const entry = map.get(name);
    return entry && statusOf(entry, { ...around, base: { state: 'absent' } });
  };
  noteGatedNames(agent, maps, gateOfEntry, agent.mcpServers.filter(reaches));
}

/** That an agent does not read the gates which other agents of its framework read. */
function unreadIn(node: CodeSyntaxNode, api: string, framework: Framework): GateStatement[] {
  const get = optionsIn(node, framework);
  const [option] = namedGatesIn(rowsAt(node, framework)).map((one) => one.option);
  const unread = get(option);
  if (!unread || unread.kind === 'null') return [];
  const why = `\`${api}\` does not read \`${option}\``;
  return [{ level: 'run', gate: { state: 'absent', at: unread.at('key'), why } }];
}

/** What a gate is read with. `base`: the gate of the tool itself. */
interface Around {
  readonly gates: NamedGates;
  readonly framework: Framework;
  readonly base: Gate;
}

function gateOf(given: CodeSyntaxNode, name: string | undefined, around: Around): Gate | undefined {
  const { gates, framework } = around;
  const wrapped = filledBy(given, framework);
  if (wrapped) return wrapped.gates === undefined ? undefined : filledGate(wrapped, name, around);
  const thing = thingAt(given, framework);
  if (gives(thing, 'gate')) return gateOfThing(thing, name, around);
  if (given.kind === 'null') return undefined;
  if (given.reference?.kind === 'function')
    return statusOf(
      given,
      around,
      name === undefined ? undefined : toolNamed(name, rowsAt(given, framework)),
    );
  if (name === undefined) return given.kind === 'object' ? undefined : computed(given);
  if (given.kind !== 'object') {
    const may = statusesOf(given, gates, undefined, name);
    const { asks, runs, open, refuses } = gates;
    // None of the maps that it may be has an entry for the tool.
    if (may && [asks, runs, open, refuses].every((one) => may(one) === 'never')) return undefined;
    return statusOf(given, around, undefined, name);
  }
  const entry = given.get(name);
  return entry && entry.kind !== 'null' ? statusOf(entry, around) : undefined;
}

/** What a call makes of a gate: it counts where an option says so, or somebody else decides. */
function gateOfThing(thing: Thing, name: string | undefined, around: Around): Gate | undefined {
  const { node: given, stated } = thing;
  const at = given.written();
  const [inner] = factsIn(thing, 'gate');
  const switched = stated.args.find(({ role }) => role === 'enabled');
  const is = factsIn(thing, 'enabled')[0]?.value;
  if (!inner || !switched) {
    const reason = rowsAt(given, around.framework).stated.reasons[stated.row.why ?? ''];
    return notKnown(at, worded(reason?.why ?? 'what it decides is not read', `${stated.api}()`));
  }
  if (is && is.scalar !== false && is.scalar !== true) return computed(is);
  if (is?.scalar === true) return gateOf(inner.value, name, around) ?? openGate(given, around.gates);
  const manner = `without \`${switched.key}: true\``;
  return answeredBy('machine', `${stated.api}()`, (is ?? given).written(), { manner });
}

/** What a call returns with tools and gates: every tool has a gate then, if only the one that it names. */
interface Filled {
  readonly api: string;
  readonly tools: CodeSyntaxNode | undefined;
  readonly gates: CodeSyntaxNode | undefined;
  readonly rest: CodeSyntaxNode | undefined;
  readonly at: CodeSyntaxNode;
}

/** The call of which a value is the tools or the gates, where it returns both. */
function filledBy({ takenFrom }: CodeSyntaxNode, framework: Framework): Filled | undefined {
  const thing = takenFrom?.object.call ? thingAt(takenFrom.object, framework) : undefined;
  if (!thing || !givesThing(thing.stated.row, 'toolset') || !givesThing(thing.stated.row, 'gate'))
    return undefined;
  const gates = factsIn(thing, 'gate');
  const ofMode = (mode: Fact['arg']['mode']) => gates.find(({ arg }) => arg.mode === mode)?.value;
  return {
    api: thing.stated.api,
    tools: factsIn(thing, 'tools')[0]?.value,
    gates: ofMode('by-name'),
    rest: ofMode('default'),
    at: thing.node,
  };
}

/** The gate of a tool behind such a call: that of the map, else what is named for the rest. */
function filledGate(
  { api, gates: given, rest, at }: Filled,
  name: string | undefined,
  around: Around,
): Gate | undefined {
  const own = given && gateOf(given, name, around);
  if (own && own.state !== 'absent') return own;
  return rest ? statusOf(rest, around) : asking(`${api}()`, at.written());
}

const openGate = (node: CodeSyntaxNode, { option: name }: NamedGates): Gate => ({
  state: 'absent',
  at: node.written(),
  why: `\`${name}\` turns approval off`,
});

/**
 * What one entry, or a function, states. `named`: what is known of the arguments of the function. `tool`: the value is that
 * of the whole option, and has the status of the tool under its name.
 */
function statusOf(node: CodeSyntaxNode, around: Around, named?: Given, tool?: string): Gate {
  const { gates } = around;
  const at = node.written();
  const { option: name, asks, runs, open, refuses } = gates;
  const isFunction = node.reference?.kind === 'function';
  const may = statusesOf(node, gates, named, tool);
  const only = may && [asks, runs, open, refuses].find((one) => may(one) === 'always');
  const stated = `${name}: ${only}`;
  if (only === asks) return asking(stated, at);
  if (only === runs) return answeredBy('machine', stated, at);
  // The call is refused each time: nothing runs.
  if (only === refuses) return answeredBy('conditional', stated, at);
  if (only === open) return openGate(node, gates);
  if (!may) return computed(node);
  const isAlone = isFunction && may(asks) === 'never' && refusesAlone(node, around);
  if (isFunction && (asksNobody(may, gates) || isAlone))
    return may(runs) === 'never'
      ? { state: 'absent', at, why: `the function in \`${name}\` asks no person` }
      : answeredBy('machine', name, at, { manner: 'in a function that asks no person' });
  if (isFunction && patternsOf(runs, gates).some((one) => modelDecides(node, one, around.framework)))
    return answeredBy('machine', name, at, { manner: 'in a function that asks a model' });
  const off = switchedOff(node, around, named, tool);
  if (off ?? !isFunction) return off ?? computed(node);
  for (const one of patternsOf(runs, gates)) {
    const why = openBesideCall(node, around.framework, one);
    if (why !== undefined) return notKnown(at, why);
  }
  return gateForSome(node, name, around.framework, patternsOf(runs, gates));
}

/** A status as a function may return it: alone, or in an object with its reason. */
const patternsOf = (status: string, { kind }: NamedGates): readonly ValuePattern[] => [
  status,
  ...(kind === undefined ? [] : [{ [kind]: status }]),
];

type Statuses = (status: string) => ResultIs;

/** How certain each status of a value is, or of what a function returns; undefined where that cannot be said. */
function statusesOf(
  node: CodeSyntaxNode,
  gates: NamedGates,
  given: Given | undefined,
  tool: string | undefined,
): Statuses | undefined {
  const { open } = gates;
  const isFunction = node.reference?.kind === 'function';
  if (isFunction && node.reference?.returned.length === 0)
    return (status) => (status === open ? 'always' : 'never');
  const patterns = (status: string): readonly ValuePattern[] =>
    patternsOf(status, gates).map((one) => (tool === undefined ? one : { [tool]: one }));
  const matches = isFunction ? resultIs : valueIs;
  if (matches(node, open, given) === undefined) return undefined;
  return (status) => {
    const results = patterns(status).map((one) => matches(node, one, given));
    if (results.includes('always')) return 'always';
    return results.every((one) => one === 'never') ? 'never' : 'perhaps';
  };
}

const asksNobody = (may: Statuses, { asks, refuses }: NamedGates): boolean =>
  may(asks) === 'never' && may(refuses) === 'never';

/** Whether the call alone decides that a function which asks for no answer refuses it: nobody lets the others run. */
const refusesAlone = (node: CodeSyntaxNode, { gates, framework }: Around): boolean =>
  [...patternsOf(gates.runs, gates), ...patternsOf(gates.open, gates), null]
    .flatMap((one) => outcomesOfResult(node, one, framework)?.outcomes ?? [])
    .every((one) => one.kind === 'answered' && (one.request ? one.request.by === undefined : !one.unless));

/**
 * A gate that a value of the request switches off, or that is off unless a setting is made; undefined for any other one,
 * and where the tool's own gate would ask instead.
 */
function switchedOff(
  node: CodeSyntaxNode,
  { gates, framework, base }: Around,
  named: Given | undefined,
  tool: string | undefined,
): Gate | undefined {
  if (base.state !== 'absent') return undefined;
  const at = node.written();
  let sent: string | undefined;
  const { file, start, end } = node.offsets;
  // What the function itself is given is the call that it decides about.
  const isGiven = (one: Traced): boolean => isOfOne(one, [{ file, start, end }]);
  const isSent = (value: Traced): boolean => {
    if (dependsOn(value, (one) => isGiven(one) || undefined) !== false) return false;
    const shape = shapeOf(value);
    const sides = shape.kind === 'compare' ? [shape.left, shape.right] : [value];
    const text = sides.map((one) => sentBy(one, node, framework)).find((one) => one !== undefined);
    sent ??= text;
    return text !== undefined;
  };
  const asks = [true, false].map((on) => {
    const may = statusesOf(node, gates, (value) => named?.(value) ?? (isSent(value) ? on : undefined), tool);
    return may && !asksNobody(may, gates);
  });
  if (sent !== undefined && asks.includes(true) && asks.includes(false))
    return answeredBySent(gates.option, sent, at);
  let decided: { readonly value: Traced; readonly setting: Setting } | undefined;
  const asksWhere = (known: (value: Traced) => Known | undefined): boolean | undefined => {
    const where: Given = (value) => {
      const own = named?.(value);
      if (own !== undefined || constantIn(value)) return own;
      const setting = decided ? undefined : settingWithin(value);
      if (setting) decided = { value, setting };
      const is = known(value);
      return is && (typeof is.value === 'string' ? is.value : Boolean(is.value));
    };
    const may = statusesOf(node, gates, where, tool);
    // Which settings decide is known once the statuses are.
    return may && !asksNobody(may, gates);
  };
  if (asksWhere(whenUnset) !== false || !decided) return undefined;
  const { value, setting } = decided;
  const isOn = (given: KnownValues): boolean => asksWhere((one) => valueWhere(one, given)) === true;
  return offGate(switchBy(value, setting, isOn), at);
}

/** The edit that makes a tool require approval beside the tools: `toolApproval: { refund: 'user-approval' }`. */
function remedyFor(
  { name }: Tool,
  node: CodeSyntaxNode,
  given: CodeSyntaxNode | undefined,
  { option: key, asks }: NamedGates,
): Remedy {
  const written = /^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`;
  const entry = `${key}: { ${written}: '${asks}' }`;
  const then = 'each call of it then ends the run with a request that a person answers';
  if (given === undefined || given.kind === 'null')
    return editRemedy(
      `Add \`${entry}\` to ${callAt(node)}`,
      () => node.edit()?.merge({ [key]: { [name]: asks } }),
      then,
    );
  if (given.reference?.kind === 'function')
    return { text: `Return \`'${asks}'\` for \`${name}\` from \`${key}\`: ${then}.` };
  if (given.kind !== 'object') return { text: `Set \`${entry}\` in every case: ${then}.` };
  const stated = given.keys().includes(name) ? given.get(name) : undefined;
  return stated
    ? editRemedy(`Set \`${entry}\``, () => stated.edit()?.replace(asks), then)
    : editRemedy(
        `Add \`${written}: '${asks}'\` to \`${key}\``,
        () => given.edit()?.merge({ [name]: asks }),
        then,
      );
}

/** Whether the answer of a model decides that a function returns a value: it is tested before. */
const modelDecides = (node: CodeSyntaxNode, result: ValuePattern, framework: Framework): boolean =>
  conditionsOfResult(node, result)?.some(({ began, conditions }) =>
    conditions.some((guards) =>
      testedIn(guards).some((value) =>
        contains(value, (one) => isRunSince(one, began, framework) || isOfModel(one, framework)),
      ),
    ),
  ) ?? false;
