import { describe, expect, it } from 'vitest';
import { findingsOf, HEAD, lintProgram, rulesOf, toolsOf } from './programs.js';

const desk = (own: string, runs: readonly string[], tools = '{ refund, look }') =>
  `${HEAD}const desk = new ToolLoopAgent({ id: 'desk', tools: ${tools}${own} });
${runs.map((run, index) => `export const run${index} = (prompt) => desk.${index % 2 ? 'stream' : 'generate'}({ prompt${run} });`).join('\n')}
`;
const ASKS = ", toolApproval: { refund: 'user-approval' }";
const RUNS = ", toolApproval: { refund: 'approved' }";

describe('a run of an agent', () => {
  it.each([
    ['', [''], 'absent'],
    ['', [ASKS], 'shown human'],
    [ASKS, [''], 'shown human'],
    [ASKS, [RUNS], 'shown machine'],
    [RUNS, [ASKS], 'shown human'],
    ['', [ASKS, ''], 'absent'],
    [ASKS, [ASKS, RUNS], 'shown machine'],
    [ASKS, [', toolApproval: {}'], 'absent'],
  ])('states gates in place of those of the agent: %s %j', async (own, runs, expected) => {
    expect((await toolsOf(desk(own, runs)))[0]).toBe(`refund outward ${expected}`);
  });

  it('is reported where it approves', async () => {
    expect(await findingsOf(desk(ASKS, [RUNS]))).toEqual([
      "5:73 error approval/auto-approved `refund` pays out money without human approval (runs `fetch('https://pay.example.com/refunds/' + id, { method: 'POST' })` at program.ts:2): approved by `toolApproval: approved`.",
    ]);
  });

  it.each([
    ['', [''], ['refund', 'look']],
    ['', [", activeTools: ['look']"], ['look']],
    ['', [", activeTools: ['look']", ''], ['refund', 'look']],
    [", activeTools: ['look']", [''], ['look']],
    [", activeTools: ['look']", [", activeTools: ['refund']"], ['refund']],
    [", prepareStep: () => ({ activeTools: ['look'] })", [''], ['look']],
    [", activeTools: ['look'], prepareStep: () => ({ activeTools: ['refund'] })", [''], ['refund']],
    [
      ", activeTools: ['look'], prepareStep: ({ stepNumber }) => (stepNumber > 2 ? { activeTools: ['refund'] } : {})",
      [''],
      ['refund', 'look'],
    ],
    [", activeTools: ['look'], prepareStep: () => ({ messages: [] })", [''], ['look']],
    [", activeTools: ['look'], prepareStep: widen", [''], ['refund', 'look']],
    [
      ", prepareStep: ({ stepNumber }) => (stepNumber > 2 ? { activeTools: ['look'] } : {})",
      [''],
      ['refund', 'look'],
    ],
    [
      ", prepareStep: ({ stepNumber }) => { if (stepNumber > 2) return { activeTools: ['look'] }; return { activeTools: ['refund'] }; }",
      [''],
      ['refund', 'look'],
    ],
    [", prepareCall: (options) => ({ ...options, activeTools: ['look'] })", [''], ['look']],
  ])('gives the model the tools that it names: %s %j', async (own, runs, expected) => {
    expect((await toolsOf(desk(own, runs))).map((one) => one.split(' ')[0])).toEqual(expected);
  });

  it.each([
    ['', [', stopWhen: isLoopFinished()'], [null]],
    ['', [', stopWhen: isStepCount(4)'], [4]],
    [', stopWhen: isLoopFinished()', [', stopWhen: isStepCount(4)'], [4]],
    [', stopWhen: isStepCount(4)', ['', ''], [4]],
    [', stopWhen: isStepCount(4)', ['', ', stopWhen: isStepCount(9)'], [4, 9]],
    [', prepareCall: (options) => ({ ...options, stopWhen: isLoopFinished() })', [''], [null]],
  ])('ends where it says: %s %j', async (own, runs, expected) => {
    const { systems } = await lintProgram(desk(own, runs, '{ look }'));
    const limits = systems.flatMap(({ turnLimits = [] }) => turnLimits);
    expect(limits.map(({ limit }) => (limit.state === 'shown' ? limit.value : limit.state))).toEqual(
      expected,
    );
  });
});

describe('a function that prepares the options of a run', () => {
  it.each([
    [`(options) => ({ ...options${ASKS} })`, 'shown human'],
    [`(options) => ({ ...options${RUNS} })`, 'shown machine'],
    ['(options) => ({ ...options, temperature: 0 })', 'absent'],
  ])('has the last word: %s', async (fn, expected) => {
    expect((await toolsOf(desk(`, prepareCall: ${fn}`, [''])))[0]).toBe(`refund outward ${expected}`);
  });

  it('is listed where what it makes is not known', async () => {
    const { systems } = await lintProgram(
      desk(', prepareCall: (options) => JSON.parse(options.prompt)', ['']),
    );
    expect(systems.flatMap(({ unresolved }) => unresolved.map(({ what }) => what))).toEqual([
      'what `prepareCall` of `desk` changes',
    ]);
  });
});

describe('a `WorkflowAgent`', () => {
  const workflow = (tool: string, more: string) =>
    `import { WorkflowAgent } from '@ai-sdk/workflow';\n${HEAD}const desk = new WorkflowAgent({ id: 'desk', tools: { it: ${tool} }${more} });\nexport const go = (messages) => desk.stream({ messages });\n`;

  it.each([
    ['{ ...refund, needsApproval: true }', '', []],
    [
      'refund',
      ", toolApproval: { it: 'user-approval' }",
      [
        "5:55 error approval/missing `it` pays out money without human approval (runs `fetch('https://pay.example.com/refunds/' + id, { method: 'POST' })` at program.ts:3): `WorkflowAgent` does not read `toolApproval`.",
      ],
    ],
  ])('knows no gates but those of its tools: %s%s', async (tool, more, expected) => {
    expect(await findingsOf(workflow(tool, `, stopWhen: isStepCount(5)${more}`))).toEqual(expected);
  });

  it('has no bound unless it states one', async () => {
    expect(await findingsOf(workflow('look', ''))).toEqual([
      '5:14 warning delegation/unbounded-turns `desk` can loop without a turn limit: `WorkflowAgent` without `stopWhen` has none.',
    ]);
    expect(await rulesOf(workflow('look', ', stopWhen: isStepCount(20)'))).toEqual([]);
  });
});
