import { beforeAll, describe, expect, test } from 'vitest';
import type { CodeSyntaxNode } from '../../src/program/index.js';
import { startOf } from '../syntax/place-text.js';
import { callOf, loadAll, open, valueIn } from './open.js';

beforeAll(loadAll);

/** The value of `value(...)`, or why it cannot be known. */
function known(path: string, source: string): unknown {
  const node = valueIn(path, source);
  return node.kind === 'dynamic' ? `dynamic: ${node.why}` : node.toValue();
}

describe('names in TypeScript', () => {
  test.each([
    ['const', "const a = 'x'; value(a);", 'x'],
    ['a choice of a list', 'const l = [1, 2]; value(l.filter((a) => a > 1));', [1, 2, undefined]],
    ['values of an open object', 'value(Object.values({ a: 1, ...b() }));', [undefined, undefined]],
    [
      'a side of a branch that another one leaves alone',
      'let a = 0; if (b) { a = 1; } else { value(a); }',
      0,
    ],
    [
      'a member of what a class of the project makes',
      'class A { constructor(o) { this.l = o.l; } } const a = new A({ l: 1 }); value(a.l);',
      1,
    ],
    ['a rest that is spread', 'const f = (...a) => a; value(f(...b));', [undefined]],
    ['let given later', "let a; a = 'x'; value(a);", 'x'],
    ['let given in a callback', "let a; before(() => { a = 'x'; }); test(() => value(a));", 'x'],
    ['the last of assignments in a row', "let a = 'x'; a = 'y'; value(a); a = 'z';", 'y'],
    ['a declaration below', 'value(a); const a = 1;', 1],
    ['an inner declaration', "const a = 'x'; function f() { const a = 'y'; value(a); }", 'y'],
    ['a block of its own', "const a = 'x'; if (b) { const a = 'y'; } value(a);", 'x'],
    ['branches of their own', "if (b) { const a = 'x'; value(a); } else { const a = 'y'; }", 'x'],
    ['members of an object', "const o = { p: { q: 'x' } }; value(o.p['q']);", 'x'],
    ['members behind optional access', "const o = { p: 'x' }; value(o?.p!);", 'x'],
    ['items of a list', 'const l = [1, [2]]; value(l[1][0]);', 2],
    [
      'destructuring',
      "const o = { a: 'x', b: { c: [1, 2] } }; const { a, b: { c: [, z] } } = o; value([a]);",
      ['x'],
    ],
    ['destructuring of lists', 'const [a, [b]] = [1, [2]]; value([a, b]);', [1, 2]],
    ['shorthand members', "const a = 'x'; value({ a });", { a: 'x' }],
    [
      'spreads',
      'const a = [1]; const o = { p: 1, q: 2 }; value({ l: [...a, 2], ...o, q: 3 });',
      { l: [1, 2], p: 1, q: 3 },
    ],
    ['an enum', "enum Model { Small = 'small', Big = 'big' } value(Model.Big);", 'big'],
    ['an object like an enum', "const Model = { Small: 'small' } as const; value(Model.Small);", 'small'],
    ['a static field', "class C { static a = 'x'; } value(C.a);", 'x'],
    ['a field', "class C { private a = 'x'; m() { value(this.a); } }", 'x'],
    [
      'a field given in the constructor',
      "class C { constructor() { this.a = 'x'; } m() { value(this.a); } }",
      'x',
    ],
    ['a name of a name', "const a = 'x'; const b = a; const c = b; value(c);", 'x'],
    [
      'what a constructor of a package was given',
      "import { A } from 'a'; const a = new A({ l: [1] }); a.l.push(2); const { l } = a; value([...a.l, l]);",
      [1, 2, [1, 2]],
    ],
    ['a computed key', "const k = 'a'; value({ [k]: 1 });", { a: 1 }],
    [
      'a method',
      "class C { l() { return ['x', ...this.m(1)]; } m(a) { return [a]; } n() { value(this.l()); } }",
      ['x', 1],
    ],
    [
      'what a class of the project makes',
      "class B { l = ['x']; m() { return [this.k]; } k = 'y' } class A extends B {} const a = new A(); value([a.l, a.m()]);",
      [['x'], ['y']],
    ],
    ['a rest of arguments', 'const f = (a, ...b) => [a, b]; value(f(1, 2, 3));', [1, [2, 3]]],
    ['a static method', "class C { static m(a) { return [a]; } } value(C.m('x'));", ['x']],
    ['the values of an object', 'const o = { a: 1, b: [2] }; value(Object.values(o));', [1, [2]]],
    ['lists put together', 'const l = [1]; value([0].concat(l, [2]).slice());', [0, 1, 2]],
    ['a copy of a list', 'value(Array.from([1, 2]));', [1, 2]],
    ['what is there', 'const l = [1, undefined, false, 2]; value(l.filter(Boolean));', [1, 2]],
    ['a function that only gives a value', "const f = () => ['x']; value(f());", ['x']],
    [
      'a function with a body that ends in its return',
      "function f() { const a = 'x'; return { a }; } value(f());",
      { a: 'x' },
    ],
    ['a value of the branch that it is used in', 'let a; if (b) { a = 1; value(a); } else { a = 2; }', 1],
    ['a value of the other side', 'let a; if (b) { a = 1; } else { a = 2; value(a); }', 2],
    ['a value of a case', "let a = 0; switch (b) { case 'x': a = 1; break; default: a = 2; value(a); }", 2],
    ['a value of a loop', 'let a = 0; while (b) { a = 1; value(a); a = 2; }', 1],
    ['a value in a function that is caught', 'let a = 0; try { a = 1; value(a); } catch { a = 2; }', 1],
  ])('finds %s', (_, source, expected) => {
    expect(known('a.ts', source)).toEqual(expected);
  });

  test.each([
    ['a parameter', 'function make(a) { value(a); }', 'a parameter of make()'],
    ['a parameter without a function name', '[].map((a) => value(a));', 'a parameter of a function'],
    ['a destructured parameter', 'function make({ a: [b] }) { value(b); }', 'a parameter of make()'],
    [
      'a parameter that hides a name',
      'const a = 1; function make(a = 2) { value(a); }',
      'a parameter of make()',
    ],
    ['branches', 'let a; if (b) a = 1; else a = 2; value(a);', 'assigned in several places'],
    ['a branch after a value', 'let a = 1; if (b) a = 2; value(a);', 'assigned in several places'],
    [
      'a branch in the branch',
      'let a; if (b) { a = 1; if (c) a = 2; value(a); }',
      'assigned in several places',
    ],
    [
      'what an attempt may not have reached',
      'let a = 0; try { a = f(); a = 1; } catch { value(a); }',
      'assigned in several places',
    ],
    [
      'what another case gives',
      "let a = 0; switch (b) { case 'x': a = 1; case 'y': value(a); }",
      'assigned in several places',
    ],
    ['a loop', 'for (const a of b) value(a);', 'changes in a loop'],
    ['a caught error', 'try { f(); } catch (e) { value(e); }', 'a caught error'],
    ['itself', 'const a = a; value(a);', 'refers to itself'],
    ['a circle', 'const a = b; const b = a; value(a);', 'refers to itself'],
    ['a default in a pattern', 'const { a = 1 } = b(); value(a);', 'has a default that may apply'],
    ['a default beside a spread', 'const { a = 1 } = { ...b() }; value(a);', 'has a default that may apply'],
    [
      'what a getter gives',
      'class C { get l() { return f() ? 1 : 2; } n() { value(this.l); } }',
      'chosen by a condition',
    ],
    ['a declaration without a value', 'declare let a: string; value(a);', 'declared without a value'],
    ['a factory that is passed a spread', 'const f = (a) => a; value(f(...b));', 'a parameter of a function'],
    [
      'a member of what a class makes that another value is given',
      'class A { l = 1 } const a = new A(); a.l = g(); value(a.l);',
      'computed by g()',
    ],
    [
      'a member that a base which is not known may give',
      "import { B } from 'b'; class C { l = 1 } class A extends B {} const a = new A(); value(a.l);",
      'computed by A()',
    ],
    ['a factory that calls itself', 'const f = (a) => f(a); value(f(1));', 'computed by f()'],
    [
      'a function with several returns',
      'function f() { if (a) return 1; return 2; } value(f());',
      'computed by f()',
    ],
    ['a method', 'value(list.filter(Boolean));', 'computed by list.filter()'],
    ['a member that is not there', 'const o = {}; value(o.a);', 'where `a` comes from cannot be followed'],
    ['a number that grows', 'let a = 1; a += 1; value(a);', 'changed after it was assigned'],
    ['the environment', 'value(process.env.KEY);', '`process` is not declared in this file'],
    ['a type', "import type { a } from './a'; value(a);", 'only a type, imported from `./a`'],
    [
      'an import from outside',
      "import { a } from 'lodash'; value(a);",
      'imported from `lodash`, outside the project',
    ],
    [
      'an import that is not found',
      "import { a } from './b'; value(a);",
      'imported from `./b`, which is not found',
    ],
  ])('says why it cannot know %s', (_, source, why) => {
    expect(known('a.ts', source)).toBe(`dynamic: ${why}`);
  });
});

