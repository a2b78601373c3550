import { lintFiles } from '../../rules/lint-files.js';

/**
 * What the rules of approval and delegation report of a program: `rule at the text of the line`, and what is not assessed
 * with a question mark. The default limit of Python, which is an info, is left out.
 */
export async function findingsOf(file: string, text: string): Promise<string[]> {
  const { findings, notAssessed } = await lintFiles({ [file]: text });
  const lines = text.split('\n');
  const kept = /^(?:approval|delegation)\//;
  return [
    ...findings
      .filter(({ rule, severity }) => kept.test(rule) && severity !== 'info')
      .map(({ range: { start }, rule }) => `${rule} at ${lines[start.line - 1]?.trim()}`),
    ...notAssessed.filter(({ rule }) => kept.test(rule)).map(({ rule }) => `${rule} ?`),
  ];
}
