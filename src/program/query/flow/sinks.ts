import type { Evaluation } from '../../evaluate/index.js';
import type { Expression, Span } from '../../ir/ir.js';
import { bare, lastName } from '../../ir/walk.js';
import { MAX_ALTERNATIVES, MAX_TESTS } from '../../limits.js';
import type { SourceFile } from '../../values/source.js';
import {
  type CallEvent,
  type EventPath,
  expressionAt,
  type FunctionValue,
  type SetEvent,
  type Slot,
  type Union,
  type Value,
} from '../../values/value.js';
import { type Given, lostAt, testOf, withGiven } from './conditions.js';
import type { Path, Paths } from './paths.js';
import {
  type CallShape,
  isOpenRecord,
  madeConstant,
  madeMember,
  madeOf,
  memberSetOn,
  pathOf,
  type Shape,
  shapeOf,
} from './shape.js';

/**
 * What a value must be to count: a constant; an object with these members; `[x]`: a list or an object with an item that is
 * x; `{ '()': 'Allow' }`: what the constructor `Allow` returns.
 */
export type ValuePattern =
  | string
  | number
  | boolean
  | null
  | { readonly [member: string]: ValuePattern }
  | readonly ValuePattern[];

/** A kind of place where a program sets or returns a wanted value. */
export type Sink =
  /** An argument of a call, by its place or name; `*`: any of them. `isEach`: an object written in the list that it is. */
  | {
      readonly kind: 'call';
      readonly name: string;
      readonly argument: number | string;
      readonly isEach?: boolean;
      readonly value: ValuePattern;
    }
  /** A member that is set; `isKeyed`: a key of it. */
  | { readonly kind: 'set'; readonly member: string; readonly isKeyed: boolean; readonly value: ValuePattern }
  /** The result of a function in an option of a call; `options.decide` for a nested option. */
  | { readonly kind: 'return'; readonly option: string; readonly value: ValuePattern };

export const ANY = '*';

/** A place where a program may set or return such a value. */
export interface SinkEvent {
  readonly sink: Sink;
  readonly file: SourceFile;
  readonly place: Span;
  readonly paths: readonly EventPath[];
  /** The call; for a function in an option, the call with the option. */
  readonly call?: CallEvent | undefined;
  /** What identifies the request: the key and the object, or the arguments. */
  readonly subjects: readonly Value[];
  readonly value: Value | undefined;
  /** The function that returns it. */
  readonly by?: FunctionValue | undefined;
  /** The values of which a condition chooses that function. */
  readonly chosenFrom?: Union | undefined;
}

/** The events in a file that may give a value at a sink. `takesOption`: whether a call is one whose options are asked for, `takesResult` one that a value takes effect in. */
export function sinkEventsIn(
  file: SourceFile,
  sinks: readonly Sink[],
  evaluation: Evaluation,
  takesOption: (event: CallEvent) => boolean,
  takesResult: (event: CallEvent) => boolean,
): SinkEvent[] {
  if (sinks.length === 0) return [];
  const sets = evaluation.eventsOf(file, 'set').flatMap((event) => setsAt(event, sinks));
  const calls = evaluation.eventsIn(file).flatMap((event) =>
    sinks.flatMap((sink): SinkEvent[] => {
      if (sink.kind === 'return') return returnsAt(event, sink, evaluation, takesOption);
      return sink.kind === 'set' ? keysSetBy(event, sink) : callsAt(event, sink, evaluation, takesResult);
    }),
  );
  return [...sets, ...calls];
}

/** Kinds of values that have no members to name a request by. */
const UNNAMED: ReadonlySet<Value['kind']> = new Set(['scalar', 'unknown']);

function callsAt(
  event: CallEvent,
  sink: Sink & { kind: 'call' },
  evaluation: Evaluation,
  takesResult: (event: CallEvent) => boolean,
): SinkEvent[] {
  if (!isCalled(event, sink.name) || event.target.kind === 'function') return [];
  const { argument, isEach } = sink;
  const given =
    typeof argument === 'number' ? event.positional[argument] : optionOf(event, argument, evaluation);
  const { file, expression, paths, receivers, positional, named } = event;
  // What a run returned is no answer to it: `messages.push(...result.response.messages)`.
  const isOwn = ({ spread }: Slot): boolean => !spread || !isOfResult(spread, takesResult);
  const whole = argument === ANY ? positional.filter(isOwn) : given ? [given] : [];
  const all = isEach ? whole.flatMap((one) => objectsIn(one, evaluation)) : whole;
  // A plain answer names no request: what it is computed from is no test of one.
  const isAnswer = (one: Slot): boolean => one === given && UNNAMED.has(one.value.kind);
  const others = [...positional, ...named.members.values()].filter((one) => !isAnswer(one));
  const subjects = isEach ? all : [...others, ...receivers.slice(0, 1)];
  const may = sink.value === null ? all.filter(({ value }) => mayBeNothing(value)) : all;
  return may.map((one) => ({
    sink,
    file,
    place: expression,
    paths,
    call: event,
    subjects: subjects.map(({ value }) => value),
    value: one.value,
  }));
}