describe('names in Python', () => {
  test.each([
    ['an assignment', 'a = "x"\nvalue(a)', 'x'],
    ['an assignment with a type', 'a: str = "x"\nvalue(a)', 'x'],
    ['an assignment of several names', 'a = b = "x"\nvalue([a, b])', ['x', 'x']],
    ['tuples', 'a, (b, c) = 1, (2, 3)\nvalue([a, b, c])', [1, 2, 3]],
    ['the last of assignments in a row', 'a = 1\na = 2\nvalue(a)\na = 3', 2],
    ['a local name', 'a = 1\ndef f():\n    a = 2\n    value(a)', 2],
    ['a name of the module from a function above it', 'def f():\n    value(a)\na = 1', 1],
    ['a name of the class body', 'class C:\n    a = 1\n    value(a)', 1],
    ['an attribute of a class', 'class C:\n    a = "x"\nvalue(C.a)', 'x'],
    ['a member of an enum', 'class C(str, Enum):\n    A = "x"\nvalue([C.A, C.A.value])', ['x', 'x']],
    [
      'an attribute of self',
      'class C:\n    def __init__(self):\n        self.a = "x"\n    def m(self):\n        value(self.a)',
      'x',
    ],
    [
      'an attribute of the class through self',
      'class C:\n    a = "x"\n    def m(self):\n        value(self.a)',
      'x',
    ],
    ['items', 'o = {"a": [1, {"b": 2}]}\nvalue(o["a"][1]["b"])', 2],
    ['spreads', 'l = [1]\no = {"p": 1}\nvalue({"l": [*l, 2], **o})', { l: [1, 2], p: 1 }],
    ['walrus', 'if (a := 1):\n    value(a)', 1],
    [
      'what a block of either branch opens',
      'if b:\n    with f() as a:\n        value(a)\nelse:\n    with g() as a:\n        pass',
      'dynamic: computed by f()',
    ],
    [
      'a method',
      'class C:\n    def m(self, a, b=2):\n        return [a, b, self.c]\n    def n(self):\n        self.c = 3\n        value(self.m(1))',
      [1, 2, 3],
    ],
    ['a static method', 'class C:\n    @staticmethod\n    def m(a):\n        return [a]\nvalue(C.m(1))', [1]],
    ['the values of an object', 'o = {"a": 1, "b": [2]}\nvalue(list(o.values()))', [1, [2]]],
    ['a function that only gives a value', 'def f():\n    """Doc."""\n    return ["x"]\nvalue(f())', ['x']],
    [
      'a list that grows',
      'l = [1]\nl.append(2)\nl += [3]\nl.extend([4, 5])\nl.insert(0, 6)\nvalue(l)',
      [6, 1, 2, 3, 4, 5],
    ],
    [
      'a method that is called without its object',
      'class C:\n    def m(self, a):\n        return [a]\nvalue(C.m(x, 1))',
      [1],
    ],
    [
      'what a function yields in a loop',
      'def f():\n    for x in y:\n        yield x\nvalue(f())',
      [undefined, undefined],
    ],
    [
      'the items of a list that a function yields',
      'def f():\n    yield from [1, 2]\n    yield 3\nvalue(f())',
      [1, 2, 3, undefined],
    ],
    [
      'what a function yields through another one',
      'def g():\n    yield 1\ndef f():\n    yield from g()\n    yield 2\nvalue(f())',
      [1, undefined, 2, undefined],
    ],
    ['what a constructor of a package was given', 'from a import A\na = A(l=[1])\nvalue([*a.l, 2])', [1, 2]],
    ['an object that grows', 'o = {"a": 1}\no["b"] = 2\no["l"] = []\nvalue(o)', { a: 1, b: 2, l: [] }],
  ])('finds %s', (_, source, expected) => {
    expect(known('a.py', source)).toEqual(expected);
  });

  test.each([
    ['a parameter', 'def make(a, *b, c=1, **d):\n    value(c)', 'a parameter of make()'],
    ['a typed parameter', 'def make(a: int = 1):\n    value(a)', 'a parameter of make()'],
    ['branches', 'if b:\n    a = 1\nelse:\n    a = 2\nvalue(a)', 'assigned in several places'],
    [
      'what a caught error left',
      'a = 0\ntry:\n    a = 1\nexcept E:\n    value(a)',
      'assigned in several places',
    ],
    ['a loop', 'for a in b:\n    value(a)', 'changes in a loop'],
    ['a comprehension', 'a = 1\n[value(a) for a in b]', 'changes in a loop'],
    [
      'a name of a class from its method',
      'class C:\n    a = 1\n    def m(self):\n        value(a)',
      '`a` is not declared in this file',
    ],
    ['a star import', 'from x import *\nvalue(a)', 'may be imported from `x`'],
    ['a list changed at random', 'l = [1]\nl.pop()\nvalue(l[1])', 'the list is changed at run time'],
  ])('says why it cannot know %s', (_, source, why) => {
    expect(known('a.py', source)).toBe(`dynamic: ${why}`);
  });
});

