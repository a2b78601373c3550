import type { Expression } from '../ir/ir.js';
import { bare } from '../ir/walk.js';
import { MAX_PATHS } from '../limits.js';
import { joinStates, union } from '../values/join.js';
import type { SourceFile } from '../values/source.js';
import {
  type At,
  type CallEvent,
  type ClassValue,
  type Context,
  type EventPath,
  expressionAt,
  type FunctionValue,
  type Instance,
  isSame,
  type ProgramEvent,
  type RecordState,
  type ReturnEvent,
  type Slot,
  type Value,
} from '../values/value.js';
import { ByPlace } from './identity.js';

/** Records what happens during evaluation. */
export interface Records {
  /** Records an event; one of the same place in the same context is joined with it. */
  recordEvent<E extends ProgramEvent>(event: E): E;
  /** Records an assignment to a name, and the call that gives its value. */
  recordAssignment(file: SourceFile, name: string, slot: Slot): void;
  recordFunction(one: FunctionValue): void;
  recordClass(one: ClassValue): void;
  recordInstance(one: Instance): void;
}

/** The records, for queries. */
export interface Recorded {
  /** The number of recorded calls. */
  callCount(): number;
  filesWithEvents(): readonly SourceFile[];
  /** The calls of a file in the order of its text. */
  eventsIn(file: SourceFile): readonly CallEvent[];
  /** The calls at one place, one for each context. */
  eventsAt(call: Expression): readonly CallEvent[];
  /** The call that a function is evaluated for in a context. */
  callerOf(context: Context): CallEvent | undefined;
  /** The name that the result of a call is assigned to. */
  boundTo(call: Expression): string | undefined;
  /** What happens in a file other than calls, in the order in which it ran. */
  eventsOf<K extends OtherKind>(file: SourceFile, kind: K): readonly EventOf<K>[];
  /** What a function returns: one event for each place and context. */
  returnEventsOf(one: FunctionValue): readonly ReturnEvent[];
  /** What it returns at each place, in the order of the text; at last nothing, where it may also return without a value. */
  returnsOf(one: FunctionValue): readonly Slot[];
  /** Every function, in the order of evaluation. */
  readonly functions: readonly FunctionValue[];
  functionsIn(file: SourceFile): readonly FunctionValue[];
  classesIn(file: SourceFile): readonly ClassValue[];
  /** The classes of all files. */
  classes(): Iterable<ClassValue>;
  classCount(): number;
  /** The instances of a class. */
  instancesOf(one: ClassValue): readonly Instance[];
}

/**
 * Nothing was seen yet. `isStale`: whether what happened at some time has happened again, in a later round of a loop.
 */
export function recordsOf(isStale: (clock: number) => boolean): {
  readonly records: Records;
  readonly recorded: Recorded;
} {
  const calls = new ByPlace<CallEvent>();
  const callees = new Map<SourceFile, Expression[]>();
  const sorted = new Map<SourceFile, readonly CallEvent[]>();
  const others = new ByPlace<OtherEvent>();
  const ofFile = new Map<SourceFile, OtherEvent[]>();
  const returns = new Map<object, ReturnEvent[]>();
  const bound = new Map<Expression, string>();
  const assigned = new Map<SourceFile, Map<object, { readonly name: string; readonly slot: Slot }>>();
  const functions: FunctionValue[] = [];
  const functionsByFile = new Map<SourceFile, FunctionValue[]>();
  const seenFunctions = new Set<number>();
  const classes = new Map<SourceFile, Map<number, ClassValue>>();
  const objects = new Map<number, Instance[]>();
  let callCount = 0;
  let classCount = 0;

  const addNew = (event: ProgramEvent): void => {
    if (event.kind === 'call') {
      callCount++;
      sorted.delete(event.file);
      if (calls.all(event.expression).length === 0) listIn(callees, event.file).push(event.expression);
    } else if (event.kind === 'return') {
      if (event.inside) listIn(returns, event.inside.definition).push(event);
    } else listIn(ofFile, event.file).push(event);
  };

  const records: Records = {
    recordEvent(event) {
      const known: ByPlace<ProgramEvent> = event.kind === 'call' ? calls : others;
      const place = event.kind === 'call' ? event.expression : event.place;
      const before = known.get(place, event.context.number) as typeof event | undefined;
      if (!before) {
        addNew(event);
        known.set(place, event.context.number, event);
        return event;
      }
      // The same once more: on another path, or in another round of a loop.
      const isLast = before.paths.every(({ clock }) => isStale(clock));
      if (before.kind === 'call') joinCalls(before, event as CallEvent);
      else joinOthers(before, event as OtherEvent, isLast);
      const [path] = event.paths;
      if (path) before.paths = withPath(before.paths, path, isStale);
      return before;
    },
    recordAssignment(file, name, slot) {
      mapIn(assigned, file).set(slot.written.span, { name, slot });
      const given = bare(expressionAt(slot.written));
      if (given.kind === 'call') bound.set(given, name);
    },
    recordFunction(one) {
      if (seenFunctions.has(one.id)) return;
      seenFunctions.add(one.id);
      functions.push(one);
      listIn(functionsByFile, one.at.file).push(one);
    },
    recordClass(one) {
      const own = mapIn(classes, one.at.file);
      if (!own.has(one.id)) classCount++;
      own.set(one.id, one);
    },
    recordInstance(one) {
      if (!one.of) return;
      const all = listIn(objects, one.of.id);
      if (!all.some(({ id }) => id === one.id)) all.push(one);
    },
  };
  /** Its own; those of all with its definition where it has none, as it has been run for another object. */
  const returnsIn = (one: FunctionValue): readonly ReturnEvent[] => {
    const all = returns.get(one.definition) ?? [];
    const own = all.filter(({ inside }) => inside && isSame(inside, one));
    return own.length > 0 ? own : all;
  };
  const recorded: Recorded = {
    callCount: () => callCount,
    filesWithEvents: () => [...new Set([...callees.keys(), ...ofFile.keys()])],
    eventsIn(file) {
      let known = sorted.get(file);
      if (!known) {
        known = (callees.get(file) ?? [])
          .flatMap((one) => calls.all(one))
          .sort((a, b) => a.expression.start - b.expression.start || b.expression.end - a.expression.end);
        sorted.set(file, known);
      }
      return known;
    },
    eventsAt: (call) => calls.all(call),
    callerOf: ({ call, parent }) => call && parent && calls.get(call.span, parent.number),
    boundTo: (call) => bound.get(call),
    eventsOf: <K extends OtherKind>(file: SourceFile, kind: K) =>
      (ofFile.get(file) ?? []).filter((one): one is EventOf<K> => one.kind === kind),
    returnEventsOf: returnsIn,
    returnsOf(one) {
      const slots = new Map<object, Slot>();
      const events = returnsIn(one);
      for (const { slot } of events) if (slot) slots.set(slot.written.span, slot);
      const isLeft = slots.size > 0 && events.some(({ slot }) => !slot);
      const nothing: Slot = { value: { kind: 'nothing', at: one.at }, written: one.at };
      return [...inOrder(slots.values()), ...(isLeft ? [nothing] : [])];
    },
    functions,
    functionsIn: (file) => functionsByFile.get(file) ?? [],
    classesIn: (file) => [...(classes.get(file)?.values() ?? [])],
    *classes() {
      for (const all of classes.values()) yield* all.values();
    },
    classCount: () => classCount,
    instancesOf: (one) => objects.get(one.id) ?? [],
  };
  return { records, recorded };
}

