import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { runAction } from '../action/run-action.js';
import { CLEAN, expectHookWorks, FLAWED, hasPreCommit, projectOf } from './project.js';
import { runIn } from './run.js';

/** Nothing can be fetched: what needs a package fails. */
const OFFLINE = { npm_config_registry: 'http://127.0.0.1:1/', npm_config_fetch_retries: '0' };

const place = mkdtempSync(join(tmpdir(), 'agent-lint-release-'));
const source = join(place, 'source');
/** The tag, checked out: what the action runs from. */
const tagged = join(place, 'tagged');
const outputs: Record<string, string> = {};

/** Runs the commands of the release workflow up to the upload, in a clone of its own. */
beforeAll(async () => {
  const clone = inject('clone');
  await runIn(
    place,
    `git clone --quiet '${clone}' source && cp -al '${clone}/node_modules' source/node_modules`,
  );
  rmSync(join(source, 'node_modules/.cache'), { recursive: true, force: true });
  const { jobs } = parse(readFileSync(join(source, '.github/workflows/release.yml'), 'utf8'));
  const { run } = jobs.release.steps.find(({ id }: { id?: string }) => id === 'make');
  const file = join(place, 'outputs.txt');
  await runIn(source, run, {
    GITHUB_OUTPUT: file,
    GITHUB_SERVER_URL: 'https://git.example.com',
    GITHUB_REPOSITORY: 'acme/agent-lint',
  });
  for (const line of readFileSync(file, 'utf8').trim().split('\n'))
    outputs[line.slice(0, line.indexOf('='))] = line.slice(line.indexOf('=') + 1);
  await runIn(place, `git clone --quiet --branch '${outputs.tag}' source tagged`);
});

afterAll(() => rmSync(place, { recursive: true, force: true }));

test('the tag follows the released commit, and nothing is left to build or to install', async () => {
  const { version } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
  expect(outputs.tag).toBe(`v${version}`);
  const head = (await runIn(source, 'git rev-parse HEAD')).stdout.trim();
  expect((await runIn(tagged, 'git rev-parse HEAD^')).stdout.trim()).toBe(head);
  const manifest = JSON.parse(readFileSync(join(tagged, 'package.json'), 'utf8'));
  expect(manifest).toMatchObject({ version, gitHead: head });
  expect(manifest.repository.url).toBe('git+https://git.example.com/acme/agent-lint.git');
  for (const key of ['scripts', 'dependencies', 'devDependencies']) expect(manifest).not.toHaveProperty(key);
  expect(existsSync(join(tagged, 'dist/agent-lint.cjs'))).toBe(true);
  expect((await runIn(source, 'git status --porcelain')).stdout).toBe('');
  expect(readFileSync(outputs.notes ?? '', 'utf8')).not.toMatch(/^## /m);
});

test('a second release of the same version is refused', async () => {
  await expect(runIn(source, 'node src/build/release.mjs')).rejects.toThrow(
    'Raise the version in package.json.',
  );
});

test('the tarball installs offline, and its init installs the version that is published', async () => {
  const project = await projectOf({}, OFFLINE);
  const prefix = mkdtempSync(join(place, 'global-'));
  await project.run(`npm install --global --prefix '${prefix}' '${outputs.tarball}'`);
  const { stdout } = await project.run(`'${prefix}/bin/agent-lint' init --hook`);
  expect(stdout).toContain('Wrote .pre-commit-config.yaml\n');
  const { repos } = parse(readFileSync(join(project.folder, '.pre-commit-config.yaml'), 'utf8'));
  expect(repos[0].hooks[0].additional_dependencies).toEqual([`agent-lint@${outputs.tag?.slice(1)}`]);
});

test('a program that imports the library and the core has every type of them', async () => {
  const program =
    "import type * as library from 'agent-lint';\nimport type * as core from 'agent-lint/core';\n";
  const project = await projectOf(
    {
      'package.json': '{ "private": true }\n',
      'program.ts': `${program}export type All = typeof library & typeof core;\n`,
    },
    OFFLINE,
  );
  await project.run(`npm install '${outputs.tarball}'`);
  const types = join(source, 'node_modules/@types');
  const compiler = join(source, 'node_modules/typescript/bin/tsc');
  await project.run(
    `node '${compiler}' --strict --noEmit --module nodenext --target es2023 --types node --typeRoots '${types}' program.ts`,
  );
});

test.skipIf(!hasPreCommit)(
  'the hook installs from the tag without a package (skipped: pre-commit not present)',
  async () => {
    const config = `repos:\n  - repo: ${source}\n    rev: ${outputs.tag}\n    hooks: [{ id: agent-lint }]\n`;
    const project = await projectOf({ '.pre-commit-config.yaml': config }, OFFLINE);
    await project.run('pre-commit install');
    await expectHookWorks(project);
  },
);

test('the action at the tag runs what the tag contains', async () => {
  const { folder } = await projectOf({ 'desk.agent.json': FLAWED });
  const flawed = await runAction({ action: tagged, workspace: folder, env: OFFLINE });
  expect([flawed.status, flawed.outputs.errors]).toEqual([1, '1']);
  expect(existsSync(join(tagged, 'node_modules'))).toBe(false);
});

/** Serves the tarball where a release has it. */
async function releases(): Promise<string> {
  const path = `/acme/agent-lint/releases/download/${outputs.tag}/agent-lint-${outputs.tag?.slice(1)}.tgz`;
  const server = createServer((request, response) => {
    if (request.url === path) response.end(readFileSync(outputs.tarball ?? ''));
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test.each([
  ['its tag', () => outputs.tag ?? ''],
  ['its commit', () => JSON.parse(readFileSync(join(tagged, 'package.json'), 'utf8')).gitHead],
])('the action without dist/ runs the tarball of the release that was asked for by %s', async (_, ref) => {
  const action = mkdtempSync(join(place, 'action-'));
  cpSync(tagged, action, { recursive: true, filter: (path) => path !== join(tagged, 'dist') });
  const { folder } = await projectOf({ 'desk.agent.json': CLEAN });
  const run = await runAction({
    action,
    workspace: folder,
    env: { ...OFFLINE, GITHUB_SERVER_URL: await releases() },
    github: { action_repository: 'acme/agent-lint', action_ref: ref() },
  });
  expect([run.status, run.outputs.errors]).toEqual([0, '0']);
  expect(existsSync(join(action, 'dist'))).toBe(false);
});

test('the action at any other commit builds there', async () => {
  const action = join(place, 'commit');
  await runIn(place, `git clone --quiet '${source}' commit`);
  const { folder } = await projectOf({ 'desk.agent.json': FLAWED });
  const run = await runAction({
    action,
    workspace: folder,
    env: { npm_config_prefer_offline: 'true', GITHUB_SERVER_URL: await releases() },
    github: { action_repository: 'acme/agent-lint', action_ref: '0123456789abcdef0123456789abcdef01234567' },
  });
  expect(run.log).toContain(`The release ${outputs.tag} was built from `);
  expect([run.status, run.outputs.errors]).toEqual([1, '1']);
  expect(existsSync(join(action, 'dist/agent-lint.cjs'))).toBe(true);
});
