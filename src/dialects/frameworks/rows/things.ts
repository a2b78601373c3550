import { type CodeSyntaxNode, decoratedIn, type Reference } from '../../../program/index.js';
import { type Fields, type Framework, option } from '../framework.js';
import { copiedBy } from '../copies.js';
import { calledOn, exportOf, instanceName, nameOf } from '../origins.js';
import { registeredOn, registrationsOf } from '../registered-tools.js';
import { NO_NAME } from '../tool-maps.js';
import {
  type Fact,
  FUNCTION,
  givesThing,
  RECEIVER,
  type Rows,
  type StatedArg,
  type StatedRow,
  type Thing,
} from './catalogue.js';
import type { KeptSetting } from '../stored-state.js';
import type { Thing as Kind, Role, Row } from './row.js';
import { namesArguments } from '../language-rules.js';

export type { Fact, Thing };

/** The rows that are in force where a node is. */
export const rowsAt = (node: CodeSyntaxNode, framework: Framework): Rows =>
  framework.rowsOf(node.document.file);

/** The name of what a node is made by or refers to, in the exports of the framework. */
export const exportAt = (node: CodeSyntaxNode, framework: Framework): string | undefined =>
  node.call
    ? (exportOf(node, framework) ?? instanceName(node, framework))
    : nameOf(node.origin, node, framework);

/** The row of the export that a node is made by or refers to. */
export const rowAt = (node: CodeSyntaxNode, framework: Framework): StatedRow | undefined =>
  rowsAt(node, framework).rowOf(exportAt(node, framework));

/** Whether it gives a thing, whatever it is given. */
export function makes(node: CodeSyntaxNode | undefined, kind: Kind, framework: Framework): boolean {
  const stated = node && rowAt(node, framework);
  return stated !== undefined && givesThing(stated.row, kind);
}

/** The thing that a node makes or refers to; undefined where no row names it. */
export function thingAt(
  node: CodeSyntaxNode | undefined,
  framework: Framework,
  depth = 0,
): Thing | undefined {
  if (!node) return undefined;
  const rows = rowsAt(node, framework);
  if (node.reference?.kind === 'function' && !node.call) return thingOfFunction(node, rows, framework);
  const stated = rowAt(node, framework) ?? rows.rowFrom(node.call?.origin) ?? rows.rowOn(node.call);
  if (!stated) return madeBy(node, framework);
  const facts = [
    ...factsOf(node, stated, framework),
    ...givenTo(node, stated, framework).flatMap((one) => (gives(one, 'part') ? one.facts : [])),
  ];
  const unread = unreadOf(node, stated, framework);
  const [same] = facts.filter(isCopy);
  const copied = same && depth < DEEPEST_COPY ? thingAt(same.value, framework, depth + 1) : undefined;
  const all = copied ? [...facts, ...inherited(facts, copied)] : facts;
  return { stated, node, maker: node, facts: all, unread, ...(copied && { copied }) };
}

/** Copies of copies are followed no further than this. */
const DEEPEST_COPY = 8;

/** What a copy does not state and its original has. */
function inherited(facts: readonly Fact[], copied: Thing): Fact[] {
  const keyOf = ({ arg: { path, place }, by }: Fact) => by ?? (path.join('.') || place);
  const stated = new Set(facts.map(keyOf));
  return copied.facts.filter((one) => one.role !== 'same' && !stated.has(keyOf(one)));
}

const isCopy = ({ role, arg }: Fact): boolean => role === 'same' && arg.mode === 'copy';

/** What methods of a thing, or of the original of a copy, are given: `@agent.tool`, `agent.tool(pay)`. */
export const registeredWith = (thing: Thing, framework: Framework): Thing[] => [
  ...givenTo(thing.node, thing.stated, framework).filter((one) => !isExecutedBy(one, thing.node)),
  ...(thing.copied ? registeredWith(thing.copied, framework) : []),
];

/** Whether an agent runs what it is given, and the model of another one calls it. */
const isExecutedBy = (one: Thing, { identity }: CodeSyntaxNode): boolean =>
  factsIn(one, 'executes').some(({ value }) => value.identity === identity) &&
  factsIn(one, 'to').every(({ value }) => value.identity !== identity);

