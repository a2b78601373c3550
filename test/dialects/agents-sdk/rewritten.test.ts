import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

const TOOL = `import { Agent, run, tool } from '@openai/agents';
import { z } from 'zod';

const refund = tool({ name: 'issue_refund', parameters: z.object({}), execute: async () => 'x' });
`;

/** Where a refund without a gate is found, once for each. */
async function refunds(text: string, file = 'a.ts'): Promise<string[]> {
  const { findings, notAssessed } = await lintFiles({ [file]: text });
  const open = notAssessed.flatMap(({ rule, tool }) =>
    rule === 'approval/missing' && tool !== undefined ? ['not assessed'] : [],
  );
  return [
    ...findings
      .filter(({ rule, severity }) => rule === 'approval/missing' && severity === 'error')
      .map(({ range }) => `${range.start.line}:${range.start.column}`),
    ...open,
  ];
}

/** Tools of all agents of a file, in the order of the agents. */
async function tools(text: string): Promise<string[][]> {
  const { systems } = await lintFiles({ 'a.ts': text });
  return systems.flatMap(({ agents }) => agents.map((agent) => agent.tools.map(({ name }) => name)));
}

describe('an agent says the same however its program is written', () => {
  it.each([
    ['options that are put together', "new Agent(Object.assign({}, { name: 'Desk' }, { tools: [refund] }))"],
    ['options that are copied', "new Agent(structuredClone({ name: 'Desk', tools: [refund] }))"],
    ['a list of its own kind', "new Agent({ name: 'Desk', tools: Array.of(refund) })"],
    ['a list of lists', "new Agent({ name: 'Desk', tools: [[refund], []].flat() })"],
    ['a set', "new Agent({ name: 'Desk', tools: [...new Set([refund])] })"],
    ['a map', "new Agent({ name: 'Desk', tools: [new Map([['pay', refund]]).get('pay')!] })"],
    ['the values of a map', "new Agent({ name: 'Desk', tools: [...new Map([['pay', refund]]).values()] })"],
    [
      'what is there of a list',
      "new Agent({ name: 'Desk', tools: [refund, undefined].filter((one) => one !== undefined) })",
    ],
    ['what stands behind a comma', "new (0, Agent)({ name: 'Desk', tools: (0, [refund]) })"],
    ['a getter', "new Agent({ name: 'Desk', get tools() { return [refund]; } })"],
  ])('with %s', async (_, made) => {
    expect(await refunds(`${TOOL}const desk = ${made};\nawait run(desk, 'x');\n`)).toEqual(['4:29']);
  });

  it.each([
    ['[refund] ?? [other]', ['issue_refund']],
    ['true ? [refund] : [other]', ['issue_refund']],
    ['DEBUG ? [other] : [refund]', ['issue_refund']],
    ['DEBUG && [other] || [refund]', ['issue_refund']],
    ['[DEBUG ? other : refund]', ['issue_refund']],
  ])('with the side that is taken alone: %s', async (list, names) => {
    const text = `${TOOL}const DEBUG = false;\nconst other = tool({ name: 'delete_all', execute: async () => 'x' });
const desk = new Agent({ name: 'Desk', tools: ${list} });\n`;
    const { systems } = await lintFiles({ 'a.ts': text });
    expect(systems.map(({ unresolved }) => unresolved)).toEqual([[]]);
    expect(await tools(text)).toEqual([names]);
  });

  it('with a filter that may leave out any, as one that has them', async () => {
    const made = "new Agent({ name: 'Desk', tools: [refund].filter((one) => allowed(one)) })";
    expect(await refunds(`${TOOL}await run(${made}, 'x');\n`)).toEqual(['4:29']);
  });

  it.each([
    [
      'a function',
      'function make() { return new Agent({ name: "Desk", tools: [] }); }\nconst desk = make();',
    ],
    [
      'a function with a parameter',
      'const make = (name: string) => new Agent({ name, tools: [] });\nconst desk = make("Desk");',
    ],
    [
      'a function that tries to',
      'function make() { try { return new Agent({ name: "Desk", tools: [] }); } catch (e) { throw e; } }\nconst desk = make();',
    ],
    ['a choice', 'const desk = 1 > 0 ? new Agent({ name: "Desk", tools: [] }) : undefined;'],
  ])('which %s gives, with what it is given later', async (_, made) => {
    expect(await refunds(`${TOOL}${made}\ndesk.tools.push(refund);\nawait run(desk, 'x');\n`)).toEqual([
      '4:29',
    ]);
  });

  it('whose options are in brackets, with what it is given later once', async () => {
    const text = `${TOOL}const desk = new Agent(({ name: 'Desk', tools: [] } as const));\ndesk.tools.push(refund);\n`;
    expect(await tools(text)).toEqual([['issue_refund']]);
  });

  it.each([
    ['let desk: Agent | null = null;', 'desk ??= make(); return desk;'],
    ['let desk: Agent | undefined;', 'desk ||= make(); return desk;'],
    ['let desk: Agent | null = null;', 'if (!desk) { desk = new Agent({ name: "Desk" }); } return desk;'],
  ])('that is made once: %s %s', async (declared, body) => {
    const text = `import { Agent, run } from '@openai/agents';
${declared}
const make = () => new Agent({ name: 'Desk' });
function get() { ${body} }
await run(get(), 'x', { maxTurns: null });
`;
    const { findings } = await lintFiles({ 'a.ts': text });
    const found = findings.filter(({ rule }) => rule === 'delegation/unbounded-turns');
    expect(found.map(({ message }) => message.slice(0, 11))).toEqual(['`Desk` can ']);
  });

  it('keeps a value that has no blank to fill', async () => {
    const text = `${TOOL}let tools = [];\ntools ??= [refund];\nconst desk = new Agent({ name: 'Desk', tools });\n`;
    expect(await tools(text)).toEqual([[]]);
  });

  it('whose gate is set beside it, under one condition for both', async () => {
    const text = `import { Agent, tool } from '@openai/agents';
if (process.env.PAY) {
  const options = { name: 'issue_refund', execute: async () => 'x' };
  options.needsApproval = true;
  const desk = new Agent({ name: 'Desk', tools: [tool(options)] });
}
`;
    const { findings, notAssessed, met } = await lintFiles({ 'a.ts': text });
    const rule = 'approval/missing';
    expect([...findings, ...notAssessed].filter((one) => one.rule === rule)).toEqual([]);
    expect(met.filter((one) => one.rule === rule).map(({ shown }) => shown)).toEqual([1]);
  });
});

describe('tracing that is switched off where a file is the program', () => {
  it.each(['require.main === module', 'import.meta.url === `file://${process.argv[1]}`', 'import.meta.main'])(
    'is off: if (%s)',
    async (condition) => {
      const text = `import { Agent, run, setTracingDisabled } from '@openai/agents';
const desk = new Agent({ name: 'Desk' });
if (${condition}) {
  setTracingDisabled(true);
  await run(desk, 'x');
}
`;
      const { findings } = await lintFiles({ 'a.ts': text });
      const off = findings.filter(({ rule }) => rule === 'tracing/disabled');
      expect(off.map(({ range }) => `${range.start.line}:${range.start.column}`)).toEqual(['4:3']);
    },
  );
});

describe('a client that is required', () => {
  it('calls the host that it is given', async () => {
    const text = `const OpenAI = require('openai');
const client = new OpenAI({ baseURL: 'https://eu.api.openai.com/v1' });
client.responses.create({ model: 'm', input: 'x', tools: [{ type: 'web_search' }] });
`;
    const { systems } = await lintFiles({ 'a.js': text });
    expect(systems.map(({ endpoint }) => endpoint?.host)).toEqual(['eu.api.openai.com']);
  });
});