describe('a list that is known in part', () => {
  test.each([
    ['a list put together with another', 'a.ts', 'value([1].concat(x));', [1, undefined]],
    ['what is put behind another list', 'a.ts', 'value(x.concat([1], 2));', [undefined, 1, 2]],
    [
      'what is put behind a list that a condition gives',
      'a.ts',
      'let l = []; if (x) l = f(); l = l.concat([1]); l = l.concat([2]); value(l);',
      [undefined, 1, 2],
    ],
    ['lists put together in Python', 'a.py', 'value([1] + x)', [1, undefined]],
    ['one of two lists', 'a.ts', 'value(c ? [{ a: 1 }] : [{ b: 2 }]);', [{ a: 1 }, { b: 2 }, undefined]],
    ['one of two lists in Python', 'a.py', 'value([{"a": 1}] if c else [])', [{ a: 1 }, undefined]],
    ['a list or none', 'a.ts', 'value([0, ...(c ? [{ a: 1 }] : [])]);', [0, { a: 1 }]],
    ['words in an order', 'a.ts', "value(c ? ['a'] : ['b']);", 'dynamic: chosen by a condition'],
    ['a member that is got', 'a.py', 'r = {"x": 1}\nvalue([r.get("x")])', [1]],
    ['a list by another type', 'a.py', 'value(cast(list, [1]))', [1]],
  ])('keeps what is known: %s', (_, file, source, expected) => {
    expect(known(file, source)).toEqual(expected);
  });
});

