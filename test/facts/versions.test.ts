import { describe, expect, it } from 'vitest';
import { isOlder, isOlderRelease } from '../../src/facts/versions.js';

/** Each version is older than all that follow it. */
const ORDERS: Readonly<Record<string, readonly string[]>> = {
  'semantic versions': [
    '1.0.0-1',
    '1.0.0-alpha',
    '1.0.0-alpha.1',
    '1.0.0-alpha.beta',
    '1.0.0-beta.2',
    '1.0.0-beta.11',
    '1.0.0-canary.9',
    '1.0.0-canary.170',
    '1.0.0-rc.1',
    '1.0.0',
    '1.0.1-0',
    '1.0.1',
    '1.10.0',
    '2.0.0',
  ],
  'versions of Python': [
    '1.0.dev2',
    '1.0a1.dev1',
    '1.0a1',
    '1.0a1.post1',
    '1.0b2',
    '1.0.0b260128',
    '1.0.0rc1',
    '1.0.0rc5',
    '1.0',
    '1.0.post1.dev1',
    '1.0.post1',
    '1.1a4',
    '1.1.0.1',
    '1.10',
    '1!0.1',
  ],
};

const ALIKE = [
  ['1', '1.0.0'],
  ['v1.2.3', '1.2.3'],
  ['1.0.0-rc.1+build.5', '1.0.0-rc.1'],
  ['1.0+local', '1.0'],
  ['1.0.0.RC5', '1.0.0rc5'],
  ['1.0alpha4', '1.0a4'],
  ['1.0-post1', '1.0.post1'],
];

describe('the order of versions', () => {
  it.each(Object.entries(ORDERS))('is that of %s', (_, order) => {
    for (const [index, one] of order.entries())
      for (const [other, than] of order.entries())
        expect([one, than, isOlder(one, than)]).toEqual([one, than, index < other]);
  });

  it.each(ALIKE)('has %s and %s at one place', (one, other) => {
    expect([isOlder(one, other), isOlder(other, one)]).toEqual([false, false]);
  });

  it('knows nothing of a text that begins with no number', () => {
    for (const text of ['latest', '', 'workspace:*', '*'])
      expect([isOlder(text, '1.0.0'), isOlder('1.0.0', text)]).toEqual([false, false]);
  });

  it('counts a version before a release as the release where only its numbers matter', () => {
    expect(isOlderRelease('7.0.0-canary.3', '7.0.0')).toBe(false);
    expect(isOlderRelease('6.9.9', '7.0.0')).toBe(true);
  });
});
