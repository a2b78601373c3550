import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { formatOf } from '../../src/syntax/index.js';
import { gitIn, newRepository, type Repository } from './repository.js';
import { findingsOf, folderWith, type Run, runBinary, runCli } from './run-cli.js';

const HOOK = '.pre-commit-config.yaml';
const WORKFLOW = '.github/workflows/agent-lint.yml';
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

const OWN = resolve(import.meta.dirname, '../..');
const COMMIT = gitIn(OWN, ['rev-parse', 'HEAD']);

interface Step {
  if?: string;
  run?: string;
  with?: Record<string, unknown>;
}

const stepsOf = (text: string): Step[] => parse(text).jobs.check.steps;

/** The commands of a workflow that run for an event, in order. */
function commandsOf(text: string, event = 'pull_request'): string[] {
  return stepsOf(text).flatMap((step) => {
    const [, sign, only] = /^github\.event_name ([!=]=) '(\w+)'$/.exec(step.if ?? '') ?? [];
    const runs = step.if === undefined || (sign === '==') === (only === event);
    return step.run !== undefined && runs ? [step.run] : [];
  });
}

const hooksIn = (text: string) => parse(text).repos[0];

/** What init writes into a folder of these files. */
async function written(files: Record<string, string>, ...options: string[]) {
  const folder = folderWith(files);
  const { status, stdout } = await runCli(folder, ['init', '--hook', '--ci', ...options]);
  expect(status).toBe(0);
  return { ...readWritten(folder), stdout };
}

function readWritten(folder: string) {
  const repo = hooksIn(readFileSync(join(folder, HOOK), 'utf8'));
  const flow = readFileSync(join(folder, WORKFLOW), 'utf8');
  return { repo, hook: repo.hooks[0], flow, commands: commandsOf(flow) };
}

/** The command of a workflow that checks a pull request, by how it starts agent-lint. */
const guarded = (start: string) => `${start} check --format github --config-from HEAD^1 --new-since HEAD^1`;

/** A package of agent-lint as it is installed: no clone. `manifest` is added to its `package.json`. */
function installed(manifest: Record<string, string> = {}): string {
  const folder = folderWith({});
  cpSync(join(OWN, 'dist'), join(folder, 'dist'), { recursive: true });
  const own = JSON.parse(readFileSync(join(OWN, 'package.json'), 'utf8'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...own, ...manifest }));
  return join(folder, 'dist/agent-lint.cjs');
}

/** Such a package as a clone with one commit, made from an address where one is given. */
function cloned(remote?: string): { bin: string; commit: string } {
  const bin = installed();
  const folder = dirname(dirname(bin));
  gitIn(folder, ['init', '-q']);
  gitIn(folder, ['add', 'package.json']);
  gitIn(folder, ['commit', '-q', '-m', 'Start']);
  if (remote !== undefined) gitIn(folder, ['remote', 'add', 'origin', remote]);
  return { bin, commit: gitIn(folder, ['rev-parse', 'HEAD']) };
}

/** An address that other machines can read. */
const FROM = ['--from', 'https://git.example.com/acme/agent-lint@v1.0.0'];

const TAKES_MINUTES = 'The first run of the hook installs agent-lint, which takes minutes;';

const dependsOn = (address: string) => JSON.stringify({ devDependencies: { 'agent-lint': address } });

/** Names of files of every format that is read, and of scripts that hooks of clients run. */
const READ = [
  'a.json',
  'a.json5',
  'a.jsonc',
  'a.code-workspace',
  'a.yaml',
  '.github/workflows/a.yml',
  'a.toml',
  'SKILL.md',
  '.cursor/rules/a.mdc',
  '.cursorrules',
  '.goosehints',
  '.roomodes',
  '.codex/rules/a.rules',
  'a.mk',
  'a.hook',
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
  'a.ipynb',
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
  it('are those of every format that is read, and scripts', async () => {
    const [{ files }] = parse(readFileSync('.pre-commit-hooks.yaml', 'utf8'));
    const pattern = new RegExp(files.replace('(?i)', ''), 'i');
    expect(READ.filter((name) => formatOf(name) === undefined)).toEqual([]);
    expect([...READ, ...RUN].filter((name) => !pattern.test(name))).toEqual([]);
    expect(['logo.png', '.gitignore', 'notes.txt', 'Main.java'].filter((name) => pattern.test(name))).toEqual(
      [],
    );
    expect((await written({ 'package.json': dependsOn('1.0.0') })).hook.files).toBe(files);
  });
});

