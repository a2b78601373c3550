import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';
import { findingsOf } from './findings.js';

const REFUND = 'approval/missing at def issue_refund(charge: str) -> str:';
const CLOSE = 'approval/missing at def close_ticket(ticket: str) -> str:';
const UNKNOWN = 'approval/missing ?';

/** A graph with an approval node of the project before its tools. `asks`: when the node asks a person. */
const withApproval = (asks: string): string => `import os
import requests
from langgraph.graph import END, START, MessagesState, StateGraph
from langgraph.prebuilt import ToolNode
from langgraph.types import Command, interrupt
from langchain_openai import ChatOpenAI
from langchain_core.tools import tool


@tool
def issue_refund(charge: str) -> str:
    """Refunds a charge."""
    return requests.post(f"https://api.example.com/refunds/{charge}").text


@tool
def close_ticket(ticket: str) -> str:
    """Closes a ticket."""
    return requests.delete(f"https://api.example.com/tickets/{ticket}").text


SENSITIVE = ["issue_refund"]
tools = [issue_refund, close_ticket]
model = ChatOpenAI(model="gpt-5").bind_tools(tools)


def chat(state):
    return {"messages": [model.invoke(state["messages"])]}


def approve(state):
    call = state["messages"][-1].tool_calls[0]
    ${asks}
        if interrupt({"tool": call["name"]}) != "yes":
            return Command(goto=END)
    return Command(goto="tools")


builder = StateGraph(MessagesState)
builder.add_node("chat", chat)
builder.add_node("approve", approve)
builder.add_node("tools", ToolNode(tools))
builder.add_edge(START, "chat")
builder.add_edge("chat", "approve")
builder.add_edge("tools", "chat")
agent = builder.compile(checkpointer=saver)
config = {"configurable": {"thread_id": "1"}}
result = agent.invoke({"messages": [("user", input())]}, config)
while "__interrupt__" in result:
    result = agent.invoke(Command(resume=input("Run it? ")), config)
`;

describe('a node that asks a person', () => {
  it.each<[string, string, string[]]>([
    ['may ask about each tool', 'if call:', [UNKNOWN, UNKNOWN]],
    ['asks about no tool that its list leaves out', 'if call["name"] in SENSITIVE:', [CLOSE, UNKNOWN]],
    [
      'asks about each tool that its list names',
      'if call["name"] in ["issue_refund", "close_ticket"]:',
      [UNKNOWN, UNKNOWN],
    ],
    [
      'asks about no tool that its list lets run',
      'if call["name"] not in ["close_ticket"]:',
      [CLOSE, UNKNOWN],
    ],
    [
      'may be answered by a variable of the environment',
      'if not os.getenv("AUTO_APPROVE"):',
      [UNKNOWN, UNKNOWN],
    ],
    ['is off unless a variable switches it on', 'if os.getenv("ASK"):', [REFUND, CLOSE]],
    ['is off unless a variable has a value', 'if os.getenv("ASK", "no") == "yes":', [REFUND, CLOSE]],
    ['is on by the default of a variable', 'if os.getenv("ASK", "yes") == "yes":', [UNKNOWN, UNKNOWN]],
  ])('%s', async (_, asks, expected) => {
    expect(await findingsOf('desk.py', withApproval(asks))).toEqual(expected);
  });

  it.each<[string, string[]]>([
    ['False', [REFUND, CLOSE]],
    ['True', [CLOSE, UNKNOWN]],
  ])('asks nobody where a constant switches it off: %s', async (value, expected) => {
    const asks = 'if ASK and call["name"] in SENSITIVE and not os.getenv("AUTO_APPROVE"):';
    const text = withApproval(asks).replace('SENSITIVE = ', `ASK = ${value}\nSENSITIVE = `);
    expect(await findingsOf('desk.py', text)).toEqual(expected);
  });

  it('is not assessed for the tools of its list where a variable may answer, which the reason names', async () => {
    const asks = 'if call["name"] in SENSITIVE and not os.getenv("AUTO_APPROVE"):';
    const { notAssessed } = await lintFiles(
      { 'desk.py': withApproval(asks) },
      { only: ['approval/missing'] },
    );
    expect(notAssessed.map(({ message }) => message)).toEqual([
      'Whether a person approves `issue_refund`, which pays out money: `AUTO_APPROVE` may answer in place of a person.',
    ]);
  });
});