/** Whether a call is of a name; of what a constructor makes, that is called itself, `Agent()`. */
function isCalled({ expression, target }: CallEvent, name: string): boolean {
  if (lastName(expression.callee) === name) return true;
  return target.kind === 'instance' && `${lastName(target.call.expression.callee)}()` === name;
}

/** The longest text in a pattern: a program that writes no such text writes no such value. */
export function longestText(pattern: ValuePattern): string {
  if (typeof pattern === 'string') return pattern;
  if (typeof pattern !== 'object' || pattern === null) return '';
  return Object.values(pattern)
    .map(longestText)
    .reduce((longest, one) => (one.length > longest.length ? one : longest), '');
}

/** Whether a value is a member of what a call returned, as it is. */
function isOfResult(value: Value, takesResult: (event: CallEvent) => boolean): boolean {
  let at: Value | undefined = value;
  while (at?.kind === 'unknown' || at?.kind === 'external') at = at.takenFrom?.object;
  return at?.kind === 'instance' && takesResult(at.call);
}

/** The objects that are written in a list, or in one of several; what is spread into it from elsewhere is none. */
function objectsIn({ value }: Slot, { machine }: Evaluation): readonly Slot[] {
  const lists = value.kind === 'union' ? value.members : [value];
  const all = lists.flatMap((one) => (one.kind === 'list' ? machine.listState(one).items : []));
  const objects = new Map(all.flatMap((one) => (one.value.kind === 'record' ? [[one.value.id, one]] : [])));
  return [...objects.values()];
}

/** Whether a value is written as none: an unknown one is not taken for it. */
const mayBeNothing = (value: Value): boolean =>
  value.kind === 'nothing' ||
  (value.kind === 'scalar' && value.scalar === null) ||
  (value.kind === 'union' && value.members.some(mayBeNothing));

function setsAt(event: SetEvent, sinks: readonly Sink[]): SinkEvent[] {
  const { file, place, paths, object, key, slot } = event;
  return sinks.flatMap((sink): SinkEvent[] => {
    if (sink.kind !== 'set') return [];
    const isOne = sink.isKeyed
      ? isMember(object, 'object' in place ? place.object : undefined, sink.member)
      : key.kind === 'scalar' && key.scalar === sink.member;
    const subjects = sink.isKeyed ? [key, object] : [object];
    return isOne ? [{ sink, file, place, paths, subjects, value: slot.value }] : [];
  });
}

/** `result.approvals.set(id, true)`, of an object that is not read; `results.approvals.update({ id: True })`. */
function keysSetBy(event: CallEvent, sink: Sink & { kind: 'set' }): SinkEvent[] {
  const { file, expression, paths, receivers, positional } = event;
  const [key, given] = positional;
  const { callee } = expression;
  const { keySetters, recordSetters } = file.language;
  const object = receivers[0]?.value;
  if (!sink.isKeyed || !key || !object || callee.kind !== 'member') return [];
  const isOfAll = !given && recordSetters.has(callee.property);
  if (!isOfAll && !(given && keySetters.has(callee.property))) return [];
  if (!isMember(object, callee.object, sink.member)) return [];
  const place = { sink, file, place: expression, paths };
  if (given) return [{ ...place, subjects: [key.value, object], value: given.value }];
  // All that waits is answered at once: what it is computed from is no test of one.
  return membersOf(key.value).map((value) => ({ ...place, call: event, subjects: [], value }));
}

/** The values of an object, also of one that is made for each of some items. */
function membersOf(value: Value): readonly Value[] {
  const shape = shapeOf(value);
  if (shape.kind === 'record') return [...shape.members.values()];
  const each = shape.kind === 'either' || shape.kind === 'computed' ? shape.each : undefined;
  return each ? [each] : [];
}

/** Whether an object is a member of another one by a name, also where a variable has it. */
function isMember(object: Value, written: Expression | undefined, name: string): boolean {
  if (object.kind === 'union') return object.members.some((one) => isMember(one, written, name));
  const from = written && bare(written);
  if (from?.kind === 'member') return from.property === name;
  if (object.kind === 'external' || object.kind === 'unknown') return object.takenFrom?.name === name;
  if (object.kind === 'parameter') return object.path?.at(-1) === name;
  const place = expressionAt(object.at);
  return object.kind === 'record' && place.kind === 'member' && place.property === name;
}