/** A project with an accepted finding and a workflow of init, by a dependency. */
async function guardedProject(): Promise<Repository> {
  const repository = newRepository({
    'package.json': dependsOn('1.0.0'),
    'desk.agent.json': agentWith('read_invoice'),
    'old.agent.json': agentWith('refund_order'),
  });
  repository.git('checkout', '-q', 'main');
  expect((await repository.run('init', '--ci')).status).toBe(0);
  expect((await repository.run('check', '--update-baseline')).status).toBe(0);
  repository.commit('Guard');
  repository.git('branch', '-f', 'change', 'main');
  return repository;
}

const agentWith = (tool: string, more = '') =>
  `{ "agent": { "model": "m", "tools": [{ "type": "function", "name": "${tool}" }] }, "controls": { "tracing": { "sink": "webhooks" }${more} } }\n`;

/** Commits a change on a branch, merges it as GitHub does, and runs what its workflow runs for a pull request. */
async function pullRequest(
  repository: Repository,
  change: (repository: Repository) => void | Promise<void>,
): Promise<Run> {
  repository.git('checkout', '-q', '-B', 'change', 'main');
  await change(repository);
  repository.commit('Change');
  const head = repository.git('rev-parse', 'HEAD');
  repository.git('checkout', '-q', '--detach', 'main');
  repository.git('merge', '-q', '--no-ff', '-m', 'Merge', head);
  const command = commandsOf(readFileSync(join(repository.folder, WORKFLOW), 'utf8')).at(-1) ?? '';
  expect(command.startsWith('npx --no-install agent-lint check ')).toBe(true);
  return await repository.run(...command.split(' ').slice(3));
}

const CONFIG = 'agent-lint.config.yaml';
const DODGES: [string, (repository: Repository) => void | Promise<void>][] = [
  ['alone', () => undefined],
  ['and switches the rule off', ({ write }) => write(CONFIG, 'rules: { approval/missing: off }\n')],
  [
    'and ignores the finding',
    ({ write }) =>
      write(CONFIG, 'ignore: [{ rule: approval/missing, files: "*.json", reason: it is fine }]\n'),
  ],
  ['and grows the baseline', async ({ run }) => void (await run('check', '--update-baseline'))],
  ['and excludes its file', ({ write }) => write(CONFIG, 'exclude: [desk.agent.json]\n')],
  ['and excludes everything', ({ write }) => write(CONFIG, 'exclude: ["**"]\n')],
  [
    'and declares a milder effect',
    ({ write }) => write(CONFIG, 'tools: { refund_customer: { effect: read, because: it only looks } }\n'),
  ],
  [
    'and declares a milder effect beside it',
    ({ write }) =>
      write(
        'desk.agent.json',
        agentWith('refund_customer', ', "tools": { "refund_customer": { "effect": "read" } }'),
      ),
  ],
  [
    'and claims the gate for the whole project',
    ({ write }) =>
      write(
        CONFIG,
        'attestations: [{ files: "*.json", controls: { tools: { refund_customer: { approval: { by: human } } } }, reason: asked elsewhere }]\n',
      ),
  ],
];

