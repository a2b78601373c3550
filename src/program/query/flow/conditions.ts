import type { Work } from '../../evaluate/budget.js';
import { MAX_ALTERNATIVES, MAX_FLOW_STEPS, MAX_TESTS, VISITS_OF_STEP, WORK_SHARES } from '../../limits.js';
import { sideOf, simplifiedSteps } from '../../values/alternatives.js';
import type { Guard, Tail, Value } from '../../values/value.js';
import { compared } from '../value-where.js';
import { type Choice, type Path, type Paths, WITHOUT_CALLS } from './paths.js';
import {
  type Branch,
  type Comparison,
  constantIn,
  isOpenRecord,
  madeConstant,
  madeOf,
  numberOf,
  numberOfGuard,
  type Shape,
  type ShapeOf,
  shapeOf,
  type Traced,
} from './shape.js';

/** The condition of a path: tests of values that cannot be expanded further, and the other guards, in order. */
export type Condition = Tail;

/** Alternative conditions. */
type Alternatives = readonly Condition[];

/** A test of a value, on one side. */
export type TestGuard = Guard & { readonly kind: 'test' };

/** What a query takes as known: the value of something; undefined for everything else. */
export type Given = (value: Traced) => string | boolean | undefined;

const ALWAYS: readonly Condition[] = [[]];
const NEVER: readonly Condition[] = [];

/** State that the queries of one project share: results that are known. */
export interface Conditions {
  readonly paths: Paths;
  /** By the number of a value on its side. */
  readonly known: Map<number, Alternatives>;
  /** By the paths of a choice, which lead to many calls. */
  readonly choices: WeakMap<object, Alternatives>;
  readonly given: Given | undefined;
  /** Steps that the query may still take. */
  left: number;
  /** Work beside these steps. */
  spent: number;
}

/** Conditions of which nothing is known yet, but what is given. */
export const newConditions = (paths: Paths = WITHOUT_CALLS, given?: Given): Conditions => ({
  paths,
  given,
  known: new Map(),
  choices: new WeakMap(),
  left: MAX_FLOW_STEPS,
  spent: 0,
});

/** Asks with a share of some work. */
export function withWork<T>(c: Conditions, work: Work, ask: () => T): T {
  const most = work.share(WORK_SHARES, MAX_FLOW_STEPS);
  c.left = most;
  c.spent = 0;
  const found = ask();
  work.spend(most - Math.max(0, c.left) + c.spent);
  return found;
}

/** Where work is counted. */
type Spending = Pick<Work, 'spend'>;

const spendingOf = (c: Conditions): Spending => ({
  spend(amount) {
    c.spent += amount;
  },
});

/** More than is distinguished: an unknown condition may apply, too. */
export const lostAt = (clock: number): Guard => ({ kind: 'lost', clock, parent: undefined });

/** A condition that is not known. */
export const LOST = lostAt(0);

/** A test that a question asks. */
export const testOf = (value: Value, holds: boolean, clock: number): TestGuard => ({
  kind: 'test',
  test: { value, clock },
  holds,
  clock,
  parent: undefined,
});

/** A value with what is given: also what an object has under a key that is given, `GATES[call.toolName]`. */
export function withGiven(value: Value, given: Given | undefined): Value {
  if (!given) return value;
  const shape = shapeOf(value);
  const known = given(value);
  if (known !== undefined) return madeConstant(shape.at, known);
  if (shape.kind !== 'index') return value;
  const object = shapeOf(shape.object);
  if (object.kind !== 'record') return value;
  const key = constantIn(withGiven(shape.index, given));
  if (!key || isOpenRecord(object)) return value;
  return object.members.get(String(key.scalar)) ?? madeConstant(shape.at, undefined);
}

/** Whether a value is truthy, or not null; undefined if that is not known. */
function truthOf(c: Conditions, value: Value, depth: number): boolean | undefined {
  const alternatives = alternativesOf(c, testOf(value, true, 0), depth + 1);
  if (alternatives.length === 0) return false;
  return alternatives.some((guards) => guards.length === 0) ? true : undefined;
}

