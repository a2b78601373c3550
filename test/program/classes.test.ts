import { beforeAll, describe, expect, test } from 'vitest';
import { callsOf } from '../../src/program/index.js';
import { callOf, loadAll, open, projectOf, valueIn } from './open.js';

beforeAll(loadAll);

/** The value of `value(...)`, or why it cannot be known. */
function known(path: string, source: string): unknown {
  const node = valueIn(path, source);
  return node.kind === 'dynamic' ? `dynamic: ${node.why}` : node.toValue();
}

describe('members of what a class of the project makes', () => {
  test.each([
    ['a getter', 'class K { get l() { return [1]; } } value(new K().l);', [1]],
    ['a getter of its own', 'class K { get l() { return [1]; } f() { value(this.l); } }', [1]],
    ['a getter by name', 'class K { get l() { return [1]; } } const k = new K(); value(k.l);', [1]],
    ['a method', 'class K { l() { return [1]; } } const k = new K(); value(k.l());', [1]],
    ['a method with an argument', 'class K { l(a) { return [a]; } } value(new K().l(2));', [2]],
    ['a field', 'class K { l = [1]; } const k = new K(); value(k.l);', [1]],
    [
      'a field that its constructor adds to',
      'class K { l = [1]; constructor() { this.l.push(2); } } value(new K().l);',
      [1, 2],
    ],
    [
      'a field that is added to from outside',
      'class K { l = [1]; } const k = new K(); k.l.push(2); value(k.l);',
      [1, 2],
    ],
    [
      'a field that is replaced from outside',
      'class K { l = [1]; } const k = new K(); k.l = [2]; value(k.l);',
      [2],
    ],
    [
      'a getter that is inherited',
      'class B { get l() { return [1]; } } class K extends B {} value(new K().l);',
      [1],
    ],
    [
      'the getter of the class itself',
      'class B { get l() { return [1]; } } class K extends B { get l() { return [2]; } } value(new K().l);',
      [2],
    ],
    [
      'what a getter that does more may give',
      'class K { get l() { const a = [1]; if (q) return a; return []; } } value(new K().l);',
      [1, undefined],
    ],
    [
      'nothing of a setter',
      'class K { set l(a) { this.m = a; } } value(new K().l);',
      'dynamic: computed by K()',
    ],
    ['what is passed', 'class K { constructor(l) { this.l = l; } } value(new K([1]).l);', [1]],
    [
      'nothing of a class that is not known',
      'import { K } from "k"; value(new K().l);',
      'dynamic: computed by K()',
    ],
  ])('in TypeScript: %s', (_, source, expected) => {
    expect(known('a.ts', source)).toEqual(expected);
  });

  test.each([
    ['a property', 'class K:\n    @property\n    def l(self):\n        return [1]\nvalue(K().l)', [1]],
    [
      'a property of its own',
      'class K:\n    @cached_property\n    def l(self): return [1]\n    def f(self): value(self.l)',
      [1],
    ],
    [
      'a property over a field',
      'class K:\n    def __init__(self):\n        self._l = [1]\n    @property\n    def l(self):\n        return self._l\nvalue(K().l)',
      [1],
    ],
    [
      'a method',
      'class K:\n    def l(self):\n        """Lists."""\n        return [1]\nk = K()\nvalue(k.l())',
      [1],
    ],
    [
      'a method that uses the object',
      'class K:\n    def __init__(self):\n        self.m = [1]\n    def l(self):\n        return [*self.m, 2]\nk = K()\nvalue(k.l())',
      [1, 2],
    ],
    [
      'a method with an argument',
      'class K:\n    def l(self, a):\n        return [a]\nvalue(K().l(a=2))',
      [2],
    ],
    ['an attribute of the class', 'class K:\n    l = [1]\nvalue(K().l)', [1]],
    [
      'a method that is inherited',
      'class B:\n    def l(self): return [1]\nclass K(B): ...\nvalue(K().l())',
      [1],
    ],
    [
      'nothing of another decorator',
      'class K:\n    @other\n    def l(self): return [1]\nvalue(K().l)',
      'dynamic: a function',
    ],
    [
      'what is passed in place of a default',
      '@dataclass\nclass K:\n    l: list = [1]\nvalue(K(l=[2]).l)',
      [2],
    ],
    [
      'what is passed by its place in place of a default',
      '@dataclass\nclass K:\n    l: list = [1]\nvalue(K([2]).l)',
      [2],
    ],
    [
      'no default that keywords may replace',
      '@dataclass\nclass K:\n    l: bool = True\nvalue(K(**q).l)',
      expect.stringMatching(/^dynamic: /),
    ],
    [
      'a default that keywords leave',
      '@dataclass\nclass K:\n    l: bool = True\nvalue(K(**{"m": 1}).l)',
      true,
    ],
    ...['pydantic_settings', 'pydantic'].flatMap((module) => [
      [
        `no default of a setting (${module})`,
        `from ${module} import BaseSettings\nclass B(BaseSettings): ...\nclass K(B):\n    l: bool = True\nvalue(K().l)`,
        expect.stringMatching(/^dynamic: /),
      ],
      [
        `a text of a setting (${module})`,
        `from ${module} import BaseSettings\nclass K(BaseSettings):\n    l: str = "a"\nvalue(K().l)`,
        'a',
      ],
    ]),
    [
      'the default of a field of another model',
      'from pydantic import BaseModel\nclass K(BaseModel):\n    l: bool = True\nvalue(K().l)',
      true,
    ],
  ])('in Python: %s', (_, source, expected) => {
    expect(known('a.py', source)).toEqual(expected);
  });

  test('may lead back to themselves', () => {
    expect(
      known('a.ts', 'class K { get l() { return this.m; } get m() { return this.l; } } value(new K().l);'),
    ).toMatch(/^dynamic: /);
  });
});

