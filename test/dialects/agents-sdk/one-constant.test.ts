import { describe, expect, it, test } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

/**
 * One constant, reached in many ways, as what an approval depends on: where it is true, the program approves by itself;
 * where it is false, that approval never runs; where a person gives it, a person answers.
 */

const HEAD_PY = `from agents import Agent, Runner, function_tool
@function_tool(needs_approval=True)
def delete_user(i): ...
agent = Agent(name="A", tools=[delete_user])
`;
const HEAD_TS = `import { Agent, run, tool } from '@openai/agents';
const t = tool({ name: 'delete_user', description: 'x', parameters: {}, needsApproval: true, execute: async () => 'x' });
const agent = new Agent({ name: 'A', tools: [t] });
`;

/** Statements that lead to `V`, and the expression that gives it. They stand before the run. */
const PYTHON: Readonly<Record<string, readonly [statements: string, guard: string]>> = {
  'a literal': ['', 'V'],
  'a name': ['auto = V', 'auto'],
  'a name of a name': ['a = V\nauto = a', 'auto'],
  'several targets': ['a = auto = V', 'auto'],
  unpacking: ['a, auto = 1, V', 'auto'],
  'a walrus': ['print(auto := V)', 'auto'],
  'a name of the module in a function': ['auto = V\ndef get():\n    return auto', 'get()'],
  'a global': ['auto = None\ndef set_it():\n    global auto\n    auto = V\nset_it()', 'auto'],
  'a nonlocal': [
    'def f():\n    a = None\n    def g():\n        nonlocal a\n        a = V\n    g()\n    return a\nauto = f()',
    'auto',
  ],
  'a return': ['def f():\n    return V\nauto = f()', 'auto'],
  'a parameter': ['def f(x):\n    return x\nauto = f(V)', 'auto'],
  'a keyword': ['def f(*, x):\n    return x\nauto = f(x=V)', 'auto'],
  'a default': ['def f(x=V):\n    return x\nauto = f()', 'auto'],
  'further arguments': ['def f(*xs):\n    return xs[0]\nauto = f(V)', 'auto'],
  'further keywords': ['def f(**xs):\n    return xs["a"]\nauto = f(a=V)', 'auto'],
  'a lambda': ['f = lambda: V', 'f()'],
  'a closure': ['def f(x):\n    def g():\n        return x\n    return g\ng = f(V)', 'g()'],
  'partial()': ['from functools import partial\ndef f(x, y):\n    return x\ng = partial(f, V)', 'g(1)'],
  'a class attribute': ['class C:\n    auto = V', 'C.auto'],
  'a class attribute of an object': ['class C:\n    auto = V\nc = C()', 'c.auto'],
  'an attribute set in __init__': [
    'class C:\n    def __init__(self):\n        self.auto = V\nc = C()',
    'c.auto',
  ],
  'an attribute passed to __init__': [
    'class C:\n    def __init__(self, a):\n        self.auto = a\nc = C(V)',
    'c.auto',
  ],
  'an attribute of a base': [
    'class B:\n    def __init__(self):\n        self.auto = V\nclass C(B):\n    pass\nc = C()',
    'c.auto',
  ],
  'an attribute by super()': [
    'class B:\n    def __init__(self, a):\n        self.auto = a\nclass C(B):\n    def __init__(self):\n        super().__init__(V)\nc = C()',
    'c.auto',
  ],
  'an attribute set later': ['class C:\n    pass\nc = C()\nc.auto = V', 'c.auto'],
  'setattr()': ['class C:\n    pass\nc = C()\nsetattr(c, "auto", V)', 'c.auto'],
  'getattr()': ['class C:\n    def __init__(self):\n        self.auto = V\nc = C()', 'getattr(c, "auto")'],
  'a method': ['class C:\n    def auto(self):\n        return V\nc = C()', 'c.auto()'],
  'a property': ['class C:\n    @property\n    def auto(self):\n        return V\nc = C()', 'c.auto'],
  'a static method': ['class C:\n    @staticmethod\n    def auto():\n        return V', 'C.auto()'],
  'a class method': ['class C:\n    @classmethod\n    def auto(cls):\n        return V', 'C.auto()'],
  'a field of a dataclass': [
    'from dataclasses import dataclass\n@dataclass\nclass C:\n    auto: bool = V\nc = C()',
    'c.auto',
  ],
  'a field passed to a dataclass': [
    'from dataclasses import dataclass\n@dataclass\nclass C:\n    auto: bool\nc = C(V)',
    'c.auto',
  ],
  'an enum': ['from enum import Enum\nclass E(Enum):\n    AUTO = V', 'E.AUTO.value'],
  'a dict': ['d = {"auto": V}', 'd["auto"]'],
  'get() of a dict': ['d = {"auto": V}', 'd.get("auto")'],
  'a key that is set': ['d = {}\nd["auto"] = V', 'd["auto"]'],
  'update() of a dict': ['d = {}\nd.update(auto=V)', 'd["auto"]'],
  'a dict in a dict': ['d = {"a": {"auto": V}}', 'd["a"]["auto"]'],
  'a list': ['l = [V]', 'l[0]'],
  'the end of a list': ['l = [1, V]', 'l[-1]'],
  'append()': ['l = []\nl.append(V)', 'l[0]'],
  'a tuple': ['l = (1, V)', 'l[1]'],
  'a loop over one': ['auto = None\nfor x in [V]:\n    auto = x', 'auto'],
  'a comprehension': ['l = [x for x in [V]]', 'l[0]'],
  'a generator': ['def f():\n    yield V\nauto = None\nfor x in f():\n    auto = x', 'auto'],
  'a condition that is known': ['auto = V if 1 == 1 else None', 'auto'],
  'a branch that is known': ['if 1 == 1:\n    auto = V\nelse:\n    auto = None', 'auto'],
  'both sides of a test': ['auto = V if print(1) else V', 'auto'],
  'not not': ['auto = not not V', 'auto'],
  'a comparison': ['auto = V == True', 'auto'],
  is: ['auto = V', 'auto is True'],
  'and, or': ['auto = True and V', 'auto or False'],
  'bool()': ['auto = V', 'bool(auto)'],
  'a text without the space around it': ['m = (" on " if V else "off").strip()', 'm == "on"'],
  'a text in lower case': ['m = ("ON" if V else "OFF").lower()', 'm == "on"'],
  'how a text begins': ['m = "on" if V else "off"', 'm.startswith("on")'],
  'asyncio.run()': ['import asyncio\nasync def f():\n    return V\nauto = asyncio.run(f())', 'auto'],
};

