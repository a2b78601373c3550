import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { type CodeSyntaxNode, callsOf } from '../../src/program/index.js';
import { MAX_ALIKE, MAX_CALL_DEPTH, MAX_CALLS_WITHIN, MAX_MEMBERS } from '../../src/program/limits.js';
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