describe('a call of what `functools.partial` gives', () => {
  const head = 'from functools import partial\nfrom agents import Agent\n';
  const optionsOf = (text: string, callee = 'make') =>
    callOf(open('a.py', head + text), callee).call?.options.toValue();

  test.each([
    ['keywords', 'make = partial(Agent, model="m")\nmake(name="A")', { model: 'm', name: 'A' }],
    ['keywords that are given again', 'make = partial(Agent, name="A")\nmake(name="B")', { name: 'B' }],
    [
      'steps',
      'first = partial(Agent, model="m")\nmake = partial(first, name="A")\nmake(n=1)',
      { model: 'm', name: 'A', n: 1 },
    ],
    ['a module', 'import functools\nmake = functools.partial(Agent, name="A")\nmake()', { name: 'A' }],
  ])('has what was bound before: %s', (_, text, expected) => {
    expect(optionsOf(text)).toEqual(expected);
  });

  test('comes from where the function does', () => {
    const from = (module: string) => module === 'agents';
    const calls = callsOf(
      open('a.py', `${head}make = partial(Agent, "A")\nmake(model="m")\nother = partial(print)\nother()\n`),
      { from },
    );
    expect(
      calls.map(({ call }) => [
        call?.callee,
        call?.origin?.dotted,
        call?.positional.map((one) => one.scalar),
      ]),
    ).toEqual([['make', 'Agent', ['A']]]);
  });

  test('has what another file bound; what another function binds is left as it is written', () => {
    const files = projectOf({
      'b.py': `${head}make = partial(Agent, name="A")\n`,
      'a.py': 'from b import make\nmake(model="m")\n',
    });
    expect(callOf(files('a.py'), 'make').call?.options.toValue()).toEqual({ name: 'A', model: 'm' });
    const other = open('a.py', 'from x import partial\nmake = partial(Agent, name="A")\nmake(model="m")');
    expect(callOf(other, 'make').call?.options.toValue()).toEqual({ model: 'm' });
  });

  test('is followed through each step', () => {
    const steps = Array.from(
      { length: 9 },
      (_, index) => `m${index + 1} = partial(m${index}, a${index}=1)`,
    ).join('\n');
    expect(Object.keys(optionsOf(`m0 = Agent\n${steps}\nm9(name="A")`, 'm9') as object)).toHaveLength(10);
  });
});