/** The argument of a name: a keyword, or a member of an object. */
function optionOf(event: CallEvent, name: string, { machine }: Evaluation): Slot | undefined {
  const records = event.positional.flatMap(({ value }) =>
    value.kind === 'record' ? (machine.recordState(value).members.get(name) ?? []) : [],
  );
  return event.named.members.get(name) ?? records[0];
}

/** The results of the functions in an option of a call. */
function returnsAt(
  event: CallEvent,
  sink: Sink & { kind: 'return' },
  evaluation: Evaluation,
  takesOption: (event: CallEvent) => boolean,
): SinkEvent[] {
  const { machine } = evaluation;
  const [first = '', ...path] = sink.option.split('.');
  const start = optionOf(event, first, evaluation);
  const slot = path.reduce<Slot | undefined>((at, name) => {
    const value = at?.value;
    return value?.kind === 'record' || value?.kind === 'instance'
      ? machine.recordState(value).members.get(name)
      : undefined;
  }, start);
  if (!slot || !takesOption(event)) return [];
  const { value: given } = slot;
  const values =
    given.kind === 'union'
      ? given.members
      : given.kind === 'list'
        ? machine.listState(given).items.map(({ value }) => value)
        : [given];
  return values.flatMap((one) => {
    if (one.kind !== 'function') return [];
    return evaluation.returnEventsOf(one).map(
      ({ file, place, paths, slot: returned }): SinkEvent => ({
        sink,
        file,
        place,
        paths,
        call: event,
        subjects: [one],
        value: returned?.value,
        by: one,
        chosenFrom: slot.value.kind === 'union' ? slot.value : undefined,
      }),
    );
  });
}

/** The paths on which a value is the wanted one, as one path: none if it cannot be, and `[]` if it is. */
export function pathTo(value: Value, pattern: ValuePattern, when: When): Path | undefined {
  const { clock } = when;
  const all = matched(value, pattern, when, 0);
  if (all.length === 0) return undefined;
  if (all.some((one) => one.length === 0)) return [];
  const [only, ...others] = all;
  if (only && others.length === 0) return only;
  return [{ kind: 'paths', paths: all, clock }];
}

type Alternatives = readonly Path[];

type Members = Readonly<Record<string, ValuePattern>>;

const ALWAYS: Alternatives = [[]];
const NEVER: Alternatives = [];

/** When a value is asked for, and what is known then. */
interface When {
  readonly clock: number;
  readonly paths: Paths;
  readonly given?: Given | undefined;
}

function matched(computed: Value, pattern: ValuePattern, when: When, depth: number): Alternatives {
  const { clock, paths, given } = when;
  const lost = lostAt(clock);
  if (depth > MAX_TESTS) return [[lost]];
  const value = withGiven(computed, given);
  const shape = shapeOf(value);
  const inner = (of: Value, wanted = pattern): Alternatives => matched(of, wanted, when, depth + 1);
  if (shape.kind === 'gated')
    return bounded(
      shape.branches.flatMap(({ tail, value: one }) =>
        inner(one).map((path) => [...paths.of(tail).map((step) => ({ ...step, clock })), ...path]),
      ),
      clock,
    );
  if (shape.kind === 'either' && shape.members.length > 0) {
    const all = shape.members.map((one) => inner(one));
    if (all.every((paths) => paths.some((path) => path.length === 0))) return ALWAYS;
    return bounded(
      all.flat().map((path) => [lost, ...path]),
      clock,
    );
  }
  if (shape.kind === 'logical' && shape.operator === 'or' && !isOfParts(pattern)) {
    const sides = [true, false].map((isTrue) => testOf(shape.left, isTrue, clock));
    return bounded(
      [shape.left, shape.right].flatMap((one, at) =>
        inner(one).map((path) => [...sides.slice(at, at + 1), ...path]),
      ),
      clock,
    );
  }
  const settled = settledIn(shape);
  if (settled) return inner(settled);
  if (Array.isArray(pattern)) return anyItem(value, pattern[0] as ValuePattern, clock, inner);
  if (typeof pattern === 'object' && pattern !== null)
    return withMembers(value, pattern as Members, clock, inner);
  // A pattern of no value is `null`.
  if (shape.kind === 'constant') return (shape.scalar ?? null) === pattern ? ALWAYS : NEVER;
  return isObject(shape) ? NEVER : isScalar(value, pattern as string | number | boolean | null, clock);
}

const bounded = (paths: Alternatives, clock: number): Alternatives =>
  paths.length > MAX_ALTERNATIVES ? [[lostAt(clock)]] : paths;

