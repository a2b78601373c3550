import { describe, expect, it } from 'vitest';
import { findingsOf, rulesOf } from './findings.js';

const MISSING = 'approval/missing at def issue_refund(charge: str) -> str:';
const UNKNOWN = 'approval/missing ?';

const graph = (compiled: string, runs: string): string => `import requests
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.prebuilt import ToolNode, tools_condition
from langgraph.types import Command
from langchain_openai import ChatOpenAI
from langchain_core.tools import tool


@tool
def issue_refund(charge: str) -> str:
    """Refunds a charge."""
    return requests.post(f"https://api.example.com/refunds/{charge}").text


tools = [issue_refund]
model = ChatOpenAI(model="gpt-5").bind_tools(tools)


def chat(state):
    return {"messages": [model.invoke(state["messages"])]}


builder = StateGraph(MessagesState)
builder.add_node("chat", chat)
builder.add_node("tools", ToolNode(tools))
builder.add_edge(START, "chat")
builder.add_conditional_edges("chat", tools_condition)
builder.add_edge("tools", "chat")
agent = builder.compile(${compiled})
config = {"configurable": {"thread_id": "1"}}
${runs}`;

/** A person answers each pause of the graph. `again`: what the run behind the answer states. */
const paused = (first: string, again: string): string => `
agent.invoke({"messages": [("user", input())]}, config${first})
while agent.get_state(config).next:
    if input("Run it? ") != "y":
        break
    agent.invoke(None, config${again})
`;

const BEFORE = ', interrupt_before=["tools"]';

describe('a gate of a run in Python', () => {
  it.each<[string, string, string, string[]]>([
    ['counts where each run states it', BEFORE, BEFORE, []],
    ['counts for all nodes', ', interrupt_before="*"', ', interrupt_before="*"', []],
    ['is none where no run states it', '', '', [MISSING]],
    ['is none where the run behind the answer does not state it', BEFORE, '', [MISSING]],
    ['is none before another node', ', interrupt_before=["chat"]', ', interrupt_before=["chat"]', [MISSING]],
    ['is none behind the node', ', interrupt_after=["tools"]', ', interrupt_after=["tools"]', [MISSING]],
    ['is not known before nodes that are computed', ', interrupt_before=nodes', BEFORE, [UNKNOWN]],
  ])('%s', async (_, first, again, expected) => {
    expect(await findingsOf('desk.py', graph('checkpointer=saver', paused(first, again)))).toEqual(expected);
  });
});

/** A run of the graph that stops before its tools, and what goes on after it. */
const stopped = (more: string): string => `
agent.invoke({"messages": [("user", input())]}, config)
${more}`;
const answeredAt = (line: string): string[] => [`approval/auto-approved at ${line}`];
const STOPS = 'checkpointer=InMemorySaver(), interrupt_before=["tools"]';

