import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gitIn, newRepository, type Repository, repositoryAt, temporaryFolder } from './repository.js';
import { runCli } from './run-cli.js';

const agent = (...names: string[]) =>
  `runtime: framework\nagent:\n  tools:\n${names.map((name) => `    - { type: function, name: ${name} }\n`).join('')}`;
const FILES = { 'old.agent.yaml': agent('delete_user') };

/** Ungated tools that a run reports and does not ignore, by file and path. */
async function ungated(repository: Pick<Repository, 'run'>, ...args: string[]): Promise<string[]> {
  const { stdout, stderr } = await repository.run('check', '--format', 'json', ...args);
  if (stdout === '') throw new Error(stderr);
  const { findings } = JSON.parse(stdout) as {
    findings: { rule: string; file: string; path: string; ignored?: object }[];
  };
  return findings
    .filter(({ rule, ignored }) => rule === 'approval/missing' && !ignored)
    .map(({ file, path }) => `${file} ${path}`);
}

const NEW = 'new.agent.yaml agent.tools[delete_order]';
const OLD = 'old.agent.yaml agent.tools[delete_user]';

/** Each way to read a commit or the index gives the same in every kind of repository. `ref` is where the change starts. */
async function expectChange(repository: Repository, ref = 'main'): Promise<void> {
  repository.write('new.agent.yaml', agent('delete_order'));
  repository.git('add', 'new.agent.yaml');
  expect(await ungated(repository, '--new-since', ref)).toEqual([NEW]);
  expect(await ungated(repository, '--since', ref)).toEqual([NEW]);
  expect(await ungated(repository, '--staged')).toEqual([NEW]);
  expect((await ungated(repository, '--config-from', ref)).sort()).toEqual([NEW, OLD]);
  const diff = await repository.run('diff', ref, '--format', 'json');
  expect(diff.status).toBe(0);
  const { changes } = JSON.parse(diff.stdout) as { changes: { kind: string; file: string }[] };
  expect(changes.map(({ kind, file }) => `${kind} ${file}`)).toEqual([
    'agent new.agent.yaml',
    'tool new.agent.yaml',
  ]);
}