/** A graph with one approval of the whole plan. `asks`: when the node asks; `run`: the settings of the run. */
const withPlan = (asks: string, run = '"thread_id": "1"'): string => `import requests
from langchain_core.runnables import RunnableConfig
from langchain_core.tools import tool
from langchain_openai import ChatOpenAI
from langgraph.graph import END, START, MessagesState, StateGraph
from langgraph.prebuilt import ToolNode
from langgraph.types import Command, interrupt


@tool
def issue_refund(charge: str) -> str:
    """Refunds a charge."""
    return requests.post(f"https://api.example.com/refunds/{charge}").text


model = ChatOpenAI(model="gpt-5").bind_tools([issue_refund])


def plan(state: MessagesState, config: RunnableConfig):
    reply = model.invoke(state["messages"])
    ${asks}
    return Command(goto="execute" if approved == "yes" else END, update={"messages": [reply]})


builder = StateGraph(MessagesState)
builder.add_node("plan", plan)
builder.add_node("execute", ToolNode([issue_refund]))
builder.add_edge(START, "plan")
builder.add_edge("execute", "plan")
agent = builder.compile(checkpointer=saver)
config = {"configurable": {${run}}, "recursion_limit": 20}
result = agent.invoke({"messages": [("user", input())]}, config)
while "__interrupt__" in result:
    result = agent.invoke(Command(resume=input("Run it? ")), config)
`;

/** The same in TypeScript. */
const planScript = (
  asks: string,
  run = "thread_id: '1'",
): string => `import { tool } from '@langchain/core/tools';
import type { RunnableConfig } from '@langchain/core/runnables';
import { ChatOpenAI } from '@langchain/openai';
import { Command, END, MessagesAnnotation, START, StateGraph, interrupt } from '@langchain/langgraph';
import { ToolNode } from '@langchain/langgraph/prebuilt';
import { z } from 'zod';
const issueRefund = tool(async ({ charge }) => (await fetch(\`https://api.example.com/refunds/\${charge}\`, { method: 'POST' })).text(), {
  name: 'issue_refund',
  description: 'Refunds a charge.',
  schema: z.object({ charge: z.string() }),
});
const model = new ChatOpenAI({ model: 'gpt-5' }).bindTools([issueRefund]);
async function plan(state: typeof MessagesAnnotation.State, config: RunnableConfig) {
  const reply = await model.invoke(state.messages);
  ${asks}
  return new Command({ goto: approved === 'yes' ? 'execute' : END, update: { messages: [reply] } });
}
const app = new StateGraph(MessagesAnnotation)
  .addNode('plan', plan)
  .addNode('execute', new ToolNode([issueRefund]))
  .addEdge(START, 'plan')
  .addEdge('execute', 'plan')
  .compile({ checkpointer });
const config = { configurable: { ${run} }, recursionLimit: 20 };
let result = await app.invoke({ messages: [] }, config);
while (result.__interrupt__) result = await app.invoke(new Command({ resume: await ask(result) }), config);
`;

