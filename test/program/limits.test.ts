import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { type CodeSyntaxNode, callsOf } from '../../src/program/index.js';
import {
  LONG_LINE,
  MAX_ADDED,
  MAX_ALIKE,
  MAX_CALL_DEPTH,
  MAX_CALLS_WITHIN,
  MAX_CODE,
  MAX_ITEMS,
  MAX_MEMBERS,
  MAX_PARTS,
  MEAN_LINE,
  reasonToSkip,
} from '../../src/program/limits.js';
import { loadAll, open } from './open.js';

beforeAll(loadAll);

const ROOT = join(import.meta.dirname, '../../src/program');

/** Constants that bound nothing that is read: they lay out memory, or are no number of anything. */
const OTHERS: ReadonlySet<string> = new Set(['SPARE_WRITES', 'SMALL', 'MOST_ROLES', 'ERROR', 'ROOT']);

test('every bound on reading programs stands in limits.ts, and its table says what happens there', () => {
  const files = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter(
    (one) => one.endsWith('.ts') && one !== 'limits.ts',
  );
  const found = files.flatMap((file) => {
    const text = readFileSync(join(ROOT, file), 'utf8');
    const constants = [...text.matchAll(/const ([A-Z_]+)\b[^=\n]*= [\d_]+;/g)].map(([, name]) => name ?? '');
    const compared = [...text.matchAll(/\b(?:length|size|depth) (?:>=?|<=?) (?:[3-9]|\d\d)/g)].map(
      ([all]) => all,
    );
    return [...constants.filter((name) => !OTHERS.has(name)), ...compared].map((one) => `${file}: ${one}`);
  });
  expect(found).toEqual([]);
  const limits = readFileSync(join(ROOT, 'limits.ts'), 'utf8');
  const [table = ''] = limits.split('*/', 1);
  const missing = [...limits.matchAll(/const ((?:MAX|MIN|LONG|MEAN|TEXT)_\w+)/g)]
    .map(([, name]) => name ?? '')
    .filter((name) => !table.includes(name) && name !== 'MIN_CONTEXTS');
  expect(missing).toEqual([]);
});

/** What the last call of `value` is passed, and what the file says it left out. */
function lastValue(text: string, file = 'a.py'): { value: unknown; may: unknown[]; gap: string | undefined } {
  const document = open(file, text);
  const node = callsOf(document, { named: new Set(['value']) }).at(-1)?.call?.positional[0];
  return { value: node?.scalar, may: (node?.may ?? []).map(({ scalar }) => scalar), gap: document.gap };
}

/** The program at a bound and what it says there; one beyond. A bound is tested by name once it has a row or a test below. */
interface Row {
  readonly at: () => unknown;
  readonly beyond: () => unknown;
  readonly expected: readonly [at: unknown, beyond: unknown];
}

const times = (count: number, one: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => one(index)).join('');

/** The items of the list in the last call of `value`: how many, and why the last one is not known. */
const listOf = (text: string, file = 'a.py'): unknown[] => {
  const items = callsOf(open(file, text), { named: new Set(['value']) })
    .at(-1)
    ?.call?.positional[0]?.items();
  return [items?.length, items?.at(-1)?.scalar ?? 'unknown'];
};

const line = (length: number): string => `x = "${'a'.repeat(length - 6)}"`;

const ROWS: Readonly<Record<string, Row>> = {
  MAX_CODE: {
    at: () => reasonToSkip('a\n'.repeat(MAX_CODE / 2)),
    beyond: () => reasonToSkip(`${'a\n'.repeat(MAX_CODE / 2)}b`),
    expected: [undefined, 'large-file'],
  },
  LONG_LINE: {
    at: () => reasonToSkip(line(LONG_LINE)),
    beyond: () => reasonToSkip(line(LONG_LINE + 1)),
    expected: [undefined, { kind: 'bundle', longestLine: LONG_LINE + 1 }],
  },
  MEAN_LINE: {
    at: () => reasonToSkip(`${line(60_000)}${'\n'.repeat(60_000 / MEAN_LINE)}`),
    beyond: () => reasonToSkip(`${line(60_000)}${'\n'.repeat(60_000 / MEAN_LINE - 2)}`),
    expected: [undefined, { kind: 'bundle', longestLine: 60_000 }],
  },
  MAX_ITEMS: {
    at: () => listOf(`value([${times(MAX_ITEMS - 1, () => '"a", ')}*["z"]])\n`),
    beyond: () => listOf(`value([${times(MAX_ITEMS, () => '"a", ')}*["z"]])\n`),
    expected: [
      [MAX_ITEMS, 'z'],
      [MAX_ITEMS + 1, 'unknown'],
    ],
  },
  MAX_PARTS: {
    at: () => lastValue(`value("".join([${times(MAX_PARTS, () => '"a", ')}]))\n`).value,
    beyond: () => lastValue(`value("".join([${times(MAX_PARTS + 1, () => '"a", ')}]))\n`).value,
    expected: ['a'.repeat(MAX_PARTS), undefined],
  },
  // What is written at the place itself counts as written, not as added.
  MAX_ADDED: {
    at: () => lastValue(`A = "${'a'.repeat(MAX_ADDED + 6)}"\nvalue(f"{A}")\n`).value,
    beyond: () => lastValue(`A = "${'a'.repeat(MAX_ADDED + 7)}"\nvalue(f"{A}")\n`).value,
    expected: ['a'.repeat(MAX_ADDED + 6), undefined],
  },
};

