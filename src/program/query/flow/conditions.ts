import { MAX_ALTERNATIVES, MAX_FLOW_STEPS, MAX_TESTS } from '../../limits.js';
import {
  type Branch,
  type Constant,
  type Given,
  isOpenRecord,
  type Step,
  type Term,
  withGiven,
} from './term.js';

/** The condition of a path: tests of terms that cannot be expanded further, and the other steps, in order. */
export type Condition = readonly Step[];

/** Alternative conditions. */
type Alternatives = readonly Condition[];

const ALWAYS: readonly Condition[] = [[]];
const NEVER: readonly Condition[] = [];

type Test = Step & { readonly kind: 'test' };

/** State that the queries of one project share: numbers of terms, and cached results. */
export interface Conditions {
  readonly numberOf: (term: Term) => number;
  /** By the number of a term and its side. */
  readonly known: Map<string, Alternatives>;
  /** By the paths of a choice, which lead to many calls. */
  readonly choices: WeakMap<object, Alternatives>;
  readonly given: Given | undefined;
  /** Steps that the query may still take. */
  left: number;
}

/** Conditions of which nothing is known yet, but what is given. */
export const newConditions = (numberOf: (term: Term) => number, given?: Given): Conditions => ({
  numberOf,
  given,
  known: new Map(),
  choices: new WeakMap(),
  left: MAX_FLOW_STEPS,
});

/** More than is distinguished: an unknown condition may apply, too. */
const LOST: Step = { kind: 'lost', clock: 0 };

/** Whether a term is truthy, or not null; undefined if that is not known. */
function truthOf(c: Conditions, term: Term, depth: number): boolean | undefined {
  const alternatives = alternativesOf(c, { kind: 'test', term, holds: true, clock: 0 }, depth + 1);
  if (alternatives.length === 0) return false;
  return alternatives.some((steps) => steps.length === 0) ? true : undefined;
}

/** The conditions under which a test passes, as alternatives of steps that cannot be expanded further. */
function alternativesOf(c: Conditions, test: Test, depth: number): Alternatives {
  if (depth > MAX_TESTS || c.left-- <= 0) return [[test]];
  const key = `${c.numberOf(test.term)} ${test.holds}`;
  const before = c.known.get(key);
  if (before) return before;
  const found = alternativesOfTest(c, test, depth);
  if (c.left > 0) c.known.set(key, found);
  return found;
}

function alternativesOfTest(c: Conditions, test: Test, depth: number): Alternatives {
  const { holds, clock } = test;
  const term = withGiven(test.term, c.given);
  const inner = (of: Term, on = holds): Alternatives =>
    alternativesOf(c, { kind: 'test', term: of, holds: on, clock }, depth + 1);
  switch (term.kind) {
    case 'constant':
      return isTrue(term) === holds ? ALWAYS : NEVER;
    case 'function':
    case 'record':
      return holds ? ALWAYS : NEVER;
    case 'list': {
      if (!term.at.file.language.isEmptyFalse) return holds ? ALWAYS : NEVER;
      return areThere(c, term, test, depth);
    }
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
      const known = term.members.map((one) => truthOf(c, one, depth));
      if (known.length === 0) return [[test]];
      if (known.every((one) => one === true)) return holds ? ALWAYS : NEVER;
      if (known.every((one) => one === false)) return holds ? NEVER : ALWAYS;
      return [[test]];
    }
    case 'compare':
      return compared(c, term, test, depth);
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
  return simplified(all, c.numberOf);
}

