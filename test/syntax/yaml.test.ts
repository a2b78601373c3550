import { beforeAll, describe, expect, it } from 'vitest';
import { loadParsers, parseDocument, type SyntaxNode } from '../../src/syntax/index.js';
import { problemsOf, textAt } from './place-text.js';

beforeAll(() => loadParsers(['yaml']));

const yaml = (text: string) => parseDocument('a.yaml', 'yaml', text);
const valueIn = (text: string): unknown => yaml(text).roots[0]?.toValue();
const memberIn = (key: string, text: string): unknown => yaml(text).roots[0]?.get(key)?.toValue();

describe('YAML', () => {
  it('gives one root a document', () => {
    const document = yaml('a: 1\n---\nb: 2\n...\n---\n');
    expect(document.roots.map((root) => root.toValue())).toEqual([{ a: 1 }, { b: 2 }]);
    expect(document.problems).toEqual([]);
  });

  it('is read as YAML 1.2, whatever version it states', () => {
    expect(valueIn('%YAML 1.1\n---\na: yes\nb: 0o17\nc: 2026-01-01\nd: ~\ne:\nf: .inf\n')).toEqual({
      a: 'yes',
      b: 15,
      c: '2026-01-01',
      d: null,
      e: null,
      f: Number.POSITIVE_INFINITY,
    });
  });

  it('leaves a value under an unknown tag its plain content', () => {
    const document = yaml('a: !env TOKEN\nb: !x [1]\nc: !!binary aGk=\nd: !!set { e }\n');
    expect(document.roots[0]?.toValue()).toEqual({ a: 'TOKEN', b: [1], c: 'aGk=', d: { e: null } });
    expect(document.problems).toEqual([]);
  });

  it('takes the members of a merged map, under what the map says itself and what an earlier map says', () => {
    expect(memberIn('d', 'a: &a { b: 1, c: 2 }\nd:\n  <<: *a\n  b: 3\n')).toEqual({ b: 3, c: 2 });
    expect(memberIn('d', 'a: &a { b: 1, c: 2 }\nd:\n  c: 3\n  <<: *a\n')).toEqual({ b: 1, c: 3 });
    expect(memberIn('e', 'a: &a { b: 1 }\nc: &c { b: 2, d: 4 }\ne: { <<: [*a, *c] }\n')).toEqual({
      b: 1,
      d: 4,
    });
    expect(memberIn('e', 'a: &a { b: 1 }\nc: &c { <<: *a, d: 2 }\ne: { <<: *c }\n')).toEqual({ b: 1, d: 2 });
    expect(memberIn('a', 'a: { <<: { b: 1 } }\n')).toEqual({ b: 1 });
  });

  it('places what is merged where it is written, and takes it for no repetition', () => {
    const document = yaml('a: &a { b: 1 }\nc:\n  <<: *a\n  b: 2\nd: { <<: *a }\n');
    expect(document.problems).toEqual([]);
    const merged = document.roots[0]?.get('d')?.get('b') as SyntaxNode;
    expect(merged.path()).toBe('d.b');
    expect(merged.at().range().start).toEqual({ line: 1, column: 12 });
  });

  it('sees a merge key in quotes, or one that names no map, as an ordinary key', () => {
    expect(memberIn('c', 'a: &a { b: 1 }\nc: { "<<": *a }\n')).toEqual({ '<<': { b: 1 } });
    expect(valueIn('a: &a 1\nc: { <<: *a }\nd: { <<: [*a] }\n')).toEqual({
      a: 1,
      c: { '<<': 1 },
      d: { '<<': [1] },
    });
  });

  it('turns every key into a string', () => {
    expect(yaml('1: a\ntrue: b\n~: c\n[d, e]: f\n').roots[0]?.keys()).toEqual(['1', 'true', '', '[d, e]']);
  });

  it('gives an alias the value that its anchor names, at its place', () => {
    const document = yaml('a: &one { b: 1 }\nc: *one\n&k key: d\n*k : e\n');
    const alias = document.roots[0]?.get('c') as SyntaxNode;
    expect(alias.toValue()).toEqual({ b: 1 });
    expect(alias.path()).toBe('c');
    expect(textAt(document, alias.at())).toBe('{ b: 1 }');
    expect(textAt(document, alias.at('key'))).toBe('c');
    expect(
      textAt(document, { ...alias.at(), range: () => alias.at().element?.() ?? alias.at().range() }),
    ).toBe('c');
    expect(document.roots[0]?.get('key')?.scalar).toBe('e');
  });

  it('ends a block where its last value ends', () => {
    const document = yaml('a:\n  - b: 1\n    c: |\n      x\n      y\n\n  # after\n\nd: 2\n');
    const item = document.roots[0]?.get('a')?.items()[0] as SyntaxNode;
    expect(textAt(document, item.at())).toBe('b: 1\n    c: |\n      x\n      y');
    expect(textAt(document, document.roots[0]!.get('a')!.at())).toBe('- b: 1\n    c: |\n      x\n      y');
  });

  it('takes a template of braces without a crash', () => {
    expect(yaml('a: {{ .Values.model }}\n').roots.length).toBe(1);
  });
});