describe('one approval of a whole plan', () => {
  const goesOn = (test: string): string =>
    `if ${test}:\n        return Command(goto="execute")\n    approved = interrupt(reply.content)`;
  const isAsked = (test: string): string =>
    `approved = "yes"\n    if ${test}:\n        approved = interrupt(reply.content)`;
  const off = (reason: string): string =>
    `\`issue_refund\` pays out money without human approval (runs \`requests.post(f"https://api.example.com/refunds/{charge}")\` at desk.py:13): its gate is off unless \`require_plan_approval\` is set${reason}.`;
  const unknown = (why: string): string =>
    `Whether a person approves \`issue_refund\`, which pays out money: ${why}.`;
  const MAY_ASK = 'the node `plan` may ask a person before the tool runs';
  const BY_SETTING = '`require_plan_approval` may answer in place of a person';

  it.each<[(test: string) => string, string, string | undefined, string]>([
    [
      goesOn,
      'not config["configurable"].get("require_plan_approval", False)',
      undefined,
      off(' (default: `False`)'),
    ],
    [goesOn, 'not config["configurable"].get("require_plan_approval", True)', undefined, unknown(BY_SETTING)],
    [isAsked, 'config["configurable"].get("require_plan_approval")', undefined, off('')],
    [
      isAsked,
      'config.get("configurable", {}).get("require_plan_approval", False)',
      undefined,
      off(' (default: `False`)'),
    ],
    [isAsked, 'config["configurable"].get("require_plan_approval", True)', undefined, unknown(BY_SETTING)],
    [
      isAsked,
      'not config["configurable"].get("require_plan_approval", False)',
      undefined,
      unknown(BY_SETTING),
    ],
    [isAsked, 'state["messages"]', undefined, unknown(MAY_ASK)],
    [isAsked, 'history[config["configurable"]["thread_id"]]', undefined, unknown(MAY_ASK)],
    [
      isAsked,
      'config["configurable"].get("require_plan_approval", False)',
      '"require_plan_approval": True',
      unknown('a run sets `require_plan_approval`'),
    ],
    [
      isAsked,
      'config["configurable"].get("require_plan_approval", False)',
      '"require_review": True',
      off(' (default: `False`)'),
    ],
  ])(
    'is judged by the default of its setting: %o with %s, run with %s',
    async (asks, test, run, expected) => {
      const { findings, notAssessed } = await lintFiles(
        { 'desk.py': withPlan(asks(test), run) },
        { only: ['approval/missing'] },
      );
      expect([...findings, ...notAssessed].map(({ message }) => message)).toEqual([expected]);
    },
  );

  it.each<[string, string, string[]]>([
    ['config.configurable?.requirePlanApproval ?? false', "thread_id: '1'", ['']],
    ['config.configurable?.requirePlanApproval ?? true', "thread_id: '1'", []],
    ['config.configurable?.requirePlanApproval', "thread_id: '1'", ['']],
    ['config.configurable?.requirePlanApproval ?? false', 'requirePlanApproval: true', []],
  ])('is judged so in TypeScript: %s, run with %s', async (test, run, reasons) => {
    const text = planScript(`const approved = ${test} ? interrupt(reply.content) : 'yes';`, run);
    const { findings, notAssessed } = await lintFiles({ 'desk.ts': text }, { only: ['approval/missing'] });
    expect(findings.map(({ message }) => message.replace(/.*: its/, 'its'))).toEqual(
      reasons.map((one) => `its gate is off unless \`requirePlanApproval\` is set${one}.`),
    );
    expect(notAssessed).toHaveLength(1 - reasons.length);
  });
});

/** A graph whose nodes act by themselves. */
const acting = (body: string, { compiled = '', more = '' } = {}): string => `import os
import requests
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.types import Command, interrupt
from langchain_openai import ChatOpenAI

model = ChatOpenAI(model="gpt-5")


def draft(state):
    return {"draft": model.invoke(state["messages"])}


def send(state):
    ${body}
    return {}


builder = StateGraph(MessagesState)
builder.add_node("draft", draft)
builder.add_node("send", send)
${more}builder.add_edge(START, "draft")
builder.add_edge("draft", "send")
agent = builder.compile(checkpointer=saver${compiled})
config = {"configurable": {"thread_id": "1"}}
result = agent.invoke({"messages": [("user", input())]}, config)
while "__interrupt__" in result:
    result = agent.invoke(Command(resume=input("Run it? ")), config)
`;
const SEND = 'requests.post("https://api.example.com/messages", json={"text": state["draft"]})';
const SENT = 'approval/missing at def send(state):';

describe('a node that acts by itself', () => {
  it.each<[string, string, string[]]>([
    ['sends without approval', acting(SEND), [SENT]],
    ['sends behind a pause before it', acting(SEND, { compiled: ', interrupt_before=["send"]' }), []],
    [
      'sends without a pause before another node',
      acting(SEND, { compiled: ', interrupt_before=["draft"]' }),
      [SENT],
    ],
    [
      'sends where a person answered in it',
      acting(`if interrupt("Send?") != "yes":\n        return {}\n    ${SEND}`),
      [],
    ],
    [
      'sends before the person in it answers',
      acting(`${SEND}\n    if interrupt("Send?") != "yes":\n        return {}`),
      [SENT],
    ],
    [
      'sends where a node before it may have asked',
      acting(SEND, {
        more: 'def ask(state):\n    return {"ok": interrupt("Send?")}\n\n\nbuilder.add_node("ask", ask)\n',
      }),
      [UNKNOWN],
    ],
    ['sends nothing where it only reads', acting('requests.get("https://api.example.com/messages")'), []],
    ['writes its own file', acting('open("draft.md", "w").write(state["draft"])'), []],
    ['has the effect of its body, not of its name', acting('print(state["draft"])'), []],
  ])('%s', async (_, text, expected) => {
    expect(await findingsOf('desk.py', text)).toEqual(expected);
  });

  it('sends without approval in TypeScript', async () => {
    const text = (compiled: string): string => `import { Annotation, StateGraph } from '@langchain/langgraph';
import { ChatOpenAI } from '@langchain/openai';
const model = new ChatOpenAI({ model: 'gpt-5' });
const State = Annotation.Root({ draft: Annotation<string> });
async function draft() {
  return { draft: String((await model.invoke('Write.')).content) };
}
async function send() {
  await fetch('https://a.example/messages', { method: 'POST' });
  return {};
}
const graph = new StateGraph(State).addNode('draft', draft).addNode('send', send).addEdge('__start__', 'draft').addEdge('draft', 'send');
const app = graph.compile(${compiled});
const result = await app.invoke({ draft: '' });
if (result.__interrupt__) await ask(result.__interrupt__);
`;
    expect(await findingsOf('desk.ts', text('{ checkpointer }'))).toEqual([
      'approval/missing at async function send() {',
    ]);
    expect(await findingsOf('desk.ts', text("{ checkpointer, interruptBefore: ['send'] }"))).toEqual([]);
  });
});

