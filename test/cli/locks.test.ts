import { describe, expect, it } from 'vitest';
import { newRepository, type Repository } from './repository.js';

const POLICY = 'policy.yaml';
const policy = (locked: string) =>
  `owner: { name: Security, contact: security@example.com }\nrules: { approval/missing: { severity: error, locked: ${locked} } }\n`;

const agent = (...tools: string[]) =>
  `runtime: framework\nagent:\n  tools:\n${tools.map((tool) => `    - ${tool}\n`).join('')}`;
const tool = (name: string) => `{ type: function, name: ${name} }`;
const IGNORED = `${tool('delete_order')} # agent-lint-ignore approval/missing -- sandbox`;
const IGNORES = (...files: string[]) =>
  `ignore:\n${files.map((file) => `  - { rule: approval/missing, files: ${file}, reason: sandbox }\n`).join('')}`;

/** The state before the policy: a finding that the baseline accepts, one that a comment ignores, and one by an entry. */
async function beforePolicy(): Promise<Repository> {
  const repository = newRepository({
    'accepted.agent.yaml': agent(tool('delete_user')),
    'commented.agent.yaml': agent(IGNORED),
    'listed.agent.yaml': agent(tool('send_mail')),
    'agent-lint.config.yaml': IGNORES('listed.agent.yaml'),
  });
  expect((await repository.run('check', '--update-baseline', '--as-of', '2026-10-01')).status).toBe(0);
  repository.commit('Accept');
  repository.git('branch', '-f', 'main');
  repository.write(POLICY, policy('true'));
  return repository;
}

/** Errors of a run under the policy, each with the file that it is in. */
async function check({ run }: Repository, ...args: string[]) {
  const { stdout, stderr, status } = await run(
    ...['check', '--policy', POLICY, '--as-of', '2026-10-02', '--format', 'compact', ...args],
  );
  if (status === 3) throw new Error(stderr);
  const errors = stdout
    .split('\n')
    .flatMap((line) => /^(\S+?:\d+):\d.* error (\S+) /.exec(line)?.slice(1).join(' ') ?? []);
  return { status, errors };
}

/** Adds a second agent, with another ungated tool. */
const addAgent = (repository: Repository, text = agent(tool('delete_invoice'))) =>
  repository.write('new.agent.yaml', text);

const NEW = 'new.agent.yaml:4 approval/missing';
const PASSES = { status: 0, errors: [] };

describe('a policy that locks a rule of a project with accepted findings', () => {
  it('reports each of them and each attempt, without a commit to compare with', async () => {
    const { status, errors } = await check(await beforePolicy());
    expect(status).toBe(1);
    expect(errors.filter((one) => one.endsWith('approval/missing'))).toHaveLength(3);
    expect(errors.filter((one) => one.endsWith('config/locked-rule'))).toHaveLength(3);
  });

  it.each([
    [['--new-since', 'main']],
    [['--new-since', 'main', '--config-from', 'main']],
    [['--new-since', 'main', '--staged']],
  ])('counts all of it as old with %j', async (args) => {
    const repository = await beforePolicy();
    expect(await check(repository, ...args)).toEqual(PASSES);
    repository.write('accepted.agent.yaml', `# touched\n${agent(tool('delete_user'))}`);
    repository.write('commented.agent.yaml', `# touched\n${agent(IGNORED)}`);
    repository.write('listed.agent.yaml', `# touched\n${agent(tool('send_mail'))}`);
    repository.git('add', '-A');
    expect(await check(repository, ...args)).toEqual(PASSES);
  });

  it('fails what is new, however it is set aside', async () => {
    const repository = await beforePolicy();
    const args = ['--new-since', 'main'];
    addAgent(repository);
    expect(await check(repository, ...args)).toEqual({ status: 1, errors: [NEW] });
    addAgent(repository, agent(IGNORED));
    expect(await check(repository, ...args)).toEqual({
      status: 1,
      errors: [NEW, 'new.agent.yaml:4 config/locked-rule'],
    });
    addAgent(repository);
    repository.write('agent-lint.config.yaml', IGNORES('new.agent.yaml', 'listed.agent.yaml'));
    expect(await check(repository, ...args)).toEqual({
      status: 1,
      errors: [NEW, 'agent-lint.config.yaml:2 config/locked-rule'].reverse(),
    });
    repository.write('agent-lint.config.yaml', IGNORES('listed.agent.yaml'));
    await repository.run('check', '--update-baseline', '--as-of', '2026-10-02');
    expect(await check(repository, ...args)).toEqual({
      status: 1,
      errors: [expect.stringMatching(/^agent-lint-baseline\.json:\d+ config\/locked-rule$/), NEW],
    });
  });

  it('fails an old ignore that a change puts at another file', async () => {
    const repository = await beforePolicy();
    addAgent(repository);
    repository.write('agent-lint.config.yaml', IGNORES('new.agent.yaml'));
    expect(await check(repository, '--new-since', 'main')).toEqual({
      status: 1,
      errors: ['agent-lint.config.yaml:2 config/locked-rule', NEW],
    });
  });

  it('lets accepted findings follow a renamed file', async () => {
    const repository = await beforePolicy();
    for (const name of ['accepted', 'commented'])
      repository.git('mv', `${name}.agent.yaml`, `${name}.moved.agent.yaml`);
    expect(await check(repository, '--new-since', 'main')).toEqual(PASSES);
    expect(await check(repository, '--new-since', 'main', '--config-from', 'main')).toEqual(PASSES);
  });

  it('says what helps', async () => {
    const { stdout } = await (await beforePolicy()).run('check', '--policy', POLICY, '--format', 'json');
    const { findings } = JSON.parse(stdout) as {
      findings: { rule: string; message: string; remediation: string }[];
    };
    const attempt = findings.find(({ rule }) => rule === 'config/locked-rule');
    expect(attempt?.message).toContain('locked by the policy of Security (security@example.com)');
    expect(attempt?.remediation).toContain('`agent-lint check --new-since REF`');
    expect(attempt?.remediation).toContain('`locked: new`');
  });
});

