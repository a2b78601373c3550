import type { Finding } from '../../../src/index.js';
import { lintFiles } from '../../rules/lint-files.js';

const KEPT = /^(?:approval|delegation)\//;

/** Infos, and that a run of Python states no limit, are told by tests of their own. */
const isTold = ({ rule, severity, message }: Finding): boolean =>
  KEPT.test(rule) && severity !== 'info' && !message.startsWith('This run states no turn limit');

/**
 * What the rules of approval and delegation report of a program: `rule at the text of the line`, and what is not assessed
 * with a question mark.
 */
export async function findingsOf(file: string, text: string): Promise<string[]> {
  const { findings, notAssessed } = await lintFiles({ [file]: text });
  const lines = text.split('\n');
  return [
    ...findings
      .filter(isTold)
      .map(({ range: { start }, rule }) => `${rule} at ${lines[start.line - 1]?.trim()}`),
    ...notAssessed.filter(({ rule }) => KEPT.test(rule)).map(({ rule }) => `${rule} ?`),
  ];
}

/** The rules of approval and delegation that report on several files, infos left out. */
export async function rulesOf(files: Record<string, string>): Promise<string[]> {
  const { findings } = await lintFiles(files);
  return findings.filter(isTold).map(({ rule }) => rule);
}
