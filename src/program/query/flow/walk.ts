import type { Evaluation } from '../../evaluate/index.js';
import type { Expression, FunctionDefinition, Statement } from '../../ir/ir.js';
import { MAX_PATHS } from '../../limits.js';
import type { CallExpression } from '../../values/value.js';
import { simplified, truthOf } from './conditions.js';
import type { FunctionPlace } from './frames.js';
import type { Names, Path, Result } from './state.js';
import type { CallTerm, FlowFrame, Step, Term } from './term.js';

/** What is asked of the flow of a program. */
export interface FlowQuestion {
  /** Last names of the calls whose paths are asked for. */
  readonly targets: ReadonlySet<string>;
  /** Whether a call that is not followed is told as a step of its path: it may decide whether the path goes on. */
  isTold(call: CallTerm): boolean;
}

/** A function that a path is in, and when it began. */
export interface Activation {
  readonly definition: FunctionDefinition;
  readonly clock: number;
}

/** One path to a call that is asked for. */
export interface Visit {
  readonly call: CallTerm;
  /** From where the walk began, in their order. */
  readonly steps: readonly Step[];
  /** Functions that were called on the path and have not returned, outermost first; not the one where it begins. */
  readonly within: readonly Activation[];
}

/** Where a statement or an expression runs. */
export interface Here {
  readonly frame: FlowFrame;
  readonly within: readonly Activation[];
}

/** How statements end. */
export interface Ends {
  on: Path[];
  readonly breaks: Left[];
  readonly continues: Left[];
  readonly returns: Result[];
  readonly thrown: Path[];
}

export interface Left {
  readonly path: Path;
  readonly label: string | undefined;
}

export const noEnds = (): Ends => ({ on: [], breaks: [], continues: [], returns: [], thrown: [] });

/** What all parts of a walk share. They call each other through it. */
export interface Walk {
  readonly question: FlowQuestion;
  readonly evaluation: Evaluation;
  evaluate(one: Expression, path: Path, here: Here): Result[];
  run(statements: readonly Statement[], paths: readonly Path[], here: Here): Ends;
  call(one: CallExpression, path: Path, here: Here): Result[];
  /** A term as a number: the same for terms that say the same. */
  numberOf(term: Term): number;
  /** Time on a path; 0 for what is looked at beside the paths. */
  clock(): number;
  newId(): number;
  /** Counts a step of the walk; false once it has cost all that it may. */
  count(): boolean;
  /** What is left out because of a bound. */
  leaveOut(): void;
  /** Paths that have ended the program. */
  ended: number;
  /** Paths to the calls that are asked for. */
  readonly found: Visit[];
  /** Looks at an expression beside the paths: what it does is not told. */
  beside<T>(look: () => T): T;
  /** The frame of a function or module around what is walked, which is not run. */
  frameAround(place: FunctionPlace | undefined, file: FlowFrame['file']): FlowFrame;
  /** Terms of names that are known whatever path is taken. */
  readonly known: Map<string, Term | 'looking'>;
  /** Functions that were followed. */
  readonly followed: Set<FunctionDefinition>;
}

/** A path that goes on where a term counts as true, or as false; undefined where it never does. */
export function tested(w: Walk, path: Path, term: Term, holds: boolean): Path | undefined {
  const known = truthOf(term);
  if (known !== undefined) return known === holds ? path : undefined;
  path.steps = [...path.steps, { kind: 'test', term, holds, clock: w.clock() }];
  return path;
}

/** Whether what ran since a path was at some place decides nothing of whether that path goes on. */
export function isQuiet(
  w: Walk,
  ends: readonly Path[],
  base: Path,
  ended: number,
  isOwn: (key: string) => boolean,
): boolean {
  if (w.ended !== ended || ends.length === 0) return false;
  return ends.every(
    ({ steps, names }) =>
      steps.slice(base.steps.length).every(({ kind }) => kind === 'test') &&
      [...names.since(base.names).keys()].every(isOwn),
  );
}

/** Joins paths that began as one: those that leave the same behind are one, without what both sides of a test lead to. */
export function joined(w: Walk, base: Names, paths: readonly Path[]): Path[] {
  if (paths.length < 2) return [...paths];
  const groups = new Map<string, Path[]>();
  for (const path of paths) {
    const key = [...path.names.since(base)]
      .map(([name, term]) => `${name}=${w.numberOf(term)}`)
      .sort()
      .join(';');
    const group = groups.get(key);
    if (group) group.push(path);
    else groups.set(key, [path]);
  }
  const all = [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first || group.length === 1) return group;
    return simplified(
      group.map(({ steps }) => steps),
      w.numberOf,
    ).map((steps) => ({ names: first.names.branch(), steps: inOrder(steps) }));
  });
  return bounded(w, all);
}

const inOrder = (steps: readonly Step[]): readonly Step[] => [...steps].sort((a, b) => a.clock - b.clock);

export function bounded<T>(w: Walk, all: readonly T[]): T[] {
  if (all.length <= MAX_PATHS) return [...all];
  w.leaveOut();
  return all.slice(0, MAX_PATHS);
}
