import { describe, expect, it } from 'vitest';
import { lintFiles } from '../rules/lint-files.js';

/** The names of the agents that a program is seen to have. */
async function agentsIn(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const { systems } = await lintFiles(files);
  return systems.flatMap(({ agents }) => agents.map(({ name }) => name)).sort();
}

/** A program with a second agent behind a test. `tool`: what the tool of the first one does. */
const python = (
  before: string,
  tool: string,
  test: string,
): string => `from agents import Agent, Runner, function_tool
${before}

@function_tool
def note(line: str) -> str:
    """Notes a line."""
    ${tool}
    return "noted"

Runner.run_sync(Agent(name="first", tools=[note]), "x")
${test}
Runner.run_sync(Agent(name="second"), "x")
`;
const typescript = (
  before: string,
  tool: string,
  test: string,
): string => `import { Agent, run, tool } from '@openai/agents';
${before}
const note = tool({ name: 'note', description: 'Notes a line', parameters: {}, execute: async ({ line }) => { ${tool}; return 'noted'; } });
await run(new Agent({ name: 'first', tools: [note] }), 'x');
${test}
await run(new Agent({ name: 'second' }), 'x');
`;

const ENDS = 'raise SystemExit';
const BOTH = ['first', 'second'];

describe('what is behind a test of a value', () => {
  it.each([
    ['a list', 'lines = []', 'lines.append(line)', `if not lines:\n    ${ENDS}`],
    [
      'a list that is emptied before',
      'lines = []\nlines.clear()',
      'lines.append(line)',
      `if not lines:\n    ${ENDS}`,
    ],
    [
      'the first item',
      'lines = []',
      'lines.append(line)',
      `first = lines[0] if lines else None\nif first is None:\n    ${ENDS}`,
    ],
    [
      'a loop',
      'lines = []',
      'lines.append(line)',
      `found = None\nfor one in lines:\n    found = one\nif found is None:\n    ${ENDS}`,
    ],
    [
      'a function',
      'lines = []\ndef empty():\n    return not lines',
      'lines.append(line)',
      `if empty():\n    ${ENDS}`,
    ],
    ['a name', 'lines = []', 'lines.append(line)', `ok = bool(lines)\nif not ok:\n    ${ENDS}`],
    ['a membership', 'lines = []', 'lines.append(line)', `if "a" not in lines:\n    ${ENDS}`],
    ['a key', 'state = {"line": None}', 'state["line"] = line', `if state["line"] is None:\n    ${ENDS}`],
    ['a look-up', 'state = {}', 'state["line"] = line', `if state.get("line") is None:\n    ${ENDS}`],
    [
      'a key that the call chooses',
      'state = {}',
      'state[line] = 1',
      `if state.get("line") is None:\n    ${ENDS}`,
    ],
    [
      'a field',
      'class State:\n    line = None\nstate = State()',
      'state.line = line',
      `if state.line is None:\n    ${ENDS}`,
    ],
    ['a global name', 'done = False', 'global done; done = True', `if not done:\n    ${ENDS}`],
    [
      'a global name that it resets',
      'desk = None',
      'global desk; desk = object(); print(line); desk = None',
      `if desk is None:\n    ${ENDS}`,
    ],
    [
      'a global name that a context manager resets',
      'desk = None\nfrom contextlib import contextmanager\n@contextmanager\ndef opened():\n    global desk\n    desk = object()\n    try:\n        yield\n    finally:\n        desk = None',
      'pass',
      `if desk is None:\n    ${ENDS}`,
    ],
    [
      'a method that the program hands on',
      'class Desk:\n    def __init__(self):\n        self.done = False\n    def finish(self):\n        self.done = True\ndesk = Desk()\nimport atexit\natexit.register(desk.finish)',
      'pass',
      `if not desk.done:\n    ${ENDS}`,
    ],
  ])('is there where a function that runs at any time changes it, in Python: %s', async (_, ...program) => {
    expect(await agentsIn({ 'a.py': python(...program) })).toEqual(BOTH);
  });

  it.each([
    ['a name', 'let done = false;', 'done = true', "if (!done) throw new Error('no');"],
    [
      'a name that it resets',
      'let desk: unknown;',
      'desk = {}; try { await line(); } finally { desk = undefined; }',
      'if (desk === undefined) process.exit(1);',
    ],
    [
      'a member',
      'const state = { line: null };',
      'state.line = line',
      'if (state.line === null) process.exit(1);',
    ],
    ['a set', 'const lines = new Set();', 'lines.add(line)', "if (!lines.has('a')) process.exit(1);"],
    [
      'a map',
      'const lines = new Map();',
      "lines.set('a', line)",
      "if (lines.get('a') === undefined) process.exit(1);",
    ],
  ])(
    'is there where a function that runs at any time changes it, in TypeScript: %s',
    async (_, ...program) => {
      expect(await agentsIn({ 'a.ts': typescript(...program) })).toEqual(BOTH);
    },
  );

  it.each([
    ['no code changes it', 'done = False', 'pass', `if not done:\n    ${ENDS}`],
    [
      'another key is changed',
      'state = {"line": None, "other": 1}',
      'state["other"] = line',
      `if state["line"] is None:\n    ${ENDS}`,
    ],
  ])('is dead where %s', async (_, ...program) => {
    expect(await agentsIn({ 'a.py': python(...program) })).toEqual(['first']);
  });

  it('is dead where a method that nothing takes changes it', async () => {
    const before = 'class Desk { done = false; finish() { this.done = true; } }\nconst desk = new Desk();';
    const program = (test: string) => typescript(before, '', test);
    expect(await agentsIn({ 'a.ts': program('if (!desk.done) process.exit(1);') })).toEqual(['first']);
    expect(
      await agentsIn({
        'a.ts': program("process.on('exit', desk.finish); if (!desk.done) process.exit(1);"),
      }),
    ).toEqual(BOTH);
  });

  it('is dead where only a test changes it', async () => {
    const text = python('done = False', 'pass', `if not done:\n    ${ENDS}`);
    expect(
      await agentsIn({ 'a.py': text, 'tests/test_a.py': 'import a\ndef test_it():\n    a.done = True\n' }),
    ).toEqual(['first']);
  });

  const DESK = `from agents import Agent, Runner
class Desk:
    def __init__(self, second=False):
        self.second = second
    def run(self):
        agent = Agent(name="first")
        if self.second:
            agent = Agent(name="second")
        return Runner.run_sync(agent, "x")
`;
  const MAKES = 'from a import Desk\ndef make(settings):\n    return Desk(second=settings is not None)\n';
  const TEST = 'from a import Desk\ndef test_it():\n    Desk().run()\n';
  it.each([
    ['the program', { 'b.py': MAKES }],
    ['the program, and a test without them', { 'b.py': MAKES, 'tests/it.py': TEST }],
    ['the program, and a test of pytest without them', { 'b.py': MAKES, 'test_a.py': TEST }],
    ['no program but a test', { 'a_test.py': TEST }],
    ['no program but a test that makes it by a function', { 'conftest.py': MAKES, 'test_a.py': TEST }],
  ])('is not dead where its object is made with arguments by %s', async (_, files) => {
    expect(await agentsIn({ 'a.py': DESK, ...files })).toEqual(BOTH);
  });

  it('is not dead where a test makes its object without arguments, in TypeScript', async () => {
    const desk = `import { Agent, run } from '@openai/agents';
export class Desk {
  constructor(private readonly second = false) {}
  async run() {
    await run(new Agent({ name: 'first' }), 'x');
    if (this.second) await run(new Agent({ name: 'second' }), 'x');
  }
}
`;
    const files = {
      'a.ts': desk,
      'b.ts': "import { Desk } from './a';\nexport const make = (on) => new Desk(on !== null);\n",
      'a.test.ts': "import { Desk } from './a';\nawait new Desk().run();\n",
    };
    expect(await agentsIn(files)).toEqual(BOTH);
  });

  it('is known where a function makes what it misses', async () => {
    const text = `from agents import Agent
desk = None
def get_desk():
    global desk
    if desk is None:
        desk = Agent(name="desk", model="m")
    return desk
`;
    expect(await agentsIn({ 'a.py': text })).toEqual(['desk']);
  });
});
