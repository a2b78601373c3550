import { MAX_TURNS } from '../limits.js';
import type { At, Slot, Value } from '../values/value.js';
import type { Machine } from './machine.js';
import { itemsOf } from './slots.js';

interface Turns {
  items: readonly Slot[];
  /** There may be others, or fewer. */
  isOpen: boolean;
}

/** What a loop goes through. */
export function turnsOf(m: Machine, iterable: Value, over: 'items' | 'keys', at: At): Turns {
  const options = iterable.kind === 'union' ? iterable.members : [iterable];
  const items: Slot[] = [];
  let isOpen = options.length > 1;
  for (const one of options) {
    if (one.kind === 'list' && over === 'items') {
      for (const item of itemsOf(m, one)) {
        if (item.spread || items.length >= MAX_TURNS) isOpen = true;
        else items.push(item);
      }
    } else if (one.kind === 'record' && (over === 'keys' || at.file.isPython)) {
      const { members, open } = m.recordState(one);
      for (const [key, slot] of members)
        items.push({ value: { kind: 'scalar', at: slot.written, scalar: key }, written: slot.written });
      isOpen ||= open !== undefined;
    } else if (one.kind !== 'nothing') {
      isOpen = true;
    }
  }
  return { items, isOpen };
}
