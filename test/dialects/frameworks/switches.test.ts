import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

type Files = Readonly<Record<string, string>>;

/** What is reported about gates, and what is not assessed. */
async function gatesOf(files: Files): Promise<string[]> {
  const { findings, notAssessed } = await lintFiles(files);
  const all = [
    ...findings.map(
      ({ rule, message }) =>
        `${rule}${rule === 'approval/auto-approved' ? message.replace(/^.*\): /, ': ') : ''}`,
    ),
    ...notAssessed.map(({ rule }) => `${rule}?`),
  ];
  return [...new Set(all)].filter((one) => /^approval\/(?:auto-approved|missing|open-ended-tool)/.test(one));
}

const sent = (option: string, by: string, how = 'is switched off'): string =>
  `approval/auto-approved: \`${option}\` ${how} by \`${by}\`, which the client sends.`;

const OPEN = 'approval/missing?';
const REFUND = `def issue_refund(charge: str) -> str:
    """Refund a charge."""
    requests.post("https://pay.example.com/refunds", json={"charge": charge})
    return "ok"`;
const FASTAPI = 'from fastapi import FastAPI, Request\nimport requests\napp = FastAPI()\n';
const indented = (text: string): string => text.replaceAll(/^(?=.)/gm, '    ');

describe('a gate of a program that serves requests', () => {
  const agents = (before: string, gate: string, given: string) => ({
    'app.py': `from agents import Agent, Runner, function_tool
${FASTAPI}
def build(auto):
${indented(before)}
    @function_tool(needs_approval=${gate})
${indented(REFUND)}
    return Agent(name="A", tools=[issue_refund])

@app.post("/run")
async def run(request: Request):
    body = await request.json()
    result = await Runner.run(build(${given}), body["text"])
    return [one.name for one in result.interruptions]
`,
  });
  const asks = 'async def asks(ctx, args, call_id):\n    return not auto\n';

  it.each([
    [agents('', 'not auto', 'body["auto"]'), [sent('needs_approval', 'body["auto"]')]],
    [agents('', 'not auto', 'body.get("auto", False)'), [sent('needs_approval', 'body.get("auto", False)')]],
    [agents(asks, 'asks', 'body["auto"]'), [sent('needs_approval', 'body["auto"]')]],
    [agents('', 'not auto', 'request.session["auto"]'), [OPEN]],
    [agents('', 'not auto', 'False'), []],
    [agents(asks, 'asks', 'False'), []],
  ])('is none where the body of the request switches it off (Agents SDK)', async (files, expected) => {
    expect(await gatesOf(files)).toEqual(expected);
  });

  it.each([
    ['app/api/run/route.ts', '!auto', [sent('needsApproval', 'auto')]],
    ['app/api/run/route.ts', 'true', []],
    ['src/run.ts', '!auto', [OPEN]],
  ])('is none where a handler of %s switches it off: needsApproval: %s', async (file, gate, expected) => {
    const text = `import { Agent, run, tool } from '@openai/agents';
export async function POST(request: Request) {
  const { text, auto } = await request.json();
  const refund = tool({ name: 'issue_refund', description: 'Refund a charge', needsApproval: ${gate}, execute: async ({ charge }) => fetch('https://pay.example.com/refunds/' + charge, { method: 'POST' }) });
  const result = await run(new Agent({ name: 'A', tools: [refund] }), text);
  return Response.json(result.interruptions);
}
`;
    expect(await gatesOf({ [file]: text })).toEqual(expected);
  });

  it.each([
    ['not body["auto"]', [sent('interrupt_on: issue_refund', 'body["auto"]')]],
    ['not load()["auto"]', [OPEN]],
  ])('is none where the body of the request switches its entry off: %s', async (gate, expected) => {
    const files = {
      'app.py': `from deepagents import create_deep_agent
from langgraph.checkpoint.memory import InMemorySaver
from store import load
${FASTAPI}
${REFUND}

@app.post("/run")
async def run(request: Request):
    body = await request.json()
    agent = create_deep_agent(tools=[issue_refund], interrupt_on={"issue_refund": ${gate}}, checkpointer=InMemorySaver())
    return (await agent.ainvoke({"messages": []}))["__interrupt__"]
`,
    };
    expect(await gatesOf(files)).toEqual(expected);
  });

  it.each([
    ['not body["auto"]', [sent('requires_approval', 'body["auto"]')]],
    ['True', []],
  ])('is none where the body of the request switches a tool off: %s', async (gate, expected) => {
    const files = {
      'app.py': `from pydantic_ai import Agent, DeferredToolRequests, Tool
${FASTAPI}
${REFUND}

@app.post("/run")
async def run(request: Request):
    body = await request.json()
    agent = Agent("m", output_type=[str, DeferredToolRequests], tools=[Tool(issue_refund, requires_approval=${gate})])
    return (await agent.run("x")).output.approvals
`,
    };
    expect(await gatesOf(files)).toEqual(expected);
  });

  it.each([
    [
      '',
      "req.body.fast ? 'bypassPermissions' : 'default'",
      [sent('permissionMode', 'req.body.fast', 'is set')],
    ],
    ['', "req.body.fast ? 'plan' : 'default'", ['approval/open-ended-tool?']],
    ['', 'req.body.mode', [sent('permissionMode', 'req.body.mode', 'is set')]],
    ['', "req.body.mode ?? 'default'", [sent('permissionMode', 'req.body.mode', 'is set')]],
    ["const { mode = 'default' } = req.body;", 'mode', [sent('permissionMode', 'mode', 'is set')]],
    ['if (!req.body.mode) return;', 'req.body.mode', [sent('permissionMode', 'req.body.mode', 'is set')]],
    [
      "if (!['default', 'plan'].includes(req.body.mode)) return;",
      'req.body.mode',
      ['approval/open-ended-tool?'],
    ],
    [
      '',
      "['default', 'plan'].includes(req.body.mode) ? req.body.mode : 'plan'",
      ['approval/open-ended-tool?'],
    ],
    [
      "const body = z.object({ mode: z.enum(['default', 'plan']) }).parse(req.body);",
      'body.mode',
      ['approval/open-ended-tool?'],
    ],
    ['', 'process.env.MODE', ['approval/open-ended-tool?']],
    ['', "'default', allowedTools: req.body.tools", [sent('allowedTools', 'req.body.tools', 'is set')]],
    [
      '',
      "'default', allowedTools: req.body.tools ?? ['Read']",
      [sent('allowedTools', 'req.body.tools', 'is set')],
    ],
    ['', "'default', allowedTools: ['Read']", []],
  ])('is none where the body of the request chooses the mode: %s %s', async (before, mode, expected) => {
    const files = {
      'app.ts': `import { query } from '@anthropic-ai/claude-agent-sdk';
import express from 'express';
import { z } from 'zod';
const app = express();
app.post('/run', async (req, res) => {
  ${before}
  for await (const one of query({ prompt: req.body.text, options: { permissionMode: ${mode}, tools: ['Bash'], settingSources: [], maxTurns: 4 } })) res.write(one.type);
});
`,
    };
    expect(await gatesOf(files)).toEqual(expected);
  });

  it.each([
    ['body.get("mode", "default")', '', [sent('permission_mode', 'body.get("mode", "default")', 'is set')]],
    ['body["mode"]', '', [sent('permission_mode', 'body["mode"]', 'is set')]],
    [
      'body["mode"]',
      'if body["mode"] not in ("default", "plan"):\n        return',
      ['approval/open-ended-tool?'],
    ],
    ['os.environ["MODE"]', '', ['approval/open-ended-tool?']],
  ])('is none where the body chooses the mode in Python: %s %s', async (mode, before, expected) => {
    const files = {
      'app.py': `from claude_agent_sdk import ClaudeAgentOptions, query
import os
${FASTAPI}
@app.post("/run")
async def run(request: Request):
    body = await request.json()
    ${before}
    options = ClaudeAgentOptions(permission_mode=${mode}, tools=["Bash"], setting_sources=[], max_turns=4)
    return [str(one) async for one in query(prompt=body["text"], options=options)]
`,
    };
    expect(await gatesOf(files)).toEqual(expected);
  });
});

