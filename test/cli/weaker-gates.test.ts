import { describe, expect, it } from 'vitest';
import { type LintRequest, lint } from '../../src/index.js';
import { newRepository } from './repository.js';

/** A program with a gate, by who decides at its position: `COND` lets the call run, `ITEM` and `AMOUNT` are of the call. */
interface Position {
  readonly ending: 'py' | 'ts';
  readonly item: string;
  readonly amount: string;
  readonly text: string;
}

const PY_HEAD = `import json
import os
import requests
from hotel_policy import permits
from openai import OpenAI

`;
const PY_PAYS = `    """Refund a guest."""
    return requests.post("https://api.hotel.example/refunds", json={"guest": guest, "amount": amount}).text

`;
const PY_AGENTS = `from agents import Agent, Runner, function_tool

@function_tool(needs_approval=True)
def refund_guest(guest: str, amount: int) -> str:
${PY_PAYS}`;
const PY_LANG = `from langchain.agents import create_agent
from langchain.agents.middleware import wrap_tool_call
from langchain_core.tools import tool
from langchain_openai import ChatOpenAI
from langgraph.graph import END, START, MessagesState, StateGraph
from langgraph.prebuilt import ToolNode
from langgraph.types import Command

@tool
def refund_guest(guest: str, amount: int) -> str:
${PY_PAYS}`;
const PY_SDK =
  'from claude_agent_sdk import ClaudeAgentOptions, HookMatcher, PermissionResultAllow, PermissionResultDeny, query\n\n';
const pyQuery = (option: string): string => `
async def main():
    async for one in query(prompt="hi", options=ClaudeAgentOptions(permission_mode="default", tools=["Bash"], max_turns=8, ${option})):
        print(one)
`;
const TS_HEAD = "import { generateText } from 'ai';\nimport { permits } from 'hotel-policy';\n";
const TS_PAYS =
  "(await fetch('https://api.hotel.example/refunds', { method: 'POST', body: JSON.stringify(input) })).text()";
const tsTool = (gate: string): string => `import { Agent, run, tool } from '@openai/agents';
import { z } from 'zod';
const refund = tool({ name: 'refund_guest', description: 'Refund a guest', parameters: z.object({ amount: z.number() }), ${gate} });
const desk = new Agent({ name: 'desk', tools: [refund] });
`;
const tsQuery = (option: string): string =>
  `for await (const one of query({ prompt: 'hi', options: { permissionMode: 'default', tools: ['Bash'], maxTurns: 8, ${option} } })) console.log(one);\n`;

