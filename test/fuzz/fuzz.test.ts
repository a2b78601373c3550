import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

/** In a process of its own, from one bundle: its work is counted by coverage, which slows down all that a process has loaded. */
it('1,000 inputs break no invariant', () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--no-flush-bytecode', resolve(import.meta.dirname, 'fuzz.mjs'), '--runs', '1000'],
    { encoding: 'utf8', maxBuffer: 1 << 28 },
  );
  expect(status, `${stdout}\n${stderr}`).toBe(0);
  expect(stdout.split('\n').filter((line) => line.startsWith('      0 ×'))).toEqual([]);
  expect(stdout).toContain('\n0 violations\n');
});
