import { addTo } from '../../model/grouped.js';
import { MAX_GATED, MAX_MEMBERS } from '../limits.js';
import { type Reason, reasonKey } from '../reason.js';
import { joinMaps } from './grown-map.js';
import { ALWAYS, bothGates, eitherGate, LOST } from './guard.js';
import {
  type At,
  type Gate,
  isSame,
  isSameKey,
  type ListState,
  type Open,
  type RecordState,
  type Slot,
  type State,
  unknown,
  type Value,
} from './value.js';

/**
 * The one join. `join(a, a) = a`; it is commutative and associative but for the order of members; `unknown` absorbs
 * nothing. A name that has no value on one side (`undefined`) has that of the other.
 */
function join(a: Value | undefined, b: Value | undefined, at: At, why: Reason): Value | undefined {
  if (!a || !b) return a ?? b;
  if (isSame(a, b)) return a;
  return union([a, b], at, why);
}

/**
 * A list of its size that is kept: one that has grown has places for many more items, and most that are kept are short.
 */
export const exact = <T>(grown: readonly T[]): readonly T[] => grown.slice();

/** The union of several values; the value itself if all are equal. `at`: the place of the choice. */
export function union(
  values: readonly Value[],
  at: At,
  why: Reason,
  gates?: readonly (Gate | undefined)[],
): Value {
  const [alone, ...rest] = values;
  if (alone && rest.length === 0) return alone;
  const members: Value[] = [];
  const own: (Gate | undefined)[] = [];
  const add = (value: Value, gate: Gate | undefined): void => {
    if (value.kind === 'union') {
      for (const [index, one] of value.members.entries()) add(one, bothGates(gate, value.gates?.[index]));
      return;
    }
    const place = members.findIndex((one) => isSame(one, value));
    if (place < 0) {
      members.push(value);
      own.push(gate);
    } else own[place] = eitherGate(own[place], gate);
  };
  for (const [index, value] of values.entries()) {
    // What is cut off is not compared: gates are dropped then.
    if (members.length > MAX_MEMBERS) break;
    add(value, gates?.[index]);
  }
  if (members.length > MAX_MEMBERS) {
    members.splice(MAX_MEMBERS);
    members.push(unknown(at, 'too-many-values'));
  }
  const [first, ...others] = members;
  if (!first) return unknown(at, why);
  if (others.length === 0) return first;
  if (!gates && alone?.kind === 'union' && alone.members.length === members.length) return alone;
  const joined: Value = { kind: 'union', at, why, members: exact(members) };
  return own.some((gate) => gate) && members.length <= MAX_MEMBERS ? { ...joined, gates: own } : joined;
}

/** The state of an object after the join of two branches. */
export function joinStates(a: State, b: State, why: Reason): State {
  if (a === b) return a;
  if (a.kind === 'list' && b.kind === 'list') return joinLists(a, b);
  if (a.kind === 'record' && b.kind === 'record') return joinRecords(a, b, why);
  if (a.kind === 'value' && b.kind === 'value') {
    const value = join(a.value, b.value, a.value.at, why) ?? a.value;
    return value === a.value ? a : { kind: 'value', value };
  }
  return a;
}

/** Whether two states are equal. */
export function isSameState(a: State, b: State): boolean {
  if (a === b) return true;
  if (a.kind === 'value' && b.kind === 'value') return isSame(a.value, b.value);
  if (a.kind === 'list' && b.kind === 'list')
    return (
      a.items.length === b.items.length &&
      (a.open === undefined) === (b.open === undefined) &&
      (a.atLeast ?? a.items.length) === (b.atLeast ?? b.items.length) &&
      a.items.every((slot, index) => isSameSlot(slot, b.items[index]))
    );
  if (a.kind !== 'record' || b.kind !== 'record') return false;
  return (
    a.members.size === b.members.size &&
    (a.open === undefined) === (b.open === undefined) &&
    (a.others?.length ?? 0) === (b.others?.length ?? 0) &&
    [...a.members].every(([key, slot]) => isSameSlot(slot, b.members.get(key)))
  );
}

