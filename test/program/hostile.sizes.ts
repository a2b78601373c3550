import { beforeAll, describe, expect, test } from 'vitest';
import { lowerProgram } from '../../src/program/lower/index.js';
import { grammarOf } from '../../src/program/tree/grammars.js';
import { parseTree } from '../../src/program/tree/tree.js';
import { loadAll, printed, treeOf } from './open.js';

beforeAll(loadAll);

/** Prints a text of a file, or says that it is not parsed. */
function read(path: string, text: string): string {
  const tree = parseTree(grammarOf(path) as 'python', text);
  return tree ? printed(tree.grammar.name, text) : 'not parsed';
}

describe('code made to cost time is read in bounded time', () => {
  test.each([
    ['brackets', '('.repeat(10_000), ')'.repeat(10_000), 'a.ts'],
    ['100,000 brackets', '('.repeat(100_000), ')'.repeat(100_000), 'a.ts'],
    ['brackets of Python', '('.repeat(10_000), ')'.repeat(10_000), 'a.py'],
    ['100,000 lists of Python', '['.repeat(100_000), ']'.repeat(100_000), 'a.py'],
    ['lists', '['.repeat(10_000), ']'.repeat(10_000), 'a.ts'],
    ['objects', '{a:'.repeat(10_000), '}'.repeat(10_000), 'a.ts'],
    ['calls', 'f('.repeat(10_000), ')'.repeat(10_000), 'a.ts'],
    ['functions', '() => {'.repeat(5_000), '}'.repeat(5_000), 'a.ts'],
    ['functions that give functions', '() => '.repeat(5_000), '', 'a.ts'],
    ['classes', 'class { a = '.repeat(5_000), '}'.repeat(5_000), 'a.ts'],
    ['sums', '1 + '.repeat(20_000), '', 'a.ts'],
    ['assignments', 'a = '.repeat(20_000), '', 'a.ts'],
    ['members', '', '.a'.repeat(20_000), 'a.ts'],
    ['members of casts', 'x as a', '.a'.repeat(20_000), 'a.ts'],
    ['calls of members', 'x', '.a()'.repeat(10_000), 'a.py'],
    ['brackets that never close', '(['.repeat(10_000), '', 'a.py'],
    ['templates', '`${'.repeat(3_000), '}`'.repeat(3_000), 'a.ts'],
    ['stars', '*'.repeat(20_000), 'a', 'a.py'],
    ['signs', '- '.repeat(20_000), '1', 'a.ts'],
    ['comments', `${'# x\n'.repeat(40_000)}`, '', 'a.py'],
    ['comments with marks of texts', `${"# '''\n".repeat(40_000)}`, '', 'a.py'],
  ])('%s', (_, before, after, path) => {
    read(path, `value(\n${before}1${after}\n)`);
  });

  test.each([
    ['else if', `${'if (a) b; else '.repeat(20_000)} c`, 'a.ts'],
    ['elif', `if a: b\n${'elif a: b\n'.repeat(20_000)}`, 'a.py'],
    ['blocks', '{'.repeat(20_000) + '}'.repeat(20_000), 'a.ts'],
    ['labels', `${'a: '.repeat(20_000)}b`, 'a.ts'],
    ['patterns', `const ${'['.repeat(5_000)}a${']'.repeat(5_000)} = b`, 'a.ts'],
    [
      'nested functions',
      Array.from({ length: 300 }, (_, i) => `${' '.repeat(i)}def f():`).join('\n'),
      'a.py',
    ],
    ['targets', `${'a = '.repeat(20_000)}b`, 'a.py'],
    ['decorators', `${'@a\n'.repeat(20_000)}def f(): pass`, 'a.py'],
  ])('%s', (_, text, path) => {
    read(path, text);
  });

  const MANY = 140_000;
  test.each([
    ['holes in a text', `f"""${'{x}\n'.repeat(MANY)}"""`],
    ['texts in a row', `(${"'x'\n".repeat(MANY)})`],
    ['statements in a function', `def f():\n${'    x\n'.repeat(MANY)}    return 1`],
  ])('%s by the hundred thousand', (_, text) => {
    expect(lowerProgram(treeOf('python', text)).body).toHaveLength(1);
  });
});

describe('what is nested too deeply is unknown, and says so', () => {
  test.each([
    ['python', `${'['.repeat(600)}${']'.repeat(600)}`],
    ['typescript', `${'1 + '.repeat(600)}1`],
    ['typescript', `${'if (a) b; else '.repeat(600)}c`],
    ['python', `if a: b\n${'elif a: b\n'.repeat(600)}`],
    ['typescript', `${'() => {'.repeat(600)}${'}'.repeat(600)}`],
  ] as const)('%s: %s', (grammar, text) => {
    expect(printed(grammar, text)).toContain('?(nested too deeply)');
  });
});

test('a text with a long row of lines that look like comments keeps them, and what stands behind such a row is read', () => {
  const row = '# x\n'.repeat(600);
  const read = printed('python', `a = '''\n${row}'''\n${row}b = 1\n`);
  expect(read.split('# x')).toHaveLength(601);
  expect(read).toContain('b = 1');
});
