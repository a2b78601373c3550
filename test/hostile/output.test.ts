import { spawn, spawnSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BIN, folderWith, runCli } from '../cli/run-cli.js';
import { checkedFiles, fileFindings, HEALTHY } from './hostile-run.js';

const FORMATS = ['pretty', 'json', 'sarif', 'github'];
const flawed =
  'agent: { model: m, tools: [{ type: function, name: issue_refund }] }\nenvironment: { type: hosted }\n';

describe('--output', () => {
  it.each(FORMATS)('writes the same report as standard output has: %s', async (format) => {
    const folder = folderWith({ 'agent.yaml': flawed });
    const args = ['check', '-f', format, '--as-of', '2026-01-01'];
    const printed = await runCli(folder, args);
    const written = await runCli(folder, [...args, '-o', 'new/folder/report.out']);
    expect([written.status, written.stdout, written.stderr]).toEqual([1, '', '']);
    expect(readFileSync(join(folder, 'new/folder/report.out'), 'utf8')).toBe(printed.stdout);
  });

  it.each([
    ['is a folder', 'sub', 'EISDIR'],
    ['lies below a file', 'agent.yaml/report', 'E(?:NOTDIR|EXIST)'],
    ['has a name that is too long', 'r'.repeat(300), 'ENAMETOOLONG'],
  ])('that %s: status 2 with the reason', async (_, path, code) => {
    const folder = folderWith({ 'agent.yaml': HEALTHY });
    mkdirSync(join(folder, 'sub'));
    const run = await runCli(folder, ['check', '-o', path]);
    expect(run.stderr).toMatch(new RegExp(`^agent-lint: cannot write ${path}: ${code}: [^\\n]+\\n$`));
    expect([run.status, run.stdout]).toEqual([2, '']);
  });

  it('that may not be written: status 2', async (ctx) => {
    if (!existsSync('/proc/version')) ctx.skip('skipped: this system has no /proc');
    const run = await runCli(folderWith({ 'agent.yaml': HEALTHY }), ['check', '-o', '/proc/version/report']);
    expect(run.stderr).toMatch(/^agent-lint: cannot write \/proc\/version\/report: E[A-Z]+: [^\n]+\n$/);
    expect(run.status).toBe(2);
  });

  it('on a full device: status 2', async (ctx) => {
    if (!existsSync('/dev/full')) ctx.skip('skipped: this system has no /dev/full');
    const run = await runCli(folderWith({ 'agent.yaml': HEALTHY }), ['check', '-o', '/dev/full']);
    expect(run.stderr).toMatch(/^agent-lint: cannot write \/dev\/full: ENOSPC: [^\n]+\n$/);
    expect(run.status).toBe(2);
  });
});

describe('a report that does not fit on the disk', () => {
  it('leaves the old file as it was, and nothing beside it: status 2', () => {
    const folder = folderWith({ 'agent.yaml': flawed, 'report.json': 'old' });
    const limited = ['-c', 'ulimit -f 1; exec "$0" "$@"', process.execPath, BIN];
    const run = spawnSync('sh', [...limited, 'check', '-f', 'json', '-o', 'report.json'], { cwd: folder });
    expect([run.status, String(run.stderr)]).toEqual([
      2,
      'agent-lint: cannot write report.json: EFBIG: file too large\n',
    ]);
    expect(readFileSync(join(folder, 'report.json'), 'utf8')).toBe('old');
    expect(readdirSync(folder).sort()).toEqual(['agent.yaml', 'report.json']);
  });

  it('replaces what a link leads to, and the link stays', async () => {
    const folder = folderWith({ 'agent.yaml': HEALTHY, 'out/real.json': 'old' });
    symlinkSync('out/real.json', join(folder, 'report.json'));
    expect((await runCli(folder, ['check', '-f', 'json', '-o', 'report.json'])).status).toBe(0);
    expect(lstatSync(join(folder, 'report.json')).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(folder, 'out/real.json'), 'utf8')).toContain('"agent-lint/report@1"');
  });
});

