import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { disk, findRoot, lookIn } from '../../src/files/index.js';
import { folderWith } from '../cli/run-cli.js';

it('sees what stands at a path, and nothing where the way to it cannot be gone', () => {
  const folder = folderWith({ 'a.json': '{}' });
  symlinkSync('loop', join(folder, 'loop'));
  writeFileSync(join(folder, 'b'), '');
  expect(lookIn(disk, join(folder, 'a.json'))?.isFile()).toBe(true);
  expect(lookIn(disk, join(folder, 'loop'))?.isSymbolicLink()).toBe(true);
  for (const path of ['no', 'b/c', 'loop/c', 'n'.repeat(300)])
    expect(lookIn(disk, join(folder, path))).toBe(undefined);
  expect(findRoot(join(folder, 'loop/c'))).toEqual({ root: join(folder, 'loop/c'), git: false });
});
