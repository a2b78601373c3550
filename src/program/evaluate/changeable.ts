import type { Heap } from '../values/heap.js';
import { joinStates, union } from '../values/join.js';
import type { Cell } from '../values/scope.js';
import {
  type At,
  type FunctionValue,
  type RecordState,
  type State,
  unknown,
  type Value,
} from '../values/value.js';

/**
 * What other code may change while the program runs, by the place that creates it and its role there: the keys of an object,
 * or `*` for all that it has.
 */
export type Widened = ReadonlyMap<object, ReadonlyMap<string, Changed>>;

interface Changed {
  readonly at: At;
  readonly keys: ReadonlySet<string>;
}

/**
 * What the program took for known, and what functions that may run at any time change of it. Such a function runs when the
 * program is over, as far as an evaluation knows: a test before it would be answered for good.
 */
export interface Changeable {
  /** Notes the number of an object or a name that is created at a place. */
  created(id: number, place: object, role: string): void;
  /** Notes that the program knew what an object has under a key; without a key, whether it has something. */
  asks(object: Value & { readonly id: number }, key?: string): void;
  /** Notes that the program knew the value of a name. */
  asksName(cell: Cell, value: Value): void;
  /** Notes that the program takes a method from an object: it may hand it to code that runs it. */
  takes(method: FunctionValue): void;
  isTaken(method: FunctionValue): boolean;
  /** Runs something that may run at any time in a view of its own, and notes what it changed. */
  anyTime(view: Heap, run: () => void): void;
}

const ALL = '*';
const SEVERAL = -1;

/** Runs by the keys that they asked for or changed; `SEVERAL` for more than one. */
type Runs = Map<string, number>;

interface Asked {
  readonly place: object;
  readonly role: string;
  readonly at: At;
  readonly runs: Runs;
}

/**
 * `widened`: what an evaluation before this one found. `found`: what one run knew and another one changes. A function that
 * makes what it misses (`if (!client) client = connect()`) changes nothing for itself.
 */
export function changeableOf(widened: Widened): Changeable & {
  readonly found: () => Widened;
  /** The state of an object or name with what other code may have given it. */
  readonly widen: ((id: number, state: State) => State) | undefined;
} {
  const asked = new Map<number, Asked>();
  const changed = new Map<number, Runs>();
  const ids = new Map<number, Changed>();
  const taken = new Set<number>();
  /** Which of the runs that may happen at any time is under way; 0: none. */
  let run = 0;
  let runs = 0;
  const ask = (id: number, place: object, role: string, at: At, key: string): void => {
    if (ids.has(id)) return;
    const known = asked.get(id) ?? { place, role, at, runs: new Map<string, number>() };
    asked.set(id, known);
    note(known.runs, key, run);
  };
  return {
    created(id, place, role) {
      const found = widened.get(place)?.get(role);
      if (found) ids.set(id, found);
    },
    asks(object, key = ALL) {
      ask(object.id, placeOf(object), roleOf(object), object.at, key);
    },
    asksName({ id, of, name }, value) {
      if (of && isKnown(value)) ask(id, of, name, value.at, ALL);
    },
    takes: ({ id }) => void taken.add(id),
    isTaken: ({ id }) => taken.has(id),
    anyTime(view, act) {
      const before = run;
      run = ++runs;
      for (const [id, states] of view.statesDuring(act)) {
        const known = changed.get(id) ?? new Map<string, number>();
        changed.set(id, known);
        const was = view.parent?.get(id);
        for (const state of states) for (const key of changedKeys(was, state)) note(known, key, run);
        // What a name is in between, other code may find there.
        const end = view.get(id);
        if (end?.kind === 'value')
          view.set(
            id,
            states.reduce<State>((all, state) => joinStates(all, state, 'may-run'), end),
          );
      }
      run = before;
    },
    found() {
      const found = new Map<object, Map<string, Changed>>();
      for (const [id, by] of changed) {
        const one = asked.get(id);
        const keys = one && met(one.runs, by);
        if (!one || !keys || keys.size === 0) continue;
        const roles = found.get(one.place) ?? new Map<string, Changed>();
        found.set(one.place, roles);
        const { keys: before = [] } = roles.get(one.role) ?? {};
        roles.set(one.role, { at: one.at, keys: new Set([...before, ...keys]) });
      }
      return found;
    },
    widen:
      widened.size === 0
        ? undefined
        : (id, state) => {
            const found = ids.get(id);
            return found ? widenedState(state, found) : state;
          },
  };
}

/** Whether a value is one that answers a test for good. */
export const isKnown = ({ kind }: Value): boolean => kind === 'scalar' || kind === 'nothing';

function note(runs: Runs, key: string, run: number): void {
  const before = runs.get(key);
  if (before !== run) runs.set(key, before === undefined ? run : SEVERAL);
}

/** Where an object is created, and what it is there, as it is numbered. */
const placeOf = (one: Value): object =>
  one.kind === 'instance' ? (one.isGeneric && one.of ? one.of.definition : one.call.expression) : one.at.span;
const roleOf = (one: Value): string =>
  one.kind !== 'instance' ? one.kind : one.isGeneric ? 'generic' : one.of ? 'object' : 'call';

/** The keys that some runs asked for and others change. */
function met(asked: Runs, changed: Runs): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const [key, by] of changed)
    for (const [wanted, of] of asked)
      if ((key === wanted || key === ALL || wanted === ALL) && (by !== of || by === SEVERAL))
        keys.add(wanted === ALL ? key : wanted);
  return keys;
}

function changedKeys(before: State | undefined, after: State | undefined): readonly string[] {
  if (before?.kind !== 'record' || after?.kind !== 'record') return [ALL];
  const keys = [...after.members].flatMap(([key, { value }]) =>
    before.members.get(key)?.value === value ? [] : key,
  );
  const isOpened = after.open !== before.open || after.others?.length !== before.others?.length;
  return isOpened || keys.length === 0 ? [...keys, ALL] : keys;
}

function widenedState(state: State, { at, keys }: Changed): State {
  switch (state.kind) {
    case 'value':
      return { kind: 'value', value: perhaps(state.value) };
    case 'list':
      return state.open ? state : { ...state, atLeast: 0, open: { why: 'may-run', at } };
    case 'record':
      return widenedRecord(state, at, keys);
  }
}

function widenedRecord(state: RecordState, at: At, keys: ReadonlySet<string>): RecordState {
  const members = new Map(state.members);
  for (const key of keys.has(ALL) ? [...members.keys(), ...keys] : keys) {
    const own = members.get(key);
    if (own) members.set(key, { ...own, value: perhaps(own.value) });
    else if (key !== ALL) members.set(key, { value: unknown(at, 'may-run'), written: at });
  }
  return { ...state, members, ...(keys.has(ALL) && { open: state.open ?? { why: 'may-run', at } }) };
}

/** A value, or another one. */
function perhaps(value: Value): Value {
  if (value.kind === 'unknown') return value;
  const isOpen = value.kind === 'union' && value.members.some(({ kind }) => kind === 'unknown');
  return isOpen ? value : union([value, unknown(value.at, 'may-run')], value.at, 'may-run');
}
