import { MAX_TURNS } from '../limits.js';
import { union } from '../values/join.js';
import type { At, Gate, Operation, Slot, Value } from '../values/value.js';
import { chosenFrom, computed, gateOfAny } from './guards.js';
import type { Frame, Machine } from './machine.js';
import { itemsOf } from './slots.js';

interface Turns {
  items: readonly Slot[];
  /** There may be others, or fewer. */
  isOpen: boolean;
  /** What these others are, and when. */
  from: Operation;
  gate: Gate | undefined;
  /** Each of the items that are known is there. */
  isSure: boolean;
  /** What chose them is known: it is in the gate. */
  isChosen: boolean;
}

/** What a loop goes through. */
export function turnsOf(m: Machine, iterable: Value, over: 'items' | 'keys', at: At, frame: Frame): Turns {
  const options = iterable.kind === 'union' ? iterable.members : [iterable];
  const items: Slot[] = [];
  let isOpen = options.length > 1;
  for (const one of options) {
    if (one.kind === 'list' || one.kind === 'record') m.asks(one);
    if (one.kind === 'list' && over === 'items') {
      for (const item of itemsOf(m, one)) {
        if (item.spread || items.length >= MAX_TURNS) isOpen = true;
        else items.push(item);
      }
    } else if (one.kind === 'record' && (over === 'keys' || at.file.language.iteratesKeys)) {
      const { members, open } = m.recordState(one);
      for (const [key, slot] of members)
        items.push({ value: { kind: 'scalar', at: slot.written, scalar: key }, written: slot.written });
      isOpen ||= open !== undefined;
    } else if (one.kind !== 'nothing') {
      isOpen = true;
    }
  }
  const chosen = chosenFrom(iterable);
  // What a generator gives is one of what it yields.
  const yielded = iterable.kind === 'list' && isOpen && items.length > 0 ? items : undefined;
  const from = chosen
    ? computed(frame, 'same', [chosen.item])
    : yielded
      ? computed(frame, 'same', [oneOf(yielded, at)])
      : computed(frame, 'each', [iterable]);
  return {
    items,
    isOpen,
    from,
    gate: chosen ? chosen.gate : yielded && gateOfAny(yielded),
    isSure: iterable.kind === 'list' && m.listState(iterable).atLeast === undefined,
    isChosen: chosen !== undefined || yielded !== undefined,
  };
}

const oneOf = (items: readonly Slot[], at: At): Value =>
  union(
    items.map(({ value }) => value),
    at,
    'chosen',
    items.map(({ gate }) => gate),
  );
