import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { formatOf } from '../../src/syntax/index.js';
import { findingsOf, folderWith, runCli } from './run-cli.js';

const HOOK = '.pre-commit-config.yaml';
const WORKFLOW = '.github/workflows/agent-lint.yml';
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

/** The commands of a workflow, in order. */
function commandsOf(folder: string): string[] {
  const { jobs } = parse(readFileSync(join(folder, WORKFLOW), 'utf8'));
  return jobs.check.steps.flatMap(({ run }: { run?: string }) => (run === undefined ? [] : [run]));
}

/** The hook that a folder's file states. */
const hookOf = (folder: string) => parse(readFileSync(join(folder, HOOK), 'utf8')).repos[0].hooks[0];

/** What init writes into a folder of these files. */
function written(files: Record<string, string>) {
  const folder = folderWith(files);
  const { status, stdout } = runCli(folder, ['init', '--hook', '--ci']);
  expect(status).toBe(0);
  return { hook: hookOf(folder), commands: commandsOf(folder), stdout };
}

const dependsOn = (address: string) => JSON.stringify({ devDependencies: { 'agent-lint': address } });

/** Names of files of every format that is read, and of scripts that hooks of clients run. */
const READ = [
  'a.json',
  'a.jsonc',
  'a.yaml',
  '.github/workflows/a.yml',
  'a.toml',
  'SKILL.md',
  'a.http',
  'a.rest',
  'a.sh',
  'a.bash',
  'a.zsh',
  'a.ts',
  'a.mts',
  'a.cts',
  'a.tsx',
  'a.js',
  'a.mjs',
  'a.cjs',
  'a.jsx',
  'src/a.py',
  'a.pyi',
  'a.pyw',
  'Agent.YAML',
  '.env',
  'web/.env.production',
  'Dockerfile',
  'Dockerfile.production',
  'api.Dockerfile',
  'Containerfile',
];
const RUN = ['.claude/hooks/setup', 'scripts/setup.ps1'];

describe('the files that a hook is started for', () => {
  it('are those of every format that is read, and scripts', () => {
    const [{ files }] = parse(readFileSync('.pre-commit-hooks.yaml', 'utf8'));
    const pattern = new RegExp(files.replace('(?i)', ''), 'i');
    expect(READ.filter((name) => formatOf(name) === undefined)).toEqual([]);
    expect([...READ, ...RUN].filter((name) => !pattern.test(name))).toEqual([]);
    expect(['logo.png', 'a.json5', 'notes.txt', 'Main.java'].filter((name) => pattern.test(name))).toEqual(
      [],
    );
    expect(written({ 'package.json': dependsOn('1.0.0') }).hook.files).toBe(files);
  });
});