/** Whatever happens other than calls. */
type OtherEvent = Exclude<ProgramEvent, CallEvent>;

/** Kinds of events that are asked for by file. */
type OtherKind = Exclude<OtherEvent['kind'], 'return'>;

type EventOf<K extends OtherKind> = OtherEvent & { readonly kind: K };

function joinCalls(before: CallEvent, event: CallEvent): void {
  before.target = both(before.target, event.target, placeOf(event));
  before.positional = bothLists(before.positional, event.positional, event);
  before.named = joinStates(before.named, event.named, 'several') as RecordState;
  before.isConditional ||= event.isConditional;
  before.times.push(...event.times);
}

/** `isLast`: the event happens in a later round of a loop, which includes what the rounds before it did. */
function joinOthers(before: OtherEvent, event: OtherEvent, isLast: boolean): void {
  const value = (a: Value, b: Value): Value => (isLast ? b : both(a, b, b.at));
  const slot = (a: Slot, b: Slot): Slot => ({ ...b, value: value(a.value, b.value) });
  if (before.kind === 'set' && event.kind === 'set') {
    before.object = value(before.object, event.object);
    before.key = value(before.key, event.key);
    before.slot = slot(before.slot, event.slot);
  } else if (before.kind === 'enter' && event.kind === 'enter') {
    before.slot = slot(before.slot, event.slot);
    before.given = value(before.given, event.given);
  } else if (before.kind !== 'set' && event.kind === before.kind)
    before.slot = before.slot && event.slot && slot(before.slot, event.slot);
}

/** The ways of an event with one more: what an earlier round of a loop went through is one of what a later one does. */
function withPath(
  paths: readonly EventPath[],
  path: EventPath,
  isStale: (clock: number) => boolean,
): readonly EventPath[] {
  const left = paths.filter(({ clock, guard }) => !isStale(clock) && guard !== path.guard);
  if (left.length < MAX_PATHS) return [...left, path];
  const lost: EventPath = { ...path, guard: { kind: 'lost', clock: path.clock, parent: undefined } };
  return left.some(({ guard }) => guard?.kind === 'lost' && !guard.parent) ? left : [...left, lost];
}

const inOrder = (slots: Iterable<Slot>): Slot[] =>
  [...slots].sort((a, b) => a.written.span.start - b.written.span.start);

function mapIn<K, L, V>(maps: Map<K, Map<L, V>>, key: K): Map<L, V> {
  let found = maps.get(key);
  if (!found) {
    found = new Map();
    maps.set(key, found);
  }
  return found;
}

function listIn<K, V>(lists: Map<K, V[]>, key: K): V[] {
  let found = lists.get(key);
  if (!found) {
    found = [];
    lists.set(key, found);
  }
  return found;
}

const placeOf = ({ file, expression }: CallEvent): At => ({ file, span: expression });

/** What an event has on one path and on another. */
const both = (a: Value, b: Value, at: At): Value => (isSame(a, b) ? a : union([a, b], at, 'several'));

function bothLists(a: readonly Slot[], b: readonly Slot[], event: CallEvent): readonly Slot[] {
  const [long, short] = a.length >= b.length ? [a, b] : [b, a];
  return long.map((slot, index) => {
    const other = short[index];
    return other && !isSame(slot.value, other.value)
      ? { ...slot, value: both(slot.value, other.value, placeOf(event)) }
      : slot;
  });
}
