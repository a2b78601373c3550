import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

const HEAD_PY = `import os
from agents import Agent, function_tool
@function_tool
def issue_refund(i): ...
@function_tool
def get_order(i): ...
`;
const HEAD_TS = `import { Agent, tool } from '@openai/agents';
const refund = tool({ name: 'issue_refund', description: 'x', parameters: {}, execute: async () => 'x' });
const order = tool({ name: 'get_order', description: 'x', parameters: {}, execute: async () => 'x' });
`;

async function read(file: string, text: string) {
  const { systems, findings } = await lintFiles({ [file]: text });
  const agents = systems.flatMap((one) => one.agents);
  return {
    names: agents.map(({ name }) => name),
    tools: agents.map(({ tools }) => tools.map(({ name }) => name).sort()),
    open: systems.flatMap(({ unresolved }) => unresolved.map(({ why }) => why)),
    errors: findings
      .filter(({ rule }) => rule === 'approval/missing')
      .map(({ range: { start } }) => `${start.line}:${start.column}`),
  };
}

const BOTH = ['get_order', 'issue_refund'];

describe('a list that is assigned under a condition', () => {
  it.each<[string, string, string[], string[], string[]]>([
    [
      'is kept or replaced',
      'a = Agent(name="A", tools=[get_order])\nif os.environ.get("R"):\n    a.tools = [issue_refund]',
      BOTH,
      ['4:5'],
      [],
    ],
    [
      'replaces what acts',
      'a = Agent(name="A", tools=[issue_refund])\nif os.environ.get("R"):\n    a.tools = [get_order]',
      BOTH,
      ['4:5'],
      [],
    ],
    [
      'is the only one',
      'a = Agent(name="A")\nif os.environ.get("R"):\n    a.tools = [issue_refund]',
      ['issue_refund'],
      ['4:5'],
      [],
    ],
    [
      'is one of two',
      'def make(tools):\n    a = Agent(name="A", tools=[get_order])\n    if tools:\n        a.tools = tools\n    else:\n        a.tools = [issue_refund]\n    return a',
      ['issue_refund'],
      ['4:5'],
      ['assigned under a condition'],
    ],
    [
      'is built of what was there',
      'a = Agent(name="A", tools=[get_order])\nif os.environ.get("R"):\n    a.tools = a.tools + [issue_refund]',
      BOTH,
      ['4:5'],
      [],
    ],
    [
      'stands among other options',
      'o = dict(name="A", tools=[get_order])\nif os.environ.get("R"):\n    o.update(tools=[issue_refund])\na = Agent(**o)',
      BOTH,
      ['4:5'],
      [],
    ],
    [
      'reads alone',
      'a = Agent(name="A")\nif os.environ.get("R"):\n    a.tools = [get_order]',
      ['get_order'],
      [],
      [],
    ],
    [
      'is computed',
      'a = Agent(name="A", tools=[get_order])\nif os.environ.get("R"):\n    a.tools = load()',
      ['get_order'],
      [],
      ['assigned under a condition'],
    ],
  ])('%s in Python, open where a list is not read', async (_, text, held, found, unread) => {
    const { tools, open, errors } = await read('a.py', `${HEAD_PY}${text}\n`);
    expect([tools, [...new Set(open)], errors]).toEqual([[held], unread, found]);
  });

  it.each([
    [
      'replaced for certain',
      'a = Agent(name="A", tools=[issue_refund])\na.tools = [get_order]',
      ['get_order'],
    ],
    [
      'of another agent',
      'b = Agent(name="A", tools=[get_order])\nif os.environ.get("R"):\n    c.tools = [issue_refund]',
      ['get_order'],
    ],
  ])('is no such thing where it is %s', async (_, text, held) => {
    const { tools, open, errors } = await read('a.py', `${HEAD_PY}${text}\n`);
    expect([tools, open, errors]).toEqual([[held], [], []]);
  });

  it.each([
    ['both sides', 'if x:\n    a.tools = [get_order]\nelse:\n    a.tools = []', ['get_order'], []],
    [
      'three sides',
      'if x:\n    a.tools = [get_order]\nelif y:\n    a.tools = []\nelse:\n    a.tools = []',
      ['get_order'],
      [],
    ],
    ['one side of two', 'if x:\n    a.tools = [get_order]\nelse:\n    pass', BOTH, ['4:5']],
    [
      'both sides, of which one keeps it',
      'if x:\n    a.tools = [get_order]\nelse:\n    a.tools = [*a.tools]',
      BOTH,
      ['4:5'],
    ],
    ['no last side', 'if x:\n    a.tools = [get_order]\nelif y:\n    a.tools = []', BOTH, ['4:5']],
    ['another agent, too', 'if x:\n    a.tools = [get_order]\nelse:\n    b.tools = []', BOTH, ['4:5']],
    [
      'both sides under a condition',
      'if y:\n    if x:\n        a.tools = [get_order]\n    else:\n        a.tools = []',
      BOTH,
      ['4:5'],
    ],
    [
      'a side under a condition',
      'if x:\n    a.tools = [get_order]\nelse:\n    if y:\n        a.tools = []',
      BOTH,
      ['4:5'],
    ],
  ])('is gone where it is replaced on every side: %s', async (_, text, held, found) => {
    const head = `${HEAD_PY}a = Agent(name="A", tools=[issue_refund])\n`;
    const { tools, errors } = await read('a.py', `${head}${text}\n`);
    expect([tools, errors]).toEqual([[held], found]);
  });

  it.each([
    ['{ a.tools = [order]; } else { a.tools = []; }', ['get_order']],
    ['a.tools = [order]; else a.tools = [];', ['get_order']],
    ['{ a.tools = [order]; } else if (y) { a.tools = []; } else { a.tools = []; }', ['get_order']],
    ['{ a.tools = [order]; } else if (y) { a.tools = []; }', BOTH],
    ['{ a.tools = [order]; } else { if (y) a.tools = []; }', BOTH],
  ])('is gone where every side replaces it in TypeScript: if (x) %s', async (text, held) => {
    const { tools } = await read(
      'a.ts',
      `${HEAD_TS}const a = new Agent({ name: 'A', tools: [refund] });\nif (x) ${text}\n`,
    );
    expect(tools).toEqual([held]);
  });

  it('keeps words apart: an allow-list of one or the other is computed', async () => {
    const text = `const m: any = { serverLabel: 's', serverUrl: 'https://x.example.com/', allowedTools: ['get_x'] };
if (process.env.X) m.allowedTools = ['delete_x'];
export const a = new Agent({ name: 'A', tools: [hostedMcpTool(m)] });
`;
    const { systems, findings } = await lintFiles({
      'a.ts': `${HEAD_TS.replace('tool }', 'tool, hostedMcpTool }')}${text}`,
    });
    const [server] = systems.flatMap(({ agents }) => agents.flatMap(({ mcpServers }) => mcpServers));
    expect(server?.allowedTools.state).toBe('undecidable');
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  });
});

