import { MAX_MEMBERS } from '../limits.js';
import { joinMaps } from './grown-map.js';
import {
  type At,
  isSame,
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
export function join(a: Value | undefined, b: Value | undefined, at: At, why: string): Value | undefined {
  if (!a || !b) return a ?? b;
  if (isSame(a, b)) return a;
  return union([a, b], at, why);
}

/**
 * A list of its size that is kept: one that has grown has places for many more items, and most that are kept are short.
 */
export const exact = <T>(grown: readonly T[]): readonly T[] => grown.slice();

/** One of several values; one where all are the same. `at`: where the choice is made. */
export function union(values: readonly Value[], at: At, why: string): Value {
  const [alone, ...rest] = values;
  if (alone && rest.length === 0) return alone;
  const members: Value[] = [];
  const add = (value: Value): void => {
    if (value.kind === 'union') for (const one of value.members) add(one);
    else if (!members.some((one) => isSame(one, value))) members.push(value);
  };
  for (const value of values) add(value);
  if (members.length > MAX_MEMBERS) {
    members.splice(MAX_MEMBERS);
    members.push(unknown(at, 'more values than are read'));
  }
  const [first, ...others] = members;
  if (!first) return unknown(at, why);
  if (alone?.kind === 'union' && alone.members.length === members.length) return alone;
  return others.length === 0 ? first : { kind: 'union', at, why, members: exact(members) };
}

/** The state of an object where two ways come together. */
export function joinStates(a: State, b: State, why: string): State {
  if (a === b) return a;
  if (a.kind === 'list' && b.kind === 'list') return joinLists(a, b);
  if (a.kind === 'record' && b.kind === 'record') return joinRecords(a, b, why);
  if (a.kind === 'value' && b.kind === 'value') {
    const value = join(a.value, b.value, a.value.at, why) ?? a.value;
    return value === a.value ? a : { kind: 'value', value };
  }
  return a;
}

/** Whether two states say the same. */
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

/** A state of which nothing is certain any more: what it was may be there, and other values too. */
export function widened(state: State, at: At, why: string): State {
  if (state.kind === 'value')
    return { kind: 'value', value: union([state.value, unknown(at, why)], at, why) };
  return { ...state, open: { why, at } };
}

/** Why there may be others, of two reasons: the one that is written first. */
function joinOpen(a: Open | undefined, b: Open | undefined): Open | undefined {
  if (!a || !b || a === b) return a ?? b;
  const first = isBefore(a.at, b.at) || (isAt(a.at, b.at) && a.why <= b.why) ? a : b;
  if (a.isOfKeys === b.isOfKeys) return first;
  const { why, at } = a.isOfKeys ? b : a;
  return { why, at };
}

const isAt = (a: At, b: At): boolean => a.file.file === b.file.file && a.span.start === b.span.start;

const isBefore = (a: At, b: At): boolean =>
  a.file.file === b.file.file ? a.span.start < b.span.start : a.file.file < b.file.file;

/** The items of both, those that one has alone behind the ones before them. */
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

/** Slots with those of others that they lack. */
function withAll(slots: readonly Slot[], others: readonly Slot[]): readonly Slot[] {
  const all = [...slots];
  for (const slot of others) if (!all.some((one) => isSameSlot(one, slot))) all.push(slot);
  return all.length === slots.length ? slots : all;
}

const isSameSlot = (a: Slot, b: Slot | undefined): boolean =>
  b !== undefined && (a === b || (isSame(a.value, b.value) && a.written.span === b.written.span));

/** A member that one side alone has may be there. */
function joinRecords(a: RecordState, b: RecordState, why: string): RecordState {
  const members = joinMaps(
    a.members,
    b.members,
    (one, other) => (isSameSlot(one, other) ? one : joinSlots(one, other, why)),
    (one) => perhaps(one, why),
  );
  const open = joinOpen(a.open, b.open);
  const others = withAll(a.others ?? NONE, b.others ?? NONE);
  const replaced =
    a.replaced && b.replaced ? new Set([...a.replaced, ...b.replaced]) : (a.replaced ?? b.replaced);
  const base = a.base && isSameSlot(a.base, b.base) ? a.base : undefined;
  return {
    kind: 'record',
    members,
    open,
    ...(base && { base }),
    ...(others.length > 0 && { others }),
    ...(replaced && { replaced }),
  };
}

const NONE: readonly Slot[] = [];

/** What is said of a value that two ways give differently. */
export const SEVERAL = 'assigned in several places';

/** What is said of a value that a function nobody calls may change: what it sets is taken for set. */
export const MAY_RUN = 'assigned by a function that may run';

const MEMBER_WHY: Readonly<Record<string, string>> = {
  'assigned in several places': 'assigned under a condition',
  'changes in a loop': 'assigned before or after, in a loop',
};

const whyOfMember = (why: string): string => MEMBER_WHY[why] ?? why;

/** A member that one side alone has may be left out. */
function perhaps(slot: Slot, why: string): Slot {
  if (why === MAY_RUN) return slot;
  const nothing: Value = { kind: 'nothing', at: slot.written };
  return { ...slot, value: union([slot.value, nothing], slot.written, whyOfMember(why)) };
}

/** Two slots as one, which stands where the later of them is written. */
function joinSlots(a: Slot, b: Slot, why: string): Slot {
  const later = isBefore(b.written, a.written) ? a : b;
  if (isSame(a.value, b.value)) return a;
  return { ...later, value: union([a.value, b.value], later.written, whyOfMember(why)) };
}
