import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { loadParsers } from '../../src/syntax/index.js';
import { type Checked, lint, opened, withFolder } from './checked.js';
import { type Files, readCorpus } from './corpus.js';
import { type Input, inputs } from './input.js';
import { INVARIANTS } from './invariants.js';

/** The seed of a run that names none. */
export const SEED = 20_261_121;

/** The invariant that is about edits. */
const EDITS = INVARIANTS.findIndex(({ name }) => name.startsWith('an edit'));

const NO_CRASH = 'no input makes it throw';

/** The invariant that is about counted work. What V8 counts depends on what a process did before. */
const WORK = 'work grows';

/** Whether an input breaks the invariant about work in a process of its own, too. */
const isAlone = (seed: number): boolean => {
  const args = [
    ...process.execArgv,
    process.argv[1] ?? '',
    '--seed',
    String(seed),
    '--runs',
    '1',
    '--only',
    WORK,
  ];
  return spawnSync(process.execPath, args).status !== 0;
};

/** What broke an invariant. */
export interface Violation {
  readonly invariant: string;
  readonly problem: string;
  readonly seed: number;
  readonly kind: string;
  readonly preset: Input['preset'];
  /** As small as it could be made. */
  readonly files: Files;
  /** How many inputs broke the same invariant in the same way. */
  count: number;
}

export interface Outcome {
  readonly inputs: number;
  /** Inputs by the way they were made. */
  readonly kinds: ReadonlyMap<string, number>;
  /** How often each invariant was checked. */
  readonly checked: ReadonlyMap<string, number>;
  readonly violations: readonly Violation[];
}

/** An input that a run makes smaller. */
type Found = Pick<Violation, 'invariant' | 'problem'>;

/** Attempts to make one input smaller. */
const MOST_ATTEMPTS = 400;

/**
 * Checks so many inputs. The input of a seed is always the same, and so is what is checked of it: input number N of a run
 * is the first one of the run with N added to its seed. `only`: the beginning of the name of an
 * invariant, which is then checked for all inputs.
 */
export async function fuzz({
  seed,
  runs,
  only = '',
  onInput,
  onViolation,
}: {
  seed: number;
  runs: number;
  only?: string;
  onInput?: (done: number) => void;
  /** Called with the first violation of each kind. */
  onViolation?: (violation: Violation) => void;
}): Promise<Outcome> {
  await loadParsers(['json', 'jsonc', 'yaml', 'toml', 'markdown', 'http', 'shell', 'environment']);
  const arbitrary = inputs(readCorpus());
  const violations = new Map<string, Violation>();
  const kinds = new Map<string, number>();
  const checked = new Map<string, number>([
    [NO_CRASH, 0],
    ...INVARIANTS.map(({ name }) => [name, 0] as const),
  ]);
  const count = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);
  await withFolder(async (folder) => {
    for (let index = 0; index < runs; index++) {
      const own = seed + index;
      const [input] = fc.sample(arbitrary, { seed: own, numRuns: 1, unbiased: true });
      if (!input) continue;
      count(kinds, input.kind);
      onInput?.(index);
      const all = await problemsOf(input, own, folder, only, (name) => count(checked, name));
      for (const found of all) {
        if (only === '' && found.invariant.startsWith(WORK) && !isAlone(own)) continue;
        const key = `${found.invariant}: ${outlineOf(found.problem)}`;
        const known = violations.get(key);
        if (known) {
          known.count++;
          continue;
        }
        const { kind, preset } = input;
        const violation = {
          ...found,
          seed: own,
          kind,
          preset,
          count: 1,
          ...(await smaller(input, found, own, folder)),
        };
        violations.set(key, violation);
        onViolation?.(violation);
      }
    }
  });
  return { inputs: runs, kinds, checked, violations: [...violations.values()] };
}

