import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';
import { HEAD, toolsOf } from './programs.js';

const PAY = "async ({ id }) => fetch('https://pay.example.com/refunds/' + id, { method: 'POST' })";
const BILLED = `const billed = (name, { cost, execute: original, ...rest }, account) => {
  if (!account) return { ...rest, execute: original };
  const execute = async (...args) => {
    const result = await original(...args);
    account.charge(cost);
    return result;
  };
  return { ...rest, execute };
};
`;

describe('a tool that a function of the project makes', () => {
  it('is read where its function stands beside options that are spread', async () => {
    const text = `${HEAD}${BILLED}
const tools = { pay: billed('pay', { cost: 1, description: 'Pays', execute: ${PAY} }) };
export const answer = (messages) => generateText({ messages, tools });\n`;
    expect(await toolsOf(text)).toEqual(['pay outward absent']);
  });

  it('is read at each of many calls, also where these run for several agents', async () => {
    const names = Array.from({ length: 30 }, (_, index) => `pay${index}`);
    const made = names.map(
      (name) => `${name}: billed('${name}', { cost: 1, description: '${name}', execute: ${PAY} }, account)`,
    );
    const text = `${HEAD}${BILLED.replace('if (!account) return { ...rest, execute: original };', '')}
const toolsFor = (account) => ({ ${made.join(',\n  ')} });
export const answer = (messages, account) => generateText({ messages, tools: toolsFor(account) });
export const stream = (messages, account) => streamText({ messages, tools: toolsFor(account) });\n`;
    const expected = names.map((name) => `${name} outward absent`);
    expect(await toolsOf(text)).toEqual([...expected, ...expected]);
  });

  it.each([
    ['refund', '(x) => { console.log(x); return refund.execute(x); }', 'pay outward absent'],
    ['gated', '(x) => { console.log(x); return refund.execute(x); }', 'pay outward shown human'],
    [
      'refund',
      "async (x) => ((await rl.question('Pay back? ')) === 'y' ? refund.execute(x) : 'no')",
      'pay outward shown human',
    ],
  ])('does what its own function does, in a copy of `%s` with `%s`', async (base, execute, expected) => {
    const text = `import { createInterface } from 'node:readline/promises';
${HEAD}const rl = createInterface({ input: process.stdin, output: process.stdout });
const gated = tool({ description: 'Lists', needsApproval: true, execute: refund.execute });
const plain = tool({ description: 'Lists', execute: refund.execute });
export const answer = (messages) =>
  generateText({ messages, tools: { pay: { ...${base === 'refund' ? 'plain' : base}, execute: ${execute} } } });\n`;
    expect(await toolsOf(text)).toEqual([expected]);
  });
});

describe('the approval that a wrapper asks its caller for', () => {
  const WRAP = `function approved(tools, callbacks) {
  const wrapped = {};
  for (const [name, one] of Object.entries(tools)) {
    if (!('execute' in one) || !one.execute) {
      wrapped[name] = one;
      continue;
    }
    const original = one.execute;
    wrapped[name] = tool({
      description: one.description ?? '',
      execute: async (input) => ((await callbacks.ask(name)) ? original(input) : 'rejected'),
    });
  }
  return wrapped;
}
export async function run(messages, callbacks) {
  return generateText({ messages, tools: approved({ look, refund }, callbacks) });
}
`;

  it.each([
    ['a dialog that answers later', 'new Promise((resolve) => show({ name, resolve }))', 'undecidable'],
    ['a dialog that always agrees', 'new Promise((resolve) => resolve(true))', 'absent'],
    ['no dialog', 'Promise.resolve(true)', 'absent'],
  ])('is decided by %s', async (_, answer, state) => {
    const text = `${HEAD}${WRAP}
export const start = (messages, show) => run(messages, { ask: (name) => ${answer} });\n`;
    expect(await toolsOf(text)).toEqual(['look read absent', `refund outward ${state}`]);
  });
});

describe('a tool of which the function is not read', () => {
  const program = (made: string) =>
    `import { generateText, tool, stepCountIs } from 'ai';\nimport { execSync } from 'node:child_process';\nimport { z } from 'zod';\nconst run = tool({ description: 'Runs it', needsApproval: true, inputSchema: z.object({ x: z.string() }), execute: async ({ x }) => execSync(x).toString() });\nexport const go = (given: any) => generateText({ model: 'openai/gpt-5', prompt: 'x', stopWhen: stepCountIs(5), tools: { deleteFile: ${made} } });\n`;
  it.each([
    [
      'a parameter',
      "tool({ description: 'x', inputSchema: z.object({}), execute: given })",
      ['approval/missing'],
    ],
    [
      'a member',
      "tool({ description: 'x', inputSchema: z.object({}), execute: given.go })",
      ['approval/missing'],
    ],
    ['spread options', 'tool({ ...given, needsApproval: false })', ['approval/missing']],
    ['none', "tool({ description: 'x', inputSchema: z.object({}) })", []],
    ['that of a copy without a gate', '{ ...run, needsApproval: false }', ['approval/open-ended-tool']],
  ])('needs a gate unless the client runs it: %s', async (_, made, expected) => {
    const { findings } = await lintFiles({ 'run.ts': program(made) });
    expect(findings.map(({ rule }) => rule).filter((rule) => rule.startsWith('approval/'))).toEqual(expected);
  });
});
