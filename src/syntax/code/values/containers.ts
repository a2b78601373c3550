import type { CodeFile } from '../file.js';
import { MAX_ITEMS } from '../limits.js';
import type { Cst } from '../tree/cst.js';
import type { Element, Entry } from '../tree/expression.js';
import { withAdded, withChanges } from './changed.js';
import { seenAt } from './order.js';
import { once, slotsOf, spreadWhy, unknownItems } from './slots.js';
import {
  type CallValue,
  dynamic,
  itemsAt,
  type Members,
  membersAt,
  type Slot,
  type Value,
  type Written,
} from './value.js';
import { type Change, changesOf } from './writes.js';

/** A list literal, with what is added to it later. */
export function arrayOf(at: Written, elements: readonly Element[]): Value {
  let changes: readonly Change[] | undefined;
  const own = (): readonly Change[] => {
    changes ??= changesOf(at.file, at.node).filter(({ path, direct }) => direct && path.length === 0);
    return changes;
  };
  const slots = once(at.file, () => withAdded(slotsOf(at.file, elements), own(), at), unknownItems(at));
  const copied = (use: Written): readonly Slot[] => {
    if (!at.file.project.mayLookBack(own().length)) return unknownItems(at);
    const seen = seenAt(own(), use);
    if (seen === own()) return slots();
    return at.file.project.deeper(() => withAdded(slotsOf(at.file, elements), seen, at), unknownItems(at));
  };
  return { kind: 'array', at, slots, copied };
}

/** A list put together from others; what is no list that is known may hold anything. */
export function joinedArray(at: Written, parts: readonly Value[]): Value {
  const slotsIn = (part: Value): readonly Slot[] => {
    if (part.kind === 'array') return at.file.step() ? itemsAt(part, at) : [];
    const spread: Slot = { written: part.at, value: () => part };
    const why = part.kind === 'dynamic' ? part.why : 'put together at run time';
    return [{ written: part.at, value: () => ({ ...dynamic(part.at, why), spread }) }];
  };
  const slots = (): readonly Slot[] => parts.flatMap(slotsIn).slice(0, MAX_ITEMS);
  return { kind: 'array', at, slots: once(at.file, slots, unknownItems(at)) };
}

/** An object literal, with what is given to it later. */
export function objectOf(at: Written, entries: readonly Entry[]): Value {
  let changes: readonly Change[] | undefined;
  const own = (): readonly Change[] => {
    changes ??= changesOf(at.file, at.node);
    return changes;
  };
  const make = (): Members => withChanges(membersOf(at.file, entries), own());
  const members = once(at.file, make, unknownMembers(at));
  const copied = (use: Written): Members => {
    if (!at.file.project.mayLookBack(own().length)) return unknownMembers(at);
    const seen = seenAt(own(), use);
    if (seen === own()) return members();
    const then = (): Members => withChanges(membersOf(at.file, entries), seen);
    return at.file.project.deeper(then, unknownMembers(at));
  };
  return { kind: 'object', at, members, copied };
}

/** An object whose members are those of a value, with what is given to them later. */
export function changedObject(at: Written, base: () => Members, changes: readonly Change[]): Value {
  const members = (): Members => withChanges(base(), changes);
  return { kind: 'object', at, members: once(at.file, members, unknownMembers(at)) };
}

function unknownMembers(written: Written): Members {
  return { slots: new Map(), open: { why: 'refers to itself, or to too many others', written } };
}

/** Lists of which one is chosen: what any of them holds may be there. Other choices are not known. */
export function chosen(at: Written, options: readonly Cst[]): Value {
  const { file } = at;
  const values = options.map((one) => file.project.evaluate(file, one));
  const lists = values.filter((value) => value.kind === 'array');
  return lists.length === values.length && !lists.some(isOrdered)
    ? eitherArray(at, lists, 'chosen by a condition')
    : { ...dynamic(at, 'chosen by a condition'), may: slotsOf(file, options.map(asElement)) };
}

/** Words have an order, as those of a command: one list of them or the other. */
const isOrdered = (list: Value & { kind: 'array' }): boolean =>
  list.slots().some((slot) => slot.value().kind === 'scalar');

/** Lists of which a name is given one or another; undefined where one of its values is no list of things that are made. */
export function eitherOf(at: Written, nodes: readonly Cst[]): Value | undefined {
  const value = chosen(at, nodes);
  return value.kind === 'array' ? value : undefined;
}

const asElement = (node: Cst): Element => ({ node, spread: false });

/** What any of the lists holds, once, and that there may be others. */
function eitherArray(at: Written, lists: readonly (Value & { kind: 'array' })[], why: string): Value {
  const slots = (): readonly Slot[] => {
    const held = new Map<string, Slot>();
    for (const slot of lists.flatMap((list) => list.slots().slice(0, MAX_ITEMS))) {
      if (!at.file.step() || held.size >= MAX_ITEMS) break;
      const { kind, at: made } = slot.value();
      held.set(
        kind === 'dynamic' ? `${held.size}` : `${made.file.file}:${made.node.start}-${made.node.end}`,
        slot,
      );
    }
    return [...held.values(), { written: at, value: () => dynamic(at, why) }];
  };
  return { kind: 'array', at, slots: once(at.file, slots, unknownItems(at)) };
}

