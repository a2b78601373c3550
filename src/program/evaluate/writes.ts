import { isTestFile } from '../../model/test-file.js';
import { MAX_ITEMS, MAX_REPEATED } from '../limits.js';
import { withValue } from '../values/grown-map.js';
import { joinRecords, joinStates } from '../values/join.js';
import {
  type At,
  EMPTY_LIST,
  EMPTY_RECORD,
  isSame,
  isSameKey,
  type ListState,
  type Open,
  type RecordState,
  type Slot,
  type State,
  type Value,
} from '../values/value.js';
import type { Machine } from './machine.js';

/** A value whose state the heap keeps. */
type Holder = Value & { kind: 'list' | 'record' | 'instance' | 'function' | 'class' };

/** What a write makes of the state of one object; undefined where it leaves the object as it is. */
export interface Change {
  list?(state: ListState, one: Holder & { kind: 'list' }): ListState | undefined;
  record?(state: RecordState, one: Exclude<Holder, { kind: 'list' }>): RecordState | undefined;
}

const isHolder = (value: Value): value is Holder =>
  value.kind === 'list' ||
  value.kind === 'record' ||
  value.kind === 'instance' ||
  value.kind === 'function' ||
  value.kind === 'class';

/**
 * The one way in which objects change. A write to an object that is certain replaces its state; one to each of several
 * objects leaves the old state and the new one possible.
 */
export function write(m: Machine, target: Value, change: Change, slot?: Slot): void {
  // Where it is nothing, the write fails, and what follows does not run.
  const targets = target.kind === 'union' ? target.members.filter((one) => !isNone(one)) : [target];
  for (const one of targets) {
    if (!isHolder(one) || isOfTest(one, slot)) continue;
    const before = m.heap.get(one.id);
    const after =
      one.kind === 'list'
        ? change.list?.(before?.kind === 'list' ? before : EMPTY_LIST, one)
        : change.record?.(before?.kind === 'record' ? before : EMPTY_RECORD, one);
    if (!after || after === before) continue;
    const isJoined = targets.length === 1 || !before || keepsPlaces(before, after);
    m.heap.set(one.id, isJoined ? after : joinStates(before, after, 'several'));
  }
}

/** Whether a list has an item at each of its places as before: one that may be replaced is one of several values. */
const keepsPlaces = (before: State, after: State): boolean =>
  before.kind === 'list' &&
  after.kind === 'list' &&
  before.items.length > 0 &&
  before.items.length === after.items.length &&
  after.items.every(({ value }, place) => {
    const old = before.items[place]?.value;
    return value === old || (value.kind === 'union' && old !== undefined && value.members.includes(old));
  });

const isNone = (one: Value): boolean =>
  one.kind === 'nothing' || (one.kind === 'scalar' && one.scalar === null);

/** Whether a test changes what the program that it tests makes: that says nothing of the program. */
function isOfTest(object: Value, slot: Slot | undefined): boolean {
  const writer = slot?.written.file;
  return writer !== undefined && writer !== object.at.file && isTestFile(writer.file);
}

/** A list with further items, at its end or its start. */
export function withItems(list: ListState, items: readonly Slot[], at: At, isFirst = false): ListState {
  // What a loop adds once more is there.
  const last = list.items.slice(-MAX_REPEATED);
  const added = items.filter(
    (one) => !last.some((other) => other.written.span === one.written.span && isSame(other.value, one.value)),
  );
  const all = isFirst ? [...added, ...list.items] : [...list.items, ...added];
  const open: Open | undefined = all.length > MAX_ITEMS ? { why: 'too-many-items', at } : list.open;
  const atLeast = list.atLeast === undefined ? undefined : list.atLeast + added.length;
  return { kind: 'list', items: all.slice(0, MAX_ITEMS), open, atLeast };
}

/** A record with a member. One that is given another value keeps its place among the others. */
export function withMember(record: RecordState, key: string, slot: Slot): RecordState {
  const { replaced } = record;
  const kept = replaced?.has(key) ? new Set([...replaced].filter((one) => one !== key)) : replaced;
  return { ...record, members: withValue(record.members, key, slot), replaced: kept };
}

/** A record without a member; without one that is not known, each of its members may be missing. */
export function without(record: RecordState, key: string | undefined): RecordState {
  if (key === undefined) return joinRecords(record, { ...record, members: EMPTY_RECORD.members }, 'several');
  const members = new Map(record.members);
  members.delete(key);
  return { ...record, members };
}

/** A record with a value under a key that is not known: it may be that of any member. */
export function withOther(record: RecordState, slot: Slot, at: At): RecordState {
  const open: Open = record.open ?? { why: 'computed-member', at, isOfKeys: true };
  const { others = [] } = record;
  const isKnown = others.some(
    (one) => one.written.span === slot.written.span && isSame(one.value, slot.value) && isSameKey(one, slot),
  );
  const replaced = new Set(record.members.keys());
  return { ...record, open, others: isKnown ? others : [...others, slot], replaced };
}

/** Adds items to a list, or to each of several, at its end or its start. */
export function appendAll(m: Machine, target: Value, items: readonly Slot[], isFirst = false): void {
  write(m, target, { list: (state, { at }) => withItems(state, items, at, isFirst) }, items[0]);
}
