import { describe, expect, it } from 'vitest';
import { folderMatcher, globMatcher } from '../../src/config/index.js';

const matches = (glob: string | string[], path: string, base = '') => globMatcher([glob].flat(), base)(path);

describe('a glob', () => {
  it.each([
    ['*.json', 'a.json', true],
    ['*.json', 'deep/down/a.json', true],
    ['*.json', '.hidden.json', true],
    ['*.json', 'a.jsonc', false],
    ['agent.yaml', 'x/agent.yaml', true],
    ['agent.yaml', 'agent.yaml/x', false],
    ['x/*.json', 'x/a.json', true],
    ['x/*.json', 'y/x/a.json', false],
    ['x/*.json', 'x/y/a.json', false],
    ['**/x/*.json', 'x/a.json', true],
    ['**/x/*.json', 'y/z/x/a.json', true],
    ['x/**', 'x/a/b/c', true],
    ['x/**', 'x', true],
    ['x/**/z.json', 'x/z.json', true],
    ['x/**/z.json', 'x/a/b/z.json', true],
    ['x/', 'x/a/b', true],
    ['./a.json', 'a.json', true],
    ['./a.json', 'x/a.json', false],
    ['/a.json', 'x/a.json', false],
    ['a?.json', 'ab.json', true],
    ['a?.json', 'a.json', false],
    ['[ab]*.json', 'bcd.json', true],
    ['[!ab]*.json', 'bcd.json', false],
    ['[a-c]x', 'bx', true],
    ['[a-c]x', 'dx', false],
    ['[x', '[x', true],
    ['*.{json,yaml}', 'a.yaml', true],
    ['*.{json,yaml}', 'a.yml', false],
    ['{a,b/{c,d}}/x', 'b/d/x', true],
    ['{a,b/{c,d}}/x', 'c/x', false],
    ['{a}', '{a}', true],
    ['a\\*b', 'a*b', true],
    ['a\\*b', 'axb', false],
    ['a**b', 'axxb', true],
    ['*a*b*', 'xxaxxbxx', true],
    ['*a*b', 'xxaxxbxx', false],
    ['.github/**', '.github/agents/x.md', true],
  ])('%s against %s: %s', (glob, path, expected) => {
    expect(matches(glob, path)).toBe(expected);
  });

  it('is relative to the folder of its configuration', () => {
    expect(matches('x/*.json', 'sub/x/a.json', 'sub')).toBe(true);
    expect(matches('*.json', 'other/a.json', 'sub')).toBe(false);
    expect(matches('../shared/*.json', 'shared/a.json', 'sub')).toBe(true);
    expect(matches('**', 'subway/a.json', 'sub')).toBe(false);
  });

  it('takes out again what a leading ! names', () => {
    expect(matches(['*.json', '!x.json'], 'a.json')).toBe(true);
    expect(matches(['*.json', '!x.json'], 'deep/x.json')).toBe(false);
    expect(matches(['!x.json'], 'a.json')).toBe(false);
  });

  it('answers at once where a regular expression would go back for minutes', () => {
    expect(matches('*a*a*a*a*a*a*a*a*a*a*b', 'a'.repeat(250))).toBe(false);
    expect(matches(`${'**/a/'.repeat(12)}b`, 'a/'.repeat(1000))).toBe(false);
    expect(matches('{'.repeat(900), 'x')).toBe(false);
    expect(matches('[['.repeat(400), 'x')).toBe(false);
  });
});

describe('an excluded folder', () => {
  it('takes everything below it with it, but for what a leading ! names', () => {
    const excluded = folderMatcher(['fixtures', 'gen/*', '!gen/keep/a.json']);
    expect(
      ['x/fixtures/a/b.json', 'gen/x/y.json', 'gen/keep/a.json', 'gen/keep/b.json', 'x.json'].map(excluded),
    ).toEqual([true, true, false, true, false]);
    expect(folderMatcher([])('x')).toBe(false);
  });
});
