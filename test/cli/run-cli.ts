import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { onTestFinished } from 'vitest';

/** The built command line: what a user runs. `npm ci` builds it. */
export const BIN = resolve(import.meta.dirname, '../../dist/agent-lint.cjs');

/** Where the runs of all tests keep their compiled code: not in the home of a test, which it may list. */
const CACHE = resolve(import.meta.dirname, '../../node_modules/.cache/agent-lint/code-cache');

export interface Run {
  status: number | null;
  stdout: string;
  stderr: string;
}

/** Runs the command line in a folder, without colours and without the machine's own settings. */
export const runCli = (cwd: string, args: readonly string[], input = '', env: Record<string, string> = {}) =>
  runCliAt(BIN, cwd, args, input, env);

/** As `runCli`, for another copy of the package. */
export function runCliAt(
  bin: string,
  cwd: string,
  args: readonly string[],
  input = '',
  env: Record<string, string> = {},
): Run {
  const run = spawnSync(process.execPath, [bin, ...args], {
    cwd,
    input,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    timeout: 600_000,
    env: { PATH: process.env.PATH ?? '', HOME: cwd, XDG_CACHE_HOME: CACHE, NO_COLOR: '1', ...env },
  });
  // What Node itself warns of is noise to every user.
  if (/\(node:\d+\)/.test(run.stderr)) throw new Error(run.stderr);
  return { status: run.status, stdout: run.stdout, stderr: run.stderr };
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
export function gatesIn(folder: string): string[] {
  const { stdout } = runCli(folder, ['check', '--format', 'compact']);
  return stdout.split('\n').flatMap((line) => {
    const [, place, rule] = /^(\S+:\d+):\d+: (?:error|warning) (approval\/\S+) /.exec(line) ?? [];
    return place === undefined ? [] : [`${place} ${rule}`];
  });
}