/** Bounds whose tests are below. */
const BY_NAME: ReadonlySet<string> = new Set(['MAX_CALLS_WITHIN', 'MAX_MEMBERS', 'MAX_ALIKE']);

/** Bounds that have no row yet: a new bound is none of them. */
const UNTESTED: ReadonlySet<string> = new Set([
  'MAX_PARSE_STEPS',
  'MAX_DEPTH',
  'MAX_STEPS',
  'ROOT_STEPS',
  'ROOT_STEPS_OF_ALL',
  'MAX_STEPS_OF_ALL',
  'MAX_NESTED',
  'MAX_CALL_DEPTH',
  'MAX_ROUNDS',
  'MAX_RUNNING',
  'MIN_CONTEXTS',
  'MAX_CONTEXTS',
  'TEXT_OF_CONTEXTS',
  'MAX_TURNS',
  'MAX_CLASSES',
  'MAX_CHAIN',
  'MAX_BOUND',
  'MAX_BEGINNING',
  'MAX_REPEATED',
  'MAX_OBJECTS',
  'MAX_TAILS',
  'MAX_ARGUMENT_DEPTH',
  'MAX_TAIL',
  'MAX_GATES',
  'MAX_OPERANDS',
  'MAX_GATED',
  'MAX_PATHS',
  'MAX_TIMES',
  'MAX_COMPARED',
  'MAX_CALLS_READ',
  'MAX_PLAIN',
  'MAX_TRIED',
  'MAX_FOLDERS',
  'MAX_SOURCE',
  'MAX_SPELLED',
  'MAX_LOOK',
  'MAX_STEP_DEPTH',
  'MAX_FLOW_STEPS',
  'MAX_ALTERNATIVES',
  'MAX_TESTS',
  'MAX_FLOW_TERMS',
]);

test('every bound has a test at it and one beyond it, but for those that are named', () => {
  const limits = readFileSync(join(ROOT, 'limits.ts'), 'utf8');
  const own = readFileSync(import.meta.filename, 'utf8').replace(/const ROWS[\s\S]*?\n};/, '');
  const bounds = [...limits.matchAll(/const ([A-Z_]+) = /g)].map(([, name]) => name ?? '');
  const isTested = (name: string) => name in ROWS || BY_NAME.has(name);
  expect(bounds.filter((name) => isTested(name) === UNTESTED.has(name))).toEqual([]);
  expect([...BY_NAME].filter((name) => !new RegExp(`[^'\\w]${name} \\+ [12]\\b`).test(own))).toEqual([]);
});

test.each(Object.entries(ROWS))(
  '%s is reported one beyond it, and not at it',
  (_, { at, beyond, expected }) => {
    expect([at(), beyond()]).toEqual(expected);
  },
);

describe('a chain of calls', () => {
  /** Functions that each call the next one, and some that call the first: of several, calls cost depth. */
  const chain = (length: number, isShared: boolean): string => {
    const functions = Array.from({ length }, (_, index) =>
      index === length - 1
        ? `def f${index}(x):\n    return x`
        : `def f${index}(x):\n    return f${index + 1}(x)${isShared ? ` if x else f${index + 1}("b")` : ''}`,
    );
    return `${functions.reverse().join('\n')}\nvalue(f0("deep"))\n`;
  };

  test('is followed where each function has one caller, however long it is', () => {
    expect(MAX_CALLS_WITHIN).toBeGreaterThan(MAX_CALL_DEPTH);
    expect(lastValue(chain(MAX_CALLS_WITHIN, false))).toEqual({ value: 'deep', may: [], gap: undefined });
  });

  test('ends at a bound, which the file tells', () => {
    const { value, gap } = lastValue(chain(MAX_CALLS_WITHIN + 1, false));
    expect([value, gap]).toEqual([undefined, 'calls are followed no deeper']);
  });

  test('of methods, each with one caller, reaches what they make', () => {
    const text = `class Broker:
    def __init__(self, kind): self.kind = kind
    def a(self): return self.b()
    def b(self): return self.c()
    def c(self): return self.d()
    def d(self): return self.e()
    def e(self): return self.f()
    def f(self): return self.g()
    def g(self): return self.kind
value(Broker("trade").a())
`;
    expect(lastValue(text)).toEqual({ value: 'trade', may: [], gap: undefined });
  });
});

