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

  it.each([
    ['a = = 1\n', 'syntax', '1:5', 'unexpected token'],
    ['.codex/base.toml', 'syntax', '1:1', 'unexpected token'],
    ['a = "x\n', 'syntax', '1:7', 'unterminated string constant'],
    ['x = [1,\n', 'syntax', '2:1', 'unspecified values are invalid'],
    ['', 'syntax', '1:1', 'the file is empty'],
    [`a = ${'['.repeat(500)}`, 'limit', '1:69', 'nested more than 64 levels deep'],
    [
      `${Array.from({ length: 70 }, (_, i) => `k${i}`).join('.')} = 1`,
      'limit',
      '1:1',
      'nested more than 64 levels deep',
    ],
  ])('says of %j where it breaks', (text, kind, place, message) => {
    const { problems, roots } = read(text);
    const [problem] = problems;
    const { line, column } = problem?.at.range().start ?? { line: 0, column: 0 };
    expect([problem?.kind, `${line}:${column}`, problem?.message]).toEqual([kind, place, message]);
    expect(roots).toEqual([]);
  });

  it('names the second of two equal keys', () => {
    const [problem] = read('a = 1\na = 2\n').problems;
    expect([problem?.kind, problem?.at.range().start]).toEqual(['duplicate-key', { line: 2, column: 1 }]);
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
