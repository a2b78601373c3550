import { describe, expect, it } from 'vitest';
import { lintFiles, statedFindings } from '../../rules/lint-files.js';

const PY = `from agents import Agent, FunctionTool, function_tool
@function_tool
def delete_account(id: str) -> str: ...
@function_tool
def get_status() -> str: ...
`;
const TS = `import { Agent, tool } from '@openai/agents';
const t = tool({ name: 'delete_account', description: 'x', parameters: {}, execute: async () => 'x' });
`;

async function read(files: Record<string, string>) {
  const result = await lintFiles(files);
  const agents = result.systems.flatMap((system) => system.agents);
  return {
    tools: agents.map(({ name, tools }) => [name, [...new Set(tools.map((one) => one.name))].sort()]),
    ungated: statedFindings(result, 'approval/missing').length,
  };
}

it.each([
  [
    'the tools of every role, where the role is not known',
    {
      'a.py': `${PY}BY = {"admin": [delete_account], "user": [get_status]}\ndef make(role):\n    return Agent(name="A", tools=BY.get(role, []))\n`,
    },
    [['A', ['delete_account', 'get_status']]],
    1,
  ],
  [
    'tools that are made where they are none yet',
    {
      'a.py': `${PY}def delete_user(i): ...\nALL = [delete_user, get_status]\na = Agent(name="A", tools=[t if isinstance(t, FunctionTool) else function_tool(t) for t in ALL])\n`,
    },
    [['A', ['delete_user', 'get_status']]],
    1,
  ],
  [
    'a tool that has a gate, once, where others are made tools',
    {
      'a.py': `from agents import Agent, FunctionTool, function_tool\n@function_tool(needs_approval=True)\ndef delete_account(id: str) -> str: ...\nALL = [delete_account]\na = Agent(name="A", tools=[t if isinstance(t, FunctionTool) else function_tool(t) for t in ALL])\n`,
    },
    [['A', ['delete_account']]],
    0,
  ],
  [
    'a function that is passed by its name',
    {
      'a.py': `${PY}def refund_payment(i): ...\na = Agent(name="A", tools=[function_tool(func=refund_payment)])\n`,
    },
    [['A', ['refund_payment']]],
    1,
  ],
  [
    'what is added to a list that is computed',
    { 'a.py': `${PY}tools = load()\ntools.append(delete_account)\na = Agent(name="A", tools=tools)\n` },
    [['A', ['delete_account']]],
    1,
  ],
  [
    'what is added to a list that is computed, in TypeScript',
    {
      'a.ts': `${TS}const tools = load();\ntools.push(t);\nexport const a = new Agent({ name: 'A', tools });\n`,
    },
    [['A', ['delete_account']]],
    1,
  ],
  [
    'what a decorator of the project registers',
    {
      'a.py': `${PY}TOOLS = {}\ndef register(fn):\n    TOOLS[fn.__name__] = function_tool(fn)\n    return fn\n@register\ndef delete_user(id: str): ...\na = Agent(name="A", tools=list(TOOLS.values()))\n`,
    },
    [['A', ['delete_user']]],
    1,
  ],
  [
    'what a decorator of the project registers that takes arguments',
    {
      'a.py': `${PY}TOOLS = []\ndef register(group):\n    def add(fn):\n        TOOLS.append(function_tool(fn))\n        return fn\n    return add\n@register("admin")\ndef delete_user(id: str): ...\na = Agent(name="A", tools=TOOLS)\n`,
    },
    [['A', ['delete_user']]],
    1,
  ],
  [
    'what a decorator of the project makes a tool with a gate',
    {
      'a.py': `${PY}def guard(fn):\n    return function_tool(needs_approval=True)(fn)\n@guard\ndef delete_user(id: str): ...\na = Agent(name="A", tools=[delete_user])\n`,
    },
    [['A', ['delete_user']]],
    0,
  ],
  [
    'what is done after a return',
    {
      'a.py': `${PY}def make():\n    out = [get_status]\n    try:\n        return out\n    finally:\n        out.append(delete_account)\na = Agent(name="A", tools=make())\n`,
    },
    [['A', ['delete_account', 'get_status']]],
    1,
  ],
  [
    'what is done after a return, in TypeScript',
    {
      'a.ts': `${TS}function make() {\n  const out = [];\n  try {\n    return out;\n  } finally {\n    out.push(t);\n  }\n}\nexport const a = new Agent({ name: 'A', tools: make() });\n`,
    },
    [['A', ['delete_account']]],
    1,
  ],
  [
    'handoffs that are chosen',
    {
      'a.ts': `${TS}const b = new Agent({ name: 'B', tools: [t] });\nexport const a = new Agent({ name: 'A', handoffs: [b].filter((one) => one.name !== x()) });\n`,
    },
    [
      ['A', []],
      ['B', ['delete_account']],
    ],
    1,
  ],
  [
    'the function that the name stood for',
    {
      'a.py': `${PY}a = Agent(name="A", tools=[delete_account])\n@function_tool(needs_approval=True)\ndef delete_account(id: str, why: str) -> str: ...\n`,
    },
    [['A', ['delete_account']]],
    1,
  ],
  [
    'no class of its own that has the name of one of the SDK',
    {
      'a.py': `${PY}class Agent:\n    def __init__(self, name, tools): ...\na = Agent(name="A", tools=[delete_account])\n`,
    },
    [],
    0,
  ],
  [
    'one agent for each distinct content that a function makes',
    {
      'a.py': `${PY}def make(name, tools):\n    return Agent(name=name, tools=tools)\nmake("A", [delete_account])\nmake("B", [])\nmake("B", [])\n`,
    },
    [
      ['A', ['delete_account']],
      ['B', []],
    ],
    1,
  ],
  [
    'the request of a function in another file',
    {
      'send.ts':
        "import OpenAI from 'openai';\nconst client = new OpenAI();\nexport const ask = (tools: object[]) => client.responses.create({ model: 'm', input: 'x', tools });\n",
      'main.ts':
        "import { ask } from './send';\nawait ask([{ type: 'function', name: 'delete_account', parameters: {} }]);\n",
    },
    [['agent', ['delete_account']]],
    0,
  ],
] as const)('finds %s', async (_, files, tools, ungated) => {
  expect(await read(files)).toEqual({ tools, ungated });
});

