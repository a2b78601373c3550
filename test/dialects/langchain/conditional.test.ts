import { describe, expect, it } from 'vitest';
import { findingsOf } from './findings.js';

const PY = `import os, requests
from fastapi import FastAPI
from pydantic import BaseModel
from deepagents import create_deep_agent
from langchain.agents import create_agent
from langchain.agents.middleware import HumanInTheLoopMiddleware
from langchain.tools import tool
from langgraph.prebuilt import create_react_agent
app = FastAPI()
class Body(BaseModel):
    text: str
    auto: bool = False
@tool
def issue_refund(charge: str) -> str:
    """Refund a charge."""
    requests.post("https://pay.example.com/refunds", json={"charge": charge})
    return "ok"
HITL = HumanInTheLoopMiddleware(interrupt_on={"issue_refund": True})
`;
const RUN = `
r = agent.invoke({"messages": []}, {"configurable": {"thread_id": "1"}, "recursion_limit": 20})
print(r.get("__interrupt__"))
`;
const IN_PLACE = `    agent = create_agent("openai:gpt-5", tools=[issue_refund], middleware=mw, checkpointer=saver)
    r = agent.invoke({"messages": []}, {"configurable": {"thread_id": "1"}, "recursion_limit": 20})
    return {"pending": r.get("__interrupt__")}
`;
const made = (list: string): string =>
  `${PY}${list}
agent = create_agent("openai:gpt-5", tools=[issue_refund], middleware=mw, checkpointer=saver)
${RUN}`;
const deep = (map: string): string =>
  `${PY}agent = create_deep_agent(model="openai:gpt-5", tools=[issue_refund], interrupt_on=${map}, checkpointer=saver)
${RUN}`;
const graph = (list: string): string =>
  `${PY}agent = create_react_agent("m", [issue_refund], checkpointer=saver, interrupt_before=${list})
cfg = {"configurable": {"thread_id": "1"}, "recursion_limit": 20}
agent.invoke({"messages": []}, cfg)
if agent.get_state(cfg).next and input("? ") == "y":
    agent.invoke(None, cfg)
`;
const posted = (list: string): string =>
  `${PY}@app.post("/run")
async def run(body: Body):
    mw = ${list}
${IN_PLACE}`;
const passed = (list: string): string => `${PY}def run(text: str, auto: bool):
    mw = []
${list}
${IN_PLACE}`;
const ts = (list: string): string => `import { createAgent, humanInTheLoopMiddleware, tool } from 'langchain';
import express from 'express';
import { z } from 'zod';
const issueRefund = tool(async ({ charge }) => {
  await fetch('https://pay.example.com/refunds', { method: 'POST', body: JSON.stringify({ charge }) });
  return 'ok';
}, { name: 'issue_refund', description: 'Refund a charge', schema: z.object({ charge: z.string() }) });
const hitl = humanInTheLoopMiddleware({ interruptOn: { issue_refund: true } });
const app = express();
app.post('/run', async (req, res) => {
  const agent = createAgent({ model: 'openai:gpt-5', tools: [issueRefund], checkpointer, middleware: ${list} });
  const r = await agent.invoke({ messages: [] }, { configurable: { thread_id: '1' } });
  res.json({ pending: r.__interrupt__ });
});
`;

const MISSING = ['approval/missing at def issue_refund(charge: str) -> str:'];
const UNKNOWN = ['approval/missing ?'];

