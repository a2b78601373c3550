import { beforeAll, describe, expect, it } from 'vitest';
import { formatOf, loadParsers, parseDocument } from '../../src/syntax/index.js';
import { problemsOf, startOf, textAt } from './place-text.js';

beforeAll(() => loadParsers(['json']));

const json = (text: string) => parseDocument('a.json', 'json', text);

describe('the format of a file', () => {
  it('follows from its extension in any case', () => {
    expect(formatOf('a/b.json')).toBe('json');
    expect(formatOf('a/b.session.JSON')).toBe('json');
    expect(formatOf('tsconfig.jsonc')).toBe('jsonc');
    expect(formatOf('a.yaml')).toBe('yaml');
    expect(formatOf('a.yml')).toBe('yaml');
    expect(formatOf('a.http')).toBe('http');
    expect(formatOf('a.rest')).toBe('http');
  });

  it('is none for other names', () => {
    expect(formatOf('json')).toBe(undefined);
    expect(formatOf('a.json/file')).toBe(undefined);
    expect(formatOf('a.constructor')).toBe(undefined);
    expect(formatOf('a.')).toBe(undefined);
  });
});

describe('broken JSON', () => {
  it.each([
    ['{"a" 1}', 'syntax 1:6 expected a colon after the key before "1"'],
    ['{"a": 1\n "b": 2}', 'syntax 2:2 expected a comma before a string'],
    ['{"a": 1', 'syntax 1:8 expected a comma or }, and the file ends here'],
    ['[1, 2', 'syntax 1:6 expected a comma or ], and the file ends here'],
    ['{"a": "bc', 'syntax 1:10 the file ends inside a string'],
    ['{"a": "b\nc"}', 'syntax 1:9 the line ends inside a string'],
    ["{'a': 1}", 'syntax 1:2 unexpected "\'a\'": keys and strings take double quotes'],
    ['{"a": NaN}', 'syntax 1:7 unexpected "NaN": keys and strings take double quotes'],
    ['{} {}', 'syntax 1:4 expected nothing more after the value'],
    ['[1}', 'syntax 1:3 expected a comma before "}"'],
    ['{"a": "x\\q"}', 'syntax 1:9 "\\\\q" is not an escape sequence of JSON'],
    ['{"a": "\\u12"}', 'syntax 1:8 "\\\\u" is not an escape sequence of JSON'],
    ['{"a": "b\tc"}', 'syntax 1:9 the control character U+0009 is not escaped in a string'],
    ['{"a": }', 'syntax 1:7 expected a value before "}"'],
    ['[1,, 2]', 'syntax 1:4 expected a value before ","'],
    ['{"a": 1.}', 'syntax 1:7 this number is not complete'],
    ['{"a": 1} /* x', 'syntax 1:10 the comment that begins here has no end'],
  ])('%j has one problem, at its first faulty character', (text, problem) => {
    expect(problemsOf(json(text))).toEqual([problem]);
  });

  it('still gives what can be recovered, so that content can be recognised', () => {
    const document = json('{"agent": {"model": "m", "tools": [{"type": "shell"} {"type": "web"}]}');
    expect(document.roots[0]?.toValue()).toEqual({
      agent: { model: 'm', tools: [{ type: 'shell' }, { type: 'web' }] },
    });
    expect(document.roots[0]?.get('agent')?.get('model')?.path()).toBe('agent.model');
  });

  it('gives no root where nothing can be recovered', () => {
    expect(json('}').roots).toEqual([]);
  });

  it('that is comments alone has nothing to read, and no fault where comments are read', () => {
    const document = json('// { "a": 1 }\n/* b */\n');
    expect([document.roots, problemsOf(document)]).toEqual([[], []]);
    expect(document.tolerated?.map(({ message }) => message)).toEqual([
      'there is nothing in it but comments',
    ]);
  });

  it('quotes no secret', () => {
    const [problem] = json('{"a": sk-abcdefghijklmnop1234}').problems;
    expect(problem?.message).not.toContain('abcdefghijklmnop');
  });

  it.each(['', '  \n\t', '\ufeff'])('that is empty (%j) says so at its start', (text) => {
    const document = json(text);
    expect(document.roots).toEqual([]);
    expect(problemsOf(document)).toEqual(['syntax 1:1 the file is empty']);
  });
});

