import type { Evaluation } from '../../evaluate/index.js';
import { type Conditions, newConditions } from './conditions.js';
import { numbering } from './term.js';
import { type Terms, termsOf } from './values.js';

/** What all questions about one evaluation share: its terms without calls that may decide, their numbers and conditions. */
interface SharedTerms {
  readonly terms: Terms;
  readonly conditions: Conditions;
  /** What had been evaluated when they were made. */
  readonly calls: number;
  readonly files: number;
}

const known = new WeakMap<Evaluation['machine'], SharedTerms>();

/** The terms of an evaluation, as far as it has come: made anew once it has read more. */
export function sharedTerms(evaluation: Evaluation): SharedTerms {
  const calls = evaluation.callCount();
  const files = evaluation.files().length;
  const before = known.get(evaluation.machine);
  if (before && before.calls === calls && before.files === files) return before;
  const terms = termsOf(evaluation, () => false);
  const made = { terms, conditions: newConditions(numbering()), calls, files };
  known.set(evaluation.machine, made);
  return made;
}
