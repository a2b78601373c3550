import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderWith, gatesIn, runCli } from './run-cli.js';

const PYTHON = `import sys
import requests
from pydantic_ai import Agent, DeferredToolRequests, DeferredToolResults

agent = Agent("openai:gpt-5", output_type=[str, DeferredToolRequests])


@agent.tool_plain
def issue_refund(charge: str) -> str:
    """Refunds a charge."""
    return requests.post(f"https://api.example.com/refunds/{charge}").text


result = agent.run_sync(sys.argv[1])
while isinstance(result.output, DeferredToolRequests):
    approvals = {call.tool_call_id: input(str(call)) == "y" for call in result.output.approvals}
    answers = DeferredToolResults(approvals=approvals)
    result = agent.run_sync(message_history=result.all_messages(), deferred_tool_results=answers)
`;

const SCRIPT = `import { createInterface } from 'node:readline/promises';
import { Agent } from '@mastra/core/agent';
import { createTool } from '@mastra/core/tools';

const issueRefund = createTool({
  id: 'issue-refund',
  description: 'Refunds a charge',
  execute: async ({ id }: { id: string }) => (await fetch(\`https://api.example.com/refunds/\${id}\`, { method: 'POST' })).text(),
});
const agent = new Agent({ id: 'desk', name: 'Desk', model: 'openai/gpt-5', tools: { issueRefund } });
const terminal = createInterface({ input: process.stdin, output: process.stdout });
const stream = await agent.stream(process.argv[2] ?? '');
for await (const chunk of stream.fullStream) {
  if (chunk.type !== 'tool-call-approval') continue;
  if ((await terminal.question('Run it? ')) === 'y') await agent.approveToolCall({ runId: stream.runId });
}
`;

describe('a program of Pydantic AI or Mastra, as a user checks it', () => {
  it.each([
    ['desk.py', PYTHON, 9, 'requires_approval=True'],
    ['desk.ts', SCRIPT, 10, 'requireApproval: true'],
  ])('has a gate by the fix of its finding: %s', async (file, text, line, gate) => {
    const folder = folderWith({ [file]: text });
    expect(await gatesIn(folder)).toEqual([`${file}:${line} approval/missing`]);
    await runCli(folder, ['check', '--fix-unsafe', '--only', 'approval/missing']);
    expect(readFileSync(join(folder, file), 'utf8')).toContain(gate);
    expect(await gatesIn(folder)).toEqual([]);
  });

  it.each([
    [
      'desk.py',
      PYTHON.replace('tool_plain', 'tool_plain(requires_approval=True)').replace(
        ', output_type=[str, DeferredToolRequests]',
        '',
      ),
      8,
      'Add `DeferredToolRequests` to `output_type` of the agent',
    ],
    [
      'desk.ts',
      SCRIPT.replace("charge',", "charge',\n  requireApproval: true,").replace(/for await[\s\S]*$/, ''),
      8,
      'call `approveToolCall()` or reject',
    ],
  ])('names what lets a person answer: %s', async (file, text, line, words) => {
    const folder = folderWith({ [file]: text });
    expect(await gatesIn(folder)).toEqual([`${file}:${line} approval/unanswered`]);
    expect((await runCli(folder, ['check'])).stdout.replace(/\s+/g, ' ')).toContain(words);
  });

  it.each([
    ['desk.py', PYTHON.replace('from pydantic_ai', 'from house.agents')],
    ['desk.ts', SCRIPT.replaceAll('@mastra/core', 'house-agents')],
  ])('is none with the names of another package: %s', async (file, text) => {
    const { stdout } = await runCli(folderWith({ [file]: text }), [
      'check',
      '--format',
      'json',
      '--allow-none',
    ]);
    expect((JSON.parse(stdout) as { systems: unknown[] }).systems).toEqual([]);
  });
});
