import { describe, expect, it } from 'vitest';
import { HEAD, toolsOf } from './programs.js';

const gated = (fn: string, before = '') =>
  `${HEAD}${before}export const answer = (messages) => generateText({ model: 'm', messages, tools: { refund, look }, toolApproval: ${fn} });\n`;
const both = (refund: string, look: string) => [`refund outward ${refund}`, `look read ${look}`];

describe('a function that decides by the name of the tool', () => {
  it.each([
    [
      "({ toolCall }) => (toolCall.toolName === 'refund' ? 'user-approval' : undefined)",
      'shown human',
      'absent',
    ],
    [
      "({ toolCall }) => (toolCall.toolName === 'look' ? 'user-approval' : undefined)",
      'absent',
      'shown human',
    ],
    [
      "async ({ toolCall: { toolName } }) => { switch (toolName) { case 'refund': return 'user-approval'; default: return 'approved'; } }",
      'shown human',
      'shown machine',
    ],
    [
      "(o) => { if (o.toolCall.toolName !== 'refund') return; return { type: 'user-approval', reason: 'money' }; }",
      'shown human',
      'absent',
    ],
    [
      "({ toolCall }) => (toolCall.toolName === 'refund' && toolCall.input.amount > 50 ? 'user-approval' : undefined)",
      'shown conditional',
      'absent',
    ],
    [
      "({ toolCall }) => (toolCall.toolName.startsWith('ref') ? 'user-approval' : undefined)",
      'shown conditional',
      'shown conditional',
    ],
  ])('is asked for each tool: %s', async (fn, refund, look) => {
    expect(await toolsOf(gated(fn))).toEqual(both(refund, look));
  });

  it.each([
    [
      "new Set(['look'])",
      "SAFE.has(toolCall.toolName) ? 'approved' : 'user-approval'",
      'shown human',
      'shown machine',
    ],
    [
      "['refund']",
      "SAFE.includes(toolCall.toolName) ? 'user-approval' : 'approved'",
      'shown human',
      'shown machine',
    ],
    [
      '{ look: true }',
      "SAFE[toolCall.toolName] ? 'approved' : 'user-approval'",
      'shown human',
      'shown machine',
    ],
    [
      '{ look: true, refund: false }',
      "SAFE[toolCall.toolName] ? 'approved' : 'user-approval'",
      'shown human',
      'shown machine',
    ],
    ["{ refund: 'user-approval' }", 'SAFE[toolCall.toolName]', 'shown human', 'absent'],
    ["{ look: 'user-approval' }", "SAFE[toolCall.toolName] ?? 'approved'", 'shown machine', 'shown human'],
    ["new Map([['refund', 'user-approval']])", 'SAFE.get(toolCall.toolName)', 'shown human', 'absent'],
    [
      '{ refund: 1 }',
      "toolCall.toolName in SAFE ? 'user-approval' : 'approved'",
      'shown human',
      'shown machine',
    ],
  ])('may look the name up: %s, %s', async (names, status, refund, look) => {
    const text = gated(`({ toolCall }) => (${status})`, `const SAFE = ${names};\n`);
    expect(await toolsOf(text)).toEqual(both(refund, look));
  });

  it('may be in another file, and use other functions', async () => {
    const gate = `const isMoney = (name) => name === 'refund';
export function gate({ toolCall }) {
  if (isMoney(toolCall.toolName)) return 'user-approval';
}
`;
    const text = `import { gate } from './gate.js';\n${gated('gate')}`;
    expect(await toolsOf(text, { 'gate.ts': gate })).toEqual(both('shown human', 'absent'));
  });
});

describe('a gate that a setting makes', () => {
  it.each([
    ["process.env.GATE === '1' ? { refund: 'user-approval' } : {}", 'absent'],
    ["process.env.OPEN === '1' ? {} : { refund: 'user-approval' }", 'undecidable'],
    ["() => (process.env.GATE ? 'user-approval' : undefined)", 'absent'],
    ["() => (process.env.OPEN ? undefined : 'user-approval')", 'shown conditional'],
    ["{ refund: process.env.GATE ? 'user-approval' : 'approved' }", 'absent'],
  ])('is none where it is off unless that is set: %s', async (gates, expected) => {
    expect((await toolsOf(gated(gates)))[0]).toBe(`refund outward ${expected}`);
  });
});

describe('gates of `@ai-sdk/policy-opa`', () => {
  it.each([
    ["shadow({ refund: 'user-approval' })", 'shown machine'],
    ["shadow({ refund: 'user-approval' }, {})", 'shown machine'],
    ["shadow({ refund: 'user-approval' }, { enforce: false })", 'shown machine'],
    ["shadow({ refund: 'user-approval' }, { enforce: true })", 'shown human'],
    ["shadow({ look: 'user-approval' }, { enforce: true })", 'absent'],
    ["shadow({ refund: 'user-approval' }, { enforce: process.env.ENFORCE === 'true' })", 'undecidable'],
    ["opaPolicy({ client, path: 'agent/decision' })", 'undecidable'],
    ["optionalOpaPolicy({ client, path: 'agent/decision' })", 'undecidable'],
  ])('hold only where they are enforced: %s', async (gates, expected) => {
    const text = `import { opaPolicy, optionalOpaPolicy, shadow } from '@ai-sdk/policy-opa';\nimport { client } from './client.js';\n${gated(gates)}`;
    expect((await toolsOf(text))[0]).toBe(`refund outward ${expected}`);
  });

  it.each([
    ["{ look: 'approved' }", ['refund outward shown human', 'look read shown machine']],
    [
      "{ look: 'approved' }, { default: 'approved' }",
      ['refund outward shown machine', 'look read shown machine'],
    ],
    ["{ refund: 'approved' }", ['refund outward shown machine', 'look read shown human']],
    ["{}, { default: 'not-applicable' }", ['refund outward absent', 'look read absent']],
  ])('fill up what `wrapMcpTools` is given: %s', async (rest, expected) => {
    const call = (used: string) =>
      `export const answer = (messages) => generateText({ model: 'm', messages, ${used} });\n`;
    const head = `import { wrapMcpTools } from '@ai-sdk/policy-opa';\n${HEAD}`;
    const apart = `const { tools, toolApproval } = wrapMcpTools({ refund, look }, ${rest});\n`;
    const whole = `const wrapped = wrapMcpTools({ refund, look }, ${rest});\n`;
    expect(await toolsOf(`${head}${apart}${call('tools, toolApproval')}`)).toEqual(expected);
    const members = 'tools: wrapped.tools, toolApproval: wrapped.toolApproval';
    expect(await toolsOf(`${head}${whole}${call(members)}`)).toEqual(expected);
  });
});

describe('a function that asks a model', () => {
  const judge = (test: string, other: string) =>
    `async ({ toolCall }) => { const judged = await generateText({ model: 'm', prompt: JSON.stringify(toolCall) }); return ${test} ? 'approved' : '${other}'; }`;

  it.each([
    ["judged.text === 'yes'", 'denied', 'shown machine'],
    ["judged.text === 'yes'", 'user-approval', 'shown machine'],
    ['toolCall.input.amount < 5', 'user-approval', 'shown conditional'],
  ])('is no person where the model decides: %s, else %s', async (test, other, expected) => {
    const text = `${HEAD}export const answer = (messages) => generateText({ model: 'm', messages, tools: { refund }, toolApproval: ${judge(test, other)} });\n`;
    expect(await toolsOf(text)).toEqual([`refund outward ${expected}`]);
  });
});