const SCRIPT: Readonly<Record<string, readonly [statements: string, guard: string]>> = {
  'a literal': ['', 'V'],
  'a const': ['const auto = V;', 'auto'],
  'a let': ['let auto = null; auto = V;', 'auto'],
  'a name of a name': ['const a = V; const auto = a;', 'auto'],
  'a pattern of a list': ['const [, auto] = [1, V];', 'auto'],
  'a pattern of an object': ['const { auto } = { auto: V };', 'auto'],
  'a default in a pattern': ['const { auto = V } = {};', 'auto'],
  'a function': ['function f() { return V; }', 'f()'],
  'an arrow function': ['const f = () => V;', 'f()'],
  'an async function': ['const f = async () => V; const auto = await f();', 'auto'],
  'a parameter': ['const f = (x) => x;', 'f(V)'],
  'a default': ['const f = (x = V) => x;', 'f()'],
  'further arguments': ['const f = (...xs) => xs[0];', 'f(V)'],
  'an option': ['const f = ({ auto }) => auto;', 'f({ auto: V })'],
  'a closure': ['const f = (x) => () => x; const g = f(V);', 'g()'],
  'a field': ['class C { auto = V; } const c = new C();', 'c.auto'],
  'a private field': ['class C { #auto = V; get() { return this.#auto; } } const c = new C();', 'c.get()'],
  'a static field': ['class C { static auto = V; }', 'C.auto'],
  'an attribute of a constructor': [
    'class C { constructor() { this.auto = V; } } const c = new C();',
    'c.auto',
  ],
  'an attribute passed to a constructor': [
    'class C { constructor(a) { this.auto = a; } } const c = new C(V);',
    'c.auto',
  ],
  'a parameter property': [
    'class C { constructor(readonly auto: boolean) {} } const c = new C(V);',
    'c.auto',
  ],
  'an attribute of a base': ['class B { auto = V; } class C extends B {} const c = new C();', 'c.auto'],
  'an attribute by super()': [
    'class B { constructor(a) { this.auto = a; } } class C extends B { constructor() { super(V); } } const c = new C();',
    'c.auto',
  ],
  'an attribute set later': ['class C {} const c = new C(); c.auto = V;', 'c.auto'],
  'a getter': ['class C { get auto() { return V; } } const c = new C();', 'c.auto'],
  'a getter of an object': ['const o = { get auto() { return V; } };', 'o.auto'],
  'a method': ['class C { auto() { return V; } } const c = new C();', 'c.auto()'],
  'a static method': ['class C { static auto() { return V; } }', 'C.auto()'],
  'an object': ['const o = { auto: V };', 'o.auto'],
  'a key': ['const o = { auto: V };', "o['auto']"],
  'an optional member': ['const o = { auto: V };', 'o?.auto'],
  'a key that is set': ['const o = {}; o.auto = V;', 'o.auto'],
  'a spread': ['const o = { ...{ auto: V } };', 'o.auto'],
  'Object.assign()': ['const o = {}; Object.assign(o, { auto: V });', 'o.auto'],
  'Object.freeze()': ['const o = Object.freeze({ auto: V });', 'o.auto'],
  'an object in an object': ['const o = { a: { auto: V } };', 'o.a.auto'],
  'a list': ['const l = [V];', 'l[0]'],
  'at()': ['const l = [1, V];', 'l.at(-1)'],
  'push()': ['const l = []; l.push(V);', 'l[0]'],
  'map()': ['const l = [V].map((x) => x);', 'l[0]'],
  'a spread of a list': ['const l = [...[V]];', 'l[0]'],
  'a Map': ["const o = new Map([['auto', V]]);", "o.get('auto')"],
  'set() of a Map': ["const o = new Map(); o.set('auto', V);", "o.get('auto')"],
  'a loop over one': ['let auto = null; for (const x of [V]) auto = x;', 'auto'],
  'a condition that is known': ['const auto = 1 === 1 ? V : null;', 'auto'],
  'both sides of a test': ['const auto = console.log(1) ? V : V;', 'auto'],
  '!!': ['const auto = !!V;', 'auto'],
  'a comparison': ['const auto = V === true;', 'auto'],
  'a comparison in place': ['const auto = V;', 'auto === true'],
  '&&, ||': ['const auto = true && V;', 'auto || false'],
  '??': ['const auto = undefined ?? V;', 'auto'],
  'Boolean()': ['const auto = V;', 'Boolean(auto)'],
  'a text without the space around it': ["const m = (V ? ' on ' : 'off').trim();", "m === 'on'"],
  'a text in lower case': ["const m = (V ? 'ON' : 'OFF').toLowerCase();", "m === 'on'"],
  'how a text begins': ["const m = V ? 'on' : 'off';", "m.startsWith('on')"],
  'a cast': ['const auto = V as boolean;', 'auto'],
  'a promise': ['const auto = await Promise.resolve(V);', 'auto'],
};