const POSITIONS: Readonly<Record<string, Position>> = {
  'approval loop in Python': {
    ending: 'py',
    item: 'one.name',
    amount: 'json.loads(one.raw_item.arguments)["amount"]',
    text: `${PY_HEAD}${PY_AGENTS}desk = Agent(name="desk", tools=[refund_guest])

async def main():
    result = await Runner.run(desk, "hello", max_turns=8)
    while result.interruptions:
        state = result.to_state()
        for one in result.interruptions:
            if COND:
                state.approve(one)
            else:
                state.reject(one)
        result = await Runner.run(desk, state, max_turns=8)
`,
  },
  'body in Python': {
    ending: 'py',
    item: 'guest',
    amount: 'amount',
    text: `${PY_HEAD}${PY_AGENTS.replace('(needs_approval=True)', '').replace(
      '    return requests',
      '    if not (COND):\n        return "no"\n    return requests',
    )}desk = Agent(name="desk", tools=[refund_guest])
Runner.run_sync(desk, "hello", max_turns=8)
`,
  },
  'node in Python': {
    ending: 'py',
    item: '"refund"',
    amount: 'state["messages"][-1].tool_calls[0]["args"]["amount"]',
    text: `${PY_HEAD}${PY_LANG}model = ChatOpenAI(model="m").bind_tools([refund_guest])

def think(state):
    return {"messages": [model.invoke(state["messages"])]}

def gate(state):
    if COND:
        return Command(goto="act")
    return Command(goto=END)

graph = StateGraph(MessagesState)
graph.add_node("think", think)
graph.add_node("gate", gate)
graph.add_node("act", ToolNode([refund_guest]))
graph.add_edge(START, "think")
graph.add_edge("think", "gate")
graph.add_edge("act", "think")
desk = graph.compile()
desk.invoke({"messages": []}, {"recursion_limit": 9})
`,
  },
  'middleware in Python': {
    ending: 'py',
    item: 'request.tool_call["name"]',
    amount: 'request.tool_call["args"]["amount"]',
    text: `${PY_HEAD}${PY_LANG}@wrap_tool_call
def gate(request, handler):
    if COND:
        return handler(request)
    return "no"

desk = create_agent("m", tools=[refund_guest], middleware=[gate])
desk.invoke({"messages": []}, {"recursion_limit": 9})
`,
  },
  'callback in Python': {
    ending: 'py',
    item: 'name',
    amount: 'given["amount"]',
    text: `${PY_HEAD}${PY_SDK}async def can(name, given, context):
    if COND:
        return PermissionResultAllow()
    return PermissionResultDeny(message="no")
${pyQuery('can_use_tool=can')}`,
  },
  'hook in Python': {
    ending: 'py',
    item: 'given["tool_name"]',
    amount: 'given["tool_input"]["amount"]',
    text: `${PY_HEAD}${PY_SDK}async def before(given, tool_use_id, context):
    if COND:
        return {"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "allow"}}
    return {"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny"}}
${pyQuery('hooks={"PreToolUse": [HookMatcher(matcher="Bash", hooks=[before])]}')}`,
  },
  'loop by hand in Python': {
    ending: 'py',
    item: '"refund"',
    amount: 'args["amount"]',
    text: `${PY_HEAD}ai = OpenAI()
TOOLS = [{"type": "function", "function": {"name": "refund_guest", "description": "Refund a guest.", "parameters": {}}}]

def refund_guest(guest, amount):
${PY_PAYS}def main(messages):
    for turn in range(8):
        reply = ai.chat.completions.create(model="m", messages=messages, tools=TOOLS)
        for call in reply.choices[0].message.tool_calls or []:
            args = json.loads(call.function.arguments)
            if call.function.name == "refund_guest":
                if COND:
                    refund_guest(**args)

main([])
`,
  },
  'store in Python': {
    ending: 'py',
    item: 'request_id',
    amount: 'amount',
    text: `${PY_HEAD}from agents import Agent, Runner, function_tool
from fastapi import FastAPI

app = FastAPI()
approved = set()

@app.post("/requests/{request_id}")
def accept(request_id: str, agreed: bool, amount: int):
    if COND:
        approved.add(request_id)

@function_tool
def refund_guest(guest: str, amount: int, request_id: str) -> str:
    """Refund a guest."""
    if request_id not in approved:
        return "no"
    return requests.post("https://api.hotel.example/refunds", json={"guest": guest, "amount": amount}).text

desk = Agent(name="desk", tools=[refund_guest])
Runner.run_sync(desk, "hello", max_turns=8)
`,
  },
  'approval loop in TypeScript': {
    ending: 'ts',
    item: 'one.name',
    amount: 'one.rawItem.arguments.amount',
    text: `${TS_HEAD}${tsTool(`needsApproval: true, execute: async (input) => ${TS_PAYS}`)}export async function main() {
  let result = await run(desk, 'hi', { maxTurns: 8 });
  while (result.interruptions.length > 0) {
    for (const one of result.interruptions) {
      if (COND) result.state.approve(one);
      else result.state.reject(one);
    }
    result = await run(desk, result.state, { maxTurns: 8 });
  }
}
`,
  },
  'body in TypeScript': {
    ending: 'ts',
    item: "'refund'",
    amount: 'input.amount',
    text: `${TS_HEAD}${tsTool(`execute: async (input) => {
  if (!(COND)) return 'no';
  return ${TS_PAYS};
}`)}await run(desk, 'hi', { maxTurns: 8 });
`,
  },
  'callback in TypeScript': {
    ending: 'ts',
    item: 'name',
    amount: 'input.amount',
    text: `${TS_HEAD}import { query } from '@anthropic-ai/claude-agent-sdk';
const canUseTool = async (name, input) => {
  if (COND) return { behavior: 'allow', updatedInput: input };
  return { behavior: 'deny', message: 'no' };
};
${tsQuery('canUseTool')}`,
  },
  'hook in TypeScript': {
    ending: 'ts',
    item: 'given.tool_name',
    amount: 'given.tool_input.amount',
    text: `${TS_HEAD}import { query } from '@anthropic-ai/claude-agent-sdk';
const before = async (given) => {
  if (COND) return { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'allow' } };
  return { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny' } };
};
${tsQuery("hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [before] }] }")}`,
  },
  'middleware in TypeScript': {
    ending: 'ts',
    item: 'request.toolCall.name',
    amount: 'request.toolCall.args.amount',
    text: `${TS_HEAD}import { createAgent, createMiddleware, tool } from 'langchain';
import { z } from 'zod';
const refund = tool(async (input) => ${TS_PAYS}, { name: 'refund_guest', description: 'Refund a guest', schema: z.object({ amount: z.number() }) });
const gate = createMiddleware({ name: 'gate', wrapToolCall: async (request, handler) => {
  if (COND) return handler(request);
  return 'no';
} });
const desk = createAgent({ model: 'm', tools: [refund], middleware: [gate] });
await desk.invoke({ messages: [] }, { recursionLimit: 9 });
`,
  },
};

