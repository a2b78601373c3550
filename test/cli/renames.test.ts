import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { BaselineEntry } from '../../src/lint/baseline.js';
import { newRepository, type Repository } from './repository.js';

const FILE = 'agent-lint-baseline.json';
const DAY = ['--as-of', '2026-11-02'];

/** The comment keeps the content of two agents apart: git could not tell which of them was renamed. */
const agent = (name: string) =>
  `# ${name}\nruntime: framework\nagent:\n  tools:\n    - { type: function, name: ${name} }\n    - { type: function, name: ${name} }\n`;

const read = ({ folder }: Repository) =>
  (JSON.parse(readFileSync(join(folder, FILE), 'utf8')) as { entries: BaselineEntry[] }).entries;

/** `main` has accepted every finding of its agents. */
async function accepted(
  files: Record<string, string> = { 'app/old.agent.yaml': agent('delete_user') },
): Promise<Repository> {
  const repository = newRepository(files);
  expect((await repository.run('check', '--update-baseline', '--as-of', '2026-10-01')).status).toBe(0);
  repository.commit('Accept');
  repository.git('branch', '-f', 'main');
  return repository;
}

const STATES: readonly [string, string[]][] = [
  ['--config-from', ['--config-from', 'main']],
  ['--config-from with --new-since', ['--config-from', 'main', '--new-since', 'main']],
  ['--config-from with --since', ['--config-from', 'main', '--since', 'main']],
  ['--config-from with --staged', ['--config-from', 'main', '--staged']],
  ['--new-since', ['--new-since', 'main']],
  ['--since', ['--since', 'main']],
];

describe('a file with accepted findings that is renamed', () => {
  it.each(STATES)('passes with %s', async (_, args) => {
    const repository = await accepted();
    repository.git('mv', 'app/old.agent.yaml', 'app/new.agent.yaml');
    expect(await repository.run('check', ...args, ...DAY)).toMatchObject({ status: 0 });
    if (args.includes('--staged')) return;
    repository.commit('Move');
    const { status, stdout } = await repository.run('check', ...args, ...DAY, '--format', 'compact');
    expect({ status, stdout }).toMatchObject({ status: 0 });
    expect(stdout).not.toContain('config/stale-baseline');
  });

  it.each(STATES)('does not hide a new finding with %s', async (_, args) => {
    const repository = await accepted();
    repository.git('mv', 'app/old.agent.yaml', 'app/new.agent.yaml');
    const text = readFileSync(join(repository.folder, 'app/new.agent.yaml'), 'utf8');
    repository.write('app/new.agent.yaml', `${text}    - { type: function, name: delete_order }\n`);
    repository.git('add', '-A');
    const { status, stdout } = await repository.run('check', ...args, ...DAY, '--format', 'compact');
    expect(status).toBe(1);
    const errors = stdout.split('\n').filter((line) => line.includes(' error '));
    expect(errors).toEqual([expect.stringContaining('`delete_order`')]);
  });

  it('is accepted in a run without a commit, until the rename is committed', async () => {
    const repository = await accepted();
    repository.git('mv', 'app/old.agent.yaml', 'app/new.agent.yaml');
    expect((await repository.run('check', ...DAY)).status).toBe(0);
    expect((await repository.run('check', '--staged', ...DAY)).status).toBe(0);
  });

  it('brings no new waiver, whether or not its baseline entries and ignores name it anew', async () => {
    const ignore = (file: string) =>
      `ignore: [{ rule: runtime/undecided, files: ${file}, reason: decided elsewhere }]\n`;
    const repository = await accepted({
      'app/old.agent.yaml': agent('delete_user'),
      'agent-lint.config.yaml': ignore('app/old.agent.yaml'),
    });
    repository.git('mv', 'app/old.agent.yaml', 'app/new.agent.yaml');
    repository.commit('Move');
    const waivers = () => repository.run('waivers', '--since', 'main', '--fail-on-new', ...DAY);
    expect(await waivers()).toMatchObject({ status: 0 });
    repository.write('agent-lint.config.yaml', ignore('app/new.agent.yaml'));
    expect((await repository.run('check', '--update-baseline', ...DAY)).status).toBe(0);
    expect(await waivers()).toMatchObject({ status: 0 });
  });

  it('keeps day, reason and end of its entries in an update', async () => {
    const repository = await accepted();
    const before = read(repository).map((entry) => ({ ...entry, reason: 'sandbox', until: '2026-12-31' }));
    repository.write(FILE, JSON.stringify({ schema: 'agent-lint/baseline@1', entries: before }));
    repository.commit('Reasons');
    repository.git('branch', '-f', 'main');
    repository.git('mv', 'app/old.agent.yaml', 'moved.agent.yaml');
    expect((await repository.run('check', '--update-baseline', ...DAY)).stderr).toContain(
      '(0 added, 0 removed)',
    );
    const told = ({ rule, path, file, since, reason, until }: BaselineEntry) =>
      [rule, path, file, since, reason, until].join(' ');
    expect(read(repository).map(told)).toEqual(
      before.map((entry) => told({ ...entry, file: 'moved.agent.yaml' })),
    );
    expect((await repository.run('waivers', '--since', 'main', '--fail-on-new', ...DAY)).status).toBe(0);
  });

  it('adds nothing to a baseline that must not grow', async () => {
    const repository = await accepted();
    repository.write('policy.yaml', 'baseline: { growth: forbidden }\n');
    repository.commit('Policy');
    repository.git('branch', '-f', 'main');
    repository.git('mv', 'app/old.agent.yaml', 'app/new.agent.yaml');
    for (const update of [false, true]) {
      if (update) await repository.run('check', '--update-baseline', '--policy', 'policy.yaml', ...DAY);
      for (const [, args] of STATES.filter(([, some]) => !some.includes('--staged'))) {
        const run = await repository.run('check', ...args, '--policy', 'policy.yaml', ...DAY);
        expect({ args, update, status: run.status }).toEqual({ args, update, status: 0 });
      }
    }
  });
});

