import { redact } from '../../model/secrets.js';
import type { Cst } from './cst.js';
import type { Element, Entry } from './expression.js';
import type { CodeFile } from './file.js';
import { MAX_ITEMS } from './limits.js';
import { isInBranch } from './names.js';
import { type CallValue, dynamic, type Members, type Slot, type Value, type Written } from './value.js';
import { type Change, changesOf } from './writes.js';

/** A slot whose value is an expression. */
export function slotOf(file: CodeFile, node: Cst, keyNode?: Cst): Slot {
  return {
    written: { file, node },
    ...(keyNode && { keyNode }),
    value: () => file.project.evaluate(file, node),
  };
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

/** A slot whose value cannot be known. */
export function unknownSlot(written: Written, why: string): Slot {
  return { written, value: () => dynamic(written, why) };
}

/** The items of a list or the arguments of a call; a spread of a known list is written out. */
export function slotsOf(file: CodeFile, elements: readonly Element[]): Slot[] {
  const slots: Slot[] = [];
  for (const { node, spread } of elements) {
    if (!file.step() || slots.length >= MAX_ITEMS) {
      slots.push(unknownSlot({ file, node }, 'more items than are read'));
      break;
    }
    if (!spread) {
      slots.push(slotOf(file, node));
      continue;
    }
    const value = file.project.evaluate(file, node);
    if (value.kind === 'array') {
      const inner = value.slots();
      if (slots.length + inner.length <= MAX_ITEMS && file.step()) slots.push(...inner);
      else slots.push(unknownSlot({ file, node }, 'more items than are read'));
    } else {
      const written = { file, node };
      const unknown = { ...dynamic(written, spreadWhy(node, value)), spread: slotOf(file, node) };
      slots.push({ written, value: () => unknown });
    }
  }
  return slots;
}

function spreadWhy(node: Cst, value: Value): string {
  const why =
    value.kind === 'dynamic' ? value.why : value.kind === 'call' ? value.why() : 'computed at run time';
  return `spread of \`${redact(shortened(node))}\`: ${why}`;
}

function shortened(node: Cst): string {
  const text = node.tree.text.slice(node.start, Math.min(node.end, node.start + 60)).split('\n', 1)[0] ?? '';
  return text.length < node.end - node.start ? `${text}...` : text;
}

/** A list literal, with what is added to it later. */
export function arrayOf(at: Written, elements: readonly Element[]): Value {
  const slots = (): readonly Slot[] => {
    const own = changesOf(at.file, at.node).filter(({ path, direct }) => direct && path.length === 0);
    return withAdded(slotsOf(at.file, elements), own);
  };
  return { kind: 'array', at, slots: once(at.file, slots, unknownItems(at)) };
}

/** Evaluates once; `instead` where that leads too deep, or to itself. */
function once<T>(file: CodeFile, make: () => T, instead: T): () => T {
  let known: T | undefined;
  return () => {
    if (known !== undefined) return known;
    known = instead;
    known = file.project.deeper(make, instead);
    return known;
  };
}

function unknownItems(at: Written): readonly Slot[] {
  return [unknownSlot(at, 'refers to itself, or to too many others')];
}

/** A list put together from others. */
export function joinedArray(at: Written, parts: readonly (Value & { kind: 'array' })[]): Value {
  const slots = (): readonly Slot[] =>
    parts.flatMap((part) => (at.file.step() ? part.slots() : [])).slice(0, MAX_ITEMS);
  return { kind: 'array', at, slots: once(at.file, slots, unknownItems(at)) };
}

function withAdded(slots: Slot[], changes: readonly Change[]): Slot[] {
  let result = slots;
  for (const { file, write, loop } of changes) {
    if (result.length >= MAX_ITEMS || !file.step()) break;
    const written = { file, node: write.node };
    switch (write.act) {
      case 'append':
        result = [...result, ...slotsOf(file, write.values)];
        break;
      case 'prepend':
        result = [...slotsOf(file, write.values), ...result];
        break;
      case 'extend':
        result = [
          ...result,
          ...slotsOf(
            file,
            write.values.map(({ node }) => ({ node, spread: true })),
          ),
        ];
        break;
      case 'clear':
        if (!isInBranch(file, write.start, loop)) result = [];
        break;
      case 'remove':
        if (!isInBranch(file, write.start, loop)) result = without(result, slotsOf(file, write.values));
        break;
      case 'assign':
        // A new value of the name: the list that is asked for is another one.
        break;
      default:
        result = [...result, unknownSlot(written, 'the list is changed at run time')];
    }
  }
  return result;
}

/** A list without an item that is taken out of it; one that is not seen to be taken out may still be there. */
function without(slots: readonly Slot[], taken: readonly Slot[]): Slot[] {
  const gone = taken.map((slot) => slot.value());
  return slots.filter((slot) => !gone.some((value) => isSameValue(slot.value(), value)));
}

function isSameValue(one: Value, other: Value): boolean {
  if (one.kind === 'scalar' && other.kind === 'scalar') return one.scalar === other.scalar;
  return one.kind !== 'dynamic' && one.at.file === other.at.file && one.at.node.isSame(other.at.node);
}

/** An object literal, with what is given to it later. */
export function objectOf(at: Written, entries: readonly Entry[]): Value {
  const members = (): Members => withChanges(membersOf(at.file, entries), changesOf(at.file, at.node));
  return { kind: 'object', at, members: once(at.file, members, unknownMembers(at)) };
}

/** An object whose members are those of a value, with what is given to them later. */
export function changedObject(at: Written, base: () => Members, changes: readonly Change[]): Value {
  const members = (): Members => withChanges(base(), changes);
  return { kind: 'object', at, members: once(at.file, members, unknownMembers(at)) };
}

function unknownMembers(written: Written): Members {
  return { slots: new Map(), open: { why: 'refers to itself, or to too many others', written } };
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
        const inner = value.members();
        if (inner.open) becomeOpen(inner.open.why, inner.open.written.node);
        for (const [key, slot] of inner.slots) replace(slots, key, slot);
      } else if (value.kind !== 'nothing' && !(value.kind === 'scalar' && !value.scalar)) {
        becomeOpen(spreadWhy(entry.value, value), entry.value);
      }
      continue;
    }
    const key = entry.key ?? keyOf(file, entry);
    if (key === undefined) becomeOpen('a member under a computed key', entry.keyNode);
    else replace(slots, key, slotUnder(file, entry));
  }
  return { slots, ...(open && { open }) };
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

