import type { LintResult } from '../../src/lint/result.js';

/**
 * What a run reports and lists as not assessed as well: the same rule, of the same value. A file that is not read is both
 * in `strict` (design, section 7).
 */
export function contradictions({ findings, notAssessed }: LintResult): string[] {
  const keyOf = (rule: string, file: string, { line, column }: { line: number; column: number }) =>
    `${rule} ${file}:${line}:${column}`;
  const reported = new Set(findings.map(({ rule, file, range }) => keyOf(rule, file, range.start)));
  return notAssessed
    .filter(({ rule }) => rule !== 'framework/unread')
    .map(({ rule, at }) => keyOf(rule, at.file, at.range().start))
    .filter((key) => reported.has(key));
}
