import { beforeAll, describe, expect, test } from 'vitest';
import { type CodeSyntaxNode, callsOf } from '../../src/program/index.js';
import { loadAll, open } from './open.js';

beforeAll(loadAll);

/** The `list` of every `new A(...)` or `A(...)` of a file, as it stands once the file has run. */
/** The items of the option `list` of a call: what they are, or why that is not known. */
function itemsOf(node: CodeSyntaxNode | undefined): unknown[] | undefined {
  return node?.call?.options
    .get('list')
    ?.items()
    .map(({ scalar, why }) => scalar ?? why);
}

function lists(file: string, text: string): unknown[] {
  const calls = callsOf(open(file, text), { named: new Set(['A']) });
  return calls.map(({ call }) => call?.options.get('list')?.toValue());
}

describe('a change by another name', () => {
  test.each([
    ['a second name', 'const a = new A({ list: [] }); const b = a; b.list.push(1);', [[1]]],
    [
      'the variable of a loop',
      'const a = new A({ list: [] }), b = new A({ list: [0] }); for (const c of [a, b]) c.list.push(1);',
      [[1], [0, 1]],
    ],
    [
      'what `forEach` passes',
      'const a = new A({}), b = new A({}); [a, b].forEach((c) => { c.list = [1]; });',
      [[1], [1]],
    ],
    [
      'a parameter',
      'const a = new A({ list: [] }); const b = new A({ list: [] }); const wire = (c) => c.list.push(1); wire(a);',
      [[1], []],
    ],
    [
      'what a pattern takes out',
      'const o = { a: new A({ list: [] }) }; const { a } = o; a.list.push(1);',
      [[1]],
    ],
    [
      'a copy alone, which begins where its origin does',
      'const b = new A({ list: [0] }).copy({ list: [] }); const c = b; c.list.push(1);',
      [[0]],
    ],
    ['nothing by another `set`', "const s = { list: [0] }; s.set('list', [1]); new A(s);", [[0]]],
    [
      'nothing that is another one',
      'const a = new A({ list: [] }); let b = a; { const a = []; a.push(1); }',
      [[]],
    ],
  ])('reaches a TypeScript value: %s', (_, text, expected) => {
    expect(lists('a.ts', `import { A } from 'a'; ${text}`)).toEqual(expected);
  });

  test.each([
    ['a second name', 'a = A(list=[])\nb = a\nb.list.append(1)', [[1]]],
    ['a loop', 'a = A(list=[])\nb = A()\nfor c in (a, b):\n    c.list = [1]', [[1], [1]]],
    ['the values of a dict', 'd = {"a": A(list=[])}\nfor c in d.values():\n    c.list.append(1)', [[1]]],
    ['members of a dict by `update`', 'd = {}\nd.update({"list": [1]})\nA(**d)', [[1]]],
    ['members of a dict by `|=`', 'd = {}\nd |= {"list": [1]}\nA(**d)', [[1]]],
    ['members of another dict', 'e = dict(list=[1])\nd = {}\nd.update(e)\nA(**d)', [[1]]],
    ['a member that is made', 'd = {}\nd.setdefault("list", []).append(1)\nA(**d)', [[1]]],
    ['a name in quotes', 'a = A()\nsetattr(a, "list", [1])', [[1]]],
    ['a parameter', 'def wire(x, c):\n    c.list.append(1)\na = A(list=[])\nwire(0, c=a)', [[1]]],
  ])('reaches a Python value: %s', (_, text, expected) => {
    expect(lists('a.py', `from a import A\n${text}\n`)).toEqual(expected);
  });

  test('is not certain where the loop around it may not run', () => {
    const text = 'from a import A\na = A()\nfor c in (a,):\n    if x:\n        c.list = [1]\n';
    const [found] = callsOf(open('a.py', text), { named: new Set(['A']) });
    expect(itemsOf(found)).toEqual([1, 'assigned under a condition']);
  });
});

