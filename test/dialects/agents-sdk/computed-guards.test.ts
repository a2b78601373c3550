import { expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

const python = (before: string, test: string): Record<string, string> => ({
  'a.py': `from agents import Agent, Runner, function_tool
@function_tool(needs_approval=True)
def delete_user(i): ...
agent = Agent(name="A", tools=[delete_user])
${before}
result = Runner.run_sync(agent, "x")
state = result.to_state()
for item in result.interruptions:
    if ${test}:
        state.approve(item)
`,
});

const script = (before: string, test: string): Record<string, string> => ({
  'a.ts': `import { Agent, run, tool } from '@openai/agents';
const t = tool({ name: 'delete_user', description: 'x', parameters: {}, needsApproval: true, execute: async () => 'x' });
const agent = new Agent({ name: 'A', tools: [t] });
${before}
const result = await run(agent, 'x');
for (const item of result.interruptions) {
  if (${test}) result.state.approve(item);
  else result.state.reject(item);
}
`,
});

/** Whether the program approves by itself (`always`), that is not assessed (`open`), or a person or nobody approves. */
async function verdictOn(files: Record<string, string>): Promise<'always' | 'open' | 'none'> {
  const { findings, notAssessed } = await lintFiles(files);
  const isAlways = findings.some(
    ({ rule, severity }) => rule === 'approval/auto-approved' && severity === 'error',
  );
  const isOpen = notAssessed.some(({ rule }) => rule.startsWith('approval/'));
  if (isAlways && isOpen) throw new Error('reported, and not assessed as well');
  return isAlways ? 'always' : isOpen ? 'open' : 'none';
}

type Program = readonly [before: string, test: string];

/** Programs in which `V` is a person's answer, true or false, where all three are followed. */
const PYTHON_FOLLOWED: Readonly<Record<string, Program>> = {
  'a context manager': [
    'class C:\n    def __enter__(self):\n        return V\n    def __exit__(self, *a): pass\nwith C() as ok: pass',
    'ok',
  ],
  'a computed attribute': ['class C:\n    def __getattr__(self, n):\n        return V\nc = C()', 'c.auto'],
  'a computed item': ['class C:\n    def __getitem__(self, n):\n        return V\nc = C()', 'c["auto"]'],
  'the truth of an object': ['class C:\n    def __bool__(self):\n        return V\nc = C()', 'c'],
  'the truth of an object, twice negated': [
    'class C:\n    def __bool__(self):\n        return V\nc = C()',
    'not not c',
  ],
  'the default of an attribute': ['class C: pass\nc = C()', 'getattr(c, "x", V)'],
  'items that are true': ['l = list(filter(None, [V]))', 'l'],
  'a list from its end': ['l = list(reversed([V, 1]))', 'l[1]'],
  'a list that is turned around': ['l = [V, 1]\nl.reverse()', 'l[1]'],
  'a decorated function': [
    'def log(fn):\n    def run(*args):\n        return fn(*args)\n    return run\n@log\ndef ask(i):\n    return V',
    'ask(item)',
  ],
  'a function whose decorator keeps its name': [
    'from functools import wraps\ndef log(fn):\n    @wraps(fn)\n    def run(*args, **options):\n        return fn(*args, **options)\n    return run\n@log\ndef ask(i):\n    return V',
    'ask(item)',
  ],
  'a function whose decorator has arguments': [
    'def log(name):\n    def decorate(fn):\n        def run(*args):\n            return fn(*args)\n        return run\n    return decorate\n@log("ask")\ndef ask(i):\n    return V',
    'ask(item)',
  ],
  'a decorated method': [
    'def log(fn):\n    def run(self, *args):\n        return fn(self, *args)\n    return run\nclass C:\n    def __init__(self, v):\n        self.v = v\n    @log\n    def ask(self, i):\n        return self.v\nc = C(V)',
    'c.ask(item)',
  ],
  'a function that a decorator replaces': [
    'def fixed(fn):\n    def run(*args):\n        return V\n    return run\n@fixed\ndef ask(i):\n    return input()',
    'ask(item)',
  ],
};
const SCRIPT_FOLLOWED: Readonly<Record<string, Program>> = {
  'a function that is constructed': ['function C() { this.auto = V; } const c = new C();', 'c.auto'],
  'the length of one of two lists': ['const l = V ? [1] : [];', 'l.length > 0'],
  'a list that is turned around': ['const l = [V, 1].reverse();', 'l[1]'],
};

const all = (programs: Readonly<Record<string, Program>>, of: typeof python, person: string, words: string) =>
  Object.entries(programs).flatMap(([name, texts]) =>
    (
      [
        [person, 'none'],
        [words.split(' ')[0] as string, 'always'],
        [words.split(' ')[1] as string, 'none'],
      ] as const
    ).map(([v, verdict]) => {
      const [before, test] = texts.map((text) => text.replace(/\bV\b/g, v)) as [string, string];
      return [name, v, verdict, of(before, test)] as const;
    }),
  );

it.each([
  ...all(PYTHON_FOLLOWED, python, '(input() == "y")', 'True False'),
  ...all(SCRIPT_FOLLOWED, script, "confirm('?')", 'true false'),
])('follows %s: %s', async (_, _value, verdict, files) => {
  expect(await verdictOn(files)).toBe(verdict);
});

const PYTHON_OPEN: Readonly<Record<string, Program>> = {
  'a member of the only object of a class': [
    'class C:\n    _i = None\n    @classmethod\n    def get(cls):\n        if cls._i is None:\n            cls._i = cls()\n        return cls._i\n    def __init__(self):\n        self.auto = V\n',
    'C.get().auto',
  ],
  'the dict of an object': [
    'class C:\n    def __init__(self):\n        self.auto = V\nc = C()',
    'c.__dict__["auto"]',
  ],
  'the members of an object': [
    'class C:\n    def __init__(self):\n        self.auto = V\nc = C()',
    'vars(c)["auto"]',
  ],
  'a dict with computed items': [
    'from collections import defaultdict\nd = defaultdict(lambda: V)',
    'd["auto"]',
  ],
  'whether an object has a member': ['class A: pass\na = A()\nif V:\n    a.auto = 1', 'hasattr(a, "auto")'],
  'a member that a function takes out': [
    'from operator import attrgetter\nclass A: pass\na = A()\na.auto = V',
    'attrgetter("auto")(a)',
  ],
};

it.each(
  Object.entries(PYTHON_OPEN).flatMap(([name, [before, test]]) =>
    ['(input() == "y")', 'True'].map((v) => [name, v, python(before.replace(/\bV\b/g, v), test)] as const),
  ),
)('never calls %s nobody: %s', async (_, value, files) => {
  const verdict = await verdictOn(files);
  expect(value === 'True' ? ['always', 'open'] : ['open', 'none']).toContain(verdict);
});

it.each([
  ['a name that nothing declares', python('', 'auto_mode')],
  ['a member of a namespace', script('namespace N { export const auto = true; }', 'N.auto')],
  ['an item of all arguments', script('function f() { return arguments[0]; }', 'f(true)')],
  ['a member that a function reads', script('const o = { auto: true };', "Reflect.get(o, 'auto')")],
  [
    'an item of one of two lists',
    python('a = [False]\nb = [False]\nc = a if print(1) else b\nc[0] = True', 'a[0]'),
  ],
])('does not pass over %s', async (_, files) => {
  expect(await verdictOn(files)).toBe('open');
});

it.each([
  ['required', "const { AUTO } = require('./conf');", 'exports.AUTO = true;\n'],
  ['required as a whole', "const { AUTO } = require('./conf');", 'module.exports = { AUTO: true };\n'],
  ['imported', "import { AUTO } from './conf.js';", 'export const AUTO = true;\n'],
])('reads JavaScript that is %s by TypeScript', async (_, before, text) => {
  expect(await verdictOn({ ...script(before, 'AUTO'), 'conf.js': text })).toBe('always');
});