describe('a person who is asked in the code of a tool', () => {
  const inTypeScript = (auto: string, test = '!auto'): Files => ({
    'app.ts': `import { createAgent, tool } from 'langchain';
import { confirm } from '@inquirer/prompts';
import express from 'express';
const app = express();
const gated = (auto: boolean) => tool(async ({ to }) => {
  if (${test} && !(await confirm({ message: 'Run it?' }))) return 'no';
  return (await fetch('https://bank.example.com/transfers', { method: 'POST', body: to })).text();
}, { name: 'wire_money', description: 'Wires money.' });
app.post('/run', async ({ body }, res) => {
  const agent = createAgent({ model: 'm', tools: [gated(${auto})] });
  res.json(await agent.invoke({ messages: [] }, { recursionLimit: 20 }));
});
`,
  });
  const inLoop = (test: string): Files => ({
    'app.py': `${FASTAPI}from openai import OpenAI
import json
from store import load
client = OpenAI()
TOOLS = [{"type": "function", "function": {"name": "issue_refund", "parameters": {"type": "object", "properties": {"charge": {"type": "string"}}}}}]
${REFUND}
@app.post("/run")
async def run(request: Request):
    body = await request.json()
    answer = client.chat.completions.create(model="m", messages=[], tools=TOOLS)
    for call in answer.choices[0].message.tool_calls or []:
        if call.function.name == "issue_refund":
            if ${test}:
                issue_refund(**json.loads(call.function.arguments))
`,
  });
  const inGraph = (auto: string): Files => ({
    'app.py': `${FASTAPI}from langchain_core.tools import tool
from langchain_openai import ChatOpenAI
from langgraph.graph import MessagesState, StateGraph
from langgraph.prebuilt import ToolNode
from langgraph.types import interrupt
from store import saver
def build(auto):
    @tool
    def issue_refund(charge: str) -> str:
        """Refunds a charge."""
        if not auto and interrupt({"charge": charge}) != "yes":
            return "no"
        return requests.post("https://pay.example.com/refunds", json={"charge": charge}).text
    model = ChatOpenAI(model="m").bind_tools([issue_refund])
    def chat(state):
        return {"messages": [model.invoke(state["messages"])]}
    graph = StateGraph(MessagesState)
    graph.add_node("chat", chat)
    graph.add_node("tools", ToolNode([issue_refund]))
    graph.add_edge("chat", "tools")
    return graph.compile(checkpointer=saver)
@app.post("/run")
async def run(request: Request):
    body = await request.json()
    config = {"recursion_limit": 9, "configurable": {"thread_id": "1"}}
    return build(${auto}).invoke({"messages": [body["text"]]}, config)["__interrupt__"]
`,
  });
  it.each([
    [inTypeScript('false'), []],
    [inGraph('False'), []],
    [inGraph('body["auto"]'), [sent('interrupt()', 'body["auto"]')]],
    [inGraph('True'), ['approval/missing']],
    [inTypeScript('body.auto'), [sent('confirm()', 'body.auto')]],
    [inTypeScript('body.auto', '!(auto && to.length < 9)'), [sent('confirm()', 'body.auto')]],
    // Some calls need neither a person nor the client.
    [inTypeScript('body.auto', 'to.length > 9 && !auto'), ['approval/missing']],
    [inLoop('input("? ") == "y"'), []],
    [inLoop('body["auto"] or input("? ") == "y"'), [sent('input()', 'body["auto"]')]],
    // A call that is not read may ask somebody.
    [inLoop('load(body["auto"]) or input("? ") == "y"'), ['approval/missing?']],
  ])('is no gate where the body of the request switches it off', async (files, expected) => {
    expect(await gatesOf(files)).toEqual(expected);
  });

  it('is one again as the remedy says', async () => {
    const { findings } = await lintFiles(inTypeScript('body.auto'));
    const [found] = findings.filter(({ rule }) => rule === 'approval/auto-approved');
    expect(found?.remediation).toBe(
      'Let the answer to `confirm()` alone decide: remove `body.auto` from the test around it.',
    );
    expect(await gatesOf(inTypeScript('false', 'true'))).toEqual([]);
  });
});

