import { type LintRequest, lintProject } from '../../src/index.js';
import type { LintResult } from '../../src/lint/result.js';
import { formatOf } from '../../src/syntax/index.js';

/** Programs of more files are made by a loop, to see how long they take. */
const MOST_FILES = 12;

/** Reported of a whole run only: once per run, or of settings that match nothing in the whole project. */
const OF_A_WHOLE_RUN = /^(?:runtime\/undecided|config\/(?:unused|stale)-)/;

/** Findings by what people see of them; those of a whole run only are left out. */
function linesOf(findings: LintResult['findings']): Map<string, string> {
  return new Map(
    findings
      .filter(({ rule }) => !OF_A_WHOLE_RUN.test(rule))
      .map(({ fingerprint, rule, severity, file, range, message }) => [
        `${fingerprint} ${severity}`,
        `${file}:${range.start.line}:${range.start.column} ${severity} ${rule} ${message}`,
      ]),
  );
}

/**
 * The property of named files: what `check FILE` reports is among what `check` reports, and nothing of that file is missing.
 * Checks it for each program of several files.
 * @throws {Error} where they differ: the file, and what differs.
 */
export async function checkNamedProperty(
  whole: LintResult,
  files: readonly string[],
  options: LintRequest & { cwd: string },
): Promise<void> {
  const programs = files.filter((file) => formatOf(file) === 'code');
  if (options.paths || programs.length < 2 || files.length > MOST_FILES) return;
  const expected = linesOf(whole.findings);
  for (const file of programs) {
    const named = await lintProject({ ...options, paths: [file] });
    const found = linesOf(named.findings);
    const added = [...found]
      .filter(([key]) => !expected.has(key))
      .map(([, line]) => `only with the file: ${line}`);
    const missing = [...expected]
      .filter(([key, line]) => line.startsWith(`${file}:`) && !found.has(key))
      .map(([, line]) => `only without: ${line}`);
    if (added.length + missing.length > 0)
      throw new Error(`check ${file} differs from check:\n${[...added, ...missing].join('\n')}`);
  }
}