describe('a node that calls the model, asks a person and acts', () => {
  const MODEL = 'reply = model.invoke(state["messages"])';
  const ASK = 'if interrupt("Send?") != "yes":\n        return {}';
  const POST = 'requests.post("https://api.example.com/messages", json={"text": reply.content})';
  const ordered = (...lines: string[]): string => acting(lines.join('\n    '));
  it.each<[string, string, string[]]>([
    ['acts before a person answers', ordered(MODEL, POST, ASK), [SENT]],
    // It begins again behind the answer: the model may then say something else.
    ['acts on an answer of the model that is given again', ordered(MODEL, ASK, POST), [UNKNOWN]],
    ['asks the model once a person has answered', ordered(ASK, MODEL, POST), []],
    ['acts on what another node kept', ordered(MODEL, ASK, SEND), []],
  ])('%s', async (_, text, expected) => {
    expect(await findingsOf('desk.py', text)).toEqual(expected);
  });

  it('is not assessed with the reason', async () => {
    const { notAssessed } = await lintFiles(
      { 'desk.py': ordered(MODEL, ASK, POST) },
      { only: ['approval/missing'] },
    );
    expect(notAssessed.map(({ message }) => message)).toEqual([
      'Whether a person approves `send`, which sends a message: the node asks the model again when the run goes on, so its answer may differ from the one that a person approved.',
    ]);
  });

  const script = (
    ...lines: string[]
  ): string => `import { Annotation, Command, interrupt, StateGraph } from '@langchain/langgraph';
import { ChatOpenAI } from '@langchain/openai';
const model = new ChatOpenAI({ model: 'gpt-5' });
const State = Annotation.Root({ draft: Annotation<string> });
async function send() {
  ${lines.join('\n  ')}
  return {};
}
const app = new StateGraph(State).addNode('send', send).addEdge('__start__', 'send').compile({ checkpointer });
const config = { configurable: { thread_id: '1' } };
let result = await app.invoke({ draft: '' }, config);
while (result.__interrupt__) result = await app.invoke(new Command({ resume: prompt('Run it?') }), config);
`;
  const ASKS = "if (interrupt('Send?') !== 'yes') return {};";
  const REPLY = "const reply = await model.invoke('Write.');";
  const FETCH = "await fetch('https://a.example/messages', { method: 'POST', body: String(reply.content) });";
  it.each([
    [script(REPLY, FETCH, ASKS), ['approval/missing at async function send() {']],
    [script(REPLY, ASKS, FETCH), [UNKNOWN]],
    [script(ASKS, REPLY, FETCH), []],
  ])('so in TypeScript: %#', async (text, expected) => {
    expect(await findingsOf('desk.ts', text)).toEqual(expected);
  });

  it.each([
    ['if interrupt(call) == "yes":\n        refund.invoke(call["args"])', ['approval/missing ?']],
    ['refund.invoke(call["args"])', ['approval/missing at def refund(charge: str) -> str:']],
  ])('runs no tool by giving it to the model: %s', async (runs, expected) => {
    const text = ordered(
      'reply = model.bind_tools([refund]).invoke(state["messages"])',
      'call = reply.tool_calls[0]',
      runs,
    ).replace(
      'def draft',
      `@tool
def refund(charge: str) -> str:
    """Refunds a charge."""
    return requests.post(f"https://api.example.com/refunds/{charge}").text


def draft`,
    );
    const imported = text.replace(
      'import requests',
      'import requests\nfrom langchain_core.tools import tool',
    );
    expect(await findingsOf('desk.py', imported)).toEqual(expected);
  });
});