describe('a call of one of several functions', () => {
  const makers = (count: number): string => {
    const all = Array.from({ length: count }, (_, index) => index);
    return `from elsewhere import q
${all.map((index) => `def make${index}():\n    return "t${index}"`).join('\n')}
MAKERS = {${all.map((index) => `"${index}": make${index}`).join(', ')}}
value(MAKERS[q()]())
`;
  };

  test.each([4, 5, MAX_MEMBERS])('gives what each of %i gives', (count) => {
    const { may, gap } = lastValue(makers(count));
    expect(may).toEqual(Array.from({ length: count }, (_, index) => `t${index}`));
    expect(gap).toBeUndefined();
  });

  test('gives something unknown too where there are more', () => {
    const { may } = lastValue(makers(MAX_MEMBERS + 1));
    expect(may).toHaveLength(MAX_MEMBERS + 1);
    expect(may.at(-1)).toBeUndefined();
  });
});

test('two calls at one place with long contents are two where they differ at the end', () => {
  const tools = Array.from({ length: 450 }, (_, index) => `"t${index}"`).join(', ');
  const text = `def make(last):
    return Agent(tools=[${tools}, last])
make("a")
make("b")
`;
  const calls = callsOf(open('a.py', text), { named: new Set(['Agent']) });
  expect(calls.map(({ call }) => call?.options.get('tools')?.items().at(-1)?.scalar)).toEqual(['a', 'b']);
});

describe('beyond the calls that are evaluated each for itself', () => {
  /** What each item of the list in the last call of `value` comes from, or is. */
  const items = (text: string): unknown[] =>
    (
      callsOf(open('a.py', text), { named: new Set(['value']) })
        .at(-1)
        ?.call?.positional[0]?.items() ?? []
    ).map(
      (one) =>
        one.scalar ?? (one as CodeSyntaxNode).call?.origin?.dotted ?? (one as CodeSyntaxNode).origin?.dotted,
    );
  const NAMES = Array.from({ length: MAX_ALIKE + 2 }, (_, index) => `Tool${index}`);

  test('a call that is passed another name of the same package has a result of its own', () => {
    const text = `from agents import ${NAMES.join(', ')}
def create(kind): return kind()
value([${NAMES.map((name) => `create(${name})`).join(', ')}])
`;
    expect(items(text)).toEqual(NAMES);
  });

  test('a call that is passed a member of another object of a package has a result of its own', () => {
    const text = `import clients
def same(one): return one
${NAMES.map((name) => `c${name} = clients.${name}()`).join('\n')}
value([${NAMES.map((name) => `same(c${name}.search)`).join(', ')}])
`;
    expect(items(text)).toEqual(NAMES.map((name) => `${name}().search`));
  });

  test('a method of another object has a result of its own', () => {
    const text = `class Box:
    def __init__(self, name): self.name = name
    def read(self): return self.name
${NAMES.map((name) => `b${name} = Box("${name}")`).join('\n')}
value([${NAMES.map((name) => `b${name}.read()`).join(', ')}])
`;
    expect(items(text)).toEqual(NAMES);
  });

  test('a function that a call creates has a result of its own', () => {
    const text = `def reader(name):
    def read(): return name
    return read
${NAMES.map((name) => `r${name} = reader("${name}")`).join('\n')}
value([${NAMES.map((name) => `r${name}()`).join(', ')}])
`;
    expect(items(text)).toEqual(NAMES);
  });

  test('a call that is passed another parameter has a result of its own', () => {
    const text = `def same(one): return one
def main(${NAMES.join(', ')}):
    value([${NAMES.map((name) => `same(${name}.run)`).join(', ')}])
`;
    const [list] = callsOf(open('a.py', text), { named: new Set(['value']) }).at(-1)?.call?.positional ?? [];
    expect(list?.items().map((one) => text.slice(one.offsets.start, one.offsets.end))).toEqual(
      NAMES.map((name) => `${name}.run`),
    );
  });

  test('a call that is passed what another call computes has a result of its own', () => {
    const text = `import os
def same(one): return one
value([${NAMES.map((name) => `same(f"{os.getenv('${name}')}/x")`).join(', ')}])
`;
    const [list] = callsOf(open('a.py', text), { named: new Set(['value']) }).at(-1)?.call?.positional ?? [];
    expect(list?.items().map((one) => text.slice(one.offsets.start, one.offsets.end))).toEqual(
      NAMES.map((name) => `f"{os.getenv('${name}')}/x"`),
    );
  });
});