function compared(c: Conditions, term: Term & { kind: 'compare' }, test: Test, depth: number): Alternatives {
  const { operator } = term;
  const left = withGiven(term.left, c.given);
  const right = withGiven(term.right, c.given);
  const { holds, clock } = test;
  const on = (of: Term, goesOn = holds): Alternatives =>
    alternativesOf(c, { kind: 'test', term: of, holds: goesOn, clock }, depth + 1);
  const again = (a: Term, b: Term): Alternatives => on({ ...term, left: a, right: b });
  if (operator === 'in') {
    if (left.kind === 'constant' && right.kind === 'list' && !right.isOpen && right.items.every(isConstant))
      return right.items.some((one) => isConstant(one) && one.scalar === left.scalar) === holds
        ? ALWAYS
        : NEVER;
    if (left.kind === 'constant' && right.kind === 'record' && !isOpenRecord(right))
      return right.members.has(String(left.scalar)) === holds ? ALWAYS : NEVER;
    return [[test]];
  }
  if (left.kind === 'constant' && right.kind === 'constant')
    return isKnown(operator, left, right) === holds ? ALWAYS : NEVER;
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

const isConstant = (term: Term): term is Constant => term.kind === 'constant';

function isKnown(
  operator: 'equal' | 'less' | 'at-most',
  { scalar: a }: Constant,
  { scalar: b }: Constant,
): boolean {
  if (operator === 'equal') return a === b || (a == null && b == null);
  return operator === 'less' ? Number(a) < Number(b) : Number(a) <= Number(b);
}

const isTrue = ({ scalar }: Constant): boolean => Boolean(scalar);

const isEmpty = (term: Term): boolean =>
  term.kind === 'list' ? term.items.length === 0 && !term.isOpen : term.kind === 'constant' && !term.scalar;

/** Whether a list has items: of one whose items are known that is known, in JavaScript too, where a list is true. */
function areThere(c: Conditions, list: Term, test: Test, depth: number): Alternatives {
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
    if (all.length > 1) all = simplified(all, c.numberOf);
    for (const one of all) c.left -= one.length;
    if (c.left <= 0) return [[...commonOf(all, c.numberOf), LOST]];
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
      const found = simplified(all, c.numberOf);
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
  const common = [...commonOf(a, c.numberOf), ...commonOf(others, c.numberOf)];
  return [[...common, LOST]];
}

/** A condition by the keys of its steps, without repeated ones. */
type Keyed = ReadonlyMap<string, Step>;

/** The steps that all of some conditions share. */
function commonOf(all: Alternatives, numberOf: (term: Term) => number): Condition {
  const [first, ...others] = all.map((one) => withKeys(one, numberOf));
  return first ? [...first].flatMap(([key, step]) => (others.every(hasStep(key, step)) ? [step] : [])) : [];
}

/** Whether a condition has a step, on the same side. */
const hasStep =
  (key: string, step: Step) =>
  (one: Keyed): boolean => {
    const other = one.get(key);
    return other !== undefined && sideOf(other) === sideOf(step);
  };

/**
 * The same conditions, simplified: a condition on both sides of a test does not depend on the test, and one that
 * contradicts itself is dropped.
 */
export function simplified(conditions: readonly Condition[], numberOf: (term: Term) => number): Condition[] {
  const known = unique(conditions.flatMap((one) => withoutRepeats(one, numberOf) ?? []));
  if (known.length < 2) return known.map(stepsOf);
  // Shared steps need no comparison.
  const [first, ...others] = known;
  const common = new Set(
    [...(first ?? [])].flatMap(([key, step]) => (others.every(hasStep(key, step)) ? [key] : [])),
  );
  const rests = known.map((whole) => ({
    whole,
    own: new Map([...whole].filter(([key]) => !common.has(key))),
  }));
  let all: readonly Keyed[] = rests.map(({ own }) => own);
  for (let round = 0; round < all.length; round++) {
    const next = mergedOnce(all);
    if (!next) break;
    all = unique(next);
  }
  const left = all.filter((one) => !all.some((other) => other !== one && isWithin(other, one)));
  return left.map((own) => {
    const { whole } = rests.find((one) =>
      [...own].every(([key, step]) => one.own.get(key) === step),
    ) as (typeof rests)[0];
    return [...whole].flatMap(([key, step]) => (own.has(key) || common.has(key) ? [step] : []));
  });
}

const stepsOf = (one: Keyed): Condition => [...one.values()];

/** The key of a step, without its side. */
const keyOf = (step: Step, numberOf: (term: Term) => number): string => {
  switch (step.kind) {
    case 'test':
    case 'await':
      return `${step.kind} ${numberOf(step.term)}`;
    case 'call':
      return `call ${step.call.id}`;
    case 'entered':
      return `entered ${step.definition.start}`;
    case 'caught':
      return `caught ${step.at.span.start}`;
    case 'choice':
      return `choice ${step.id}`;
    default:
      return step.kind;
  }
};

const sideOf = (step: Step): string => (step.kind === 'test' ? String(step.holds) : 'true');

const withKeys = (one: Condition, numberOf: (term: Term) => number): Keyed =>
  new Map(one.map((step) => [keyOf(step, numberOf), step]));

/** Each step once, at its last place; undefined if two contradict each other. */
function withoutRepeats(one: Condition, numberOf: (term: Term) => number): Keyed | undefined {
  const steps = new Map<string, Step>();
  for (const step of one) {
    const key = keyOf(step, numberOf);
    const before = steps.get(key);
    if (before && sideOf(before) !== sideOf(step)) return undefined;
    steps.delete(key);
    steps.set(key, step);
  }
  return steps;
}

function unique(all: readonly Keyed[]): Keyed[] {
  const known = new Map<string, Keyed>();
  for (const one of all) {
    const sign = [...one]
      .map(([key, step]) => `${key} ${sideOf(step)}`)
      .sort()
      .join(';');
    if (!known.has(sign)) known.set(sign, one);
  }
  return [...known.values()];
}

/** Two conditions that differ in one side of one test, as one without it. */
function mergedOnce(all: readonly Keyed[]): Keyed[] | undefined {
  for (const [index, one] of all.entries()) {
    for (const other of all.slice(index + 1)) {
      const differing = onlyDifference(one, other);
      if (differing === undefined) continue;
      const merged = new Map([...one].filter(([key]) => key !== differing));
      return [...all.filter((each) => each !== one && each !== other), merged];
    }
  }
  return undefined;
}

function onlyDifference(a: Keyed, b: Keyed): string | undefined {
  if (a.size !== b.size) return undefined;
  let found: string | undefined;
  for (const [key, step] of a) {
    const other = b.get(key);
    if (!other) return undefined;
    if (sideOf(other) === sideOf(step)) continue;
    if (found !== undefined) return undefined;
    found = key;
  }
  return found;
}

function isWithin(a: Keyed, b: Keyed): boolean {
  if (a.size >= b.size) return false;
  for (const [key, step] of a) if (!hasStep(key, step)(b)) return false;
  return true;
}
