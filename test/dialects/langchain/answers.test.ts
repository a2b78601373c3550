import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';
import { findingsOf, rulesOf } from './findings.js';

const HEAD = `import requests
from langchain.agents import create_agent
from langchain.agents.middleware import HumanInTheLoopMiddleware
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command


def issue_refund(charge: str) -> str:
    """Refunds a charge."""
    return requests.post(f"https://api.example.com/refunds/{charge}").text


gate = HumanInTheLoopMiddleware(interrupt_on={"issue_refund": True})
config = {"configurable": {"thread_id": "1"}, "recursion_limit": 20}
`;
const autoAt = (line: string): string[] => [`approval/auto-approved at ${line}`];
const MADE = autoAt('go = Command(resume={"decisions": [{"type": "approve"}]})');

/** An agent whose requests are answered with decisions. */
const answered = (
  decisions: string,
  before = '',
): string => `${HEAD}agent = create_agent("m", tools=[issue_refund], checkpointer=InMemorySaver(), middleware=[gate])
result = agent.invoke({"messages": [("user", input())]}, config)
while "__interrupt__" in result:
    requested = result["__interrupt__"][0].value["action_requests"]
    ${before || 'pass'}
    result = agent.invoke(${decisions}, config)
`;
const resume = (decisions: string): string => `Command(resume={"decisions": ${decisions}})`;

describe('an answer for each of several requests', () => {
  it.each<[string, string, string[]]>([
    [
      'approves in a list that is repeated',
      answered(resume('[{"type": "approve"}] * len(requested)')),
      autoAt(
        'result = agent.invoke(Command(resume={"decisions": [{"type": "approve"}] * len(requested)}), config)',
      ),
    ],
    ['refuses in a list that is repeated', answered(resume('[{"type": "reject"}] * len(requested)')), []],
    [
      'approves in a comprehension',
      answered(resume('[{"type": "approve"} for _ in requested]')),
      autoAt(
        'result = agent.invoke(Command(resume={"decisions": [{"type": "approve"} for _ in requested]}), config)',
      ),
    ],
    ['refuses in a comprehension', answered(resume('[{"type": "reject"} for _ in requested]')), []],
    [
      'approves in a command that is made before its run',
      answered('go', `go = ${resume('[{"type": "approve"}]')}`),
      MADE,
    ],
    [
      'refuses in a command that is made before its run',
      answered('go', `go = ${resume('[{"type": "reject"}]')}`),
      [],
    ],
  ])('%s', async (_, text, expected) => {
    expect(await findingsOf('desk.py', text)).toEqual(expected);
  });
});

describe('a command that is made before the run whose request it answers', () => {
  const made = (
    decision: string,
    answer: string,
  ): string => `${HEAD}agent = create_agent("m", tools=[issue_refund], checkpointer=InMemorySaver(), middleware=[gate])
go = ${resume(`[{"type": "${decision}"}]`)}


def main():
    result = agent.invoke({"messages": [("user", input())]}, config)
    while "__interrupt__" in result:
        ${answer}


main()
`;
  const FINDINGS: [string, string, string, string[]][] = [
    ['approves', 'approve', 'result = agent.invoke(go, config)', MADE],
    [
      'approves where its name is that of an argument',
      'approve',
      'result = agent.invoke(input=go, config=config)',
      MADE,
    ],
    ['refuses', 'reject', 'result = agent.invoke(go, config)', []],
    [
      'is given once a person agrees',
      'approve',
      'if input("Run it? ") != "y":\n            break\n        result = agent.invoke(go, config)',
      [],
    ],
    ['is given to no run', 'approve', 'print(go)\n        break', []],
  ];
  it.each(FINDINGS)('%s', async (_, decision, answer, expected) => {
    expect(await findingsOf('desk.py', made(decision, answer))).toEqual(expected);
  });

  const typed = (
    decision: string,
    answer: string,
  ): string => `import { createAgent, humanInTheLoopMiddleware, tool } from 'langchain';
import { Command, MemorySaver } from '@langchain/langgraph';
import { createInterface } from 'node:readline/promises';
const terminal = createInterface({ input: process.stdin, output: process.stdout });
const refund = tool(
  async ({ charge }) => (await fetch('https://api.example.com/refunds', { method: 'POST', body: charge })).text(),
  { name: 'issue_refund', description: 'Refunds a charge.' },
);
const gate = humanInTheLoopMiddleware({ interruptOn: { issue_refund: true } });
const agent = createAgent({ model: 'm', tools: [refund], checkpointer: new MemorySaver(), middleware: [gate] });
const config = { configurable: { thread_id: '1' }, recursionLimit: 20 };
const go = new Command({ resume: { decisions: [{ type: '${decision}' }] } });
let result = await agent.invoke({ messages: [{ role: 'user', content: 'x' }] }, config);
while (result.__interrupt__) {
  ${answer}
}
`;
  it.each<[string, string, string, string[]]>([
    [
      'approves',
      'approve',
      'result = await agent.invoke(go, config);',
      autoAt("const go = new Command({ resume: { decisions: [{ type: 'approve' }] } });"),
    ],
    ['refuses', 'reject', 'result = await agent.invoke(go, config);', []],
    [
      'is given once a person agrees',
      'approve',
      "if ((await terminal.question('Run it? ')) !== 'y') break;\n  result = await agent.invoke(go, config);",
      [],
    ],
  ])('%s (TypeScript)', async (_, decision, answer, expected) => {
    expect(await findingsOf('desk.ts', typed(decision, answer))).toEqual(expected);
  });

  it('approves in another file than the one that makes it', async () => {
    const [before = '', after = ''] = made('approve', 'result = agent.invoke(go, config)').split(/go = .*\n/);
    const found = await rulesOf({
      'answers.py': `from langgraph.types import Command\n\ngo = ${resume('[{"type": "approve"}]')}\n`,
      'desk.py': `from answers import go\n${before}${after}`,
    });
    expect(found).toEqual(['approval/auto-approved']);
  });
});

