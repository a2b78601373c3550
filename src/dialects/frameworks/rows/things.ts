import {
  type CodeDocument,
  type CodeSyntaxNode,
  decoratedIn,
  grammarOf,
  type Reference,
} from '../../../program/index.js';
import { type Fields, type Framework, option } from '../framework.js';
import { copiedBy } from '../copies.js';
import { calledOn, exportOf, instanceName, nameOf } from '../origins.js';
import { registeredOn } from '../registered-tools.js';
import { NO_NAME } from '../tool-maps.js';
import { FUNCTION, givesThing, RECEIVER, type Rows, type StatedArg, type StatedRow } from './catalogue.js';
import type { KeptSetting } from '../stored-state.js';
import type { Thing as Kind, Role, Row } from './row.js';

/** Something that one statement of a program says of a thing. Facts are made once and never change. */
export interface Fact {
  readonly role: Role;
  readonly value: CodeSyntaxNode;
  readonly arg: StatedArg;
  /** What states it, where it is no argument: a method of the class. */
  readonly by?: CodeSyntaxNode;
  /** The tools that it is about; left out: all. */
  readonly ofTools?: readonly string[];
}

/** A call, a name or a function of a program that a row names. Its place is that of the reference to it. */
export interface Thing {
  readonly stated: StatedRow;
  readonly node: CodeSyntaxNode;
  /** What states its arguments: itself, or the decorator of a function. */
  readonly maker: CodeSyntaxNode;
  readonly facts: readonly Fact[];
  /** Exports of the framework in arguments that no row names. */
  readonly unread: readonly { readonly key: string; readonly value: CodeSyntaxNode }[];
}

/** The rows that are in force where a node is. */
export const rowsAt = (node: CodeSyntaxNode, framework: Framework): Rows | undefined =>
  framework.rowsOf(node.document.file);

/** The name of what a node is made by or refers to, in the exports of the framework. */
export const exportAt = (node: CodeSyntaxNode, framework: Framework): string | undefined =>
  node.call
    ? (exportOf(node, framework) ?? instanceName(node, framework))
    : nameOf(node.origin, node, framework);

/** The thing that a node makes or refers to; undefined where no row names it. */
export function thingAt(
  node: CodeSyntaxNode | undefined,
  framework: Framework,
  depth = 0,
): Thing | undefined {
  const rows = node && rowsAt(node, framework);
  if (!node || !rows) return undefined;
  if (node.reference?.kind === 'function' && !node.call) return thingOfFunction(node, rows, framework);
  const stated = rows.rowOf(exportAt(node, framework)) ?? rows.rowFrom(node.call?.origin);
  if (!stated) return undefined;
  const facts = [
    ...factsOf(node, stated, framework),
    ...givenTo(node, stated, framework).flatMap((one) => (gives(one, 'part') ? one.facts : [])),
  ];
  const unread = unreadOf(node, stated, framework);
  return { stated, node, maker: node, facts: [...facts, ...copied(facts, framework, depth)], unread };
}

/** Copies of copies are followed no further than this. */
const DEEPEST_COPY = 8;

/** What a copy does not state and its original has. */
function copied(facts: readonly Fact[], framework: Framework, depth: number): Fact[] {
  const [same] = facts.filter(isCopy);
  const other = same && depth < DEEPEST_COPY ? thingAt(same.value, framework, depth + 1) : undefined;
  const keyOf = ({ arg: { path, place }, by }: Fact) => by ?? (path.join('.') || place);
  const stated = new Set(facts.map(keyOf));
  return (other?.facts ?? []).filter((one) => one.role !== 'same' && !stated.has(keyOf(one)));
}

const isCopy = ({ role, arg }: Fact): boolean => role === 'same' && arg.mode === 'copy';

/** What methods of a thing, or of the original of a copy, are given: `@agent.tool`, `agent.tool(pay)`. */
export function registeredWith(thing: Thing, framework: Framework, depth = 0): Thing[] {
  const [same] = thing.facts.filter(isCopy);
  const other = same && depth < DEEPEST_COPY ? thingAt(same.value, framework) : undefined;
  return [
    ...givenTo(thing.node, thing.stated, framework),
    ...(other ? registeredWith(other, framework, depth + 1) : []),
  ];
}

