import type { Work } from '../../evaluate/budget.js';
import { MAX_ALTERNATIVES, MAX_FLOW_STEPS, MAX_TESTS, WORK_SHARES } from '../../limits.js';
import { compared } from '../value-where.js';
import {
  type Branch,
  type Comparison,
  type Constant,
  type Given,
  isOpenRecord,
  type Numbers,
  numbering,
  type Step,
  type Term,
  type TestStep,
  withGiven,
} from './term.js';

/** The condition of a path: tests of terms that cannot be expanded further, and the other steps, in order. */
export type Condition = readonly Step[];

/** Alternative conditions. */
type Alternatives = readonly Condition[];

const ALWAYS: readonly Condition[] = [[]];
const NEVER: readonly Condition[] = [];

/** State that the queries of one project share: numbers of terms, and cached results. */
export interface Conditions {
  readonly numbers: Numbers;
  /** By the number of a term on its side. */
  readonly known: Map<number, Alternatives>;
  /** By the paths of a choice, which lead to many calls. */
  readonly choices: WeakMap<object, Alternatives>;
  readonly given: Given | undefined;
  /** Steps that the query may still take. */
  left: number;
}

/** Conditions of which nothing is known yet, but what is given. */
export const newConditions = (given?: Given): Conditions => ({
  numbers: numbering(),
  given,
  known: new Map(),
  choices: new WeakMap(),
  left: MAX_FLOW_STEPS,
});

/** Asks with a share of some work. */
export function withWork<T>(c: Conditions, work: Work, ask: () => T): T {
  const { most } = work.part(WORK_SHARES, MAX_FLOW_STEPS);
  c.left = most;
  const found = ask();
  work.spend(most - Math.max(0, c.left));
  return found;
}

/** More than is distinguished: an unknown condition may apply, too. */
const LOST: Step = { kind: 'lost', clock: 0 };

/** Whether a term is truthy, or not null; undefined if that is not known. */
function truthOf(c: Conditions, term: Term, depth: number): boolean | undefined {
  const alternatives = alternativesOf(c, { kind: 'test', term, holds: true, clock: 0 }, depth + 1);
  if (alternatives.length === 0) return false;
  return alternatives.some((steps) => steps.length === 0) ? true : undefined;
}

/** The conditions under which a test passes, as alternatives of steps that cannot be expanded further. */
function alternativesOf(c: Conditions, test: TestStep, depth: number): Alternatives {
  if (depth > MAX_TESTS || c.left-- <= 0) return [[test]];
  const key = sideOf(c.numbers.ofTerm(test.term), test);
  const before = c.known.get(key);
  if (before) return before;
  const found = alternativesOfTest(c, test, depth);
  if (c.left > 0) c.known.set(key, found);
  return found;
}

function alternativesOfTest(c: Conditions, test: TestStep, depth: number): Alternatives {
  const { holds, clock } = test;
  const term = withGiven(test.term, c.given);
  const inner = (of: Term, on = holds): Alternatives =>
    alternativesOf(c, { kind: 'test', term: of, holds: on, clock }, depth + 1);
  switch (term.kind) {
    case 'constant':
      return Boolean(term.scalar) === holds ? ALWAYS : NEVER;
    case 'function':
    case 'record':
      return holds ? ALWAYS : NEVER;
    case 'list':
      if (!term.at.file.language.isEmptyFalse) return holds ? ALWAYS : NEVER;
      return areThere(c, term, test, depth);
    case 'not':
      return inner(term.operand, !holds);
    case 'logical': {
      // `xs ?? []`, `xs or []`: as if it were left out.
      if (term.operator !== 'and' && isEmpty(term.right)) return inner(term.left);
      const isBoth = (term.operator === 'and') === holds;
      return isBoth
        ? both(c, inner(term.left), () => inner(term.right))
        : either(
            inner(term.left),
            both(c, inner(term.left, !holds), () => inner(term.right)),
          );
    }
    case 'gated':
      return throughBranches(c, term.branches, clock, depth, inner);
    case 'call':
      if (isCounted(term)) return areThere(c, countedIn(term) as Term, test, depth);
      if (term.at.file.language.truthFunctions.has(term.name) && !term.object && term.given[0])
        return inner(term.given[0]);
      return [[test]];
    case 'member':
      if (isUnset(term)) return holds ? NEVER : ALWAYS;
      return isCounted(term) ? areThere(c, countedIn(term) as Term, test, depth) : [[test]];
    case 'either': {
      const known = new Set(term.members.map((one) => truthOf(c, one, depth)));
      const [only] = known;
      return known.size !== 1 || only === undefined ? [[test]] : only === holds ? ALWAYS : NEVER;
    }
    case 'compare':
      return alternativesOfComparison(c, term, test, depth);
    default:
      return [[test]];
  }
}

