import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { CodeFile } from '../../../src/syntax/code/file.js';
import { callsOf, type GrammarName } from '../../../src/syntax/code/index.js';
import { Part } from '../../../src/syntax/code/names/part.js';
import { mayReach } from '../../../src/syntax/code/names/reach.js';
import { outward } from '../../../src/syntax/code/names/scopes.js';
import { loadAll, projectOf } from './open.js';

beforeAll(loadAll);

/** One file, as its readers have it. */
function open(text: string, grammar: GrammarName): CodeFile {
  const file = grammar === 'python' ? 'a.py' : 'a.ts';
  const document = projectOf({ [file]: text })(file);
  if (!(document instanceof CodeFile)) throw new Error('not a file of code');
  return document;
}

/** The part of each word at its first place in the text. */
const partsAt = (file: CodeFile, words: readonly string[]): number[] =>
  words.map((word) => file.parts().indexOf(file.partAt(file.text.indexOf(word))));

describe('statements that share a name are one part', () => {
  const cases: [string, GrammarName, string, string[]][] = [
    ['a function and its call', 'typescript', 'export function one() {}\none(/*here*/);', ['one', 'here']],
    ['a generator', 'typescript', 'export function *one() {}\none(/*here*/);', ['one', 'here']],
    [
      'the second of two variables',
      'typescript',
      'export const a = 1, two = 2;\nf(two, here);',
      ['a =', 'here'],
    ],
    [
      'a name in a pattern',
      'typescript',
      'export const { a, b: [two = 1] } = x;\nf(two, here);',
      ['a,', 'here'],
    ],
    [
      'a name that a block declares',
      'typescript',
      'export {};\nif (x) { var two = 1; }\nf(two, here);',
      ['if', 'here'],
    ],
    [
      'a name that is assigned later',
      'typescript',
      'export let two;\ntwo = 1;\nf(two, here);',
      ['let', 'here'],
    ],
    [
      'a name in a template',
      'typescript',
      'export const two = 1;\n// about ${two}\nconst t = `\n// ${two}`;',
      ['two', 'const t'],
    ],
    [
      'an import and what declares it again',
      'python',
      'import two\ntry:\n    two = 1\nexcept E: pass\nf(two, here)',
      ['import', 'here'],
    ],
    ['the second of a chain', 'python', 'a = two = []\ntwo.append(here)', ['a =', 'here']],
    [
      'the second of a chain in a block',
      'python',
      'if x:\n    a = two = []\ntwo.append(here)',
      ['if', 'here'],
    ],
    ['a name in a pattern of Python', 'python', 'a, (b, *two) = x\ntwo.append(here)', ['a,', 'here']],
    ['a name behind a colon', 'python', 'if f(x): two = 1\ng(two, here)', ['if', 'here']],
    ['a global name', 'python', 'def f():\n    global two\n    two = 1\ng(two, here)', ['def', 'here']],
    ['a name that a call gives by the way', 'python', 'f(two := 1)\ng(two, here)', ['f(', 'here']],
    ['a decorated function', 'python', '@f\n@g(x)\ndef two(): ...\ng(two, here)', ['@f', 'here']],
    ['a variable of a loop', 'python', 'for a, two in x:\n    pass\ng(two, here)', ['for', 'here']],
    ['what is bound by "as"', 'python', 'with x as (a, two):\n    pass\ng(two, here)', ['with', 'here']],
    [
      'a function behind a decorator whose text looks like one',
      'python',
      '@f("""\ndef one(): ...\n""")\ndef two(): ...\ng(two, here)',
      ['@f', 'here'],
    ],
    [
      'a name that a decorator gives by the way',
      'python',
      '@f(two := 1)\ndef one(): ...\ng(two, here)',
      ['@f', 'here'],
    ],
    [
      'a global name on the next line',
      'python',
      'def f():\n    global one, \\\n        two\n    two = 1\ng(two, here)',
      ['def', 'here'],
    ],
    ['a definition over two lines', 'python', 'def \\\n  two(): ...\ng(two, here)', ['def', 'here']],
    [
      'variables of a loop on lines of their own',
      'python',
      'for (\n    a,\n    two,\n) in x:\n    pass\ng(two, here)',
      ['for', 'here'],
    ],
    [
      'what is bound by "as" on the next line',
      'python',
      'with (f(x) as\n    two):\n    pass\ng(two, here)',
      ['with', 'here'],
    ],
    [
      'an annotated name in a block',
      'python',
      'if x:\n    two: A[str, F(max=3)] = y\ng(two, here)',
      ['if', 'here'],
    ],
    [
      'what follows the item of a call in a chain',
      'python',
      'd[f("x")] = two = A()\ng(two, here)',
      ['d[', 'here'],
    ],
    ['what follows an item in a chain', 'python', 'a = d["x"] = two = A()\ng(two, here)', ['a =', 'here']],
    ['what follows a call in a pattern', 'python', 'f(x).a, two = y\ng(two, here)', ['f(x', 'here']],
    ['a pattern in a chain', 'python', 'a = b, two = x\ng(two, here)', ['a =', 'here']],
    ['what follows a name beyond ASCII', 'python', 'a = é = two = x\ng(two, here)', ['a =', 'here']],
    ['a chain over two lines', 'python', 'a = \\\n    two = x\ng(two, here)', ['a =', 'here']],
    ['a name in brackets in a chain', 'python', 'a = (two) = x\ng(two, here)', ['a =', 'here']],
    [
      'what stands behind the end of a text',
      'python',
      'two = 1\na = f("""\n# text""", two)',
      ['two', 'a = f'],
    ],
    [
      'a variable behind a comment',
      'typescript',
      'export const a = 1, // c\n  two = 2;\nf(two, here);',
      ['const a', 'here'],
    ],
    [
      'a variable whose type has brackets',
      'typescript',
      'export const a = 1, two: M<A, B> = x;\nf(two, here);',
      ['const a', 'here'],
    ],
    [
      'a variable whose type is a function',
      'typescript',
      'export const a = 1, two: (x: A) => B = x;\nf(two, here);',
      ['const a', 'here'],
    ],
    [
      'a second pattern with a default',
      'typescript',
      'export const a = 1, { b = 2, two } = x;\nf(two, here);',
      ['const a', 'here'],
    ],
    [
      'a pattern with a bracket in a text',
      'typescript',
      'export const { a = "}", two } = x;\nf(two, here);',
      ['const', 'here'],
    ],
    [
      'a pattern with a bracket in a comment',
      'typescript',
      'export const { a, // }\n  two } = x;\nf(two, here);',
      ['const', 'here'],
    ],
    [
      'a pattern without a space before it',
      'typescript',
      'export {};\nconst{ two } = x;\nf(two, here);',
      ['const', 'here'],
    ],
    [
      'a declaration with a comment in it',
      'typescript',
      'export /* c */ const two = 1;\nf(two, here);',
      ['const', 'here'],
    ],
    [
      'a function with a comment in it',
      'typescript',
      'export default /* c */ function two() {}\nf(two, here);',
      ['function', 'here'],
    ],
    [
      'a decorated class whose decorator says so',
      'typescript',
      'export {};\n@D("class of")\nclass two {}\nf(two, here);',
      ['@D', 'here'],
    ],
    [
      'a class that is decorated behind its export',
      'typescript',
      'export @D() class two {}\nf(two, here);',
      ['class', 'here'],
    ],
    [
      'a name in a namespace',
      'typescript',
      'export {};\nnamespace A { export const two = 1 }\nf(two, here);',
      ['namespace', 'here'],
    ],
    [
      'what stands behind the end of a template',
      'typescript',
      'export const two = 1;\nconst a = f(`\n// text`, two);',
      ['two', 'a = f'],
    ],
    [
      'a name in a comment of a template',
      'typescript',
      'export const two = 1;\nconst a = f(`\n/** ${two} */\n`);',
      ['two', 'a = f'],
    ],
  ];
  it.each(cases)('%s', (_, grammar, text, words) => {
    const [first, second] = partsAt(open(text, grammar), words);
    expect(first).toBe(second);
  });
});

