import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

const PAY = "async ({ id }) => fetch('https://pay.example.com/refunds/' + id, { method: 'POST' })";
const program = (make: string, route: string) => ({
  'lib/tools.ts': `import { tool } from 'ai';\nexport const makeTools = (auto: boolean) => ({ refund: tool({ ${make}, execute: ${PAY} }) });\n`,
  'app/api/chat/route.ts': `import { streamText } from 'ai';\nimport { makeTools } from '../../../lib/tools';\n${route}\n`,
});
const FROM_BODY = `export async function POST(req: Request) {
  const { messages, autoApprove } = await req.json();
  return streamText({ messages, experimental_toolApprovalSecret: process.env.SECRET, tools: makeTools(autoApprove) }).toUIMessageStreamResponse();
}`;
const UNSEEN = 'export const answer = (messages, auto) => streamText({ messages, tools: makeTools(auto) });';
const CONSTANT = 'export const answer = (messages) => streamText({ messages, tools: makeTools(false) });';

describe('a gate with a switch', () => {
  it.each([
    ['needsApproval: !auto', FROM_BODY, ['lib/tools.ts:2:78 approval/auto-approved'], []],
    ['needsApproval: () => !auto', FROM_BODY, ['lib/tools.ts:2:78 approval/auto-approved'], []],
    ['needsApproval: true', FROM_BODY, [], []],
    ['needsApproval: !auto', UNSEEN, [], ['approval/missing']],
    ['needsApproval: !auto', CONSTANT, [], []],
  ])('is none where whoever sends the request sets it: %s', async (make, route, found, open) => {
    const { findings, notAssessed } = await lintFiles(program(make, route));
    const isOfGate = (rule: string) => /^approval\/(?:auto-approved|missing)$/.test(rule);
    expect(
      findings.flatMap(({ file, range: { start }, rule }) =>
        isOfGate(rule) ? [`${file}:${start.line}:${start.column} ${rule}`] : [],
      ),
    ).toEqual(found);
    expect(notAssessed.map(({ rule }) => rule).filter(isOfGate)).toEqual(open);
  });
});

describe('a gate beside the tools with a switch', () => {
  const route = (options: string) => ({
    'app/api/chat/route.ts': `import { streamText, tool } from 'ai';
const refund = tool({ execute: ${PAY} });
export async function POST(req: Request) {
  const { messages, auto, mode, limit } = await req.json();
  return streamText({ messages, experimental_toolApprovalSecret: process.env.SECRET, tools: { refund }, ${options} }).toUIMessageStreamResponse();
}
`,
  });

  it.each([
    ["toolApproval: { refund: auto ? 'approved' : 'user-approval' }", 'auto', 'refund: auto'],
    ["toolApproval: auto ? {} : { refund: 'user-approval' }", 'auto', 'auto ? {}'],
    ["...(auto ? {} : { toolApproval: { refund: 'user-approval' } })", 'auto', '{ refund:'],
    ["toolApproval: () => (auto ? 'approved' : 'user-approval')", 'auto', '() =>'],
    [
      "toolApproval: () => { if (mode === 'auto') return 'approved'; return 'user-approval'; }",
      'mode',
      '() =>',
    ],
    ["toolApproval: { refund: 'user-approval' }", undefined, undefined],
    [
      "toolApproval: { refund: ({ amount }) => (amount > limit ? 'user-approval' : 'approved') }",
      undefined,
      undefined,
    ],
  ])('is none where whoever sends the request sets it: %s', async (options, sent, place) => {
    const files = route(options);
    const { findings } = await lintFiles(files);
    const lines = files['app/api/chat/route.ts'].split('\n');
    const found = findings.flatMap(({ rule, message, range: { start } }) =>
      rule === 'approval/auto-approved'
        ? [[message.split(/\): /)[1], lines[start.line - 1]?.slice(start.column - 1).startsWith(place ?? '')]]
        : [],
    );
    expect(found).toEqual(
      sent === undefined
        ? []
        : [[`\`toolApproval\` is switched off by \`${sent}\`, which the client sends.`, true]],
    );
  });

  it('is one finding where it gates several tools', async () => {
    const text = `import { streamText, tool } from 'ai';
const refund = tool({ execute: ${PAY} });
const gate = () => 'approved';
export const answer = (messages) => streamText({ messages, tools: { refund, payOut: refund }, toolApproval: gate });
`;
    const { findings } = await lintFiles({ 'app.ts': text });
    expect(
      findings.flatMap(({ rule, message, range: { start }, remediation }) =>
        rule === 'approval/auto-approved'
          ? [`${start.line}:${start.column} ${message} ${/Do the same.*/.exec(remediation)?.[0]}`]
          : [],
      ),
    ).toEqual([
      '4:109 `refund` and `payOut` run without human approval, and each pays out money: approved by `toolApproval: approved`. Do the same for `payOut`.',
    ]);
  });
});
