import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';
import { findingsOf } from './findings.js';

const REFUND = `import requests
from langchain_core.tools import tool


@tool
def issue_refund(charge: str) -> str:
    """Refunds a charge."""
    return requests.post(f"https://api.example.com/refunds/{charge}").text


`;
const MISSING = 'approval/missing at def issue_refund(charge: str) -> str:';
const UNKNOWN = 'approval/missing ?';

/** A person answers what the run asks. */
const ANSWER = `
config = {"configurable": {"thread_id": "1"}}
result = agent.invoke({"messages": [("user", input())]}, config)
while "__interrupt__" in result:
    kind = "approve" if input("Run it? ") == "y" else "reject"
    result = agent.invoke(Command(resume={"decisions": [{"type": kind}]}), config)
`;

const withMiddleware = (lines: string, answer = ANSWER): string => `from langchain.agents import create_agent
from langchain.agents.middleware import HumanInTheLoopMiddleware, SummarizationMiddleware, wrap_tool_call
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command
${REFUND}${lines}
agent = create_agent("openai:gpt-5", tools=[issue_refund], middleware=middleware, checkpointer=InMemorySaver())
${answer}`;

const human = (entry: string): string => `middleware = [HumanInTheLoopMiddleware(interrupt_on=${entry})]`;

describe('a tool of create_agent', () => {
  it.each<[string, string, string[]]>([
    ['has no gate without middleware', 'middleware = []', [MISSING]],
    ['has none by middleware that summarises', 'middleware = [SummarizationMiddleware("m")]', [MISSING]],
    [
      'is let through by its entry, which is the place',
      'middleware = [HumanInTheLoopMiddleware(interrupt_on={\n    "issue_refund": False,\n})]',
      ['approval/missing at "issue_refund": False,'],
    ],
    [
      'is let through where nobody can refuse',
      human('{\n    "issue_refund": {"allowed_decisions": ["approve", "edit"]},\n}'),
      ['approval/auto-approved at "issue_refund": {"allowed_decisions": ["approve", "edit"]},'],
    ],
    [
      'is let through by a list of decisions that is empty',
      human('{\n    "issue_refund": {"allowed_decisions": []},\n}'),
      ['approval/auto-approved at "issue_refund": {"allowed_decisions": []},'],
    ],
    [
      'is let through by a list of decisions whose name is misspelt',
      human('{\n    "issue_refund": {"alowed_decisions": ["approve", "reject"]},\n}'),
      ['approval/auto-approved at "issue_refund": {"alowed_decisions": ["approve", "reject"]},'],
    ],
    [
      'has one for the calls that a predicate picks',
      human(
        '{"issue_refund": {"allowed_decisions": ["approve", "reject"], "when": lambda r: len(r.tool_call["args"]) > 1}}',
      ),
      ['approval/auto-approved ?'],
    ],
    [
      'has none by a predicate that is never true',
      human('{"issue_refund": {"allowed_decisions": ["approve", "reject"], "when": lambda r: False}}'),
      [MISSING],
    ],
    [
      'is not known by middleware of another package',
      'from house import Desk\nmiddleware = [Desk()]',
      [UNKNOWN],
    ],
    [
      'has none by a wrapper of the project that asks nobody',
      '@wrap_tool_call\ndef log(request, handler):\n    print(request)\n    return handler(request)\nmiddleware = [log]',
      [MISSING],
    ],
    [
      'is there by a wrapper of the project that asks a person',
      '@wrap_tool_call\ndef ask(request, handler):\n    if input("Run?") != "y":\n        return None\n    return handler(request)\nmiddleware = [ask]',
      [],
    ],
  ])('%s', async (_, lines, expected) => {
    expect(await findingsOf('desk.py', withMiddleware(lines))).toEqual(expected);
  });

  it.each<[string, string, string[]]>([
    ['by a person', ANSWER, []],
    [
      'by a constant',
      ANSWER.replace('{"type": kind}', '{"type": "approve"}'),
      [
        'approval/auto-approved at result = agent.invoke(Command(resume={"decisions": [{"type": "approve"}]}), config)',
      ],
    ],
    [
      'by nobody',
      ANSWER.slice(0, ANSWER.indexOf('while')),
      ['approval/unanswered at middleware = [HumanInTheLoopMiddleware(interrupt_on={"issue_refund": True})]'],
    ],
  ])('is answered %s', async (_, answer, expected) => {
    expect(await findingsOf('desk.py', withMiddleware(human('{"issue_refund": True}'), answer))).toEqual(
      expected,
    );
  });
});