describe('a gate that is there under a condition', () => {
  it.each<[string, string, string, string, string[]]>([
    [
      'a setting, in a choice',
      'a.py',
      made('mw = [HITL]'),
      made('mw = [HITL] if os.getenv("HITL") == "1" else []'),
      MISSING,
    ],
    [
      'a setting, added to the list',
      'a.py',
      made('mw = []\nmw.append(HITL)'),
      made('mw = []\nif os.getenv("HITL") == "1":\n    mw.append(HITL)'),
      MISSING,
    ],
    [
      'a setting, of one of two middlewares',
      'a.py',
      made('mw = [HITL] if os.getenv("A") else [HITL]'),
      made('mw = [HITL] if os.getenv("A") else []'),
      MISSING,
    ],
    [
      'a setting, before a node',
      'a.py',
      graph('["tools"]'),
      graph('["tools"] if os.getenv("HITL") == "1" else []'),
      MISSING,
    ],
    [
      'a setting, of a map',
      'a.py',
      deep('{"issue_refund": True}'),
      deep('{"issue_refund": True} if os.getenv("HITL") == "1" else {}'),
      MISSING,
    ],
    [
      'a parameter',
      'a.py',
      passed('    mw.append(HITL)'),
      passed('    if not auto:\n        mw.append(HITL)'),
      UNKNOWN,
    ],
    [
      'the body of a request',
      'a.py',
      posted('[HITL]'),
      posted('[] if body.auto else [HITL]'),
      ['approval/auto-approved at mw = [] if body.auto else [HITL]'],
    ],
    [
      'the body of a request, in TypeScript',
      'a.ts',
      ts('[hitl]'),
      ts('req.body.auto ? [] : [hitl]'),
      [
        "approval/auto-approved at const agent = createAgent({ model: 'openai:gpt-5', tools: [issueRefund], checkpointer, middleware: req.body.auto ? [] : [hitl] });",
      ],
    ],
  ])('is not plainly there: %s', async (_, file, always, sometimes, expected) => {
    expect(await findingsOf(file, always)).toEqual([]);
    expect(await findingsOf(file, sometimes)).toEqual(expected);
  });
});

describe('a gate that callers of a function can switch off', () => {
  const optional = (test: string, given: string): string =>
    ts('make({})')
      .replace('app.post(', `const make = (options: { hitl?: boolean } = {}) => (${test});\napp.post(`)
      .replace('make({})', `make(${given})`);
  const GIVEN = [
    "approval/missing at }, { name: 'issue_refund', description: 'Refund a charge', schema: z.object({ charge: z.string() }) });",
  ];
  const OFF = 'options.hitl === false ? [] : [hitl]';
  const ON = 'options.hitl ? [hitl] : []';
  it.each([
    [OFF, '', []],
    [OFF, '{}', []],
    [OFF, '{ hitl: true }', []],
    [OFF, '{ hitl: false }', GIVEN],
    [ON, '', GIVEN],
    [ON, '{ hitl: true }', []],
    [OFF, 'await load()', ['approval/missing ?']],
  ])('is there if they do not: %s, given (%s)', async (test, given, expected) => {
    expect(await findingsOf('a.ts', optional(test, given))).toEqual(expected);
  });
});

describe('a gate in the object of a subagent, out of line', () => {
  const GIVEN = ["approval/missing at { name: 'issue_refund', description: 'Refund a charge' });"];
  const subagent = (set: string) => `import { createDeepAgent } from 'deepagents';
import { tool } from '@langchain/core/tools';
import { MemorySaver } from '@langchain/langgraph';
const refund = tool(
  async ({ id }) => (await fetch('https://api.example.com/refunds/' + id, { method: 'POST' })).text(),
  { name: 'issue_refund', description: 'Refund a charge' });
const billing: { interruptOn?: object } = { name: 'billing', description: 'b', systemPrompt: 'x', tools: [refund] };
${set}
const agent = createDeepAgent({ model: 'm', tools: [], subagents: [billing], checkpointer: new MemorySaver() });
const result = await agent.invoke({ messages: [] }, { configurable: { thread_id: '1' }, recursionLimit: 50 });
if (result.__interrupt__) console.log(result.__interrupt__);
`;
  const SET = 'billing.interruptOn = { issue_refund: true };';
  it.each([
    [SET, []],
    ['', GIVEN],
    [`if (process.env.HITL === '1') ${SET}`, GIVEN],
    [`if (process.env.HITL !== '0') ${SET}`, []],
    [`if (process.argv.includes('--ask')) ${SET}`, GIVEN],
    [`if (load()) ${SET}`, ['approval/missing ?']],
    [SET.replace('true', 'false'), ['approval/missing at billing.interruptOn = { issue_refund: false };']],
  ])('counts where it is there by default: %s', async (set, expected) => {
    expect(await findingsOf('a.ts', subagent(set))).toEqual(expected);
  });
});