describe('what is changed after it was made', () => {
  const names = (list: readonly CodeSyntaxNode[] | undefined) =>
    list?.map((item) => item.call?.options.get('name')?.scalar ?? item.why);

  test('is in the options of a TypeScript call and not in its arguments', () => {
    const document = open(
      'a.ts',
      `const billing = new Agent({ name: 'billing', handoffs: [], modelSettings: {} });
const triage = new Agent({ name: 'triage', handoffs: [billing] });
billing.handoffs.push(triage, ...more);
billing.tools = [x];
billing.modelSettings.store = true;
triage.guards.push('g');`,
    );
    const call = callOf(document, 'new Agent').call;
    expect(names(call?.options.get('handoffs')?.items())).toEqual([
      'triage',
      'spread of `more`: `more` is not declared in this file',
    ]);
    expect(call?.options.keys()).toEqual(['name', 'handoffs', 'modelSettings', 'tools']);
    expect(call?.positional[0]?.keys()).toEqual(['name', 'handoffs', 'modelSettings']);
    expect(call?.options.get('modelSettings')?.toValue()).toEqual({ store: true });
    const triage = call?.options.get('handoffs')?.items()[0];
    expect(startOf(triage?.at() as never)).toBe('2:16');
    expect(startOf(triage?.written() as never)).toBe('3:23');
    expect(triage?.call?.options.get('guards')?.toValue()).toEqual(['g']);
    expect(triage?.call?.options.get('handoffs')?.items()[0]?.identity).toBe(
      callOf(document, 'new Agent').identity,
    );
  });

  test('is in the options of a Python call', () => {
    const document = open(
      'a.py',
      `billing = Agent(name="billing", handoffs=[])
triage = Agent[Ctx](name="triage", handoffs=[billing])
billing.handoffs.append(triage)
billing.handoffs += [triage]
triage.handoffs = [triage]
def setup():
    billing.tools = [x]
if debug:
    billing.name = "debug"
`,
    );
    const options = callOf(document, 'Agent').call?.options;
    expect(names(options?.get('handoffs')?.items())).toEqual(['triage', 'triage']);
    expect(options?.get('handoffs')?.items()[0]?.call?.callee).toBe('Agent');
    expect(options?.get('tools')?.items()[0]?.why).toBe('`x` is not declared in this file');
    expect(options?.get('name')?.why).toBe('assigned under a condition');
    const triage = options?.get('handoffs')?.items()[0]?.call?.options.get('handoffs');
    expect(names(triage?.items())).toEqual(['triage']);
  });

  test('reaches agents that are members of an object or of this', () => {
    const object = open(
      'a.ts',
      "const all = { a: new Agent({ name: 'a' }) }; all.a.handoffs.push(b); const b = 1;",
    );
    expect(callOf(object, 'new Agent').call?.options.get('handoffs')?.toValue()).toEqual([1]);
    const self = open(
      'a.py',
      'class C:\n  def m(self):\n    self.a = Agent(name="a")\n    self.a.tools.append(1)\n',
    );
    expect(callOf(self, 'Agent').call?.options.get('tools')?.toValue()).toEqual([1]);
  });

  test('is known for a list by its own name, once', () => {
    const document = open(
      'a.ts',
      'const tools = [1]; tools.push(2); tools.unshift(0); const o = { l: [] }; o.l.push(3); value({ tools, o });',
    );
    expect(callOf(document, 'value').call?.positional[0]?.toValue()).toEqual({
      tools: [0, 1, 2],
      o: { l: [3] },
    });
  });
});

