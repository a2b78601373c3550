import { languageOf } from '../facts/languages.js';
import { isWithin, regionsOf } from '../facts/regions.js';
import facts from '../facts/regions.json' with { type: 'json' };
import type { Place } from '../model/place.js';
import type { Requirements } from '../model/requirements.js';
import type { LoosenedRequirement } from '../model/rule.js';
import type { StatedRequirements } from '../model/system.js';

type Key = Exclude<keyof Requirements, 'because' | 'prefer' | 'needs'>;
type Combined<T> = { value: T; loosened: boolean };

/** What holds so far, and where each key was last made stricter. */
interface Merged {
  requirements: Requirements;
  places: Partial<Record<keyof Requirements, Place>>;
}

/**
 * Merges requirements key by key, the outermost first. A later one may tighten, never loosen: the stricter value holds
 * and the attempt is listed with both places. `needs` add up; the nearest `prefer` holds; `because` is merged
 * (design, section 3).
 */
export function mergeRequirements(stated: readonly StatedRequirements[]): {
  requirements: Requirements;
  loosened: LoosenedRequirement[];
} {
  const merged: Merged = { requirements: {}, places: {} };
  const loosened = stated.flatMap((next) => mergeInto(merged, next));
  return { requirements: merged.requirements, loosened };
}

function mergeInto(merged: Merged, next: StatedRequirements): LoosenedRequirement[] {
  const { requirements } = merged;
  const { residency, zero_data_retention, beta, languages, needs, prefer, because } = next.requirements;
  const loosened: LoosenedRequirement[] = [];
  const take = <K extends Key>(
    key: K,
    value: Requirements[K],
    combine: Combine<NonNullable<Requirements[K]>>,
  ) => {
    if (value === undefined) return;
    const outer = requirements[key];
    const place = next.places[key] ?? next.at;
    const result = outer === undefined ? { value, loosened: false } : combine(outer, value);
    if (result.loosened)
      loosened.push(attempt(key, value, outer, result.value, place, merged.places[key] ?? place));
    if (!same(outer, result.value)) merged.places[key] = place;
    requirements[key] = result.value;
  };
  take('residency', residency && regionsOf({ residency }), combineRegions);
  take('zero_data_retention', zero_data_retention, (outer, inner) => ({
    value: outer || inner,
    loosened: outer && !inner,
  }));
  take('beta', beta, (outer, inner) => ({
    value: outer === 'forbidden' ? outer : inner,
    loosened: outer === 'forbidden' && inner !== 'forbidden',
  }));
  take('languages', languages, combineLanguages);
  if (needs)
    requirements.needs = [...new Set(requirements.needs ? [...requirements.needs, ...needs] : needs)];
  if (prefer) requirements.prefer = prefer;
  if (because) {
    const reasons = Object.entries(because).filter(([key]) => !loosened.some((one) => one.key === key));
    if (reasons.length > 0)
      requirements.because = { ...requirements.because, ...Object.fromEntries(reasons) };
  }
  return loosened;
}

type Combine<T> = (outer: T, inner: T) => Combined<T>;

const combineRegions: Combine<string[]> = (outer, inner) => combineLists(outer, inner, covers);

const combineLanguages: Combine<string[]> = (outer, inner) =>
  combineLists(outer, inner, (list, one) => list.some((other) => languageOf(other) === languageOf(one)));

/** Whether a list of regions leaves room for a region; all members of a union make the union. */
function covers(list: readonly string[], region: string): boolean {
  if (list.some((other) => isWithin(region, other))) return true;
  if (region === 'eu') return facts.eu.every((member) => list.includes(member));
  if (region !== 'eea') return false;
  return covers(list, 'eu') && facts.eeaOnly.every((member) => list.includes(member));
}

/** What both lists leave room for; where that is nothing, the outer one. What the inner list adds loosens. */
function combineLists(
  outer: string[],
  inner: string[],
  leavesRoom: (list: readonly string[], one: string) => boolean,
): Combined<string[]> {
  const kept = inner.filter((one) => leavesRoom(outer, one));
  if (kept.length === inner.length) return { value: inner, loosened: false };
  const narrower = outer.filter((one) => leavesRoom(inner, one) && !leavesRoom(kept, one));
  const both = [...kept, ...narrower];
  return { value: both.length > 0 ? both : outer, loosened: true };
}

const same = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right);

const words = (value: unknown) => (Array.isArray(value) ? `[${value.join(', ')}]` : String(value));

function attempt(
  key: Key,
  inner: unknown,
  outer: unknown,
  holds: unknown,
  at: Place,
  stricter: Place,
): LoosenedRequirement {
  const message =
    `\`${key}\` is ${words(inner)} here and ${words(outer)} in ${stricter.file}: ` +
    `a requirement can only be tightened, so ${words(holds)} applies.`;
  return { key, at, stricter, message };
}
