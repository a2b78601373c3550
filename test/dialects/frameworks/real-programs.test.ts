import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

/** What is reported and not assessed of gates, as `line severity rule` and `line? rule`, and the places of unused gates. */
async function gates(files: Record<string, string>): Promise<string[]> {
  const { findings, notAssessed } = await lintFiles(files);
  const isOfGate = ({ rule }: { rule: string }) => /^approval\/|^scope\/wildcard$/.test(rule);
  return [
    ...findings
      .filter(isOfGate)
      .flatMap(({ range, severity, rule, related }) => [
        `${range.start.line} ${severity} ${rule}`,
        ...related
          .filter(({ message }) => message.endsWith('is a gate that no agent receives.'))
          .map((one) => `  ${one.range.start.line} ${one.message}`),
      ]),
    ...notAssessed.filter(isOfGate).map(({ at, rule, message }) => {
      const why =
        /decides it|may ask a person|may let it run|assigned under|goes to (?:a client, or to )?code|may answer in place/.exec(
          message,
        )?.[0];
      return `${at.range().start.line}? ${rule}${why === undefined ? '' : `: ${why}`}`;
    }),
  ];
}

const PAY = "async ({ id }) => fetch('https://pay.example.com/refunds/' + id, { method: 'POST' })";
const AI = `import { convertToModelMessages, generateText, streamText, tool } from 'ai';
const refund = tool({ description: 'Pays back', execute: ${PAY} });
`;
const SECRET = 'experimental_toolApprovalSecret: process.env.SECRET';

describe('a gate as a function in a wrapper, with a switch', () => {
  const wrapper = 'const guarded = (one, isOn) => ({ ...one, needsApproval: async () => isOn });\n';
  const early = `const guarded = (one, body) => ({
  ...one,
  needsApproval: async () => {
    if (body.autoApprove) return false;
    return true;
  },
});
`;
  const route = (given: string) => `export async function POST(req: Request) {
  const body = await req.json();
  return streamText({ model: 'm', messages: convertToModelMessages(body.messages), ${SECRET}, tools: { refund: guarded(refund, ${given}) } }).toUIMessageStreamResponse();
}
`;
  const unseen = (given: string) =>
    `export const answer = (prompt, body) => generateText({ model: 'm', prompt, tools: { refund: guarded(refund, ${given}) } });\n`;

  it.each([
    [wrapper + route('body.confirmFirst'), ['3 error approval/auto-approved']],
    [early + route('body'), ['5 error approval/auto-approved']],
    // The page that answers is not in the project.
    [wrapper + route('true'), ['3? approval/unanswered: goes to a client, or to code']],
    [early + route('{ autoApprove: false }'), ['5? approval/unanswered: goes to a client, or to code']],
  ])('is none where the body of a request has it', async (text, expected) => {
    expect(await gates({ 'app/api/chat/route.ts': AI + text })).toEqual(expected);
  });

  it.each([
    [wrapper + unseen('body.confirmFirst'), ['4? approval/missing: decides it']],
    [early + unseen('body'), ['10? approval/missing: decides it']],
    [wrapper + unseen('true'), ['3? approval/unanswered: goes to a client, or to code']],
  ])('is not assessed where no caller is seen', async (text, expected) => {
    expect(await gates({ 'desk.ts': AI + text })).toEqual(expected);
  });
});

const GRAPH = (approve: string) => `import os

import stripe
from langchain.chat_models import init_chat_model
from langchain_core.tools import tool
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import END, START, MessagesState, StateGraph
from langgraph.prebuilt import ToolNode
from langgraph.types import Command, interrupt


@tool
def issue_refund(charge: str) -> str:
    """Refund a charge."""
    return stripe.Refund.create(charge=charge)


model = init_chat_model("openai:gpt-5").bind_tools([issue_refund])


def call_model(state: MessagesState):
    return {"messages": [model.invoke(state["messages"])]}


${approve}

graph = StateGraph(MessagesState)
graph.add_node("agent", call_model)
graph.add_node("approve", approve)
graph.add_node("tools", ToolNode([issue_refund]))
graph.add_edge(START, "agent")
graph.add_edge("agent", "approve")
graph.add_edge("tools", "agent")
app = graph.compile(checkpointer=InMemorySaver())
`;

