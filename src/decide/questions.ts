import type { Requirements } from '../model/requirements.js';
import { decide } from './decide.js';

export type RequirementKey = Exclude<keyof Requirements, 'because'>;

/**
 * The requirement keys that are still worth a question, the most decisive first: those that would change or settle the
 * outcome, then those that it rests on without having been stated. Empty where nothing is open.
 */
export function openQuestions(requirements: Requirements): RequirementKey[] {
  const { ask, assumed } = decide(requirements);
  return [...new Set([...ask, ...assumed])] as RequirementKey[];
}
