import { beforeAll, describe, expect, it } from 'vitest';
import {
  type CallShape,
  type Condition,
  callOf,
  createCodeProject,
  dependsOn,
  flowOf,
  type Guard,
  pathOf,
  shapeOf,
  type Traced,
  type Visit,
} from '../../src/program/index.js';
import { loadAll } from './open.js';

beforeAll(loadAll);

const QUIET = ['print', 'len', 'console.log', 'range', 'bool'];

/** Calls of `done` are asked for; those of names that are not quiet may decide. */
const QUESTION = {
  targets: new Set(['done']),
  mayDecide: (call: CallShape) => !QUIET.includes(pathOf(call.callee)?.dotted ?? ''),
};

interface Read {
  /** Where paths begin. */
  roots: string[];
  /** As few conditions as say when the target runs, in words, by the root. */
  conditions: string[][];
  visits: readonly Visit[];
}

function read(files: Record<string, string>): Read {
  const project = createCodeProject((specifier) => {
    const file = Object.keys(files).find((name) => name.split('.')[0] === specifier.replace('./', ''));
    return file === undefined ? undefined : { file, text: files[file] as string };
  });
  const documents = Object.entries(files).map(([file, text]) => project.open(file, text));
  const { visits, conditions, simplified } = flowOf(documents, QUESTION);
  const byRoot = new Map<string, Visit[]>();
  for (const visit of visits) {
    const name = visit.root.kind === 'module' ? 'module' : (visit.root.within[0] ?? 'function');
    byRoot.set(name, [...(byRoot.get(name) ?? []), visit]);
  }
  return {
    roots: [...byRoot.keys()],
    conditions: [...byRoot.values()].map((own) =>
      simplified(own.flatMap(({ path }) => conditions(path(0))))
        .map((one) => said(one))
        .sort(),
    ),
    visits,
  };
}

const said = (one: Condition): string => one.map(word).join(' ');

function word(guard: Guard): string {
  switch (guard.kind) {
    case 'test':
      return `${guard.holds ? '' : '!'}${spelled(guard.test.value)}`;
    case 'call':
      return `${spelled(callOf(guard.event))}...`;
    case 'await':
      return `await ${spelled(guard.value)}`;
    case 'entered':
      return `in ${guard.definition.name ?? 'function'}`;
    default:
      return guard.kind;
  }
}

function spelled(value: Traced): string {
  const shape = shapeOf(value);
  switch (shape.kind) {
    case 'constant':
      return JSON.stringify(shape.scalar) ?? 'nothing';
    case 'name':
      return shape.name;
    case 'parameter':
      return shape.value.name;
    case 'member':
      return `${spelled(shape.object)}.${shape.property}`;
    case 'item':
      return `each(${spelled(shape.of)})`;
    case 'call':
      return `${shape.object ? `${spelled(shape.object)}.` : ''}${shape.name}(${shape.given.map(spelled).join(',')})`;
    case 'compare':
      return `${spelled(shape.left)} ${shape.operator} ${spelled(shape.right)}`;
    case 'list':
      return `[${shape.items.map(spelled).join(',')}]`;
    default:
      return shape.kind;
  }
}

const python = (text: string): string[] => read({ 'a.py': text }).conditions[0] ?? [];
const script = (text: string): string[] => read({ 'a.ts': text }).conditions[0] ?? [];