/** What a gate becomes at each of these positions, beside the person who decided before. */
const WEAKER: Readonly<Record<string, Readonly<Record<Position['ending'], string>>>> = {
  'a function that is not read': { py: 'permits(ITEM)', ts: 'await permits(ITEM)' },
  'that, or a person': { py: '(permits(ITEM) or PERSON)', ts: '((await permits(ITEM)) || PERSON)' },
  'a setting': { py: 'os.environ.get("AUTO") == "1"', ts: "process.env.AUTO === '1'" },
  'a setting, or a person': {
    py: '(os.environ.get("AUTO") == "1" or PERSON)',
    ts: "(process.env.AUTO === '1' || PERSON)",
  },
  'a threshold, else a person': { py: '(AMOUNT < 1_000 or PERSON)', ts: '(AMOUNT < 1_000 || PERSON)' },
  'a model, else a person': {
    py: '(OpenAI().responses.create(model="m", input=ITEM).output_text == "y" or PERSON)',
    ts: "((await generateText({ model: 'm', prompt: ITEM })).text === 'y' || PERSON)",
  },
};
const PERSON = { py: 'input(f"Allow {ITEM}? ") == "y"', ts: "prompt(`Allow ${ITEM}?`) === 'y'" };

/** A tool with a setting of its framework, which is `VALUE`. */
const SETTINGS: Readonly<Record<string, readonly [file: string, text: string, always: string]>> = {
  'HITL middleware': [
    'py',
    `${PY_HEAD}${PY_LANG}from langchain.agents.middleware import HumanInTheLoopMiddleware
from langgraph.checkpoint.memory import InMemorySaver
desk = create_agent("m", tools=[refund_guest], checkpointer=InMemorySaver(), middleware=[HumanInTheLoopMiddleware(interrupt_on={"refund_guest": VALUE})])
`,
    'True',
  ],
  needsApproval: [
    'ts',
    `${TS_HEAD}import { stepCountIs, tool, ToolLoopAgent } from 'ai';
import { z } from 'zod';
const refund = tool({ description: 'Refund a guest', inputSchema: z.object({ amount: z.number() }), needsApproval: VALUE, execute: async (input) => ${TS_PAYS} });
export const desk = new ToolLoopAgent({ model: 'm', tools: { refund }, stopWhen: stepCountIs(8) });
`,
    'true',
  ],
  requireApproval: [
    'ts',
    `${TS_HEAD}import { createTool } from '@mastra/core/tools';
import { Agent } from '@mastra/core/agent';
import { z } from 'zod';
const refund = createTool({ id: 'refund-guest', description: 'Refund a guest', inputSchema: z.object({ amount: z.number() }), requireApproval: VALUE, execute: async (input) => ${TS_PAYS} });
export const desk = new Agent({ id: 'desk', name: 'desk', model: 'openai/gpt-5', instructions: 'x', tools: { refund } });
`,
    'true',
  ],
};
const VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'HITL middleware': {
    'a condition':
      '{"allowed_decisions": ["approve", "reject"], "when": lambda request: request.tool_call["args"]["amount"] > 10**9}',
    'a function that is not read': 'permits("refund")',
    'a setting': 'os.environ.get("ASK") == "1"',
  },
  needsApproval: {
    'a threshold': 'async ({ amount }) => amount > 1e9',
    'a function that is not read': 'permits',
    'a setting': "process.env.ASK === '1'",
    'a model':
      "async ({ amount }) => (await generateText({ model: 'm', prompt: String(amount) })).text === 'y'",
  },
  requireApproval: {
    'a threshold': '({ amount }) => amount > 1e9',
    'a function that is not read': 'permits',
    'a setting': "process.env.ASK === '1'",
  },
};