/** Expands a test of a result into the returns of the function, each with its condition. */
function throughBranches(
  c: Conditions,
  branches: readonly Branch[],
  clock: number,
  depth: number,
  inner: (term: Term) => Alternatives,
): Alternatives {
  let all: Alternatives = NEVER;
  for (const { steps, term } of branches) {
    const taken = alternativesOfSteps(c, steps, depth + 1, clock);
    all = either(
      all,
      both(c, taken, () => inner(term)),
    );
  }
  return simplified(all, c.numbers);
}

function alternativesOfComparison(
  c: Conditions,
  term: Term & { kind: 'compare' },
  test: TestStep,
  depth: number,
): Alternatives {
  const { operator } = term;
  const left = withGiven(term.left, c.given);
  const right = withGiven(term.right, c.given);
  const { holds, clock } = test;
  const on = (of: Term, goesOn = holds): Alternatives =>
    alternativesOf(c, { kind: 'test', term: of, holds: goesOn, clock }, depth + 1);
  const again = (a: Term, b: Term): Alternatives => on({ ...term, left: a, right: b });
  const known = left.kind === 'constant' ? comparedWith(left, operator, right) : undefined;
  if (known !== undefined) return known === holds ? ALWAYS : NEVER;
  if (operator === 'equal') {
    if (left.kind === 'constant' && right.kind !== 'constant') return again(right, left);
    if (right.kind === 'constant') {
      const { scalar } = right;
      if (scalar === false && isUnset(left)) return holds ? NEVER : ALWAYS;
      // A value does not show who set it: the test is whether there is one.
      if (scalar === true || scalar === false) return on(left, holds === scalar);
      if (scalar === null || scalar === undefined) return on(left, !holds);
      if (scalar === 0 && isCounted(left)) return on(left, !holds);
      if (left.kind === 'gated')
        return throughBranches(c, left.branches, clock, depth, (one) => again(one, right));
    }
    return [[test]];
  }
  // `len(xs) > 0` is `0 < len(xs)`: the list is not empty.
  const isFirst = left.kind === 'constant';
  const [count, number] = isFirst ? [right, left] : [left, right];
  if (number.kind === 'constant' && typeof number.scalar === 'number' && isCounted(count)) {
    const least = isFirst
      ? operator === 'less'
        ? number.scalar + 1
        : number.scalar
      : operator === 'less'
        ? number.scalar
        : number.scalar + 1;
    if (least === 1) return on(count, isFirst === holds);
  }
  return [[test]];
}

/** A member that an object does not have, whose members are all known. */
const isUnset = (term: Term): boolean =>
  term.kind === 'member' &&
  term.object.kind === 'record' &&
  !isOpenRecord(term.object) &&
  !term.object.members.has(term.property);

/** What a comparison of a constant gives; undefined where that is not known. */
function comparedWith({ scalar }: Constant, operator: Comparison, right: Term): boolean | undefined {
  if (operator !== 'in')
    return right.kind === 'constant' ? compared(scalar, operator, right.scalar) : undefined;
  if (right.kind === 'record' && !isOpenRecord(right)) return right.members.has(String(scalar));
  const items = right.kind === 'list' && !right.isOpen ? right.items : [undefined];
  return items.every((one) => one?.kind === 'constant')
    ? items.some((one) => one.scalar === scalar)
    : undefined;
}

const isEmpty = (term: Term): boolean =>
  term.kind === 'list' ? term.items.length === 0 && !term.isOpen : term.kind === 'constant' && !term.scalar;

