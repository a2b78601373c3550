import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

const HEAD = `from agents import Agent, FunctionTool, function_tool
@function_tool
def issue_refund(i: str): ...
`;

/** Tools of each agent with the state of their gate, and why others may be there. */
async function read(text: string, file = 'a.py') {
  const { systems } = await lintFiles({ [file]: text });
  return {
    tools: systems.flatMap(({ agents }) =>
      agents.flatMap(({ tools }) => tools.map(({ name, approval }) => `${name} ${approval.state}`)),
    ),
    open: systems.flatMap(({ unresolved }) => unresolved.map(({ why }) => why)),
  };
}

const REFUND = { tools: ['issue_refund absent'], open: [] };

describe('a parameter for which a function has a usual value', () => {
  it.each([
    ['if tools is None:\n        tools = []\n    return Agent(name="A", tools=tools)'],
    ['if not tools:\n        tools = []\n    return Agent(name="A", tools=tools)'],
    ['tools = tools or []\n    return Agent(name="A", tools=tools)'],
    ['tools = list(tools or [])\n    return Agent(name="A", tools=tools)'],
    ['return Agent(name="A", tools=tools or [])'],
  ])('is what is passed: %j', async (body) => {
    const text = `${HEAD}def make(tools=None):\n    ${body}\nmake([issue_refund])\n`;
    expect(await read(text)).toEqual(REFUND);
    const usual = text.replace('[])', '[issue_refund])').replace('= []', '= [issue_refund]');
    if (usual !== text)
      expect((await read(usual.replace('make([issue_refund])', 'make()'))).tools).toEqual(REFUND.tools);
  });

  it.each([
    ['if not tools', '[]', REFUND.tools],
    ['if tools is None', '[]', []],
    ['if not tools', 'None', REFUND.tools],
    ['if tools is not None', '[]', REFUND.tools],
  ])(
    'is the usual value where what is passed counts as nothing: %s, %s',
    async (condition, passed, tools) => {
      const text = `${HEAD}def make(tools=None):\n    ${condition}:\n        tools = [issue_refund]\n    return Agent(name="A", tools=tools)\nmake(${passed})\n`;
      expect((await read(text)).tools).toEqual(tools);
    },
  );

  it('is what the other side of a condition makes of it', async () => {
    const text = `${HEAD}def make(tools=None):\n    if tools is None:\n        tools = []\n    else:\n        tools = tools + [issue_refund]\n    return Agent(name="A", tools=tools)\nmake([])\n`;
    expect((await read(text)).tools).toEqual(REFUND.tools);
  });

  it('is a gate that every call has, where one that is off is switched on', async () => {
    const text = `${HEAD}def make(name, ask=False):\n    if not ask:\n        ask = True\n    return FunctionTool(name=name, needs_approval=ask)\nAgent(name="A", tools=[make("delete_row")])\n`;
    expect((await read(text)).tools).toEqual(['delete_row shown']);
  });

  it.each([
    ['if (!t) { t = [refund]; }', '', REFUND.tools],
    ['if (!t) t = [refund];', '', REFUND.tools],
    ['t ??= [refund];', '', REFUND.tools],
    ['if (!t) { t = []; } else { t = [...t, refund]; }', '[]', REFUND.tools],
    ['t = [];', '[refund]', []],
  ])('is what the function makes of it in TypeScript: %s, %s', async (body, passed, tools) => {
    const text = `import { Agent, tool } from '@openai/agents';
const refund = tool({ name: 'issue_refund', execute: async () => 'x' });
function make(t?: Tool[]) {
  ${body}
  return new Agent({ name: 'A', tools: t });
}
make(${passed});
`;
    expect((await read(text, 'a.ts')).tools).toEqual(tools);
  });

  it.each(['if (!tools) { tools = []; }', 'if (tools === undefined) { tools = []; }', 'tools ??= [];'])(
    'is what is passed in TypeScript: %s',
    async (filled) => {
      const text = `import { Agent, tool } from '@openai/agents';
const refund = tool({ name: 'issue_refund', execute: async () => 'x' });
function make(name: string, tools?: Tool[]) {
  ${filled}
  return new Agent({ name, tools });
}
make('A', [refund]);
`;
      expect(await read(text, 'a.ts')).toEqual(REFUND);
    },
  );

  it('is the usual value, or another, where no call is seen', async () => {
    const text = `${HEAD}def make(tools=None):\n    if tools is None:\n        tools = [issue_refund]\n    return Agent(name="A", tools=tools)\n`;
    expect(await read(text)).toEqual({ ...REFUND, open: ['assigned in several places'] });
  });

  it('is a gate where that is the usual one, and none where a call says so', async () => {
    const text = `${HEAD}def make(name, ask=None):
    if ask is None:
        ask = True
    return FunctionTool(name=name, needs_approval=ask)
Agent(name="A", tools=[make("delete_row"), make("send_mail", False)])
`;
    expect((await read(text)).tools).toEqual(['delete_row shown', 'send_mail absent']);
  });

  it('is not known where another condition replaces it', async () => {
    const text = `${HEAD}def make(name, ask=True):
    if debug():
        ask = False
    return FunctionTool(name=name, needs_approval=ask)
Agent(name="A", tools=[make("delete_row")])
`;
    expect((await read(text)).tools).toEqual(['delete_row undecidable']);
  });

  it('is added to by what the function makes of it', async () => {
    const text = `${HEAD}@function_tool
def delete_row(i: str): ...
def make(tools):
    tools = [*tools, delete_row]
    return Agent(name="A", tools=tools)
make([issue_refund])
`;
    expect(await read(text)).toEqual({ tools: ['issue_refund absent', 'delete_row absent'], open: [] });
  });
});

describe('a side of a choice in Python', () => {
  it.each([
    ['[] or [issue_refund]', 'None'],
    ['[issue_refund] or []', 'None'],
    ['[issue_refund] if ON else []', 'True'],
    ['[] if not ON else [issue_refund]', 'True'],
  ])('is taken where it is written down which: %s', async (list, on) => {
    expect(await read(`${HEAD}ON = ${on}\nAgent(name="A", tools=${list})\n`)).toEqual(REFUND);
  });

  it('is read in each case where a function that may run at any time sets it', async () => {
    const before = 'ON = False\ndef switch():\n    global ON\n    ON = True';
    const text = `${HEAD}${before}\nAgent(name="A", tools=[issue_refund] if ON else [])\n`;
    expect(await read(text)).toEqual({ ...REFUND, open: [] });
  });

  it.each([['it may have been added to', 'import os\nON = []\nif os.getenv("X"):\n    ON.append(1)', 'ON']])(
    'is read in each case where %s',
    async (_, before, test) => {
      const text = `${HEAD}${before}\nAgent(name="A", tools=[issue_refund] if ${test} else [])\n`;
      expect(await read(text)).toEqual({ ...REFUND, open: [] });
    },
  );

  it.each([
    '[issue_refund] if settings.pay else []',
    '[] if not settings.pay else [issue_refund]',
    '[issue_refund] if pay else []',
    '[] if not pay else [issue_refund]',
  ])('is read in each case that settings, which the environment may replace, choose: %s', async (list) => {
    const text = `${HEAD}from pydantic_settings import BaseSettings
class Settings(BaseSettings):
    pay: bool = False
settings = Settings()
pay = settings.pay
Agent(name="A", tools=${list})
`;
    expect(await read(text)).toEqual({ ...REFUND, open: [] });
  });
});