/** The conditions under which a test passes, as alternatives of guards that cannot be expanded further. */
function alternativesOf(c: Conditions, test: TestGuard, depth: number): Alternatives {
  if (depth > MAX_TESTS || c.left-- <= 0) return [[test]];
  const key = sideOf(numberOf(test.test.value), test);
  const before = c.known.get(key);
  if (before) return before;
  const found = alternativesOfTest(c, test, depth);
  if (c.left > 0) c.known.set(key, found);
  return found;
}

function alternativesOfTest(c: Conditions, test: TestGuard, depth: number): Alternatives {
  const { holds, clock } = test;
  const shape = shapeOf(withGiven(test.test.value, c.given));
  const inner = (of: Value, on = holds): Alternatives => alternativesOf(c, testOf(of, on, clock), depth + 1);
  switch (shape.kind) {
    case 'constant':
      return Boolean(shape.scalar) === holds ? ALWAYS : NEVER;
    case 'function':
    case 'record':
      return holds ? ALWAYS : NEVER;
    case 'list':
      if (!shape.at.file.language.isEmptyFalse) return holds ? ALWAYS : NEVER;
      return areThere(c, shape, test, depth);
    case 'not':
      return inner(shape.operand, !holds);
    case 'logical': {
      // `xs ?? []`, `xs or []`: as if it were left out.
      if (isEmpty(shapeOf(shape.right))) return inner(shape.left);
      // Of `answer ?? true`, a no is not left out.
      if (shape.operator === 'nullish' && truthOf(c, shape.right, depth)) return [[test]];
      if (!holds) return both(inner(shape.left), () => inner(shape.right));
      return either(
        inner(shape.left),
        both(inner(shape.left, false), () => inner(shape.right)),
      );
    }
    case 'gated':
      return throughBranches(c, shape.branches, clock, depth, inner);
    case 'call': {
      const items = countedIn(shape);
      if (items) return areThere(c, shapeOf(items), test, depth, items);
      if (shape.at.file.language.truthFunctions.has(shape.name) && !shape.object && shape.given[0])
        return inner(shape.given[0]);
      return [[test]];
    }
    case 'member': {
      if (isUnset(shape)) return holds ? NEVER : ALWAYS;
      const items = countedIn(shape);
      return items ? areThere(c, shapeOf(items), test, depth, items) : [[test]];
    }
    case 'either': {
      const known = new Set(shape.members.map((one) => truthOf(c, one, depth)));
      const [only] = known;
      return known.size !== 1 || only === undefined ? [[test]] : only === holds ? ALWAYS : NEVER;
    }
    case 'compare':
      return alternativesOfComparison(c, shape, test, depth);
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
  inner: (value: Value) => Alternatives,
): Alternatives {
  let all: Alternatives = NEVER;
  for (const { tail, value } of branches) {
    const taken = alternativesOfPath(c, c.paths.of(tail), depth + 1, clock);
    all = either(
      all,
      both(taken, () => inner(value)),
    );
  }
  return simplified(all, spendingOf(c));
}

function alternativesOfComparison(
  c: Conditions,
  { at, operator, left: one, right: other }: ShapeOf<'compare'>,
  test: TestGuard,
  depth: number,
): Alternatives {
  const left = withGiven(one, c.given);
  const right = withGiven(other, c.given);
  const { holds, clock } = test;
  const on = (of: Value, goesOn = holds): Alternatives =>
    alternativesOf(c, testOf(of, goesOn, clock), depth + 1);
  const again = (a: Value, b: Value): Alternatives => on(madeOf(at, operator, [a, b]));
  const [first, second] = [constantIn(left), constantIn(right)];
  const known = first && comparedWith(first.scalar, operator, shapeOf(right));
  if (known !== undefined) return known === holds ? ALWAYS : NEVER;
  if (operator === 'equal') {
    if (first && !second) return again(right, left);
    if (second) {
      const { scalar } = second;
      const shape = shapeOf(left);
      if (scalar === false && isUnset(shape)) return holds ? NEVER : ALWAYS;
      // A value does not show who set it: the test is whether there is one.
      if (scalar === true || scalar === false) return writtenAs(test, on(left, holds === scalar));
      if (scalar === null || scalar === undefined) return writtenAs(test, on(left, !holds));
      if (scalar === 0 && countedIn(shape)) return on(left, !holds);
      if (shape.kind === 'gated')
        return throughBranches(c, shape.branches, clock, depth, (value) => again(value, right));
    }
    return [[test]];
  }
  // `len(xs) > 0` is `0 < len(xs)`: the list is not empty.
  const [count, number] = first ? [right, first] : [left, second];
  if (typeof number?.scalar === 'number' && countedIn(shapeOf(count))) {
    const isNext = (first !== undefined) === (operator === 'less');
    if (number.scalar + (isNext ? 1 : 0) === 1) return on(count, (first !== undefined) === holds);
  }
  return [[test]];
}

/** What a comparison stands for, where that is one test. */
function writtenAs(written: TestGuard, all: Alternatives): Alternatives {
  const [[only, ...others] = [], ...more] = all;
  return only?.kind === 'test' && others.length + more.length === 0 ? [[{ ...only, written }]] : all;
}

/** A member that an object does not have, whose members are all known. */
function isUnset(shape: Shape): boolean {
  if (shape.kind !== 'member') return false;
  const object = shapeOf(shape.object);
  return object.kind === 'record' && !isOpenRecord(object) && !object.members.has(shape.property);
}

/** What a comparison of a constant gives; undefined where that is not known. */
function comparedWith(scalar: unknown, operator: Comparison, right: Shape): boolean | undefined {
  if (operator !== 'in')
    return right.kind === 'constant' ? compared(scalar, operator, right.scalar) : undefined;
  if (right.kind === 'record' && !isOpenRecord(right)) return right.members.has(String(scalar));
  if (right.kind !== 'list' || right.isOpen) return undefined;
  const items = right.items.map(constantIn);
  return items.includes(undefined) ? undefined : items.some((one) => one?.scalar === scalar);
}

const isEmpty = (shape: Shape): boolean =>
  shape.kind === 'list'
    ? shape.items.length === 0 && !shape.isOpen
    : shape.kind === 'constant' && !shape.scalar;

/**
 * Whether a list has items: of one whose items are known that is known, in JavaScript too, where a list is true. `whole`: the
 * list itself; left out where the test is of it.
 */
function areThere(c: Conditions, list: Shape, test: TestGuard, depth: number, whole?: Value): Alternatives {
  const { holds, clock } = test;
  if (depth > MAX_TESTS) return [[test]];
  switch (list.kind) {
    case 'list': {
      // Of an open list, what is computed is the rest of its items.
      const isThere = ({ kind }: Shape) => kind !== 'gated' && !(list.isOpen && kind === 'computed');
      if (list.items.some((one) => isThere(shapeOf(one)))) return holds ? ALWAYS : NEVER;
      if (list.items.length === 0 && !list.isOpen) return holds ? NEVER : ALWAYS;
      return [[test]];
    }
    case 'gated':
      return throughBranches(c, list.branches, clock, depth, (one) =>
        areThere(c, shapeOf(one), test, depth + 1, one),
      );
    default:
      return whole ? alternativesOf(c, testOf(whole, holds, clock), depth + 1) : [[test]];
  }
}

/** What the number of items is of: `len(xs)`, `xs.length`, `xs.size`. */
export function countedIn(shape: Shape): Value | undefined {
  if (shape.kind === 'member')
    return shape.property === 'length' || shape.property === 'size' ? shape.object : undefined;
  return shape.kind === 'call' && shape.name === 'len' && !shape.object ? shape.given[0] : undefined;
}

/** All of a path, as alternatives. `clock`: when it counts, where that is later than it ran. */
function alternativesOfPath(c: Conditions, path: Path, depth: number, clock?: number): Alternatives {
  let all: Alternatives = ALWAYS;
  for (const step of path) {
    if (all.length === 0) return NEVER;
    const later = clock === undefined ? step : { ...step, clock };
    all = both(all, () => alternativesOfStep(c, later, depth));
    if (all.length > 1) all = simplified(all, spendingOf(c));
    for (const one of all) c.left -= one.length;
    if (c.left <= 0) return [[...commonOf(all), LOST]];
  }
  return all;
}

function alternativesOfStep(c: Conditions, step: Guard | Choice, depth: number): Alternatives {
  switch (step.kind) {
    case 'test':
      return alternativesOf(c, step, depth);
    case 'never':
      return NEVER;
    case 'paths': {
      const before = c.choices.get(step.paths);
      if (before) return before;
      const { left } = c;
      if (depth > MAX_TESTS || c.left-- <= 0) return [[lostAt(step.clock)]];
      const all = step.paths.reduce<Alternatives>(
        (found, path) => either(found, alternativesOfPath(c, path, depth + 1)),
        NEVER,
      );
      const found = simplified(all, spendingOf(c));
      if (c.left > 0 || left - c.left > MAX_FLOW_STEPS / 2) c.choices.set(step.paths, found);
      return found;
    }
    default:
      return [[step]];
  }
}

/** The conditions of a path, as alternatives. */
export const conditionsOf = (path: Path, c: Conditions): readonly Condition[] =>
  alternativesOfPath(c, path, 0);

function either(a: Alternatives, b: Alternatives): Alternatives {
  if (a.length + b.length <= MAX_ALTERNATIVES) return [...a, ...b];
  return [...[...a, ...b].slice(0, MAX_ALTERNATIVES - 1), [LOST]];
}

function both(a: Alternatives, b: () => Alternatives): Alternatives {
  if (a.length === 0) return a;
  const others = b();
  if (a.length * others.length <= MAX_ALTERNATIVES)
    return a.flatMap((one) => others.map((other) => [...one, ...other]));
  // A bound drops no condition: the shared steps stay, with an unknown one.
  const common = [...commonOf(a), ...commonOf(others)];
  return [[...common, LOST]];
}

const withNumbers = (one: Condition): ReadonlyMap<number, Guard> =>
  new Map(one.map((guard) => [numberOfGuard(guard), guard]));

/** The steps that all of some conditions share. */
function commonOf(all: Alternatives): Condition {
  const [first, ...others] = all.map(withNumbers);
  return first
    ? [...first].flatMap(([number, step]) => (others.every(hasStep(number, step)) ? [step] : []))
    : [];
}

/** Whether a condition has a step, on the same side. */
const hasStep =
  (number: number, step: Guard) =>
  (one: ReadonlyMap<number, Guard>): boolean => {
    const other = one.get(number);
    return other !== undefined && sideOf(number, other) === sideOf(number, step);
  };

/**
 * The same conditions, simplified: a condition on both sides of a test does not depend on the test, and one that
 * contradicts itself is dropped. `work`: where what is compared is counted.
 */
export const simplified = (conditions: readonly Condition[], work?: Spending): Condition[] =>
  simplifiedSteps(
    conditions.flatMap((one) => withoutRepeats(one) ?? []),
    (amount) => work?.spend(amount / VISITS_OF_STEP),
  );

/** Each step once, at its last place; undefined if two contradict each other. */
function withoutRepeats(one: Condition): ReadonlyMap<number, Guard> | undefined {
  const steps = new Map<number, Guard>();
  for (const step of one) {
    const number = numberOfGuard(step);
    const before = steps.get(number);
    if (before && sideOf(number, before) !== sideOf(number, step)) return undefined;
    steps.delete(number);
    steps.set(number, step);
  }
  return steps;
}

/** Guards that every run passes: what fails there ends the run. */
const PASSED: ReadonlySet<Guard['kind']> = new Set(['entered', 'call', 'await']);

/** The conditions under which none of some holds: an unknown one where that is not known. Calls before a test stay. */
export function otherwise(conditions: readonly Condition[]): Condition[] {
  let all: Condition[] = [[]];
  for (const one of simplified(conditions)) {
    if (one.some(({ kind }) => kind !== 'test' && !PASSED.has(kind))) return [[LOST]];
    const failing = one.flatMap((guard, at) =>
      guard.kind === 'test' ? [[...one.slice(0, at), opposite(guard)]] : [],
    );
    if (all.length * failing.length > MAX_ALTERNATIVES) return [[LOST]];
    all = simplified(all.flatMap((before) => failing.map((each) => [...before, ...each])));
  }
  return all;
}

const opposite = ({ written, ...guard }: TestGuard): TestGuard => ({
  ...guard,
  holds: !guard.holds,
  ...(written && { written: { ...written, holds: !written.holds } }),
});
