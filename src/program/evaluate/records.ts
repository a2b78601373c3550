import type { Expression, Target } from '../ir/ir.js';
import { bare } from '../ir/walk.js';
import { MAX_TIMES, MAX_WAYS } from '../limits.js';
import { joinStates, union } from '../values/join.js';
import type { SourceFile } from '../values/source.js';
import {
  type CallEvent,
  type ClassValue,
  type FunctionValue,
  isSame,
  type Made,
  originOf,
  type RecordState,
  type Slot,
  type Value,
  type Way,
} from '../values/value.js';
import { ByPlace } from './identity.js';

/** A value given to an environment variable. */
export interface EnvironmentEvent {
  readonly file: SourceFile;
  readonly name: string;
  readonly slot: Slot;
  readonly span: Target;
}

/** What is set in a member of something outside of the project. */
export interface OutsideEvent {
  readonly module: string;
  readonly path: readonly string[];
  readonly slot: Slot;
}

/** What evaluation saw, for those who ask later. */
export interface Records {
  /** Tells a call; one that was told of the same place in the same context is what both are. */
  tell(event: CallEvent): CallEvent;
  /** Tells what a name is given, and by which call. */
  note(file: SourceFile, name: string, slot: Slot): void;
  /** Tells what the returns of a function gave in one run of it. */
  returned(one: FunctionValue, slots: readonly Slot[]): void;
  /** Tells what is set in a member of something outside of the project. */
  givenOutside(object: Value, name: string, slot: Slot, file: SourceFile): void;
  environment(event: EnvironmentEvent): void;
  made(one: FunctionValue): void;
  madeClass(one: ClassValue): void;
  madeObject(one: Made): void;
}

/** The same, to be asked. */
export interface Recorded {
  /** How many calls were told so far. */
  callCount(): number;
  filesWithCalls(): readonly SourceFile[];
  /** The calls of a file in the order of its text. */
  eventsIn(file: SourceFile): readonly CallEvent[];
  /** The calls at one place, one for each context. */
  eventsAt(call: Expression): readonly CallEvent[];
  /** The name that a call is given to. */
  boundTo(call: Expression): string | undefined;
  returnsOf(one: FunctionValue): readonly Slot[];
  outsideIn(file: SourceFile): readonly OutsideEvent[];
  environmentIn(file: SourceFile): readonly EnvironmentEvent[];
  assignedTo(file: SourceFile, name: string): readonly Slot[];
  /** Every function, in the order in which they were made. */
  readonly functions: readonly FunctionValue[];
  functionsIn(file: SourceFile): readonly FunctionValue[];
  classesIn(file: SourceFile): readonly ClassValue[];
  /** The classes of all files. */
  classes(): Iterable<ClassValue>;
  classCount(): number;
  /** The instances of a class. */
  instancesOf(one: ClassValue): readonly Made[];
}

