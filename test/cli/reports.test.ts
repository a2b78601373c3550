import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BIN, folderWith, runCli } from './run-cli.js';

const AGENT = `runtime: managed
requirements: { beta: allowed, needs: [durable-session] }
headers: { Acme-Beta: agents=v1 }
agent: { model: m }
controls: { guardrails: { input: [a], output: [b] } }
`;
const PROJECT = { 'agents/a.agent.yaml': AGENT, 'readme.txt': '' };

describe('several reports of one run', () => {
  it('pair each --format with its --output, and the last goes to standard output', async () => {
    const folder = folderWith(PROJECT);
    const args = [
      '--format',
      'sarif',
      '-o',
      'out/a.sarif',
      '-f',
      'json',
      '--output',
      'b.json',
      '-f',
      'compact',
    ];
    const run = await runCli(folder, ['check', ...args]);
    expect(run).toEqual({
      status: 1,
      stdout: `agents/a.agent.yaml:4:1: error tracing/missing \`agent\` states no trace sink: its steps, tool calls and results may go unrecorded.
1 error, 0 warnings, 0 infos
`,
      stderr: '',
    });
    expect(JSON.parse(readFileSync(join(folder, 'out/a.sarif'), 'utf8')).version).toBe('2.1.0');
    const report = JSON.parse(readFileSync(join(folder, 'b.json'), 'utf8'));
    expect([report.findings.length, report.systems.length]).toEqual([1, 1]);
  });

  it.each([
    [
      ['-f', 'json', '-f', 'sarif'],
      '--format json needs an --output: only the last report can go to standard output.',
    ],
    [['-o', 'a', '-o', 'b'], '--output b needs a --format of its own.'],
    [
      ['-f', 'json', '-o', 'a', '-f', 'sarif', '-o', 'a'],
      '--output a is given twice: each report needs a file of its own.',
    ],
  ])('are refused where they do not pair: %j', async (args, message) => {
    const folder = folderWith(PROJECT);
    expect(await runCli(folder, ['check', ...args])).toEqual({
      status: 2,
      stdout: '',
      stderr: `agent-lint: ${message}\n`,
    });
    expect(existsSync(join(folder, 'a'))).toBe(false);
  });
});

describe('a report in a file', () => {
  it('replaces the old one as a whole, also behind a link, and leaves nothing beside it', async () => {
    const folder = folderWith({ ...PROJECT, 'out/real.txt': 'old' });
    symlinkSync('real.txt', join(folder, 'out/link.txt'));
    await runCli(folder, ['check', '-f', 'compact', '-o', 'out/link.txt']);
    expect(readFileSync(join(folder, 'out/real.txt'), 'utf8')).toContain('1 error, 0 warnings');
    expect(readlinkSync(join(folder, 'out/link.txt'))).toBe('real.txt');
    expect(readdirSync(join(folder, 'out')).sort()).toEqual(['link.txt', 'real.txt']);
  });

  it('that cannot be written is named', async () => {
    const folder = folderWith(PROJECT);
    mkdirSync(join(folder, 'folder'));
    const run = await runCli(folder, ['check', '-f', 'compact', '-o', 'folder']);
    expect([run.status, run.stderr.startsWith('agent-lint: cannot write folder: ')]).toEqual([2, true]);
    const full = await runCli(folder, ['check', '-f', 'compact', '-o', '/dev/full']);
    expect([full.status, full.stderr.startsWith('agent-lint: cannot write /dev/full: ')]).toEqual([2, true]);
  });
});

describe('compact', () => {
  it('writes paths relative to the working directory, whatever the root is', async () => {
    const folder = folderWith({ ...PROJECT, 'b/x.txt': '' });
    mkdirSync(join(folder, '.git'));
    const here = async (cwd: string, ...paths: string[]) =>
      (await runCli(join(folder, cwd), ['check', ...paths, '-f', 'compact'])).stdout.split(':')[0];
    expect(await here('.')).toBe('agents/a.agent.yaml');
    expect(await here('agents')).toBe('a.agent.yaml');
    expect(await here('b', '../agents')).toBe('../agents/a.agent.yaml');
  });
});

