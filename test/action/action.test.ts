import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { wordsOf } from '../../src/action/words.mjs';
import { folderWith } from '../cli/run-cli.js';
import { runAction } from './run-action.js';

const FLAWED =
  '{ "agent": { "model": "m", "tools": [{ "type": "shell" }] }, "multi_agent": { "enabled": true } }';
const CLEAN = JSON.stringify({
  agent: { model: 'm', tools: [{ type: 'web_search' }] },
  environment: { type: 'hosted' },
  controls: { tracing: { sink: 'webhooks' }, guardrails: { input: ['a'], output: ['b'] } },
});

describe('the words of an input', () => {
  it.each([
    ['a b\nc\t d\r\n', ['a', 'b', 'c', 'd']],
    ['"my agents" \'it is\' a"b c"d', ['my agents', 'it is', 'ab cd']],
    ['"" x', ['', 'x']],
    ['$(touch x) `id` $HOME \\n *.yaml; rm', ['$(touch', 'x)', '`id`', '$HOME', '\\n', '*.yaml;', 'rm']],
    [`"don't"`, ["don't"]],
    [' \n', []],
  ])('%j', (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  it('end where a quote is not closed', () => {
    expect(() => wordsOf(`a "b c`)).toThrow('a quote (") is not closed: a "b c');
  });
});

describe('the action', () => {
  it('runs its own dist/, and ends with the status of the check after all its outputs', async () => {
    const workspace = folderWith({ 'a.agent.json': FLAWED });
    const run = await runAction({ workspace });
    expect([run.status, run.failed]).toEqual([1, 'End with the status of the check']);
    expect(run.uses).toEqual([]);
    expect(run.log).toContain('::error file=a.agent.json,line=1,');
    const report = JSON.parse(readFileSync(run.outputs.report ?? '', 'utf8'));
    expect(run.outputs.errors).toBe(String(report.summary.errors));
    expect(run.outputs.findings).toBe(String(report.findings.length));
    expect(report.summary.errors).toBeGreaterThan(0);
    expect(run.summary).toContain('`delegation/unbounded`');
    expect(run.summary.match(/^## agent-lint$/gm)).toHaveLength(1);
  });

  it('takes paths over lines and in quotes, and reads none of them as code', async () => {
    const workspace = folderWith({
      'one/a.agent.json': CLEAN,
      'my agents/b.agent.json': CLEAN,
      'c$(touch hacked).agent.json': CLEAN,
      'd.agent.json': FLAWED,
    });
    const paths = 'one\n"my agents" \'c$(touch hacked).agent.json\'\n';
    const run = await runAction({
      workspace,
      inputs: { paths, arguments: '--exclude\n"$(touch hacked)" `touch hacked`' },
    });
    // The last word is no option, so it is one more path.
    expect(run.log).toContain('`touch');
    expect([run.status, run.outputs.errors]).toEqual([2, '0']);
    const report = JSON.parse(readFileSync(run.outputs.report ?? '', 'utf8'));
    expect(report.files.map(({ path }: { path: string }) => path)).toEqual([
      'c$(touch hacked).agent.json',
      'my agents/b.agent.json',
      'one/a.agent.json',
    ]);
    expect(existsSync(join(workspace, 'hacked'))).toBe(false);
  });

  it('passes arguments over lines, an output and a threshold', async () => {
    const workspace = folderWith({ 'a.agent.json': FLAWED });
    const run = await runAction({
      workspace,
      inputs: {
        format: 'sarif',
        output: 'reports/agents.sarif',
        'fail-on': 'never',
        arguments: '--rule\ndelegation/unbounded=off --rule approval/open-ended-tool=off\n',
      },
    });
    expect(run.status).toBe(0);
    expect(run.outputs.report).toBe('reports/agents.sarif');
    const [{ results }] = JSON.parse(readFileSync(join(workspace, 'reports/agents.sarif'), 'utf8')).runs;
    const rules = results.map(({ ruleId }: { ruleId: string }) => ruleId);
    expect(rules).toContain('tracing/missing');
    expect(rules).not.toContain('delegation/unbounded');
    expect(rules).not.toContain('approval/open-ended-tool');
    expect(run.outputs.findings).toBe(String(rules.length));
    expect(run.summary).toContain('`tracing/missing`');
  });

  it.each([
    ['a path that does not exist', { paths: 'nowhere' }, 2],
    ['a quote that is not closed', { paths: '"a' }, 2],
    ['an unknown option', { arguments: '--nope' }, 2],
    ['a folder without agents', { paths: 'empty' }, 4],
  ])('ends with the status of a check of %s', async (_, inputs, status) => {
    const workspace = folderWith({ 'empty/readme.txt': '', 'a.agent.json': CLEAN });
    const run = await runAction({ workspace, inputs });
    expect([run.status, run.failed]).toEqual([status, 'End with the status of the check']);
  });

  it('sets Node up where there is none that is new enough', async () => {
    const old = folderWith({ node: '#!/bin/sh\nexit 1\n' });
    execFileSync('chmod', ['+x', join(old, 'node')]);
    const env = { PATH: `${old}:${process.env.PATH}` };
    const run = await runAction({ workspace: folderWith({}), env });
    expect(run.uses).toEqual([expect.stringMatching(/^actions\/setup-node@[0-9a-f]{40}$/)]);
  });
});

/** A copy of the action whose command line prints its arguments, and knows `--config-from`. */
function recordingAction(): string {
  const folder = folderWith({
    'action.yml': readFileSync('action.yml'),
    'package.json': '{ "version": "0.1.0", "type": "module" }',
    'dist/agent-lint.cjs':
      'console.log(process.argv.slice(2).join(" | ")); if (process.argv[3] === "--help") console.log("--config-from");',
  });
  cpSync('src/action', join(folder, 'src/action'), { recursive: true });
  return folder;
}

/** A repository with two commits, and a clone of the later one alone. */
function pullRequest() {
  const origin = folderWith({ 'a.txt': '1' });
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', origin, '-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
      encoding: 'utf8',
    }).trim();
  git('init', '--quiet');
  git('config', 'uploadpack.allowAnySHA1InWant', 'true');
  git('add', '.');
  git('commit', '--quiet', '-m', 'Base');
  const base = git('rev-parse', 'HEAD');
  git('commit', '--quiet', '--allow-empty', '-m', 'Head');
  const workspace = folderWith({});
  execFileSync('git', ['clone', '--quiet', '--depth=1', `file://${origin}`, workspace]);
  return {
    origin,
    workspace,
    base,
    env: { GITHUB_EVENT_NAME: 'pull_request' },
    github: { 'event.pull_request.base.sha': base },
  };
}

describe('the configuration that judges a pull request', () => {
  it('is that of the base commit, which a shallow checkout fetches', async () => {
    const { workspace, base, env, github } = pullRequest();
    const run = await runAction({ action: recordingAction(), workspace, env, github });
    expect(run.status).toBe(0);
    expect(run.log).toContain(`| --config-from | ${base} | --fail-on | error | --format | github | -- | .\n`);
    expect(execFileSync('git', ['-C', workspace, 'cat-file', '-t', base], { encoding: 'utf8' })).toBe(
      'commit\n',
    );
  });

  it('is that of the input, which is not fetched', async () => {
    const { workspace, env, github } = pullRequest();
    const run = await runAction({
      action: recordingAction(),
      workspace,
      env,
      github,
      inputs: { 'config-from': 'origin/main' },
    });
    expect(run.log).toContain('| --config-from | origin/main |');
  });

  it('passes a policy and what is not assessed on', async () => {
    const { workspace, env, github } = pullRequest();
    const runWith = (inputs: Record<string, string>) =>
      runAction({ action: recordingAction(), workspace, env, github, inputs });
    const run = await runWith({ policy: '../org/policy.yaml', 'fail-on-unassessed': 'true' });
    expect(run.log).toContain('| --policy | ../org/policy.yaml | --fail-on-unassessed |');
    expect((await runWith({})).log).not.toMatch(/--policy|--fail-on-unassessed/);
    const wrong = await runWith({ 'fail-on-unassessed': 'yes' });
    expect([wrong.status, wrong.log]).toEqual([
      2,
      expect.stringContaining('fail-on-unassessed is true or false, not `yes`.'),
    ]);
  });

  it('is missing where the base cannot be fetched: status 2, and the line that fetches it', async () => {
    const { origin, workspace, base, env, github } = pullRequest();
    rmSync(origin, { recursive: true });
    const run = await runAction({ action: recordingAction(), workspace, env, github });
    expect([run.status, run.failed]).toEqual([2, 'End with the status of the check']);
    expect(run.log).toContain(`git fetch --depth=1 origin ${base}\n`);
    expect(run.log).not.toContain('| --format');
  });

  it('is its own in a push', async () => {
    const { workspace, github } = pullRequest();
    const run = await runAction({
      action: recordingAction(),
      workspace,
      github,
      env: { GITHUB_EVENT_NAME: 'push' },
    });
    expect(run.log).toContain('| --format | github | -- | .');
    expect(run.log).not.toContain('config-from |');
  });
});