describe('members that may be there', () => {
  test('are dynamic where an unknown object is spread', () => {
    const node = valueIn('a.ts', 'value({ a: 1, ...rest, b: 2 });');
    expect(node.keys()).toEqual(['a', 'b']);
    expect(node.get('a')?.why).toBe(
      'may be replaced by spread of `rest`: `rest` is not declared in this file',
    );
    expect(node.get('b')?.scalar).toBe(2);
    expect(node.get('c')?.why).toBe('spread of `rest`: `rest` is not declared in this file');
  });

  test('are not replaced by keyword arguments, which may not repeat', () => {
    const named = callOf(open('a.py', 'Agent(name="x", **rest)'), 'Agent').call?.named;
    expect(named?.get('name')?.scalar).toBe('x');
    expect(named?.get('tools')?.kind).toBe('dynamic');
  });

  test('are dynamic where the options of a call are', () => {
    const options = callOf(open('a.ts', 'new Agent(config());'), 'new Agent').call?.options;
    expect([options?.kind, options?.why]).toEqual(['dynamic', 'computed by config()']);
  });
});

describe('functions that give what they are passed', () => {
  test.each([
    [
      'arguments in order',
      'const f = (a, b) => ({ a, b }); value([f(1, 2), f(3)]);',
      [{ a: 1, b: 2 }, { a: 3 }],
    ],
    ['a default', 'function f(a = "x") { return [a]; } value([f(), f("y")]);', [['x'], ['y']]],
    [
      'defaults of members taken out',
      'const f = (o) => { const { a = 1, b = 2 } = o; return [a, b]; }; value(f({ b: 3 }));',
      [1, 3],
    ],
    ['members of an object', 'const f = ({ a, b: c = 2, d = 3 }) => [a, d]; value(f({ a: 1 }));', [1, 3]],
    [
      'names on the way',
      'function f(a) { const b = { a }; b.c = a; return b; } value(f(1));',
      { a: 1, c: 1 },
    ],
    [
      'a function that calls another',
      'const g = (a) => [a]; const f = (a) => g(a); value([f(1), f(2)]);',
      [[1], [2]],
    ],
    ['a function that is awaited', 'async function f(a) { return { a }; } value(await f(1));', { a: 1 }],
  ])('in TypeScript: %s', (_, source, expected) => {
    expect(known('a.ts', source)).toEqual(expected);
  });

  test.each([
    [
      'keywords',
      'def f(a, *, b="x"):\n    return [a, b]\nvalue([f(1), f(a=2, b="y")])',
      [
        [1, 'x'],
        [2, 'y'],
      ],
    ],
    ['a lambda', 'f = lambda a: {"a": a}\nvalue(f(1))', { a: 1 }],
    ['a list that is added to', 'def f(a):\n    b = [a]\n    b.append(2)\n    return b\nvalue(f(1))', [1, 2]],
  ])('in Python: %s', (_, source, expected) => {
    expect(known('a.py', source)).toEqual(expected);
  });

  test('never end where they lead to themselves', () => {
    const source =
      'const f = (a) => ({ a, next: g(a) }); const g = (a) => ({ b: a, next: f(a) }); value(f(1));';
    expect(known('a.ts', source)).toEqual({ a: 1, next: { b: 1 } });
  });
});