describe('github', () => {
  it('appends Markdown to the summary of the step, whenever the runner names a file', async () => {
    const folder = folderWith({ ...PROJECT, 'summary.md': '# Before\n' });
    const summary = join(folder, 'summary.md');
    const env = { GITHUB_STEP_SUMMARY: summary };
    expect((await runCli(folder, ['check', '-f', 'compact'], '', env)).status).toBe(1);
    expect(readFileSync(summary, 'utf8')).toBe('# Before\n');
    const run = await runCli(folder, ['check', '-f', 'github', '-o', 'out.txt'], '', env);
    expect(run).toEqual({ status: 1, stdout: '', stderr: '' });
    const text = readFileSync(summary, 'utf8');
    expect(text).toMatch(/^# Before\n## agent-lint\n\n\*\*1 error, 0 warnings, 0 infos\*\*/);
    expect(text).toContain('### `agents/a.agent.yaml`');
    expect(text).toContain('| 4:1 | error | `tracing/missing` | `agent`');
  });

  it('keeps its status where the summary cannot be written', async () => {
    const folder = folderWith(PROJECT);
    const env = { GITHUB_STEP_SUMMARY: join(folder, 'no/such/file.md') };
    const run = await runCli(folder, ['check', '-f', 'github'], '', env);
    expect(run.status).toBe(1);
    expect(run.stderr).toMatch(/^agent-lint: the step summary is missing: cannot write \S+ \(ENOENT/);
  });
});

describe('the decision', () => {
  it('is printed once for a folder, and not for named files, with --quiet or for standard input', async () => {
    const folder = folderWith(PROJECT);
    const decisions = async (args: string[], input = '') =>
      (await runCli(folder, ['check', ...args], input)).stdout.split('Recommended runtime').length - 1;
    expect(await decisions([])).toBe(1);
    expect(await decisions(['agents'])).toBe(1);
    expect(await decisions(['agents', '--quiet'])).toBe(0);
    expect(await decisions(['agents/a.agent.yaml'])).toBe(0);
    expect(await decisions(['--stdin', '--stdin-filename', 'b.agent.yaml'], AGENT)).toBe(0);
  });
});

describe('labels', () => {
  it('are at the root of JSON and in each line of jsonl; the last value of a key counts', async () => {
    const folder = folderWith(PROJECT);
    const args = ['--label', 'repository=old', '--label', 'team=a=b, c', '--label', 'repository=shop'];
    const labels = { repository: 'shop', team: 'a=b, c' };
    expect(JSON.parse((await runCli(folder, ['check', '-f', 'json', ...args])).stdout).labels).toEqual(
      labels,
    );
    const lines = (await runCli(folder, ['check', '-f', 'jsonl', ...args])).stdout.trimEnd().split('\n');
    expect(lines.length).toBeGreaterThan(4);
    for (const line of lines) expect(JSON.parse(line).labels).toEqual(labels);
    expect(JSON.parse((await runCli(folder, ['check', '-f', 'json'])).stdout).labels).toBeUndefined();
  });

  it.each([
    [
      'the owners of every file',
      '* @acme/web\n* @acme/shop @ada # everything\ndocs/ @acme/docs\n',
      [],
      '@acme/shop @ada',
    ],
    ['a label before those', '* @acme/shop\n', ['--label', 'owner=payments'], 'payments'],
    ['nobody where they own a part', 'docs/ @acme/docs\n', [], undefined],
  ])('name %s as the owner', async (_, owners, more, owner) => {
    const folder = folderWith({ ...PROJECT, '.github/CODEOWNERS': owners });
    const labelled = async (...args: string[]) =>
      JSON.parse((await runCli(folder, ['check', '-f', 'json', ...args])).stdout).labels;
    expect((await labelled('--label', 'repository=shop', ...more)).owner).toBe(owner);
    expect(await labelled()).toBeUndefined();
  });

  it.each(['repository', '=shop', 'repository=', 'a b=c', ''])('are refused as %j', async (label) => {
    const run = await runCli(folderWith(PROJECT), ['check', `--label=${label}`]);
    expect([run.status, run.stdout]).toEqual([2, '']);
    expect(run.stderr).toContain('--label');
  });
});

it('a reader that stops early ends the run, and no message follows', () => {
  const folder = folderWith(
    Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`a${at}.agent.yaml`, AGENT])),
  );
  const command = `"${process.execPath}" "${BIN}" check -f json | head -c 10; echo " \${PIPESTATUS[0]}"`;
  const run = spawnSync('bash', ['-c', command], { cwd: folder, encoding: 'utf8', timeout: 600_000 });
  expect([run.stdout, run.stderr]).toEqual(['{\n  "schem 1\n', '']);
});