function withChanges(members: Members, changes: readonly Change[]): Members {
  const own = changes.filter(
    ({ path, write: { act } }) =>
      (path.length === 1 && act !== 'merge') || (path.length === 0 && (act === 'merge' || act === 'entry')),
  );
  if (own.length === 0) return members;
  const slots = new Map(members.slots);
  let { open } = members;
  for (const change of own) {
    const { file, write } = change;
    if (change.path.length === 0) {
      open = merged(slots, change) ?? open;
      continue;
    }
    const key = String(change.path[0]);
    const value = write.values[0]?.node;
    if (write.act === 'assign' && value) {
      const slot = slotOf(file, value, write.node);
      const mayNotRun = isInBranch(file, write.start, change.loop);
      slots.set(key, mayNotRun ? unknownSlot(slot.written, 'assigned under a condition') : slot);
    } else {
      slots.set(key, addedTo(slots.get(key), change));
    }
  }
  return { slots, ...(open && { open }) };
}

/** Takes in the members of another value; gives why there may be others, where there may. */
function merged(slots: Map<string, Slot>, { file, write, loop }: Change): Members['open'] {
  const written = { file, node: write.node };
  const given = write.values[0]?.node;
  if (write.act === 'entry' || !given) return { why: 'something is set under a computed key', written };
  const value = file.project.evaluate(file, given);
  if (value.kind !== 'object') return { why: spreadWhy(given, value), written };
  const { slots: inner, open } = value.members();
  const mayNotRun = isInBranch(file, write.start, loop);
  for (const [key, slot] of inner)
    slots.set(key, mayNotRun ? unknownSlot(slot.written, 'assigned under a condition') : slot);
  return open;
}

/** A member that is a list, with what one change adds to it; a list is made where there was none. */
function addedTo(before: Slot | undefined, change: Change): Slot {
  const { file, write } = change;
  const written = before?.written ?? { file, node: write.node };
  let known: Value | undefined;
  const value = (): Value => {
    const base = before?.value();
    if (base && base.kind !== 'array') return dynamic(written, 'the list is changed at run time');
    const added: readonly Change[] = [{ ...change, path: [], direct: true }];
    const slots = (): readonly Slot[] => withAdded([...(base?.slots() ?? [])], added);
    return { kind: 'array', at: base?.at ?? written, slots: once(file, slots, unknownItems(written)) };
  };
  return {
    ...before,
    written,
    value: () => {
      known ??= value();
      return known;
    },
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
    return changes.length === 0 ? given : changedObject(given.at, () => given.members(), changes);
  }
  // An instance is no set of options; what a function gives may be.
  const unknown = values.find((value) => value.kind === 'dynamic' || (value.kind === 'call' && !value.isNew));
  if (unknown) return unknown.kind === 'call' ? dynamic(unknown.at, unknown.why()) : unknown;
  return changedObject(call.at, () => ({ slots: new Map() }), changes);
}