describe('an approval node of the project', () => {
  it.each([
    [
      'a list of names',
      `SENSITIVE = ["issue_refund"]


def approve(state: MessagesState):
    call = state["messages"][-1].tool_calls[0]
    if call["name"] not in SENSITIVE:
        return Command(goto="tools")
    return Command(goto="tools" if interrupt({"call": call}) == "yes" else END)
`,
      'may ask a person',
    ],
    [
      'an environment variable that answers',
      `def approve(state: MessagesState):
    if os.getenv("AUTO_APPROVE") == "true":
        return Command(goto="tools")
    return Command(goto="tools" if interrupt(state["messages"][-1]) == "yes" else END)
`,
      'may answer in place',
    ],
  ])('is not counted as a gate, and not reported as none: %s', async (_, approve, why) => {
    expect(await gates({ 'desk.py': GRAPH(approve) })).toEqual([`13? approval/missing: ${why}`]);
  });
});

const DEEP = (stated: string) => `import os

import stripe
from deepagents import create_deep_agent
from langgraph.checkpoint.memory import InMemorySaver


def issue_refund(charge: str) -> str:
    """Refund a charge."""
    return stripe.Refund.create(charge=charge)


helper = {"name": "helper", "description": "Helps", "system_prompt": "Help.", "tools": [issue_refund]}
${stated}
desk = create_deep_agent(model="openai:gpt-5", tools=[], subagents=[helper], checkpointer=InMemorySaver())
`;

describe('`interrupt_on` in the dict of a subagent', () => {
  it.each([
    ['helper["interrupt_on"] = {"issue_refund": True}', ['14? approval/unanswered']],
    [
      'if os.getenv("STRICT"):\n    helper["interrupt_on"] = {"issue_refund": True}',
      ['8 error approval/missing'],
    ],
    ['', ['8 error approval/missing']],
  ])('counts out of line, and not where a variable has to switch it on: %s', async (stated, expected) => {
    expect(await gates({ 'desk.py': DEEP(stated) })).toEqual(expected);
  });
});

const QUERY = (
  options: string,
  before = '',
) => `import { createSdkMcpServer, query, tool } from '@anthropic-ai/claude-agent-sdk';
import { readFileSync } from 'node:fs';
const refund = tool('issue_refund', 'Refund a charge', {}, ${PAY});
const billing = createSdkMcpServer({ name: 'billing', tools: [refund] });
${before}export async function answer(prompt: string) {
  for await (const message of query({ prompt, options: { maxTurns: 9, tools: [], mcpServers: { billing }, ${options} } })) console.log(message);
}
`;

describe('permissions of a Claude agent', () => {
  it('are none beside a list that looks like a restriction', async () => {
    const options =
      "permissionMode: 'bypassPermissions', allowDangerouslySkipPermissions: true, allowedTools: ['Read', 'Grep']";
    expect(await gates({ 'desk.ts': QUERY(options) })).toEqual(['6 error approval/auto-approved']);
  });

  it('are none of a hook that allows by a threshold which is read from a file', async () => {
    const limit = "const limit = () => Number(readFileSync('limits.json', 'utf8'));\n";
    const hook = `permissionMode: 'default', hooks: { PreToolUse: [{ hooks: [async (input) => input.tool_input.amount < limit()
      ? { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'allow' } }
      : { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'ask' } }] }] }`;
    expect(await gates({ 'desk.ts': QUERY(hook, limit) })).toEqual(['7 error approval/auto-approved']);
  });

  it('are read from a wildcard that is computed from the names of servers', async () => {
    const names = 'const allowedTools = Object.keys({ billing }).map((name) => `mcp__${name}__*`);\n';
    expect(await gates({ 'desk.ts': QUERY("permissionMode: 'default', allowedTools", names) })).toEqual([
      '5 error approval/auto-approved',
    ]);
  });

  it('name the callback that is given to no call', async () => {
    const callback =
      "const decide = async (name, input) => ((await confirm(name)) ? { behavior: 'allow', updatedInput: input } : { behavior: 'deny', message: 'no' });\n";
    const allowed = "permissionMode: 'default', allowedTools: ['mcp__billing__issue_refund']";
    expect(await gates({ 'desk.ts': QUERY(allowed, callback) })).toEqual([
      '7 error approval/auto-approved',
      '  5 This function is a gate that no agent receives.',
    ]);
    expect(await gates({ 'desk.ts': QUERY(`${allowed}, canUseTool: decide`, callback) })).toEqual([
      '7 error approval/auto-approved',
    ]);
  });
});

