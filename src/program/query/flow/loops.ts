import { MAX_FLOW_ITEMS } from '../../limits.js';
import type { At } from '../../values/value.js';
import { branchOf, type Path, type Result } from './state.js';
import { pathOf, type Step, type Term, type Way } from './term.js';
import { bounded, joined, tested, type Walk } from './walk.js';

/** Functions and methods that give what they are given, in another order or shape. */
const RESHAPED: ReadonlySet<string> = new Set([
  'list',
  'tuple',
  'sorted',
  'reversed',
  'iter',
  'from',
  'slice',
  'values',
  'copy',
  'concat',
  'toReversed',
  'toSorted',
]);

/**
 * What a loop goes through: each item with the steps by which it is there. `none`: steps by which there is nothing, where
 * that is told apart.
 */
export function itemsOf(
  w: Walk,
  term: Term,
  at: At,
): { readonly ways: readonly Way[]; readonly isKnown: boolean } {
  const step = (of: Term, holds: boolean): Step => ({ kind: 'test', term: of, holds, clock: w.clock() });
  switch (term.kind) {
    case 'constant':
      return { ways: [], isKnown: true };
    case 'list':
      if (!term.isOpen && term.items.length <= MAX_FLOW_ITEMS)
        return { ways: term.items.map((item) => ({ steps: [], term: item })), isKnown: true };
      break;
    case 'chosen':
      return { ways: term.ways, isKnown: true };
    case 'conditional': {
      const yes = itemsOf(w, term.yes, at).ways.map((way) => ({
        ...way,
        steps: [step(term.test, true), ...way.steps],
      }));
      const no = itemsOf(w, term.no, at).ways.map((way) => ({
        ...way,
        steps: [step(term.test, false), ...way.steps],
      }));
      return { ways: [...yes, ...no], isKnown: true };
    }
    case 'logical':
      if (term.operator !== 'and' && isNone(term.right)) return itemsOf(w, term.left, at);
      break;
    case 'call': {
      if (term.exits)
        return {
          ways: term.exits.flatMap(({ steps, term: returned }) =>
            itemsOf(w, returned, at).ways.map((way) => ({ ...way, steps: [...steps, ...way.steps] })),
          ),
          isKnown: true,
        };
      // `list(xs)`, `xs.slice()`; what `Array.from(xs)` is called on is no list.
      const isOf =
        term.object &&
        pathOf(term.object)?.dotted !== 'Array' &&
        term.given.every(({ kind }) => kind === 'constant');
      const inner = RESHAPED.has(term.name) ? (isOf ? term.object : term.given[0]) : undefined;
      if (inner) return itemsOf(w, inner, at);
      break;
    }
    default:
  }
  const item: Term = { kind: 'item', at, of: term, id: w.newId() };
  return { ways: [{ steps: [step(term, true)], term: item }], isKnown: false };
}

const isNone = (term: Term): boolean =>
  term.kind === 'list' ? term.items.length === 0 && !term.isOpen : term.kind === 'constant' && !term.scalar;

/** The paths of a loop over a term that begin its body, each with the item. */
export function enter(w: Walk, term: Term, path: Path, at: At): Result[] {
  return bounded(
    w,
    itemsOf(w, term, at).ways.flatMap(({ steps, term: item }): Result[] => {
      let on: Path | undefined = branchOf(path);
      for (const step of steps) {
        if (!on) break;
        if (step.kind === 'test') on = tested(w, on, step.term, step.holds);
        else on.steps = [...on.steps, { ...step, clock: w.clock() }];
      }
      return on ? [{ path: on, term: item }] : [];
    }),
  );
}

/** The path of a loop whose body never runs. */
export function pass(w: Walk, term: Term, path: Path, at: At): Path | undefined {
  const { ways, isKnown } = itemsOf(w, term, at);
  if (isKnown && term.kind === 'list') return ways.length === 0 ? path : undefined;
  return isKnown ? path : tested(w, path, term, false);
}

/**
 * Runs something for each item of a list: once on a path of its own, and not at all. Gives the paths that go on, and what
 * each run gave.
 */
export function runForEach(
  w: Walk,
  term: Term,
  path: Path,
  at: At,
  body: (path: Path, item: Term) => Result[],
): { readonly paths: readonly Path[]; readonly ways: readonly Way[]; readonly taken: readonly Result[] } {
  const base = branchOf(path);
  const taken = enter(w, term, base, at).flatMap(({ path: inner, term: item }) => body(inner, item));
  const ways = taken.map(({ path: end, term: given }) => ({
    steps: end.steps.slice(base.steps.length),
    term: given,
  }));
  const passed = pass(w, term, branchOf(base), at);
  const paths = joined(w, base.names, [...taken.map(({ path: end }) => end), ...(passed ? [passed] : [])]);
  return { paths, ways, taken };
}
