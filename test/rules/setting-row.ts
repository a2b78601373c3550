import { expect } from 'vitest';
import { lintFiles } from './lint-files.js';

/** Every finding of some files but infos that a row is not about, as `rule line:column severity`. */
export async function found(files: Record<string, string>, infos: boolean): Promise<string[]> {
  const { findings } = await lintFiles(files);
  return findings
    .filter(({ severity, rule }) => (infos || severity !== 'info') && rule !== 'runtime/undecided')
    .map(({ rule, range: { start }, severity }) => `${rule} ${start.line}:${start.column} ${severity}`);
}

/** A file, what its text must give, and a text beside it that gives nothing. */
export type Row = readonly [file: string, text: unknown, expected: string, twin: unknown];

export const textOf = (stated: unknown) => (typeof stated === 'string' ? stated : JSON.stringify(stated));

export async function check([file, text, expected, twin]: Row): Promise<void> {
  const infos = expected.endsWith('info');
  expect(await found({ [file]: textOf(text) }, infos)).toEqual([expected]);
  expect(await found({ [file]: textOf(twin) }, infos)).toEqual([]);
}