/** A tool that asks in its own function, and what the program resumes it with. */
const asking = (test: string, resume: string): string => `from langchain.agents import create_agent
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command, interrupt
${REFUND.replace('    return requests', `    if ${test}:\n        return "No."\n    return requests`)}agent = create_agent("m", tools=[issue_refund], checkpointer=InMemorySaver())
${ANSWER.replace('{"decisions": [{"type": kind}]}', resume)}`;

describe('a tool that asks in its own function', () => {
  const auto = (answer: string): string =>
    `approval/auto-approved at result = agent.invoke(Command(resume=${answer}), config)`;
  it.each<[string, string, string, string[]]>([
    ['a person', 'interrupt("Refund?") != "yes"', 'input("Refund?")', []],
    ['the word that it waits for', 'interrupt("Refund?") != "yes"', '"yes"', [auto('"yes"')]],
    ['a word that refuses', 'interrupt("Refund?") != "yes"', '"no"', []],
    [
      'an object that accepts',
      'interrupt("Refund?")["type"] != "accept"',
      '{"type": "accept"}',
      [auto('{"type": "accept"}')],
    ],
    ['an object that refuses', 'interrupt("Refund?")["type"] != "accept"', '{"type": "ignore"}', []],
    [
      'a list that accepts',
      'interrupt("Refund?")[0]["type"] != "accept"',
      '[{"type": "accept"}]',
      [auto('[{"type": "accept"}]')],
    ],
    ['true', 'not interrupt("Refund?")', 'True', [auto('True')]],
    [
      'a word for each question, by its id',
      'interrupt("Refund?") != "yes"',
      '{one.id: "yes" for one in result["__interrupt__"]}',
      [auto('{one.id: "yes" for one in result["__interrupt__"]}')],
    ],
    [
      'a person for each question, by its id',
      'interrupt("Refund?") != "yes"',
      '{one.id: input(one.value) for one in result["__interrupt__"]}',
      [],
    ],
    ['false', 'not interrupt("Refund?")', 'False', []],
  ])('is answered by %s', async (_, test, resume, expected) => {
    expect(await findingsOf('desk.py', asking(test, resume))).toEqual(expected);
  });
});

const shell = (options: string, gate = ''): string => `from langchain.agents import create_agent
from langchain.agents.middleware import (
    CodexSandboxExecutionPolicy, DockerExecutionPolicy, HostExecutionPolicy, HumanInTheLoopMiddleware, ShellToolMiddleware,
)
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command
agent = create_agent("m", tools=[], checkpointer=InMemorySaver(), middleware=[
    ShellToolMiddleware(${options}),
    ${gate}
])
${ANSWER}`;

describe('the shell of middleware', () => {
  const of = async (text: string) => {
    const { findings } = await lintFiles({ 'desk.py': text });
    return findings
      .filter(({ rule }) => rule.startsWith('approval/'))
      .map(({ severity, message }) => `${severity}: ${message}`);
  };
  const OPEN = 'can run any command without human approval (known from its kind).';
  const CONTAINED =
    'can run any command in the sandbox of its agent without human approval (known from its kind).';
  it.each<[string, string, string[]]>([
    ['runs on the host', shell(''), [`error: \`shell\` ${OPEN}`]],
    [
      'runs on the host by its policy',
      shell('execution_policy=HostExecutionPolicy()'),
      [`error: \`shell\` ${OPEN}`],
    ],
    [
      'runs in a container',
      shell('execution_policy=DockerExecutionPolicy()'),
      [`warning: \`shell\` ${CONTAINED}`],
    ],
    [
      'runs in a sandbox',
      shell('execution_policy=CodexSandboxExecutionPolicy()'),
      [`warning: \`shell\` ${CONTAINED}`],
    ],
    ['has the name that it is given', shell('tool_name="sh"'), [`error: \`sh\` ${OPEN}`]],
    [
      'has a gate by its name',
      shell('tool_name="sh"', 'HumanInTheLoopMiddleware(interrupt_on={"sh": True}),'),
      [],
    ],
    [
      'has none by the name that it would have',
      shell('tool_name="sh"', 'HumanInTheLoopMiddleware(interrupt_on={"shell": True}),'),
      [`error: \`sh\` ${OPEN}`],
    ],
  ])('%s', async (_, text, expected) => {
    expect(await of(text)).toEqual(expected);
  });
});

