import childProcess from 'node:child_process';
import { setMaxListeners } from 'node:events';
import { appendFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { inject, type RunnerTestCase, type RunnerTestFile, type RunnerTestSuite } from 'vitest';
import { VitestTestRunner } from 'vitest/runners';

/** What a run of mutants is given. */
interface Plan {
  /** The numbers of the mutants of the sample. */
  readonly mutants: readonly number[];
  /** The mutants whose functions a test file enters, where a run has recorded that. */
  readonly reachedBy: Readonly<Record<string, readonly number[]>>;
  /** After tests of this many steps, a mutant that none has noticed survives. */
  readonly steps: number;
  /** The file that gets a line of JSON for each test file: a `FileRun`. */
  readonly output: string;
}

/** What happened in a test file. */
interface FileRun {
  file: string;
  tests: number;
  /** Tests that are not run, because every mutant is noticed. */
  skipped: number;
  /** Tests that fail as they are, because they start a process, or fail when they are run again. */
  failed: number;
  steps: number;
  /** The numbers of the functions that its tests enter. */
  entered: number[];
  /** The numbers of the mutants that its tests reach. */
  reached: number[];
  /** The numbers of the mutants that may make a difference in its tests. */
  differing: number[];
  /** The mutants that it is the first to notice, with the name of the test. */
  noticed: Record<number, string>;
}

/** A mutant that makes a test take this many times the steps of the original is noticed: it may never end. */
const TOO_MANY_STEPS = 20;

declare module 'vitest' {
  interface ProvidedContext {
    plan: Plan;
  }
}

// Vitest adds a listener to a test each time it is run.
setMaxListeners(0);

const plan = inject('plan');
const entered = new Uint8Array(1 << 16);
const reached = new Set<number>();
/** Mutants that are another value in the running test, or may be. */
const differs = new Set<number>();
const alive = new Set(plan.mutants);
/** The steps that tests took with each mutant. */
const spent = new Map<number, number>();
let active = -1;
let isComparing = false;
let steps = 0;
let limit = Number.POSITIVE_INFINITY;

function step(): void {
  if (++steps > limit) throw new Error('too many steps');
}

Object.assign(globalThis, {
  __mutant(number: number): boolean {
    reached.add(number);
    differs.add(number);
    return number === active;
  },
  __compares(number: number): boolean {
    reached.add(number);
    return number === active;
  },
  __compared<T>(number: number, value: T, mutated: () => T): T {
    if (active >= 0 || isComparing || differs.has(number)) return value;
    isComparing = true;
    try {
      if (!Object.is(mutated(), value)) differs.add(number);
    } catch {
      differs.add(number);
    }
    isComparing = false;
    return value;
  },
  __entered(number: number): void {
    entered[number] = 1;
    step();
  },
  __step: step,
});

// Another process has none of the mutants: tests that start one are of no use, and slow.
for (const name of ['spawn', 'spawnSync', 'execFile', 'execFileSync', 'exec', 'execSync', 'fork'] as const) {
  const start = childProcess[name] as (...given: unknown[]) => unknown;
  const checked = (...given: unknown[]) => {
    if (given[0] !== 'git') throw new Error('starts a process');
    return start(...given);
  };
  Object.assign(childProcess, { [name]: checked });
}
syncBuiltinESMExports();

const runOf = (file: string): FileRun => ({
  file,
  tests: 0,
  skipped: 0,
  failed: 0,
  steps: 0,
  entered: [],
  reached: [],
  differing: [],
  noticed: {},
});

/** Runs each test once as it is, then once with each mutant that it reaches and that no test has noticed. */
export default class MutantRunner extends VitestTestRunner {
  private run = runOf('');

  onBeforeRunFiles(files: RunnerTestFile[]): void {
    entered.fill(0);
    this.run = runOf(files[0]?.filepath ?? '');
  }

  override onAfterRunFiles(): void {
    super.onAfterRunFiles();
    for (const [number, is] of entered.entries()) if (is) this.run.entered.push(number);
    appendFileSync(plan.output, `${JSON.stringify(this.run)}\n`);
  }

  async runTask(test: RunnerTestCase): Promise<void> {
    const mutants = plan.reachedBy[this.run.file];
    if (!(mutants ?? plan.mutants).some((mutant) => alive.has(mutant))) {
      this.run.skipped += 1;
      return;
    }
    const run = VitestTestRunner.getTestFn(test);
    this.run.tests += 1;
    reached.clear();
    differs.clear();
    if (!(await passes(test, run, -1, Number.POSITIVE_INFINITY, false))) {
      this.run.failed += 1;
      return;
    }
    const usual = steps;
    this.run.steps += usual;
    this.run.reached = [...new Set([...this.run.reached, ...reached])];
    this.run.differing = [...new Set([...this.run.differing, ...differs])];
    for (const mutant of [...differs].filter((number) => alive.has(number))) {
      const before = spent.get(mutant) ?? 0;
      if (before > plan.steps) continue;
      spent.set(mutant, before + usual);
      if (await passes(test, run, mutant, usual * TOO_MANY_STEPS + 100_000)) continue;
      // A test that fails a second time without a mutant as well says nothing.
      if (!(await passes(test, run, -1, Number.POSITIVE_INFINITY))) {
        this.run.failed += 1;
        return;
      }
      alive.delete(mutant);
      this.run.noticed[mutant] = test.name;
    }
  }
}

/** Runs what stands around a test between two of its runs: the last hooks of one, and the first of the next. */
async function renew({ suite, file, context }: RunnerTestCase): Promise<void> {
  const suites = [file as RunnerTestSuite];
  for (let one = suite; one; one = one.suite) suites.splice(1, 0, one);
  const hooksOf = (one: RunnerTestSuite) => VitestTestRunner.getSuiteHooks(one);
  for (const one of suites.toReversed()) for (const hook of hooksOf(one).afterEach) await hook(context, one);
  for (const one of suites) for (const hook of hooksOf(one).beforeEach) await hook(context, one);
}

async function passes(
  test: RunnerTestCase,
  run: () => unknown,
  mutant: number,
  most: number,
  isAgain = true,
): Promise<boolean> {
  active = mutant;
  steps = 0;
  limit = most;
  try {
    if (isAgain) await renew(test);
    await run();
    return test.result?.state !== 'fail';
  } catch {
    return false;
  } finally {
    active = -1;
    limit = Number.POSITIVE_INFINITY;
    if (test.result) test.result.state = 'run';
  }
}
