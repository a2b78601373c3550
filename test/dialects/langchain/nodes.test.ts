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