const graph = (
  compiled: string,
  more = '',
): string => `from langgraph.graph import START, MessagesState, StateGraph
from langgraph.prebuilt import ToolNode, tools_condition
from langgraph.types import Command, interrupt
from langchain_openai import ChatOpenAI
${REFUND}tools = [issue_refund]
model = ChatOpenAI(model="gpt-5").bind_tools(tools)


def chat(state):
    return {"messages": [model.invoke(state["messages"])]}


builder = StateGraph(MessagesState)
builder.add_node("chat", chat)
builder.add_node("act", ToolNode(tools))
${more}builder.add_edge(START, "chat")
builder.add_conditional_edges("chat", tools_condition)
builder.add_edge("act", "chat")
agent = builder.compile(${compiled})
${ANSWER}`;

describe('a tool of a graph', () => {
  it.each<[string, string, string[]]>([
    ['has no gate by itself', 'checkpointer=saver', [MISSING]],
    ['has one before its node', 'checkpointer=saver, interrupt_before=["act"]', []],
    ['has none before another node', 'checkpointer=saver, interrupt_before=["chat"]', [MISSING]],
  ])('%s', async (_, compiled, expected) => {
    expect(await findingsOf('desk.py', graph(compiled))).toEqual(expected);
  });

  it.each<[string, string, string, string[]]>([
    ['by default', 'ToolNode(tools)', 'tools', []],
    ['by its option', 'ToolNode(tools, name="run")', 'run', []],
    ['otherwise', 'ToolNode(tools, name="run")', 'tools', [MISSING]],
  ])('has one before a node that is called so %s', async (_, node, name, expected) => {
    const text = graph(`checkpointer=saver, interrupt_before=["${name}"]`);
    expect(await findingsOf('desk.py', text.replace('"act", ToolNode(tools)', node))).toEqual(expected);
  });

  it.each<[string, string, string[]]>([
    ['has one before its node', 'interrupt_before=["act"]', []],
    ['has none after a node that does not lead to it', 'interrupt_after=["act"]', [MISSING]],
    ['has one after the node that leads to it', 'interrupt_after=["chat"]', []],
  ])('%s, also where arguments are named', async (_, waits, expected) => {
    const named = graph(`checkpointer=saver, ${waits}`)
      .replace(/add_node\((".*?"), (.*)\)/g, 'add_node(node=$1, action=$2)')
      .replace(/add_edge\((.*?), (.*)\)/g, 'add_edge(start_key=$1, end_key=$2)')
      .replace('edges("chat", tools_condition)', 'edges(source="chat", path=route, path_map={"yes": "act"})');
    expect(await findingsOf('desk.py', named)).toEqual(expected);
  });

  it('has none in a chain of calls either', async () => {
    const chain = graph('').replace(
      /builder = .*builder\.compile\(\)/s,
      'agent = StateGraph(MessagesState).add_node("chat", chat).add_node("act", ToolNode(tools)).add_edge("act", "chat").compile()',
    );
    expect(await findingsOf('desk.py', chain)).toEqual([MISSING]);
  });

  it('is not known where a node of the project asks a person', async () => {
    const node =
      'def review(state):\n    return interrupt("Run it?")\n\n\nbuilder.add_node("review", review)\n';
    expect(await findingsOf('desk.py', graph('checkpointer=saver', node))).toEqual([UNKNOWN]);
  });

  const second =
    '@tool\ndef wire_money(to: str) -> str:\n    """Wires money."""\n    return requests.post("https://bank.example.com/transfers", json={"to": to}).text\n\n\n';
  it('has none before a node that filters the calls by a list of names without its own', async () => {
    const node = `def review(state):\n    calls = [c for c in state["messages"][-1].tool_calls if c["name"] in NAMED]\n    if not calls:\n        return Command(goto="act")\n    return Command(goto="act" if interrupt("Run it?") == "yes" else END)\n\n\nbuilder.add_node("review", review)\n`;
    const asking = (named: string) =>
      graph('checkpointer=saver', `NAMED = ${named}\n\n\n${node}`).replace(
        'tools = [issue_refund]',
        `${second}tools = [issue_refund, wire_money]`,
      );
    expect(await findingsOf('desk.py', asking('["issue_refund"]'))).toEqual([
      'approval/missing at def wire_money(to: str) -> str:',
      UNKNOWN,
    ]);
    const both = asking('["issue_refund", "wire_money"]');
    expect(await findingsOf('desk.py', both)).toEqual([UNKNOWN, UNKNOWN]);
  });

  it.each([
    ['calls.some((c) => NAMED.includes(c.name))'],
    ['calls.filter((c) => NAMED.includes(c.name)).length'],
  ])('has none either before a node of TypeScript that asks where %s', async (test) => {
    const text = `import { Command, END, MemorySaver, MessagesAnnotation, StateGraph, interrupt } from '@langchain/langgraph';
import { ToolNode } from '@langchain/langgraph/prebuilt';
import { tool } from '@langchain/core/tools';
import { z } from 'zod';
const schema = z.object({ to: z.string() });
const wire = tool(async ({ to }) => fetch('https://bank.example.com/transfers', { method: 'POST', body: to }), { name: 'wire_money', schema });
const refund = tool(async ({ to }) => to, { name: 'issue_refund', schema });
const NAMED = ['issue_refund'];
const act = new ToolNode([wire, refund]);
function review(state: typeof MessagesAnnotation.State) {
  const calls = state.messages.at(-1).tool_calls;
  if (!(${test})) return new Command({ goto: 'act' });
  return new Command({ goto: interrupt('Run it?') === 'yes' ? 'act' : END });
}
export const desk = new StateGraph(MessagesAnnotation).addNode('review', review).addNode('act', act).addEdge('act', 'review').compile({ checkpointer: new MemorySaver() });
`;
    const gated = text.replace("['issue_refund']", "['issue_refund', 'wire_money']");
    const found = await findingsOf('desk.ts', text);
    expect(found.map((one) => one.slice(0, 38))).toEqual(['approval/missing at const wire = tool(', UNKNOWN]);
    expect(await findingsOf('desk.ts', gated)).toEqual([UNKNOWN, UNKNOWN]);
  });

  it('has one in its own function', async () => {
    const asking = graph('checkpointer=saver').replace(
      '    return requests.post',
      '    if interrupt(f"Refund {charge}?") != "yes":\n        return "No."\n    return requests.post',
    );
    expect(await findingsOf('desk.py', asking)).toEqual([]);
  });
});

