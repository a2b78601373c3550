import { MAX_NESTED, MAX_STEPS, MAX_STEPS_OF_ALL } from '../limits.js';
import type { Reason } from '../reason.js';
import type { SourceFile } from '../values/source.js';

/** What evaluation may cost, and which limits were hit. */
export interface Budget {
  /** A limit that was hit in a file. The first one stays. */
  limit(file: SourceFile, why: Reason): void;
  limitOf(file: SourceFile): Reason | undefined;
  /** Counts a step in a file; false once the file has cost all that it may. */
  step(file: SourceFile): boolean;
  /** Whether a file has cost so much that its functions are evaluated no more. */
  isSpent(file: SourceFile): boolean;
  deeper<T>(make: () => T, instead: () => T): T;
}

/** Nothing is spent yet. */
export function budgetOf(): Budget {
  const limits = new Map<SourceFile, Reason>();
  const steps = new Map<SourceFile, { taken: number }>();
  let depth = 0;
  const limit = (file: SourceFile, why: Reason): void => {
    if (!limits.has(file)) limits.set(file, why);
  };
  return {
    limit,
    limitOf: (file) => limits.get(file),
    step(file) {
      let count = steps.get(file);
      if (!count) {
        count = { taken: 0 };
        steps.set(file, count);
      }
      count.taken++;
      if (count.taken <= MAX_STEPS_OF_ALL) return true;
      limit(file, 'file-steps');
      return false;
    },
    isSpent(file) {
      if ((steps.get(file)?.taken ?? 0) <= MAX_STEPS) return false;
      limit(file, 'file-steps');
      return true;
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