describe('a reader that goes away, or comes', () => {
  const many = Object.fromEntries(
    Array.from({ length: 300 }, (_, index) => [`a${index}.agent.yaml`, flawed]),
  );

  it.each([
    [['check', '-f', 'pretty'], 1],
    [['check', '-f', 'json'], 1],
    [['check', '-f', 'sarif', '--exit-zero'], 0],
    [['inspect', '-f', 'json'], 0],
  ] as const)('of %j leaves no trace on standard error and the status as it is', (args, status) => {
    const folder = folderWith(many);
    const run = spawnSync(
      'bash',
      [
        '--norc',
        '-c',
        `"$0" "$@" | head -1 >/dev/null; echo "\${PIPESTATUS[0]}"`,
        process.execPath,
        BIN,
        ...args,
      ],
      { cwd: folder, encoding: 'utf8', env: { PATH: process.env.PATH ?? '', NO_COLOR: '1' } },
    );
    expect([run.stdout, run.stderr]).toEqual([`${status}\n`, '']);
  });

  it('only late gets the whole report', () => {
    const folder = folderWith(many);
    const args = ['check', '-f', 'json', '--as-of', '2026-01-01'];
    const run = spawnSync(
      'bash',
      ['--norc', '-c', '"$0" "$@" | (sleep 1; cat)', process.execPath, BIN, ...args],
      { cwd: folder, encoding: 'utf8', maxBuffer: 100_000_000 },
    );
    expect(run.stdout.length).toBeGreaterThan(200_000);
    expect(JSON.parse(run.stdout).findings.length).toBeGreaterThanOrEqual(300);
  });

  it('of standard error changes nothing', () => {
    const run = spawnSync(
      'bash',
      [
        '-c',
        `"$0" "$@" 2> >(true) >/dev/null; echo "$?"`,
        process.execPath,
        BIN,
        'check',
        'none.yaml',
        'agent.yaml',
      ],
      { cwd: folderWith({ 'agent.yaml': HEALTHY }), encoding: 'utf8' },
    );
    expect(run.stdout).toBe('2\n');
  });

  it.each(['>&-', '2>&-', '<&-', '>&- 2>&-'])('closed from the start (%s) is no crash', (closed) => {
    const run = spawnSync(
      'bash',
      ['--norc', '-c', `"$0" "$@" ${closed}; echo "$?" >&7`, process.execPath, BIN, 'check'],
      {
        cwd: folderWith({ 'agent.yaml': HEALTHY }),
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe', 'ignore', 'ignore', 'ignore', 'ignore', 'pipe'],
      },
    );
    expect(run.output[7]).toBe('0\n');
    expect(run.stderr).toBe('');
  });
});

describe('standard input', () => {
  const stdin = ['check', '-f', 'json', '--stdin', '--stdin-filename'];

  it.each<[string, string, Buffer, string]>([
    ['invalid UTF-8', 'agent.yaml', Buffer.of(0x61, 0x3a, 0x20, 0xff), '1:4 file/unreadable: not UTF-8'],
    ['UTF-16', 'agent.json', Buffer.from('\ufeff{}', 'utf16le'), '1:1 file/unreadable: UTF-16, not UTF-8'],
    ['2 MiB', 'agent.json', Buffer.alloc(2 * 1024 * 1024, ' '), '1:1 file/limit: larger than 1 MiB (2 MiB)'],
    ['nothing', 'agent.json', Buffer.alloc(0), '1:1 file/syntax: the file is empty'],
    [
      '5,000 brackets',
      'agent.yaml',
      Buffer.from('['.repeat(5000)),
      '1:65 file/limit: nested more than 64 levels deep',
    ],
  ])('of %s is one finding', (_, name, input, finding) => {
    const run = spawnSync(process.execPath, [BIN, ...stdin, name], {
      cwd: folderWith({ [name]: 'on disk' }),
      input,
      encoding: 'utf8',
    });
    expect(fileFindings(run)).toEqual([`${name}:${finding}`]);
    expect([run.status, run.stderr]).toEqual([1, '']);
  });

  it('without an end is not read for ever', (ctx) => {
    if (!existsSync('/dev/zero')) ctx.skip('skipped: this system has no /dev/zero');
    const command = `"$0" "$@" < /dev/zero`;
    const run = spawnSync('bash', ['--norc', '-c', command, process.execPath, BIN, ...stdin, 'agent.json'], {
      cwd: folderWith({}),
      encoding: 'utf8',
      timeout: 600_000,
    });
    expect(run.status).toBe(1);
    expect(fileFindings(run)[0]).toMatch(/^agent\.json:1:1 file\/limit: larger than 1 MiB /);
  });

  it('shows its own text in the frame, never that of the file', () => {
    const folder = folderWith({ 'agent.yaml': 'on-disk: 1\n' });
    const run = spawnSync(process.execPath, [BIN, 'check', '--stdin', '--stdin-filename', 'agent.yaml'], {
      cwd: folder,
      input: Buffer.of(0xff),
      encoding: 'utf8',
    });
    expect(run.stdout).toContain('file/unreadable');
    expect(run.stdout).not.toContain('on-disk');
  });
});

it('runs at the same time do not disturb each other', async () => {
  const folder = folderWith({ 'agent.yaml': flawed, 'agent-lint.config.yaml': 'preset: strict\n' });
  const run = (at: number) =>
    new Promise<number | null>((done) => {
      const child = spawn(
        process.execPath,
        [BIN, 'check', '-f', 'json', '--as-of', '2026-01-01', '-o', `out/${at}.json`],
        {
          cwd: folder,
          stdio: 'ignore',
        },
      );
      child.on('close', done);
    });
  expect(await Promise.all([1, 2, 3, 4, 5, 6].map(run))).toEqual([1, 1, 1, 1, 1, 1]);
  const reports = [1, 2, 3, 4, 5, 6].map((at) => readFileSync(join(folder, `out/${at}.json`), 'utf8'));
  const [first = ''] = reports;
  const files = ({ files }: { files: { path: string }[] }) => files.map(({ path }) => path);
  expect(reports.every((report) => files(JSON.parse(report)).includes('agent.yaml'))).toBe(true);
  expect(checkedFiles({ status: 1, stdout: first, stderr: '' })).toContain('agent.yaml');
  expect(statSync(join(folder, 'agent.yaml')).size).toBe(flawed.length);
});