const deep = (options: string): string => `from deepagents import FilesystemPermission, create_deep_agent
from deepagents.backends import CompositeBackend, LocalShellBackend, StateBackend
from langgraph.types import Command
import requests


def wire_money(to: str) -> str:
    """Wires money."""
    return requests.post("https://bank.example.com/transfers", json={"to": to}).text


agent = create_deep_agent(model="m", checkpointer=saver, ${options})
${ANSWER}`;
const WIRED = 'approval/missing at def wire_money(to: str) -> str:';

describe('a tool of create_deep_agent', () => {
  it.each<[string, string, string[]]>([
    ['has no gate by itself', 'tools=[wire_money]', [WIRED]],
    [
      'is let through by its entry',
      'tools=[wire_money], interrupt_on={\n    "wire_money": False,\n}',
      ['approval/missing at "wire_money": False,'],
    ],
    [
      'has the gate of the agent in a subagent',
      'tools=[], interrupt_on={"wire_money": True}, subagents=[{"name": "payer", "description": "d", "system_prompt": "p", "tools": [wire_money]}]',
      [],
    ],
    [
      'has the gate of the subagent before that of the agent',
      'tools=[], interrupt_on={"wire_money": True}, subagents=[{"name": "payer", "description": "d", "system_prompt": "p", "tools": [wire_money], "interrupt_on": {}}]',
      [WIRED],
    ],
    [
      'has a gate of the subagent alone',
      'tools=[], subagents=[{"name": "payer", "description": "d", "system_prompt": "p", "tools": [wire_money], "interrupt_on": {"wire_money": True}}]',
      [],
    ],
    ['has no shell without a host', 'tools=[], backend=StateBackend()', []],
    [
      'has a shell of the host',
      'tools=[],\n    backend=LocalShellBackend(),\n',
      [
        'approval/missing at backend=LocalShellBackend(),',
        'approval/open-ended-tool at backend=LocalShellBackend(),',
      ],
    ],
    [
      'has a shell of the host by a function',
      'tools=[],\n    backend=lambda runtime: LocalShellBackend(),\n',
      [
        'approval/missing at backend=lambda runtime: LocalShellBackend(),',
        'approval/open-ended-tool at backend=lambda runtime: LocalShellBackend(),',
      ],
    ],
    [
      'has no shell by a function that makes none',
      'tools=[], backend=lambda runtime: StateBackend(runtime)',
      [],
    ],
    [
      'has a shell of the host among joined backends',
      'tools=[],\n    backend=CompositeBackend(default=LocalShellBackend(), routes={"/notes/": StateBackend()}),\n',
      [
        'approval/missing at backend=CompositeBackend(default=LocalShellBackend(), routes={"/notes/": StateBackend()}),',
        'approval/open-ended-tool at backend=CompositeBackend(default=LocalShellBackend(), routes={"/notes/": StateBackend()}),',
      ],
    ],
    [
      'has no shell among joined backends without a host',
      'tools=[], backend=CompositeBackend(default=StateBackend(), routes={"/notes/": StateBackend()})',
      [],
    ],
    [
      'has no gate by permissions for files, which a tool of its own does not ask',
      'tools=[wire_money], permissions=[FilesystemPermission(operations=["write"], paths=["/**"], mode="interrupt")]',
      [WIRED],
    ],
    [
      'has no gate of its shell by permissions for files',
      'tools=[],\n    backend=LocalShellBackend(),\n    permissions=[FilesystemPermission(operations=["write"], paths=["/**"], mode="deny")]',
      ['approval/open-ended-tool at backend=LocalShellBackend(),'],
    ],
    [
      'has a gate for the shell of the host',
      'tools=[], backend=LocalShellBackend(), interrupt_on={"execute": True, "delete": True}',
      [],
    ],
  ])('%s', async (_, options, expected) => {
    expect(await findingsOf('desk.py', deep(options))).toEqual(expected);
  });
});

