import Ajv from 'ajv';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadParsers, parseDocument } from '../../src/syntax/index.js';
import { explainErrors } from '../../src/syntax/schema-errors.js';
import { type KeySchema, keysIn } from '../../src/syntax/schema-keys.js';

beforeAll(() => loadParsers(['json']));

/** What is said of a JSON text under a schema, as `line:column message`. */
function said(schema: object, text: string): string[] {
  const [root] = parseDocument('x.json', 'json', text).roots;
  if (!root) throw new Error('no root');
  const validate = new Ajv.default({ allErrors: true, strict: false }).compile(schema);
  validate(root.toValue());
  return explainErrors(root, validate.errors ?? [], 'the spec', keysIn(schema as KeySchema)).map(
    ({ at, message }) => {
      const { line, column } = at.range().start;
      return `${line}:${column} ${message}`;
    },
  );
}

const number = (type: string, more = {}) => ({ properties: { n: { type, ...more } } });

describe('violations of a schema are explained in words', () => {
  it.each([
    [number('integer'), '{"n": "4"}', '1:7 `n` is a string; the spec requires an integer.'],
    [number('integer'), '{"n": 2.5}', '1:7 `n` is 2.5; the spec requires an integer.'],
    [number('integer'), '{"n": null}', '1:7 `n` is empty (null); the spec requires an integer.'],
    [number('integer'), '{"n": [1]}', '1:7 `n` is an array; the spec requires an integer.'],
    [number('integer'), '{"n": {}}', '1:7 `n` is an object; the spec requires an integer.'],
    [number('boolean'), '{"n": 1}', '1:7 `n` is a number; the spec requires a boolean.'],
    [number('number', { minimum: 1 }), '{"n": 0}', '1:7 `n` is 0; the spec requires >= 1.'],
    [number('array'), '{"n": "eu"}', '1:7 `n` is a string; the spec requires an array. Did you mean `[eu]`?'],
    [
      number('array', { items: { properties: { a: {} } } }),
      '{"n": "eu"}',
      '1:7 `n` is a string; the spec requires an array.',
    ],
    [{ items: { type: 'object' } }, '[{}, 3]', '1:6 Entry 2 is a number; the spec requires an object.'],
    [{ properties: { l: { maxItems: 1 } } }, '{"l": [1, 2]}', '1:7 `l` has more than 1 entries.'],
    [{ properties: { l: { minItems: 2 } } }, '{"l": [1]}', '1:7 `l` has fewer than 2 entries.'],
    [{ properties: { s: { pattern: '^a' } } }, '{"s": "b"}', '1:7 `s` has the unknown value `b`.'],
    [{ properties: { s: { minLength: 1 } } }, '{"s": ""}', '1:7 `s` is empty.'],
    [{ required: ['a'] }, '{}', '1:1 The document has no `a`.'],
    [{ properties: { s: { not: {} } } }, '{"s": 1}', '1:7 `s` must NOT be valid.'],
  ] as [object, string, string][])('%j, %s', (schema, text, message) => {
    expect(said(schema, text)).toEqual([message]);
  });

  it('tells what is wrong inside the branch that was meant', () => {
    const schema = {
      properties: {
        v: {
          anyOf: [
            { type: 'string', enum: ['on', 'off'] },
            { type: 'array', items: { type: 'string' } },
            { type: 'object', additionalProperties: false, properties: { mode: { type: 'string' } } },
          ],
        },
      },
    };
    expect(said(schema, '{"v": 7}')).toEqual(['1:7 `v` is `7`; the spec requires on or off.']);
    expect(said(schema, '{"v": "of"}')).toEqual([
      '1:7 `v` is `of`; the spec requires on or off. Did you mean `off`?',
    ]);
    expect(said(schema, '{"v": ["a", 1]}')).toEqual([
      '1:13 Entry 2 of `v` is a number; the spec requires a string.',
    ]);
    expect(said(schema, '{"v": {"mod": "x"}}')).toEqual([
      '1:8 Unknown key `mod` in `v`. Did you mean `mode`?',
    ]);
    expect(said(schema, '{"v": {"mode": 1}}')).toEqual([
      '1:16 `mode` is a number; the spec requires a string.',
    ]);
  });

  it('tells every unknown key of an object, keys with strange names too', () => {
    const schema = {
      additionalProperties: false,
      properties: { 'a/b': { additionalProperties: false, properties: { 'c~d': {} } } },
    };
    expect(said(schema, '{"x": 1, "y": 2}')).toEqual(['1:2 Unknown key `x`.', '1:10 Unknown key `y`.']);
    expect(said(schema, '{"a/b": {"c~e": 1}}')).toEqual([
      '1:10 Unknown key `c~e` in `a/b`. Did you mean `c~d`?',
    ]);
  });

  it('cuts long text and prints no secret', () => {
    expect(said({ properties: { s: { enum: ['a'] } } }, `{"s": "${'x y '.repeat(50)}"}`)).toEqual([
      `1:7 \`s\` is \`${'x y '.repeat(50).slice(0, 57)}...\`; the spec requires a.`,
    ]);
    expect(
      said({ properties: { s: { enum: ['a'] } } }, '{"s": "ghp_abcdefghijklmnopqrstuvwxyz0123456789"}'),
    ).toEqual(['1:7 `s` is `***`; the spec requires a.']);
  });
});