describe('a change is found', () => {
  it('on a branch', () => expectChange(newRepository(FILES)));

  it('at a detached HEAD', async () => {
    const repository = newRepository(FILES);
    repository.git('checkout', '-q', '--detach');
    await expectChange(repository);
  });

  it('in a linked work tree', async () => {
    const repository = newRepository(FILES);
    const folder = join(temporaryFolder(), 'linked');
    repository.git('worktree', 'add', '-q', '-b', 'linked', folder, 'main');
    await expectChange(repositoryAt(folder));
  });

  it('in a submodule', async () => {
    const inner = newRepository(FILES);
    const outer = newRepository({ 'outer.agent.yaml': agent('delete_all') });
    outer.git('submodule', '--quiet', 'add', inner.folder, 'inner');
    outer.commit();
    const submodule = repositoryAt(join(outer.folder, 'inner'));
    submodule.git('checkout', '-q', '-b', 'work');
    await expectChange(submodule, 'origin/main');
    // The outer repository reads none of its files.
    expect(await outer.run('diff', 'main')).toMatchObject({
      stdout: 'No change to the agents.\n',
      status: 0,
    });
  });

  it('in a repository of SHA-256', async () => {
    const repository = newRepository(FILES, '--object-format=sha256');
    expect(repository.git('rev-parse', 'HEAD')).toHaveLength(64);
    await expectChange(repository);
  });

  it('in a sparse checkout, where files that are not checked out do not count as removed', async () => {
    const repository = newRepository({ ...FILES, 'far/away.agent.yaml': agent('delete_far') });
    repository.git('sparse-checkout', 'set', '--cone', 'near');
    expect(existsSync(join(repository.folder, 'far/away.agent.yaml'))).toBe(false);
    await expectChange(repository);
  });

  it('in files whose names have spaces, newlines and escapes', async () => {
    const repository = newRepository({ 'plain.agent.yaml': agent('get_order') });
    const names = ['a b.agent.yaml', 'c\nd.agent.yaml', 'e\u001b[31m"\\\t.agent.yaml', 'ü ☃.agent.yaml'];
    for (const name of names) repository.write(name, agent('delete_order'));
    repository.git('add', '-A');
    const expected = names.map((name) => `${name} agent.tools[delete_order]`).sort();
    for (const args of [['--new-since', 'main'], ['--since', 'main'], ['--staged']])
      expect((await ungated(repository, ...args)).sort()).toEqual(expected);
    repository.commit();
    repository.git('branch', '-f', 'main');
    for (const name of names) repository.write(name, agent('delete_order', 'delete_user'));
    expect((await ungated(repository, '--new-since', 'main')).sort()).toEqual(
      names.map((name) => `${name} agent.tools[delete_user]`).sort(),
    );
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    expect((await repository.run('diff', 'main')).stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
  });
});

const OPTIONS = [['check', '--new-since'], ['check', '--since'], ['diff'], ['waivers', '--since']] as const;

describe('a commit that cannot be compared with ends with 2 and the line that fetches it', () => {
  const FETCH = 'git fetch --depth=50 origin main:refs/remotes/origin/main';

  it('in a shallow clone', async () => {
    const origin = newRepository(FILES);
    origin.git('checkout', '-q', 'main');
    origin.write('second.agent.yaml', agent('get_order'));
    origin.commit();
    origin.git('checkout', '-q', 'change');
    origin.write('third.agent.yaml', agent('get_order'));
    origin.commit();
    const folder = join(temporaryFolder(), 'clone');
    gitIn(origin.folder, ['clone', '-q', '--depth=1', '-b', 'change', `file://${origin.folder}`, folder]);
    for (const [command, option = ''] of OPTIONS) {
      const { stderr, status } = await runCli(folder, [command, option, 'origin/main'].filter(Boolean));
      expect(status).toBe(2);
      expect(stderr.trimEnd().split(': ').at(-1)).toBe(FETCH);
    }
    gitIn(folder, ['fetch', '-q', '--depth=1', 'origin', 'main:refs/remotes/origin/main']);
    expect((await runCli(folder, ['diff', 'main'])).stderr).toBe(
      `agent-lint: Unknown commit or branch \`main\`. Did you mean \`origin/main\`? Otherwise fetch it first: ${FETCH}\n`,
    );
    for (const [command, option = ''] of OPTIONS) {
      const { stderr, status } = await runCli(folder, [command, option, 'origin/main'].filter(Boolean));
      expect(status).toBe(2);
      expect(stderr).toContain('This clone is shallow');
      expect(stderr.trimEnd().split(': ').at(-1)).toBe(FETCH);
    }
    gitIn(folder, ['-c', 'protocol.file.allow=always', ...FETCH.split(' ').slice(1)]);
    gitIn(folder, ['fetch', '-q', '--depth=50', 'origin', 'change']);
    expect((await runCli(folder, ['diff', 'origin/main'])).status).toBe(0);
  });

  it('or says why HEAD has no such commit', async () => {
    const why = (run: { stderr: string; status: number | null }) => {
      expect(run.status).toBe(2);
      return run.stderr.trimEnd();
    };
    const empty = repositoryAt(temporaryFolder());
    empty.git('init', '-q');
    expect(why(await empty.run('check', '--new-since', 'HEAD'))).toBe(
      'agent-lint: `HEAD` names no commit: the repository has no commit yet.',
    );
    const origin = newRepository(FILES);
    expect(why(await origin.run('diff', 'HEAD~1'))).toBe(
      'agent-lint: `HEAD~1` names no commit: the history does not go back that far.',
    );
    origin.write('second.agent.yaml', agent('get_order'));
    origin.commit();
    const folder = join(temporaryFolder(), 'clone');
    gitIn(origin.folder, ['clone', '-q', '--depth=1', '-b', 'change', `file://${origin.folder}`, folder]);
    expect(why(await runCli(folder, ['check', '--config-from', 'HEAD^1']))).toBe(
      'agent-lint: `HEAD^1` names no commit: this clone is shallow. Fetch more history first: git fetch --deepen=50 origin',
    );
    gitIn(folder, ['fetch', '-q', '--deepen=50', 'origin']);
    expect((await runCli(folder, ['diff', 'HEAD^1'])).status).toBe(0);
  });

  it('without a common ancestor', async () => {
    const repository = newRepository(FILES);
    repository.git('checkout', '-q', '--orphan', 'other');
    repository.commit();
    for (const [command, option = ''] of OPTIONS) {
      const { stderr, status } = await repository.run(...[command, option, 'main'].filter(Boolean));
      expect(status).toBe(2);
      expect(stderr).toContain('no common ancestor');
      // A depth would cut the history of a full clone.
      expect(stderr.trimEnd().split(': ').at(-1)).toBe('git fetch origin main:refs/remotes/origin/main');
    }
    expect(await ungated(repository, '--config-from', 'main')).toEqual([OLD]);
  });
});

describe('a folder without a work tree ends with 2', () => {
  it.each([
    ['diff', 'main'],
    ['check', '--new-since', 'main'],
    ['check', '--since', 'main'],
    ['check', '--staged'],
    ['check', '--config-from', 'main'],
  ])('in a bare repository: %s %s', async (...args) => {
    const repository = newRepository(FILES);
    const folder = join(temporaryFolder(), 'bare.git');
    gitIn(repository.folder, ['clone', '-q', '--bare', repository.folder, folder]);
    const { status, stderr } = await runCli(folder, args.filter(Boolean));
    expect(status).toBe(2);
    expect(stderr).toMatch(/^agent-lint: .+\.\n$/);
  });

  it('outside of every repository', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'a.agent.yaml'), agent('delete_user'));
    for (const args of [
      ['diff', 'main'],
      ['check', '--new-since', 'main'],
      ['waivers', '--since', 'main'],
    ])
      expect((await runCli(folder, args)).status).toBe(2);
  });
});

