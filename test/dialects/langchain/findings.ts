import { lintFiles } from '../../rules/lint-files.js';

const KEPT = /^(?:approval|delegation)\//;

/**
 * What the rules of approval and delegation report of a program: `rule at the text of the line`, and what is not assessed
 * with a question mark. The default limit of Python, which is an info, is left out.
 */
export async function findingsOf(file: string, text: string): Promise<string[]> {
  const { findings, notAssessed } = await lintFiles({ [file]: text });
  const lines = text.split('\n');
  return [
    ...findings
      .filter(({ rule, severity }) => KEPT.test(rule) && severity !== 'info')
      .map(({ range: { start }, rule }) => `${rule} at ${lines[start.line - 1]?.trim()}`),
    ...notAssessed.filter(({ rule }) => KEPT.test(rule)).map(({ rule }) => `${rule} ?`),
  ];
}

/** The rules of approval and delegation that report on several files, infos left out. */
export async function rulesOf(files: Record<string, string>): Promise<string[]> {
  const { findings } = await lintFiles(files);
  return findings
    .filter(({ rule, severity }) => KEPT.test(rule) && severity !== 'info')
    .map(({ rule }) => rule);
}