/** The agents that are registered to run a function which the model of another one calls. */
export const executorsOf = (fn: CodeSyntaxNode, framework: Framework): Thing[] =>
  registrationsOf(fn, framework)
    .flatMap(({ maker, name }) => {
      const stated = rowsAt(fn, framework).rowOf(name);
      return stated?.row.decorates ? factsIn(thingGiven(fn, maker, stated, framework), 'executes') : [];
    })
    .flatMap(({ value }) => thingAt(value, framework) ?? []);

function givenTo(node: CodeSyntaxNode, { api }: StatedRow, framework: Framework): Thing[] {
  const rows = rowsAt(node, framework);
  if (rows.registeringOn(api).length === 0) return [];
  return registeredOn(node, framework).flatMap(({ fn, maker, name }) => {
    const stated = rows.rowOf(name);
    return stated?.row.decorates ? [thingGiven(fn, maker, stated, framework)] : [];
  });
}

/** What a decorator, or a call like one, makes of what it is given. */
function thingGiven(
  node: CodeSyntaxNode,
  maker: CodeSyntaxNode,
  stated: StatedRow,
  framework: Framework,
): Thing {
  const args = stated.args.filter(({ place }) => place === 0);
  const own = factsOf(maker, stated, framework).filter(({ arg }) => !args.includes(arg));
  const given = args.map((arg) => ({ role: arg.role, value: node, arg, by: node }));
  return { stated, node, maker, facts: [...given, ...own], unread: [] };
}

/** A function that is passed to what a call of a decorator returns: `tool(ask=True)(refund)`. */
function madeBy({ call }: CodeSyntaxNode, framework: Framework): Thing | undefined {
  const maker = call?.target.call ? call.target : undefined;
  const [body] = call?.positional ?? [];
  const made = maker && body?.reference?.kind === 'function' ? thingAt(maker, framework) : undefined;
  return made?.stated.row.decorates && body ? { ...made, node: body } : undefined;
}

/** An object that states what a row says of an entry in the place of a role: `servers{}`. */
export function entryAt(
  role: Role,
  node: CodeSyntaxNode | undefined,
  framework: Framework,
): Thing | undefined {
  if (!node) return undefined;
  const stated = rowsAt(node, framework).rowOf(`${role}{}`);
  return stated && { stated, node, maker: node, facts: factsOf(node, stated, framework), unread: [] };
}

/** A function of the project: what its decorator makes of it, else what a function without one is. */
function thingOfFunction(node: CodeSyntaxNode, rows: Rows, framework: Framework): Thing | undefined {
  const all = (node.reference?.decorators ?? []).flatMap((one) => {
    const own = rowAt(one, framework);
    if (own) return [{ decorator: one, stated: own }];
    const { maker, name } = decoratorBehind(one, framework) ?? {};
    const stated = rows.rowOf(name);
    return stated?.row.decorates && maker ? [{ decorator: maker, stated }] : [];
  });
  // One that asks for each call does so above and below the others.
  const made = all.find(({ stated }) => stated.row.gate !== undefined) ?? all[0];
  if (made) {
    const { stated, decorator: maker } = made;
    // A part is given the function that it decorates.
    const given = givesThing(stated.row, 'part') ? stated.args.filter(({ place }) => place === 0) : [];
    const ofFunction = given.map((arg) => ({ role: arg.role, value: node, arg, by: node }));
    return {
      stated,
      node,
      maker,
      facts: [...setLater(node, stated), ...factsOf(maker, stated, framework), ...ofFunction],
      unread: [],
    };
  }
  const stated = rows.rowOf(FUNCTION);
  return stated && { stated, node, maker: node, facts: [], unread: [] };
}

/** Gates that a program sets as members of a tool: `refund.ask = True`. */
const setLater = ({ reference }: CodeSyntaxNode, { args }: StatedRow): Fact[] =>
  args.flatMap((arg) => {
    const value = arg.role === 'gate' ? reference?.given?.get(arg.key) : undefined;
    return value ? [{ role: arg.role, value, arg, isSetLater: true as const }] : [];
  });

/**
 * The framework's decorator inside one of the project: `def audited(fn): return tool(fn)`, `partial(tool, ask=True)`.
 */