/** A graph of Python whose node looks through the calls of the model. `needs`: when it asks, by a list of names. */
const reviewed = (needs: string, named = '["issue_refund"]', more = ''): string =>
  withApproval('if call:')
    .replace('SENSITIVE = ["issue_refund"]', `NAMED = ${named}\n${more}`)
    .replace(
      / {4}call = [\s\S]*?return Command\(goto="tools"\)/,
      `    calls = state["messages"][-1].tool_calls
    ${needs}
    if needs and interrupt("Run it?") != "yes":
        return Command(goto=END)
    return Command(goto="tools")`,
    );

/** The same in TypeScript. */
const reviewedScript = (
  needs: string,
  named = "new Set(['issue_refund'])",
  more = '',
): string => `import { tool } from '@langchain/core/tools';
import { Command, END, interrupt, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
import { ToolNode } from '@langchain/langgraph/prebuilt';
const refund = tool(async ({ id }) => (await fetch('https://api.example.com/refunds/' + id, { method: 'POST' })).text(), { name: 'issue_refund' });
const close = tool(async ({ id }) => (await fetch('https://api.example.com/tickets/' + id, { method: 'DELETE' })).text(), { name: 'close_ticket' });
const NAMED = ${named};
${more}
const tools = new ToolNode([refund, close]);
function review(state: typeof MessagesAnnotation.State) {
  const calls = state.messages.at(-1).tool_calls;
  ${needs}
  if (needs && interrupt('Run it?') !== 'yes') return new Command({ goto: END });
  return new Command({ goto: 'tools' });
}
const agent = new StateGraph(MessagesAnnotation).addNode('review', review).addNode('tools', tools).addEdge(START, 'review').compile({ checkpointer });
const config = { configurable: { thread_id: '1' } };
let result = await agent.invoke({ messages: [process.argv[2]] }, config);
while (result.__interrupt__) result = await agent.invoke(new Command({ resume: prompt('Run it?') }), config);
`;

describe('a node that looks through the calls of the model', () => {
  const ONE = [CLOSE, UNKNOWN];
  const BOTH = [UNKNOWN, UNKNOWN];
  const NONE = [REFUND, CLOSE];
  const BY_SET = 'needs = any(c["name"] in NAMED for c in calls)';
  const REGISTER = 'def register(name):\n    NAMED.add(name)\n';
  it.each<[string, string, string, string[]]>([
    [BY_SET, '["issue_refund"]', '', ONE],
    [BY_SET, '["issue_refund", "close_ticket"]', '', BOTH],
    [BY_SET, '["refund"]', '', NONE],
    [BY_SET, 'set()', '', NONE],
    [BY_SET, 'set()', REGISTER, BOTH],
    [BY_SET, 'set()', `${REGISTER}register("issue_refund")\n`, ONE],
    [BY_SET, 'load()', '', BOTH],
    ['needs = any([c["name"] in NAMED for c in calls])', '["issue_refund"]', '', ONE],
    ['needs = any(c["name"] not in NAMED for c in calls)', '["close_ticket"]', '', ONE],
    ['needs = not all(c["name"] not in NAMED for c in calls)', '["issue_refund"]', '', ONE],
    ['needs = any(c["name"].startswith("issue_") for c in calls)', '[]', '', ONE],
    [
      'needs = any(is_risky(c) for c in calls)',
      '["issue_refund"]',
      'def is_risky(c):\n    return c["name"] in NAMED\n',
      ONE,
    ],
    ['needs = any(c["name"] in NAMED and c["args"] for c in calls)', '["issue_refund"]', '', ONE],
    ['needs = any(c["name"] in NAMED or c["args"] for c in calls)', '["issue_refund"]', '', BOTH],
    ['needs = any(c["args"] for c in calls)', '["issue_refund"]', '', BOTH],
    ['needs = {c["name"] for c in calls} & set(NAMED)', '["issue_refund"]', '', BOTH],
    ['needs = [c for c in calls if c["name"] in NAMED]', '["issue_refund"]', '', ONE],
    ['needs = next((c for c in calls if c["name"] in NAMED), None)', '["issue_refund"]', '', ONE],
    ['needs = any([c["name"].startswith("issue_") for c in calls] + load())', '[]', '', BOTH],
  ])('asks about the tools that its test holds for: %s, of %s%s', async (needs, named, more, expected) => {
    expect(await findingsOf('desk.py', reviewed(needs, named, more))).toEqual(expected);
  });

  const SOME = 'const needs = calls.some((c) => NAMED.has(c.name));';
  const ADD = 'export function register(name: string) { NAMED.add(name); }';
  const SET = "new Set(['issue_refund'])";
  it.each<[string, string, string, readonly string[]]>([
    [SOME, SET, '', ['close', '?']],
    [SOME, "new Set(['issue_refund', 'close_ticket'])", '', ['?', '?']],
    [SOME, "new Set(['refund'])", '', ['refund', 'close']],
    [SOME, 'new Set<string>()', ADD, ['?', '?']],
    [SOME, 'new Set<string>()', `${ADD}\nregister('issue_refund');`, ['close', '?']],
    ['const needs = !calls.every((c) => !NAMED.has(c.name));', SET, '', ['close', '?']],
    ["const needs = calls.some((c) => c.name.startsWith('issue_'));", SET, '', ['close', '?']],
    ['const needs = calls.find((c) => NAMED.has(c.name));', SET, '', ['close', '?']],
    ['const needs = calls.some((c) => c.args);', SET, '', ['?', '?']],
  ])('so in TypeScript: %s, of %s%s', async (needs, named, more, expected) => {
    const found = await findingsOf('desk.ts', reviewedScript(needs, named, more));
    expect(found.map((one) => (one === UNKNOWN ? '?' : / at const (\w+)/.exec(one)?.[1]))).toEqual(expected);
  });
});

