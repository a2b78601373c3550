import { beforeAll, expect, test } from 'vitest';
import { loadParsers } from '../../src/syntax/index.js';
import { positionedJson } from '../../src/syntax/json.js';
import { seekJson } from '../../src/syntax/json-seek.js';
import { positionedValidJson } from '../../src/syntax/positioned-json.js';
import type { PositionedEntry, PositionedValue } from '../../src/syntax/positioned-value.js';

beforeAll(() => loadParsers(['json']));

const TEXTS: Readonly<Record<string, string>> = {
  'an empty object': '{}',
  'an empty list': ' [ ] ',
  'a bare number at the end of the text': '-1.5e+3',
  'a bare word': 'true',
  null: '\n null\r\n',
  'escapes in keys and values': String.raw`{"a\"b": "c\\", "\u0041": "\ud83d\ude00 \n"}`,
  'a string that ends in an escaped backslash': String.raw`["\\", "\\\\", "x"]`,
  'brackets, commas and colons in strings': '{"a,{[": "]}:,", "b": [",", "]"]}',
  'nested lists and objects': '[[], [{}], {"a": [1, -0, 2.5, true, false, null, {"b": {"c": []}}]}]',
  'every kind of white space': '{\t"a"\r\n:\n[ 1\t,\r2 ]\n,\n"b" :{ } }\n',
  'repeated keys at several depths':
    '{"a": 1, "b": {"c": 1, "c": 2}, "a": {"a": 3}, "d": [{"e": 1, "e": 2}]}',
  'keys that look like indices or name the prototype': '{"b": 1, "10": 2, "2": 3, "__proto__": {"x": 4}}',
  'text beyond ASCII': '{"é": "名前", "k": "𝄞"}',
};

/** Every member and item of a value with its way, its own members and items left out. */
function* entriesOf(
  entry: PositionedEntry,
  way: (string | number)[] = [],
): Generator<[way: (string | number)[], entry: PositionedEntry]> {
  const { entries, items, ...value } = entry.value;
  yield [way, { ...entry, value }];
  for (const [key, member] of entries ?? []) yield* entriesOf(member, [...way, key]);
  for (const [index, item] of (items ?? []).entries())
    yield* entriesOf({ ...entry, value: item }, [...way, index]);
}

/** Looks up all that the tree of a text holds, one by one; gives how many there are. */
function seekAll(text: string, root: PositionedValue): number {
  let count = 0;
  for (const [way, entry] of entriesOf({ keyStart: root.start, keyEnd: root.start, value: root })) {
    expect(seekJson(text, way), `${JSON.stringify(way)} in ${text}`).toEqual(entry);
    count++;
  }
  return count;
}

test.each(Object.entries(TEXTS).filter(([name]) => !name.startsWith('repeated')))(
  'of %s each part is found by its way alone',
  (_, text) => {
    const { value } = positionedValidJson(text);
    expect(seekAll(text, value)).toBeGreaterThan(0);
  },
);

test('a way that leads nowhere finds nothing', () => {
  const text = '{"a": [1, {"b": "c"}], "ab": {}}';
  for (const way of [['b'], ['a', 2], ['a', 'b'], ['ab', 0], ['ab', 'a'], ['a', 0, 'x'], ['a', 1, 'b', 0]])
    expect(seekJson(text, way), JSON.stringify(way)).toBeUndefined();
});

test.each(Object.entries(TEXTS))('%s gets the places that the tolerant parser gives', (_, text) => {
  const { value, repeated } = positionedJson(text);
  expect(positionedValidJson(text)).toEqual({ value, repeated });
});

test('a text of random nesting gets the places that the tolerant parser gives', () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1103515245 + 12345) & 0x7fffffff;
    return seed % below;
  };
  const blank = () => ['', ' ', '\n', '\t ', '\r\n'][random(5)] ?? '';
  const word = () => JSON.stringify(['a', 'b', '"', '\\', 'é\n', ''][random(6)]);
  const make = (depth: number): string => {
    const kind = random(depth > 4 ? 4 : 6);
    const parts = Array.from({ length: random(4) }, () => depth);
    if (kind === 5) {
      const members = parts.map(() => `${blank()}${word()}${blank()}:${blank()}${make(depth + 1)}${blank()}`);
      return `{${members.join(',') || blank()}}`;
    }
    if (kind === 4)
      return `[${parts.map(() => `${blank()}${make(depth + 1)}${blank()}`).join(',') || blank()}]`;
    return [word(), String(random(1000) / 8), 'true', 'null'][kind] ?? '0';
  };
  for (let round = 0; round < 300; round++) {
    const text = `${blank()}${make(0)}${blank()}`;
    const { value, repeated } = positionedJson(text);
    expect(positionedValidJson(text), text).toEqual({ value, repeated });
    if (value && repeated.length === 0) seekAll(text, value);
  }
});