function decoratorBehind(
  decorator: CodeSyntaxNode,
  framework: Framework,
): { maker: CodeSyntaxNode; name: string | undefined } | undefined {
  const { call, reference } = decorator;
  const [given, ...others] = reference?.kind === 'function' ? reference.returned : [];
  if (given?.call && others.length === 0) {
    // `tool(ask=True)(fn)`
    const maker = given.call.target.call ? given.call.target : given;
    return { maker, name: exportAt(maker, framework) };
  }
  const isPartial = call?.origin?.module === 'functools' && call.name === 'partial';
  const base = isPartial ? call.positional[0] : undefined;
  return base && { maker: decorator, name: exportAt(base, framework) };
}

/** What an object states in place of the arguments of a thing: only what is written there. */
export const statedIn = ({ stated }: Thing, node: CodeSyntaxNode, framework: Framework): Fact[] =>
  factsOf(node, stated, framework, true);

function factsOf(
  node: CodeSyntaxNode,
  { row, args, hooks }: StatedRow,
  framework: Framework,
  isWritten = false,
): Fact[] {
  const made = node.call?.target.reference;
  const ofClass = made?.kind === 'class' ? made : undefined;
  const ofHooks: Fact[] = hooks.flatMap((arg) => {
    if (arg.isDecorator)
      return methodsOf(node.call?.target, arg.path.join('.'), framework).map((value) => ({
        role: arg.role,
        value,
        arg,
      }));
    if (arg.path.length > 1)
      return registeredIn(node, ofClass, arg, framework).map((value) => ({ role: arg.role, value, arg }));
    const value = ofClass?.member(arg.key) ?? argumentOf(node, arg, row);
    return value?.reference || value?.call ? [{ role: arg.role, value, arg, by: value }] : [];
  });
  const ofArgs: Fact[] = args.flatMap((arg) => {
    if (arg.isRest)
      return (node.call?.positional.slice(arg.place) ?? []).map((value) => ({
        role: arg.role,
        value,
        arg,
      }));
    const value = argumentOf(node, arg, row, isWritten) ?? memberOf(arg, ofClass);
    return value ? [{ role: arg.role, value, arg }] : [];
  });
  // What is read with the export that it is registered for says more than that it is passed.
  const isKnown = (fact: Fact): boolean =>
    ofHooks.some(({ role, value }) => role === fact.role && value.identity === fact.value.identity);
  return [...ofArgs.filter((fact) => !isKnown(fact)), ...ofHooks];
}

/** The functions of a class of the project, and of its bases, that are decorated with an export. */
function methodsOf(
  of: CodeSyntaxNode | undefined,
  decorator: string,
  framework: Framework,
): CodeSyntaxNode[] {
  const { reference } = of ?? {};
  if (!of || reference?.kind !== 'class') return [];
  const classes = new Set([of]);
  for (const one of classes) for (const base of one.reference?.bases ?? []) classes.add(base);
  return [...new Set([...classes].map(({ document }) => document))].flatMap(decoratedIn).filter(
    (one) =>
      one.reference?.decorators.some((each) => exportAt(each, framework) === decorator) &&
      // A method of the same name further down takes its place.
      reference.member(one.reference.name ?? '')?.identity === one.identity,
  );
}

/**
 * What a method of a class of the project registers: `self.add(self.pay)` in `register`, or for an export
 * `registry.on(Called, self.check)`. Without a class, what a call registers by itself for an export: `agent.on(Called, check)`.
 */
function registeredIn(
  node: CodeSyntaxNode,
  ofClass: Reference | undefined,
  { path }: StatedArg,
  framework: Framework,
): CodeSyntaxNode[] {
  const [method = '', call, of] = path;
  if (!ofClass) {
    const given = node.call?.name === method ? node.call.positional : [];
    const isFor = (one: CodeSyntaxNode): boolean => exportAt(one, framework) === call;
    return given.some(isFor) ? given.filter((one) => !isFor(one)) : [];
  }
  return (ofClass.member(method)?.reference?.calls ?? []).flatMap((one) => {
    const [first, value] = one.call?.name === call ? (one.call?.positional ?? []) : [];
    if (of === undefined) return first ? [first] : [];
    return first && value && exportAt(first, framework) === of ? [value] : [];
  });
}

/** The text that a class of the project states for an argument of its base: `name = "refund"`. */
function memberOf(
  { path: [first, ...rest] }: StatedArg,
  ofClass: Reference | undefined,
): CodeSyntaxNode | undefined {
  const member = rest.length === 0 && first !== undefined ? ofClass?.member(first) : undefined;
  return member?.scalar === undefined ? undefined : member;
}

