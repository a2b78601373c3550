import { describe, expect, it } from 'vitest';
import type { LintResult } from '../../../src/core.js';
import { lintFiles } from '../../rules/lint-files.js';
import { lintProgram } from './programs.js';

/** Findings and gaps of the rule: `line: message`, `? what is not assessed`. */
const unanswered = async (text: string) => inResult(await lintProgram(text));
const unansweredIn = async (files: Record<string, string>) => inResult(await lintFiles(files));

function inResult({ findings, notAssessed }: LintResult): string[] {
  return [
    ...findings
      .filter(({ rule }) => rule === 'approval/unanswered')
      .map(({ range, message }) => `${range.start.line}: ${message}`),
    ...notAssessed.filter(({ rule }) => rule === 'approval/unanswered').map(({ message }) => `? ${message}`),
  ];
}

const HEAD = `import { generateText, readUIMessageStream, tool, ToolLoopAgent } from 'ai';
const refund = tool({ description: 'Pays back', needsApproval: true, execute: async ({ id }) => fetch('https://pay.example.com/refunds/' + id, { method: 'POST' }) });
const billing = new ToolLoopAgent({ model: 'm', tools: { refund } });
`;
const OUTER = `const result = await generateText({ model: 'm', prompt: 'x', tools: { ask } });
for (const part of result.content) if (part.type === 'tool-approval-request') console.log(part);
`;
const ask = (body: string) => `${HEAD}const ask = tool({ description: 'Asks', execute: ${body} });\n${OUTER}`;
const LOST =
  '2: Nobody can approve `refund`: its request ends a run in the body of the tool `ask`, which does not read `tool-approval-request` of the result.';

describe('a gated tool of a subagent that another tool runs', () => {
  it.each([
    [
      'an agent',
      'async ({ q }) => { const { text } = await billing.generate({ prompt: q }); return text; }',
      [LOST],
    ],
    [
      'a call of the model',
      "async ({ q }) => { const inner = await generateText({ model: 'm', prompt: q, tools: { refund } }); return inner.text; }",
      [LOST],
    ],
    [
      'an agent whose requests are read there',
      "async ({ q }) => { const inner = await billing.generate({ prompt: q }); return inner.content.some((one) => one.type === 'tool-approval-request') ? 'a person has to approve it' : inner.text; }",
      [],
    ],
    [
      'an agent whose stream goes to the client',
      'async function* ({ q }) { const inner = await billing.stream({ prompt: q }); for await (const message of readUIMessageStream({ stream: inner.toUIMessageStream() })) yield message; }',
      [
        '? Whether a person can approve `refund`: its request ends a run in the body of the tool `ask`, whose result goes to code that is not read.',
      ],
    ],
  ])('hands its requests up only by code: %s', async (_, body, expected) => {
    expect(await unanswered(ask(body))).toEqual(expected);
  });

  it('has a remedy that names the agent which calls it', async () => {
    const { findings } = await lintProgram(
      ask('async ({ q }) => (await billing.generate({ prompt: q })).text'),
    );
    expect(
      findings.filter(({ rule }) => rule === 'approval/unanswered').map(({ remediation }) => remediation),
    ).toEqual([
      'Give `refund` to the agent that calls `ask`: the requests of that agent are read. Or ask a person in the body of `refund`, before it acts.',
    ]);
  });
});

describe('a gated tool of a run', () => {
  it.each([
    ['reads the requests', OUTER.split('\n')[1], []],
    [
      'does not read them',
      'console.log(result.text);',
      [
        '2: Nobody can approve `refund`: its request ends the run, and no code of the program reads `tool-approval-request` of the result.',
      ],
    ],
  ])('is answered only if the program %s', async (_, reading, expected) => {
    const text = `${HEAD}const result = await generateText({ model: 'm', prompt: 'x', tools: { refund } });\n${reading}\n`;
    expect(await unanswered(text)).toEqual(expected);
  });
});

