import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

const PYTHON = `from dataclasses import dataclass, field
from agents import Agent, function_tool

@function_tool
def issue_refund(id: str):
    return pay(id)

`;
const TYPESCRIPT = `import { Agent, tool } from '@openai/agents';
const refund = tool({ name: 'issue_refund', parameters: {}, execute: async () => '' });
`;

async function read(file: string, text: string) {
  const { findings, systems } = await lintFiles({ [file]: text }, { only: ['approval/missing'] });
  return {
    found: findings.map(({ range: { start } }) => `${start.line}:${start.column}`),
    unresolved: systems.flatMap((system) => system.unresolved.map(({ what, why }) => `${what}: ${why}`)),
    agents: systems.flatMap(({ agents }) => agents.map(({ name }) => name)),
  };
}

const inPython = (text: string) => read('a.py', `${PYTHON}${text}\n`);
const inTypescript = (text: string) => read('a.ts', `${TYPESCRIPT}${text}\n`);

describe('an agent of a class of the project has what its class sets', () => {
  it.each([
    ['behind the constructor of its base', '        self.tools = [issue_refund]'],
    ['by adding to a list', '        self.tools.append(issue_refund)'],
    [
      'by adding a list, under a condition',
      '        if able():\n            self.tools.extend([issue_refund])',
    ],
  ])('%s, in Python', async (_, line) => {
    const text = `class R(Agent):\n    def __init__(self):\n        super().__init__(name="R")\n${line}\n\na = R()`;
    expect((await inPython(text)).found).toEqual(['5:5']);
    // A method that nobody calls may run.
    expect((await inPython(text.replace('__init__(self)', 'arm(self)'))).found).toEqual(['5:5']);
  });

  it.each([
    ['behind the constructor of its base', 'constructor() { super({ name: "R" }); this.tools = [refund]; }'],
    ['by adding to a list', 'constructor() { super({ name: "R" }); this.tools.push(refund); }'],
    ['in a field', 'tools = [refund]; constructor() { super({ name: "R" }); }'],
  ])('%s, in TypeScript', async (_, body) => {
    expect(
      (await inTypescript(`class R extends Agent { ${body} }\nexport const a = new R();`)).found,
    ).toEqual(['2:29']);
  });

  it('but for what the constructor of its base sets over it, and what is not known to be set', async () => {
    const text = (line: string) =>
      `class R(Agent):\n    def __init__(self):\n${line}\n        super().__init__(name="R")\n\na = R()`;
    expect((await inPython(text('        self.tools = [issue_refund]'))).found).toEqual([]);
    const maybe = `class R(Agent):\n    def __init__(self):\n        super().__init__(name="R")\n        if able():\n            self.tools = [issue_refund]\n\na = R()`;
    expect(await inPython(maybe)).toEqual({
      found: ['5:5'],
      unresolved: [],
      agents: ['R'],
    });
  });
});

describe('an agent of a dataclass of the project has the defaults of its fields', () => {
  const CLASS =
    '@dataclass\nclass R(Agent):\n    tools: list = field(default_factory=lambda: [issue_refund])\n\n';
  it.each([
    ['made by a function', `${CLASS}a = R(name="R")`, ['5:5']],
    ['unless the call gives others', `${CLASS}a = R(name="R", tools=[])`, []],
    ['none, where a list is made', `${CLASS.replace('lambda: [issue_refund]', 'list')}a = R(name="R")`, []],
    [
      'none, where a name has no annotation',
      `${CLASS.replace(/: list = .*/, ' = [issue_refund]')}a = R(name="R")`,
      [],
    ],
    ['none, where the class is no dataclass', `${CLASS.replace('@dataclass\n', '')}a = R(name="R")`, []],
  ])('%s', async (_, text, found) => {
    expect((await inPython(text)).found).toEqual(found);
  });
});

describe('an agent of a class that extends a class of the project', () => {
  it.each([
    ['without a constructor', 'class R(Q):\n    pass\n\na = R("R", [issue_refund])'],
    [
      'with one',
      'class R(Q):\n    def __init__(self):\n        super().__init__("R", tools=[issue_refund])\n\na = R()',
    ],
  ])('%s has what is passed on, in Python', async (_, text) => {
    const base =
      'class Q(Agent):\n    def __init__(self, name, tools):\n        super().__init__(name=name, tools=tools)\n\n';
    expect(await inPython(base + text)).toEqual({ found: ['5:5'], unresolved: [], agents: ['R'] });
  });

  it('has what is passed on, in TypeScript', async () => {
    const text = `class Q<T> extends Agent { constructor(name: string) { super({ name, tools: [refund] }); } }
class R extends Q<string> { constructor() { super('R'); } }
export const a = new R();`;
    expect(await inTypescript(text)).toEqual({ found: ['2:29'], unresolved: [], agents: ['R'] });
  });
});