interface Verdict {
  blind: boolean;
  isOpen: boolean;
}

async function verdictOn(file: string, text: string): Promise<Verdict> {
  const { findings, notAssessed } = await lintFiles({ [file]: text });
  return {
    blind: findings.some(({ rule, severity }) => rule === 'approval/auto-approved' && severity === 'error'),
    isOpen: notAssessed.some(
      ({ rule, message }) => rule !== 'approval/unanswered' && message.includes('a person'),
    ),
  };
}

const python = ([statements, guard]: readonly [string, string], value: string): string =>
  `${HEAD_PY}${statements}
result = Runner.run_sync(agent, "x")
state = result.to_state()
for item in result.interruptions:
    if ${guard}:
        state.approve(item)
    else:
        state.reject(item)
`.replace(/\bV\b/g, value);

const script = ([statements, guard]: readonly [string, string], value: string): string =>
  `${HEAD_TS}${statements}
const result = await run(agent, 'x');
for (const item of result.interruptions) {
  if (${guard}) result.state.approve(item);
  else result.state.reject(item);
}
`.replace(/\bV\b/g, value);

/** The same as a value: the gate of a tool. */
const pythonGate = ([statements, value]: readonly [string, string], constant: string): string =>
  `from agents import Agent, function_tool
${statements}
@function_tool(needs_approval=${value})
def delete_user(i): ...
agent = Agent(name="A", tools=[delete_user])
`.replace(/\bV\b/g, constant);