/** A graph of Python whose node asks by what it reads of the run or of the program. `run`, `more`: what the run states. */
const configured = (declared: string, test: string, run = '"thread_id": "1"', more = ''): string =>
  withPlan('')
    .replace('model = ', `${declared}\n\nmodel = `)
    .replace(
      /def plan[\s\S]*?messages": \[reply\]}\)/,
      `def plan(state: MessagesState, config: RunnableConfig, runtime: Runtime[Configuration]):
    if not ${test}:
        return Command(goto="execute")
    return Command(goto="execute" if interrupt("Run it?") == "yes" else END)`,
    )
    .replace(
      'import requests\n',
      'import os\nimport requests\nfrom dataclasses import dataclass, fields\nfrom langgraph.runtime import Runtime\n',
    )
    .replace('"thread_id": "1"', run)
    .replaceAll(', config)', `, config${more})`);

describe('a node whose gate is off by default', () => {
  const OFF = [REFUND];
  const OPEN = [UNKNOWN];
  const fields = (value: string, loaded: string): string => `@dataclass(kw_only=True)
class Configuration:
    require: bool = ${value}

    @classmethod
    def from_runnable_config(cls, config=None):
        configurable = (config or {}).get("configurable", {})
        return cls(**{${loaded}})
`;
  const NAMES = 'f.name: configurable.get(f.name, f.default) for f in fields(cls) if f.init';
  const KEYS = 'k: v for k, v in configurable.items() if k in {f.name for f in fields(cls)}';
  const READ = 'Configuration.from_runnable_config(config).require';
  const SET = '"thread_id": "1", "require": True';
  const plain = (value: string): string => `@dataclass\nclass Configuration:\n    require: bool = ${value}\n`;
  const SETTINGS = `${plain('False')}settings = Configuration()\n`;
  it.each<[string, string, string | undefined, string | undefined, string[]]>([
    [fields('False', NAMES), READ, undefined, undefined, OFF],
    [fields('True', NAMES), READ, undefined, undefined, OPEN],
    [fields('False', NAMES), READ, SET, undefined, OPEN],
    [fields('False', KEYS), READ, undefined, undefined, OFF],
    [fields('True', KEYS), READ, undefined, undefined, OPEN],
    [plain('False'), 'runtime.context.require', undefined, undefined, OFF],
    [plain('True'), 'runtime.context.require', undefined, undefined, OPEN],
    [plain('False'), 'runtime.context.require', undefined, ', context=Configuration(require=True)', OPEN],
    [plain('False'), 'runtime.context.require', undefined, ', context={"require": True}', OPEN],
    [SETTINGS, 'settings.require', undefined, undefined, OFF],
    [`${SETTINGS}settings.require = True\n`, 'settings.require', undefined, undefined, OPEN],
    [
      `${SETTINGS}def enable():\n    settings.require = True\n`,
      'settings.require',
      undefined,
      undefined,
      OPEN,
    ],
    [
      `${plain('False')}settings = Configuration(require=load())\n`,
      'settings.require',
      undefined,
      undefined,
      OPEN,
    ],
    [
      `${plain('False')}REQUIRE = os.getenv("REQUIRE", "yes") == "yes"\n`,
      'REQUIRE',
      undefined,
      undefined,
      OPEN,
    ],
    [
      `${plain('False')}REQUIRE = os.getenv("REQUIRE", "no") == "yes"\n`,
      'REQUIRE',
      undefined,
      undefined,
      OFF,
    ],
  ])('is reported: %s, by %s, run with %s%s', async (declared, test, run, more, expected) => {
    expect(await findingsOf('desk.py', configured(declared, test, run, more))).toEqual(expected);
  });

  it('says that it does not ask by default', async () => {
    const { findings } = await lintFiles(
      { 'desk.py': configured(SETTINGS, 'settings.require') },
      { only: ['approval/missing'] },
    );
    expect(findings.map(({ message }) => message.replace(/.*\): /, ''))).toEqual([
      'with the constants and defaults of the program, the node `plan` does not ask.',
    ]);
  });

  const ENSURE = (value: string): string =>
    `const ensure = (config) => ({ require: config.configurable?.require ?? ${value} });`;
  const IN_RUN = "thread_id: '1', require: true";
  it.each<[string, string, string | undefined, number]>([
    [ENSURE('false'), 'ensure(config).require', undefined, 1],
    [ENSURE('true'), 'ensure(config).require', undefined, 0],
    [ENSURE('false'), 'ensure(config).require', IN_RUN, 0],
    ['const settings = { require: false };', 'settings.require', undefined, 1],
    [
      'const settings = { require: false };\nexport function enable() { settings.require = true; }',
      'settings.require',
      undefined,
      0,
    ],
    ['', 'config.context?.require', undefined, 0],
  ])('so in TypeScript: %s by %s, run with %s', async (declared, test, run, reported) => {
    const asks = `const approved = ${test} ? interrupt(reply.content) : 'yes';`;
    const text = planScript(asks, run).replace('const model', `${declared}\nconst model`);
    const { findings, notAssessed } = await lintFiles({ 'desk.ts': text }, { only: ['approval/missing'] });
    expect([findings.length, notAssessed.length]).toEqual([reported, 1 - reported]);
  });
});

