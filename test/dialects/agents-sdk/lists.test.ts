import { describe, expect, it } from 'vitest';
import { lintFiles, statedFindings } from '../../rules/lint-files.js';

const PY = `import inspect, itertools, textwrap
from itertools import chain
from agents import Agent, function_tool
@function_tool
def refund_payment(i): ...
@function_tool
def send_mail(i): ...
A, B = [refund_payment], [send_mail]
`;

async function lint(text: string) {
  const result = await lintFiles({ 'a.py': `${PY}${text}\n` });
  return {
    ungated: statedFindings(result, 'approval/missing').map((one) => one.split(' ')[0]),
    open: result.systems.flatMap(({ unresolved }) => unresolved.map(({ why }) => why)),
  };
}
const agent = (tools: string) => `a = Agent(name="A", tools=${tools})`;
const BOTH = { ungated: ['5:5', '7:5'], open: [] };

describe('a list that Python puts together', () => {
  it.each([
    'list(itertools.chain(A, B))',
    '[*chain(A, B)]',
    'list(chain.from_iterable([A, B]))',
    'sum([A, B], [])',
    'sorted(A + B, key=str)',
    'list(reversed(A + B))',
    'list(filter(None, A + B))',
    '[t for t in A + B if t]',
    '[t for t in [*A, None, *B] if t is not None]',
    '[s["f"] for s in [{"f": refund_payment, "on": True}, {"f": send_mail, "on": True}] if s["on"]]',
  ])('holds what is in them: %s', async (tools) => {
    expect(await lint(agent(tools))).toEqual(BOTH);
  });

  it('holds what a loop adds turn by turn', async () => {
    const text = `tools = []\nfor one in [refund_payment, send_mail]:\n    tools += [one]\n${agent('tools')}`;
    expect(await lint(text)).toEqual(BOTH);
  });

  it('is without what a written condition leaves out', async () => {
    const tools =
      '[s["f"] for s in [{"f": refund_payment, "on": False}, {"f": send_mail, "on": True}] if s["on"]]';
    expect(await lint(agent(tools))).toEqual({ ungated: ['7:5'], open: [] });
  });

  it('holds what is left out for all or for none, and stays open', async () => {
    expect(await lint(agent('[t for t in A + B if acts()]'))).toEqual({
      ungated: ['5:5', '7:5'],
      open: ['chosen by a condition'],
    });
  });

  it.each(['[t for t in A + B if t.name in SAFE]', '[t for t in A + B if allowed(t)]'])(
    'holds what may be left out, and stays open: %s',
    async (tools) => {
      expect(await lint(agent(tools))).toEqual({
        ungated: ['5:5', '7:5'],
        open: ['chosen by a condition'],
      });
    },
  );

  it.each(['list(chain(*groups))', 'sum([A, B], start)'])('is not known: %s', async (tools) => {
    const { ungated, open } = await lint(agent(tools));
    expect({ ungated, open: open.length }).toEqual({ ungated: [], open: 1 });
  });
});

