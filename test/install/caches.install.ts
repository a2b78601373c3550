import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { runIn, tryIn } from './run.js';

const place = mkdtempSync(join(tmpdir(), 'agent-lint-caches-'));
const project = join(place, 'project');

beforeAll(async () => {
  mkdirSync(project);
  await runIn(project, `npm init -y && npm install --offline --no-audit --no-fund '${inject('tarball')}'`);
  writeFileSync(
    join(project, 'a.agent.json'),
    '{ "agent": { "model": "m" }, "multi_agent": { "enabled": true } }',
  );
});

afterAll(() => rmSync(place, { recursive: true, force: true }));

/** Runs the installed package, whose check finds something. */
async function check(args: string, env: Record<string, string>): Promise<string> {
  const command = `npx --no-install agent-lint check ${args} a.agent.json`;
  const { status, stdout, log } = await tryIn(project, command, env);
  // Nothing is on standard error.
  expect([status, log]).toEqual([1, stdout]);
  expect(stdout).toContain('delegation/unbounded');
  return stdout;
}

const filesIn = (folder: string) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();

test.each([
  ['without options of Node', {}],
  ['with options of Node', { NODE_OPTIONS: '--max-old-space-size=3000' }],
])('the installed package keeps its code in the folder of the user, %s', async (_, options) => {
  const home = mkdtempSync(join(place, 'home-'));
  const installed = filesIn(join(project, 'node_modules/agent-lint'));
  const first = await check('', { XDG_CACHE_HOME: home, ...options });
  const kept = filesIn(join(home, 'agent-lint/code'));
  expect(kept.length).toBeGreaterThan(2);
  expect(await check('', { XDG_CACHE_HOME: home, ...options })).toBe(first);
  expect(filesIn(join(home, 'agent-lint/code'))).toEqual(kept);
  expect(filesIn(join(project, 'node_modules/agent-lint'))).toEqual(installed);
});

test('it keeps results beside the packages of the project', async () => {
  const env = { XDG_CACHE_HOME: mkdtempSync(join(place, 'home-')) };
  const first = await check('--cache', env);
  expect(filesIn(join(project, 'node_modules/.cache/agent-lint/results'))).toHaveLength(1);
  expect(await check('--cache', env)).toBe(first);
});

test('it says nothing where the folder of the user cannot be made', async () => {
  writeFileSync(join(place, 'file'), '');
  await check('--cache', { XDG_CACHE_HOME: join(place, 'file') });
});
