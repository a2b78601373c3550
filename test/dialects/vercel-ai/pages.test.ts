import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

const ROUTE = `import { convertToModelMessages, stepCountIs, streamText, tool } from 'ai';
const act = async ({ id }) => fetch('https://pay.example.com/refunds/' + id, { method: 'POST' });
export async function POST(req: Request) {
  const { messages } = await req.json();
  return streamText({ model: 'm', messages: await convertToModelMessages(messages), stopWhen: stepCountIs(5), experimental_toolApprovalSecret: process.env.KEY,
    tools: { issueRefund: tool({ description: 'Refund', needsApproval: true, execute: act }), deleteOrder: tool({ description: 'Delete', needsApproval: true, execute: act }) } }).toUIMessageStreamResponse();
}
`;
const APPROVES = 'addToolApprovalResponse({ id: p.approval.id, approved: true });';
const page = (options: string, body: string) => `'use client';
import { useEffect, useState } from 'react';
import { useChat } from '@ai-sdk/react';
import { confirmed } from './elsewhere';
export default function Page({ trusted }) {
  const [auto, setAuto] = useState(false);
  const { messages, addToolApprovalResponse } = useChat(${options});
${body}
}
`;
const effect = (test: string, call = APPROVES) =>
  page(
    '',
    `  useEffect(() => { for (const m of messages) for (const p of m.parts) if (${test}) ${call} }, [messages]);`,
  );
const option = (name: string) =>
  page(`{ ${name}: ({ message }) => { for (const p of message.parts) if (${ASKED}) ${APPROVES} } }`, '');
const ASKED = "p.state === 'approval-requested'";

async function found(text: string, more: Record<string, string> = {}): Promise<string[]> {
  const { findings, notAssessed } = await lintFiles({
    'package.json': '{ "dependencies": { "ai": "^6.0.326" } }',
    'route.ts': ROUTE,
    'page.tsx': text,
    ...more,
  });
  return [
    ...findings
      .filter(({ rule }) => rule.startsWith('approval/'))
      .map(({ rule, severity, file, range, message }) => {
        const names = [...message.matchAll(/`(issueRefund|deleteOrder)`/g)].map(([, name]) => name);
        return `${file}:${range.start.line} ${severity} ${rule} ${names.join(' ')}`;
      }),
    ...notAssessed.filter(({ rule }) => rule.startsWith('approval/')).map(({ message }) => `? ${message}`),
  ];
}

const BOTH = ['page.tsx:8 error approval/auto-approved issueRefund deleteOrder'];

describe('a page that approves what a run asks for', () => {
  it.each<[string, string, string[]]>([
    ['in an effect', effect(ASKED), BOTH],
    [
      'in an effect, one tool',
      effect(`p.type === 'tool-issueRefund' && ${ASKED}`),
      ['page.tsx:8 error approval/auto-approved issueRefund'],
    ],
    ['in an effect, the others', effect(`p.type !== 'tool-issueRefund' && ${ASKED}`), []],
    ['in an effect that refuses', effect(ASKED, APPROVES.replace('true', 'false')), []],
    ['in an effect that asks', effect(`${ASKED} && confirm('Run it?')`), []],
    ['in an effect, by a state of the page', effect(`${ASKED} && auto`), []],
    ['in an effect, by what the page is given', effect(`${ASKED} && trusted`), []],
    ['in an effect, by what is not read', effect(`${ASKED} && confirmed(p)`), []],
    ['in an option', option('onFinish'), ['page.tsx:7 error approval/auto-approved issueRefund deleteOrder']],
    ['in another option', option('onError'), []],
    [
      'by a click',
      page(
        '',
        `  return messages.flatMap((m) => m.parts.map((p) => <button onClick={() => ${APPROVES.slice(0, -1)}}>Yes</button>));`,
      ),
      [],
    ],
    [
      'by a function that is passed on',
      page('', `  const yes = (p) => ${APPROVES}\n  return <List yes={yes} />;`),
      [],
    ],
  ])('%s', async (_, text, expected) => {
    expect(await found(text)).toEqual(expected);
  });

  it('is not known to show an agent of several', async () => {
    const other = { 'other/route.ts': ROUTE.replace("'m'", "'n'") };
    const open = (await found(effect(ASKED), other)).filter((one) => !one.startsWith('? '));
    expect(open).toEqual([]);
    expect(await found(effect(ASKED), { 'other/notes.ts': 'export const n = 1;\n' })).toEqual(BOTH);
  });
});
