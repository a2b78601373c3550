import { beforeAll, describe, expect, it } from 'vitest';
import { loadParsers } from '../../../src/syntax/index.js';
import { edited } from './edited.js';

beforeAll(() => loadParsers(['json', 'jsonc']));

describe('an edit of JSON', () => {
  it('adds a member in the layout of the others', () => {
    const inline = '{ "multi_agent": { "enabled": true } }\n';
    expect(edited('a.json', inline, ['multi_agent'], (at) => at.set('max', 4))).toBe(
      '{ "multi_agent": { "enabled": true, "max": 4 } }\n',
    );
    const lines = '{\n\t"a": {\n\t\t"b": 1\n\t}\n}';
    expect(edited('a.json', lines, ['a'], (at) => at.set(['c', 'd'], [true, null]))).toBe(
      '{\n\t"a": {\n\t\t"b": 1,\n\t\t"c": { "d": [true, null] }\n\t}\n}',
    );
    expect(edited('a.json', '{"a":{"b":1}}', ['a'], (at) => at.set('c', 'x'))).toBe('{"a":{"b":1, "c":"x"}}');
  });

  it('adds the first member of an empty object', () => {
    expect(edited('a.json', '{}', [], (at) => at.set('a', 1))).toBe('{ "a": 1 }');
    expect(edited('a.json', '{\r\n  "a": {\r\n  }\r\n}\r\n', ['a'], (at) => at.set('b', 1))).toBe(
      '{\r\n  "a": {\r\n    "b": 1\r\n  }\r\n}\r\n',
    );
  });

  it('keeps comments and a trailing comma where it adds a member', () => {
    const text = '{\n  // why\n  "a": 1 // one\n}\n';
    expect(edited('a.jsonc', text, [], (at) => at.set('b', 2))).toBe(
      '{\n  // why\n  "a": 1, // one\n  "b": 2\n}\n',
    );
    expect(edited('a.jsonc', '{\n  "a": 1, /* one */\n}\n', [], (at) => at.set('b', 2))).toBe(
      '{\n  "a": 1, /* one */\n  "b": 2,\n}\n',
    );
  });

  it('merges members at every depth, and replaces what is there', () => {
    expect(
      edited('a.json', '{ "a": { "b": { "c": 1 }, "d": 2 } }', [], (at) =>
        at.merge({ a: { b: { e: 3 }, d: 4 }, f: 5 }),
      ),
    ).toBe('{ "a": { "b": { "c": 1, "e": 3 }, "d": 4 }, "f": 5 }');
  });

  it('takes items out with their comma and line', () => {
    const list = '{\n  "allow": [\n    "a",\n    "b",\n    "c"\n  ]\n}';
    const without = (index: number) => edited('a.json', list, ['allow', index], (at) => at.remove());
    expect(without(0)).toBe('{\n  "allow": [\n    "b",\n    "c"\n  ]\n}');
    expect(without(1)).toBe('{\n  "allow": [\n    "a",\n    "c"\n  ]\n}');
    expect(without(2)).toBe('{\n  "allow": [\n    "a",\n    "b"\n  ]\n}');
    const line = '["a", "b", "c"]';
    expect(edited('a.json', line, [0], (at) => at.remove())).toBe('["b", "c"]');
    expect(edited('a.json', line, [1], (at) => at.remove())).toBe('["a", "c"]');
    expect(edited('a.json', line, [2], (at) => at.remove())).toBe('["a", "b"]');
    expect(edited('a.json', '["a"]', [0], (at) => at.remove())).toBe('[]');
  });

  it('takes a member out and keeps the comments of its neighbours', () => {
    const text = '{\n  "a": 1, // one\n  // about b\n  "b": 2, // two\n  "c": 3 // three\n}\n';
    expect(edited('a.jsonc', text, ['b'], (at) => at.remove())).toBe(
      '{\n  "a": 1, // one\n  // about b\n  "c": 3 // three\n}\n',
    );
    expect(edited('a.jsonc', text, ['c'], (at) => at.remove())).toBe(
      '{\n  "a": 1, // one\n  // about b\n  "b": 2 // two\n}\n',
    );
  });

  it('replaces a value, renames a key, appends an item', () => {
    const text = '{ "trust": true, "list": [ "a" ], "max_subagents": 2 }';
    expect(edited('a.json', text, ['trust'], (at) => at.replace(false))).toContain('"trust": false,');
    expect(edited('a.json', text, ['max_subagents'], (at) => at.rename('max'))).toContain('"max": 2 }');
    expect(edited('a.json', text, ['max_subagents'], (at) => at.rename('list'))).toBeUndefined();
    expect(edited('a.json', text, ['list'], (at) => at.append({ b: 1 }))).toContain('[ "a", { "b": 1 } ]');
    expect(edited('a.json', text, ['trust'], (at) => at.around?.set('trust', 'no'))).toContain(
      '"trust": "no"',
    );
  });

  it('keeps a byte-order mark, and does not edit a file with a repeated key', () => {
    expect(edited('a.json', '\ufeff{ "a": 1 }', ['a'], (at) => at.replace(2))).toBe('\ufeff{ "a": 2 }');
    expect(edited('a.json', '{ "a": 1, "a": 2 }', ['a'], (at) => at.remove())).toBeUndefined();
  });
});