/** Roles that computed options are no evidence of. */
const IF_WRITTEN: ReadonlySet<Role> = new Set([
  'unread',
  'state',
  'session',
  'enabled',
  'answers-by',
  'keeps',
  'hosted',
  'inside',
  'beside',
  'prefix',
  'key',
  'base-url',
  'options',
  'remote',
  'same',
]);

/** The same of the options of a run, which may state them in place of its agent. */
const IF_RESTATED: ReadonlySet<Role> = new Set(['ends', 'only', 'changes']);

function isIfWritten({ role, mode, replaces }: StatedArg, row: Row): boolean {
  if (IF_WRITTEN.has(role) || mode === 'all') return true;
  return (IF_RESTATED.has(role) || replaces === true) && !givesThing(row, 'agent');
}

/** A member of an option: also of what a call is given, and of all objects that a function returns. */
function memberIn(node: CodeSyntaxNode, key: string, isWritten: boolean): CodeSyntaxNode | undefined {
  if (node.reference?.kind === 'function' && !node.call) {
    const all = node.reference.returned.map((one) => memberIn(one, key, isWritten));
    return all.includes(undefined) ? undefined : all[0];
  }
  // An argument of a call by its place.
  if (node.call && /^\d+$/.test(key)) return node.call.positional[Number(key)];
  const options = node.call?.options ?? node;
  if (isWritten) return options.keys().includes(key) ? options.get(key) : undefined;
  return node.kind === 'dynamic' && !node.call ? node : options.get(key);
}

/** The options of a call by their names. */
export const optionsIn = (node: CodeSyntaxNode, framework: Framework): Fields =>
  optionsOfThing(thingAt(node, framework)).get;

/** The options of a thing, and each by its name: a copy has those of the one that it copies. */
export function optionsOfThing(
  thing: Thing | undefined,
  depth = 0,
): {
  readonly options: CodeSyntaxNode | undefined;
  readonly get: Fields;
} {
  const options = thing && optionsOf(thing.node, thing.stated.row);
  const other = depth < DEEPEST_COPY && thing?.copied ? optionsOfThing(thing.copied, depth + 1) : undefined;
  return { options, get: (key) => (options && option(options, key)) ?? other?.get(key) };
}

/**
 * The options of a call, or an object that is one: those at the place of its row, or in a spread before it; those that one of
 * its arguments has.
 */
function optionsOf(node: CodeSyntaxNode, { options }: Row): CodeSyntaxNode | undefined {
  const { call } = node;
  if (!call) return node.kind === 'object' ? node : undefined;
  if (options === undefined) return call.options;
  if (typeof options === 'string') {
    const stated =
      option(call.options, options) ?? (namesArguments(node, 0) ? call.positional[0] : undefined);
    return stated?.call?.given ?? stated;
  }
  return call.positional.slice(0, options).find(({ spread }) => spread) ?? call.positional[options];
}

/** The value of an argument: an option by its name, a member of one, or the argument at its place. */
function argumentOf(
  node: CodeSyntaxNode,
  arg: StatedArg,
  row: Row,
  isObject = false,
): CodeSyntaxNode | undefined {
  const { path, place } = arg;
  const { call } = node;
  const [first, ...rest] = path;
  const within = (value: CodeSyntaxNode | undefined) =>
    rest.reduce((one, key) => one && memberIn(one, key, isWritten), value);
  // What is computed may state any option: for a run that is no evidence of a gate.
  const isOfRun = arg.role === 'configures' || (row.gives === 'run' && arg.role === 'gate');
  const isWritten = isObject || isIfWritten(arg, row);
  if (first === RECEIVER)
    return within(
      copiedBy(node) ??
        calledOn(node) ??
        node.takenFrom?.object ??
        (givesThing(row, 'part') ? node : undefined),
    );
  const stated = optionsOf(node, row);
  const placed = place === undefined ? undefined : (call?.passedOn ?? call)?.positional[place];
  const isByName = first !== undefined && namesArguments(node, place);
  const passed = row.options === undefined ? call?.passedOn?.options : undefined;
  const beside = typeof row.options === 'string' ? call?.options : undefined;
  const byName = (of: CodeSyntaxNode | undefined) => {
    if (!isByName || !of) return undefined;
    if (of === beside) return of.keys().includes(first) ? of.get(first) : undefined;
    return isWritten || isOfRun ? memberIn(of, first, true) : option(of, first);
  };
  return within(byName(beside) ?? byName(stated) ?? placed ?? byName(passed));
}

