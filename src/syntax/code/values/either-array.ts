import { MAX_ITEMS } from '../limits.js';
import { once, unknownItems } from './slots.js';
import { dynamic, type Slot, type Value, type Written } from './value.js';

type List = Value & { kind: 'array' };

/**
 * One of several lists: what any of them holds, once, and that there may be others. Undefined where one of them is no list
 * of things that are made.
 */
export function eitherArray(at: Written, values: readonly Value[], why: string): List | undefined {
  const lists = values.filter((value) => value.kind === 'array');
  // Words have an order, as those of a command: one list of them or the other.
  const isOrdered = lists.some((list) => list.slots().some((slot) => slot.value().kind === 'scalar'));
  if (lists.length < values.length || isOrdered) return undefined;
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
  return { kind: 'array', at, slots: once(at.file, slots, unknownItems(at)), isEither: true };
}