describe('a call runs', () => {
  it.each<[string, string, string[]]>([
    ['always', 'done()', ['']],
    ['behind a test', 'if a:\n    done()', ['a']],
    ['in the other branch', 'if a:\n    pass\nelif b:\n    pass\nelse:\n    done()', ['!a !b']],
    ['on both sides', 'if a:\n    x = 1\nelse:\n    x = 2\ndone()', ['']],
    ['behind what leaves', 'for x in xs:\n    if a:\n        continue\n    done()', ['xs !a']],
    ['behind what ends the program', 'import sys\nif a:\n    sys.exit(1)\ndone()', ['!a']],
    ['behind what raises', 'if a:\n    raise E\ndone()', ['!a']],
    ['behind an assertion', 'assert a, "no"\ndone()', ['a']],
    ['behind a constant', 'A = True\nif A:\n    done()', ['']],
    ['never', 'A = False\nif A:\n    done()', []],
    ['with both of two', 'if a and b:\n    done()', ['a b']],
    ['with either of two', 'if a or b:\n    done()', ['!a b', 'a']],
    ['with neither', 'if not (a or b):\n    done()', ['!a !b']],
    ['with a value that is chosen', 'ok = True if a else b\nif ok:\n    done()', ['!a b', 'a']],
    ['with what a branch gave', 'ok = True\nif a:\n    ok = b\nif ok:\n    done()', ['!a', 'a b']],
    ['with a value that was changed', 'ok = a\nok = b\nif ok:\n    done()', ['b']],
    ['for what is left of a list', 'for x in [y for y in xs if a]:\n    done()', ['xs a']],
    ['in a comprehension', '[done(x) for x in xs if a]', ['xs a']],
    ['for items that are filtered', 'for x in filter(lambda y: y.ok, xs):\n    done()', ['xs each(xs).ok']],
    ['for nothing', 'for x in []:\n    done()', []],
    [
      'for what was added',
      'ys = []\nfor x in xs:\n    if x.ok:\n        ys.append(x)\nfor y in ys:\n    done()',
      ['xs each(xs).ok'],
    ],
    ['if there are any', 'if len(xs) > 0:\n    done()', ['xs']],
    ['if there are none', 'if len(xs) == 0:\n    done()', ['!xs']],
    ['by a number', 'if n >= 3:\n    done()', ['3 at-most n']],
    [
      'by a case',
      'match a:\n    case 1:\n        pass\n    case 2:\n        done()',
      ['!a equal 1 a equal 2'],
    ],
    ['as long as a test holds', 'while a:\n    done()', ['a']],
    ['behind a loop', 'while a:\n    print(1)\ndone()', ['!a']],
    ['behind a loop that is left', 'while True:\n    if a:\n        break\ndone()', ['a']],
    ['where something failed', 'try:\n    print(1)\nexcept E:\n    done()', ['caught']],
    ['whatever fails', 'try:\n    print(1)\nexcept E:\n    pass\ndone()', ['']],
    ['in the main part', 'if __name__ == "__main__":\n    done()', ['']],
    ['behind a call that may ask', 'ask()\ndone()', ['ask()...']],
    ['behind a call that asks nobody', 'print(1)\ndone()', ['']],
    ['behind a call under a test', 'if a:\n    ask()\ndone()', ['!a', 'a ask()...']],
    ['behind one side of a choice', 'x = a or ask()\ndone()', ['!a ask()...', 'a']],
    ['in a function that is called', 'def f(x):\n    if x:\n        done()\nf(a)', ['a']],
    ['in a function with a default', 'def f(x=False):\n    if x:\n        done()\nf()', []],
    [
      'by what a function returns',
      'def f(x):\n    if x:\n        return True\n    return b\nif f(a):\n    done()',
      ['!a b', 'a'],
    ],
    ['behind a function that may raise', 'def f():\n    if a:\n        raise E\nf()\ndone()', ['!a']],
    ['behind a function that only looks', 'def f():\n    if a:\n        print(1)\nf()\ndone()', ['']],
    ['in a function of one of two', 'def f(): done()\ndef g(): pass\nh = f if a else g\nh()', ['a']],
    ['as a method', 'class C:\n    def m(self):\n        done()\nif a:\n    C().m()', ['a']],
    [
      'behind a flag that a test set',
      'always = False\nfor x in xs:\n    if x.yes:\n        always = True\nif always:\n    done()',
      ['xs each(xs).yes'],
    ],
    ['behind a name of the language, of a file', 'from mod import flag\nif flag:\n    done()', ['outside']],
  ])('%s (Python)', (_, text, expected) => {
    expect(python(text)).toEqual(expected);
  });

  it.each<[string, string, string[]]>([
    ['always', 'done();', ['']],
    ['behind a test', 'if (a) done();', ['a']],
    ['with both of two, in place', 'a && done();', ['a']],
    ['in one side of a choice', 'a ? done() : b();', ['a']],
    ['if there is none', 'a ?? done();', ['!a']],
    ['by a case', "switch (a) { case 'x': break; default: done(); }", ['!a equal "x"']],
    [
      'by a case that falls through',
      "switch (a) { case 'x': case 'y': done(); }",
      ['!a equal "x" a equal "y"', 'a equal "x"'],
    ],
    ['for each', 'xs.forEach((x) => done(x));', ['xs']],
    ['for each that is left', 'xs.filter((x) => x.ok).forEach((x) => done(x));', ['xs each(xs).ok']],
    [
      'for the first that fits',
      'const x = xs.find((y) => y.ok);\nif (x) done();',
      ['xs each(xs).ok each(xs)'],
    ],
    [
      'for all at once',
      'await Promise.all(xs.map(async (x) => { if (await ask(x)) done(x); }));',
      ['xs ask(each(xs))... ask(each(xs))'],
    ],
    ['in a function that is declared later', 'if (a) f();\nfunction f() { done(); }', ['a']],
    ['in a function of a name', 'const f = (x) => { if (x) done(); };\nf(a);', ['a']],
    ['behind what is awaited', 'await agreed;\ndone();', ['await agreed']],
    ['in a loop with a counter', 'for (let i = 0; i < n; i++) done();', ['gated less n']],
    ['in a loop that runs once', 'do { done(); } while (a);', ['']],
    ['with what is taken out', 'const { ok } = a;\nif (ok) done();', ['a.ok']],
    ['with a known member', 'const o = { ok: true };\nif (o.ok) done();', ['']],
    ['among known ones', "const xs = ['a', 'b'];\nif (xs.includes(a)) done();", ['a in ["a","b"]']],
    ['if there are any', 'if (xs?.length) done();', ['xs']],
    [
      'behind what another returned',
      'f().then((x) => { if (x) done(); });\nasync function f() { return a; }',
      ['a'],
    ],
  ])('%s (JavaScript)', (_, text, expected) => {
    expect(script(text)).toEqual(expected);
  });
});

