import type { LintResult } from '../../../src/lint/result.js';

/** What is reported and not assessed of a program, except about its runtime, by rule and tool, agent or reason. */
export function reportedIn({
  findings,
  notAssessed,
}: Pick<LintResult, 'findings' | 'notAssessed'>): string[] {
  const names = (message: string) => (/`([^`]+)`/.exec(message) ?? [])[1] ?? '';
  return [
    ...findings
      .filter(({ rule }) => !rule.startsWith('runtime/'))
      .map(({ rule, message }) => `${rule} ${names(message)}`),
    ...notAssessed.map(
      ({ rule, message }) =>
        `? ${rule} ${/\(([^()]+(?:\(\)[^()]*)?)\)\.?$/.exec(message)?.[1] ?? names(message)}`,
    ),
  ].sort();
}
