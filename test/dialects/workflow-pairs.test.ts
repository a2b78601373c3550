import { describe, expect, it } from 'vitest';
import { AGENTIC, type FilePair, GITLAB, SCRIPTS } from './agentic-pairs.js';
import { found, levels } from './workflow-findings.js';
import { PAIRS } from './workflow-pairs.js';
import stated from './workflow-pairs.json' with { type: 'json' };
import { textsOf } from './workflow-rows.js';

const FILE = '.github/workflows/agent.yml';
const STATED: Readonly<Record<string, { found: readonly string[]; other: readonly string[] }>> = stated;

const WORKFLOWS = PAIRS.map((pair): FilePair => {
  const [shape, twin] = textsOf(pair);
  const { beside, twinBeside = beside } = pair;
  return { ...pair, files: { [FILE]: shape, ...beside }, twin: { [FILE]: twin, ...twinBeside } };
});
const ALL = [...WORKFLOWS, ...AGENTIC, ...GITLAB, ...SCRIPTS];

describe('a part of a workflow that starts an agent', () => {
  it.each(ALL)('has its level, and its twin has its own: $row', async ({ row, files, twin, ...pair }) => {
    expect(levels(STATED[row]?.found)).toEqual([...pair.found].sort());
    expect(levels(STATED[row]?.other)).toEqual([...(pair.other ?? [])].sort());
    expect(STATED[row]?.found).not.toEqual(STATED[row]?.other);
    expect(await found(files)).toEqual(STATED[row]?.found);
    expect(await found(twin)).toEqual(STATED[row]?.other);
  });

  it('has one stated result for each pair', () => {
    expect(ALL.map(({ row }) => row)).toEqual(Object.keys(STATED));
  });
});