it('finds tracing that a function of another file switches off', async () => {
  const result = await lintFiles({
    'setup.py': 'from agents import set_tracing_disabled\ndef prepare():\n    set_tracing_disabled(True)\n',
    'main.py': 'from agents import Agent\nfrom setup import prepare\nprepare()\na = Agent(name="A")\n',
  });
  expect(statedFindings(result, 'tracing/disabled')).toHaveLength(1);
});

describe('a toolkit whose package documents its tools', () => {
  const text = (actions: string, tools = 'kit.get_tools()') => `from agents import Agent
from stripe_agent_toolkit.openai.toolkit import StripeAgentToolkit
kit = StripeAgentToolkit(secret_key=key(), configuration={"actions": ${actions}})
a = Agent(name="A", tools=${tools})
`;

  it('has the tools of the actions that are on', async () => {
    const result = await lintFiles({
      'a.py': text('{"refunds": {"create": True}, "balance": {"read": True}, "prices": {"create": False}}'),
    });
    const [agent] = result.systems.flatMap(({ agents }) => agents);
    expect(agent?.tools.map(({ name, effect }) => [name, effect.effect])).toEqual([
      ['create_refund', 'outward'],
      ['retrieve_balance', 'read'],
    ]);
    expect(statedFindings(result, 'approval/not-gateable')).toHaveLength(1);
  });

  it('has others that are not known where an action is computed', async () => {
    const result = await lintFiles({ 'a.py': text('{"refunds": {"create": flag()}}', '[*kit.get_tools()]') });
    expect(result.systems[0]?.unresolved.map(({ why }) => why)).toEqual(['computed by flag()']);
  });

  it('is not read where its actions are not in the file', async () => {
    const result = await lintFiles({ 'a.py': text('load()') });
    expect(result.systems[0]?.unresolved.map(({ why }) => why)).toEqual(['computed by kit.get_tools()']);
  });
});