describe('a run over named files', () => {
  const ASKING = `agent: { model: m, tools: [{ type: function, name: send_mail }] }
environment: { type: hosted }
controls: { tracing: { sink: s } }
`;
  const folder = () => folderWith({ 'a.agent.yaml': ASKING });

  it('prints what blocks, and one line for the rest', async () => {
    const { status, stdout } = await runCli(folder(), ['check', 'a.agent.yaml']);
    expect(status).toBe(1);
    expect(stdout).toMatch(
      /^ {2}1:52 {2}error {2}approval\/missing$[\s\S]*\n\n2 more that do not block \(agent-lint check prints them\)\.\n\n1 error, 2 warnings, 0 infos in 1 file, 1 agent system\n/m,
    );
    expect(stdout).not.toContain('guardrail/missing-input\n');
    expect(stdout).not.toContain('Not assessed');
  });

  it('prints them where they block', async () => {
    const { stdout } = await runCli(folder(), ['check', 'a.agent.yaml', '--fail-on', 'warning']);
    expect(stdout).toContain('guardrail/missing-input\n');
    expect(stdout).not.toContain('do not block');
    const counted = await runCli(folder(), ['check', 'a.agent.yaml', '--max-warnings', '1']);
    expect(counted.stdout).toBe(stdout);
    expect(counted.status).toBe(1);
  });

  it('asks for the requirements in no format; a whole run asks once', async () => {
    const asked = async (...args: string[]) =>
      (await runCli(folder(), ['check', '--format', 'compact', ...args])).stdout.match(/runtime\/undecided/g)
        ?.length;
    expect(await asked('a.agent.yaml')).toBeUndefined();
    expect(await asked()).toBe(1);
  });

  it('and a JUnit report of it fail what fails the run', async () => {
    const { stdout } = await runCli(folder(), ['check', 'a.agent.yaml', '--format', 'junit']);
    expect(stdout.match(/<failure [^>]*type="(\w+)"/g)?.length).toBe(1);
    expect(stdout.match(/<system-out>/g)?.length).toBe(2);
    const never = await runCli(folder(), [
      'check',
      'a.agent.yaml',
      '--format',
      'junit',
      '--fail-on',
      'never',
    ]);
    expect([never.status, never.stdout.includes('<failure')]).toEqual([0, false]);
  });
});

it('reads settings inside a workflow where no file of the project is JSON', async () => {
  const folder = folderWith({
    '.github/workflows/triage.yml': `on: issues
permissions: {}
jobs:
  triage:
    runs-on: ubuntu-latest
    steps:
      - uses: google-github-actions/run-gemini-cli@v0
        with:
          settings: |
            {
              "tools": { "core": ["read_file"] }
            }
`,
  });
  expect(await runCli(folder, ['check', '-f', 'compact'])).toEqual({
    status: 0,
    stdout: '0 errors, 0 warnings, 0 infos\n',
    stderr: '',
  });
});