const scriptGate = ([statements, value]: readonly [string, string], constant: string): string =>
  `import { Agent, tool } from '@openai/agents';
${statements}
const t = tool({ name: 'delete_user', description: 'x', parameters: {}, needsApproval: ${value}, execute: async () => 'x' });
const agent = new Agent({ name: 'A', tools: [t] });
`.replace(/\bV\b/g, constant);

const ROWS = [
  ...Object.entries(PYTHON).map(([name, row]) => ({
    name: `${name} (Python)`,
    file: 'a.py',
    text: (v: string) => python(row, v),
    gate: (v: string) => pythonGate(row, v),
    yes: 'True',
    no: 'False',
    asks: 'bool(input())',
  })),
  ...Object.entries(SCRIPT).map(([name, row]) => ({
    name: `${name} (TypeScript)`,
    file: 'a.ts',
    text: (v: string) => script(row, v),
    gate: (v: string) => scriptGate(row, v),
    yes: 'true',
    no: 'false',
    asks: "confirm('sure?')",
  })),
];

/** What is said of approvals: the rules of errors, and whether something of a gate is not known. */
async function gateOn(file: string, text: string): Promise<{ errors: string[]; isOpen: boolean }> {
  const { findings, notAssessed } = await lintFiles({ [file]: text });
  const errors = findings.filter(({ severity }) => severity === 'error').map(({ rule }) => rule);
  return { errors, isOpen: notAssessed.some(({ rule }) => rule === 'approval/missing') };
}

/** What a generator gives besides what it yields is not known: nothing is said of the gate but that. */
const OPEN_ROW = 'a generator (Python)';

describe('a gate whose value is a constant that is reached by', () => {
  it.each(ROWS.filter(({ name }) => name !== OPEN_ROW))(
    '$name is one where it is true, and none where it is false',
    async ({ file, gate, yes, no }) => {
      expect(await gateOn(file, gate(yes))).toEqual({ errors: [], isOpen: false });
      expect(await gateOn(file, gate(no))).toEqual({ errors: ['approval/missing'], isOpen: false });
    },
  );
});

test('a gate whose value is what a generator yields is listed as not known', async () => {
  const row = ROWS.find(({ name }) => name === OPEN_ROW);
  expect(row && (await gateOn(row.file, row.gate('True')))).toEqual({ errors: [], isOpen: true });
  expect(row && (await gateOn(row.file, row.gate('False')))).toEqual({ errors: [], isOpen: true });
});

describe('an approval under a constant that is reached by', () => {
  it.each(ROWS)(
    '$name is given by the program where it is true, never where it is false',
    async ({ file, text, yes, no }) => {
      expect(await verdictOn(file, text(yes))).toEqual({ blind: true, isOpen: false });
      expect(await verdictOn(file, text(no))).toEqual({ blind: false, isOpen: false });
    },
  );
});

describe('an approval under the answer of a person that is reached by', () => {
  it.each(ROWS)('$name is given by a person', async ({ file, text, asks }) => {
    // Asked once, before the request is made, a person has still decided.
    expect(await verdictOn(file, text(asks))).toEqual({ blind: false, isOpen: false });
  });
});
