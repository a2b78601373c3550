import { describe, expect, it } from 'vitest';
import { lintFiles } from '../rules/lint-files.js';
import { PAIRS } from './workflow-pairs.js';
import stated from './workflow-pairs.json' with { type: 'json' };
import { textsOf } from './workflow-rows.js';

const FILE = '.github/workflows/agent.yml';
const STATED: Readonly<Record<string, { found: readonly string[]; other: readonly string[] }>> = stated;

/** The findings of every rule: `line:column severity rule message`, with the file where it is another one. */
const found = async (files: Record<string, string>): Promise<string[]> =>
  (await lintFiles(files)).findings.map(
    ({ file, range: { start }, severity, rule, message }) =>
      `${file === FILE ? '' : `${file}:`}${start.line}:${start.column} ${severity} ${rule} ${message}`,
  );

const levels = (findings: readonly string[] = []): string[] =>
  findings.map((one) => one.split(' ').slice(1, 3).join(' ')).sort();

describe('a part of a workflow that starts an agent', () => {
  it.each(PAIRS)('has its level, and its twin has its own: $row', async (pair) => {
    const { row, beside, twinBeside = beside, other = [] } = pair;
    const [shape, twin] = textsOf(pair);
    expect(levels(STATED[row]?.found)).toEqual([...pair.found].sort());
    expect(levels(STATED[row]?.other)).toEqual([...other].sort());
    expect(STATED[row]?.found).not.toEqual(STATED[row]?.other);
    expect(await found({ [FILE]: shape, ...beside })).toEqual(STATED[row]?.found);
    expect(await found({ [FILE]: twin, ...twinBeside })).toEqual(STATED[row]?.other);
  });

  it('has one stated result for each pair', () => {
    expect(PAIRS.map(({ row }) => row)).toEqual(Object.keys(STATED));
  });
});
