import { MAX_GATES, MAX_TAIL, MAX_TAILS } from '../limits.js';
import type { Gate, Guard, Tail, Test } from './value.js';

/** The gate of a value that always exists. */
export const ALWAYS: Gate = [[]];

/** The guards of a list since an ancestor. */
export function tailOf(end: Guard | undefined, base: Guard | undefined): Tail {
  if (end === base) return NO_TAIL;
  const found: Guard[] = [];
  for (let at = end; at && at !== base; at = at.parent) found.push(at);
  return found.reverse();
}

const NO_TAIL: Tail = [];

/** The first guard of a list: where the program, or an uncalled function, began. */
export function startOf(guard: Guard | undefined): Guard | undefined {
  let at = guard;
  while (at?.parent) at = at.parent;
  return at;
}

/** A list of guards, extended by a tail of another one. */
export const withTail = (parent: Guard | undefined, tail: Tail, clock: number): Guard | undefined =>
  tail.reduce<Guard | undefined>((at, one) => ({ ...one, clock, parent: at }), parent);

const isNever = (tail: Tail): boolean => tail.some(({ kind }) => kind === 'never');

/** The guards after the join of branches that began at `base`. */
export function joinedGuard(
  base: Guard | undefined,
  ends: readonly (Guard | undefined)[],
  clock: number,
): Guard | undefined {
  const distinct = new Set(ends);
  const open = [...distinct].filter((one) => !isNever(tailOf(one, base)));
  if (open.length === 0) return distinct.size > 0 ? { kind: 'never', parent: base, clock } : base;
  const left = withoutTests(open);
  if (left.length === 1) return left[0];
  if (left.includes(base)) return base;
  const known = left.filter((one): one is Guard => one !== undefined);
  const kept = known.slice(0, MAX_TAILS);
  if (kept.length < known.length) kept.push({ kind: 'lost', parent: base, clock });
  return { kind: 'choice', parent: base, clock, ends: kept };
}

/** Merges two lists that differ only in the side of their last test. */
function withoutTests(ends: readonly (Guard | undefined)[]): (Guard | undefined)[] {
  const left = new Set(ends);
  for (let isChanged = true; isChanged && left.size > 1; ) {
    isChanged = false;
    const tests = new Map<Test, Guard>();
    for (const one of left) {
      if (one?.kind !== 'test') continue;
      const other = tests.get(one.test);
      if (other?.kind === 'test' && other.holds !== one.holds && other.parent === one.parent) {
        left.delete(one);
        left.delete(other);
        left.add(one.parent);
        isChanged = true;
        break;
      }
      tests.set(one.test, one);
    }
  }
  return [...left];
}

/** The conjunction of two gates. */
export function bothGates(outer: Gate | undefined, inner: Gate | undefined): Gate | undefined {
  if (!outer || !inner) return undefined;
  if (isAlways(inner)) return outer;
  if (isAlways(outer)) return inner;
  if (outer.length * inner.length > MAX_GATES) return LOST;
  return outer.flatMap((one) =>
    inner.map((other) => (one.length + other.length > MAX_TAIL ? LOST_TAIL : [...one, ...other])),
  );
}

/** The disjunction of two gates. */
export function eitherGate(a: Gate | undefined, b: Gate | undefined): Gate | undefined {
  if (!a || !b) return undefined;
  if (a === b || isAlways(a)) return a;
  if (isAlways(b)) return b;
  return a.length + b.length > MAX_GATES ? LOST : [...a, ...b];
}

const isAlways = (gate: Gate): boolean => gate.some((tail) => tail.length === 0);

const LOST_TAIL: Tail = [{ kind: 'lost', parent: undefined, clock: 0 }];

/** The gate of a value of which it is not known when it exists. */
export const LOST: Gate = [LOST_TAIL];