describe('paths begin', () => {
  it('in the module, and in no function that it calls', () => {
    const text = 'def f():\n    done()\ndef g():\n    f()\ndef other():\n    pass\ng()\n';
    expect(read({ 'a.py': text }).roots).toEqual(['module']);
  });

  it('in a function whose caller is not seen', () => {
    const { roots, conditions } = read({ 'a.ts': "button.on('click', () => { done(); });" });
    expect(roots).toEqual(['function']);
    expect(conditions).toEqual([['in function']]);
  });

  it('in the file that calls a function of another', () => {
    const { roots, conditions } = read({
      'a.py': 'from b import f\nf(a)\n',
      'b.py': 'def f(x):\n    if x:\n        done()\n',
    });
    expect(roots).toEqual(['module']);
    expect(conditions).toEqual([['a']]);
  });

  it('nowhere where nothing leads to the call', () => {
    expect(read({ 'a.py': 'print(1)\n' }).roots).toEqual([]);
  });
});

describe('a value depends on', () => {
  const isFrom = (text: string, source: string, file = 'a.py'): boolean | undefined => {
    const { visits } = read({ [file]: text });
    const given = visits[0]?.call?.given[0];
    if (!given) throw new Error('nothing is passed');
    const isSource = (one: Traced) => (pathOf(one)?.dotted === source ? true : undefined);
    return dependsOn(given, isSource);
  };

  it.each([
    ['a call', 'done(input())', true],
    ['an assignment', 'x = input()\ny = x.strip()\ndone(y)', true],
    ['what is put together', 'x = f"a{input()}"\ndone(x)', true],
    ['what a function returns', 'def f(q):\n    return input(q) == "y"\ndone(f("?"))', true],
    ['what a function is passed', 'def f(q):\n    return q\ndone(f(input()))', true],
    [
      'what a function decides by',
      'def f(a):\n    if a:\n        return 1\n    return 2\nx = input()\ndone(f(x))',
      true,
    ],
    ['what a test chooses', 'x = 1 if input() else 2\ndone(x)', true],
    ['a branch', 'x = 1\nif input():\n    x = 2\ndone(x)', true],
    ['what is kept under a key', 'x = {}\nx["a"] = input()\ndone(x)', true],
    ['what is added', 'x = []\nx.append(input())\ndone(x)', true],
    ['an item', 'for x in [input()]:\n    done(x)', true],
    ['no other name', 'input_name = 1\ndone(input_name)', false],
    ['no value that was replaced', 'x = input()\nx = 1\ndone(x)', false],
    ['nothing that a function ignores', 'def f(q):\n    return 1\ndone(f(input()))', false],
    ['nothing that stands beside', 'x = input()\ndone(2)', false],
  ])('%s', (_, text, expected) => {
    expect(isFrom(text, 'input')).toBe(expected);
  });
});

describe('what is too much', () => {
  it('is reported, and ends in time', () => {
    const tests = Array.from({ length: 60 }, (_, i) => `if (a${i}) ask${i}();`).join('\n');
    const { conditions } = read({ 'a.ts': `function f() {\n${tests}\ndone();\n}\nf();\n` });
    const [all = []] = conditions;
    expect(all.length).toBeGreaterThan(0);
    expect(all.filter((one) => !one.includes('lost'))).toEqual([]);
  });

  it('is no function that calls itself, and no loop in a loop', () => {
    const text = `def f(x):\n    done()\n    f(x)\nf(1)\n${Array.from({ length: 12 }, (_, i) => `${' '.repeat(i)}while a${i}:`).join('\n')}\n${' '.repeat(12)}done()\n`;
    expect(read({ 'a.py': text }).roots).toEqual(['module']);
  });
});
