import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newRepository, type Repository } from './repository.js';

const agent = (name: string) =>
  `runtime: framework\nagent:\n  tools:\n    - { type: function, name: ${name} }\n`;
const POLICY = `owner: { name: Security, contact: security@example.com }
baseline: { growth: forbidden, max_age_days: 365 }
`;

/** A repository whose main branch has a baseline with one finding, and a policy beside it. */
async function withBaseline(): Promise<Repository> {
  const repository = newRepository({ 'app/old.agent.yaml': agent('delete_user'), 'app/policy.yaml': POLICY });
  expect((await repository.run('check', '--update-baseline', '--as-of', '2026-10-01')).status).toBe(0);
  repository.commit('Accept');
  repository.git('branch', '-f', 'main');
  return repository;
}

/** Accepts everything without the policy, as a pull request would. */
async function grow(repository: Repository): Promise<void> {
  repository.write('app/new.agent.yaml', agent('delete_order'));
  await repository.run('check', '--update-baseline', '--as-of', '2026-11-01');
}

/** Errors of a run under the policy, and its status. */
async function check(repository: Repository, ...args: string[]) {
  const policy = ['--policy', 'app/policy.yaml', '--as-of', '2026-11-02', '--format', 'compact'];
  const { stdout, status, stderr } = await repository.run('check', ...policy, ...args);
  const errors = stdout
    .split('\n')
    .flatMap((line) => /^(\S+?):\d.* error (\S+) (.*)/.exec(line)?.slice(1).join(' ') ?? []);
  return { errors: [...new Set(errors)], status, stderr };
}

const GROWN =
  'agent-lint-baseline.json config/policy This baseline entry is not in the baseline of `main`. The policy of Security (security@example.com) forbids new entries, so it has no effect.';

describe('a policy that forbids the growth of a baseline', () => {
  it.each(['--since', '--new-since', '--config-from'])('reports an entry that %s lacks', async (option) => {
    const repository = await withBaseline();
    expect(await check(repository, option, 'main')).toMatchObject({ errors: [], status: 0 });
    await grow(repository);
    const { errors, status } = await check(repository, option, 'main');
    expect(status).toBe(1);
    expect(errors).toEqual([GROWN, expect.stringMatching(/^app\/new\.agent\.yaml approval\/missing/)]);
  });

  it('lets an entry go, and one follow its renamed file', async () => {
    const repository = await withBaseline();
    mkdirSync(join(repository.folder, 'moved'));
    renameSync(
      join(repository.folder, 'app/old.agent.yaml'),
      join(repository.folder, 'moved/old.agent.yaml'),
    );
    await repository.run('check', '--update-baseline', '--as-of', '2026-11-01');
    expect(await check(repository, '--new-since', 'main')).toMatchObject({ errors: [], status: 0 });
    repository.write('agent-lint-baseline.json', '{ "schema": "agent-lint/baseline@1", "entries": [] }\n');
    expect((await check(repository, '--since', 'main')).errors).toEqual([
      expect.stringMatching(/^moved\/old\.agent\.yaml approval\/missing/),
    ]);
  });

  it('reports a baseline that is new', async () => {
    const repository = newRepository({
      'app/old.agent.yaml': agent('delete_user'),
      'app/policy.yaml': POLICY,
    });
    await repository.run('check', '--update-baseline', '--as-of', '2026-11-01');
    expect((await check(repository, '--new-since', 'main')).errors).toEqual([GROWN]);
    expect((await check(repository, '--since', 'main')).errors).toEqual([GROWN]);
  });

  it('adds no entry in an update', async () => {
    const repository = await withBaseline();
    repository.write('app/new.agent.yaml', agent('delete_order'));
    expect((await check(repository, '--update-baseline')).status).toBe(0);
    expect((await check(repository)).errors).toEqual([
      expect.stringMatching(/^app\/new\.agent\.yaml approval\/missing/),
    ]);
  });

  it('gives an entry that is older than its days no effect', async () => {
    const repository = await withBaseline();
    const { stdout, status } = await repository.run(
      ...(['check', '--policy', 'app/policy.yaml', '--as-of', '2027-10-02', '-f', 'compact'] as const),
    );
    expect(status).toBe(1);
    expect(stdout).toContain(
      'This baseline entry is older than 365 days. The policy of Security (security@example.com) does not allow it, so it has no effect.',
    );
  });

  it('says nothing without a policy', async () => {
    const repository = await withBaseline();
    await grow(repository);
    expect((await repository.run('check', '--since', 'main', '--as-of', '2026-11-02')).status).toBe(0);
  });
});
