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
    ['needsApproval: !auto', FROM_BODY, ['approval/auto-approved'], []],
    ['needsApproval: () => !auto', FROM_BODY, ['approval/auto-approved'], []],
    ['needsApproval: true', FROM_BODY, [], []],
    ['needsApproval: !auto', UNSEEN, [], ['approval/missing']],
    ['needsApproval: !auto', CONSTANT, [], []],
  ])('is none where whoever sends the request sets it: %s', async (make, route, found, open) => {
    const { findings, notAssessed } = await lintFiles(program(make, route));
    const isOfGate = (rule: string) => /^approval\/(?:auto-approved|missing)$/.test(rule);
    expect(findings.map(({ rule }) => rule).filter(isOfGate)).toEqual(found);
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
    ["toolApproval: { refund: auto ? 'approved' : 'user-approval' }", 'auto'],
    ["toolApproval: auto ? {} : { refund: 'user-approval' }", 'auto'],
    ["...(auto ? {} : { toolApproval: { refund: 'user-approval' } })", 'auto'],
    ["toolApproval: () => (auto ? 'approved' : 'user-approval')", 'auto'],
    ["toolApproval: () => { if (mode === 'auto') return 'approved'; return 'user-approval'; }", 'mode'],
    ["toolApproval: { refund: 'user-approval' }", undefined],
    ["toolApproval: { refund: ({ amount }) => (amount > limit ? 'user-approval' : 'approved') }", undefined],
  ])('is none where whoever sends the request sets it: %s', async (options, sent) => {
    const { findings } = await lintFiles(route(options));
    const reasons = findings.flatMap(({ rule, message }) =>
      rule === 'approval/auto-approved' ? [message.split(/\): /)[1]] : [],
    );
    expect(reasons).toEqual(
      sent === undefined ? [] : [`\`toolApproval\` is switched off by \`${sent}\`, which the client sends.`],
    );
  });
});
