import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { CLEAN, expectHookWorks, FLAWED, hasPreCommit, type Project, projectOf } from './project.js';
import { registryOf } from './registry.js';
import { runIn } from './run.js';

const clone = inject('clone');
const tarball = inject('tarball');
const { version } = JSON.parse(readFileSync(join(clone, 'package.json'), 'utf8'));

/** Variables of npm for a registry that has this version, and for a cache that has nothing. */
async function published(): Promise<Record<string, string>> {
  const cache = mkdtempSync(join(tmpdir(), 'agent-lint-npm-'));
  onTestFinished(() => rmSync(cache, { recursive: true, force: true }));
  return { npm_config_registry: await registryOf(tarball, version), npm_config_cache: cache };
}

/** The commands of the workflow that `init` wrote that run for an event, in order. */
function commandsFor(project: Project, event: 'pull_request' | 'push'): string[] {
  const { jobs } = parse(readFileSync(join(project.folder, '.github/workflows/agent-lint.yml'), 'utf8'));
  return jobs.check.steps.flatMap((step: { if?: string; run?: string }) => {
    const isForPulls = step.if?.includes("== 'pull_request'");
    return step.run !== undefined && (step.if === undefined || isForPulls === (event === 'pull_request'))
      ? [step.run]
      : [];
  });
}

/** Runs the commands of the workflow: for a push from scratch, then for a merge that brings an error and hides it. */
async function expectWorkflowWorks(project: Project): Promise<void> {
  project.write({ 'desk.agent.json': CLEAN });
  const clean = await project.try(`rm -rf node_modules; ${commandsFor(project, 'push').join(' && ')}`);
  expect([clean.status, clean.log]).toEqual([0, expect.not.stringContaining('::error')]);
  await project.run('git add . && git commit --quiet --no-verify --message "The base"');
  project.write({
    'desk.agent.json': FLAWED,
    'agent-lint.config.yaml': 'rules: { delegation/unbounded: off }\n',
  });
  await project.run(
    'git checkout --quiet -b change && git commit --quiet --no-verify --all --message "A change" && git checkout --quiet -',
  );
  await project.run('git merge --quiet --no-ff --no-verify --message "The merge" change');
  const flawed = await project.try(commandsFor(project, 'pull_request').at(-1) ?? '');
  expect([flawed.status, flawed.log]).toEqual([
    1,
    expect.stringContaining('::error file=desk.agent.json,line=1,'),
  ]);
}

async function expectBothWork(project: Project): Promise<void> {
  await project.run('pre-commit install');
  await expectHookWorks(project);
  await expectWorkflowWorks(project);
}

/** The commit of the clone. */
const head = async () => (await runIn(clone, 'git rev-parse HEAD')).stdout.trim();

const NEEDS = '(skipped: pre-commit not present)';

test.skipIf(!hasPreCommit)(`init serves a Python project from the clone that runs ${NEEDS}`, async () => {
  const project = await projectOf({ 'pyproject.toml': '[project]\nname = "desk"\n' });
  const { stdout } = await project.run(
    `node ${clone}/dist/agent-lint.cjs init --hook --ci --from '${clone}@${await head()}'`,
  );
  expect(stdout).toContain('takes minutes');
  await project.run('pre-commit install');
  await expectHookWorks(project);
  // The lines of the workflow, with the address filled in.
  const [, lines = ''] = /under `steps:`[^\n]*\n\n((?: .*\n)+)/.exec(stdout) ?? [];
  const filled = lines.replaceAll('git+https://git.example.com/acme/agent-lint', `git+file://${clone}`);
  project.write({ '.github/workflows/agent-lint.yml': `jobs:\n  check:\n    steps:\n${filled}` });
  await expectWorkflowWorks(project);
});

test.skipIf(!hasPreCommit)(
  `init prints lines that work in a configuration that exists ${NEEDS}`,
  async () => {
    const existing =
      'repos:\n  - repo: local\n    hooks:\n      - { id: other, name: other, entry: "true", language: system }\n';
    const project = await projectOf({ '.pre-commit-config.yaml': existing });
    const { stdout } = await project.run(
      `node ${clone}/dist/agent-lint.cjs init --hook --from '${clone}@${await head()}'`,
    );
    const [, lines = ''] = /under `repos:`\n\n((?: .*\n)+)/.exec(stdout) ?? [];
    expect(lines).toContain('- id: agent-lint\n');
    project.write({ '.pre-commit-config.yaml': existing + lines });
    await project.run('pre-commit install');
    await expectHookWorks(project);
  },
);

const dependsOn = (address: string) => ({
  'package.json': `{ "name": "desk", "private": true, "devDependencies": { "agent-lint": "${address}" } }\n`,
});

test.skipIf(!hasPreCommit).each([
  ['without a lock file', '--no-package-lock'],
  ['with a lock file', ''],
])(`init serves a Node project %s by its dependency ${NEEDS}`, async (_, option) => {
  const project = await projectOf(dependsOn(`^${version}`), await published());
  await project.run(`npm install ${option}`);
  await project.run('npx --no-install agent-lint init --hook --ci');
  await expectBothWork(project);
});

test.skipIf(!hasPreCommit)(`init serves a project that depends on the tarball ${NEEDS}`, async () => {
  const files = dependsOn(`file:vendor/agent-lint-${version}.tgz`);
  const project = await projectOf({ ...files, [`vendor/agent-lint-${version}.tgz`]: readFileSync(tarball) });
  await project.run('npm install');
  await project.run('npx --no-install agent-lint init --hook --ci');
  await expectBothWork(project);
});

test.skipIf(!hasPreCommit)(`init serves a project that depends on an address of git ${NEEDS}`, async () => {
  const { stdout } = await runIn(clone, 'git rev-parse HEAD');
  const project = await projectOf(dependsOn(`git+file://${clone}#${stdout.trim()}`));
  await project.run('npm install');
  await project.run('npx --no-install agent-lint init --hook --ci');
  await expectBothWork(project);
});