const MIDDLEWARE = (gate: string, more: string) => `import stripe
from langchain.agents import create_agent
from langchain.agents.middleware import HumanInTheLoopMiddleware
from langgraph.checkpoint.memory import InMemorySaver


def issue_refund(charge: str) -> str:
    """Refund a charge."""
    return stripe.Refund.create(charge=charge)


gate = HumanInTheLoopMiddleware(interrupt_on={"${gate}": True})
desk = create_agent("openai:gpt-5", tools=[issue_refund], checkpointer=InMemorySaver()${more})
`;

const TOOLSET = (given: string) => `import stripe
from pydantic_ai import Agent, DeferredToolRequests, FunctionToolset
from pydantic_ai.toolsets import ApprovalRequiredToolset


def issue_refund(charge: str) -> str:
    """Refund a charge."""
    return stripe.Refund.create(charge=charge)


tools = FunctionToolset(tools=[issue_refund])
gated = ApprovalRequiredToolset(tools)
desk = Agent("openai:gpt-5", toolsets=[${given}], output_type=[str, DeferredToolRequests])
`;

describe('a gate that no agent receives', () => {
  it.each([
    [
      MIDDLEWARE('issue_refund', ''),
      ['7 error approval/missing', '  12 `gate` is a gate that no agent receives.'],
    ],
    [MIDDLEWARE('other', ''), ['7 error approval/missing']],
    [MIDDLEWARE('issue_refund', ', middleware=[gate]'), ['12? approval/unanswered']],
    [TOOLSET('tools'), ['6 error approval/missing', '  12 `gated` is a gate that no agent receives.']],
    [TOOLSET('gated'), ['12? approval/unanswered']],
  ])('is related to the finding of its tool', async (text, expected) => {
    expect(await gates({ 'desk.py': text })).toEqual(expected);
  });

  it.each([
    ['', 'middleware: [gate]', []],
    ['', 'middleware: [humanInTheLoopMiddleware({ interruptOn: { issue_refund: true } })]', []],
    ['const all = [gate];', 'middleware: all', []],
    ['', 'middleware: []', ['  7 `gate` is a gate that no agent receives.']],
  ])('is none that the options of the agent have in a list: %s %s', async (before, option, unused) => {
    const text = `import { createAgent, humanInTheLoopMiddleware, tool } from 'langchain';
import { MemorySaver } from '@langchain/langgraph';
import { z } from 'zod';
const refund = tool(${PAY}, { name: 'issue_refund', description: 'Pays back', schema: z.object({ id: z.string() }) });
const checkpointer = new MemorySaver();
const context = { interruptOn: { issue_refund: false } };
${option.includes('human') ? '' : 'const gate = humanInTheLoopMiddleware({ interruptOn: { issue_refund: true } });'}
${before}
const desk = createAgent({ model: 'm', tools: [refund], checkpointer, ${option} });
export const run = (content: string) => desk.invoke({ messages: [{ role: 'user', content }] }, { context });
`;
    expect((await gates({ 'desk.ts': text })).slice(1)).toEqual(unused);
  });
});

describe('options that are computed', () => {
  it('are read through spreads and closures', async () => {
    const text = `import { Agent, run, tool } from '@openai/agents';
const careful = { needsApproval: true };
const base = { description: 'x', parameters: {}, ...careful };
const refundIn = (currency: string) => tool({ ...base, name: 'issue_refund', execute: async ({ charge }) => fetch('https://pay.example.com/refunds/' + currency + charge, { method: 'POST' }) });
const voidIn = (currency: string) => tool({ ...base, name: 'void_payment', needsApproval: false, execute: async ({ charge }) => fetch('https://pay.example.com/refunds/' + currency + charge, { method: 'POST' }) });
const desk = new Agent({ name: 'Desk', tools: [refundIn('eur'), voidIn('usd')] });
export const answer = (text: string) => run(desk, text);
`;
    expect(await gates({ 'desk.ts': text })).toEqual([
      '5 error approval/missing',
      '2? approval/unanswered: goes to code',
    ]);
  });

  it('are off where the default of an environment variable switches them off', async () => {
    const text = (value: string) => `import os

import stripe
from agents import Agent, Runner, function_tool

OPTIONS = {"needs_approval": os.getenv("AUTO_APPROVE", "${value}") != "1"}


@function_tool(**OPTIONS)
def issue_refund(charge: str) -> str:
    return stripe.Refund.create(charge=charge)


desk = Agent(name="Desk", tools=[issue_refund])


def answer(text: str):
    return Runner.run_sync(desk, text)
`;
    expect(await gates({ 'desk.py': text('1') })).toEqual(['10 error approval/missing']);
    expect(await gates({ 'desk.py': text('0') })).toEqual(['6? approval/unanswered: goes to code']);
  });
});
