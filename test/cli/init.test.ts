import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderWith, runCli } from './run-cli.js';

describe('agent-lint init', () => {
  it('writes a commented configuration that is valid and changes nothing', () => {
    const folder = folderWith({ 'a.session.json': '{"agent":{"model":"m","tools":[{"type":"shell"}]}}' });
    const before = runCli(folder, ['check', '--format', 'json']);
    const run = runCli(folder, ['init']);
    expect([run.status, run.stderr]).toEqual([0, '']);
    expect(run.stdout).toBe(
      'Wrote agent-lint.config.yaml\nNext: state the requirements in it, then run agent-lint check.\n',
    );
    expect(existsSync(join(folder, '.pre-commit-config.yaml'))).toBe(false);
    const after = runCli(folder, ['check', '--format', 'json']);
    expect(JSON.parse(after.stdout).findings).toEqual(JSON.parse(before.stdout).findings);
  });

  it('holds only valid lines in its comments', () => {
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

  it('writes the hook and the CI file on request', () => {
    const folder = folderWith({});
    const run = runCli(folder, ['init', '--hook', '--ci']);
    expect(run.status).toBe(0);
    expect(readFileSync(join(folder, '.pre-commit-config.yaml'), 'utf8')).toContain('agent-lint check');
    expect(readFileSync(join(folder, '.github/workflows/agent-lint.yml'), 'utf8')).toContain(
      'contents: read',
    );
  });

  it('writes no file that would take the place of the configuration in package.json', () => {
    const folder = folderWith({ 'package.json': '{ "agent-lint": { "preset": "strict" } }' });
    const run = runCli(folder, ['init']);
    expect(run.status).toBe(2);
    expect(run.stderr).toContain('package.json is there already, and init overwrites nothing.');
    expect(existsSync(join(folder, 'agent-lint.config.yaml'))).toBe(false);
    const plain = folderWith({ 'package.json': '{ "dependencies": { "agent-lint": "1" } }' });
    expect(runCli(plain, ['init']).stdout).toContain('Wrote agent-lint.config.yaml\n');
  });

  it('overwrites nothing, and then writes nothing at all', () => {
    const folder = folderWith({ '.pre-commit-config.yaml': 'repos: []\n' });
    const run = runCli(folder, ['init', '--hook']);
    expect(run.status).toBe(2);
    expect(run.stderr).toContain('.pre-commit-config.yaml is there already');
    expect(existsSync(join(folder, 'agent-lint.config.yaml'))).toBe(false);
    const configured = folderWith({ '.agent-lintrc.json': '{}' });
    expect(runCli(configured, ['init', '--hook']).stdout).toBe(
      'Wrote .pre-commit-config.yaml\n.agent-lintrc.json is there already and stays as it is\n',
    );
    const shipped = /files: (.*)/.exec(readFileSync('.pre-commit-hooks.yaml', 'utf8'))?.[1];
    expect(readFileSync(join(configured, '.pre-commit-config.yaml'), 'utf8')).toContain(
      `files: ${shipped}\n`,
    );
    const other = folderWith({ '.agent-lintrc.json': '{}' });
    expect(runCli(other, ['init']).stderr).toContain('.agent-lintrc.json is there already');
  });
});
