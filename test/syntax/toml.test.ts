import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadParsers, parseDocument, type SyntaxNode } from '../../src/syntax/index.js';

const CORPUS = resolve(import.meta.dirname, '../../../shared/corpus');
const read = (text: string) => parseDocument('.codex/config.toml', 'toml', text);
const at = (node: SyntaxNode | undefined, part: 'key' | 'value' = 'value') => {
  const range = node?.at(part).range();
  return range && `${range.start.line}:${range.start.column}-${range.end.line}:${range.end.column}`;
};

beforeAll(() => loadParsers(['toml']));

describe('TOML', () => {
  it.each([
    ['a', 'two = """\nAsk \\u00e4 first.\n\nThen\tsend it.\n"""', '4:6-4:10'],
    ['of a literal', "two = '''One \\n\nand send it.'''", '2:5-2:9'],
    ['of one line', 'two = """Then send it."""', '1:15-1:19'],
    ['that joins lines, at its start', 'two = """Then \\\n  send it."""', '1:7-2:14'],
  ])('places a part of a string in three quotes: %s', (_, text, place) => {
    const node = read(text).roots[0]?.get('two');
    const index = String(node?.scalar).indexOf('send');
    const range = node?.within(index, index + 'send'.length).range();
    expect(range && `${range.start.line}:${range.start.column}-${range.end.line}:${range.end.column}`).toBe(
      place,
    );
  });

  it('gives values and keys their places', () => {
    const document = read(
      '\ufeffapproval_policy = "never" # agent-lint-ignore approval/auto-approved -- sandbox\r\n\r\n[mcp_servers.docs]\r\nargs = [\r\n  "-y",\r\n  \'x@1\',\r\n]\r\nenv = { KEY = "v" }\r\n',
    );
    const root = document.roots[0];
    expect(document.problems).toEqual([]);
    expect(root?.toValue()).toEqual({
      approval_policy: 'never',
      mcp_servers: { docs: { args: ['-y', 'x@1'], env: { KEY: 'v' } } },
    });
    expect(at(root?.get('approval_policy'))).toBe('1:19-1:26');
    expect(at(root?.get('approval_policy'), 'key')).toBe('1:1-1:16');
    const docs = root?.get('mcp_servers')?.get('docs');
    expect(at(docs, 'key')).toBe('3:14-3:18');
    expect(at(docs?.get('args')?.items()[1])).toBe('6:3-6:8');
    expect(docs?.get('env')?.get('KEY')?.path()).toBe('mcp_servers.docs.env.KEY');
    expect(document.comments()).toEqual([
      {
        text: 'agent-lint-ignore approval/auto-approved -- sandbox',
        at: { line: 1, column: 27 },
        ownLine: false,
      },
    ]);
  });

  it('reads lists of tables, dotted keys and every kind of value', () => {
    const root = read(
      'a.b = 1\na.c = 1.5\nday = 1979-05-27\ntext = """\nx\ny"""\n[[p]]\nq = true\n[p.inner]\nz = 0\n[[p]]\nq = false\n',
    ).roots[0];
    expect(root?.toValue()).toEqual({
      a: { b: 1, c: 1.5 },
      day: '1979-05-27',
      text: 'x\ny',
      p: [{ q: true, inner: { z: 0 } }, { q: false }],
    });
    expect(at(root?.get('p')?.items()[1]?.get('q'))).toBe('12:5-12:10');
  });

  const firstFault = (text: string) => {
    const { problems, roots } = read(text);
    expect(roots).toEqual([]);
    expect(problems).toHaveLength(1);
    const { line, column } = problems[0]?.at.range().start ?? { line: 0, column: 0 };
    return `${line}:${column} ${problems[0]?.kind}: ${problems[0]?.message}`;
  };

  it.each([
    ['a = = 1\n', '1:5 syntax: unexpected token'],
    ['a = "x\n', '1:5 syntax: the string that begins here has no end'],
    ['a = """\nx', '1:5 syntax: the string that begins here has no end'],
    ['x = [1,\n', '1:5 syntax: the bracket that opens here is not closed before the next entry'],
    ['[a\nx = 1\n', '1:1 syntax: the bracket that opens here is not closed before the next entry'],
    ['x = [[1], [2]\ny = 1\n', '1:5 syntax: the bracket that opens here is not closed before the next entry'],
    ['x = { y = "]"\nz = 1\n', '1:5 syntax: the bracket that opens here is not closed before the next entry'],
    ['x = [\n  "y"\n  "z"\n]\n', '3:3 syntax: expected comma (,) token'],
    ['x = "y\\q"\n', '1:8 syntax: invalid character in escape sequence'],
    ['a = 1\n\u0000', '2:1 syntax: unexpected character'],
    ['', '1:1 syntax: the file is empty'],
    ['a = 1\na = 2\n', '2:1 syntax: a key is repeated here, which TOML forbids'],
    ['[a]\nx = 1\n[a]\n', '3:2 syntax: a key is repeated here, which TOML forbids'],
    [
      '../base/.codex/config.toml\n',
      '1:1 syntax: the file contains only a path: a link that was stored as text',
    ],
  ])('says of %j where it breaks', (text, fault) => {
    expect(firstFault(text)).toBe(fault);
  });

  const DEEP = 'limit: nested more than 64 levels deep';

  it.each([
    ['deep lists', `a = ${'['.repeat(500)}`, `1:69 ${DEEP}`],
    ['a deep key', `${'k.'.repeat(69)}k = 1`, `1:1 ${DEEP}`],
    ['a deep key in a table', `a = {${'k.'.repeat(69)}k = 1}`, `1:6 ${DEEP}`],
    ['a deep table', `[${'a.'.repeat(20_000)}a]`, `1:1 ${DEEP}`],
    ['a deep list of tables', `[[${'a.'.repeat(70)}a]]\nb = 1`, `1:1 ${DEEP}`],
    [
      'a huge list',
      `a = [${'1,'.repeat(400_000)}]`,
      '1:60003 limit: more than 30000 keys, values and brackets',
    ],
    ['a huge text', `a = "${'x'.repeat(900_000)}"`, '1:1 limit: a value is too long to be read'],
  ])('refuses %s', (_, text, fault) => {
    expect(firstFault(text)).toBe(fault);
  });

  it('takes no key for more than a key', () => {
    const root = read('__proto__.polluted = 1\nconstructor = 2\n').roots[0];
    expect(root?.get('__proto__')?.get('polluted')?.scalar).toBe(1);
    expect(root?.get('toString')).toBeUndefined();
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it('reads the files that people commit', (ctx) => {
    let count = 0;
    const broken: string[] = [];
    for (const kind of ['codex-config', 'codex-agent-toml']) {
      let names: string[];
      try {
        names = readdirSync(join(CORPUS, kind));
      } catch {
        ctx.skip('skipped: corpus not present');
        return;
      }
      for (const name of names) {
        const { roots, problems } = read(readFileSync(join(CORPUS, kind, name), 'utf8'));
        count++;
        if (roots.length === 0) broken.push(`${name}: ${problems[0]?.message}`);
      }
    }
    expect(count).toBeGreaterThanOrEqual(4);
    expect(broken.length).toBeLessThanOrEqual(1);
  });
});