/** Whether a list has items: of one whose items are known that is known, in JavaScript too, where a list is true. */
function areThere(c: Conditions, list: Term, test: TestStep, depth: number): Alternatives {
  const { holds, clock } = test;
  if (depth > MAX_TESTS) return [[test]];
  switch (list.kind) {
    case 'list':
      // Of an open list, what is computed is the rest of its items.
      if (list.items.some(({ kind }) => kind !== 'gated' && !(list.isOpen && kind === 'computed')))
        return holds ? ALWAYS : NEVER;
      if (list.items.length === 0 && !list.isOpen) return holds ? NEVER : ALWAYS;
      return [[test]];
    case 'gated':
      return throughBranches(c, list.branches, clock, depth, (one) => areThere(c, one, test, depth + 1));
    default:
      return alternativesOf(c, { ...test, term: list }, depth + 1);
  }
}

/** `len(xs)`, `xs.length`, `xs.size`: the number of items. */
function countedIn(term: Term): Term | undefined {
  if (term.kind === 'member')
    return term.property === 'length' || term.property === 'size' ? term.object : undefined;
  if (term.kind !== 'call' || term.name !== 'len' || term.object) return undefined;
  return term.given[0];
}

const isCounted = (term: Term): boolean => countedIn(term) !== undefined;

/** All of some steps, as alternatives. `clock`: when they count, where that is later than they ran. */
function alternativesOfSteps(
  c: Conditions,
  steps: readonly Step[],
  depth: number,
  clock?: number,
): Alternatives {
  let all: Alternatives = ALWAYS;
  for (const step of steps) {
    if (all.length === 0) return NEVER;
    const later = clock === undefined ? step : { ...step, clock };
    all = both(c, all, () => alternativesOfStep(c, later, depth));
    if (all.length > 1) all = simplified(all, c.numbers);
    for (const one of all) c.left -= one.length;
    if (c.left <= 0) return [[...commonOf(all, c.numbers), LOST]];
  }
  return all;
}

function alternativesOfStep(c: Conditions, step: Step, depth: number): Alternatives {
  switch (step.kind) {
    case 'test':
      return alternativesOf(c, step, depth);
    case 'never':
      return NEVER;
    case 'choice': {
      const before = c.choices.get(step.paths);
      if (before) return before;
      const { left } = c;
      if (depth > MAX_TESTS || c.left-- <= 0) return [[{ ...LOST, clock: step.clock }]];
      const all = step.paths.reduce<Alternatives>(
        (found, path) => either(found, alternativesOfSteps(c, path, depth + 1)),
        NEVER,
      );
      const found = simplified(all, c.numbers);
      if (c.left > 0 || left - c.left > MAX_FLOW_STEPS / 2) c.choices.set(step.paths, found);
      return found;
    }
    default:
      return [[step]];
  }
}

/** The conditions of a path, as alternatives. */
export function conditionsOf(steps: readonly Step[], c: Conditions): readonly Condition[] {
  return alternativesOfSteps(c, steps, 0);
}

function either(a: Alternatives, b: Alternatives): Alternatives {
  if (a.length + b.length <= MAX_ALTERNATIVES) return [...a, ...b];
  return [...[...a, ...b].slice(0, MAX_ALTERNATIVES - 1), [LOST]];
}

function both(c: Conditions, a: Alternatives, b: () => Alternatives): Alternatives {
  if (a.length === 0) return a;
  const others = b();
  if (a.length * others.length <= MAX_ALTERNATIVES)
    return a.flatMap((one) => others.map((other) => [...one, ...other]));
  // A bound drops no condition: the shared steps stay, with an unknown one.
  const common = [...commonOf(a, c.numbers), ...commonOf(others, c.numbers)];
  return [[...common, LOST]];
}

/** A condition with the numbers of its steps, each once. */
interface Numbered {
  readonly steps: ReadonlyMap<number, Step>;
  /** The numbers of its steps with their sides. */
  readonly sides: ReadonlySet<number>;
  /** The same for the same steps on the same sides, in any order; `shape`: on any sides. */
  readonly sign: number;
  readonly shape: number;
}

function numbered(steps: ReadonlyMap<number, Step>, { ofText }: Numbers): Numbered {
  const sides = [...steps].map(([number, step]) => sideOf(number, step)).sort(byNumber);
  const shape = [...steps.keys()].sort(byNumber);
  return {
    steps,
    sides: new Set(sides),
    sign: ofText(`sides ${sides.join()}`),
    shape: ofText(`steps ${shape.join()}`),
  };
}

