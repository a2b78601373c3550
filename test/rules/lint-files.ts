import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type LintRequest, lintProject } from '../../src/index.js';
import type { LintResult } from '../../src/lint/result.js';
import { keepProgram } from '../oracle/keep-program.js';
import { checkNamedProperty } from '../program/named-property.js';
import { sampleTextProperty } from '../program/text-property.js';
import { contradictions } from './contradictions.js';
import { foundWithoutParts } from './rules-without-parts.js';

/**
 * Writes files to a folder of their own, lints it as a user would, and removes it. Checks on each that rules run where they
 * would find something, and on programs the property of text.
 */
export async function lintFiles(
  files: Record<string, string | Uint8Array>,
  options: LintRequest = {},
): Promise<LintResult> {
  keepProgram(files);
  const cwd = mkdtempSync(join(tmpdir(), 'agent-lint-'));
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(cwd, name)), { recursive: true });
      writeFileSync(join(cwd, name), text);
    }
    const result = await lintProject({ cwd, asOf: '2026-11-20', ...options });
    const [contradiction] = contradictions(result);
    if (contradiction !== undefined) throw new Error(`reported, and not assessed as well: ${contradiction}`);
    const [missed] = foundWithoutParts(result);
    if (missed !== undefined) throw new Error(`a rule does not run where it is needed: ${missed}`);
    await sampleTextProperty(files, isPlain(files, options) ? result : undefined);
    await checkNamedProperty(result, Object.keys(files), { cwd, asOf: '2026-11-20', ...options });
    return result;
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

/** Whether a run of these files has the defaults: no options, no configuration, nothing ignored and nothing accepted. */
const isPlain = (files: object, options: LintRequest): boolean =>
  Object.keys(options).length === 0 && !JSON.stringify(files).includes('agent-lint');

/** Findings of one rule as a page states them: `line:column severity message`. */
export function statedFindings(result: LintResult, rule: string, mainFile?: string): string[] {
  return result.findings
    .filter((finding) => finding.rule === rule && finding.ignored === undefined)
    .map(({ file, range, severity, message }) => {
      const prefix = mainFile === undefined || file === mainFile ? '' : `${file}:`;
      return `${prefix}${range.start.line}:${range.start.column} ${severity} ${message}`;
    });
}