/** `Promise.resolve(x)`, `Promise.all(xs)` */
function settledIn(shape: Shape): Value | undefined {
  const called = shape.kind === 'call' ? pathOf(shape.callee)?.dotted : undefined;
  const isPromise = called === 'Promise.resolve' || called === 'Promise.all';
  return isPromise && shape.kind === 'call' ? shape.given[0] : undefined;
}

const isOfParts = (pattern: ValuePattern): boolean => typeof pattern === 'object' && pattern !== null;

/** A value is true, whatever it is. */
const isTrue = (value: Value, clock: number): Alternatives => [[testOf(value, true, clock)]];

/** A value is a constant. */
function isScalar(value: Value, pattern: string | number | boolean | null, clock: number): Alternatives {
  if (typeof pattern === 'boolean') return [[testOf(value, pattern, clock)]];
  const { at } = shapeOf(value);
  return isTrue(madeOf(at, 'equal', [value, madeConstant(at, pattern)]), clock);
}

const startsUpper = (name: string): boolean => name.charAt(0) !== name.charAt(0).toLowerCase();

/** Whether a call creates an object: of a class of the project, or of a package by the name of its class. */
function isConstruction({ event: { target, expression }, callee }: CallShape): boolean {
  const isOfPackage = (pathOf(callee)?.module ?? '') !== '';
  return target.kind === 'class' || expression.isNew || (isOfPackage && startsUpper(lastOf(callee)));
}

/** The last name of what is called. */
const lastOf = (callee: Value): string => pathOf(callee)?.dotted.split('.').at(-1) ?? '';

const isObject = (shape: Shape): boolean =>
  shape.kind === 'record' ||
  shape.kind === 'list' ||
  shape.kind === 'function' ||
  ((shape.kind === 'computed' || shape.kind === 'either') && shape.each !== undefined) ||
  (shape.kind === 'call' && isConstruction(shape));

function anyItem(
  value: Value,
  pattern: ValuePattern,
  clock: number,
  inner: (of: Value, by: ValuePattern) => Alternatives,
): Alternatives {
  const shape = shapeOf(value);
  if (shape.kind === 'constant' || shape.kind === 'function') return NEVER;
  if (shape.kind === 'either' && shape.each) return inner(shape.each, pattern);
  // Whatever decides what it is decides whether one of its items is.
  if (shape.kind === 'computed' && shape.each) {
    // What is made for each of some items is there where these are.
    const filled = testOf(shape.parts[0] ?? value, true, clock);
    const isList = shapeOf(shape.each).kind === 'list';
    return inner(shape.each, isList ? [pattern] : pattern).map((path) => [...path, filled]);
  }
  if (shape.kind !== 'list' && shape.kind !== 'record') return isTrue(value, clock);
  const items = shape.kind === 'list' ? shape.items : [...shape.members.values()];
  const others = shape.isOpen ? [[lostAt(clock)]] : [];
  return bounded([...items.flatMap((one) => inner(one, pattern)), ...others], clock);
}

function withMembers(
  value: Value,
  pattern: Members,
  clock: number,
  inner: (of: Value, by: ValuePattern) => Alternatives,
): Alternatives {
  const { '()': made, ...members } = pattern;
  if (typeof made === 'string') {
    const shape = shapeOf(value);
    const last = shape.kind === 'call' ? lastOf(shape.callee) : undefined;
    if (last !== made) return isObject(shape) || shape.kind === 'constant' ? NEVER : isTrue(value, clock);
  }
  let all = ALWAYS;
  for (const [name, wanted] of Object.entries(members)) {
    const paths = memberPaths(value, name, wanted, clock, inner);
    all = bounded(
      all.flatMap((one) => paths.map((path) => [...one, ...path])),
      clock,
    );
  }
  return all;
}

function memberPaths(
  value: Value,
  name: string,
  wanted: ValuePattern,
  clock: number,
  inner: (of: Value, by: ValuePattern) => Alternatives,
): Alternatives {
  const shape = shapeOf(value);
  const isMade = shape.kind === 'call' && isConstruction(shape);
  const members = shape.kind === 'record' ? shape.members : isMade ? shape.named : undefined;
  const own = members?.get(name);
  const later = isMade ? memberSetOn(shape, name) : undefined;
  if (later) {
    const before = own && later.isPerhaps ? inner(own, wanted) : NEVER;
    return bounded([...inner(later.value, wanted), ...before.map((path) => [...path, lostAt(clock)])], clock);
  }
  if (own) return inner(own, wanted);
  if (shape.kind === 'record') return isOpenRecord(shape) ? [[lostAt(clock)]] : NEVER;
  if (isMade || isObject(shape) || shape.kind === 'constant') return NEVER;
  return inner(madeMember(shape.at, value, name), wanted);
}