const byNumber = (a: number, b: number): number => a - b;

/** The number of a step on its side. */
const sideOf = (number: number, step: Step): number =>
  2 * number + (step.kind === 'test' && !step.holds ? 1 : 0);

const withNumbers = (one: Condition, { ofStep }: Numbers): ReadonlyMap<number, Step> =>
  new Map(one.map((step) => [ofStep(step), step]));

/** The steps that all of some conditions share. */
function commonOf(all: Alternatives, numbers: Numbers): Condition {
  const [first, ...others] = all.map((one) => withNumbers(one, numbers));
  return first
    ? [...first].flatMap(([number, step]) => (others.every(hasStep(number, step)) ? [step] : []))
    : [];
}

/** Whether a condition has a step, on the same side. */
const hasStep =
  (number: number, step: Step) =>
  (one: ReadonlyMap<number, Step>): boolean => {
    const other = one.get(number);
    return other !== undefined && sideOf(number, other) === sideOf(number, step);
  };

/**
 * The same conditions, simplified: a condition on both sides of a test does not depend on the test, and one that
 * contradicts itself is dropped.
 */
export function simplified(conditions: readonly Condition[], numbers: Numbers): Condition[] {
  const consistent = conditions.flatMap((one) => withoutRepeats(one, numbers) ?? []);
  if (consistent.length < 2) return consistent.map((one) => [...one.values()]);
  const known = unique(consistent.map((one) => numbered(one, numbers)));
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
    own: numbered(new Map([...whole.steps].filter(([number]) => !common.has(number))), numbers),
  }));
  let all: readonly Numbered[] = rests.map(({ own }) => own);
  for (let round = 0; round < all.length; round++) {
    const next = mergedOnce(all, numbers);
    if (!next) break;
    all = unique(next);
  }
  const left = all.filter((one) => !all.some((other) => other !== one && isWithin(other, one)));
  return left.map(({ steps: own }) => {
    const { whole } = rests.find((one) =>
      [...own].every(([number, step]) => one.own.steps.get(number) === step),
    ) as (typeof rests)[0];
    return [...whole.steps].flatMap(([number, step]) =>
      own.has(number) || common.has(number) ? [step] : [],
    );
  });
}

/** Each step once, at its last place; undefined if two contradict each other. */
function withoutRepeats(one: Condition, { ofStep }: Numbers): ReadonlyMap<number, Step> | undefined {
  const steps = new Map<number, Step>();
  for (const step of one) {
    const number = ofStep(step);
    const before = steps.get(number);
    if (before && sideOf(number, before) !== sideOf(number, step)) return undefined;
    steps.delete(number);
    steps.set(number, step);
  }
  return steps;
}

function unique(all: readonly Numbered[]): Numbered[] {
  const known = new Map<number, Numbered>();
  for (const one of all) if (!known.has(one.sign)) known.set(one.sign, one);
  return [...known.values()];
}

/** Two conditions that differ in one side of one test, as one without it. */
function mergedOnce(all: readonly Numbered[], numbers: Numbers): Numbered[] | undefined {
  for (const [index, one] of all.entries()) {
    for (let at = index + 1; at < all.length; at++) {
      const other = all[at] as Numbered;
      if (other.shape !== one.shape) continue;
      const differing = onlyDifference(one, other);
      if (differing === undefined) continue;
      const merged = new Map([...one.steps].filter(([number]) => number !== differing));
      return [...all.filter((each) => each !== one && each !== other), numbered(merged, numbers)];
    }
  }
  return undefined;
}

/** The one step whose side differs in two conditions of the same steps. */
function onlyDifference(a: Numbered, b: Numbered): number | undefined {
  let found: number | undefined;
  for (const [number, step] of a.steps) {
    if (b.sides.has(sideOf(number, step))) continue;
    if (found !== undefined) return undefined;
    found = number;
  }
  return found;
}

function isWithin(a: Numbered, b: Numbered): boolean {
  if (a.sides.size >= b.sides.size) return false;
  for (const side of a.sides) if (!b.sides.has(side)) return false;
  return true;
}