describe('a run without input, which goes on where the graph stopped', () => {
  it.each<[string, string, string[]]>([
    ['answers after a person', 'if input("Run it? ") == "y":\n    agent.invoke(None, config)\n', []],
    ['answers without a person', 'agent.invoke(None, config)\n', answeredAt('agent.invoke(None, config)')],
    [
      'answers without a person by name',
      'agent.invoke(input=None, config=config)\n',
      answeredAt('agent.invoke(input=None, config=config)'),
    ],
    [
      'answers as a stream',
      'for one in agent.stream(None, config):\n    print(one)\n',
      answeredAt('for one in agent.stream(None, config):'),
    ],
    [
      'answers in a loop while something waits',
      'while agent.get_state(config).next:\n    agent.invoke(None, config)\n',
      answeredAt('agent.invoke(None, config)'),
    ],
    [
      'answers in a loop that a person can leave',
      'while agent.get_state(config).next:\n    if input("Run it? ") != "y":\n        break\n    agent.invoke(None, config)\n',
      [],
    ],
    [
      'is one with new input, which answers nothing',
      'agent.invoke({"messages": []}, config)\n',
      [`approval/unanswered at agent = builder.compile(${STOPS})`],
    ],
    [
      'may be that of another function',
      'def go(given):\n    agent.invoke(given, config)\n\n\nif input("Run it? ") == "y":\n    agent.invoke(None, config)\n',
      [],
    ],
  ])('%s', async (_, more, expected) => {
    const text = graph(STOPS, stopped(more)).replace(
      'import requests\n',
      'import requests\nfrom langgraph.checkpoint.memory import InMemorySaver\n',
    );
    expect(await findingsOf('desk.py', text)).toEqual(expected);
  });

  it.each<[string, string, string[]]>([
    ['answers after a person', "if (confirm('Run it?')) await app.invoke(null, config);", []],
    ['answers without a person', 'await app.invoke(null, config);', ['approval/auto-approved']],
    [
      'answers in a loop while something waits',
      'while ((await app.getState(config)).next.length > 0) await app.invoke(null, config);',
      ['approval/auto-approved'],
    ],
    ['is missing', '', ['approval/unanswered']],
  ])('in TypeScript %s', async (_, more, expected) => {
    const text = `import { MemorySaver, MessagesAnnotation, StateGraph } from '@langchain/langgraph';
import { ToolNode } from '@langchain/langgraph/prebuilt';
import { tool } from '@langchain/core/tools';
const tidy = tool(async ({ user }) => (await fetch(\`https://api.example.com/users/\${user}\`, { method: 'DELETE' })).text(), { name: 'tidy' });
const graph = new StateGraph(MessagesAnnotation).addNode('act', new ToolNode([tidy])).addEdge('__start__', 'act');
const app = graph.compile({ checkpointer: new MemorySaver(), interruptBefore: ['act'] });
const config = { configurable: { thread_id: '1' } };
await app.invoke({ messages: [] }, config);
${more}
`;
    expect(await rulesOf({ 'desk.ts': text })).toEqual(expected);
  });

  it('answers no gate of middleware, which asks again', async () => {
    const more = `from langchain.agents import create_agent
from langchain.agents.middleware import HumanInTheLoopMiddleware
other = create_agent("m", tools=tools, checkpointer=InMemorySaver(), middleware=[HumanInTheLoopMiddleware(interrupt_on={"issue_refund": True})])
other.invoke({"messages": [("user", input())]}, config)
other.invoke(None, config)
`;
    const text = graph('', more)
      .replace('agent = builder.compile()\n', '')
      .replace(
        'import requests\n',
        'import requests\nfrom langgraph.checkpoint.memory import InMemorySaver\n',
      );
    expect((await findingsOf('desk.py', text)).map((one) => one.split(' at ')[0])).toEqual([
      'approval/unanswered',
    ]);
  });
});

const ANSWER = `
result = agent.invoke({"messages": [("user", input())]}, config)
while "__interrupt__" in result:
    kind = "approve" if input("Run it? ") == "y" else "reject"
    result = agent.invoke(Command(resume={"decisions": [{"type": kind}]}), config)
`;
const UNANSWERED = 'approval/unanswered at agent = builder.compile(interrupt_before=["tools"])';

describe('a gate that needs a checkpointer', () => {
  it.each<[string, string, string[]]>([
    ['is answered with one', 'checkpointer=saver, interrupt_before=["tools"]', []],
    ['cannot wait without one', 'interrupt_before=["tools"]', [UNANSWERED]],
    [
      'cannot wait with none',
      'interrupt_before=["tools"], checkpointer=None',
      ['approval/unanswered at agent = builder.compile(interrupt_before=["tools"], checkpointer=None)'],
    ],
    ['may wait with options that are computed', 'interrupt_before=["tools"], **options', []],
  ])('%s', async (_, compiled, expected) => {
    expect(await findingsOf('desk.py', graph(compiled, ANSWER))).toEqual(expected);
  });

  it('has one from the server that the project deploys to, in this folder or above', async () => {
    const text = graph('interrupt_before=["tools"]', ANSWER);
    const server = '{"dependencies": ["."], "graphs": {"desk": "./src/desk.py:agent"}}';
    expect(await rulesOf({ 'src/desk.py': text, 'langgraph.json': server })).toEqual([]);
    expect(await rulesOf({ 'src/desk.py': text, 'other/langgraph.json': server })).toEqual([
      'approval/unanswered',
    ]);
  });

  it('has that of the agent which reaches it', async () => {
    const inner = graph('interrupt_before=["tools"]', '').replaceAll('agent = builder', 'inner = builder');
    const outer = (compiled: string): string =>
      `${inner}
outer = StateGraph(MessagesState)
outer.add_node("desk", inner)
outer.add_edge(START, "desk")
agent = outer.compile(${compiled})
${ANSWER}`;
    expect(await findingsOf('desk.py', outer('checkpointer=saver'))).toEqual([]);
    expect(await findingsOf('desk.py', outer(''))).toEqual([
      'approval/unanswered at inner = builder.compile(interrupt_before=["tools"])',
    ]);
  });

  it('is not known where no run is seen', async () => {
    expect(await findingsOf('desk.py', graph('interrupt_before=["tools"]', ''))).toEqual([
      'approval/unanswered ?',
    ]);
  });

  it('is in the function of the tool, too', async () => {
    const asking = (compiled: string, runs: string): string =>
      graph(compiled, runs).replace(
        '    return requests.post',
        '    if interrupt("Refund?") != "yes":\n        return "No."\n    return requests.post',
      );
    const text = (compiled: string, runs: string): string =>
      asking(compiled, runs).replace('import Command', 'import Command, interrupt');
    const resumed = ANSWER.replace('{"decisions": [{"type": kind}]}', 'kind == "approve"');
    const at = 'approval/unanswered at if interrupt("Refund?") != "yes":';
    expect(await findingsOf('desk.py', text('checkpointer=saver', resumed))).toEqual([]);
    expect(await findingsOf('desk.py', text('', resumed))).toEqual([at]);
    expect(
      await findingsOf('desk.py', text('checkpointer=saver', 'print(agent.invoke({}, config)["messages"])')),
    ).toEqual([at]);
  });
});

