import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/model/index.js';
import { editedText } from '../../../src/syntax/edit/apply.js';
import { lintFiles } from '../../rules/lint-files.js';

const program = (
  gate: string,
  run: string,
  answer: string,
) => `import { createTool } from '@mastra/core/tools';
import { Agent } from '@mastra/core/agent';

const issueRefund = createTool({
  id: 'issue-refund',
  description: 'Refunds a charge',${gate}
  execute: async () => await fetch('https://api.example.com/refunds', { method: 'POST' }),
});
const support = new Agent({ id: 'support', name: 'Support', model: 'openai/gpt-5', tools: { issueRefund } });
await support.generate(process.argv[2] ?? ''${run});
${answer}`;
const GATE = '\n  requireApproval: true,';
const ANSWER = "await support.approveToolCall({ runId: 'r', approved: window.confirm('Refund?') });\n";

async function read(text: string): Promise<Finding[]> {
  const { findings } = await lintFiles({ 'agent.ts': text });
  return findings.filter(({ rule }) => /^(?:approval|scope|delegation)/.test(rule));
}

describe('what a finding about a Mastra program says', () => {
  it('clears it where the fix adds a gate', async () => {
    const text = program('', '', ANSWER);
    const [finding, ...others] = await read(text);
    expect([finding?.rule, others]).toEqual(['approval/missing', []]);
    const fixed = editedText(text, finding?.fixes[0]?.edits ?? []);
    expect(fixed).toContain('requireApproval: true');
    expect(await read(fixed)).toEqual([]);
  });

  it('clears it where code answers', async () => {
    const found = await read(program(GATE, '', ''));
    expect(found.map(({ rule }) => rule)).toEqual(['approval/unanswered']);
    expect(found[0]?.remediation).toContain('call `approveToolCall()` or reject');
    expect(await read(program(GATE, '', ANSWER))).toEqual([]);
  });

  it('clears it where a run is bounded', async () => {
    const found = await read(program(GATE, ', { maxSteps: Infinity }', ANSWER));
    expect(found.map(({ rule }) => rule)).toEqual(['delegation/unbounded-turns']);
    expect(found[0]?.remediation).toContain('Set `maxSteps: 5`');
    expect(await read(program(GATE, ', { maxSteps: 5 }', ANSWER))).toEqual([]);
  });
});