function givenTo(node: CodeSyntaxNode, { api }: StatedRow, framework: Framework): Thing[] {
  const rows = rowsAt(node, framework);
  if (!rows || rows.registeringOn(api).length === 0) return [];
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

/** What a function or a call of a file adds to all agents of the program. */
export function widePartsIn(
  document: CodeDocument,
  calls: readonly CodeSyntaxNode[],
  framework: Framework,
): Thing[] {
  const decorated = decoratedIn(document).flatMap((node) =>
    (node.reference?.decorators ?? []).flatMap((maker): Thing[] => {
      const stated = rowsAt(node, framework)?.rowOf(exportAt(maker, framework));
      const given = stated?.args.find(({ place }) => place === 0);
      if (stated?.row.reach === undefined || !given) return [];
      const facts = [...factsOf(maker, stated, framework), { role: given.role, value: node, arg: given }];
      return [{ stated, node, maker, facts, unread: [] }];
    }),
  );
  const made = calls.flatMap((node) => {
    const thing = thingAt(node, framework);
    return thing?.stated.row.reach && thing.facts.some(({ arg }) => arg.place === 0) ? [thing] : [];
  });
  return [...decorated, ...made];
}

/** An object that states what a row says of an entry in the place of a role: `servers{}`. */
export function entryAt(
  role: Role,
  node: CodeSyntaxNode | undefined,
  framework: Framework,
): Thing | undefined {
  if (!node) return undefined;
  const stated = rowsAt(node, framework)?.rowOf(`${role}{}`);
  return stated && { stated, node, maker: node, facts: factsOf(node, stated, framework), unread: [] };
}

/** A function of the project: what its decorator makes of it, else what a function without one is. */
function thingOfFunction(node: CodeSyntaxNode, rows: Rows, framework: Framework): Thing | undefined {
  const all = (node.reference?.decorators ?? []).flatMap((decorator) => {
    const stated = rows.rowOf(exportAt(decorator, framework));
    return stated ? [{ decorator, stated }] : [];
  });
  // One that asks for each call does so above and below the others.
  const made = all.find(({ stated }) => stated.row.gate !== undefined) ?? all[0];
  if (made) {
    const { stated, decorator: maker } = made;
    // A part is given the function that it decorates.
    const given = givesThing(stated.row, 'part') ? stated.args.filter(({ place }) => place === 0) : [];
    const ofFunction = given.map((arg) => ({ role: arg.role, value: node, arg, by: node }));
    return { stated, node, maker, facts: [...factsOf(maker, stated, framework), ...ofFunction], unread: [] };
  }
  const stated = rows.rowOf(FUNCTION);
  return stated && { stated, node, maker: node, facts: [], unread: [] };
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
  return [
    ...args.flatMap((arg) => {
      if (arg.isRest)
        return (node.call?.positional.slice(arg.place) ?? []).map((value) => ({
          role: arg.role,
          value,
          arg,
        }));
      const value = argumentOf(node, arg, row, isWritten) ?? memberOf(arg, ofClass);
      return value ? [{ role: arg.role, value, arg }] : [];
    }),
    ...hooks.flatMap((arg) => {
      if (arg.isDecorator)
        return methodsOf(node.call?.target, arg.path.join('.'), framework).map((value) => ({
          role: arg.role,
          value,
          arg,
        }));
      if (arg.path.length > 1)
        return registeredIn(ofClass, arg, framework).map((value) => ({ role: arg.role, value, arg }));
      const value = ofClass?.member(arg.key) ?? argumentOf(node, arg, row);
      return value?.reference || value?.call ? [{ role: arg.role, value, arg, by: value }] : [];
    }),
  ];
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
 * `registry.on(Called, self.check)`.
 */
function registeredIn(
  ofClass: Reference | undefined,
  { path }: StatedArg,
  framework: Framework,
): CodeSyntaxNode[] {
  const [method = '', call, of] = path;
  return (ofClass?.member(method)?.reference?.calls ?? []).flatMap((one) => {
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
const IF_WRITTEN: ReadonlySet<Role> = new Set(['unread', 'state', 'remote', 'same', 'hosted']);

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
  const options = node.call?.options ?? node;
  if (isWritten) return options.keys().includes(key) ? options.get(key) : undefined;
  return node.kind === 'dynamic' && !node.call ? node : options.get(key);
}

/** The options of a call by their names, as solvers read them that serve profiles, too. */
export const optionsIn = (node: CodeSyntaxNode, framework: Framework): Fields =>
  optionsOfThing(thingAt(node, framework)).get;

/** The options of a thing, and each by its name. */
export function optionsOfThing(thing: Thing | undefined): {
  readonly options: CodeSyntaxNode | undefined;
  readonly get: Fields;
} {
  const options = thing && optionsOf(thing.node, thing.stated.row);
  return { options, get: (key) => options && option(options, key) };
}

/** The options of a call, or an object that is one: those at the place of its row, or in a spread before it. */
export function optionsOf(node: CodeSyntaxNode, { options }: Row): CodeSyntaxNode | undefined {
  const { call } = node;
  if (!call) return node.kind === 'object' ? node : undefined;
  if (options === undefined) return call.options;
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
  // Outside of Python, an object among arguments that have places is no list of options.
  const isByName = first !== undefined && (place === undefined || grammarOf(node.document.file) === 'python');
  const passed = row.options === undefined ? call?.passedOn?.options : undefined;
  const byName = (of: CodeSyntaxNode | undefined) => {
    if (!isByName || !of) return undefined;
    return isWritten || isOfRun ? memberIn(of, first, true) : option(of, first);
  };
  return within(byName(stated) ?? placed ?? byName(passed));
}

/** Exports of the framework that are given in arguments of which the row says nothing. */
function unreadOf(node: CodeSyntaxNode, { row, args }: StatedRow, framework: Framework): Thing['unread'] {
  const rows = rowsAt(node, framework);
  const options = node.call && optionsOf(node, row);
  if (!options || !rows || options.kind === 'dynamic') return [];
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

/** The options of a thing, or a spread among them, that are computed: any of them may be stated. */
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

/** Whether a thing is of a kind. */
export const gives = (thing: Thing | undefined, kind: Kind): thing is Thing =>
  thing !== undefined && givesThing(thing.stated.row, kind);

/** The facts of a role. */
export const factsIn = (thing: Thing | undefined, role: Role): readonly Fact[] =>
  thing?.facts.filter((one) => one.role === role) ?? [];

/** The value of the first fact of a role. */
export const valueIn = (thing: Thing | undefined, role: Role): CodeSyntaxNode | undefined =>
  factsIn(thing, role)[0]?.value;

/** What calls state that the operator keeps. */
export const stateIn = (nodes: readonly CodeSyntaxNode[], framework: Framework): KeptSetting[] =>
  nodes.flatMap((node) =>
    factsIn(thingAt(node, framework), 'state').flatMap(({ value, arg: { key, kind } }) =>
      kind === undefined ? [] : [{ name: key, kind, node: value }],
    ),
  );

/** A sentence of a row or its file, with the name of what it is about. */
export const worded = (text: string, name: string, key = name): string =>
  text.replaceAll('{name}', name).replaceAll('{key}', key);
