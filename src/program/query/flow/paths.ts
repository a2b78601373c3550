import { bitsBelow, type Marked } from '../../../model/bits-below.js';
import { keptIn } from '../../../model/once.js';
import type { Work } from '../../evaluate/budget.js';
import { MAX_FLOW_TERMS, MAX_STEP_DEPTH, MIN_FLOW_TERMS, VISITS_OF_STEP, WORK_SHARES } from '../../limits.js';
import { tailOf } from '../../values/guard.js';
import type { Guard, Tail, Value } from '../../values/value.js';
import {
  type CallShape,
  callOf,
  isSameValue,
  parameterIn,
  partsOf,
  type Shape,
  shapeOf,
  type Traced,
  workBehind,
} from './shape.js';

/** Guards in order, without what decides nothing. Clocks grow along a path. */
export type Path = readonly (Guard | Choice)[];

/** One of several paths was taken, each of which has a condition. */
export interface Choice {
  readonly kind: 'paths';
  readonly paths: readonly Path[];
  readonly clock: number;
}

/** Guards as paths, for a question that says which calls may decide what follows them. */
export interface Paths {
  of(tail: Tail): Path;
  /** The guards of a list after some time. */
  since(guard: Guard | undefined, clock: number): Path;
}

/** A choice as a step of a path, and how many choices are in each other in it. */
interface Kept {
  readonly step: Path[number] | undefined;
  readonly height: number;
}

/** `mayDecide`: whether a call may decide what follows it; the others are left out. */
export function pathsWhere(mayDecide: (call: CallShape) => boolean): Paths {
  const choices = new WeakMap<Guard, Kept>();
  const deciding = new WeakMap<CallShape['event'], boolean>();
  const tails = new WeakMap<Tail, Path>();
  const cuts = new Map<number, WeakMap<Choice, Choice>>();
  const choiceOf = (guard: Guard & { kind: 'choice' }, depth: number): Kept => {
    const before = choices.get(guard);
    if (before) return before;
    const { clock, parent, ends } = guard;
    const lost: Kept = { step: { kind: 'lost', clock, parent: undefined }, height: 0 };
    if (depth + 1 >= MAX_STEP_DEPTH) return lost;
    let height = 1;
    const paths = ends.map((end) =>
      tailOf(end, parent).flatMap((one): Path => {
        if (one.kind !== 'choice') return stepsOf(one);
        const inner = choiceOf(one, depth + 1);
        height = Math.max(height, inner.height + 1);
        return inner.step ? [inner.step] : [];
      }),
    );
    const step = oneOf(paths, clock);
    const found = step && height >= MAX_STEP_DEPTH ? lost : { step, height: step ? height : 0 };
    choices.set(guard, found);
    return found;
  };
  const stepsOf = (guard: Guard): Path => {
    switch (guard.kind) {
      case 'module':
        return [];
      case 'call':
        return keptIn(deciding, guard.event, () => mayDecide(callOf(guard.event))) ? [guard] : [];
      case 'choice': {
        const { step } = choiceOf(guard, 0);
        return step ? [step] : [];
      }
      default:
        return [guard];
    }
  };
  return {
    // Each question about a value asks for the same ones.
    of: (tail) => keptIn(tails, tail, () => tail.flatMap(stepsOf)),
    since(guard, clock) {
      const found: Guard[] = [];
      // Clocks grow along a list: earlier guards are further back.
      for (let at = guard; at && at.clock > clock; at = at.parent) found.push(at);
      const cut = keptIn(cuts, clock, () => new WeakMap<Choice, Choice>());
      return pathSince(found.reverse().flatMap(stepsOf), clock, cut);
    },
  };
}

/** Paths on which no call decides. */
export const WITHOUT_CALLS = pathsWhere(() => false);

/** The part of a path after some time. `cut`: choices that were cut already, which paths share. */
function pathSince(path: Path, clock: number, cut: WeakMap<Choice, Choice>): Path {
  const left = path.flatMap((step): Path => {
    if (step.clock <= clock && step.kind !== 'never') return [];
    if (step.kind !== 'paths') return [step];
    const known = cut.get(step);
    if (known) return [known];
    const paths = step.paths.map((one) => pathSince(one, clock, cut));
    const one = paths.every((each, index) => each === step.paths[index]) ? step : { ...step, paths };
    cut.set(step, one);
    return [one];
  });
  // What is not cut stays the same: its conditions are known.
  return left.length === path.length && left.every((step, index) => step === path[index]) ? path : left;
}

/** One of several paths, without tests whose sides both continue; undefined if no condition is left. */
function oneOf(paths: readonly Path[], clock: number): Choice | undefined {
  let left = [...paths];
  for (let merged = mergedOnce(left); merged; merged = mergedOnce(left)) left = merged;
  return left.some((path) => path.length === 0) ? undefined : { kind: 'paths', paths: left, clock };
}

function mergedOnce(paths: readonly Path[]): Path[] | undefined {
  for (const [index, one] of paths.entries())
    for (const other of paths.slice(index + 1)) {
      const test = onlyDifference(one, other);
      if (test)
        return [
          ...paths.filter((path) => path !== one && path !== other),
          one.filter((step) => step !== test),
        ];
    }
  return undefined;
}

