// What a command uses, and the one table in which all figures of the benchmark are printed.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

/** Node reads what this variable names as it starts, which can cost more than a check of one file. */
const { NODE_EXTRA_CA_CERTS: _, ...environment } = process.env;

const TIMED = 'ulimit -t "$1"; shift; TIMEFORMAT="%U %S"; time "$@" >/dev/null 2>/dev/null';

/**
 * Runs a command. `cpu`: user and system time of all its processes, in milliseconds. `isEnded`: a process needed more CPU
 * than `seconds`.
 */
export function timed(words, cwd, { env = {}, seconds = 'unlimited' } = {}) {
  const { stderr, status, signal } = spawnSync('bash', ['-c', TIMED, 'bash', String(seconds), ...words], {
    cwd,
    encoding: 'utf8',
    env: { ...environment, ...env },
  });
  const [user = 0, system = 0] = stderr.trim().split('\n').at(-1).split(' ').map(Number);
  return { cpu: (user + system) * 1000, isEnded: signal !== null || status > 128 };
}

/** Runs a script of Node, and counts in addition: `peak` in MiB; `steps` and `work` as `usage.cjs` does. */
export function counted(words, cwd, { env = {}, seconds } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'agent-lint-usage-'));
  const note = join(folder, 'usage');
  try {
    const node = [process.execPath, '--require', join(import.meta.dirname, 'usage.cjs')];
    const run = timed([...node, ...words], cwd, { env: { ...env, BENCH_USAGE: note }, seconds });
    if (run.isEnded) return run;
    const threads = readFileSync(note, 'utf8').trim().split('\n').map(JSON.parse);
    const sum = (key) => threads.reduce((all, one) => all + one[key], 0);
    const peak = Math.max(...threads.map((one) => one.peak)) / 1024;
    return { ...run, peak, steps: sum('steps'), work: sum('work') };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The results of several commands, each run `runs` times in turn, after a round that counts for nothing. */
export function inTurn(commands, runs) {
  const results = commands.map(() => []);
  for (let run = -1; run < runs; run++)
    for (const [at, command] of commands.entries()) {
      const result = command();
      if (run >= 0) results[at].push(result);
    }
  return results;
}

export const ms = (value) => `${value.toFixed(0)} ms`;
export const seconds = (value) => `${(value / 1000).toFixed(1)} s`;
export const mib = (value) => `${value.toFixed(0)} MiB`;
export const times = (value) => `${value.toFixed(2)}x`;
export const amount = (value) => value.toLocaleString('en-US');

/** Prints a row: the goal is what the last figure should be at most. */
export function printRow(title, figures, goal) {
  const cells = figures.map((figure) => `  ${figure.padStart(10)}`).join('');
  console.log(`${title.padEnd(50)}${cells}${goal === undefined ? '' : `  (goal ${goal})`}`);
}

/**
 * Prints the CPU time of commands, and beside that of the first what each other one needs of it, or adds to it. The goals
 * bound that.
 */
export function compare(title, commands, { runs, cwd, env, goals = {}, isAdded = false }) {
  const names = Object.keys(commands);
  const used = inTurn(
    names.map((name) => () => timed(commands[name], cwd, { env }).cpu),
    runs,
  );
  const beside = (cpu, base) => (isAdded ? cpu - base : cpu / base);
  const shown = isAdded ? (value) => `+${ms(value)}` : times;
  for (const [at, name] of names.entries()) {
    const figure = median(used[at].map((cpu, run) => beside(cpu, used[0][run])));
    const goal = goals[name] === undefined ? undefined : shown(goals[name]);
    printRow(`${title}: ${name}`, [ms(median(used[at])), ...(at === 0 ? [] : [shown(figure)])], goal);
  }
}