describe('no call of git', () => {
  it('of diff and waivers runs a hook, filter, text conversion, external diff or monitor', async () => {
    const repository = newRepository({ ...FILES, '.gitattributes': '* filter=evil diff=evil\n' });
    const trap = join(repository.folder, '.git/trap.sh');
    const sprung = join(repository.folder, 'sprung');
    writeFileSync(trap, `#!/bin/sh\necho "$0" >> "${sprung}"\ncat\n`, { mode: 0o755 });
    mkdirSync(join(repository.folder, '.git/hooks'), { recursive: true });
    for (const hook of ['post-checkout', 'post-index-change', 'fsmonitor-watchman', 'reference-transaction'])
      writeFileSync(join(repository.folder, '.git/hooks', hook), `#!/bin/sh\n"${trap}" </dev/null\n`, {
        mode: 0o755,
      });
    for (const [key, value] of [
      ['core.fsmonitor', trap],
      ['diff.external', trap],
      ['diff.evil.textconv', trap],
      ['diff.evil.command', trap],
      ['filter.evil.clean', trap],
      ['filter.evil.smudge', trap],
      ['filter.evil.process', trap],
      ['core.pager', trap],
      ['core.sshCommand', trap],
    ] as const)
      writeFileSync(
        join(repository.folder, '.git/config'),
        `[${sectionOf(key)}]\n\t${key.slice(key.lastIndexOf('.') + 1)} = ${value}\n`,
        { flag: 'a' },
      );
    repository.write('new.agent.yaml', agent('delete_order'));
    for (const args of [
      ['diff', 'main'],
      ['waivers', '--since', 'main'],
      ['check', '--new-since', 'main'],
      ['check', '--since', 'main', '--config-from', 'main'],
      ['check', '--staged'],
    ])
      expect([0, 1]).toContain((await repository.run(...args)).status);
    expect(existsSync(sprung)).toBe(false);
  });
});

/** `diff "evil"` of `diff.evil.textconv`. */
function sectionOf(key: string): string {
  const [section = '', name, end] = key.split('.');
  return end === undefined ? section : `${section} "${name}"`;
}