/** Nothing was seen yet. `isStale`: whether what happened at some time has happened again, in a later round of a loop. */
export function recordsOf(isStale: (clock: number) => boolean): {
  readonly records: Records;
  readonly recorded: Recorded;
} {
  const events = new ByPlace<CallEvent>();
  const calls = new Map<SourceFile, Expression[]>();
  const sorted = new Map<SourceFile, readonly CallEvent[]>();
  const environment = new Map<SourceFile, Map<object, EnvironmentEvent>>();
  const bound = new Map<Expression, string>();
  const returns = new Map<object, Map<object, Slot>>();
  const outside = new Map<SourceFile, OutsideEvent[]>();
  const assigned = new Map<SourceFile, Map<object, { readonly name: string; readonly slot: Slot }>>();
  const functions: FunctionValue[] = [];
  const functionsByFile = new Map<SourceFile, FunctionValue[]>();
  const seenFunctions = new Set<number>();
  const classes = new Map<SourceFile, Map<number, ClassValue>>();
  const objects = new Map<number, Made[]>();
  let told = 0;
  let classCount = 0;

  const records: Records = {
    tell(event) {
      const before = events.get(event.expression, event.context.number);
      if (!before) {
        told++;
        sorted.delete(event.file);
        if (events.all(event.expression).length === 0) listIn(calls, event.file).push(event.expression);
        events.set(event.expression, event.context.number, event);
        return event;
      }
      // The same call once more: on another way, or in another turn of a loop.
      before.target = both(before.target, event.target, event);
      before.positional = bothLists(before.positional, event.positional, event);
      before.named = joinStates(before.named, event.named, 'several') as RecordState;
      before.isConditional ||= event.isConditional;
      const [way] = event.ways;
      if (way) {
        before.ways = withWay(before.ways, way, isStale);
        before.times.push(way.clock);
        // The first ones say when it may have run, and the last one.
        if (before.times.length > MAX_TIMES) before.times.splice(MAX_TIMES / 2, 1);
      }
      return before;
    },
    note(file, name, slot) {
      const { span } = slot.written;
      mapIn(assigned, file).set(span, { name, slot });
      const given = bare(span as Expression);
      if (given.kind === 'call') bound.set(given, name);
    },
    returned(one, slots) {
      for (const slot of slots) mapIn(returns, one.definition).set(slot.written.span, slot);
    },
    givenOutside(object, name, slot, file) {
      const origin = originOf(object);
      if (!origin) return;
      const path = [...(origin.dotted === '' ? [] : origin.dotted.split('.')), name];
      listIn(outside, file).push({ module: origin.module, path, slot });
    },
    environment(event) {
      mapIn(environment, event.file).set(event.span, event);
    },
    made(one) {
      if (seenFunctions.has(one.id)) return;
      seenFunctions.add(one.id);
      functions.push(one);
      listIn(functionsByFile, one.at.file).push(one);
    },
    madeClass(one) {
      const own = mapIn(classes, one.at.file);
      if (!own.has(one.id)) classCount++;
      own.set(one.id, one);
    },
    madeObject(one) {
      if (!one.of) return;
      const all = listIn(objects, one.of.id);
      if (!all.some(({ id }) => id === one.id)) all.push(one);
    },
  };
  const recorded: Recorded = {
    callCount: () => told,
    filesWithCalls: () => [...calls.keys()],
    eventsIn(file) {
      let known = sorted.get(file);
      if (!known) {
        known = (calls.get(file) ?? [])
          .flatMap((one) => events.all(one))
          .sort((a, b) => a.expression.start - b.expression.start || b.expression.end - a.expression.end);
        sorted.set(file, known);
      }
      return known;
    },
    eventsAt: (call) => events.all(call),
    boundTo: (call) => bound.get(call),
    returnsOf: (one) => inOrder(returns.get(one.definition)?.values() ?? []),
    outsideIn: (file) => outside.get(file) ?? [],
    environmentIn: (file) =>
      [...(environment.get(file)?.values() ?? [])].sort((a, b) => a.span.start - b.span.start),
    assignedTo: (file, name) =>
      inOrder(
        [...(assigned.get(file)?.values() ?? [])].flatMap((one) => (one.name === name ? one.slot : [])),
      ),
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

/** The ways of an event with one more: what an earlier round of a loop went through is one of what a later one does. */
function withWay(ways: readonly Way[], way: Way, isStale: (clock: number) => boolean): readonly Way[] {
  const left = ways.filter(({ clock, guard }) => !isStale(clock) && guard !== way.guard);
  if (left.length < MAX_WAYS) return [...left, way];
  const lost: Way = { guard: { kind: 'lost', clock: way.clock, parent: undefined }, clock: way.clock };
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

/** What a call has on one way and on another. */
function both(a: Value, b: Value, { file, expression }: CallEvent): Value {
  return union([a, b], { file, span: expression }, 'several');
}

function bothLists(a: readonly Slot[], b: readonly Slot[], event: CallEvent): readonly Slot[] {
  const [long, short] = a.length >= b.length ? [a, b] : [b, a];
  return long.map((slot, index) => {
    const other = short[index];
    return other && !isSame(slot.value, other.value)
      ? { ...slot, value: both(slot.value, other.value, event) }
      : slot;
  });
}