describe('statements that share none are several parts', () => {
  const cases: [string, GrammarName, string, string[]][] = [
    [
      'functions with the same local name',
      'typescript',
      'export function one(x) { const y = x; }\nfunction two(x) { const y = x; }',
      ['one', 'two'],
    ],
    [
      'what a comment names',
      'typescript',
      'export function one() {}\n/** one */\nfunction two() {\n  // one\n}',
      ['one', 'two'],
    ],
    [
      'users of one import',
      'typescript',
      "import { z } from 'zod';\nexport const one = z.a;\nconst two = z.b;",
      ['one', 'two'],
    ],
    [
      'types',
      'typescript',
      'export interface One { two: number }\nconst a: One = x;\nconst two: One = y;',
      ['a:', 'two: One'],
    ],
    ['keywords of a call', 'python', 'f(one=1)\nf(two=one)', ['f(one', 'f(two']],
    [
      'keywords of calls in blocks',
      'python',
      'if x:\n    f(\n        one=1,\n    )\nif y:\n    g(\n        one=2,\n    )',
      ['f(', 'g('],
    ],
    [
      'members of a module that are given a value',
      'python',
      'import os\nos.environ["a"] = f()\nos.environ["b"] = g()',
      ['f(', 'g('],
    ],
    ['variables that change', 'typescript', 'export let one = f(x);\nlet two = f(y);', ['one', 'two']],
    [
      'classes without a name',
      'typescript',
      'export default class extends A {}\nclass Two extends B {}',
      ['A', 'Two'],
    ],
    ['attributes', 'python', 'a = 1\nb = 2\na.x = 1\nb.x = 2', ['a', 'b']],
  ];
  it.each(cases)('%s', (_, grammar, text, words) => {
    const [first, second] = partsAt(open(text, grammar), words);
    expect(first).not.toBe(second);
  });

  it('but not where JavaScript declares what is assigned anywhere', () => {
    expect(open('function one() { a = 1 }\nfunction two() { a.b = 2 }', 'typescript').parts()).toHaveLength(
      1,
    );
  });

  it('nor in a program that gives its members by name', () => {
    const text = 'exports.a = 1;\nfunction one() { a = 1 }\nfunction two() { b.c = 2 }';
    expect(open(text, 'typescript').parts()).toHaveLength(1);
  });

  it('but not where something could not be parsed', () => {
    expect(open('export const a = 1;\nexport const b = (;\n', 'typescript').parts()).toHaveLength(1);
  });
});

