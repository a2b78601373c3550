import { beforeAll, describe, expect, it } from 'vitest';
import { loadParsers } from '../../../src/syntax/index.js';
import { edited } from './edited.js';

beforeAll(() => loadParsers(['json', 'jsonc', 'yaml', 'toml']));

const dropped = (file: string, text: string, indices: readonly number[]) =>
  edited(file, text, ['allow'], (at) => at.drop(indices));

describe('several items of a list', () => {
  it.each([
    [[0, 1], '{ "allow": ["c", "d"] }'],
    [[1, 2], '{ "allow": ["a", "d"] }'],
    [[2, 3], '{ "allow": ["a", "b"] }'],
    [[0, 3], '{ "allow": ["b", "c"] }'],
    [[0, 2], '{ "allow": ["b", "d"] }'],
    [[0, 1, 2, 3], '{ "allow": [] }'],
  ])('go with their commas from JSON: %j', (indices, text) =>
    expect(dropped('a.json', '{ "allow": ["a", "b", "c", "d"] }', indices)).toBe(text),
  );

  it('go with their lines', () => {
    const text = '{\n  "allow": [\n    "a",\n    "b", // b\n    "c"\n  ]\n}\n';
    expect(dropped('a.jsonc', text, [0, 2])).toBe('{\n  "allow": [\n    "b" // b\n  ]\n}\n');
    expect(dropped('a.jsonc', text, [1, 2])).toBe('{\n  "allow": [\n    "a"\n  ]\n}\n');
  });

  it('go from a block and a list on one line of YAML', () => {
    const block = 'allow:\n  - a # one\n  - b\n  # c\n  - c\nrest: 1\n';
    expect(dropped('a.yaml', block, [0, 2])).toBe('allow:\n  - b\n  # c\nrest: 1\n');
    expect(dropped('a.yaml', block, [0, 1, 2])).toBe('allow: []\nrest: 1\n');
    expect(dropped('a.yaml', 'allow: [a, b, c]\n', [1, 2])).toBe('allow: [a]\n');
  });

  it('go from a list of TOML', () => {
    expect(dropped('a.toml', 'allow = ["a", "b", "c"]\n', [0, 1])).toBe('allow = ["c"]\n');
  });

  it('are added in one edit', () => {
    expect(edited('a.json', '{ "allow": ["a"] }', ['allow'], (at) => at.append('b', 'c'))).toBe(
      '{ "allow": ["a", "b", "c"] }',
    );
    expect(edited('a.yaml', 'allow:\n  - a\n', ['allow'], (at) => at.append('b', 'c'))).toBe(
      'allow:\n  - a\n  - b\n  - c\n',
    );
    expect(edited('a.toml', 'allow = ["a"]\n', ['allow'], (at) => at.append('b', 'c'))).toBe(
      'allow = ["a", "b", "c"]\n',
    );
  });
});
