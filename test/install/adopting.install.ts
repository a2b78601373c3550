import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { parse } from 'yaml';
import { blocksUnder } from './pages.js';
import { CLEAN, expectHookWorks, FLAWED, hasPreCommit, type Project, projectOf } from './project.js';

const clone = inject('clone');
const PAGE = resolve(import.meta.dirname, '../../docs/adopting.md');
const README = resolve(import.meta.dirname, '../../README.md');
const NEEDS = '(skipped: pre-commit not present)';
const { version } = JSON.parse(readFileSync(join(clone, 'package.json'), 'utf8'));

/** The only block of a kind under a heading. */
function blockUnder(heading: string, language: string, index = 0): string {
  const text = blocksUnder(PAGE, heading).filter((block) => block.language === language)[index]?.text;
  if (text === undefined) throw new Error(`No ${language} under ${heading}`);
  return text;
}

let projects = 0;

/** A project beside the clone, where the pages have it. */
function beside(files: Record<string, string | Uint8Array>): Promise<Project> {
  const folder = join(dirname(clone), `desk-${++projects}`);
  mkdirSync(folder);
  return projectOf(files, { npm_config_prefer_offline: 'true' }, folder);
}

const PACKAGE = '{ "name": "desk", "private": true }\n';

/** A Node project that installed the tarball as the page says, and has one commit without agents. */
async function nodeProject(): Promise<Project> {
  const project = await beside({ 'package.json': PACKAGE });
  await project.run(blockUnder('Make the package', 'sh').replace(/^npm --prefix.*\n/, ''));
  await project.run(blockUnder('A Node project', 'sh').split('\n')[0] ?? '');
  return project;
}

test('the package is made and added to a Node project', async () => {
  const project = await beside({ 'package.json': PACKAGE });
  await project.run(blockUnder('Make the package', 'sh'));
  const { stdout } = await project.run(blockUnder('A Node project', 'sh'));
  expect(stdout).toContain('Wrote .pre-commit-config.yaml\nWrote .github/workflows/agent-lint.yml\n');
  const { devDependencies } = JSON.parse(readFileSync(join(project.folder, 'package.json'), 'utf8'));
  expect(devDependencies).toEqual({ 'agent-lint': `file:agent-lint-${version}.tgz` });
});

test.skipIf(!hasPreCommit)(`a Python project gets the hook of the clone ${NEEDS}`, async () => {
  const project = await beside({ 'pyproject.toml': '[project]\nname = "desk"\n' });
  const { stdout } = await project.run(blockUnder('Any other project', 'sh'));
  expect(stdout).toContain('Wrote .pre-commit-config.yaml\n');
  const { repos } = parse(readFileSync(join(project.folder, '.pre-commit-config.yaml'), 'utf8'));
  expect(repos[0].repo).toBe('../agent-lint');
  await project.run('pre-commit install');
  await expectHookWorks(project);
});

describe('pre-commit', () => {
  test.skipIf(!hasPreCommit)(`tries the hook without configuration ${NEEDS}`, async () => {
    const project = await beside({ 'desk.agent.json': FLAWED });
    await project.run('git add .');
    const run = await project.try(blockUnder('pre-commit', 'sh', 0));
    expect(run.log).toMatch(/agent-lint\.+Failed/);
    expect(run.status).toBe(1);
  });

  test.skipIf(!hasPreCommit)(`adds the hook by the clone and its commit ${NEEDS}`, async () => {
    const project = await beside({ 'pyproject.toml': '[project]\nname = "desk"\n' });
    await project.run(blockUnder('pre-commit', 'sh', 1));
    await expectHookWorks(project);
  });

  test.skipIf(!hasPreCommit)(`is added by the lines of the README ${NEEDS}`, async () => {
    const [block] = blocksUnder(README, 'Pre-commit hook');
    const project = await beside({});
    await project.run(block?.text ?? '');
    await expectHookWorks(project);
  });
});

