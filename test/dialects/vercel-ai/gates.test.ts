import { describe, expect, it } from 'vitest';
import { findingsOf, HEAD, lintProgram, rulesOf, toolsOf } from './programs.js';

const call = (more: string) =>
  `${HEAD}export const answer = (messages) => generateText({ model: 'm', messages, tools: { refund, look }${more} });\n`;

describe('a tool of an AI SDK program', () => {
  it('is reported at its key, with the effect of its body', async () => {
    expect(await findingsOf(call(''))).toEqual([
      "4:83 error approval/missing `refund` pays out money without human approval (runs `fetch('https://pay.example.com/refunds/' + id, { method: 'POST' })` at program.ts:2).",
    ]);
  });

  it.each([
    ["{ refund: 'user-approval' }", 'shown human'],
    ["{ refund: 'approved' }", 'shown machine'],
    ["{ refund: 'not-applicable' }", 'absent'],
    ["{ refund: 'denied' }", 'shown conditional'],
    ["{ refund: { type: 'user-approval', reason: 'money' } }", 'shown human'],
    ["{ refund: { type: 'approved' } }", 'shown machine'],
    ["{ refund: async () => 'user-approval' }", 'shown human'],
    ["{ refund: async () => 'approved' }", 'shown machine'],
    ["{ refund: () => ({ type: 'approved' }) }", 'shown machine'],
    ['{ refund: () => {} }', 'absent'],
    ["{ refund: ({ amount }) => (amount > 50 ? 'user-approval' : 'approved') }", 'shown conditional'],
    ["{ refund: ({ amount }) => (amount > 50 ? 'approved' : undefined) }", 'shown machine'],
    ["{ refund: ({ amount }) => (amount > 50 ? 'denied' : undefined) }", 'absent'],
    [
      "{ refund: ({ amount }) => (amount > 50 ? { type: 'denied', reason: 'much' } : 'approved') }",
      'shown machine',
    ],
    ["{ refund: ({ amount }) => (amount > 50 ? 'denied' : 'user-approval') }", 'shown conditional'],
    ["{ look: 'user-approval' }", 'absent'],
    ["() => 'user-approval'", 'shown human'],
    ["() => 'approved'", 'shown machine'],
    ['gates', 'undecidable'],
    ['undefined', 'absent'],
  ])('has the gate that the call states for it: toolApproval: %s', async (gates, expected) => {
    const [refund] = await toolsOf(call(`, toolApproval: ${gates}`));
    expect(refund).toBe(`refund outward ${expected}`);
  });

  it.each([
    ['true', '', 'shown human'],
    ['false', '', 'absent'],
    ['() => true', '', 'shown human'],
    ['({ amount }) => amount > 5', '', 'shown conditional'],
    ['true', ", toolApproval: { pay: 'approved' }", 'shown machine'],
    ['true', ', toolApproval: { pay: () => {} }', 'absent'],
    ['true', ", toolApproval: { other: 'approved' }", 'shown human'],
    ['false', ", toolApproval: { pay: 'user-approval' }", 'shown human'],
  ])('has its own gate unless the call states one: needsApproval: %s%s', async (own, more, expected) => {
    const text = `${HEAD}export const answer = (messages) => streamText({ messages, tools: { pay: tool({ needsApproval: ${own}, execute: async ({ id }) => fetch('https://pay.example.com/refunds/' + id, { method: 'POST' }) }) }${more} });\n`;
    expect(await toolsOf(text)).toEqual([`pay outward ${expected}`]);
  });

  it('is reported at the entry that approves it', async () => {
    expect(await findingsOf(call(", toolApproval: { refund: 'approved' }"))).toEqual([
      "4:115 error approval/auto-approved `refund` pays out money without human approval (runs `fetch('https://pay.example.com/refunds/' + id, { method: 'POST' })` at program.ts:2): approved by `toolApproval: approved`.",
    ]);
  });

  it.each([
    ['shadow(opaPolicy({ url: "http://opa" }), { enforce: false })', 'shown machine'],
    ["shadow({ refund: 'user-approval' }, { enforce: true })", 'shown human'],
    ['opaPolicy({ url: "http://opa" })', 'undecidable'],
  ])('has the gate of a policy: toolApproval: %s', async (gates, expected) => {
    const text = `import { opaPolicy, shadow } from '@ai-sdk/policy-opa';\n${call(`, toolApproval: ${gates}`)}`;
    expect((await toolsOf(text))[0]).toBe(`refund outward ${expected}`);
  });

  it.each([
    ['', '{ refund, look }, toolApproval: undefined'],
    ['', '{ refund, look }'],
    ['', "{ refund, look }, toolApproval: { look: 'approved' }"],
    ['', "{ refund, look }, toolApproval: { refund: 'approved' }"],
    ['', "{ refund, look }, toolApproval: { refund: 'not-applicable' }"],
  ])('is gated by the edit of its remedy: %s%s', async (_, options) => {
    const text = `${HEAD}export const answer = (messages) => generateText({ model: 'm', messages, tools: ${options} });\n`;
    const { findings } = await lintProgram(text);
    const [finding] = findings;
    const [fix] = finding?.fixes ?? [];
    const edits = [...(fix?.edits ?? [])].sort((a, b) => b.range.start.column - a.range.start.column);
    const lines = text.split('\n');
    for (const { range, text: written } of edits) {
      const line = lines[range.start.line - 1] ?? '';
      lines[range.start.line - 1] =
        line.slice(0, range.start.column - 1) + written + line.slice(range.end.column - 1);
    }
    expect(lines.join('\n')).toContain("refund: 'user-approval'");
    expect(await rulesOf(lines.join('\n'))).toEqual([]);
  });
});