describe('a graph whose path map has a computed key', () => {
  const graph = (paths: string, gate = ''): string => `import { tool } from '@langchain/core/tools';
import { interrupt, MessagesAnnotation, START, END, StateGraph } from '@langchain/langgraph';
import { ToolNode } from '@langchain/langgraph/prebuilt';
import { pick, ROUTES, think } from './routes';

const remit = tool(
  async ({ iban }) => {
    ${gate}
    return (await fetch('https://bank.example/transfers', { method: 'POST', body: iban })).text();
  },
  { name: 'remit_money', description: 'Remits money.' },
);

export const graph = new StateGraph(MessagesAnnotation)
  .addNode('think', think)
  .addNode('run', new ToolNode([remit]))
  .addEdge(START, 'think')
  .addConditionalEdges('think', pick, ${paths})
  .addEdge('run', 'think')
  .compile();
`;

  it.each([
    "{ run: 'run', [END]: END }",
    '{ [END]: END }',
    "{ ...ROUTES, run: 'run' }",
    "{ [ROUTES.on]: 'run', [ROUTES.off]: END }",
  ])('keeps its tools with %s', async (paths) => {
    expect(await findingsOf('graph.ts', graph(paths))).toEqual([
      "approval/missing at { name: 'remit_money', description: 'Remits money.' },",
    ]);
    expect(
      await findingsOf('graph.ts', graph(paths, "if (interrupt({ iban }) !== 'yes') return 'no';")),
    ).toEqual(['approval/unanswered ?']);
  });
});

/** A graph whose functions run its model and its tools by themselves. `asks`: what the second one does first. */
const withOwnNodes = (asks: string, compiled = ''): string => `import requests
from langchain_core.tools import tool
from langchain_openai import ChatOpenAI
from langgraph.graph import END, START, MessagesState, StateGraph
from langgraph.prebuilt import ToolNode
from langgraph.types import interrupt


@tool
def issue_refund(charge: str) -> str:
    """Refunds a charge."""
    return requests.post(f"https://api.example.com/refunds/{charge}").text


tool_node = ToolNode([issue_refund])


def model():
    return ChatOpenAI(model="gpt-5").bind_tools([issue_refund])


def ask_model(state):
    return {"messages": [model().invoke(state["messages"])]}


def chat(state):
    print(len(state["messages"]))
    return ask_model(state)


async def act(state):
    ${asks}
    return await tool_node.ainvoke(state)


builder = StateGraph(MessagesState)
builder.add_node("chat", chat)
builder.add_node("act", act)
builder.add_edge(START, "chat")
builder.add_edge("act", "chat")
agent = builder.compile(${compiled})
config = {"configurable": {"thread_id": "1"}, "recursion_limit": 20}
result = agent.invoke({"messages": [("user", input())]}, config)
while "__interrupt__" in result and input("Run it? ") == "y":
    result = agent.invoke(None, config)
`;