/** A widened state: its values are possible, and others too. */
export function widened(state: State, at: At, why: Reason): State {
  if (state.kind === 'value')
    return { kind: 'value', value: union([state.value, unknown(at, why)], at, why) };
  return { ...state, open: { why, at } };
}

/** The earlier of two reasons for being open. */
function joinOpen(a: Open | undefined, b: Open | undefined): Open | undefined {
  if (!a || !b || a === b) return a ?? b;
  const first = isBefore(a.at, b.at) || (isAt(a.at, b.at) && reasonKey(a.why) <= reasonKey(b.why)) ? a : b;
  if (a.isOfKeys === b.isOfKeys && a.from === b.from) return first;
  const { why, at, isOfKeys } = a.isOfKeys === b.isOfKeys ? first : a.isOfKeys ? b : a;
  return { why, at, ...(isOfKeys && { isOfKeys }) };
}

const isAt = (a: At, b: At): boolean => a.file.file === b.file.file && a.span.start === b.span.start;

const isBefore = (a: At, b: At): boolean =>
  a.file.file === b.file.file ? a.span.start < b.span.start : a.file.file < b.file.file;

/** The items of both, in order. */
function joinLists(a: ListState, b: ListState): ListState {
  const open = joinOpen(a.open, b.open);
  const atLeast = Math.min(a.atLeast ?? a.items.length, b.atLeast ?? b.items.length);
  const [long, short] = b.items.length > a.items.length ? [b, a] : [a, b];
  const isPrefix = short.items.every((slot, index) => isSameSlot(slot, long.items[index]));
  const items = isPrefix ? long.items : withAll(a.items, b.items);
  const least = atLeast < items.length ? atLeast : undefined;
  if (items === a.items && open === a.open && least === a.atLeast) return a;
  return { kind: 'list', items, open, ...(least !== undefined && { atLeast: least }) };
}

/** Slots, with those of others that are missing. Only slots that are written at one place are compared. */
export function withAll(slots: readonly Slot[], others: readonly Slot[]): readonly Slot[] {
  let from = 0;
  while (from < others.length && slots[from] === others[from]) from++;
  if (from === others.length) return slots;
  const all = [...slots];
  const byPlace = new Map<object, Slot[]>();
  for (const one of slots) addTo(byPlace, one.written.span, one);
  for (const slot of others.slice(from)) {
    if (byPlace.get(slot.written.span)?.some((one) => isSameSlot(one, slot))) continue;
    addTo(byPlace, slot.written.span, slot);
    all.push(slot);
  }
  return all.length === slots.length ? slots : all;
}

const isSameSlot = (a: Slot, b: Slot | undefined): boolean =>
  b !== undefined &&
  (a === b || (a.written.span === b.written.span && isSameKey(a, b) && isSame(a.value, b.value)));

/** A member of only one side may be there. */
export function joinRecords(a: RecordState, b: RecordState, why: Reason): RecordState {
  const members = joinMaps(
    a.members,
    b.members,
    (one, other) => (isSameSlot(one, other) ? one : joinSlots(one, other, why)),
    (one) => perhaps(one, why),
  );
  const open = joinOpen(a.open, b.open);
  const others = withAll(a.others ?? NONE, b.others ?? NONE);
  const spreads = withAll(a.spreads ?? NONE, b.spreads ?? NONE);
  const replaced =
    a.replaced && b.replaced ? new Set([...a.replaced, ...b.replaced]) : (a.replaced ?? b.replaced);
  const base = a.base && isSameSlot(a.base, b.base) ? a.base : undefined;
  return {
    kind: 'record',
    members,
    open,
    ...(base && { base }),
    ...(others.length > 0 && { others }),
    ...(spreads.length > 0 && { spreads }),
    ...(replaced && { replaced }),
  };
}

const NONE: readonly Slot[] = [];

const whyOfMember = (why: Reason): Reason =>
  why === 'several' ? 'conditional' : why === 'in-loop' ? 'around-loop' : why;

