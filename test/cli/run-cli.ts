import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { onTestFinished } from 'vitest';
import { runInProcess } from './in-process.js';

/** The built command line: what a user runs. `npm ci` builds it. */
export const BIN = resolve(import.meta.dirname, '../../dist/agent-lint.cjs');

/** Where the runs of all tests keep their compiled code: not in the home of a test, which it may list. */
const CACHE = resolve(import.meta.dirname, '../../node_modules/.cache/agent-lint/code-cache');

export interface Run {
  status: number | null;
  stdout: string;
  stderr: string;
}

/** The environment of a run: no colours and none of the machine's own settings. */
const environmentOf = (cwd: string, env: Readonly<Record<string, string>>): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  HOME: cwd,
  XDG_CACHE_HOME: CACHE,
  NO_COLOR: '1',
  ...env,
});

/**
 * Runs the command line in a folder, from its sources and in this process. A test about a process of its own (a terminal,
 * pipes, signals, threads, options of Node) or about kept results needs `runBinary`.
 */
export const runCli = async (
  cwd: string,
  args: readonly string[],
  input = '',
  env: Readonly<Record<string, string>> = {},
): Promise<Run> => quiet(await runInProcess(cwd, args, input, environmentOf(cwd, env)));

/** Runs the built command line, as a user does. `bin`: another copy of the package. */
export function runBinary(
  cwd: string,
  args: readonly string[],
  input = '',
  env: Readonly<Record<string, string>> = {},
  bin = BIN,
): Run {
  return quiet(
    spawnSync(process.execPath, [bin, ...args], {
      cwd,
      input,
      encoding: 'utf8',
      maxBuffer: 1 << 28,
      timeout: 600_000,
      env: environmentOf(cwd, env),
    }),
  );
}

/** What Node itself warns of is noise to every user. */
function quiet({ status, stdout, stderr }: Run): Run {
  if (/\(node:\d+\)/.test(stderr)) throw new Error(stderr);
  return { status, stdout, stderr };
}

/** What a run gives for each of these, one run after the other. */
export async function inTurn<Item, Result>(
  items: readonly Item[],
  each: (item: Item, at: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const [at, item] of items.entries()) results.push(await each(item, at));
  return results;
}

/** The text of a hook for Node that does something with each script, as `options` and `isTaken`, and writes `noted` at the end. */
export const scriptHook = (noted: string, each: string) => `const vm = require('node:vm');
// A Node that has a cache of its own keeps it by itself: here, ours is tested.
require('node:module').enableCompileCache = undefined;
const noted = ${noted};
vm.Script = class extends vm.Script {
  constructor(source, options) {
    super(source, options);
    const name = require('node:path').basename(options.filename);
    const isTaken = Boolean(options.cachedData) && !this.cachedDataRejected;
    ${each}
  }
};
process.on('exit', () => require('node:fs').writeFileSync(process.env.LIST, JSON.stringify(noted)));`;

/** A folder with these files, removed after the test. */
export function folderWith(files: Record<string, string | Uint8Array>): string {
  const folder = mkdtempSync(join(tmpdir(), 'agent-lint-cli-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

/** Findings as `file:line:column severity rule`, from the JSON report. */
export function findingsOf(run: Run): string[] {
  const report = JSON.parse(run.stdout) as {
    findings: {
      file: string;
      range: { start: { line: number; column: number } };
      severity: string;
      rule: string;
      ignored?: object;
    }[];
  };
  return report.findings
    .filter((finding) => finding.ignored === undefined)
    .map(
      ({ file, range, severity, rule }) =>
        `${file}:${range.start.line}:${range.start.column} ${severity} ${rule}`,
    );
}

/** Errors and warnings about approval of a folder, as `file:line rule`. */
export async function gatesIn(folder: string): Promise<string[]> {
  const { stdout } = await runCli(folder, ['check', '--format', 'compact']);
  return stdout.split('\n').flatMap((line) => {
    const [, place, rule] = /^(\S+:\d+):\d+: (?:error|warning) (approval\/\S+) /.exec(line) ?? [];
    return place === undefined ? [] : [`${place} ${rule}`];
  });
}