describe('a list that a loop fills', () => {
  it.each([
    ['items of a list', 't = []\nfor one in [get_order, issue_refund]:\n    t.append(one)'],
    ['pairs', 't = []\nfor name, one in [("o", get_order), ("r", issue_refund)]:\n    t.append(one)'],
    ['members', 't = []\nfor name, one in {"o": get_order, "r": issue_refund}.items():\n    t.append(one)'],
    [
      'some of its items',
      't = []\nfor one in [get_order, issue_refund]:\n    if one:\n        t.append(one)',
    ],
    ['values of a comprehension', 'm = {x.name: x for x in [get_order, issue_refund]}\nt = list(m.values())'],
  ])('holds %s in Python', async (_, text) => {
    const { tools, open, errors } = await read('a.py', `${HEAD_PY}${text}\na = Agent(name="A", tools=t)\n`);
    expect([tools, open, errors]).toEqual([[BOTH], [], ['4:5']]);
  });

  it('holds items of a list in TypeScript', async () => {
    const text = 'const t = [];\nfor (const one of [order, refund]) t.push(one);';
    const { tools, open, errors } = await read(
      'a.ts',
      `${HEAD_TS}${text}\nexport const a = new Agent({ name: 'A', tools: t });\n`,
    );
    expect([tools, open, errors]).toEqual([[BOTH], [], ['2:29']]);
  });

  it.each([
    ['goes through what nobody knows', 't = []\nfor one in load():\n    t.append(one)'],
    [
      'fills a dict that is changed later',
      'm = {x.name: x for x in [get_order]}\nm["r"] = make()\nt = list(m.values())',
    ],
  ])('stays open where it %s', async (_, text) => {
    const { open } = await read('a.py', `${HEAD_PY}${text}\na = Agent(name="A", tools=t)\n`);
    expect(open).toHaveLength(1);
  });

  it('makes agents, and others beside them are kept', async () => {
    const text =
      'all = []\nfor name in ["x", "y"]:\n    all.append(Agent(name=name, tools=[get_order]))\n    lone = Agent(name="Lone", tools=[issue_refund])\na = Agent(name="A", handoffs=all)\n';
    const { names, errors } = await read('a.py', HEAD_PY + text);
    expect(names.sort()).toEqual(['A', 'Lone', 'x', 'y']);
    expect(errors).toEqual(['4:5']);
  });

  it('is a new one in each turn where it is made in it', async () => {
    const text =
      'for one in [get_order, issue_refund]:\n    t = []\n    t.append(one)\n    a = Agent(name="A", tools=t)\n';
    const { tools, open } = await read('a.py', HEAD_PY + text);
    expect([tools, open]).toEqual([[['get_order'], ['issue_refund']], []]);
  });
});

describe('a name that is given one list or another', () => {
  it.each([
    ['on both sides', 'if os.getenv("X"):\n    t = [issue_refund]\nelse:\n    t = [get_order]'],
    [
      'before, and under a condition',
      't = [get_order]\nif os.getenv("X"):\n    t = [get_order, issue_refund]',
    ],
  ])('may hold what any of them holds: %s', async (_, text) => {
    const { tools, open, errors } = await read('a.py', `${HEAD_PY}${text}\na = Agent(name="A", tools=t)\n`);
    expect([tools, open, errors]).toEqual([[BOTH], [], ['4:5']]);
  });

  it('holds nothing of a list that was replaced for sure, or is given later', async () => {
    const replaced =
      't = [issue_refund]\nt = []\nif os.getenv("X"):\n    t = [get_order]\na = Agent(name="A", tools=t)\nt = [issue_refund]\n';
    const { tools, errors } = await read('a.py', HEAD_PY + replaced);
    expect([tools, errors]).toEqual([[['get_order']], []]);
  });

  it('keeps what is known where one of them is computed', async () => {
    const text = 't = [get_order]\nif os.getenv("X"):\n    t = load()\na = Agent(name="A", tools=t)\n';
    const { tools, open } = await read('a.py', HEAD_PY + text);
    expect([tools, open]).toEqual([[['get_order']], ['assigned in several places']]);
  });

  it('is read in TypeScript too', async () => {
    const text = `let t = [order];\nif (process.env.X) t = [order, refund];\nexport const a = new Agent({ name: 'A', tools: t });\n`;
    const { tools, errors } = await read('a.ts', HEAD_TS + text);
    expect([tools, errors]).toEqual([[BOTH], ['2:29']]);
  });
});
