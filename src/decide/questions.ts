import type { Requirements } from '../model/requirements.js';
import { decide } from './decide.js';

export type RequirementKey = Exclude<keyof Requirements, 'because'>;

/** What can exclude a runtime is asked first: an answer to it needs no opinion on runtimes. */
const EXCLUDING: readonly RequirementKey[] = ['residency', 'zero_data_retention', 'beta'];

/** What a key may be stated as, to see what it changes. */
const TRIALS: Partial<Record<RequirementKey, readonly Requirements[]>> = {
  residency: [{ residency: ['eu'] }],
  zero_data_retention: [{ zero_data_retention: true }],
  beta: [{ beta: 'forbidden' }],
};

/**
 * The requirement keys that are still worth a question: first those that can exclude a runtime or change a condition, then
 * those that settle the outcome, the most decisive first. Empty where nothing is open.
 */
export function openQuestions(requirements: Requirements): RequirementKey[] {
  const decision = decide(requirements);
  const { ask, assumed } = decision;
  const isStated = (key: RequirementKey) => {
    const value = requirements[key];
    return Array.isArray(value) ? value.length > 0 : value !== undefined;
  };
  const shown = ({ outcome, recommended, runtimes }: typeof decision) =>
    JSON.stringify([outcome, recommended, runtimes.map(({ conditions }) => conditions)]);
  const changes = (key: RequirementKey) =>
    (TRIALS[key] ?? []).some((trial) => shown(decide({ ...requirements, ...trial })) !== shown(decision));
  const first = EXCLUDING.filter((key) => !isStated(key) && changes(key));
  return [...new Set([...first, ...ask, ...assumed])] as RequirementKey[];
}
