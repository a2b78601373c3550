import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
/** The rooms that may wait for what is outside, and what is not shipped (`docs/architecture.md`). */
const EDGES = /^src\/(?:files|config|servers|project|lsp|mcp|cli|build|action)\//;
/** The day of a run is read at one place, unless it is given. */
const TODAY = 'src/model/date.ts';

test('what is read and judged asks no clock: a busy machine finds what an idle one finds', () => {
  const files = ['src', 'rules']
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map(
        (file) => `${folder}/${file}`,
      ),
    )
    .filter((file) => file.endsWith('.ts') && !EDGES.test(file) && file !== TODAY);
  expect(files.length).toBeGreaterThan(300);
  const asking = files.filter((file) =>
    /\b(?:performance\.now|Date\.now|hrtime)\b|\bsetTimeout\(|\bnew Date\(\)/.test(
      readFileSync(join(ROOT, file), 'utf8'),
    ),
  );
  expect(asking).toEqual([]);
});