describe('an answer that the program gives by itself', () => {
  const handler = (test: string, first: string) => ({
    'app.py': `from agents import Agent, Runner, RunState, function_tool
from store import load
${FASTAPI}
@function_tool(needs_approval=True)
${REFUND}

agent = Agent(name="A", tools=[issue_refund])

@app.post("/run")
async def run(request: Request):
    body = await request.json()
    ${first}
    if ${test}:
        state = result.to_state()
        for one in result.interruptions:
            state.approve(one)
        result = await Runner.run(agent, state)
    return [one.name for one in result.interruptions]
`,
  });
  const started = 'result = await Runner.run(agent, body["text"])';

  it.each([
    [handler('body["auto"]', started), [sent('approve()', 'body["auto"]', 'is decided')]],
    [
      handler('len(result.interruptions) and body["auto"]', started),
      [sent('approve()', 'body["auto"]', 'is decided')],
    ],
    [
      handler('result.interruptions and body["auto"]', started),
      [sent('approve()', 'body["auto"]', 'is decided')],
    ],
    [handler('load(body["auto"])', started), [OPEN]],
    [handler('input("? ") == "y"', started), []],
  ])('is chosen by who sent the request before the run', async (files, expected) => {
    expect(await gatesOf(files)).toEqual(expected);
  });

  it.each([
    ['body.auto', [sent('approve()', 'body.auto', 'is decided')]],
    ['auto', [OPEN]],
  ])('is not known where a parameter of no handler chooses it: %s', async (test, expected) => {
    const files = {
      'app.ts': `import { Agent, run, tool } from '@openai/agents';
import express from 'express';
const refund = tool({ name: 'refund', needsApproval: true, execute: async ({ id }) => fetch('https://pay.example.com/refunds/' + id, { method: 'POST' }) });
const agent = new Agent({ name: 'A', tools: [refund] });
const app = express();
app.post('/run', async ({ body }, res) => {
  const result = await run(agent, body.text);
  if (body.auto) for (const one of result.interruptions) result.state.approve(one);
  res.json(result.interruptions);
});
export async function answer(text: string, options: { auto: boolean }) {
  const result = await run(agent, text);
  if (options.auto) for (const one of result.interruptions) result.state.approve(one);
  return result.interruptions;
}
`.replace(test === 'body.auto' ? /export async[\s\S]*/ : /app\.post[\s\S]*?\n}\);\n/, ''),
    };
    expect(await gatesOf(files)).toEqual(expected);
  });
});