/** A member of only one side may be missing. */
function perhaps(slot: Slot, why: Reason): Slot {
  if (why === 'may-run') return slot;
  const nothing: Value = { kind: 'nothing', at: slot.written };
  return { ...slot, value: union([slot.value, nothing], slot.written, whyOfMember(why)) };
}

/** The join of two slots, at the later place. */
function joinSlots(a: Slot, b: Slot, why: Reason): Slot {
  const later = isBefore(b.written, a.written) ? a : b;
  if (isSame(a.value, b.value)) return a;
  return { ...later, value: union([a.value, b.value], later.written, whyOfMember(why)) };
}

/** Larger objects are joined without what each of their members depends on: that would cost their size at each join. */
const isSmall = ({ members }: RecordState): boolean => members.size <= MAX_GATED;

/**
 * A joined state with the gates of what only some of the states have.
 */
export function gatedState(
  joined: State,
  states: readonly (State | undefined)[],
  gates: readonly Gate[],
): State {
  if (joined.kind === 'value') {
    const value = gatedValue(
      joined.value,
      states.map((one) => (one?.kind === 'value' ? one.value : undefined)),
      gates,
    );
    return value === joined.value ? joined : { kind: 'value', value };
  }
  if (joined.kind === 'list') {
    const lists = states.map((one) => (one?.kind === 'list' ? one : undefined));
    if (lists.every((one) => one === joined || one?.items.length === joined.items.length)) return joined;
    if (joined.items.length > MAX_GATED) return lostBeyondShared(joined, lists);
    const items = joined.items.map((slot) => {
      const inSome = lists.map((list) => list?.items.find((one) => isSameSlot(one, slot)));
      if (inSome.every((one) => one && !one.gate)) return slot;
      return {
        ...slot,
        gate: gateOf(
          inSome.map((one) => one && (one.gate ?? ALWAYS)),
          gates,
        ),
      };
    });
    return { ...joined, items };
  }
  if (!isSmall(joined)) return joined;
  const records = states.map((one) => (one?.kind === 'record' ? one : undefined));
  let members: Map<string, Slot> | undefined;
  for (const [key, slot] of joined.members) {
    if (slot.value.kind !== 'union' || records.every((one) => one?.members.get(key) === slot)) continue;
    const value = gatedValue(
      slot.value,
      records.map((one): Value => one?.members.get(key)?.value ?? { kind: 'nothing', at: slot.written }),
      gates,
    );
    members ??= new Map(joined.members);
    members.set(key, { ...slot, value });
  }
  return members ? { ...joined, members } : joined;
}

/** A long list in which the items behind those that all lists share depend on something that is not known. */
function lostBeyondShared(joined: ListState, lists: readonly (ListState | undefined)[]): ListState {
  const { items } = joined;
  const isShared = (slot: Slot, index: number): boolean =>
    lists.every((one) => one && isSameSlot(slot, one.items[index]));
  const end = items.findIndex((slot, index) => !isShared(slot, index));
  if (end < 0) return joined;
  return { ...joined, items: items.map((slot, index) => (index < end ? slot : { ...slot, gate: LOST })) };
}

/** A union with the gate of each of its members. */
function gatedValue(joined: Value, values: readonly (Value | undefined)[], gates: readonly Gate[]): Value {
  if (joined.kind !== 'union') return joined;
  const own = joined.members.map((member) =>
    gateOf(
      values.map((value) => {
        if (value?.kind !== 'union') return value && isSame(value, member) ? ALWAYS : undefined;
        const place = value.members.findIndex((one) => isSame(one, member));
        return place < 0 ? undefined : (value.gates?.[place] ?? 'unknown');
      }),
      gates,
    ),
  );
  return { ...joined, gates: own };
}

/** The gate of what some of several branches have. */
function gateOf(inner: readonly (Gate | 'unknown' | undefined)[], gates: readonly Gate[]): Gate | undefined {
  let found: Gate | undefined;
  for (const [index, own] of inner.entries()) {
    if (own === undefined) continue;
    const gate = own === 'unknown' ? undefined : bothGates(gates[index], own);
    if (!gate) return undefined;
    found = found ? eitherGate(found, gate) : gate;
  }
  return found;
}
