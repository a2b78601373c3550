import { describe, expect, it } from 'vitest';
import { found, levels } from './workflow-findings.js';
import { ROWS, textsOf } from './workflow-rows.js';
import stated from './workflow-rows.json' with { type: 'json' };

const FILE = '.github/workflows/agent.yml';
const STATED: Readonly<Record<string, { found: readonly string[]; other: readonly string[] }>> = stated;
const isOfWorkflow = (level: string): boolean => level.endsWith(' scope/remote-script');

describe('a workflow that starts an agent', () => {
  it.each(ROWS)('is reported, and its twin is not: $row', async (row) => {
    const [shape, twin] = textsOf(row);
    const said = levels(STATED[row.row]?.found);
    expect(said.filter(isOfWorkflow)).not.toEqual([]);
    expect(said.filter((one) => !isOfWorkflow(one))).toEqual([...(row.also ?? [])].sort());
    expect(levels(STATED[row.row]?.other)).toEqual([...(row.other ?? [])].sort());
    expect((row.other ?? []).filter(isOfWorkflow)).toEqual([]);
    expect(await found({ [FILE]: shape, ...row.beside })).toEqual(STATED[row.row]?.found);
    expect(await found({ [FILE]: twin, ...(row.twinBeside ?? row.beside) })).toEqual(STATED[row.row]?.other);
  });

  it('has one stated result for each row', () => {
    expect(ROWS.map(({ row }) => row)).toEqual(Object.keys(STATED));
  });
});