const REACHING: [string, GrammarName, string][] = [
  ['by an import', 'typescript', "import { Agent } from 'sdk';\nexport const a = new Agent();"],
  ['by an import that is declared again', 'python', 'import sdk\nsdk = wrap(sdk)\nsdk.Agent()'],
  ['by a call', 'typescript', "const { Agent } = require('sdk');\nexport const a = new Agent();"],
  ['inside a function', 'python', 'import os\ndef f():\n    from sdk import Agent\n    return Agent()'],
  ['with all of a module', 'python', 'from sdk import *\nAgent()'],
];

describe('a module reaches a part', () => {
  it.each(REACHING)('%s', (_, grammar, text) => {
    const file = open(text, grammar);
    expect(file.parts().some((part) => mayReach(part, (module) => module === 'sdk'))).toBe(true);
    expect(callsOf(file, { from: (module) => module === 'sdk' })).toHaveLength(1);
  });

  it('and not one that names nothing of it', () => {
    const file = open(
      "import { Agent } from 'sdk';\nexport const a = new Agent();\nexport const b = f();",
      'typescript',
    );
    const reached = file.parts().filter((part) => mayReach(part, (module) => module === 'sdk'));
    expect(reached).toEqual([file.partAt(file.text.indexOf('new'))]);
  });
});

/** Names of a module that a file as a whole knows, with the places that declare them. */
function namesOf(file: CodeFile): Map<string, number[]> {
  const whole = new Part(file);
  const names = new Map<string, number[]>();
  for (const site of whole.outline().sites) {
    const scope = outward(whole.scopes().around(site.start), file.language.binds);
    if (site.assigns || scope.kind !== 'module') continue;
    names.set(
      site.name,
      [...(names.get(site.name) ?? []), site.start].sort((a, b) => a - b),
    );
  }
  return names;
}

test('its parts know every name that a file as a whole knows, each in one part', () => {
  const root = resolve(import.meta.dirname, '../../..');
  let known = 0;
  for (const entry of readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.ts') || entry.name.endsWith('.d.ts')) continue;
    const file = open(readFileSync(join(entry.parentPath, entry.name), 'utf8'), 'typescript');
    for (const [name, starts] of namesOf(file)) {
      const sites = (file.sitesIn(file.module, name) ?? []).filter(({ assigns }) => !assigns);
      expect([entry.name, name, sites.map(({ start }) => start)]).toEqual([entry.name, name, starts]);
      known++;
    }
  }
  expect(known).toBeGreaterThan(1_000);
});

describe('imports by the thousand are divided', () => {
  it('in bounded time where each shares a name with the next and the last one is declared', () => {
    const imports = Array.from({ length: 15_000 }, (_, index) => `from m import b${index + 1}, b${index}\n`);
    const file = open(`${imports.join('')}b15000 = 1\n`, 'python');
    file.root();
    expect(file.parts()).toHaveLength(2);
  });

  it('where each takes all that a module has', () => {
    expect(open('from m import *\n'.repeat(150_000), 'python').exports().stars).toHaveLength(150_000);
  });
});
