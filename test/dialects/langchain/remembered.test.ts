import { describe, expect, it } from 'vitest';
import { findingsOf } from './findings.js';

/** A program that asks a person about each request, and approves by itself what a test of it lets through. */
const python = (test: string, kept: string): string => `import requests
from langchain.agents import create_agent
from langchain.agents.middleware import HumanInTheLoopMiddleware
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command


def issue_refund(charge: str) -> str:
    """Refunds a charge."""
    return requests.post(f"https://api.example.com/refunds/{charge}").text


gate = HumanInTheLoopMiddleware(interrupt_on={"issue_refund": True})
config = {"configurable": {"thread_id": "1"}, "recursion_limit": 20}
agent = create_agent("m", tools=[issue_refund], checkpointer=InMemorySaver(), middleware=[gate])
result = agent.invoke({"messages": [("user", input())]}, config)
approved = set()
while "__interrupt__" in result:
    decisions = []
    for one in result["__interrupt__"][0].value["action_requests"]:
        if ${test}:
            decisions.append({"type": "approve"})
            continue
        answer = input(f"Run {one}? ")
        if answer == "always":
            approved.add(${kept})
        decisions.append({"type": "approve"} if answer != "no" else {"type": "reject"})
    result = agent.invoke(Command(resume={"decisions": decisions}), config)
`;
const script = (
  test: string,
  kept: string,
): string => `import { createAgent, humanInTheLoopMiddleware, tool } from 'langchain';
import { Command, MemorySaver } from '@langchain/langgraph';
import { createInterface } from 'node:readline/promises';
import { z } from 'zod';

const issueRefund = tool(
  async ({ charge }) => (await fetch(\`https://api.example.com/refunds/\${charge}\`, { method: 'POST' })).text(),
  { name: 'issue_refund', description: 'Refunds a charge', schema: z.object({ charge: z.string() }) },
);
const middleware = [humanInTheLoopMiddleware({ interruptOn: { issue_refund: true } })];
const agent = createAgent({ model: 'm', tools: [issueRefund], middleware, checkpointer: new MemorySaver() });
const terminal = createInterface({ input: process.stdin, output: process.stdout });
const config = { configurable: { thread_id: '1' } };
const approved = new Set<string>();
let result = await agent.invoke({ messages: [{ role: 'user', content: await terminal.question('> ') }] }, config);
while (result.__interrupt__) {
  const decisions = [];
  for (const one of result.__interrupt__[0].value.actionRequests) {
    if (${test}) {
      decisions.push({ type: 'approve' });
      continue;
    }
    const answer = await terminal.question('Run it? ');
    if (answer === 'always') approved.add(${kept});
    decisions.push(answer === 'no' ? { type: 'reject' } : { type: 'approve' });
  }
  result = await agent.invoke(new Command({ resume: { decisions } }), config);
}
`;

describe('decisions on requests', () => {
  it.each([
    [
      'main.py',
      'by their names',
      python('one["name"] in approved', 'one["name"]'),
      ['approval/remembered at if one["name"] in approved:'],
    ],
    ['main.py', 'by the whole call', python('str(one) in approved', 'str(one)'), []],
    [
      'main.ts',
      'by their names',
      script('approved.has(one.name)', 'one.name'),
      ['approval/remembered at if (approved.has(one.name)) {'],
    ],
    ['main.ts', 'by the whole call', script('approved.has(JSON.stringify(one))', 'JSON.stringify(one)'), []],
  ])('count for later calls where approved ones are kept: %s, %s', async (file, _, text, expected) => {
    expect(await findingsOf(file, text)).toEqual(expected);
  });

  const mapped = (test: string): string =>
    python('', '').replace(
      /while "__interrupt__"[\s\S]*$/,
      `def decide(one):
    ${test}
    answer = input(f"Run {one}? ")
    if answer == "always":
        approved.add(one["name"])
    return {"type": "approve"} if answer != "no" else {"type": "reject"}
while "__interrupt__" in result:
    asked = result["__interrupt__"][0].value["action_requests"]
    result = agent.invoke(Command(resume={"decisions": [decide(one) for one in asked]}), config)
`,
    );
  const mappedScript = (test: string): string =>
    script('', '').replace(
      /let result[\s\S]*$/,
      `async function decide(one: { name: string }) {
  ${test}
  const answer = await terminal.question('Run it? ');
  if (answer === 'always') approved.add(one.name);
  return answer === 'no' ? { type: 'reject' } : { type: 'approve' };
}
let result = await agent.invoke({ messages: [{ role: 'user', content: 'x' }] }, config);
while (result.__interrupt__) {
  const decisions = await Promise.all(result.__interrupt__[0].value.actionRequests.map(decide));
  result = await agent.invoke(new Command({ resume: { decisions } }), config);
}
`,
    );
  it.each([
    [
      'main.py',
      mapped('if one["name"] in approved:\n        return {"type": "approve"}'),
      ['approval/remembered at if one["name"] in approved:'],
    ],
    ['main.py', mapped('print(one)'), []],
    [
      'main.ts',
      mappedScript("if (approved.has(one.name)) return { type: 'approve' };"),
      ["approval/remembered at if (approved.has(one.name)) return { type: 'approve' };"],
    ],
    ['main.ts', mappedScript('console.log(one.name);'), []],
  ])(
    'count for later calls where a function that decides each keeps the names: %s',
    async (file, text, expected) => {
      expect(await findingsOf(file, text)).toEqual(expected);
    },
  );

  const filled = (more: string): string =>
    python('one["name"] in approved', '')
      .replace(/ {8}if answer == "always":\n.*\n/, '')
      .replace('while "__interrupt__"', `${more}while "__interrupt__"`);
  it.each([
    ['', ['approval/missing ?']],
    ['def remember(name):\n    approved.add(name)\n', ['approval/missing ?']],
  ])('are not known where a function fills the set that nothing calls: %j', async (more, expected) => {
    expect(await findingsOf('main.py', filled(more))).toEqual(expected);
  });
});