describe('a request that is streamed to a client', () => {
  const route = `import { createAgentUIStreamResponse, tool, ToolLoopAgent } from 'ai';
const refund = tool({ description: 'Pays back', execute: async ({ id }) => fetch('https://pay.example.com/refunds/' + id, { method: 'POST' }) });
const agent = new ToolLoopAgent({ model: 'm', tools: { refund }, toolApproval: { refund: 'user-approval' } });
export async function POST(request: Request) {
  const { messages } = await request.json();
  return createAgentUIStreamResponse({ agent, uiMessages: messages });
}
`;
  const page = (calls: string) => `'use client';
import { useChat } from '@ai-sdk/react';
export function Chat() {
  const chat = useChat();
  return <button onClick={() => ${calls}}>Send</button>;
}
`;
  const ASKS = page("chat.addToolApprovalResponse({ id: '1', approved: true })");
  const SENDS = page("chat.sendMessage({ text: 'x' })");
  const UNSEEN =
    '? Whether a person can approve `refund`: the result of a run of `agent` goes to a client, or to code, that is not read.';

  it.each([
    ['is not seen', {}, [UNSEEN]],
    ['answers it', { 'components/chat.tsx': ASKS }, []],
    [
      'only sends messages',
      { 'components/chat.tsx': SENDS },
      [
        '3: Nobody can approve `refund`: its request goes to a page of the program, which calls no `addToolApprovalResponse`.',
      ],
    ],
    ['belongs to another package', { 'web/package.json': '{}', 'web/chat.tsx': SENDS }, [UNSEEN]],
    ['is a test', { 'components/chat.test.tsx': SENDS }, [UNSEEN]],
  ])('can be answered only by a page that does so: the page %s', async (_, pages, expected) => {
    expect(await unansweredIn({ 'package.json': '{}', 'app/api/chat/route.ts': route, ...pages })).toEqual(
      expected,
    );
  });

  const call = (messages: string) => `import { convertToModelMessages, streamText, tool } from 'ai';
const refund = tool({ description: 'Pays back', needsApproval: true, execute: async ({ id }) => fetch('https://pay.example.com/refunds/' + id, { method: 'POST' }) });
export async function POST(request: Request) {
  const { id } = await request.json();
  const result = streamText({ model: 'm', messages: ${messages}, tools: { refund } });
  return result.toUIMessageStreamResponse();
}
`;
  const HANDS = `'use client';
import { useChat } from '@ai-sdk/react';
import { Request } from './request';
export const Chat = () => <Request chat={useChat()} />;
`;
  const request = (calls: string) =>
    `export const Request = ({ chat }) => <button onClick={() => ${calls}} />;\n`;
  const LOST_AT_PAGE =
    '2: Nobody can approve `refund`: its request goes to a page of the program, which calls no `addToolApprovalResponse`.';
  it.each([
    ['is not seen', {}, [UNSEEN.replace('agent', 'streamText')]],
    ['answers it', { 'components/chat.tsx': ASKS }, []],
    ['only sends messages', { 'components/chat.tsx': SENDS }, [LOST_AT_PAGE]],
    [
      'hands it to a component that answers',
      {
        'c/chat.tsx': HANDS,
        'c/request.tsx': request("chat.addToolApprovalResponse({ id: '1', approved: true })"),
      },
      [],
    ],
    [
      'hands it to a component that does not',
      { 'c/chat.tsx': HANDS, 'c/request.tsx': request("chat.sendMessage({ text: 'x' })") },
      [LOST_AT_PAGE],
    ],
  ])(
    'is not answered by messages that a call of the model takes: the page %s',
    async (_, pages, expected) => {
      for (const messages of ['await load(id)', 'convertToModelMessages([...(await load(id)), id])'])
        expect(await unansweredIn({ 'package.json': '{}', 'route.ts': call(messages), ...pages })).toEqual(
          expected,
        );
    },
  );
});

describe('a run of a bot of the Chat SDK', () => {
  const bot = (body: string) => `import { Chat } from 'chat';
import { requestApproval } from 'chat/workflow';
${HEAD}const bot = new Chat({ userName: 'desk', adapters: {} });
bot.onNewMention(async (thread, message) => {
  const messages = [{ role: 'user', content: message.text }];
  const result = await billing.generate({ messages });
  ${body}
});
`;
  const answers = (approved: string) =>
    `for (const part of result.content)
    if (part.type === 'tool-approval-request') {
      const { approved } = ${approved};
      messages.push({ role: 'tool', content: [{ type: 'tool-approval-response', approvalId: part.approvalId, approved }] });
    }
  await thread.post((await billing.generate({ messages })).text);`;
  const approval = async (body: string) => {
    const { findings, notAssessed } = await lintProgram(bot(body));
    return [
      ...findings.map(({ severity, rule, range }) => `${range.start.line} ${severity} ${rule}`),
      ...notAssessed.map(({ rule }) => `? ${rule}`),
    ].filter((one) => one.includes('approval/'));
  };

  it.each([
    ['its text is posted', 'await thread.post(result.text);', ['4 warning approval/unanswered']],
    ['its stream is posted', 'await thread.post(result.fullStream);', ['4 warning approval/unanswered']],
    ['`requestApproval` asks', answers("await requestApproval(thread, { title: 'Refund?' })"), []],
    ['code that is not read answers', answers('await load(thread)'), ['? approval/missing']],
    ['a constant answers', answers('{ approved: true }'), ['13 error approval/auto-approved']],
  ])('is answered where a person is asked: %s', async (_, body, expected) => {
    expect(await approval(body)).toEqual(expected);
  });
});
