import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { expectHookWorks, hasPreCommit, projectOf } from './project.js';
import { runIn, tryIn } from './run.js';

const clone = inject('clone');

/** Each file of `dist/` with its time and hash. */
function distOf(folder: string): string[] {
  const dist = join(folder, 'dist');
  return readdirSync(dist, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(dist, name)).isFile())
    .sort()
    .map((name) => {
      const file = join(dist, name);
      const hash = createHash('sha256').update(readFileSync(file)).digest('hex');
      return `${name} ${statSync(file).mtimeMs} ${hash}`;
    });
}

test('the first npx in a clone starts no build', async () => {
  const before = distOf(clone);
  expect(before.length).toBeGreaterThan(50);
  // A cache of npm's own, where npx has never linked this clone.
  const cache = mkdtempSync(join(tmpdir(), 'agent-lint-npm-'));
  const run = await tryIn(clone, 'npx --offline agent-lint check examples', { npm_config_cache: cache });
  rmSync(cache, { recursive: true });
  expect(run.stdout).toContain('examples/refund-bot/refunds.agent.json');
  expect(run.status).toBe(1);
  expect(distOf(clone)).toEqual(before);
});

test('npm pack prints the name of the file and nothing else, also where it has to build', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'agent-lint-pack-'));
  const { stdout } = await runIn(clone, `rm -rf dist && npm pack --pack-destination '${folder}'`);
  expect(stdout.trim().split('\n')).toEqual(readdirSync(folder));
  expect(stdout).toMatch(/^agent-lint-\d+\.\d+\.\d+\.tgz\n$/);
  rmSync(folder, { recursive: true });
});

test('the package has at most 12.75 MB unpacked, and what it names', async () => {
  const { stdout } = await runIn(clone, 'npm pack --json --dry-run');
  const [packed] = Object.values(JSON.parse(stdout)) as { unpackedSize: number; files: { path: string }[] }[];
  expect(packed?.unpackedSize).toBeLessThanOrEqual(12_750_000);
  const names = packed?.files.map(({ path }) => path) ?? [];
  for (const name of [
    'README.md',
    'LICENSE',
    'docs/cost.md',
    'docs/decision-rules.md',
    'dist/agent-lint.cjs',
    'dist/core.js',
  ])
    expect(names).toContain(name);
  expect(names.filter((name) => /\.cache$|\.tgz$|^src\/|^test\//.test(name))).toEqual([]);
});

test.skipIf(!hasPreCommit)(
  'the hook installs from a clone and its commit (skipped: pre-commit not present)',
  async () => {
    const { stdout } = await runIn(clone, 'git rev-parse HEAD');
    const project = await projectOf({
      '.pre-commit-config.yaml': `repos:\n  - repo: ${clone}\n    rev: ${stdout.trim()}\n    hooks: [{ id: agent-lint }]\n`,
    });
    await project.run('pre-commit install');
    await expectHookWorks(project);
    const other = await project.commit({ 'readme.txt': 'no agents here\n' });
    expect([other.status, other.log]).toEqual([0, expect.stringContaining('no files to check')]);
  },
);
