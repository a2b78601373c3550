import { keptIn } from '../../model/once.js';
import {
  FAIR_SHARES,
  LEAST_WORK,
  MAX_NESTED,
  MAX_STEPS,
  MAX_STEPS_OF_ALL,
  MAX_UNCALLED_STEPS,
  MODULE_SHARES,
  WORK_OF_RUN,
  WORK_OF_UNIT,
} from '../limits.js';
import type { Reason } from '../reason.js';
import type { SourceFile } from '../values/source.js';

/**
 * Work that may be done, and what is left of it. It is counted and not timed: a busy machine finds the same. What one part
 * does not need is there for the next.
 */
export interface Work {
  readonly most: number;
  /** Negative once more was done. */
  left(): number;
  /** Less than a quarter of it is left: each of what comes next gets a fair share. */
  isScarce(): boolean;
  /** Counts work, also in the work that this is a part of. */
  spend(amount: number): void;
  /** One of so many shares of what is left, and not more than `most`. */
  share(shares: number, most?: number): number;
  /** Such a share as work of its own. */
  part(shares: number, most?: number): Work;
}

/** Work of which nothing is done. `whole`: what it is a part of. */
export function workOf(most = WORK_OF_RUN, whole?: Work): Work {
  let left = most;
  const work: Work = {
    most,
    left: () => left,
    isScarce: () => left < most / 4,
    spend(amount) {
      left -= amount;
      whole?.spend(amount);
    },
    share: (shares, atMost = most) => Math.max(0, Math.min(atMost, Math.floor(left / shares))),
    part: (shares, atMost) => workOf(work.share(shares, atMost), work),
  };
  return work;
}

/** The work of a program whose texts have some length, in UTF-16 units. */
export const workOfText = (length: number): number =>
  Math.min(WORK_OF_RUN, LEAST_WORK + WORK_OF_UNIT * length);

/** The work of a file: one for all files of a program. What one program needs says nothing of what is found in another. */
export type WorkFor<File = SourceFile> = (file: File) => Work;

/** The same share of each work, made at its first use. */
export function shareOfEach(workFor: WorkFor, shares: number): WorkFor {
  const parts = new Map<Work, Work>();
  return (file) => {
    const whole = workFor(file);
    return keptIn(parts, whole, () => whole.part(shares));
  };
}

/** The cost that evaluation may have, and the limits that it reached. */
export interface Budget {
  /** The work of the program of a file. */
  workFor: WorkFor;
  /** Counts work of the file that is evaluated. */
  spend(amount: number): void;
  /** Records a limit that a file reached. The first one stays. */
  limit(file: SourceFile, why: Reason): void;
  limitOf(file: SourceFile): Reason | undefined;
  /** Counts a step in a file; false once its budget is spent. */
  step(file: SourceFile): boolean;
  /** Whether a file, the module or uncalled function that is evaluated, or all of it has spent its budget: no more functions are evaluated. */
  isSpent(file: SourceFile): boolean;
  /** Evaluates an uncalled function of a file with a budget of its own. `waiting`: how many come behind it. */
  uncalled(file: SourceFile, waiting: number, run: () => void): void;
  /** Evaluates the code of a module with a budget of its own. */
  module(file: SourceFile, run: () => void): void;
  /** The first limit that each file reached, of those that reached one. */
  limits(): ReadonlyMap<SourceFile, Reason>;
  deeper<T>(make: () => T, instead: () => T): T;
}

/** A budget of some work. */
export function budgetOf(workFor: WorkFor): Budget {
  const limits = new Map<SourceFile, Reason>();
  const steps = new Map<SourceFile, { taken: number; readonly work: Work }>();
  let depth = 0;
  let root: { readonly file: SourceFile; left: number } | undefined;
  /** That of the last step. */
  let work: Work | undefined;
  const limit = (file: SourceFile, why: Reason): void => {
    if (!limits.has(file)) limits.set(file, why);
  };
  const spend = (amount: number): void => {
    if (root) root.left -= amount;
    work?.spend(amount);
  };
  const within = (file: SourceFile, most: number, run: () => void): void => {
    const before = root;
    root = { file, left: most };
    run();
    root = before;
  };
  return {
    limit,
    limitOf: (file) => limits.get(file),
    limits: () => limits,
    workFor,
    spend,
    step(file) {
      let count = steps.get(file);
      if (!count) {
        count = { taken: 0, work: workFor(file) };
        steps.set(file, count);
      }
      count.taken++;
      work = count.work;
      spend(1);
      if (count.taken <= MAX_STEPS_OF_ALL && work.left() >= -work.most) return true;
      limit(file, 'file-steps');
      return false;
    },
    isSpent(file) {
      const { taken, work: own } = steps.get(file) ?? { taken: 0, work: workFor(file) };
      if (root && root.left < 0) limit(root.file, 'file-steps');
      else if (taken > MAX_STEPS || own.left() < 0) limit(file, 'file-steps');
      else return false;
      return true;
    },
    uncalled(of, waiting, run) {
      const own = workFor(of);
      const share = own.isScarce() ? (FAIR_SHARES * own.left()) / (waiting + 1) : MAX_UNCALLED_STEPS;
      within(of, Math.min(MAX_UNCALLED_STEPS, share), run);
    },
    module: (of, run) => within(of, workFor(of).left() / MODULE_SHARES, run),
    deeper(make, instead) {
      if (depth >= MAX_NESTED) return instead();
      depth++;
      try {
        return make();
      } finally {
        depth--;
      }
    },
  };
}
