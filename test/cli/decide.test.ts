import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderWith, runCli } from './run-cli.js';

const SESSION = JSON.stringify({ agent: { model: 'm' }, environment: { type: 'hosted' } });
const BODY = JSON.stringify({ model: 'm', input: 'hi', tools: [{ type: 'web_search' }] });
const PROGRAM = `import { Agent } from '@openai/agents';\nexport const triage = new Agent({ name: 'triage' });\n`;
const MIXED = { 'a.session.json': SESSION, 'b.json': BODY, 'src/c.ts': PROGRAM };
const FOUND = `Found in the files: the managed agent service in a.session.json; the open-source agent framework in
src/c.ts; a Responses-style API plus tools in b.json.`;

const decided = (files: Record<string, string>, ...args: string[]) => {
  const run = runCli(folderWith(files), ['decide', '--need', 'durable-session', ...args], '', { HOME: '/' });
  expect(run.status).toBe(0);
  return run.stdout;
};

describe('decide among the files of a project', () => {
  it('says which runtimes were found where, when it is several', () => {
    expect(decided(MIXED).trimEnd().endsWith(`\n\n${FOUND}`)).toBe(true);
    expect(decided(MIXED, '--format', 'table').trimEnd().endsWith(`\n\n${FOUND}`)).toBe(true);
    const [words = ''] = [FOUND.replace('\n', ' ')];
    expect(decided(MIXED, '--format', 'markdown').trimEnd().split('\n').at(-1)).toBe(words);
    const record = decided(MIXED, '--format', 'adr');
    expect(record).toContain(`- The project needs a durable session\n\n${words}\n\n## Options\n`);
  });

  it('says where another runtime than the recommended one was found', () => {
    expect(decided({ 'b.json': BODY }).trimEnd().split('\n').at(-1)).toBe(
      'Found in the files: a Responses-style API plus tools in b.json.',
    );
  });

  it('names the files in JSON', () => {
    expect(JSON.parse(decided(MIXED, '--format', 'json')).found).toEqual([
      { runtime: 'managed', files: ['a.session.json'] },
      { runtime: 'framework', files: ['src/c.ts'] },
      { runtime: 'responses', files: ['b.json'] },
    ]);
  });

  it.each(['text', 'table', 'markdown', 'adr'])('says nothing of files that agree, as %s', (format) => {
    const agreed = decided({ 'a.session.json': SESSION }, '--format', format);
    expect(agreed).toBe(decided({}, '--format', format));
    expect(agreed).not.toContain('Found in');
  });

  it('does not search a home folder that is no project', () => {
    const home = folderWith(MIXED);
    const run = runCli(home, ['decide', '--need', 'durable-session'], '', { HOME: home });
    expect(run.stdout).toBe(decided({}));
  });

  it('has nothing to name in an empty folder', () => {
    expect(JSON.parse(decided({}, '--format', 'json'))).not.toHaveProperty('found');
  });
});

describe('decide by the configuration', () => {
  const nested = {
    '.git/HEAD': '',
    'agent-lint.config.yaml': 'requirements: { needs: [durable-session] }\n',
    'services/eu/agent-lint.config.yaml':
      'requirements: { residency: [eu] }\nrules: { approval/missing: off }\n',
  };

  it('counts the configuration of the folder that it is run in', () => {
    const folder = folderWith(nested);
    const outcome = (cwd: string) => JSON.parse(runCli(cwd, ['decide', '--format', 'json']).stdout).outcome;
    expect(outcome(folder)).toBe('recommended');
    expect(outcome(join(folder, 'services'))).toBe('recommended');
    expect(outcome(join(folder, 'services/eu'))).toBe('choice');
  });

  it('and so do explain and rules', () => {
    const folder = folderWith(nested);
    const level = (cwd: string) =>
      JSON.parse(runCli(cwd, ['explain', 'approval/missing', '--format', 'json']).stdout).level;
    expect(level(folder)).toBe('error');
    expect(level(join(folder, 'services/eu'))).toBe('off');
    const rules = JSON.parse(runCli(join(folder, 'services/eu'), ['rules', '--format', 'json']).stdout);
    expect(rules.find(({ id }: { id: string }) => id === 'approval/missing').level).toBe('off');
  });

  it('says of a flag nothing that the configuration says of the key it replaces', () => {
    const config =
      'requirements:\n  residency: [eu]\n  needs: [artifacts]\n' +
      '  because: { residency: DPIA-1, needs: ADR-2, artifacts: ADR-3, beta: ADR-4 }\n';
    const folder = folderWith({ 'agent-lint.config.yaml': config });
    const run = (...args: string[]) => runCli(folder, ['decide', ...args]).stdout;
    expect(run()).toContain(
      'Stated: data is processed in EU only (DPIA-1); the project needs artifacts (ADR-3) (ADR-2).',
    );
    expect(run('--residency', 'de', '--need', 'artifacts')).toContain(
      'Stated: data is processed in DE only; the project needs artifacts.\n',
    );
    expect(run('--residency', 'de', '--format', 'markdown')).toContain(
      'Stated: data is processed in DE only; the project needs artifacts (ADR-3) (ADR-2).',
    );
    expect(run('--residency', 'de')).not.toContain('DPIA-1');
  });

  it('says that a self-hosted sandbox among the files is no way out', () => {
    const session = JSON.stringify({ agent: { model: 'm' }, environment: { type: 'self_hosted' } });
    const folder = folderWith({ 'a.session.json': session });
    const { runtimes } = JSON.parse(
      runCli(folder, ['decide', '--zdr', '--format', 'json'], '', { HOME: '/' }).stdout,
    );
    expect(runtimes[0].reasons[0].text).toBe(
      'Zero data retention is required, so the managed service is not eligible. ' +
        'A self-hosted sandbox does not change that (constraint 3): it controls only where code runs.',
    );
  });
});
