import type { Reason } from '../reason.js';
import type { Heap } from '../values/heap.js';
import type { Frame, Machine } from './machine.js';

/**
 * Runs branches of which one is taken, each on its own view of the heap, and joins the views of those that complete
 * normally. Returns whether any does. `why`: the reason of values that differ between them.
 */
export function branches(m: Machine, frame: Frame, why: Reason, runs: readonly (() => boolean)[]): boolean {
  const before = m.heap;
  const ends: Heap[] = [];
  frame.body.uncertain++;
  for (const run of runs) {
    m.heap = before.branch();
    if (run()) ends.push(m.heap.since(before));
  }
  frame.body.uncertain--;
  m.heap = before;
  before.merge(ends, why);
  return ends.length > 0;
}

/** Runs a branch that may be skipped. */
export function perhaps(m: Machine, frame: Frame, why: Reason, run: () => boolean): void {
  branches(m, frame, why, [run, () => true]);
}