/** The members that entries spell. In a call a keyword given twice is an error, so that a spread replaces nothing. */
export function membersOf(file: CodeFile, entries: readonly Entry[], isCall = false): Members {
  const slots = new Map<string, Slot>();
  let open: Members['open'];
  const becomeOpen = (why: string, node: Cst): void => {
    const written = { file, node };
    open ??= { why, written };
    if (isCall) return;
    for (const [key, slot] of slots) {
      slots.set(key, { ...slot, value: () => dynamic(slot.written, `may be replaced by ${why}`) });
    }
  };
  for (const entry of entries) {
    if (!file.step()) {
      becomeOpen('more members than are read', entry.keyNode);
      break;
    }
    if (entry.spread) {
      const value = file.project.evaluate(file, entry.value);
      if (value.kind === 'object') {
        const inner = membersAt(value, { file, node: entry.value });
        if (inner.open) becomeOpen(inner.open.why, inner.open.written.node);
        for (const [key, slot] of inner.slots) replace(slots, key, slot);
      } else if (!addsNothing(value)) {
        const either = eitherMembers(value, { file, node: entry.value });
        if (either)
          for (const [key, options] of either) replace(slots, key, eitherSlot(options, slots.get(key)));
        else becomeOpen(spreadWhy(entry.value, value), entry.value);
      }
      continue;
    }
    const key = entry.key ?? keyOf(file, entry);
    if (key === undefined) becomeOpen('a member under a computed key', entry.keyNode);
    else replace(slots, key, slotUnder(file, entry));
  }
  return { slots, ...(open && { open }) };
}

const addsNothing = (value: Value): boolean =>
  value.kind === 'nothing' || (value.kind === 'scalar' && !value.scalar);

/**
 * What may be given to each member by a spread of one object or another (`...(tools ? { tools } : {})`, `...(on && { a })`);
 * undefined where one of them is not known.
 */
function eitherMembers(value: Value, at: Written): ReadonlyMap<string, readonly Slot[]> | undefined {
  if (value.kind !== 'dynamic' || !value.may) return undefined;
  const given = new Map<string, Slot[]>();
  for (const { value: read } of value.may) {
    const one = read();
    if (addsNothing(one)) continue;
    const inner = one.kind === 'object' ? membersAt(one, at) : undefined;
    if (!inner || inner.open) return undefined;
    for (const [key, slot] of inner.slots) given.set(key, [...(given.get(key) ?? []), slot]);
  }
  return given;
}

/** A member that is one of several, or what it was before: lists hold what any of them may hold. */
function eitherSlot(options: readonly Slot[], before: Slot | undefined): Slot {
  const all = before ? [before, ...options] : options;
  const [last] = options.slice(-1) as [Slot];
  const value = (): Value => {
    const values = all.map((one) => one.value());
    const lists = values.filter((one) => one.kind === 'array');
    return lists.length === values.length && !lists.some(isOrdered)
      ? eitherArray(last.written, lists, 'chosen by a condition')
      : { ...dynamic(last.written, 'chosen by a condition'), may: all };
  };
  return { ...last, written: last.written, value };
}

/** The last one holds, and stands where it is written. */
function replace(slots: Map<string, Slot>, key: string, slot: Slot): void {
  slots.delete(key);
  slots.set(key, slot);
}

function keyOf(file: CodeFile, entry: Entry): string | undefined {
  const value = entry.computed && file.project.evaluate(file, entry.computed);
  return value?.kind === 'scalar' && value.scalar !== null ? String(value.scalar) : undefined;
}

/** The slot of a member; its nodes are read when they are asked for. */
function slotUnder(file: CodeFile, entry: Entry): Slot {
  return {
    get written() {
      return { file, node: entry.value };
    },
    get keyNode() {
      return entry.keyNode;
    },
    value: () => file.project.evaluate(file, entry.value),
  };
}

/** The options of a call, however its language passes them, with what is given to its result later. */
export function optionsOf(call: CallValue): Value {
  const { file, node } = call.at;
  const changes = changesOf(file, node);
  if (file.language.isPython) {
    return changedObject(call.at, () => membersOf(file, call.named, true), changes);
  }
  const values = slotsOf(file, call.positional).map((slot) => slot.value());
  const given = values.find(({ kind }) => kind === 'object');
  if (given?.kind === 'object') {
    // A constructor takes out of its options what it is given then.
    const taken = (): Members => membersAt(given, call.at);
    return changes.length === 0 && !given.copied ? given : changedObject(given.at, taken, changes);
  }
  // An instance is no set of options; what a function gives may be.
  const unknown = values.find((value) => value.kind === 'dynamic' || (value.kind === 'call' && !value.isNew));
  if (unknown) return unknown.kind === 'call' ? dynamic(unknown.at, unknown.why()) : unknown;
  return changedObject(call.at, () => ({ slots: new Map() }), changes);
}
