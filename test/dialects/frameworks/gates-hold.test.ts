import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

/** How `issue_refund` is approved, by the findings of a program. */
async function approvals(file: string, text: string): Promise<string[]> {
  const { findings } = await lintFiles({ [file]: text });
  return findings.map(({ rule }) => rule).filter((rule) => rule.startsWith('approval/'));
}

const PYDANTIC_AI = (test: string, answer: string): string => `import httpx
from pydantic_ai import Agent, DeferredToolRequests, DeferredToolResults

agent = Agent("openai:gpt-5", output_type=[str, DeferredToolRequests])

@agent.tool_plain(requires_approval=True)
def issue_refund(charge: str) -> str:
    """Refund a charge."""
    httpx.post("https://pay.example.com/refunds", json={"charge": charge})
    return "ok"

result = agent.run_sync("Refund it")
while ${test}:
    answers = DeferredToolResults()
    for call in result.output.approvals:
        given = input("Approve? ") == "y"
        answers.approvals[call.tool_call_id] = ${answer}
    result = agent.run_sync(message_history=result.all_messages(), deferred_tool_results=answers)
`;

const AGENTS_PY = (test: string, before: string): string => `import requests
from agents import Agent, Runner, function_tool

@function_tool(needs_approval=True)
def issue_refund(charge: str) -> str:
    """Refund a charge."""
    requests.post("https://pay.example.com/refunds", json={"charge": charge})
    return "ok"

agent = Agent(name="A", tools=[issue_refund])
result = Runner.run_sync(agent, "Refund it")
while ${test}:
    state = result.to_state()
    for item in result.interruptions:
        ${before}state.approve(item)
    result = Runner.run_sync(agent, state)
`;

const AGENTS_TS = (
  test: string,
  before: string,
): string => `import { createInterface } from 'node:readline/promises';
import { Agent, run, tool } from '@openai/agents';
import { z } from 'zod';

const lines = createInterface({ input: process.stdin, output: process.stdout });
const issueRefund = tool({
  name: 'issue_refund',
  description: 'Refund a charge',
  parameters: z.object({ charge: z.string() }),
  needsApproval: true,
  execute: async ({ charge }) => {
    await fetch('https://pay.example.com/refunds', { method: 'POST', body: JSON.stringify({ charge }) });
    return 'ok';
  },
});
const agent = new Agent({ name: 'A', tools: [issueRefund] });
let result = await run(agent, 'Refund it');
while (${test}) {
  for (const item of result.interruptions) {
    ${before}result.state.approve(item);
  }
  result = await run(agent, result.state);
}
`;

const LANGCHAIN_TS = (type: string): string => `import { createInterface } from 'node:readline/promises';
import { createAgent, humanInTheLoopMiddleware, tool } from 'langchain';
import { Command, isInterrupted, MemorySaver } from '@langchain/langgraph';
import { z } from 'zod';

const lines = createInterface({ input: process.stdin, output: process.stdout });
const issueRefund = tool(
  async ({ charge }) => {
    await fetch('https://pay.example.com/refunds', { method: 'POST', body: JSON.stringify({ charge }) });
    return 'ok';
  },
  { name: 'issue_refund', description: 'Refund a charge', schema: z.object({ charge: z.string() }) },
);
const agent = createAgent({
  model: 'openai:gpt-5',
  tools: [issueRefund],
  middleware: [humanInTheLoopMiddleware({ interruptOn: { issue_refund: true } })],
  checkpointer: new MemorySaver(),
});
const config = { configurable: { thread_id: '1' } };
let result = await agent.invoke({ messages: [] }, config);
while (isInterrupted(result)) {
  result = await agent.invoke(new Command({ resume: { decisions: [{ type: ${type} }] } }), config);
}
`;

const ASKS_PY = `if input("Approve? ") == "y":
            `;
const ASKS_TS = `if ((await lines.question('Approve? ')) === 'y') `;

describe('a loop that tests the result of its last run with a call', () => {
  it.each([
    ['isinstance', 'app.py', PYDANTIC_AI('isinstance(result.output, DeferredToolRequests)', 'True')],
    ['len', 'app.py', AGENTS_PY('len(result.interruptions)', '')],
    ['bool', 'app.py', AGENTS_PY('bool(result.interruptions)', '')],
    ['Boolean', 'app.ts', AGENTS_TS('Boolean(result.interruptions.length)', '')],
    ['isInterrupted', 'app.ts', LANGCHAIN_TS(`'approve'`)],
  ])('approves without a person (%s)', async (_, file, text) => {
    expect(await approvals(file, text)).toEqual(['approval/auto-approved']);
  });

  it.each([
    ['isinstance', 'app.py', PYDANTIC_AI('isinstance(result.output, DeferredToolRequests)', 'given')],
    ['len', 'app.py', AGENTS_PY('len(result.interruptions)', ASKS_PY)],
    ['bool', 'app.py', AGENTS_PY('bool(result.interruptions)', ASKS_PY)],
    ['Boolean', 'app.ts', AGENTS_TS('Boolean(result.interruptions.length)', ASKS_TS)],
    [
      'isInterrupted',
      'app.ts',
      LANGCHAIN_TS(`(await lines.question('Approve? ')) === 'y' ? 'approve' : 'reject'`),
    ],
  ])('leaves the answer to a person who is asked in it (%s)', async (_, file, text) => {
    expect(await approvals(file, text)).toEqual([]);
  });
});

const AT_ONCE = (results: string): string => `import httpx
from pydantic_ai import Agent, DeferredToolRequests, DeferredToolResults, ToolApproved, ToolDenied

agent = Agent("openai:gpt-5", output_type=[str, DeferredToolRequests])

@agent.tool_plain(requires_approval=True)
def issue_refund(charge: str) -> str:
    """Refund a charge."""
    httpx.post("https://pay.example.com/refunds", json={"charge": charge})
    return "ok"

result = agent.run_sync("Refund it")
if isinstance(result.output, DeferredToolRequests):
    answers = ${results}
    result = agent.run_sync(message_history=result.all_messages(), deferred_tool_results=answers)
`;

describe('approvals that Pydantic AI is given at once', () => {
  const each = (value: string): string => `{call.tool_call_id: ${value} for call in result.output.approvals}`;
  it.each(['DeferredToolResults(approvals=EACH)', 'result.output.build_results(approvals=EACH)'])(
    'are of the program unless a person is asked: %s',
    async (results) => {
      const rules = (value: string): Promise<string[]> =>
        approvals('app.py', AT_ONCE(results.replace('EACH', each(value))));
      expect(await rules('True')).toEqual(['approval/auto-approved']);
      expect(await rules('ToolApproved()')).toEqual(['approval/auto-approved']);
      expect(await rules('input("Approve? ") == "y"')).toEqual([]);
      expect(await rules('ToolApproved() if input("Approve? ") == "y" else ToolDenied()')).toEqual([]);
      expect(await rules('ToolDenied()')).toEqual([]);
    },
  );
});
