import { describe, expect, it } from 'vitest';
import { flawsOf } from '../../src/assess/commands/flaws.js';

/** Texts that could cost more than their length. What they cost is measured by `npm run bench:growth`. */
const LONG: readonly (readonly [of: string, text: string, language: string])[] = [
  ['open brackets', '('.repeat(100_000), 'powershell'],
  ['open brackets of a shell', '(a '.repeat(60_000), 'shell'],
  ['groups', '(a)|'.repeat(40_000), 'shell'],
  ['substitutions', '$(a '.repeat(40_000), 'shell'],
  ['files of commands', 'sh <(a) '.repeat(20_000), 'shell'],
  ['calls', 'exec('.repeat(30_000), 'python'],
  ['downloads', 'curl -o a https://example.com/a; '.repeat(6_000), 'shell'],
];

describe('a long command', () => {
  for (const [of, text, language] of LONG)
    it(`of ${of} is read to its end, without a flaw`, () => {
      expect(flawsOf(text, language)).toEqual([]);
    });
});
