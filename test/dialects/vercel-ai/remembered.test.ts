import { describe, expect, it } from 'vitest';
import { findingsOf, HEAD } from './programs.js';

/** Findings of the rule as `line message`. */
async function remembered(text: string): Promise<string[]> {
  return (await findingsOf(text)).flatMap((one) => {
    const [place = '', , rule = '', ...message] = one.split(' ');
    return rule === 'approval/remembered' ? [`${place.split(':')[0]} ${message.join(' ')}`] : [];
  });
}

const kept = (by: string) =>
  `One approval of \`refund\` counts for later calls, too: ${by} approves it where a person approved another call.`;

const SET = 'const approved = new Set<string>();';
const ADD = 'approved.add(part.toolCall.toolName)';
const answer = (options: string, put: string) => `export async function answer(messages) {
  const result = await generateText({ model: 'm', messages, ${options} });
  for (const part of result.content)
    if (part.type === 'tool-approval-request' && prompt('Run it?') === 'yes') ${put};
}
`;

describe('the approval of a call by its name', () => {
  it.each([
    [
      SET,
      "({ toolCall }) => (approved.has(toolCall.toolName) ? 'approved' : 'user-approval')",
      ADD,
      '`approved.has(toolCall.toolName)`',
    ],
    [
      SET,
      "({ toolCall }) => (approved.has(toolCall.toolName) ? undefined : 'user-approval')",
      ADD,
      '`approved.has(toolCall.toolName)`',
    ],
    [
      SET,
      "({ toolCall }) => { if (approved.has(toolCall.toolName)) return { type: 'approved', reason: 'known' }; return 'user-approval'; }",
      ADD,
      '`approved.has(toolCall.toolName)`',
    ],
    [
      SET,
      "{ refund: () => (approved.has('refund') ? 'approved' : 'user-approval') }",
      ADD,
      "`approved.has('refund')`",
    ],
    [
      'const approved: string[] = [];',
      "{ refund: () => (approved.includes('refund') ? 'approved' : 'user-approval') }",
      'approved.push(part.toolCall.toolName)',
      "`approved.includes('refund')`",
    ],
    [
      'const approved = new Map<string, boolean>();',
      "({ toolCall }) => (approved.has(toolCall.toolName) ? 'approved' : 'user-approval')",
      'approved.set(part.toolCall.toolName, true)',
      '`approved.has(toolCall.toolName)`',
    ],
    [
      'const approved: Record<string, boolean> = {};',
      "({ toolCall }) => (approved[toolCall.toolName] ? 'approved' : 'user-approval')",
      'approved[part.toolCall.toolName] = true',
      'a look-up of `toolCall.toolName`',
    ],
  ])('counts for later calls: %s toolApproval: %s', async (store, gate, put, by) => {
    const text = `${HEAD}${store}\n${answer(`tools: { refund, look }, toolApproval: ${gate}`, put)}`;
    expect(await remembered(text)).toEqual([`6 ${kept(by)}`]);
  });

  it.each([
    [
      'that of this very call',
      SET,
      "{ refund: (input, { toolCallId }) => (approved.has(toolCallId) ? 'approved' : 'user-approval') }",
      'approved.add(part.toolCall.toolCallId)',
    ],
    [
      'that of a tool which reads',
      SET,
      "({ toolCall }) => (toolCall.toolName === 'look' && approved.has(toolCall.toolName) ? 'approved' : 'user-approval')",
      ADD,
    ],
    [
      'a name of the source',
      "const approved = new Set(['look']);",
      "({ toolCall }) => (approved.has(toolCall.toolName) ? 'approved' : 'user-approval')",
      'console.log(part)',
    ],
    ['only counted', SET, "() => 'user-approval'", ADD],
    [
      'what decides that a person is asked',
      SET,
      "({ toolCall }) => (approved.has(toolCall.toolName) ? 'user-approval' : 'denied')",
      ADD,
    ],
  ])('counts for this call alone where it is %s', async (_, store, gate, put) => {
    const text = `${HEAD}${store}\n${answer(`tools: { refund, look }, toolApproval: ${gate}`, put)}`;
    expect(await remembered(text)).toEqual([]);
  });

  it.each([
    ["async () => !approved.has('pay')", [`5 ${kept("`approved.has('pay')`").replace('refund', 'pay')}`]],
    ["async () => approved.has('pay')", []],
    ['async () => true', []],
  ])('is kept by the own gate of a tool, too: needsApproval: %s', async (own, expected) => {
    const text = `${HEAD}${SET}
const pay = tool({ needsApproval: ${own}, execute: async ({ id }) => fetch('https://pay.example.com/refunds/' + id, { method: 'POST' }) });
${answer('tools: { pay }', ADD)}`;
    expect(await remembered(text)).toEqual(expected);
  });
});

describe('an answer in a console program', () => {
  const run = "generateText({ model: 'm', messages, tools: { refund, look } })";
  const asked = (
    add: string,
    ok: string,
  ): string => `${HEAD.replace('execute:', 'needsApproval: true, execute:')}${SET}
let messages = [{ role: 'user', content: prompt('>') }];
const result = await ${run};
for (const part of result.content)
  if (part.type === 'tool-approval-request') {
    let approve = ${ok};
    if (!approve) {
      const said = prompt('Run it?');
      if (said === 'always') approved.add(part.toolCall.toolName);
      approve = said !== 'no';
    }
    const response = { role: 'tool', content: [{ type: 'tool-approval-response', approvalId: part.approvalId, approved: approve }] };
    ${add}
  }
await ${run};
`;
  const all = 'messages = [...messages, ...result.response.messages, response];';
  it.each([
    [all, 'approved.has(part.toolCall.toolName)', 1],
    ['messages.push(...result.response.messages, response);', 'approved.has(part.toolCall.toolName)', 1],
    [all, 'approved.has(part.toolCall.toolCallId)', 0],
    [all, 'false', 0],
  ])('counts for later calls where names are kept: %s %s', async (add, ok, count) => {
    const found = await findingsOf(asked(add, ok));
    expect(found.filter((one) => one.includes('approval/remembered'))).toHaveLength(count);
    expect(found.filter((one) => one.includes('approval/auto-approved'))).toEqual([]);
  });
});
