import { beforeAll, describe, expect, it } from 'vitest';
import { type Format, loadParsers, parseDocument, type SyntaxNode } from '../../src/syntax/index.js';
import { problemsOf } from './place-text.js';

beforeAll(() => loadParsers(['json', 'yaml', 'http']));

const problems = (format: Format, text: string): string[] => problemsOf(parseDocument('a', format, text));
const MIB = 1024 * 1024;
const TOO_DEEP = 'nested more than 64 levels deep';
const TOO_MANY = 'more than 100000 values, aliases expanded';

describe('deep nesting', () => {
  it.each([
    ['json', '['.repeat(5000), '1:65'],
    ['json', `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`, '1:321'],
    ['jsonc', `// c\n${'['.repeat(5000)}`, '2:65'],
    ['json', `"\n${'['.repeat(5000)}`, '2:65'],
    ['json', `["\\\n${'['.repeat(5000)}`, '1:1'],
    ['yaml', '['.repeat(5000), '1:65'],
    ['yaml', '[{'.repeat(5000), '1:65'],
    ['yaml', '- '.repeat(5000), '1:129'],
    ['yaml', '? '.repeat(5000), '1:129'],
    ['http', `POST /x\n\n${'['.repeat(5000)}`, '3:65'],
  ] as const)('in %s stops at its place, each time', (format, text, place) => {
    for (let round = 0; round < 2; round++) {
      const [first] = problems(format, text);
      if (text.startsWith('["\\')) expect(first).toMatch(/^syntax /);
      else expect(first).toBe(`limit ${place} ${TOO_DEEP}`);
    }
  });

  it('by indentation stops too', () => {
    const text = Array.from({ length: 1400 }, (_, level) => `${' '.repeat(level)}a:`).join('\n');
    expect(problems('yaml', text)).toEqual([`limit 65:66 ${TOO_DEEP}`]);
  });

  it('of 64 levels is read', () => {
    const nested = `${'['.repeat(64)}1${']'.repeat(64)}`;
    for (const format of ['json', 'yaml'] as const) {
      const document = parseDocument('a', format, nested);
      expect(document.problems).toEqual([]);
      let node: SyntaxNode | undefined = document.roots[0];
      for (let level = 0; level < 64; level++) node = node?.items()[0];
      expect(node?.scalar).toBe(1);
      expect(node?.path()).toBe('[0]'.repeat(64));
    }
  });

  it('hidden in strings and comments does not count', () => {
    const brackets = '['.repeat(200);
    expect(problems('json', `{"a": "${brackets}"}`)).toEqual([]);
    expect(problems('json', `// ${brackets}\n{"a": 1}`)).toEqual([]);
    expect(
      problems('yaml', `a: "${brackets}"\n# ${brackets}\nb: |\n  ${brackets}\n  ${'- '.repeat(200)}\n`),
    ).toEqual([]);
  });

  it('made by aliases stops', () => {
    const lines = ['a0: &a0 [[[[[[[[[[1]]]]]]]]]]'];
    for (let i = 1; i <= 7; i++) lines.push(`a${i}: &a${i} [[[[[[[[[[*a${i - 1}]]]]]]]]]]`);
    expect(problems('yaml', lines.join('\n'))).toEqual([`limit 7:19 ${TOO_DEEP}`]);
  });
});

describe('too many values', () => {
  it('made by nine levels of nine aliases stop', () => {
    const names = 'abcdefghi';
    const lines = [...names].map((name, i) => {
      const items = i === 0 ? 'x' : `*${names.charAt(i - 1)}`;
      return `${name}: &${name} [${Array(9).fill(items).join(',')}]`;
    });
    const document = parseDocument('a', 'yaml', lines.join('\n'));
    expect(problemsOf(document)).toEqual([`limit 6:8 ${TOO_MANY}`]);
    expect(document.roots).toEqual([]);
  });

  it('in YAML stop', () => {
    expect(problems('yaml', `[${'1,'.repeat(100_001)}]`)).toEqual([`limit 1:200000 ${TOO_MANY}`]);
    expect(problems('yaml', `a:${'\n'.repeat(MIB)}`)).toEqual(['limit 749997:1 more than 750000 tokens']);
  });

  it('of 99,000 are read', () => {
    const document = parseDocument('a', 'yaml', `[${'1,'.repeat(99_000)}]`);
    expect(document.problems).toEqual([]);
    expect(document.roots[0]?.items().length).toBe(99_000);
  });

  it('by more than a hundred aliases stop', () => {
    expect(problems('yaml', `a: &a 1\nb: [${'*a, '.repeat(101)}]`)).toEqual([
      'limit 2:405 more than 100 aliases',
    ]);
    expect(problems('yaml', `a: &a 1\nb: [${'*a, '.repeat(100)}]`)).toEqual([]);
  });

  it('as keys of one object are read in one go', () => {
    const text = Array.from({ length: 50_000 }, (_, i) => `k${i}: 1`).join('\n');
    const [root] = parseDocument('a', 'yaml', text).roots;
    expect(root?.keys().filter((key) => root.get(key)?.scalar === 1).length).toBe(50_000);
  });
});

