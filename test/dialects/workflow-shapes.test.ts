import { describe, expect, it } from 'vitest';
import { lintFiles, statedFindings } from '../rules/lint-files.js';
import { ROWS, textsOf } from './workflow-rows.js';
import stated from './workflow-rows.json' with { type: 'json' };

const FILE = '.github/workflows/agent.yml';
const STATED: Readonly<Record<string, readonly string[]>> = stated;

describe('a workflow that starts an agent', () => {
  it.each(ROWS)('is reported, and its twin is not: $row', async (row) => {
    const [shape, twin] = textsOf(row);
    const found = await lintFiles({ [FILE]: shape, ...row.beside });
    expect(statedFindings(found, 'scope/remote-script')).toEqual(STATED[row.row]);
    expect(STATED[row.row]).not.toEqual([]);
    const other = await lintFiles({ [FILE]: twin, ...(row.twinBeside ?? row.beside) });
    expect(statedFindings(other, 'scope/remote-script')).toEqual([]);
  });

  it('has one stated result for each row', () => {
    expect(ROWS.map(({ row }) => row)).toEqual(Object.keys(STATED));
  });
});