interface Row {
  readonly title: string;
  readonly file: string;
  readonly before: string;
  readonly after: string;
}

const rows: readonly Row[] = [
  ...Object.entries(POSITIONS).flatMap(([position, { ending, item, amount, text }], at) => {
    // A request is answered by a field of it.
    const person = position.startsWith('store') ? 'agreed' : PERSON[ending];
    const withDecision = (decision: string) =>
      text.replace(
        'COND',
        decision.replaceAll('PERSON', person).replaceAll('ITEM', item).replaceAll('AMOUNT', amount),
      );
    // A test of any field of such a request is taken for its answer.
    const forms = Object.entries(WEAKER).filter(
      ([form]) => !position.startsWith('store') || !form.startsWith('a threshold'),
    );
    return forms.map(([form, by], index) => ({
      title: `${position}: ${form}`,
      file: `p${at}x${index}.${ending}`,
      before: withDecision('PERSON'),
      after: withDecision(by[ending]),
    }));
  }),
  ...Object.entries(SETTINGS).flatMap(([setting, [ending, text, always]], at) =>
    Object.entries(VALUES[setting] ?? {}).map(([form, value], index) => ({
      title: `${setting}: ${form}`,
      file: `s${at}x${index}.${ending}`,
      before: text.replace('VALUE', always),
      after: text.replace('VALUE', value),
    })),
  ),
];

const LOST =
  /^approval\/missing .* is lost.*: (?:at the base .*\(.*\), and .*|approval was shown at the base \(.*\) and cannot be known any more: .+)\.$/;

describe('a gate that people answered', () => {
  it('is an error of `--since`, and lost in `diff`, once it is weaker at any position', async () => {
    const files = (side: 'before' | 'after') => rows.map((row) => [row.file, row[side]] as const);
    const repository = newRepository(Object.fromEntries(files('before')));
    const errorsIn = async (mode: LintRequest): Promise<ReadonlyMap<string, readonly string[]>> => {
      const found = new Map<string, string[]>();
      for (const { file, rule, severity, message } of (await lint({ cwd: repository.folder, ...mode }))
        .findings)
        if (severity === 'error') found.set(file, [...(found.get(file) ?? []), `${rule} ${message}`]);
      return found;
    };
    for (const [file, text] of files('after')) repository.write(file, text);
    repository.git('add', '-A');
    const whole = await errorsIn({});
    const compared = await errorsIn({ since: 'main' });
    const { status, stdout } = await repository.run('diff', 'main', '--format', 'json');
    const { changes } = JSON.parse(stdout) as { changes: { kind: string; is?: string; file: string }[] };
    const lost = new Set(
      changes.flatMap(({ kind, is, file }) =>
        kind === 'gate' && (is === 'lost' || is === 'undecidable') ? [file] : [],
      ),
    );
    const wrong = rows.flatMap(({ title, file }) => {
      const known = whole.get(file) ?? [];
      const [only = '', ...others] = compared.get(file) ?? [];
      // What a run over the whole project does not know names the gate of the base, and what is there now.
      const isNamed = known.length > 0 ? only === known[0] : LOST.test(only);
      return isNamed && others.length === 0 && lost.has(file) ? [] : [{ title, known, only, others }];
    });
    expect(wrong).toEqual([]);
    expect(status).toBe(1);
  }, 120_000);
});
