import type { Cst } from '../tree/cst.js';
import { unknownSlot } from './slots.js';
import { dynamic, type Slot, type Value, type Written } from './value.js';

/** Items of a list that a condition is read for. */
const MOST = 100;
const NOT_NOTHING = /^([\p{L}_][\p{L}\p{N}_]*)\s+is\s+not\s+None$/u;

/**
 * The items that `if` keeps in a comprehension. A condition that says nothing of the items leaves them, and the list stays
 * open; undefined where it asks each item, `bound` by these names, and nothing here decides. `valueFor`: what an expression gives for one item.
 */
export function selectedItems(
  at: Written,
  items: readonly Slot[],
  { condition, bound }: { condition: Cst; bound: readonly string[] },
  valueFor: (node: Cst, item: Slot, index: number) => Value | undefined,
): readonly Slot[] | undefined {
  const asks = new Set(condition.text.match(/[\p{L}_][\p{L}\p{N}_]*/gu));
  const isAsked = bound.some((name) => asks.has(name));
  const tested = NOT_NOTHING.test(condition.text) ? (condition.children()[0] ?? condition) : condition;
  const kept: Slot[] = [];
  let isOpen = items.length > MOST;
  for (const [index, item] of items.slice(0, MOST).entries()) {
    const value = item.value();
    const isSpread = value.kind === 'dynamic' && value.spread !== undefined;
    const holds = isSpread ? true : isTrue(valueFor(tested, item, index), tested);
    if (holds === undefined && isAsked) return undefined;
    isOpen ||= holds === undefined;
    if (holds !== false) kept.push(item);
  }
  return isOpen ? [...kept, openSlot(at)] : kept;
}

function isTrue(value: Value | undefined, { type }: Cst): boolean | undefined {
  if (value?.kind === 'nothing') return false;
  if (value?.kind === 'scalar') return Boolean(value.scalar);
  // What a name stands for is there; what a call asks is answered at run time.
  return type === 'identifier' && (value?.kind === 'call' || value?.kind === 'definition') ? true : undefined;
}

/** Stands for what may be left out: it is no item of its own. */
function openSlot(at: Written): Slot {
  const why = 'chosen by a condition';
  return { written: at, value: () => ({ ...dynamic(at, why), spread: unknownSlot(at, why) }) };
}
