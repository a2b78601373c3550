import { beforeAll, describe, expect, it } from 'vitest';
import type { CodeContext } from '../../../src/dialects/code-dialect.js';
import { toolOf } from '../../../src/dialects/agents/tool.js';
import { vendor as agents } from '../../../src/dialects/agents-sdk/vendor.js';
import { frameworkOfRows, type Vendor } from '../../../src/dialects/frameworks/framework.js';
import { frameworkMark } from '../../../src/dialects/frameworks/framework-mark.js';
import { frameworkDialect } from '../../../src/dialects/frameworks/read.js';
import type { AgentSystem, Tool } from '../../../src/model/index.js';
import { loadAll, projectOf } from '../../program/open.js';
import { MADE_UP, MADE_UP_PYTHON } from './made-up-rows.js';

const dialect = frameworkDialect(
  frameworkOfRows({ name: 'made-up', title: 'Made-up SDK' }, [MADE_UP, MADE_UP_PYTHON]),
);

beforeAll(loadAll);

/** The systems of programs that import each other by no more than their names. */
function read(files: Readonly<Record<string, string>>, by = dialect): readonly AgentSystem[] {
  const documentOf = projectOf(files);
  const context: CodeContext = {
    environment: [],
    vendorFor: () => undefined,
    importsOf: (file) => Object.keys(files).filter((one) => one !== file),
    documentOf,
  };
  return by.read(Object.keys(files).map(documentOf), context).systems;
}

const IMPORT = "import { Worker, passTo, skill, stopTracing, work } from '@made-up/crew';\n";
const worker = (skills: string, more = '') =>
  `${IMPORT}const desk = new Worker({ title: 'Desk', skills: ${skills}${more} });\nawait work(desk, 'x');\n`;

function toolsOf(text: string): readonly Tool[] {
  return read({ 'a.ts': text }).flatMap(({ agents }) => agents.flatMap(({ tools }) => tools));
}

const gateOf = ({ approval }: Tool) =>
  approval.state === 'shown' ? `${approval.state} ${approval.value.by}` : approval.state;

