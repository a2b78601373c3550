import { describe, expect, it } from 'vitest';
import { newRepository, type Repository } from './repository.js';

const CLEAN =
  '{ "agent": { "model": "m" }, "controls": { "tracing": { "sink": "webhooks" }, "guardrails": { "input": ["a"], "output": ["b"] } } }\n';
const CONFIG = 'agent-lint.config.yaml';
const FILES = { 'desk.agent.json': CLEAN, 'web/shop.agent.json': CLEAN, 'web/notes.json': '{}\n' };
const told = (ref: string, files: string) =>
  `agent-lint: The configuration of this change excludes everything that ${ref} checks: ${files}. Remove the entries of \`exclude\`, or nothing is checked from here on.\n`;
const BOTH = 'desk.agent.json and 1 more file';

/** A change that excludes these globs. */
function excluding(globs: string): Repository {
  const repository = newRepository(FILES);
  repository.write(CONFIG, `exclude: [${globs}]\n`);
  repository.commit();
  return repository;
}

describe('a change that excludes everything that its base checks', () => {
  it.each([
    ['--config-from main', ['--config-from', 'main']],
    ['--config-from and --new-since main', ['--config-from', 'main', '--new-since', 'main']],
    ['--config-from main --since main', ['--config-from', 'main', '--since', 'main']],
    ['--config-from main with --allow-none', ['--config-from', 'main', '--allow-none']],
    ['--config-from main --quiet', ['--config-from', 'main', '--quiet']],
  ])('is told and fails with %s', async (_, options) => {
    const run = await excluding('"**"').run('check', ...options);
    expect([run.status, run.stderr]).toEqual([1, expect.stringContaining(told('main', BOTH))]);
  });

  it('is told and fails with --staged', async () => {
    const repository = newRepository(FILES);
    repository.write(CONFIG, 'exclude: ["**"]\n');
    repository.git('add', '-A');
    const run = await repository.run('check', '--staged', '--config-from', 'main');
    expect([run.status, run.stderr]).toEqual([1, expect.stringContaining(told('main', BOTH))]);
  });

  it('is told at its commit, and not at the next one', async () => {
    const repository = newRepository(FILES);
    repository.write(CONFIG, 'exclude: ["**"]\n');
    repository.git('add', '-A');
    const run = await repository.run('check', '--staged');
    expect([run.status, run.stderr]).toEqual([0, expect.stringContaining(told('HEAD', BOTH))]);
    repository.commit();
    repository.write('desk.agent.json', `${CLEAN}\n`);
    repository.git('add', '-A');
    expect((await repository.run('check', '--staged')).stderr).not.toContain('excludes everything');
  });

  it('is told where its own configuration judges', async () => {
    const repository = excluding('"**"');
    const run = await repository.run('check', '--new-since', 'main');
    expect([run.status, run.stderr]).toEqual([4, expect.stringContaining(told('main', BOTH))]);
    expect(run.stderr).toContain(
      'No agent configuration found among 4 files; the configuration excludes 4 of them.',
    );
    expect((await repository.run('check', '--new-since', 'main', '--allow-none')).status).toBe(0);
  });

  it('fails where it moves everything to where the base excludes it', async () => {
    const repository = newRepository({
      'agents/desk.agent.json': CLEAN,
      [CONFIG]: 'exclude: ["legacy/**"]\n',
    });
    repository.git('mv', 'agents', 'legacy');
    repository.commit();
    const run = await repository.run('check', '--config-from', 'main', '--allow-none');
    expect([run.status, run.stderr]).toEqual([
      1,
      expect.stringContaining(told('main', 'legacy/desk.agent.json')),
    ]);
  });

  it('fails where a configuration in a folder hides what is left', async () => {
    const repository = newRepository(FILES);
    repository.remove('desk.agent.json');
    repository.write(`web/${CONFIG}`, 'exclude: ["*.agent.json"]\n');
    repository.write(
      'new.agent.json',
      `{ "agent": { "model": "another", "tools": [{ "type": "web_search" }] } }\n`,
    );
    repository.commit();
    const run = await repository.run('check', '--config-from', 'main');
    expect([run.status, run.stderr]).toEqual([
      1,
      expect.stringContaining(told('main', 'web/shop.agent.json')),
    ]);
  });

  it.each([
    ['a part of it', 'desk.agent.json'],
    ['what is no agent', 'web/notes.json'],
  ])('is another change than one that excludes %s', async (_, globs) => {
    const run = await excluding(globs).run('check', '--config-from', 'main');
    expect([run.status, run.stderr]).toEqual([0, '']);
  });

  it('does not fail with --exit-zero, nor without anything to compare', async () => {
    const repository = excluding('"**"');
    const run = await repository.run('check', '--config-from', 'main', '--exit-zero');
    expect([run.status, run.stderr]).toEqual([0, expect.stringContaining(told('main', BOTH))]);
    const plain = await repository.run('check');
    expect([plain.status, plain.stderr]).toEqual([4, expect.not.stringContaining('of this change')]);
  });

  it('is no matter of a configuration that cannot be read', async () => {
    const repository = newRepository(FILES);
    repository.write(CONFIG, 'exclude: ["**"\n');
    repository.commit();
    const run = await repository.run('check', '--config-from', 'main');
    expect([run.status, run.stderr]).toEqual([0, '']);
  });

  it('may remove every agent', async () => {
    const repository = newRepository(FILES);
    repository.remove('desk.agent.json');
    repository.remove('web/shop.agent.json');
    repository.write(CONFIG, 'exclude: ["**"]\n');
    repository.commit();
    const run = await repository.run('check', '--config-from', 'main');
    expect([run.status, run.stderr]).toEqual([4, expect.not.stringContaining('of this change')]);
  });
});