/** The same in TypeScript. */
const ownNodesInScript = (act: string): string => `import { tool } from '@langchain/core/tools';
import { END, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
import { ToolNode } from '@langchain/langgraph/prebuilt';
import { ChatOpenAI } from '@langchain/openai';

const refund = tool(async ({ charge }) => (await fetch(\`https://api.example.com/refunds/\${charge}\`, { method: 'POST' })).text(), {
  name: 'issue_refund',
  description: 'Refunds a charge.',
});
const tools = [refund];
const toolNode = new ToolNode(tools);
const model = () => new ChatOpenAI({ model: 'gpt-5' });
const askModel = async (state: typeof MessagesAnnotation.State) => {
  const withTools = model().bindTools(tools);
  return { messages: [await withTools.invoke(state.messages)] };
};
const agent = new StateGraph(MessagesAnnotation)
  .addNode('chat', async (state) => await askModel(state))
  .addNode('act', ${act})
  .addEdge(START, 'chat')
  .addEdge('act', 'chat')
  .compile();
await agent.invoke({ messages: [] }, { recursionLimit: 20 });
`;

describe('a node that is a function of the project', () => {
  it.each<[string, string, string, string[]]>([
    ['runs the tools of a tool node', 'pass', '', [REFUND]],
    ['may ask before it runs them', 'if interrupt("Run it?") != "y":\n        return {}', '', [UNKNOWN]],
    ['is a node that a person lets run', 'pass', 'checkpointer=saver, interrupt_before=["act"]', []],
  ])('%s', async (_, asks, compiled, expected) => {
    expect(await findingsOf('desk.py', withOwnNodes(asks, compiled))).toEqual(expected);
  });

  it.each([
    ['runs the tools of a tool node', 'async (state) => await toolNode.invoke(state)'],
    ['is a tool node', 'toolNode'],
  ])('%s, in TypeScript', async (_, act) => {
    expect(await findingsOf('desk.ts', ownNodesInScript(act))).toEqual([
      "approval/missing at name: 'issue_refund',",
    ]);
  });
});

describe('a node that runs tools itself', () => {
  const graph = (before: string, chat: string, act: string): string => `import smtplib
from langchain_core.tools import tool
from langchain_openai import ChatOpenAI
from langgraph.graph import START, MessagesState, StateGraph


def deliver(to, body):
    with smtplib.SMTP("localhost") as s:
        s.sendmail("me@example.com", to, body)


${before}


async def chat(state):
    return {"messages": [await ChatOpenAI().bind_tools(${chat}).ainvoke(state["messages"])]}


async def act(state):
    out = []
    for call in state["messages"][-1].tool_calls:
        ${act}
    return {"messages": out}


builder = StateGraph(MessagesState)
builder.add_node("chat", chat)
builder.add_node("act", act)
builder.add_edge(START, "chat")
builder.add_edge("chat", "act")
graph = builder.compile()
`;
  const MAIL = '@tool\ndef mail(to: str, body: str) -> str:\n    """Sends a mail."""\n    deliver(to, body)';
  const MADE = `def tools_for(chat):\n    ${MAIL.replaceAll('\n', '\n    ')}\n    return [mail]`;
  const AT_TOOL = 'approval/missing at def mail(to: str, body: str) -> str:';

  it.each<[string, string, string, string, string[]]>([
    [
      'a map by names',
      MAIL,
      '[mail]',
      'out.append(await {t.name: t for t in [mail]}[call["name"]].ainvoke(call["args"]))',
      [AT_TOOL],
    ],
    [
      'tools that each node makes',
      MADE,
      'tools_for(1)',
      'out.append(await {t.name: t for t in tools_for(1)}[call["name"]].ainvoke(call["args"]))',
      [AT_TOOL],
    ],
    [
      'a helper that a tool calls, too',
      MAIL,
      '[mail]',
      'deliver(call["args"]["to"], call["args"]["body"])',
      [AT_TOOL],
    ],
  ])('has one error for one act: %s', async (_, before, chat, act, expected) => {
    expect(await findingsOf('graph.py', graph(before, chat, act))).toEqual(expected);
  });
});
