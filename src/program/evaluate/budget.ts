import {
  MAX_NESTED,
  MAX_STEPS,
  MAX_STEPS_OF_ALL,
  MAX_UNCALLED_STEPS,
  ROOT_STEPS,
  ROOT_STEPS_OF_ALL,
} from '../limits.js';
import type { Reason } from '../reason.js';
import type { SourceFile } from '../values/source.js';

/** The cost that evaluation may have, and the limits that it reached. */
export interface Budget {
  /** Records a limit that a file reached. The first one stays. */
  limit(file: SourceFile, why: Reason): void;
  limitOf(file: SourceFile): Reason | undefined;
  /** Counts a step in a file; false once its budget is spent. */
  step(file: SourceFile): boolean;
  /** Whether a file, or the uncalled function that is evaluated, has spent its budget: no more functions are evaluated. */
  isSpent(file: SourceFile): boolean;
  /** Evaluates an uncalled function of a file with a budget of its own. */
  uncalled(file: SourceFile, run: () => void): void;
  /** The first limit that each file reached, of those that reached one. */
  limits(): ReadonlyMap<SourceFile, Reason>;
  deeper<T>(make: () => T, instead: () => T): T;
}

/** A budget of which nothing is spent. `most`: the steps of one file after which its functions are no longer evaluated. */
export function budgetOf(most = MAX_STEPS): Budget {
  const limits = new Map<SourceFile, Reason>();
  const steps = new Map<SourceFile, { taken: number }>();
  let depth = 0;
  let root: { readonly file: SourceFile; taken: number } | undefined;
  const limit = (file: SourceFile, why: Reason): void => {
    if (!limits.has(file)) limits.set(file, why);
  };
  return {
    limit,
    limitOf: (file) => limits.get(file),
    limits: () => limits,
    step(file) {
      let count = steps.get(file);
      if (!count) {
        count = { taken: 0 };
        steps.set(file, count);
      }
      count.taken++;
      if (root) root.taken++;
      if (count.taken <= (MAX_STEPS_OF_ALL / MAX_STEPS) * most) return true;
      limit(file, 'file-steps');
      return false;
    },
    isSpent(file) {
      if (root && root.taken > MAX_UNCALLED_STEPS) limit(root.file, 'file-steps');
      else if ((steps.get(file)?.taken ?? 0) > most) limit(file, 'file-steps');
      else return false;
      return true;
    },
    uncalled(of, run) {
      const before = root;
      root = { file: of, taken: 0 };
      run();
      root = before;
    },
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

/** The budgets of the roots of a project, which share one. */
export function rootBudgets(): { next(): Budget; take(steps: number): void } {
  let left = ROOT_STEPS_OF_ALL;
  return {
    next: () => budgetOf(Math.min(ROOT_STEPS, left)),
    take(steps) {
      left -= Math.min(left, steps);
    },
  };
}