describe('the answers to several requests', () => {
  const each = (ok: string): string => `
result = agent.invoke({"messages": [("user", input())]}, config)
while "__interrupt__" in result:
    decisions = []
    for action in result["__interrupt__"][0].value["action_requests"]:
        ok = ${ok}
        decisions.append({"type": "approve"} if ok else {"type": "reject"})
    result = agent.invoke(Command(resume={"decisions": decisions}), config)
`;
  const gated = (ok: string): string =>
    graph('checkpointer=saver', each(ok))
      .replace('agent = builder.compile(checkpointer=saver)', '')
      .replace(
        'config =',
        `agent = create_agent("m", tools=tools, checkpointer=saver, middleware=[HumanInTheLoopMiddleware(interrupt_on={"issue_refund": True})])
config =`,
      )
      .replace(
        'import requests\n',
        'import requests\nfrom langchain.agents import create_agent\nfrom langchain.agents.middleware import HumanInTheLoopMiddleware\n',
      );

  it.each<[string, string, string[]]>([
    ['of a person', 'input(action["name"]) == "y"', []],
    [
      'of a constant',
      'True',
      answeredAt('result = agent.invoke(Command(resume={"decisions": decisions}), config)'),
    ],
  ])('are those %s', async (_, ok, expected) => {
    expect(await findingsOf('desk.py', gated(ok))).toEqual(expected);
  });
});

const script = (run: string, more = ''): string => `import express from 'express';
import { createAgent, humanInTheLoopMiddleware, tool } from 'langchain';
import { MemorySaver } from '@langchain/langgraph';
const refund = tool(
  async ({ id }) => (await fetch(\`https://api.example.com/refunds/\${id}\`, { method: 'POST' })).text(),
  { name: 'issue_refund', description: 'Refunds a charge' },
);
const agent = createAgent({
  model: 'openai:gpt-5',
  tools: [refund],
  ${more || 'checkpointer: new MemorySaver(),'}
  middleware: [humanInTheLoopMiddleware({ interruptOn: { issue_refund: true } })],
});
const config = { configurable: { thread_id: '1' } };
const app = express();
app.post('/chat', async (req, res) => {
  const result = await agent.invoke({ messages: [] }, ${run});
  if (result.__interrupt__) await ask(result.__interrupt__);
  res.end();
});
`;

describe('the context of a run in TypeScript', () => {
  it.each<[string, string, string[]]>([
    ['keeps the gate without a map', '{ ...config, context: { user: "1" } }', []],
    [
      'keeps the gate by an entry of its own',
      '{ ...config, context: { interruptOn: { issue_refund: true } } }',
      [],
    ],
    [
      'lets the tool run by its entry',
      '{ ...config, context: { interruptOn: { issue_refund: false } } }',
      ['approval/auto-approved'],
    ],
    [
      'lets the tool run by a map that does not name it',
      '{ ...config, context: { interruptOn: { other: true } } }',
      ['approval/auto-approved'],
    ],
    [
      'lets whoever sends the request decide',
      '{ ...config, context: req.body.context }',
      ['approval/auto-approved'],
    ],
    [
      'lets whoever sends the map decide',
      '{ ...config, context: { interruptOn: req.body.gates } }',
      ['approval/auto-approved'],
    ],
    [
      'may let the tool run by a map that is computed',
      '{ ...config, context: { interruptOn: load() } }',
      [UNKNOWN],
    ],
  ])('%s', async (_, run, expected) => {
    expect((await findingsOf('desk.ts', script(run))).map((one) => one.split(' at ')[0])).toEqual(expected);
  });

  it('is answered only with a checkpointer', async () => {
    expect(await rulesOf({ 'desk.ts': script('config', 'description: "d",') })).toEqual([
      'approval/unanswered',
    ]);
  });
});
