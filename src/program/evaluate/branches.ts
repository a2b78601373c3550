import type { Reason } from '../reason.js';
import type { Heap } from '../values/heap.js';
import type { Frame, Machine } from './machine.js';

/**
 * Runs ways of which one is taken, each on a view of the heap, and joins the views of those that go on. Gives whether any
 * does. `why`: what is said of values that they leave different.
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

/** Runs what may not run at all. */
export function perhaps(m: Machine, frame: Frame, why: Reason, run: () => boolean): void {
  branches(m, frame, why, [run, () => true]);
}
