import type { Requirements } from '../model/requirements.js';
import type { StatedRequirements } from '../model/system.js';
import { NEEDS } from './decide.js';
import { mergeRequirements } from './merge.js';

/** A key of a policy that a flag would have loosened, and the value that applies. */
export interface KeptRequirement {
  key: keyof Requirements;
  /** The policy's file. */
  file: string;
  value: Requirements[keyof Requirements];
}

/** What a flag replaces, where a policy states requirements: it may tighten what the policy states, never loosen it. */
export function tightenRequirements(
  replacing: Requirements,
  policy: readonly StatedRequirements[],
): { requirements: Requirements; kept: KeptRequirement[] } {
  const [first] = policy;
  if (first === undefined) return { requirements: replacing, kept: [] };
  const floor = mergeRequirements(policy).requirements;
  const flags: StatedRequirements = { requirements: replacing, at: first.at, places: {} };
  const { requirements: merged, loosened } = mergeRequirements([...policy, flags]);
  const keys = Object.keys(replacing) as (keyof Requirements)[];
  const requirements: Requirements = Object.fromEntries(keys.map((key) => [key, merged[key]]));
  const kept: KeptRequirement[] = loosened.map(({ key, stricter }) => ({
    key,
    file: stricter.file,
    value: merged[key],
  }));
  const dropped = replacing.needs && floor.needs?.some((need) => !replacing.needs?.includes(need));
  if (dropped) {
    const { at } = policy.findLast(({ requirements: { needs } }) => needs !== undefined) ?? first;
    kept.push({ key: 'needs', file: at.file, value: merged.needs });
  }
  const isKept = (key: string) =>
    kept.some((one) => one.key === key || (one.key === 'needs' && NEEDS.some((need) => need === key)));
  const because = Object.entries(floor.because ?? {}).filter(([key]) => isKept(key));
  if (because.length > 0) requirements.because = Object.fromEntries(because);
  return { requirements, kept };
}