describe('the shell of createDeepAgent in TypeScript', () => {
  const script = (
    options: string,
  ): string => `import { CompositeBackend, createDeepAgent, FilesystemBackend, LocalShellBackend } from 'deepagents';
import { MemorySaver } from '@langchain/langgraph';
const agent = createDeepAgent({
  model: 'm',
  checkpointer: new MemorySaver(),
  ${options},
});
const result = await agent.invoke({ messages: [] }, { recursionLimit: 20 });
if (result.__interrupt__) await ask(result.__interrupt__);
`;
  it.each<[string, boolean]>([
    ["backend: new LocalShellBackend({ rootDir: '/srv' })", true],
    ["backend: await LocalShellBackend.create({ rootDir: '/srv' })", true],
    ["backend: () => new LocalShellBackend({ rootDir: '/srv' })", true],
    ["backend: new CompositeBackend(new LocalShellBackend(), { '/notes/': new FilesystemBackend() })", true],
    ["backend: new FilesystemBackend({ rootDir: '/srv' })", false],
    ['backend: new LocalShellBackend(), interruptOn: { execute: true }', false],
    ['backend: new LocalShellBackend(), interruptOn: { other: true }', true],
  ])('is that of the host or has a gate: %s', async (options, isOpen) => {
    const found = await findingsOf('desk.ts', script(options));
    expect(found.filter((one) => one.startsWith('approval/open-ended-tool'))).toEqual(
      isOpen ? [`approval/open-ended-tool at ${options},`] : [],
    );
  });
});

/** An agent around one tool, by where it states a gate, and by the gate. */
const PLACES: Readonly<Record<string, (gate: string) => string>> = {
  part: (gate) =>
    `agent = create_agent("m", tools=[issue_refund], checkpointer=saver, middleware=[HumanInTheLoopMiddleware(interrupt_on=${gate})])\n${CODE}`,
  agent: (gate) =>
    `agent = create_deep_agent(model="m", tools=[issue_refund], checkpointer=saver, interrupt_on=${gate})\n${CODE}`,
  subagent: (gate) =>
    `agent = create_deep_agent(model="m", tools=[], checkpointer=saver, subagents=[{"name": "payer", "description": "d", "system_prompt": "p", "tools": [issue_refund], "interrupt_on": ${gate}}])\n${CODE}`,
  run: (gate) => `agent = create_react_agent("m", [issue_refund], checkpointer=saver)\n${resumed(gate)}`,
  'run of a graph': (gate) => `${GRAPH}agent = builder.compile(checkpointer=saver)\n${resumed(gate)}`,
  node: (gate) =>
    `agent = create_react_agent("m", [issue_refund], checkpointer=saver, ${gate})\n${resumed('debug=False')}`,
  graph: (gate) => `${GRAPH}agent = builder.compile(checkpointer=saver, ${gate})\n${resumed('debug=False')}`,
};
const CODE = `result = agent.invoke({"messages": [input()]}, {"recursion_limit": 20})
while "__interrupt__" in result:
    result = agent.invoke(Command(resume=input("Run it? ")), {"recursion_limit": 20})
`;
const resumed = (
  gate: string,
): string => `config = {"configurable": {"thread_id": "1"}, "recursion_limit": 20}
agent.invoke({"messages": [input()]}, config, ${gate})
while agent.get_state(config).next and input("Run it? ") == "y":
    agent.invoke(None, config, ${gate})
`;
const GRAPH = `builder = StateGraph(MessagesState)
builder.add_node("agent", lambda state: {"messages": [model.invoke(state["messages"])]})
builder.add_node("tools", ToolNode([issue_refund]))
builder.add_edge("agent", "tools")
`;
const stating = (place: string, gate: string): string => `import os
from deepagents import create_deep_agent
from house import load
from langchain.agents import create_agent
from langchain.agents.middleware import HumanInTheLoopMiddleware, InterruptOnConfig
from langgraph.graph import MessagesState, StateGraph
from langgraph.prebuilt import ToolNode, create_react_agent
from langgraph.types import Command
${REFUND}def asking():
    return {"issue_refund": True}


def before_tools():
    return ["tools"]


${PLACES[place]?.(gate)}`;