describe('agent-lint init', () => {
  it('writes a commented configuration that is valid and changes nothing', () => {
    const folder = folderWith({ 'a.session.json': '{"agent":{"model":"m","tools":[{"type":"shell"}]}}' });
    const before = runCli(folder, ['check', '--format', 'json']);
    const run = runCli(folder, ['init']);
    expect([run.status, run.stderr]).toEqual([0, '']);
    expect(run.stdout).toBe(
      'Wrote agent-lint.config.yaml\nNext: state the requirements in agent-lint.config.yaml, then run agent-lint check.\n',
    );
    expect(existsSync(join(folder, HOOK))).toBe(false);
    const after = runCli(folder, ['check', '--format', 'json']);
    expect(findingsOf(after)).toEqual(findingsOf(before));
    expect(findingsOf(after)).not.toEqual([]);
  });

  it('writes only valid lines in its comments', () => {
    const folder = folderWith({});
    runCli(folder, ['init']);
    const text = readFileSync(join(folder, 'agent-lint.config.yaml'), 'utf8');
    const live = text
      .split('\n')
      .map((line) => line.replace(/^# (?=[a-z_]+:|\s)/, ''))
      .join('\n');
    const run = runCli(
      folderWith({ 'agent-lint.config.yaml': live, 'a.session.json': '{"agent":{"model":"m"}}' }),
      ['check', '--fail-on', 'never', '--as-of', '2026-11-01'],
    );
    expect([run.status, run.stderr]).toEqual([0, '']);
  });

  it.each([
    ['no package.json', {}],
    ['a Python project', { 'pyproject.toml': '[project]\nname = "desk"\n' }],
    [
      'a Node project without agent-lint',
      { 'package.json': '{ "name": "desk" }', 'package-lock.json': '{}' },
    ],
    ['a package.json that does not parse', { 'package.json': '{' }],
  ])('installs this version for %s', (_, files) => {
    const { hook, commands, stdout } = written(files);
    expect(hook).toMatchObject({
      id: 'agent-lint',
      entry: 'agent-lint check',
      language: 'node',
      additional_dependencies: [`agent-lint@${version}`],
    });
    expect(commands).toEqual([`npx --yes agent-lint@${version} check --format github --allow-none`]);
    expect(stdout).toBe(
      `Wrote agent-lint.config.yaml\nWrote ${HOOK}\nWrote ${WORKFLOW}\n` +
        `agent-lint ${version} is not published yet: the lines for ${HOOK} and ${WORKFLOW} install this version, and work once it is.\n` +
        'Next: state the requirements in agent-lint.config.yaml, then run agent-lint check.\n',
    );
  });

  it.each([
    ['a version without a lock file', '^0.1.0', {}, ['npm install --ignore-scripts']],
    ['a version beside a lock file', '^0.1.0', { 'package-lock.json': '{}' }, ['npm ci --ignore-scripts']],
    [
      'a tarball',
      'file:vendor/agent-lint-0.1.0.tgz',
      { 'package-lock.json': '{}' },
      ['npm ci --ignore-scripts'],
    ],
    ['an address of git', 'git+https://git.example.com/a.git#v1', { 'package-lock.json': '{}' }, ['npm ci']],
    [
      'a repository by its short name',
      'acme/agent-lint#semver:^1',
      { 'package-lock.json': '{}' },
      ['npm ci'],
    ],
    ['a folder', 'file:../agent-lint', {}, ['npm install']],
    [
      'a version in a project of pnpm',
      '^0.1.0',
      { 'pnpm-lock.yaml': '' },
      ['corepack enable', 'pnpm install --frozen-lockfile'],
    ],
  ])('runs the installed one where the project depends on %s', (_, address, files, install) => {
    const { hook, commands, stdout } = written({ ...files, 'package.json': dependsOn(address) });
    expect(hook).toMatchObject({
      id: 'agent-lint',
      entry: 'npx --no-install agent-lint check',
      language: 'system',
    });
    expect(commands).toEqual([...install, 'npx --no-install agent-lint check --format github --allow-none']);
    expect(stdout).not.toContain('published');
  });

  it('passes the hook the files that the shipped hook takes', () => {
    const { hook } = written({});
    expect(hook.files).toBe(parse(readFileSync('.pre-commit-hooks.yaml', 'utf8'))[0].files);
  });

  it('leaves files that exist alone, and prints the lines to add', () => {
    const config =
      'repos:\n  - repo: local\n    hooks: [{ id: other, name: o, entry: o, language: system }]\n';
    const flow = 'jobs:\n  test:\n    steps:\n';
    const folder = folderWith({ [HOOK]: config, [WORKFLOW]: flow, '.agent-lintrc.json': '{}' });
    const run = runCli(folder, ['init', '--hook', '--ci']);
    expect([run.status, run.stderr]).toEqual([0, '']);
    expect(readFileSync(join(folder, HOOK), 'utf8')).toBe(config);
    expect(readFileSync(join(folder, WORKFLOW), 'utf8')).toBe(flow);
    expect(run.stdout).toContain('.agent-lintrc.json exists and is left alone.\n');
    // Pasted as they are printed, both files state what init would have written.
    const [, hookLines = ''] = /under `repos:`\n\n((?: .*\n)+)/.exec(run.stdout) ?? [];
    expect(parse(config + hookLines).repos[1].hooks[0]).toEqual(written({}).hook);
    const [, steps = ''] = /under `steps:`\n\n((?: .*\n)+)/.exec(run.stdout) ?? [];
    expect(parse(flow + steps).jobs.test.steps.at(-1).run).toContain(`agent-lint@${version} check`);
  });

  it('finds what it wrote itself, and writes nothing twice', () => {
    const folder = folderWith({});
    runCli(folder, ['init', '--hook', '--ci']);
    const again = runCli(folder, ['init', '--hook', '--ci']);
    expect(again.status).toBe(0);
    expect(again.stdout.split('\n').slice(0, 3)).toEqual([
      'agent-lint.config.yaml exists and is left alone.',
      `${HOOK} exists, runs agent-lint already and is left alone.`,
      `${WORKFLOW} exists, runs agent-lint already and is left alone.`,
    ]);
  });

  it('writes no file that would take the place of the configuration in package.json', () => {
    const folder = folderWith({ 'package.json': '{ "agent-lint": { "preset": "strict" } }' });
    const run = runCli(folder, ['init']);
    expect([run.status, run.stdout]).toEqual([0, 'package.json exists and is left alone.\n']);
    expect(existsSync(join(folder, 'agent-lint.config.yaml'))).toBe(false);
    const plain = folderWith({ 'package.json': '{ "dependencies": { "agent-lint": "1" } }' });
    expect(runCli(plain, ['init']).stdout).toContain('Wrote agent-lint.config.yaml\n');
  });

  it('writes no hook below the root of a repository, where nothing reads it', () => {
    const folder = folderWith({ 'packages/desk/package.json': '{}' });
    mkdirSync(join(folder, '.git'));
    const run = runCli(join(folder, 'packages/desk'), ['init', '--hook']);
    expect(run.status).toBe(2);
    expect(run.stderr).toContain('take effect only at the root of the repository. Nothing was written.');
    expect(run.stderr).toContain(`Run this command in ${folder}.`);
    expect(existsSync(join(folder, 'packages/desk/agent-lint.config.yaml'))).toBe(false);
    expect(runCli(join(folder, 'packages/desk'), ['init']).status).toBe(0);
  });
});