describe('a framework that is rows only', () => {
  it('is looked for by its imports', () => {
    const mark = frameworkMark('made-up', { typescript: { modules: MADE_UP.modules } });
    expect(mark.mayHold(IMPORT, 'typescript')).toBe(true);
    expect(mark.mayHold("import { Worker } from './crew'; // @made-up/crew", 'typescript')).toBe(false);
  });

  it.each([
    ['true', 'shown human'],
    ['false', 'absent'],
    ['() => false', 'absent'],
    ['({ amount }) => amount > 5', 'shown conditional'],
    ['process.env.ASK', 'absent'],
    ["process.env.ASK !== 'no'", 'shown human'],
  ])('has a gate as an option: askFirst: %s', (value, expected) => {
    expect(toolsOf(worker(`[skill({ perform: pay, askFirst: ${value} })]`)).map(gateOf)).toEqual([expected]);
  });

  it('has tools that a spread, an import and a variable bring', () => {
    const systems = read({
      'skills.ts': `${IMPORT}export const more = [skill({ title: 'wire_money', perform: pay })];\n`,
      'a.ts': `import { more } from './skills';\n${worker("[...more, skill({ title: 'look', perform: look })]")}`,
    });
    expect(
      systems.flatMap(({ agents }) => agents.flatMap(({ tools }) => tools.map(({ name }) => name))),
    ).toEqual(['wire_money', 'look']);
  });

  it('has handoffs, bounds and a switch of tracing under its own names', () => {
    const [system, ...others] = read({
      'a.ts': `${IMPORT}stopTracing(true);
const back = new Worker({ title: 'Back', skills: [] });
const front = new Worker({ title: 'Front', skills: [], colleagues: [passTo(back)] });
await work(front, 'x', { rounds: null });
`,
    });
    expect(others).toEqual([]);
    expect(system?.dialect).toBe('made-up');
    expect(system?.agents.map(({ name, handoffs }) => [name, handoffs.map((one) => one.name)])).toEqual([
      ['Front', ['Back']],
      ['Back', []],
    ]);
    expect(system?.turnLimits?.map(({ limit }) => limit.state === 'shown' && limit.value)).toEqual([null]);
    expect(system?.tracing.state).toBe('absent');
  });

  it.each([
    ['', []],
    [', { rounds: 4 }', [4]],
    [', { rounds: null }', [null]],
    [', { rounds: Infinity }', [null]],
  ])('has a run that is a method of an agent, with its bound: desk.work(text%s)', (options, stated) => {
    const [system] = read({
      'a.ts': `${IMPORT}const desk = new Worker({ title: 'Desk', skills: [] });\nawait desk.work(text${options});\n`,
    });
    expect(system?.agents.map(({ name, startsRuns }) => [name, startsRuns])).toEqual([['Desk', true]]);
    expect(system?.turnLimits?.map(({ limit }) => limit.state === 'shown' && limit.value)).toEqual(stated);
    expect(system?.hasConstantInput).toBeUndefined();
  });

  it('knows that a run by a method reads a text of the source', () => {
    const [system] = read({
      'a.ts': `${IMPORT}const desk = new Worker({ title: 'Desk', skills: [] });\nawait desk.work('Do it.');\n`,
    });
    expect(system?.hasConstantInput).toBe(true);
  });

  it('has the answers that a program gives itself, by the name of its own method', () => {
    const answering = (answer: string) =>
      `${worker("[skill({ title: 'refund', perform: pay, askFirst: true })]")}
const result = await work(desk, 'x');
for (const question of result.questions) ${answer};
`;
    expect(toolsOf(answering('result.allow(question)')).map(gateOf)).toEqual(['shown machine']);
    expect(toolsOf(answering("if (confirm('Sure?')) result.allow(question)")).map(gateOf)).toEqual([
      'shown human',
    ]);
    expect(toolsOf(answering('result.approve(question)')).map(gateOf)).toEqual(['shown human']);
  });

  it('is not another class of its name', () => {
    expect(
      read({ 'a.ts': "import { Worker } from './crew';\nnew Worker({ title: 'Desk', skills: [] });\n" }),
    ).toEqual([]);
  });
});

describe('the code of a vendor', () => {
  const { traces } = agents;
  const vendor: Vendor = {
    ...(traces && { traces }),
    facts: ({ node }, { get }) => ({
      tools: [toolOf({ name: get('desk')?.scalar as string, kind: 'shell' }, node.at(), { state: 'absent' })],
    }),
    agent: ({ agent }) => void agent.tools.reverse(),
    runs: ({ agent }, runs) => void agent.tools.push(...agent.tools.slice(runs.length)),
    system(system) {
      for (const { node } of system.group) system.otherVendor = { by: 'class', name: 'Other', at: node.at() };
    },
  };

  it('adds to an agent, its runs and its system', () => {
    const own = frameworkDialect(
      frameworkOfRows({ name: 'made-up', title: 'Made-up SDK' }, [MADE_UP], vendor),
    );
    const text = worker("[skill({ title: 'look', perform: look })]", ", desk: 'bash'");
    const [system] = read({ 'a.ts': `${text}stopTracing(true);\n` }, own);
    expect(system?.agents[0]?.tools.map(({ name }) => name)).toEqual(['bash', 'look', 'look']);
    expect(system?.traces?.otherVendor).toMatchObject({ name: 'Other' });
  });
});

describe('a run without a limit of turns', () => {
  it('has the default of its framework', () => {
    const text = worker("[skill({ title: 'look', perform: look })]");
    expect(
      read({ 'a.ts': text }).map(({ defaultTurns, openRuns }) => [defaultTurns, openRuns?.length]),
    ).toEqual([[25, 1]]);
  });
});
