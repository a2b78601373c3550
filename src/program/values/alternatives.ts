import { addTo } from '../../model/grouped.js';
import type { Guard } from './value.js';

/** The guards of a condition by their numbers: what is equal has the same one, on either side. */
export type Steps = ReadonlyMap<number, Guard>;

/** A condition, and the numbers of its steps with their sides. */
interface Numbered {
  readonly steps: Steps;
  readonly sides: ReadonlySet<number>;
  /** The same for the same steps on the same sides, in any order. */
  readonly sign: string;
}

/** Counts what is compared. */
type Spend = (amount: number) => void;

function numbered(steps: Steps): Numbered {
  const sides = [...steps].map(([number, step]) => sideOf(number, step)).sort((a, b) => a - b);
  return { steps, sides: new Set(sides), sign: sides.join() };
}

/** The number of a step on its side: that of the other side differs in the last bit. */
export const sideOf = (number: number, step: Guard): number =>
  2 * number + (step.kind === 'test' && !step.holds ? 1 : 0);

/** Alternatives that mean the same: two that differ in one side alone are one, and what contains another one is left out. */
export function simplifiedSteps(conditions: readonly Steps[], spend: Spend): Guard[][] {
  if (conditions.length < 2) return conditions.map((one) => [...one.values()]);
  const known = unique(conditions.map(numbered));
  if (known.length < 2) return known.map(({ steps }) => [...steps.values()]);
  // Shared steps need no comparison.
  const [first, ...others] = known as [Numbered, ...Numbered[]];
  const common = new Set(
    [...first.steps].flatMap(([number, step]) => {
      const side = sideOf(number, step);
      return others.every(({ sides }) => sides.has(side)) ? [number] : [];
    }),
  );
  const rests = known.map((whole) => ({
    whole,
    own: numbered(new Map([...whole.steps].filter(([number]) => !common.has(number)))),
  }));
  const all = merged(
    rests.map(({ own }) => own),
    spend,
  );
  const withStep = allBy(rests, ({ own }) => own.steps.values());
  return withoutWider(all, spend).map(({ steps: own }) => {
    const like = fewest(own.values(), withStep) ?? rests;
    const { whole } = like.find((one) => hasSteps(one.own, own)) as (typeof rests)[0];
    return [...whole.steps].flatMap(([number, step]) =>
      own.has(number) || common.has(number) ? [step] : [],
    );
  });
}

function hasSteps(one: Numbered, steps: Steps): boolean {
  for (const [number, step] of steps) if (one.steps.get(number) !== step) return false;
  return true;
}

function unique(all: readonly Numbered[]): Numbered[] {
  const known = new Map<string, Numbered>();
  for (const one of all) if (!known.has(one.sign)) known.set(one.sign, one);
  return [...known.values()];
}

/** Conditions of which no two differ in one side of one test alone: such two are one without it. */
function merged(start: readonly Numbered[], spend: Spend): readonly Numbered[] {
  let all = start;
  /** Of which none differs in one side. */
  const alone = new Set<Numbered>();
  for (let round = 0; round < all.length; round++) {
    const bySign = new Map(all.map((one) => [one.sign, one]));
    const one = all.find((each) => {
      if (alone.has(each)) return false;
      const isNear = nearTo(each, bySign).length > 0;
      if (!isNear) alone.add(each);
      return isNear;
    });
    spend(all.length);
    if (!one) break;
    const places = new Map(all.map((each, at) => [each, at]));
    const [other, number] = nearTo(one, bySign).reduce((a, b) =>
      (places.get(a[0]) ?? 0) < (places.get(b[0]) ?? 0) ? a : b,
    );
    const added = numbered(new Map([...one.steps].filter(([own]) => own !== number)));
    for (const [near] of nearTo(added, bySign)) alone.delete(near);
    all = unique([...all.filter((each) => each !== one && each !== other), added]);
  }
  return all;
}

/** The conditions that differ from one in one side of one step, each with the number of that. */
function nearTo(
  { sides }: Numbered,
  bySign: ReadonlyMap<string, Numbered>,
): readonly (readonly [Numbered, number])[] {
  const own = [...sides];
  return own.flatMap((side, at) => {
    const near = bySign.get(own.with(at, side ^ 1).join());
    return near ? [[near, side >> 1] as const] : [];
  });
}

/** Without conditions that contain another one. */
function withoutWider(all: readonly Numbered[], spend: Spend): Numbered[] {
  const bySide = allBy(all, ({ sides }) => sides);
  const wider = new Set<Numbered>();
  for (const one of all) {
    const others = fewest(one.sides, bySide) ?? all;
    spend(others.length);
    for (const other of others) if (isWithin(one, other)) wider.add(other);
  }
  return all.filter((one) => !wider.has(one));
}

function isWithin(a: Numbered, b: Numbered): boolean {
  if (a.sides.size >= b.sides.size) return false;
  for (const side of a.sides) if (!b.sides.has(side)) return false;
  return true;
}

/** Some things by what is in them. */
function allBy<T, K>(all: readonly T[], keysOf: (one: T) => Iterable<K>): ReadonlyMap<K, readonly T[]> {
  const found = new Map<K, T[]>();
  for (const one of all) for (const key of keysOf(one)) addTo(found, key, one);
  return found;
}

/** Those with one of some keys, of the key that the fewest have; undefined without keys. */
function fewest<T, K>(keys: Iterable<K>, by: ReadonlyMap<K, readonly T[]>): readonly T[] | undefined {
  let found: readonly T[] | undefined;
  for (const key of keys) {
    const own = by.get(key) ?? [];
    if (!found || own.length < found.length) found = own;
  }
  return found;
}