it.each([
  [
    "() => ({ type: 'approve' })",
    ['approval/auto-approved: approved by `Command({ resume: ... })` without a choice.'],
  ],
  [
    "(one) => ({ type: 'approve' })",
    ['approval/auto-approved: approved by `Command({ resume: ... })` without a choice.'],
  ],
  ["() => ({ type: 'reject' })", []],
])('counts an answer that is made for each request: %s', async (answer, expected) => {
  const files = {
    'app.ts': `import { createAgent, humanInTheLoopMiddleware, tool } from 'langchain';
import { Command, MemorySaver } from '@langchain/langgraph';
const refund = tool(async ({ id }) => fetch('https://pay.example.com/refunds/' + id, { method: 'POST' }), { name: 'refund', description: 'Refund a charge' });
const agent = createAgent({ model: 'm', tools: [refund], middleware: [humanInTheLoopMiddleware({ interruptOn: { refund: true } })], checkpointer: new MemorySaver() });
const result = await agent.invoke({ messages: [] });
if (result.__interrupt__) {
  const decisions = result.__interrupt__[0].value.actionRequests.map(${answer});
  await agent.invoke(new Command({ resume: { decisions } }));
}
`,
  };
  expect(await gatesOf(files)).toEqual(expected);
});

describe('middleware that is spread into its list under a condition', () => {
  it.each([
    ['...(process.env.HITL ? [gate] : [])', ['approval/missing']],
    ["...(process.env.HITL === '0' ? [] : [gate])", []],
    ['...(load() ? [gate] : [])', [OPEN]],
    ['...[gate]', []],
  ])('counts where it is there by default: %s', async (item, expected) => {
    const files = {
      'app.ts': `import { createAgent, humanInTheLoopMiddleware, tool } from 'langchain';
import { MemorySaver } from '@langchain/langgraph';
import { load } from './store.js';
const refund = tool(async ({ id }) => fetch('https://pay.example.com/refunds/' + id, { method: 'POST' }), { name: 'refund', description: 'Refund a charge' });
const gate = humanInTheLoopMiddleware({ interruptOn: { refund: true } });
const agent = createAgent({ model: 'm', tools: [refund], middleware: [${item}], checkpointer: new MemorySaver() });
const result = await agent.invoke({ messages: [] });
console.log(result.__interrupt__);
`,
    };
    expect(await gatesOf(files)).toEqual(expected);
  });
});