/** The one test in which two paths differ, by its side. */
function onlyDifference(a: Path, b: Path): Path[number] | undefined {
  if (a.length !== b.length) return undefined;
  let found: Path[number] | undefined;
  for (const [index, step] of a.entries()) {
    const other = b[index];
    if (step === other) continue;
    if (step.kind !== 'test' || other?.kind !== 'test') return undefined;
    if (!isSameValue(step.test.value, other.test.value)) return undefined;
    if (step.holds === other.holds) continue;
    if (found) return undefined;
    found = step;
  }
  return found;
}

/** What some guards test. */
export const testedIn = (guards: Path): readonly Value[] =>
  guards.flatMap((one) => (one.kind === 'test' ? [one.test.value] : []));

/** What a walk visits, with what is behind it once that is asked: each question walks over the same. */
interface Visit extends Marked {
  readonly one: Traced | Choice;
  behind?: readonly Visit[];
}

/** Shapes and choices that were visited. */
export type Visited = Set<Visit>;

const visits = new WeakMap<Shape | Choice, Visit>();
const visitOf = (one: Traced | Choice): Visit =>
  keptIn(visits, one.kind === 'paths' ? one : shapeOf(one), () => ({ one, asked: 0, there: 0 }));

/** Whether something was visited. */
export const isVisited = (visited: Visited, one: Traced): boolean => visited.has(visitOf(one));

/** What something is computed from, one step deep, with the tests of a choice. Choices share their parts. */
function behindOf(one: Traced | Choice): readonly Visit[] {
  const found = new Set<Visit>();
  const addTested = (path: Path): void => {
    for (const step of path)
      if (step.kind === 'test') found.add(visitOf(step.test.value));
      else if (step.kind === 'await') found.add(visitOf(step.value));
      else if (step.kind === 'paths') found.add(visitOf(step));
  };
  if (one.kind === 'paths') for (const path of one.paths) addTested(path);
  else {
    const shape = shapeOf(one);
    for (const { tail } of shape.kind === 'gated' ? shape.branches : []) addTested(WITHOUT_CALLS.of(tail));
    for (const part of partsOf(shape)) found.add(visitOf(part));
  }
  return [...found];
}

const behind = (visit: Visit): readonly Visit[] => {
  visit.behind ??= behindOf(visit.one);
  return visit.behind;
};

/** Kinds of values that questions look for, each a bit. */
export type Kinds = number;

const kinds: ((one: Traced) => boolean)[] = [];

/** A kind of value, by its shape alone: whether one is below a value is asked once, and not by each question. */
export const kindOf = (is: (one: Traced) => boolean): Kinds => 1 << (kinds.push(is) - 1);

/** Parameters of functions whose callers are not known. */
export const PARAMETERS = kindOf((one) => parameterIn(one) !== undefined);

/** Those of some kinds that a value is or is computed from, through the same as `dependsOn`. */
export const kindsIn = (value: Traced, wanted: Kinds): Kinds =>
  kindsBelow(visitOf(value), wanted, workBehind(value));

const kindsBelow = (start: Visit, wanted: Kinds, work: Work): Kinds =>
  bitsBelow(
    start,
    wanted,
    ({ one }) =>
      one.kind === 'paths'
        ? 0
        : kinds.reduce((all, is, at) => (wanted & (1 << at) && is(one) ? all | (1 << at) : all), 0),
    behind,
    (visited) => work.spend(visited / VISITS_OF_STEP),
  );

/**
 * Whether a value is computed from a source, through assignments, calls and returns. The condition of a choice is in its
 * guards, not among what may be chosen. `isSource` gives undefined to look at the parts of a value, false where neither
 * it nor its parts are one. Undefined: none is found, and there are more values than are visited. `without`: what earlier
 * questions about the same sources have shown to depend on none; grows with each that finds none. `among`: the kinds of which
 * each source is one.
 */
export function dependsOn(
  value: Traced,
  isSource: (one: Traced) => boolean | undefined,
  { without, among }: { readonly without?: Visited; readonly among?: Kinds | undefined } = {},
): boolean | undefined {
  const seen: Visited = new Set();
  const waiting = [visitOf(value)];
  const work = workBehind(value);
  const most = Math.max(MIN_FLOW_TERMS, work.share(WORK_SHARES, MAX_FLOW_TERMS));
  let found: boolean | undefined = false;
  for (let visit = waiting.pop(); visit && found === false; visit = waiting.pop()) {
    if (seen.has(visit) || without?.has(visit)) continue;
    if (among !== undefined && kindsBelow(visit, among, work) === 0) continue;
    const { one } = visit;
    if (seen.size >= most) found = undefined;
    else {
      seen.add(visit);
      const answer = one.kind === 'paths' ? undefined : isSource(one);
      if (answer) found = true;
      else if (answer === undefined) {
        for (const each of behind(visit)) waiting.push(each);
      }
    }
  }
  work.spend(seen.size / VISITS_OF_STEP);
  if (found === false) for (const one of seen) without?.add(one);
  return found;
}

/** Whether a value is computed from one that `isOne` says yes to. */
export const contains = (value: Traced, isOne: (one: Traced) => boolean, among?: Kinds): boolean =>
  dependsOn(value, (one) => isOne(one) || undefined, { among }) === true;