describe('husky', () => {
  /** A clean commit passes, a flawed one fails. */
  async function expectCommits(project: Project): Promise<void> {
    const clean = await project.commit({ 'desk.agent.json': CLEAN });
    expect([clean.status, clean.log]).toEqual([0, expect.any(String)]);
    const flawed = await project.commit({ 'desk.agent.json': FLAWED, 'src/notes.md': 'a\n' });
    expect(flawed.log).toMatch(/1:58 +error +delegation\/unbounded/);
    expect(flawed.status).not.toBe(0);
    expect((await project.run('git log --oneline')).stdout.trim().split('\n')).toHaveLength(1);
  }

  test('runs lint-staged', async () => {
    const project = await nodeProject();
    await project.run(blockUnder('husky and lint-staged', 'sh', 0));
    project.write({ '.lintstagedrc.json': blockUnder('husky and lint-staged', 'json') });
    await expectCommits(project);
  });

  test('checks the whole project', async () => {
    const project = await nodeProject();
    const [install = '', init = ''] = blockUnder('husky and lint-staged', 'sh', 0).split('\n');
    await project.run(`${install}\n${init}`);
    await project.run(blockUnder('husky and lint-staged', 'sh', 1));
    await expectCommits(project);
  });
});

/** The commands of a pipeline, in order: what its keys `run` and `script` state. */
function commandsOf(yaml: unknown): string[] {
  if (typeof yaml !== 'object' || yaml === null) return [];
  return Object.entries(yaml).flatMap(([key, value]) =>
    key === 'run' || key === 'script' ? (value as string | string[]) : commandsOf(value),
  );
}

test.each([
  ['GitHub', 'agent-lint.sarif', '"ruleId": "delegation/unbounded"'],
  ['GitLab', 'gl-code-quality-report.json', '"check_name": "delegation/unbounded"'],
  ['Azure Pipelines', 'agent-lint.xml', 'delegation/unbounded'],
])('the commands for %s end as the check does, and write the report', async (heading, file, says) => {
  const project = await nodeProject();
  const commands = commandsOf(parse(blockUnder(heading, 'yaml')));
  expect(commands).toHaveLength(2);
  const report = () => readFileSync(join(project.folder, file), 'utf8');
  project.write({ 'desk.agent.json': CLEAN });
  await project.run(commands.join('\n'));
  expect(report()).not.toContain(says);
  project.write({ 'desk.agent.json': FLAWED });
  const flawed = await project.try(commands.join('\n'));
  expect(flawed.status).toBe(1);
  expect(flawed.log).toContain('delegation/unbounded');
  expect(report()).toContain(says);
});

test.skipIf(!hasPreCommit)(`40 old findings lead to a gate in six commands ${NEEDS}`, async () => {
  const OLD = 40;
  const project = await beside({ 'package.json': PACKAGE });
  await project.run(blockUnder('Make the package', 'sh').replace(/^npm --prefix.*\n/, ''));
  for (let n = 0; n < OLD; n++) project.write({ [`desks/desk-${n}.agent.json`]: FLAWED });
  await project.run('git add . && git commit --quiet --message "Add the desks"');

  const [install = '', init = '', look = '', accept = '', gate = '', hook = '', ...rest] = blockUnder(
    'A repository with old findings',
    'sh',
  )
    .trim()
    .split('\n');
  expect(rest).toEqual([]);
  await project.run(install);
  await project.run(init);
  expect((await project.try(gate)).status).toBe(1);
  expect((await project.run(look)).stdout).toContain(`delegation/unbounded ${OLD}`);
  await project.run(accept);
  const baseline = JSON.parse(readFileSync(join(project.folder, 'agent-lint-baseline.json'), 'utf8'));
  const unbounded = baseline.entries.filter(
    (entry: { rule: string }) => entry.rule === 'delegation/unbounded',
  );
  expect(unbounded).toHaveLength(OLD);
  expect((await project.try(gate)).status).toBe(0);
  await project.run(hook);

  const old = await project.commit({ 'desks/desk-0.agent.json': `\n${FLAWED}` });
  expect([old.status, old.log]).toEqual([0, expect.stringMatching(/agent-lint\.+Passed/)]);
  const added = await project.commit({ 'desks/new.agent.json': FLAWED });
  expect([added.status, added.log]).toEqual([1, expect.stringMatching(/agent-lint\.+Failed/)]);
  expect((await project.try(gate)).status).toBe(1);
  project.write({ 'desks/new.agent.json': CLEAN, 'desks/desk-1.agent.json': CLEAN });
  const mended = await project.try(gate);
  expect([mended.status, mended.stdout]).toEqual([0, expect.stringContaining('config/stale-baseline')]);
});