describe('JSON with comments', () => {
  it('takes comments and trailing commas without a problem, under either name', () => {
    const text = '{ // one\n "a": [1, 2,], /* two */\n}';
    for (const format of ['json', 'jsonc'] as const) {
      const document = parseDocument('a', format, text);
      expect(document.problems).toEqual([]);
      expect(document.roots[0]?.toValue()).toEqual({ a: [1, 2] });
    }
  });

  it('gives its comments where one may be meant for us', () => {
    const text = '// agent-lint-ignore a/b -- why\n{ "a": "// no", /* agent-lint-effect read */ "b": 1 }';
    expect(json(text).comments()).toEqual([
      { text: 'agent-lint-ignore a/b -- why', at: { line: 1, column: 1 }, ownLine: true },
      { text: 'agent-lint-effect read', at: { line: 2, column: 17 }, ownLine: false },
    ]);
  });

  it('gives none where none is meant for us', () => {
    expect(json('// one\n{}').comments()).toEqual([]);
  });
});

describe('repeated keys in JSON', () => {
  it.each([
    [
      '{"a" : 1, "a": 2}',
      'duplicate-key 1:11 the key "a" is repeated (first on line 1); the last one applies',
    ],
    [
      '{"a\\":": {"b :": 1}, "a\\":":2}',
      'duplicate-key 1:22 the key "a\\":" is repeated (first on line 1); the last one applies',
    ],
    [
      '{"x": "said \\": so", "y": "n : m", "x":"z"}',
      'duplicate-key 1:36 the key "x" is repeated (first on line 1); the last one applies',
    ],
  ])('are counted although colons stand after spaces and in strings: %s', (text, problem) => {
    expect(problemsOf(json(text))).toEqual([problem]);
  });

  it.each(['{"a" : 1, "b"\n: ": \\": x"}', '{"a\\":": "b\\\\", "c": " : "}'])(
    'are not seen where there is none: %s',
    (text) => {
      expect(json(text).problems).toEqual([]);
    },
  );

  it('report no more where a repeated key hides nesting that is too deep', () => {
    const deep = `${'['.repeat(65)}${']'.repeat(65)}`;
    expect(problemsOf(json(`{"a": ${deep}, "a": 1}`))).toEqual([
      'limit 1:70 nested more than 64 levels deep',
    ]);
  });

  it('are problems at the later key, and the last one holds', () => {
    const document = json('{\n "a": 1,\n "b": [{ "c": 1, "c": { "d": 2 } }],\n "a": 3\n}');
    expect(problemsOf(document)).toEqual([
      'duplicate-key 3:18 the key "c" is repeated (first on line 3); the last one applies',
      'duplicate-key 4:2 the key "a" is repeated (first on line 2); the last one applies',
    ]);
    expect(document.problems.map(({ at }) => at.path)).toEqual(['b[0].c', 'a']);
    expect(document.problems.map(({ at }) => textAt(document, at))).toEqual(['"c"', '"a"']);
    const root = document.roots[0];
    expect(root?.get('a')?.scalar).toBe(3);
    expect(root?.get('a') && startOf(root.get('a')!.at())).toBe('4:7');
    expect(root?.keys()).toEqual(['a', 'b']);
  });

  it('are seen through escapes and colons in strings', () => {
    expect(problemsOf(json('{"a:\\"": ":", "\\u0061:\\"": 1}'))).toEqual([
      'duplicate-key 1:15 the key "a:\\"" is repeated (first on line 1); the last one applies',
    ]);
    expect(json('{"a:": "b:c\\\\", "d": "\\":\\""}').problems).toEqual([]);
  });

  it('are seen under names that objects inherit', () => {
    const document = json('{"__proto__": {"x": 1}, "constructor": 2, "__proto__": 3}');
    expect(problemsOf(document)).toEqual([
      'duplicate-key 1:43 the key "__proto__" is repeated (first on line 1); the last one applies',
    ]);
    expect(document.roots[0]?.get('__proto__')?.scalar).toBe(3);
    expect(document.roots[0]?.get('constructor')?.scalar).toBe(2);
    expect(({} as { x?: number }).x).toBe(undefined);
  });

  it('do not hide in a text with comments', () => {
    expect(problemsOf(json('{"a": 1, // x\n"a": 2}'))).toEqual([
      'duplicate-key 2:1 the key "a" is repeated (first on line 1); the last one applies',
    ]);
  });

  it('are named twenty times at most', () => {
    expect(json(`{${'"a":1,'.repeat(99)}"a":1}`).problems.length).toBe(20);
  });
});

describe('a JSON document', () => {
  it('keeps the order of keys that look like numbers', () => {
    expect(json('{"b": 1, "2": 2, "1": 3}').roots[0]?.keys()).toEqual(['b', '2', '1']);
  });

  it('may be a scalar', () => {
    const document = json(' "x" ');
    expect(document.roots[0]?.scalar).toBe('x');
    expect(textAt(document, document.roots[0]!.at())).toBe('"x"');
  });

  it('keeps `__proto__` an ordinary key also behind a comment', () => {
    const value = json('// c\n{"__proto__": {"x": 1}}').roots[0]?.toValue() as object;
    expect(Object.keys(value)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });
});