/** Exports of the framework that are given in arguments of which the row says nothing. */
function unreadOf(node: CodeSyntaxNode, { row, args }: StatedRow, framework: Framework): Thing['unread'] {
  const rows = rowsAt(node, framework);
  const options = node.call && optionsOf(node, row);
  if (!options || options.kind === 'dynamic') return [];
  const known = new Set(args.map(({ path }) => path[0]));
  return options.keys().flatMap((key) => {
    const value = known.has(key) ? undefined : options.get(key);
    if (!value || value.kind === 'null') return [];
    const items = value.kind === 'array' ? value.items() : [value];
    const isUnread = (item: CodeSyntaxNode): boolean => {
      const name = item.call || item.origin ? exportAt(item, framework) : undefined;
      // What a method of an export returns is no export.
      return name !== undefined && !name.includes('()') && rows.rowOf(name) === undefined;
    };
    return items.some(isUnread) ? [{ key, value }] : [];
  });
}

/** The options of a thing, or a spread among them, that are computed: each of them may be stated. */
export function openOptions({ node, stated }: Thing): CodeSyntaxNode | undefined {
  const options = optionsOf(node, stated.row);
  return options?.kind === 'dynamic' ? options : options?.get(NO_NAME);
}

/** The facts of a role that a call states, and not only options of it that are computed. */
export function writtenIn(thing: Thing, role: Role): readonly Fact[] {
  const all = factsIn(thing, role);
  if (all.length === 0 || !openOptions(thing)) return all;
  const keys = optionsOf(thing.node, thing.stated.row)?.keys() ?? [];
  return all.filter(
    ({
      arg: {
        path: [first = ''],
      },
    }) => keys.includes(first),
  );
}

/** Whether a thing is of a kind. A call that may be an agent itself is none where it is given the agent that it runs. */
export const gives = (thing: Thing | undefined, kind: Kind): thing is Thing =>
  thing !== undefined &&
  givesThing(thing.stated.row, kind) &&
  !(kind === 'agent' && factsIn(thing, 'runs').length > 0);

/** Whether a call states more of the agent that it is a method of: `agent.with(tools=[pay])`. */
export const holdsReceiver = (thing: Thing | undefined): boolean =>
  gives(thing, 'runner') && factsIn(thing, 'runs').some(({ arg }) => arg.key === RECEIVER);

/** The facts of a role. */
export const factsIn = (thing: Thing | undefined, role: Role): readonly Fact[] =>
  thing?.facts.filter((one) => one.role === role) ?? [];

/** The value of the first fact of a role. */
export const valueIn = (thing: Thing | undefined, role: Role): CodeSyntaxNode | undefined =>
  factsIn(thing, role)[0]?.value;

/** Further options of a thing: another call, or an object, that states them. */
export const settingsOf = (thing: Thing | undefined, framework: Framework): Thing[] =>
  factsIn(thing, 'options').flatMap(({ value }) => {
    const made = value.call ? thingAt(value, framework) : entryAt('options', value, framework);
    return gives(made, 'settings') ? [made] : [];
  });

/** What things state that the operator keeps. What the settings of a run replace is not counted. */
export const stateIn = (things: readonly (Thing | undefined)[]): KeptSetting[] =>
  things.flatMap((thing) =>
    factsIn(thing, 'state').flatMap(({ value, arg: { key, kind, replaces } }) =>
      replaces || !isKept(kind) ? [] : [{ name: key, kind, node: value }],
    ),
  );

/** The setting by which the operator stores each response, where that of a run replaces that of its agent. */
export const storeIn = (things: readonly Thing[]): CodeSyntaxNode | undefined =>
  things
    .flatMap((one) => factsIn(one, 'state'))
    .filter(({ arg }) => arg.replaces)
    .map(({ value }) => value)[0];

const isKept = (kind: StatedArg['kind']): kind is KeptSetting['kind'] =>
  kind === 'response' ||
  kind === 'conversation' ||
  kind === 'previous' ||
  kind === 'thread' ||
  kind === 'cache';

/** A sentence of a row or its file, with the name of what it is about. */
export const worded = (text: string, name: string, key = name): string =>
  text.replaceAll('{name}', name).replaceAll('{key}', key);
