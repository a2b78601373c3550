import { resolve } from 'node:path';
import { openKeptResults } from '../../files/kept-results.js';
import type { KeptResults } from '../../files/traced-results.js';
import { findRoot } from '../../files/root.js';
import { mayHaveResults } from '../../files/user-folder.js';
import { today } from '../../model/date.js';
import { EXIT } from '../exit.js';
import { recordWritten, type Written, writeAgain } from '../output.js';
import { startTiming } from '../timing.js';

/** A hash of what the build was made from, which the build puts here; tests of the sources have none. */
declare const BUILD: string | undefined;

/** What a run did: it can be done again without the run. */
interface Done {
  status: number;
  /** Left out: too much to keep, or nobody read it to the end. */
  written?: readonly Written[];
}

/** Largest output that is kept, in characters. */
const LARGEST = 16 * 1024 * 1024;

/** Variables of the environment that a run asks for. */
const VARIABLES = ['NO_COLOR', 'FORCE_COLOR', 'TERM', 'AGENT_LINT_POLICY', 'GIT_INDEX_FILE', 'PATH'];

type Arguments = Record<string, unknown>;

/** `agent-lint check`: gives the exit status. A run whose result is kept loads nothing of the linter itself. */
export async function runCheck(args: Arguments): Promise<number> {
  const isPlain = args['print-config'] !== undefined || NOT_KEPT.some((flag) => args[flag] === true);
  if (args.cache === false || isPlain) return (await import('./check.js')).check(args);
  const { root } = findRoot(process.cwd());
  if (args.cache === true) return runKept(args, root);
  if (mayHaveResults(root)) {
    const known = openKept(root)?.recall(keyOf(args)) as Done | undefined;
    if (known) return repeat(known, args);
  }
  const { check, WantsCache } = await import('./check.js');
  try {
    return await check(args, 'not yet');
  } catch (error) {
    if (error instanceof WantsCache) return runKept(args, root);
    throw error;
  }
}

/** Runs that write to the project or take a text from outside of it: nothing of them is kept. */
const NOT_KEPT = ['fix', 'fix-unsafe', 'fix-dry-run', 'update-baseline', 'stdin', 'watch'];

/**
 * Writes what an earlier run wrote, if everything that it asked of the machine is as it was; otherwise runs, and keeps
 * what is written.
 */
async function runKept(args: Arguments, root: string): Promise<number> {
  const kept = openKept(root);
  let isNew = false;
  const make = async (): Promise<Done> => {
    isNew = true;
    const { check } = await import('./check.js');
    const { written, stop } = recorded();
    try {
      const status = await check(args, kept);
      const all = written();
      return { status, ...(all && { written: all }) };
    } finally {
      stop();
    }
  };
  if (!kept) return (await make()).status;
  const isWhole = ({ status, written }: Done) =>
    written !== undefined && (status === EXIT.ok || status === EXIT.findings);
  const done = await kept.recallOr(keyOf(args), make, isWhole);
  return isNew ? done.status : repeat(done, args);
}

async function repeat({ status, written = [] }: Done, args: Arguments): Promise<number> {
  const timing = startTiming(args.timing === true);
  await writeAgain(written);
  timing.mark('write what an earlier run wrote');
  timing.end();
  return status;
}

const openKept = (root: string): KeptResults | undefined =>
  typeof BUILD === 'string' ? openKeptResults(root, BUILD) : undefined;

/** What the output of a run depends on beside what it asks of the machine. */
function keyOf({ $0: _name, ...args }: Arguments): unknown {
  const { stdout, env } = process;
  return {
    // With `cache` left out, the result is one that the configuration had kept.
    args,
    day: today(),
    cwd: resolve('.'),
    terminal: [stdout.isTTY === true, stdout.columns ?? 0],
    variables: VARIABLES.map((name) => env[name] ?? null),
    node: process.version,
  };
}

/** Collects what is written; nothing where it is too much, or nobody read it to the end. */
function recorded(): { written: () => readonly Written[] | undefined; stop: () => void } {
  const all: Written[] = [];
  let size = 0;
  const stop = recordWritten((one) => {
    size += one.text.length;
    if (size > LARGEST) all.length = 0;
    else all.push(one);
  });
  const { stdout } = process;
  const isWhole = () => size <= LARGEST && !stdout.destroyed && !stdout.errored;
  return { written: () => (isWhole() ? all : undefined), stop };
}