describe('a change that may be of another value', () => {
  test('adds and takes nothing away', () => {
    const python = (body: string) => `from a import A\na = A(list=["x"])\nb = A(list=["y"])\n${body}\n`;
    const stripped = python('def strip(c):\n    c.list = ["z"]\nif q:\n    strip(a)');
    const made = callsOf(open('a.py', stripped), { named: new Set(['A']) });
    const [a, b] = made.map(({ call }) => call?.options.get('list'));
    expect([a?.why, b?.toValue()]).toEqual(['assigned under a condition', ['y']]);
    const loop = 'for c in (a, b):\n    if c.skip:\n        continue\n    c.list = []';
    expect(lists('a.py', python(loop))).toEqual([
      ['x', undefined],
      ['y', undefined],
    ]);
  });

  test('is made in bounded time, however often', () => {
    const pushes = Array.from({ length: 6_000 }, (_, index) => `a.list.push(${index});`).join('\n');
    expect(
      lists('a.ts', `import { A } from 'a'; const a = new A({ list: [] });\n${pushes}`)[0],
    ).toBeDefined();
  });
});

describe('what is taken out of a list', () => {
  test.each([
    ['an item', 'l = ["x", "y"]\nl.remove("x")', ['y']],
    ['an item that is made elsewhere', 'f = A()\nl = ["x", f]\nl.remove(f)', ['x']],
    ['every item', 'l = ["x"]\nl.clear()\nl.append("z")', ['z']],
    ['one of two that are the same', 'l = ["x", "x"]\nl.remove("x")', ['x']],
    ['an item in a function that may not run', 'l = ["x"]\ndef f():\n    l.remove("x")', ['x']],
    ['an item where something failed', 'l = ["x"]\ntry:\n    g()\nexcept E:\n    l.remove("x")', ['x']],
    ['an item that may stay', 'l = ["x"]\nif y:\n    l.remove("x")', ['x']],
    ['an item that is not known', 'l = ["x"]\nl.remove(y)', ['x']],
  ])('is gone where it is certain: %s', (_, text, expected) => {
    expect(lists('a.py', `from a import A\n${text}\nA(list=l)\n`).at(-1)).toEqual(expected);
  });
});