describe('a list of the methods that are marked', () => {
  const program = (mark: string, gathered: string): string => `${mark}
class Kit:
    def gather(self):
        out = []
        ${gathered}
        return out
class Desk(Kit):
    @marked
    def issue_refund(self, i):
        "Refunds."
    def delete_row(self, i):
        "Deletes."
    size = 3
${agent('Desk().gather()')}
`;
  const MARK = 'def marked(fn):\n    fn._is_tool = True\n    return fn';
  const NAMED = `def marked(fn):
    @functools.wraps(fn)
    def run(*args):
        return fn(*args)
    run._is_tool = True
    return run
import functools`;
  const each = (names: string, test: string): string =>
    `for name in ${names}:\n            one = getattr(self, name)\n            if ${test}:\n                out.append(function_tool(one))`;

  it.each([
    [MARK, each('dir(self)', 'callable(one) and getattr(one, "_is_tool", False)')],
    [MARK, each('dir(self)', 'hasattr(one, "_is_tool")')],
    [MARK, each('dir(type(self))', 'getattr(getattr(type(self), name, None), "_is_tool", False)')],
    [MARK, each('[n for n in dir(self) if not n.startswith("_")]', 'getattr(one, "_is_tool", None)')],
    [
      MARK,
      'for name, one in inspect.getmembers(self, predicate=inspect.ismethod):\n            if getattr(one, "_is_tool", False):\n                out.append(function_tool(one))',
    ],
    [
      MARK,
      'for name, one in inspect.getmembers(self, lambda m: hasattr(m, "_is_tool")):\n            out.append(function_tool(one))',
    ],
    [NAMED, each('dir(self)', 'callable(one) and getattr(one, "_is_tool", False)')],
  ])('holds those and no others: %s %s', async (mark, gathered) => {
    const result = await lintFiles({ 'a.py': `${PY}${program(mark, gathered)}` });
    const tools = result.systems.flatMap(({ agents }) => agents.flatMap((one) => one.tools));
    expect(tools.map(({ name }) => name)).toEqual(['issue_refund']);
    expect(result.systems.flatMap(({ unresolved }) => unresolved)).toEqual([]);
  });
});

describe('a list that is not known, to which tools are added', () => {
  const SELF =
    'class Desk:\n    async def start(self):\n        self.tools, self.page = await pages()\n        ';
  const MADE = `\n        self.agent = ${agent('self.tools').slice(4)}\n`;

  it.each([
    `${SELF}self.tools += await more()${MADE}`,
    `${SELF}self.tools.extend(await more())${MADE}`,
    `${SELF}self.tools.append(refund_payment)\n        self.tools.append(send_mail)${MADE}`,
    `${SELF}self.tools = self.tools + await more()${MADE}`,
    `tools, page = pages()\ntools += A + B\n${agent('tools')}`,
    `tools, page = pages()\ntools.extend(A + B)\n${agent('tools')}`,
    `tools = pages()\ntools += A\ntools += B\n${agent('tools')}`,
    `tools = pages()\nfor one in [A, B]:\n    tools += one\n${agent('tools')}`,
  ])('holds them, and stays open: %s', async (text) => {
    const { ungated, open } = await lint(
      `from away import pages\nasync def more():\n    return A + B\n${text}`,
    );
    expect({ ungated, open: open.length }).toEqual({ ungated: ['5:5', '7:5'], open: 1 });
  });

  it.each([
    'this.tools.push(refund)',
    'this.tools.push(...[refund])',
    'this.tools = [...this.tools, refund]',
    'this.tools = this.tools.concat([refund])',
  ])('holds them in TypeScript, too: %s', async (add) => {
    const text = `import { Agent, tool } from '@openai/agents';\nimport { pages } from 'away';\nconst refund = tool({ name: 'issue_refund', description: 'd', parameters: {}, execute: async () => pay() });\nclass Desk {\n  async start() {\n    [this.tools, this.page] = await pages();\n    ${add};\n    this.agent = new Agent({ name: 'A', tools: this.tools });\n  }\n}\n`;
    const { systems } = await lintFiles({ 'a.ts': text });
    expect(
      systems.flatMap(({ agents }) => agents.flatMap(({ tools }) => tools.map(({ name }) => name))),
    ).toEqual(['issue_refund']);
    expect(systems.flatMap(({ unresolved }) => unresolved)).toHaveLength(1);
  });
});

describe('instructions in a call that changes their space alone', () => {
  it.each([
    ['textwrap.dedent("Always ask the user before any refund.")', 49],
    ['inspect.cleandoc("Always ask the user before any refund.")', 50],
    ['"Always ask the user before any refund.".strip()', 33],
  ])('are read where they stand: %s', async (instructions, column) => {
    const text = `${PY}a = Agent(name="A", instructions=${instructions}, tools=A)\n`;
    const result = await lintFiles({ 'a.py': text });
    expect(statedFindings(result, 'approval/prose-only').map((one) => one.split(' ')[0])).toEqual([
      `9:${column + 2}`,
    ]);
  });
});