describe('what is set aside by hand in a file that is renamed', () => {
  const CONFIG = (file: string) => `ignore:
  - { rule: approval/missing, files: ${file}, reason: sandbox }
attestations:
  - { files: ./${file}, controls: { tracing: { sink: webhooks } }, reason: stored by the audit service }
`;
  const COMMENTED = agent('delete_user').replaceAll(
    'delete_user }',
    'delete_user } # agent-lint-ignore approval/missing -- sandbox',
  );

  /** A repository in which two files are moved, not committed: one with a comment, one that an entry names. */
  const moved = async () => {
    const repository = await accepted({
      'a/commented.agent.yaml': COMMENTED,
      'a/named.agent.yaml': agent('delete_order'),
      'agent-lint.config.yaml': CONFIG('a/named.agent.yaml'),
    });
    repository.git('mv', 'a/commented.agent.yaml', 'a/renamed.agent.yaml');
    repository.git('mv', 'a/named.agent.yaml', 'a/other.agent.yaml');
    repository.write('agent-lint.config.yaml', CONFIG('a/other.agent.yaml'));
    return repository;
  };

  it('stays set aside with --config-from, by a comment and by the path of an entry', async () => {
    const repository = await moved();
    repository.commit('Move');
    for (const args of [['--config-from', 'main'], ['--config-from', 'main', '--new-since', 'main'], []])
      expect({ args, run: await repository.run('check', ...args, ...DAY, '--quiet') }).toMatchObject({
        args,
        run: { status: 0 },
      });
  });

  it('is no new waiver', async () => {
    const repository = await moved();
    expect((await repository.run('waivers', '--since', 'main', '--fail-on-new', ...DAY)).status).toBe(0);
    await repository.run('check', '--update-baseline', ...DAY);
    expect((await repository.run('waivers', '--since', 'main', '--fail-on-new', ...DAY)).status).toBe(0);
    repository.write('agent-lint.config.yaml', CONFIG('"**"').replace('./"**"', 'a/other.agent.yaml'));
    const wider = await repository.run('waivers', '--since', 'main', '--fail-on-new', ...DAY);
    expect({ status: wider.status, stdout: wider.stdout }).toMatchObject({ status: 1 });
  });
});