describe('a copy', () => {
  test.each([
    [
      'keeps what is taken out of its origin later',
      'l = ["x", "y"]\nc = list(l)\nl.remove("x")\nA(list=c)',
      ['x', 'y'],
    ],
    [
      'has lost what was taken out of its origin before',
      'l = ["x", "y"]\nl.remove("x")\nc = list(l)\nA(list=c)',
      ['y'],
    ],
    ['loses what is taken out of it', 'l = ["x", "y"]\nc = list(l)\nc.remove("x")\nA(list=c)', ['y']],
    ['leaves its origin as it is', 'l = ["x", "y"]\nc = l.copy()\nc.remove("x")\nA(list=l)', ['x', 'y']],
    ['by a slice', 'l = ["x"]\nc = l[:]\nl.clear()\nA(list=c)', ['x']],
    ['by a spread', 'l = ["x"]\nc = [*l, "z"]\nl.clear()\nA(list=c)', ['x', 'z']],
    ['by a sum', 'l = ["x"]\nc = l + ["z"]\nl.append("y")\nA(list=c)', ['x', 'z']],
    [
      'has nothing that is added to its origin later',
      'l = ["x"]\nc = list(l)\nl.append("y")\nA(list=c)',
      ['x'],
    ],
    ['is what the second name of its origin is not', 'l = ["x"]\nc = l\nl.remove("x")\nA(list=c)', []],
    ['in a function', 'def f():\n    l = ["x"]\n    c = list(l)\n    l.clear()\n    return A(list=c)', ['x']],
    [
      'where a function empties its origin, whenever it is called',
      'l = ["x"]\nc = list(l)\ndef f():\n    l.clear()\nA(list=c)',
      ['x'],
    ],
    [
      'in a loop that empties its origin at its end',
      'l = ["x"]\nfor q in r:\n    A(list=list(l))\n    l.clear()',
      ['x'],
    ],
    ['of options keeps what its origin loses later', 'd = {"list": ["x"]}\nA(**d)\nd["list"] = []', ['x']],
    [
      'of options has what its origin was given before',
      'd = {"list": ["x"]}\nd["list"] = ["y"]\nA(**d)',
      ['y'],
    ],
    ['of options shares its lists', 'd = {"list": ["x"]}\nA(**d)\nd["list"].append("y")', ['x', 'y']],
    [
      'of options shares no list that is put in later',
      'd = {"list": ["x"]}\nA(**d)\nd["list"] = []\nd["list"].append("y")',
      ['x'],
    ],
    ['of options by `dict`', 'd = {"list": ["x"]}\ne = dict(d, a=1)\nd["list"] = []\nA(**e)', ['x']],
    ['of options by `copy`', 'd = {"list": ["x"]}\ne = d.copy()\ne["list"] = []\nA(**d)', ['x']],
    ['of one member', 'd = {"list": ["x"]}\nA(list=d["list"])\nd["list"] = []', ['x']],
    ['of options before they are updated', 'd = {"list": ["x"]}\nA(**d)\nd.update(list=[])', ['x']],
    ['before a branch that replaces', 'd = {"list": ["x"]}\nA(**d)\nif q:\n    d["list"] = []', ['x']],
  ])('in Python: %s', (_, text, expected) => {
    expect(lists('a.py', `from a import A\n${text}\n`).at(-1)).toEqual(expected);
  });

  test.each([
    ['of options that a constructor is given', "const o = { list: ['x'] }; new A(o); o.list = [];", ['x']],
    ['of options that are changed before', "const o = { list: ['x'] }; o.list = ['y']; new A(o);", ['y']],
    [
      'of options with a list that is changed later',
      "const o = { list: ['x'] }; new A(o); o.list.push('y');",
      ['x', 'y'],
    ],
    ['of options in others', "const o = { list: ['x'] }; const p = { ...o }; o.list = []; new A(p);", ['x']],
    ['of a list by a spread', "const l = ['x']; const c = [...l]; l.push('y'); new A({ list: c });", ['x']],
    [
      'of a list by `slice`',
      "const l = ['x']; const c = l.slice(); c.push('y'); new A({ list: c });",
      ['x', 'y'],
    ],
    [
      'of a list by `slice`, and its origin',
      "const l = ['x']; const c = l.slice(); c.push('y'); new A({ list: l });",
      ['x'],
    ],
  ])('in TypeScript: %s', (_, text, expected) => {
    expect(lists('a.ts', `import { A } from 'a'; ${text}`).at(-1)).toEqual(expected);
  });

  test('in a loop that replaces what it copies is not known', () => {
    const text = 'from a import A\nd = {"list": ["x"]}\nfor q in r:\n    A(**d)\n    d["list"] = []\n';
    const [found] = callsOf(open('a.py', text), { named: new Set(['A']) });
    expect(itemsOf(found)).toEqual(['x', 'assigned before or after, in a loop']);
  });

  test('of copies is made in bounded time', () => {
    const steps = Array.from({ length: 60 }, (_, i) => `l${i + 1} = [*l${i}, *l${i}]`).join('\n');
    const later = Array.from({ length: 60 }, (_, i) => `l${i}.append(${i})`).join('\n');
    expect(lists('a.py', `from a import A\nl0 = []\n${steps}\n${later}\nA(list=l60)`)).toHaveLength(1);
  }, 60_000);
});

test('what is set under a computed key may be any member', () => {
  const text = 'from a import A\nd = {"name": "x"}\nd[key()] = 1\nA(**d)\n';
  const [found] = callsOf(open('a.py', text), { named: new Set(['A']) });
  expect(found?.call?.options.get('list')?.kind).toBe('dynamic');
});

test('a function is given members after its definition', () => {
  const text = 'from a import A\ndef f(): ...\nf.gate = True\nA(list=[f])\n';
  const [found] = callsOf(open('a.py', text), { named: new Set(['A']) });
  const [item] = found?.call?.options.get('list')?.items() ?? [];
  expect(item?.reference?.given?.get('gate')?.scalar).toBe(true);
});