/** What an input breaks: of each invariant the first problem. */
async function problemsOf(
  input: Input,
  seed: number,
  folder: string,
  only: string,
  onCheck: (name: string) => void = () => undefined,
): Promise<Found[]> {
  const found: Found[] = [];
  onCheck(NO_CRASH);
  let checked: Checked;
  try {
    const project = await opened(input.files, input.preset, folder);
    if (!project) return [];
    // Working out edits costs as much as all the rest.
    const options = { ...project.options, withoutFixes: only === '' && (seed + EDITS) % 4 !== 0 };
    checked = { ...project, options, input, result: lint({ ...project, options }) };
  } catch (error) {
    return [{ invariant: NO_CRASH, problem: stackOf(error) }];
  }
  for (const [index, { name, of, applies, check }] of INVARIANTS.entries()) {
    if (only === '' ? (seed + index) % of !== 0 : !name.startsWith(only)) continue;
    if (applies?.(checked) === false) continue;
    onCheck(name);
    try {
      const [problem] = await check(checked, folder);
      if (problem !== undefined) found.push({ invariant: name, problem });
    } catch (error) {
      found.push({ invariant: name, problem: stackOf(error) });
    }
  }
  return found;
}

/** An error with the first places of our own code. */
function stackOf(error: unknown): string {
  const { message = String(error), stack = '' } = error as Error;
  const own = stack
    .split('\n')
    .filter((line) => /\/(?:src|rules)\//.test(line))
    .slice(0, 4);
  return [
    message.slice(0, 500),
    ...own.map((line) => line.replace(/\(?\/.*\/((?:src|rules)\/)/, '$1').trim()),
  ].join('\n');
}

/** A problem without names and numbers: problems with the same outline are one. */
const outlineOf = (problem: string): string =>
  problem
    .split('\n')
    .slice(0, 2)
    .join(' ')
    .replace(/[`"'][^`"']*[`"']|[\w./-]+\.\w+|\d+/g, '_')
    .slice(0, 90);

/** The smallest files that were found to break the same invariant in the same way. */
async function smaller(
  input: Input,
  { invariant, problem }: Found,
  seed: number,
  folder: string,
): Promise<Pick<Violation, 'files' | 'problem'>> {
  let best = { files: input.files, problem };
  // What was made together is not made smaller apart.
  if (input.paired && invariant.startsWith('a gate')) return best;
  let attempts = 0;
  const tries = async (files: Files): Promise<boolean> => {
    if (++attempts > MOST_ATTEMPTS) return false;
    const found = (
      await problemsOf({ ...input, files }, seed, folder, invariant === NO_CRASH ? '-' : invariant)
    ).find((one) => one.invariant === invariant);
    if (!found || outlineOf(found.problem) !== outlineOf(problem)) return false;
    best = { files, problem: found.problem };
    return true;
  };
  for (const name of Object.keys(input.files)) {
    const { [name]: _, ...rest } = best.files;
    if (Object.keys(rest).length > 0) await tries(rest);
  }
  for (const name of Object.keys(best.files))
    for (const mark of ['\n', '']) {
      let parts = (best.files[name] ?? '').split(mark);
      for (let size = Math.ceil(parts.length / 2); size > 0; size = size > 1 ? Math.ceil(size / 2) : 0)
        for (let from = 0; from < parts.length && attempts <= MOST_ATTEMPTS; ) {
          const rest = [...parts.slice(0, from), ...parts.slice(from + size)];
          if (rest.length > 0 && (await tries({ ...best.files, [name]: rest.join(mark) }))) parts = rest;
          else from += size;
        }
    }
  return best;
}

/** A violation as text, with the command that repeats it. */
export const violationText = ({ invariant, problem, seed, kind, preset, files }: Violation): string =>
  [
    `Not true: ${invariant}`,
    problem,
    ...Object.entries(files).map(([name, text]) => `--- ${name}: ${JSON.stringify(text)}\n${text}`),
    `(${kind}, ${preset}) npm run fuzz -- --seed ${seed} --runs 1\n`,
  ].join('\n');

/** What a run did: its inputs, and of each invariant how often it was checked and violated. */
export function summaryOf({ inputs: made, kinds, checked, violations }: Outcome, seed: number): string {
  const count = (of: readonly Violation[]): number => of.reduce((sum, one) => sum + one.count, 0);
  const lines = [...checked].map(([name, times]) => {
    const wrong = count(violations.filter(({ invariant }) => invariant === name));
    return `${String(times).padStart(7)} × ${name}: ${wrong} violations`;
  });
  const ways = [...kinds].sort().map(([kind, times]) => `${times} ${kind}`);
  return `${made} inputs from seed ${seed}: ${ways.join(', ')}\n${lines.join('\n')}\n${count(violations)} violations`;
}
