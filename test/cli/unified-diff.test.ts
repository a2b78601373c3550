import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { unifiedDiff } from '../../src/cli/unified-diff.js';
import { folderWith } from './run-cli.js';

const numbers = (count: number) => Array.from({ length: count }, (_, index) => `line ${index}\n`).join('');

/** Pairs of texts that differ in many ways, always the same. */
function* pairs(): Generator<[string, string]> {
  let seed = 7;
  const next = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % below;
  };
  const text = () =>
    Array.from({ length: next(9) }, () => 'abc'.charAt(next(3))).join('\n') + '\n'.repeat(next(2));
  for (let index = 0; index < 40; index++) yield [`${text()}x`, `${text()}y`];
}

describe('a unified diff', () => {
  it('shows three lines around each change', () => {
    const before = numbers(20);
    const after = before.replace('line 3\n', 'line three\n').replace('line 15\n', '');
    expect(unifiedDiff('a.yaml', before, after)).toBe(
      `--- a/a.yaml\n+++ b/a.yaml\n@@ -1,7 +1,7 @@\n line 0\n line 1\n line 2\n-line 3\n+line three\n line 4\n line 5\n line 6\n@@ -13,7 +13,6 @@\n line 12\n line 13\n line 14\n-line 15\n line 16\n line 17\n line 18\n`,
    );
    expect(unifiedDiff('a.yaml', before, before)).toBe('');
  });

  it('leads from one text to the other, whatever they are', () => {
    const all = [...pairs()];
    const name = (index: number) => `${index}.txt`;
    const cwd = folderWith(Object.fromEntries(all.map(([before], index) => [name(index), before])));
    spawnSync('git', ['init', '-q', cwd]);
    const input = all.map(([before, after], index) => unifiedDiff(name(index), before, after)).join('');
    const apply = spawnSync('git', ['-C', cwd, 'apply', '--whitespace=nowarn', '-'], {
      input,
      encoding: 'utf8',
    });
    expect([apply.status, apply.stderr]).toEqual([0, '']);
    for (const [index, [, after]] of all.entries())
      expect(readFileSync(join(cwd, name(index)), 'utf8')).toBe(after);
  });

  it('prints no secret and no control character', () => {
    const secret = `sk-proj-${'a1B2'.repeat(12)}`;
    const diff = unifiedDiff('a\n.env', `KEY=${secret}\nA=1\n`, `KEY=${secret}\nB=\u001b[2J\n`);
    expect(diff).not.toContain(secret);
    expect(diff).toContain('+B=\\u{1b}[2J\n');
    expect(diff.split('\n')[0]).toBe('--- "a/a\\n.env"');
  });

  it('takes texts of which every line differs', () => {
    const before = numbers(3_000);
    const after = before.replaceAll('line', 'row');
    const diff = unifiedDiff('a', before, after);
    expect(diff.split('\n').filter((line) => line.startsWith('+row')).length).toBe(3_000);
  });
});