describe('a policy that locks a rule for new findings', () => {
  async function withLock(): Promise<Repository> {
    const repository = newRepository({
      'accepted.agent.yaml': agent(tool('delete_user')),
      [POLICY]: policy('new'),
    });
    await repository.run('check', '--update-baseline', '--as-of', '2026-10-01');
    repository.commit('Accept');
    repository.git('branch', '-f', 'main');
    return repository;
  }

  it('leaves what the baseline has accepted, with and without a commit to compare with', async () => {
    const repository = await withLock();
    for (const args of [[], ['--new-since', 'main'], ['--since', 'main'], ['--config-from', 'main']])
      expect({ args, ...(await check(repository, ...args)) }).toEqual({ args, ...PASSES });
  });

  it('fails a new finding that is ignored, switched off or claimed', async () => {
    const repository = await withLock();
    addAgent(repository, agent(IGNORED));
    repository.write('agent-lint.config.yaml', 'rules: { approval/missing: off }\n');
    const errors = [
      'agent-lint.config.yaml:1 config/locked-rule',
      NEW,
      'new.agent.yaml:4 config/locked-rule',
    ];
    expect(await check(repository)).toEqual({ status: 1, errors });
    expect(await check(repository, '--new-since', 'main')).toEqual({ status: 1, errors });
  });

  it('gives an entry that the base lacks no effect, and adds none in an update', async () => {
    const repository = await withLock();
    addAgent(repository);
    expect((await repository.run('check', '--update-baseline', '--policy', POLICY)).status).toBe(0);
    expect(await check(repository)).toEqual({ status: 1, errors: [NEW] });
    await repository.run('check', '--update-baseline');
    for (const option of ['--new-since', '--since'])
      expect(await check(repository, option, 'main')).toEqual({
        status: 1,
        errors: [expect.stringMatching(/^agent-lint-baseline\.json:\d+ config\/locked-rule$/), NEW],
      });
    expect(await check(repository, '--config-from', 'main')).toEqual({ status: 1, errors: [NEW] });
  });

  it('is refused under another word, with its place', async () => {
    const repository = await withLock();
    repository.write(POLICY, policy('newer'));
    const { status, stderr } = await repository.run('check', '--policy', POLICY);
    expect(status).toBe(3);
    expect(stderr).toContain(
      'policy.yaml:2:55: `locked` is `newer`; the schema requires true, false or new. Did you mean `new`?',
    );
  });
});
