import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadParsers, parseDocument, type SyntaxNode } from '../../src/syntax/index.js';

const CORPUS = resolve(import.meta.dirname, '../../../shared/corpus');
const read = (text: string) => parseDocument('.claude/agents/a.md', 'markdown', text);
const at = (node: SyntaxNode | undefined, part: 'key' | 'value' = 'value') => {
  const range = node?.at(part).range();
  return range && `${range.start.line}:${range.start.column}-${range.end.line}:${range.end.column}`;
};

beforeAll(() => loadParsers(['markdown']));

describe('Markdown front matter', () => {
  it('is the root, with places in the whole file, and the text behind it is the body', () => {
    const document = read(
      '\ufeff---\r\nname: cleaner\r\ntools: [Bash, Read] # agent-lint-ignore x\r\n---\r\n\r\nDelete old rows.\r\n<!-- agent-lint-ignore y -->\r\n',
    );
    const root = document.roots[0];
    expect(root?.toValue()).toEqual({ name: 'cleaner', tools: ['Bash', 'Read'] });
    expect(at(root?.get('name'))).toBe('2:7-2:14');
    expect(at(root?.get('tools')?.items()[1])).toBe('3:15-3:19');
    expect(document.body?.scalar).toBe('\r\nDelete old rows.\r\n<!-- agent-lint-ignore y -->\r\n');
    expect(at(document.body)).toBe('5:1-8:1');
    expect(document.comments().map(({ text, at: place }) => [text, place.line])).toEqual([
      ['agent-lint-ignore x', 3],
      ['agent-lint-ignore y', 7],
    ]);
    expect(document.problems).toEqual([]);
  });

  it.each([
    ['---\nname: a\ntools: Bash\n\nText\n', ['the front matter that begins here has no closing `---`']],
    ['\ufeff---\r\n"name": a\r\n', ['the front matter that begins here has no closing `---`']],
    ['---\n\n# A line across the page\n', []],
    ['---\nSee also: nothing.\n', []],
    ['---\nNote: nothing.\n', []],
    ['Text\n---\nname: a\n', []],
    ['---\nname: a\n---\nText\n', []],
  ])('%j without an end is seen as such, a line across the page is none', (text, tolerated) => {
    const document = read(text);
    expect(document.tolerated?.map(({ message }) => message)).toEqual(tolerated);
    expect(document.problems).toEqual([]);
  });

  it('is read line by line where it is no strict YAML, as the tools do that own it', () => {
    const document = read(
      '---\nname: db\ndescription: Use it: for example when rows: many\ntools: Bash(git push:*), Agent(a, b)\nallowed:\n  - Read\n  - "Edit"\nhooks:\n  stop: `x`\nmodel: opus\nlist: [a, "b, c"]\n---\nBody\n',
    );
    const root = document.roots[0];
    expect(root?.toValue()).toEqual({
      name: 'db',
      description: 'Use it: for example when rows: many',
      tools: 'Bash(git push:*), Agent(a, b)',
      allowed: ['Read', 'Edit'],
      hooks: { stop: '`x`' },
      model: 'opus',
      list: ['a', 'b, c'],
    });
    expect(document.problems).toEqual([]);
    expect(document.tolerated?.[0]?.at.range().start.line).toBe(3);
    expect(at(root?.get('tools'))).toBe('4:8-4:37');
    expect(at(root?.get('allowed')?.items()[1])).toBe('7:5-7:11');
  });

  it('leaves comments, apostrophes and tabs where they stand', () => {
    const document = read(
      "---\nname: 'a # b' # agent-lint-ignore x\nwhen: a: b\ntools: [don't, Bash(a, b), 'c, d'] # e\nmodel:\n\t# nothing\nfor: @team issue#1\n---\n",
    );
    const root = document.roots[0];
    expect(root?.toValue()).toEqual({
      name: 'a # b',
      when: 'a: b',
      tools: ["don't", 'Bash(a, b)', 'c, d'],
      model: null,
      for: '@team issue#1',
    });
    expect(at(root?.get('tools')?.items()[2])).toBe('4:28-4:34');
    expect(document.comments()[0]).toEqual({
      text: 'agent-lint-ignore x',
      at: { line: 2, column: 15 },
      ownLine: false,
    });
  });

  it.each([
    ['lines of one text', `d: a\n${'  word word\n'.repeat(60_000)}`],
    [
      'keys, and a comment behind them',
      `${Array.from({ length: 20_000 }, (_, i) => `k${i}: v`).join('\n')} # x`,
    ],
    ['brackets', `b: ${'['.repeat(60)}${']'.repeat(60)}`],
    ['commas', `b: [${'a,'.repeat(90_000)}]`],
  ])('ends in time for many %s', (_, lines) => {
    const { roots } = read(`---\nx: y: z\n${lines}\n---\n`);
    expect(roots[0]?.get('x')?.scalar).toBe('y: z');
  });

  it.each(['# A page\n\n---\nname: x\n---\n', '----\nname: x\n---\n', ''])(
    'is an empty map in %j, whose body is the page',
    (text) => {
      const { roots, problems, body } = read(text);
      expect([roots.map((root) => root.toValue()), problems, body?.scalar]).toEqual([[{}], [], text]);
    },
  );

  it('is not seen where it never ends', () => {
    const { roots, problems, body } = read('---\nname: never closed\n');
    expect([roots, problems, body]).toEqual([[], [], undefined]);
  });

  it('keeps limits', () => {
    const deep = read(`---\na: ${'['.repeat(900)}\n---\n`);
    expect(deep.problems[0]?.kind).toBe('limit');
    const bomb = `---\na: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefgh'
      .split('')
      .map((name, i) => `${name}: &${name} [${Array(9).fill(`*${'abcdefgh'[i]}`).join(',')}]`)
      .join('\n')}\n---\n`;
    expect(read(bomb).problems[0]?.kind).toBe('limit');
  });

  it('reads the files that people commit', (ctx) => {
    let count = 0;
    let readable = 0;
    for (const kind of ['subagents', 'github-agents']) {
      let names: string[];
      try {
        names = readdirSync(join(CORPUS, kind));
      } catch {
        ctx.skip('skipped: corpus not present');
        return;
      }
      for (const name of names) {
        const text = readFileSync(join(CORPUS, kind, name), 'utf8');
        count++;
        const { roots, problems } = read(text);
        if (roots[0]?.kind === 'object' && problems.length === 0) readable++;
      }
    }
    expect(count).toBeGreaterThan(50);
    expect(readable).toBeGreaterThanOrEqual(count - 2);
  });
});