describe('broken YAML', () => {
  it.each([
    [
      'a: 1\nb: [1, 2\nc: 3\n',
      ['syntax 2:4 flow sequence in block collection must be sufficiently indented and end with a ]'],
    ],
    ['a:\n\t- b\n', ['syntax 2:1 tabs are not allowed as indentation']],
    ['a: b: c\n', ['syntax 1:4 nested mappings are not allowed in compact mappings']],
    ['a: "b', ['syntax 1:4 missing closing quote']],
    ["a: 'b\nc: d\n", ['syntax 1:4 missing closing quote']],
    [
      'a:\n  b: \'{\n"c": 1\n}\'\n  d: [1\n',
      ['syntax 5:6 flow sequence in block collection must be sufficiently indented and end with a ]'],
    ],
    ['a:\n  b: "{\n}" # end\n', []],
    ["a:\n  b: 'c\nd: e' f\n", ['syntax 2:6 missing closing quote']],
    ['a: *x\n', ['syntax 1:4 the alias *x names no anchor before it']],
    ['a: &x [*x]\n', ['syntax 1:8 the alias *x is inside the value that it names']],
    ['a: x\0y\n', ['syntax 1:5 the control character U+0000 is not allowed in YAML']],
    ['# nothing\n', ['syntax 1:1 the file contains no value']],
    ['---\n', ['syntax 1:1 the file contains no value']],
    [' \r\n\t', ['syntax 1:1 the file is empty']],
  ])('%j has its problems with their places', (text, problems) => {
    expect(problemsOf(yaml(text))).toEqual(problems);
  });

  it.each([
    ['a: "x"\nb: ["y", "z\nc: d\n', '2:10 missing closing quote'],
    ["a: ['it''s', 'z\nc: d\n", '1:14 missing closing quote'],
    [
      'a: [\n  {b: 1},\n  {c: "d"\n]\n',
      '3:3 flow map in block collection must be sufficiently indented and end with a }',
    ],
    [
      'a: [b]\n---\nc: ["d", e\n',
      '3:4 flow sequence in block collection must be sufficiently indented and end with a ]',
    ],
    ['a: ["b", \'c\'] d\n', '1:15 unexpected scalar at node end'],
  ])('%j is placed at the innermost that nothing closes', (text, first) => {
    expect(problemsOf(yaml(text))[0]).toBe(`syntax ${first}`);
  });

  it('still gives what can be recovered', () => {
    expect(valueIn('agent:\n  model: m\n  tools: [a, b\nx: 1\n')).toEqual({
      agent: { model: 'm', tools: ['a', 'b'] },
      x: 1,
    });
  });

  it('names five errors at most, in the order of the text', () => {
    const problems = problemsOf(yaml('- @a\n'.repeat(9)));
    expect(problems.map((problem) => problem.split(' ')[1])).toEqual(['1:3', '2:3', '3:3', '4:3', '5:3']);
  });

  it('quotes no secret and no long text', () => {
    const [problem] = problemsOf(yaml(`a: 1\n- password=hunter2 ${'x'.repeat(500)}\n`));
    expect(problem).not.toContain('hunter2');
    expect(problem?.length).toBeLessThan(200);
  });

  it('names a repeated key at the later one, and the last one holds', () => {
    const document = yaml('a: 1\nb:\n  - { c: 1, "c": 2 }\n1: x\n"1": y\na: 3\n');
    expect(problemsOf(document)).toEqual([
      'duplicate-key 3:13 the key "c" is repeated (first on line 3); the last one applies',
      'duplicate-key 5:1 the key "1" is repeated (first on line 4); the last one applies',
      'duplicate-key 6:1 the key "a" is repeated (first on line 1); the last one applies',
    ]);
    expect(document.problems.map(({ at }) => at.path)).toEqual(['b[0].c', '[1]', 'a']);
    expect(document.roots[0]?.toValue()).toEqual({ a: 3, b: [{ c: 2 }], 1: 'y' });
  });
});

describe('a part of a YAML string', () => {
  const spelledAs = (text: string, part: string): string => {
    const document = yaml(text);
    const node = document.roots[0]?.get('a') as SyntaxNode;
    const start = String(node.scalar).indexOf(part);
    return textAt(document, node.within(start, start + part.length));
  };

  it('is exact on one line', () => {
    expect(spelledAs('a: ask a person first', 'a person')).toBe('a person');
    expect(spelledAs("a: 'it''s a person'", "it's")).toBe("it''s");
    expect(spelledAs('a: "\\u00e9 \\U0001F600 \\x41 end"', 'A end')).toBe('\\x41 end');
  });

  it('is found in a block, over its line breaks and indentation', () => {
    const text = 'a: |2- # header\n  First ask.\n   Then act.\n\n  Last a b.\nz: 1';
    expect(spelledAs(text, 'First')).toBe('First');
    expect(spelledAs(text, 'ask.\n Then')).toBe('ask.\n   Then');
    expect(spelledAs(text, 'a b.')).toBe('a b.');
  });

  it('is found in a folded block and in folded text', () => {
    expect(spelledAs('a: >\n  Ask a\n  person first.\n', 'a person')).toBe('a\n  person');
    expect(spelledAs('a: Ask a\n  person first.\n', 'a person')).toBe('a\n  person');
    expect(spelledAs('a: "Ask \\\n  a\n  \\"person\\"\\tfirst."\n', '"person"\tfirst')).toBe(
      '\\"person\\"\\tfirst',
    );
  });
});

describe('YAML comments', () => {
  it('are given without their mark, and none of them from a string', () => {
    const text = '# agent-lint-ignore a -- b\na: |\n  # no\nb: "# no" # agent-lint-effect read\nc: x#no\n';
    expect(yaml(text).comments()).toEqual([
      { text: 'agent-lint-ignore a -- b', at: { line: 1, column: 1 }, ownLine: true },
      { text: 'agent-lint-effect read', at: { line: 4, column: 11 }, ownLine: false },
    ]);
  });
});
