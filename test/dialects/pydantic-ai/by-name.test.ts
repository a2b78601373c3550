import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

describe('approvals that are gathered in a map, and kept by name or not', () => {
  const HEAD = `import httpx
from pydantic_ai import Agent, DeferredToolRequests, DeferredToolResults, Tool
from pydantic_ai.capabilities import HandleDeferredToolCalls

approved = set()


def issue_refund(charge: str) -> str:
    return httpx.post("https://pay.example.com/refunds", json={"charge": charge}).text


`;
  const decided = (given: string, test: string, kept: string): string => `    answers = {}
    for call in ${given}.approvals:
        if ${test}:
            answers[call.tool_call_id] = True
            continue
        said = input(f"{call.tool_name}? ")
        if said == "always":
            approved.add(${kept})
        answers[call.tool_call_id] = said in ("yes", "always")
`;
  const AGENT =
    'agent = Agent("m", tools=[Tool(issue_refund, requires_approval=True)], output_type=[str, DeferredToolRequests]';
  const loop = (made: string) => (test: string, kept: string) =>
    `${HEAD}${AGENT})
result = agent.run_sync(input())
while isinstance(result.output, DeferredToolRequests):
${decided('result.output', test, kept)}    result = agent.run_sync(message_history=result.all_messages(), deferred_tool_results=${made})
`;
  const handler = (test: string, kept: string) => `${HEAD}async def handle(ctx, given):
${decided('given', test, kept)}    return given.build_results(approvals=answers)


${AGENT}, capabilities=[HandleDeferredToolCalls(handle)])
print(agent.run_sync(input()).output)
`;
  it.each([
    ['a loop, DeferredToolResults()', loop('DeferredToolResults(approvals=answers)')],
    ['a loop, build_results()', loop('result.output.build_results(approvals=answers)')],
    ['a handler', handler],
  ])('in %s', async (_, program) => {
    const approvals = async (test: string, kept: string) => {
      const { findings, notAssessed } = await lintFiles({ 'agent.py': program(test, kept) });
      return [...findings, ...notAssessed].flatMap(({ rule }) =>
        rule.startsWith('approval/') ? [rule] : [],
      );
    };
    expect(await approvals('call.tool_name in approved', 'call.tool_name')).toEqual(['approval/remembered']);
    expect(await approvals('call.tool_call_id in approved', 'call.tool_call_id')).toEqual([]);
    expect(await approvals('False', 'call.tool_name')).toEqual([]);
    expect(await approvals('True', 'call.tool_name')).toEqual(['approval/auto-approved']);
  });
});