describe('a request of an agent in the body of a tool', () => {
  const nested = (
    answer: string,
  ): string => `${HEAD}inner = create_agent("m", tools=[issue_refund], checkpointer=InMemorySaver(), middleware=[gate])


def ask_inner(text: str) -> str:
    """Asks the desk."""
    return inner.invoke({"messages": [("user", text)]}, config)["messages"][-1].text


agent = create_agent("m", tools=[ask_inner], checkpointer=InMemorySaver())
result = agent.invoke({"messages": [("user", input())]}, config)
${answer}
`;
  const ASK = `while "__interrupt__" in result:
    kind = "approve" if input("Run it? ") == "y" else "reject"
    result = agent.invoke(Command(resume={"decisions": [{"type": kind}]}), config)`;
  it.each<[string, string, string[]]>([
    ['reaches who runs the agent with the tool', ASK, []],
    [
      'is read by nobody where that result is not',
      'print(result["messages"])',
      ['approval/unanswered at gate = HumanInTheLoopMiddleware(interrupt_on={"issue_refund": True})'],
    ],
  ])('%s', async (_, answer, expected) => {
    expect(await findingsOf('desk.py', nested(answer))).toEqual(expected);
  });
});

describe('tools of a client that are collected otherwise than in a comprehension', () => {
  const collected = (tools: string): string => `from langchain.agents import create_agent
from langchain_mcp_adapters.client import MultiServerMCPClient
SAFE = {"list_issues"}


async def main():
    client = MultiServerMCPClient({"github": {"transport": "http", "url": "https://api.githubcopilot.com/mcp/"}})
    found = await client.get_tools()
    ${tools.split('\n').join('\n    ')}
    agent = create_agent("m", tools=tools)
    await agent.ainvoke({"messages": [("user", input())]}, {"recursion_limit": 20})
`;
  it.each([
    ['tools = list(filter(lambda one: one.name in SAFE, found))'],
    ['tools = []\nfor one in found:\n    if one.name in SAFE:\n        tools.append(one)'],
    ['tools = [one for one in found if one.name in SAFE]'],
  ])('are read: %s', async (tools) => {
    const { systems } = await lintFiles({ 'desk.py': collected(tools) });
    expect(systems.flatMap(({ unresolved }) => unresolved)).toEqual([]);
    expect(systems.flatMap(({ agents }) => agents.flatMap(({ mcpServers }) => mcpServers)).length).toBe(1);
  });
});

it.each([
  ['of its own', ['RUN', 'RESUME'], []],
  ['of its run', ['RUN\nRESUME'], ['approval/auto-approved']],
  ['in a loop', ['RUN', 'for _ in range(9):\n    RESUME'], ['approval/auto-approved']],
])('who reads a notebook may give the answer in a cell %s', async (_, cells, expected) => {
  const head = `import smtplib
from langchain.agents import create_agent
from langchain.agents.middleware import HumanInTheLoopMiddleware
from langchain_core.tools import tool
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command

@tool
def send_mail(to: str, body: str) -> str:
    """Sends a mail."""
    with smtplib.SMTP("localhost") as s:
        s.sendmail("me@example.com", to, body)
    return "sent"

agent = create_agent("m", tools=[send_mail], checkpointer=InMemorySaver(), middleware=[HumanInTheLoopMiddleware(interrupt_on={"send_mail": True})])
config = {"configurable": {"thread_id": "1"}}`;
  const sources = [head, ...cells].map((one) =>
    one
      .replace(
        'RUN',
        'result = agent.invoke({"messages": "Mail Sam"}, config)\nprint(result["__interrupt__"])',
      )
      .replace('RESUME', 'agent.invoke(Command(resume={"decisions": [{"type": "approve"}]}), config)'),
  );
  const notebook = {
    cells: sources.map((source) => ({
      cell_type: 'code',
      metadata: {},
      outputs: [],
      execution_count: null,
      source,
    })),
    metadata: { kernelspec: { language: 'python', name: 'python3', display_name: 'Python 3' } },
    nbformat: 4,
    nbformat_minor: 5,
  };
  const { findings } = await lintFiles({ 'a.ipynb': JSON.stringify(notebook) });
  expect(findings.flatMap(({ rule, severity }) => (severity === 'error' ? [rule] : []))).toEqual(expected);
});