describe('a long run of one thing', () => {
  const things: readonly (readonly [string, string])[] = [
    ['quotes', '"'],
    ['apostrophes', "'"],
    ['closing brackets', ']'],
    ['commas', ','],
    ['colons', ': '],
    ['NUL', '\0'],
    ['tabs', '\ta\n'],
    ['tags', '!a '],
    ['anchors', '&a '],
    ['directives', '%a\n'],
    ['backslashes', '\\'],
    ['lone surrogates', '\ud800'],
    ['bad scalars', '- @\n'],
    ['comments', '#\n'],
    ['slashes', '/*'],
    ['braces', '{}'],
    ['variables', '{{'],
    ['markers', '---\n'],
    ['letters', 'a'],
  ];

  it.each(things)(
    'is data in every format: %s',
    (_, thing) => {
      const text = thing.repeat((128 * 1024) / thing.length);
      for (const format of ['json', 'yaml', 'http'] as const) {
        const request = format === 'http' ? `POST /x\n\n{"a": ${text}}` : text;
        const document = parseDocument('a', format, request);
        expect(document.problems.length + document.roots.length).toBeGreaterThan(0);
        for (const { at } of document.problems) expect(at.range().start.line).toBeGreaterThan(0);
      }
    },
    60_000,
  );

  it('of a mebibyte in one valid string keeps its places', () => {
    const long = 'x'.repeat(MIB);
    for (const [format, text] of [
      ['json', `{"a": "${long}", "b": 1}`],
      ['yaml', `{"a": "${long}", "b": 1}`],
    ] as const) {
      const root = parseDocument('a', format, text).roots[0];
      expect(root?.get('b')?.at().range().start).toEqual({ line: 1, column: MIB + 16 });
    }
  });
});

describe('hostile names and characters', () => {
  const keys = '{"__proto__": {"polluted": 1}, "constructor": {"prototype": 2}, "toString": 3}';

  it.each(['json', 'yaml'] as const)('are ordinary keys in %s', (format) => {
    const root = parseDocument('a', format, keys).roots[0];
    expect(root?.keys()).toEqual(['__proto__', 'constructor', 'toString']);
    expect(root?.get('__proto__')?.get('polluted')?.scalar).toBe(1);
    expect(root?.get('constructor')?.get('prototype')?.path()).toBe('constructor.prototype');
    expect(Object.keys(root?.toValue() as object)).toEqual(['__proto__', 'constructor', 'toString']);
    expect(({} as { polluted?: number }).polluted).toBe(undefined);
  });

  it('are kept as they are where they are lone surrogates', () => {
    for (const [format, text] of [
      ['json', '{"a": "\ud800", "b": "\\udc00"}'],
      ['yaml', 'a: "\ud800"\nb: "\\udc00"\n'],
    ] as const) {
      const root = parseDocument('a', format, text).roots[0];
      expect(root?.get('a')?.scalar).toBe('\ud800');
    }
  });

  it('that YAML uses as marks of its own do not reach its parser', () => {
    expect(problems('yaml', 'a: 1\n\x02b: 2 \x18\x1f\n')).toEqual([
      'syntax 2:1 the control character U+0002 is not allowed in YAML',
    ]);
  });

  it('leave stack traces of others as they were', () => {
    const before = Error.stackTraceLimit;
    problems('yaml', ': : [');
    expect(Error.stackTraceLimit).toBe(before);
  });
});