describe('the workflow of init', () => {
  it('fetches the whole history, and no command of it leaves a word to the shell', async () => {
    for (const files of [{}, { 'package.json': dependsOn('1.0.0'), 'package-lock.json': '{}' }]) {
      const { flow } = await written(files, ...FROM);
      const [checkout] = stepsOf(flow);
      expect(checkout?.with).toEqual({ 'fetch-depth': 0, 'persist-credentials': false });
      const runs = stepsOf(flow).flatMap(({ run }) => run ?? []);
      expect(runs.length).toBeGreaterThan(1);
      expect(runs.filter((run) => !/^[\w./:@+%~=#^-]+(?: [\w./:@+%~=#^-]+)*$/.test(run))).toEqual([]);
    }
  });

  it.each(DODGES)('fails a pull request that adds an ungated tool %s', async (_, dodge) => {
    const run = await pullRequest(await guardedProject(), async (repository) => {
      repository.write('desk.agent.json', agentWith('refund_customer'));
      await dodge(repository);
    });
    expect([run.status, run.stdout]).toEqual([
      1,
      expect.stringMatching(/^::error file=desk\.agent\.json,line=1,.*approval\/missing/m),
    ]);
    expect(run.stdout).not.toMatch(/::error file=old\.agent\.json/);
  });

  it('passes a pull request that adds nothing, beside what the base accepted', async () => {
    const run = await pullRequest(await guardedProject(), ({ write }) =>
      write('desk.agent.json', agentWith('read_receipt')),
    );
    expect([run.status, run.stdout]).toEqual([0, expect.not.stringContaining('::error')]);
  });

  it('passes a push to the main branch of a project without agents', async () => {
    const { flow } = await written({ 'package.json': dependsOn('1.0.0') });
    const command = commandsOf(flow, 'push').at(-1) ?? '';
    expect((await runCli(folderWith({}), command.split(' ').slice(3))).status).toBe(0);
  });
});

describe('agent-lint init', () => {
  it('writes a commented configuration that is valid and changes nothing', async () => {
    const folder = folderWith({ 'a.session.json': '{"agent":{"model":"m","tools":[{"type":"shell"}]}}' });
    const before = await runCli(folder, ['check', '--format', 'json']);
    const run = await runCli(folder, ['init']);
    expect([run.status, run.stderr]).toEqual([0, '']);
    expect(run.stdout).toBe(
      'Wrote agent-lint.config.yaml\nNext: state the requirements in agent-lint.config.yaml, then run agent-lint check.\n',
    );
    expect(existsSync(join(folder, HOOK))).toBe(false);
    const after = await runCli(folder, ['check', '--format', 'json']);
    expect(findingsOf(after)).toEqual(findingsOf(before));
    expect(findingsOf(after)).not.toEqual([]);
  });

  it('writes only valid lines in its comments', async () => {
    const folder = folderWith({});
    await runCli(folder, ['init']);
    const text = readFileSync(join(folder, 'agent-lint.config.yaml'), 'utf8');
    const live = text
      .split('\n')
      .map((line) => line.replace(/^# (?=[a-z_]+:|\s)/, ''))
      .join('\n');
    const run = await runCli(
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
  ])('installs the clone that runs, by its address and at its commit, for %s', (_, files) => {
    const folder = folderWith(files);
    const address = 'https://git.example.com/acme/agent-lint.git';
    const clone = cloned(address.replace('//', '//me:secret@'));
    const { status, stdout } = runBinary(folder, ['init', '--hook', '--ci'], '', {}, clone.bin);
    expect(status).toBe(0);
    const { repo, commands, flow } = readWritten(folder);
    expect(repo).toEqual({ repo: address, rev: clone.commit, hooks: [{ id: 'agent-lint' }] });
    const start = `npx --yes --package=git+${address}#${clone.commit} agent-lint`;
    expect(commands).toEqual([guarded(start)]);
    expect(commandsOf(flow, 'push')).toEqual([`${start} check --format github --allow-none`]);
    expect(stdout).toBe(
      `Wrote agent-lint.config.yaml\nWrote ${HOOK}\nWrote ${WORKFLOW}\n` +
        `${TAKES_MINUTES} later runs start at once. To install it now: pre-commit install --install-hooks\n` +
        'Next: state the requirements in agent-lint.config.yaml, then run agent-lint check.\n',
    );
  });

  it.each([
    ['no address'],
    ['the address of a folder', '/srv/agent-lint'],
    ['that of a file', 'file:///srv/agent-lint'],
  ])(
    'writes no path of this machine where the clone has %s, and says what to fill in',
    (_: string, remote?: string) => {
      const folder = folderWith({ 'pyproject.toml': '' });
      const clone = cloned(remote);
      const { status, stdout } = runBinary(folder, ['init', '--hook', '--ci'], '', {}, clone.bin);
      expect(status).toBe(0);
      expect([existsSync(join(folder, HOOK)), existsSync(join(folder, WORKFLOW))]).toEqual([false, false]);
      const reason =
        'this clone of agent-lint has no address that other machines can read. Copy it to an address of git and give that with --from ADDRESS@REVISION, or fill in the address in these lines';
      expect(stdout).toContain(`${HOOK} was not written: ${reason} under \`repos:\`\n`);
      expect(stdout).toContain(`rev: ${clone.commit}\n`);
      expect(stdout).not.toContain('/srv/');
      expect(stdout).not.toContain(dirname(clone.bin));
    },
  );

  it.each([
    ['https://git.example.com/acme/agent-lint.git', 'git+https://git.example.com/acme/agent-lint.git'],
    ['git+https://git.example.com/acme/agent-lint', 'git+https://git.example.com/acme/agent-lint'],
    ['ssh://git@git.example.com/acme/agent-lint', 'git+ssh://git@git.example.com/acme/agent-lint'],
    ['git@git.example.com:acme/agent-lint.git', 'git+ssh://git@git.example.com/acme/agent-lint.git'],
  ])('installs from an address, %s', async (address, spec) => {
    for (const files of [{}, { 'package.json': dependsOn('1.0.0') }]) {
      const { repo, commands, stdout } = await written(files, '--from', `${address}@v1.0.0`);
      expect(repo).toEqual({
        repo: address.replace('git+', ''),
        rev: 'v1.0.0',
        hooks: [{ id: 'agent-lint' }],
      });
      expect(commands).toEqual([guarded(`npx --yes --package=${spec}#v1.0.0 agent-lint`)]);
      expect(stdout).toContain(TAKES_MINUTES);
      expect(stdout).not.toContain('only this machine');
    }
  });

  it('quotes a revision and a folder that YAML would take for something else', async () => {
    const folder = folderWith({ 'a clone/.git/HEAD': '' });
    expect((await runCli(folder, ['init', '--hook', '--ci', '--from', 'a clone@1.0'])).status).toBe(0);
    expect(hooksIn(readFileSync(join(folder, HOOK), 'utf8'))).toMatchObject({ repo: 'a clone', rev: '1.0' });
  });

  it.each([
    ['relative', () => '../clone'],
    ['absolute', (clone: string) => clone],
    ['a URL', (clone: string) => pathToFileURL(clone).href],
  ])('writes no path of this machine where --from names a folder, %s', async (_, named) => {
    const parent = folderWith({ 'clone/.git/HEAD': '', 'project/.git/HEAD': 'ref: refs/heads/main\n' });
    const folder = join(parent, 'project');
    const from = `${named(join(parent, 'clone'))}@v1.0.0`;
    const { status, stdout } = await runCli(folder, ['init', '--hook', '--ci', '--from', from]);
    expect([status, existsSync(join(folder, WORKFLOW))]).toEqual([0, false]);
    expect(hooksIn(readFileSync(join(folder, HOOK), 'utf8'))).toMatchObject({
      repo: '../clone',
      rev: 'v1.0.0',
    });
    expect(stdout).toContain('--package=git+https://git.example.com/acme/agent-lint#v1.0.0 agent-lint check');
    expect(stdout).not.toContain(parent);
  });

  it.each([
    ['https://git.example.com/acme/agent-lint', 'the revision is missing'],
    ['git@git.example.com:acme/agent-lint', 'the revision is missing'],
    ['https://me:secret@git.example.com/acme/agent-lint@v1', 'takes no address with a password'],
    ['https://git.example.com/$(id)@v1', 'takes an address of git, not'],
    ['../nowhere@v1', 'which is no address of git and no clone'],
  ])('refuses to install from %s, and writes nothing', async (from, reason) => {
    const folder = folderWith({});
    const run = await runCli(folder, ['init', '--hook', '--from', from]);
    expect([run.status, run.stderr]).toEqual([2, expect.stringContaining(reason)]);
    expect(run.stderr).not.toContain('secret');
    expect(existsSync(join(folder, HOOK)) || existsSync(join(folder, 'agent-lint.config.yaml'))).toBe(false);
  });

  it('writes nothing that installs a name which anybody may claim, and prints the lines instead', () => {
    const folder = folderWith({ 'pyproject.toml': '' });
    const run = runBinary(folder, ['init', '--hook', '--ci'], '', {}, installed());
    expect([run.status, run.stderr]).toEqual([0, '']);
    expect([existsSync(join(folder, HOOK)), existsSync(join(folder, WORKFLOW))]).toEqual([false, false]);
    expect(existsSync(join(folder, 'agent-lint.config.yaml'))).toBe(true);
    const reason =
      'this agent-lint is not published, and neither a clone nor a dependency of the project, so the name `agent-lint` could install something else. Give a repository of agent-lint with --from ADDRESS@REVISION, or fill in address and revision in these lines';
    expect(run.stdout).toContain(`${HOOK} was not written: ${reason} under \`repos:\`\n`);
    expect(run.stdout).toContain(`${WORKFLOW} was not written: ${reason} under \`steps:\``);
    const [, lines = ''] = /under `repos:`\n\n((?: .*\n)+)/.exec(run.stdout) ?? [];
    expect(hooksIn(`repos:\n${lines}`)).toEqual({
      repo: 'https://git.example.com/acme/agent-lint',
      rev: 'REVISION',
      hooks: [{ id: 'agent-lint' }],
    });
    expect(run.stdout).not.toContain(`agent-lint@${version}`);
  });

  it('installs its version where a release runs', () => {
    const folder = folderWith({ 'pyproject.toml': '' });
    const run = runBinary(folder, ['init', '--hook', '--ci'], '', {}, installed({ gitHead: COMMIT }));
    expect(run.status).toBe(0);
    const { hook, commands } = readWritten(folder);
    expect(hook).toMatchObject({
      id: 'agent-lint',
      entry: 'agent-lint check',
      language: 'node',
      additional_dependencies: [`agent-lint@${version}`],
    });
    expect(commands).toEqual([guarded(`npx --yes agent-lint@${version}`)]);
    expect(run.stdout).toContain(TAKES_MINUTES);
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
  ])('runs the installed one where the project depends on %s', async (_, address, files, install) => {
    const { hook, commands, flow, stdout } = await written({ ...files, 'package.json': dependsOn(address) });
    expect(hook).toMatchObject({
      id: 'agent-lint',
      entry: 'npx --no-install agent-lint check',
      language: 'system',
    });
    expect(commands).toEqual([...install, guarded('npx --no-install agent-lint')]);
    expect(commandsOf(flow, 'push')).toEqual([
      ...install,
      'npx --no-install agent-lint check --format github --allow-none',
    ]);
    expect(stdout).not.toContain('minutes');
  });

  it('passes the hook the files that the shipped hook takes', async () => {
    const { hook } = await written({ 'package.json': dependsOn('1.0.0') });
    expect(hook.files).toBe(parse(readFileSync('.pre-commit-hooks.yaml', 'utf8'))[0].files);
  });

  it('leaves files that exist alone, and prints the lines to add', async () => {
    const config =
      'repos:\n  - repo: local\n    hooks: [{ id: other, name: o, entry: o, language: system }]\n';
    const flow = 'jobs:\n  test:\n    steps:\n';
    const folder = folderWith({ [HOOK]: config, [WORKFLOW]: flow, '.agent-lintrc.json': '{}' });
    const run = await runCli(folder, ['init', '--hook', '--ci', ...FROM]);
    expect([run.status, run.stderr]).toEqual([0, '']);
    expect(readFileSync(join(folder, HOOK), 'utf8')).toBe(config);
    expect(readFileSync(join(folder, WORKFLOW), 'utf8')).toBe(flow);
    expect(run.stdout).toContain('.agent-lintrc.json exists and is left alone.\n');
    // Pasted as they are printed, both files state what init would have written.
    const [, hookLines = ''] = /under `repos:`\n\n((?: .*\n)+)/.exec(run.stdout) ?? [];
    const fresh = await written({}, ...FROM);
    expect(parse(config + hookLines).repos[1]).toEqual(fresh.repo);
    const [, steps = ''] =
      /under `steps:` \(actions\/checkout needs `fetch-depth: 0`\)\n\n((?: .*\n)+)/.exec(run.stdout) ?? [];
    expect(parse(flow + steps).jobs.test.steps).toEqual(stepsOf(fresh.flow).slice(1));
  });

  it('finds what it wrote itself, and writes nothing twice', async () => {
    const folder = folderWith({});
    await runCli(folder, ['init', '--hook', '--ci', ...FROM]);
    const again = await runCli(folder, ['init', '--hook', '--ci', ...FROM]);
    expect(again.status).toBe(0);
    expect(again.stdout.split('\n').slice(0, 3)).toEqual([
      'agent-lint.config.yaml exists and is left alone.',
      `${HOOK} exists, runs agent-lint already and is left alone.`,
      `${WORKFLOW} exists, runs agent-lint already and is left alone.`,
    ]);
  });

  it('writes no file that would take the place of the configuration in package.json', async () => {
    const folder = folderWith({ 'package.json': '{ "agent-lint": { "preset": "strict" } }' });
    const run = await runCli(folder, ['init']);
    expect([run.status, run.stdout]).toEqual([0, 'package.json exists and is left alone.\n']);
    expect(existsSync(join(folder, 'agent-lint.config.yaml'))).toBe(false);
    const plain = folderWith({ 'package.json': '{ "dependencies": { "agent-lint": "1" } }' });
    expect((await runCli(plain, ['init'])).stdout).toContain('Wrote agent-lint.config.yaml\n');
  });

  it('writes no hook below the root of a repository, where nothing reads it', async () => {
    const folder = folderWith({ 'packages/desk/package.json': '{}' });
    mkdirSync(join(folder, '.git'));
    const run = await runCli(join(folder, 'packages/desk'), ['init', '--hook']);
    expect(run.status).toBe(2);
    expect(run.stderr).toContain('take effect only at the root of the repository. Nothing was written.');
    expect(run.stderr).toContain(`Run this command in ${folder}.`);
    expect(existsSync(join(folder, 'packages/desk/agent-lint.config.yaml'))).toBe(false);
    expect((await runCli(join(folder, 'packages/desk'), ['init'])).status).toBe(0);
  });
});
