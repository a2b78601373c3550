import { describe, expect, it } from 'vitest';
import { lintFiles, statedFindings } from '../../rules/lint-files.js';

const PYTHON_BASE = 'from agents import Agent, Runner, function_tool\n';
const PYTHON_TOOL = `from agents import function_tool
from base import Bot

@function_tool
def merge_pull_request(n: int) -> str: ...

`;
const SCRIPT_TOOL = `import { tool } from '@openai/agents';
import { Bot } from './base';
const merge = tool({ name: 'merge_pull_request', description: 'x', parameters: {}, execute: async () => 'x' });
`;

async function lint(files: Record<string, string>) {
  const result = await lintFiles(files);
  return {
    ungated: statedFindings(result, 'approval/missing').map((one) => one.split(' ')[0]),
    open: result.systems.flatMap(({ unresolved }) => unresolved.map(({ why }) => why)),
  };
}

const python = (base: string, own: string) =>
  lint({ 'base.py': `${PYTHON_BASE}${base}`, 'git.py': `${PYTHON_TOOL}${own}` });

const script = (base: string, own: string) =>
  lint({ 'base.ts': `import { Agent } from '@openai/agents';\n${base}`, 'git.ts': `${SCRIPT_TOOL}${own}` });

const BUILDS = '    def build(self):\n        return Agent(name="x", tools=self.tools)\n';

describe('what an agent is made of in a base is judged as the classes say that extend it', () => {
  it.each([
    [
      'an attribute',
      `class Bot:\n    tools = []\n${BUILDS}`,
      'class Git(Bot):\n    tools = [merge_pull_request]',
    ],
    [
      'a field that its constructor sets',
      `class Bot:\n    tools = []\n${BUILDS}`,
      'class Git(Bot):\n    def __init__(self):\n        self.tools = [merge_pull_request]',
    ],
    [
      'what is added to a list',
      `class Bot:\n    def __init__(self):\n        self.tools = []\n${BUILDS}`,
      'class Git(Bot):\n    def __init__(self):\n        super().__init__()\n        self.tools.append(merge_pull_request)',
    ],
    [
      'a method',
      `class Bot:\n    def own(self):\n        return []\n${BUILDS.replace('self.tools', 'self.own()')}`,
      'class Git(Bot):\n    def own(self):\n        return [merge_pull_request]',
    ],
    [
      'a class behind another',
      `class Bot:\n    tools = []\n${BUILDS}`,
      'class Middle(Bot):\n    pass\nclass Git(Middle):\n    tools = [merge_pull_request]',
    ],
  ])('%s, in Python', async (_, base, own) => {
    expect(await python(base, own)).toEqual({ ungated: ['5:5'], open: [] });
    // A class that extends another one of the same name says nothing of this.
    expect(await python(base, own.replace('(Bot)', '(Other)'))).toEqual({ ungated: [], open: [] });
  });

  it.each([
    ['is only declared', '    tools: list\n', BUILDS],
    ['is left to them', '    def own(self): ...\n', BUILDS.replace('self.tools', 'self.own()')],
    [
      'is refused',
      '    def own(self):\n        """Tools."""\n        raise NotImplementedError\n',
      BUILDS.replace('self.tools', 'self.own()'),
    ],
  ])('and nothing is open where a member %s, in Python', async (_, declared, builds) => {
    const own =
      'class Git(Bot):\n    tools = [merge_pull_request]\n    def own(self):\n        return [merge_pull_request]';
    expect(await python(`class Bot:\n${declared}${builds}`, own)).toEqual({ ungated: ['5:5'], open: [] });
  });

  it.each([
    ['a field', 'protected tools = [];', 'this.tools', 'protected override tools = [merge];'],
    ['a method', 'tools() { return []; }', 'this.tools()', 'tools() { return [merge]; }'],
    [
      'a getter that is abstract',
      'abstract get tools(): Tool[];',
      'this.tools',
      'get tools() { return [merge]; }',
    ],
  ])('%s, in TypeScript', async (_, declared, asked, own) => {
    const base = `export abstract class Bot { ${declared} build() { return new Agent({ name: 'x', tools: ${asked} }); } }`;
    expect(await script(base, `export class Git extends Bot { ${own} }`)).toEqual({
      ungated: ['3:28'],
      open: [],
    });
  });

  it('but for what a test extends, and members that none of them has', async () => {
    const base = `class Bot:\n    tools = []\n${BUILDS}`;
    const inTest = await lint({
      'base.py': `${PYTHON_BASE}${base}`,
      'tests/git.py': `${PYTHON_TOOL}class Git(Bot):\n    tools = [merge_pull_request]`,
    });
    expect(inTest).toEqual({ ungated: [], open: [] });
    expect(await python(base, 'class Git(Bot):\n    label = "git"')).toEqual({ ungated: [], open: [] });
  });

  it('and an item is that of the class that extends it', async () => {
    const base =
      'class Bot:\n    kits = ([], [])\n    def build(self):\n        return Agent(name="x", tools=self.kits[1])';
    expect(await python(base, 'class Git(Bot):\n    kits = ([], [merge_pull_request])')).toEqual({
      ungated: ['5:5'],
      open: [],
    });
  });
});
