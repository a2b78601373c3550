import { describe, expect, it } from 'vitest';
import { findingsOf, toolsOf } from './programs.js';

const HEAD = `import { createInterface } from 'node:readline/promises';
import { generateText, streamText, tool } from 'ai';
const terminal = createInterface({ input: process.stdin, output: process.stdout });
const refund = tool({ description: 'Pays back', needsApproval: true, execute: async ({ id }) => fetch('https://pay.example.com/refunds/' + id, { method: 'POST' }) });
`;
const program = (answers: string) => `${HEAD}export async function answer(messages) {
  const result = await generateText({ model: 'm', messages, tools: { refund } });
${answers}
  return generateText({ model: 'm', messages });
}
`;
const RESPONSE = (approved: string) =>
  `{ type: 'tool-approval-response', approvalId: part.approvalId, approved: ${approved} }`;
const EACH = "  for (const part of result.content) if (part.type === 'tool-approval-request')";

describe('a request for approval in the messages of a program', () => {
  it.each([
    [
      'a message',
      `${EACH} messages.push(...result.response.messages, { role: 'tool', content: [${RESPONSE('true')}] });`,
      '7:81',
    ],
    [
      'a list of answers',
      `  const approvals = [];\n${EACH} approvals.push(${RESPONSE('true')});\n  messages.push({ role: 'tool', content: approvals });`,
      '8:81',
    ],
    [
      'a typed variable',
      `  const approvals: ToolApprovalResponse[] = [];\n${EACH} { const one: ToolApprovalResponse = ${RESPONSE('true')}; approvals.push(one); }\n  messages.push({ role: 'tool', content: approvals });`,
      '8:198',
    ],
    [
      'a message with a computed list',
      `  const approvals = result.content.filter((part) => part.type === 'tool-approval-request').map((part) => (${RESPONSE('true')}));\n  messages.push({ role: 'tool', content: approvals });`,
      '8:3',
    ],
  ])('is answered by the program that approves it: %s', async (_, answers, place) => {
    expect(await findingsOf(program(answers))).toEqual([
      `${place} error approval/auto-approved \`refund\` pays out money without human approval (runs \`fetch('https://pay.example.com/refunds/' + id, { method: 'POST' })\` at program.ts:4): approved by \`tool-approval-response\` without a choice.`,
    ]);
  });

  it.each([
    [
      'a person answers',
      `${EACH} { const said = await terminal.question('Run it?'); messages.push({ role: 'tool', content: [${RESPONSE("said === 'yes'")}] }); }`,
      'shown human',
    ],
    [
      'a person answers after what the run returned is put in',
      `  messages.push(...result.response.messages);\n${EACH} { const said = await terminal.question('Run it?'); messages.push({ role: 'tool', content: [${RESPONSE("said === 'yes'")}] }); }`,
      'shown human',
    ],
    [
      'it refuses',
      `${EACH} messages.push({ role: 'tool', content: [${RESPONSE('false')}] });`,
      'shown human',
    ],
    ['it only shows them', `${EACH} console.log(${RESPONSE('true')});`, 'shown human'],
    [
      'a setting answers',
      `${EACH} messages.push({ role: 'tool', content: [${RESPONSE("process.env.AUTO === '1'")}] });`,
      'shown machine',
    ],
  ])('has a gate where %s', async (_, answers, expected) => {
    expect(await toolsOf(program(answers))).toEqual([`refund outward ${expected}`]);
  });
});

describe('an answer in the list of messages that a loop gives to the next run', () => {
  it.each([
    ['true', [`12:108 error approval/auto-approved`]],
    ["(await terminal.question('Run it?')) === 'yes'", []],
  ])('is reported where it is written: %s', async (approved, expected) => {
    const text = `import { ToolLoopAgent } from 'ai';
${HEAD}const desk = new ToolLoopAgent({ model: 'm', tools: { refund } }), messages = [{ role: 'user', content: 'x' }];
for (;;) {
  const result = await desk.generate({ messages }); messages.push(...result.response.messages);
  const requests = result.content.filter((one) => one.type === 'tool-approval-request');
  if (requests.length === 0) break;
  for (const part of requests)
    messages.push({ role: 'tool', content: [${RESPONSE(approved)}] });
}
`;
    expect((await findingsOf(text)).map((one) => one.split(' ').slice(0, 3).join(' '))).toEqual(expected);
  });
});

describe('a list of answers that a function makes', () => {
  const listed = (list: string, call: string) => `${HEAD}export async function answer(messages) {
  const result = await generateText({ model: 'm', messages, tools: { refund } });
  const requests = result.content.filter((part) => part.type === 'tool-approval-request');
  const answers = ${list};
  ${call}
}
`;
  const each = (approved: string) => `requests.map((part) => (${RESPONSE(approved)}))`;
  const MESSAGE = "{ role: 'tool', content: answers }";
  const AGAIN = [
    ['push', `messages.push(${MESSAGE});\n  return generateText({ model: 'm', messages });`],
    ['a spread', `return generateText({ model: 'm', messages: [...messages, ${MESSAGE}] });`],
    [
      'a spread in a variable',
      `messages = [...messages, ${MESSAGE}];\n  return streamText({ model: 'm', messages });`,
    ],
    ['concat', `return generateText({ model: 'm', messages: messages.concat([${MESSAGE}]) });`],
  ] as const;
  const ASKED = "(await terminal.question('Run it?')) === 'yes'";
  const LISTS = [
    [each('true'), 'shown machine'],
    [each('false'), 'shown human'],
    [each("process.env.AUTO === '1'"), 'shown machine'],
    [
      "requests.map((part) => ({ type: 'tool-result', toolCallId: part.toolCallId, output: 1 }))",
      'shown human',
    ],
    [`await Promise.all(requests.map(async (part) => (${RESPONSE(ASKED)})))`, 'shown human'],
    [`await Promise.all(requests.map(async (part) => (${RESPONSE('true')})))`, 'shown machine'],
    [`${ASKED} ? ${each('true')} : []`, 'shown human'],
    [`requests.flatMap((part) => [${RESPONSE('true')}])`, 'shown machine'],
    [`requests.flatMap((part) => [${RESPONSE('false')}])`, 'shown human'],
  ] as const;

  it.each(AGAIN.flatMap(([how, call]) => LISTS.map(([list, gate]) => [how, list, gate, call] as const)))(
    'is an answer by what each of it says, given by %s: %s',
    async (_, list, gate, call) => {
      expect(await toolsOf(listed(list, call))).toEqual([`refund outward ${gate}`]);
    },
  );
});
