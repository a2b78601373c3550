import { MAX_ITEMS } from './limits.js';
import { isInBranch } from './names.js';
import { once, slotOf, slotsOf, spreadWhy, unknownItems, unknownSlot } from './slots.js';
import { dynamic, type Members, type Slot, type Value } from './value.js';
import type { Change } from './writes.js';

/** A list with what later changes add to it and take out of it. */
export function withAdded(slots: Slot[], changes: readonly Change[]): Slot[] {
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

/** Whether two values are made in the same place, or are the same text or number. */
export function isSameValue(one: Value, other: Value): boolean {
  if (one.kind === 'scalar' && other.kind === 'scalar') return one.scalar === other.scalar;
  return one.kind !== 'dynamic' && one.at.file === other.at.file && one.at.node.isSame(other.at.node);
}

/** Members with what later changes set. */
export function withChanges(members: Members, changes: readonly Change[]): Members {
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