/** The same program with a function without a decorator. */
const plain = (text: string): string => text.replace('@tool\n', '');

describe('a gate by the names of tools, or of nodes', () => {
  const NAMED: readonly (readonly [form: string, gate: string, expected: string])[] = [
    ['the entry asks', '{"issue_refund": True}', ''],
    ['the entry lets it run', '{"issue_refund": False}', 'missing'],
    ['the entry is that of another tool', '{"other": True}', 'missing'],
    ['a person may refuse', '{"issue_refund": {"allowed_decisions": ["approve", "reject"]}}', ''],
    ['a person may answer', '{"issue_refund": InterruptOnConfig(allowed_decisions=["respond"])}', ''],
    ['nobody may refuse', '{"issue_refund": {"allowed_decisions": ["approve"]}}', 'auto-approved'],
    ['the decisions are computed', '{"issue_refund": {"allowed_decisions": load()}}', 'missing ?'],
    ['the entry is computed', '{"issue_refund": load()}', 'missing ?'],
    ['the map is computed', 'load()', 'missing ?'],
    ['a function returns the map', 'asking()', ''],
    ['a setting chooses the map', '{"issue_refund": True} if os.getenv("ASK") else {}', 'missing'],
  ];
  const BY_NODE: readonly (readonly [form: string, gate: string, expected: string])[] = [
    ['the list names the node', 'interrupt_before=["tools"]', ''],
    ['the list names all', 'interrupt_before="*"', ''],
    ['the list names another one', 'interrupt_before=["agent"]', 'missing'],
    ['it is behind the one before', 'interrupt_after=["agent"]', ''],
    ['it is behind the node', 'interrupt_after=["tools"]', 'missing'],
    ['the list is computed', 'interrupt_before=load()', 'missing ?'],
    ['a function returns the list', 'interrupt_before=before_tools()', ''],
  ];
  it.each([
    ...['part', 'agent', 'subagent'].flatMap((place) => NAMED.map((one) => [place, ...one] as const)),
    ...['node', 'graph', 'run', 'run of a graph'].flatMap((place) =>
      BY_NODE.map((one) => [place, ...one] as const),
    ),
  ])('of a %s: %s', async (place, _, gate, expected) => {
    const found = await findingsOf('desk.py', stating(place, gate));
    expect(found.map((one) => one.replace(/^approval\/| at .*$/gs, '')).join(', ')).toBe(expected);
  });
});

it('gates a function that the decorator is called with, under the name of the decorator', async () => {
  const made = (name: string) =>
    stating('part', `{"${name}": True}`).replace(
      'tools=[issue_refund]',
      'tools=[tool("pay_back")(issue_refund)]',
    );
  const all = await Promise.all(
    ['pay_back', 'issue_refund'].map((one) => findingsOf('desk.py', plain(made(one)))),
  );
  expect(all.map((one) => one.map((each) => each.split(' at ')[0]))).toEqual([[], ['approval/missing']]);
});

describe('a name that another package has', () => {
  it.each([
    ['create_agent', 'from house.agents import create_agent\n', 'create_agent("m", tools=[issue_refund])'],
    [
      'StateGraph',
      'from house.graphs import StateGraph\n',
      'StateGraph(dict).add_node("t", issue_refund).compile()',
    ],
  ])('builds no agent: %s', async (_, head, made) => {
    // No agent is seen to take the tool.
    expect(await findingsOf('desk.py', `${head}${REFUND}agent = ${made}\n`)).toEqual(['approval/missing ?']);
  });
});
