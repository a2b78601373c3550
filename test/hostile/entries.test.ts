import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { BIN, folderWith, type Run, runCli } from '../cli/run-cli.js';
import { checkedFiles, fileFindings, HEALTHY, healthyWasChecked } from './hostile-run.js';

const FIFO = 'a FIFO, not a regular file';
const hasFifo = spawnSync('mkfifo', ['--version']).status === 0 || existsSync('/usr/bin/mkfifo');

/** Paths that were left out, with the reason, from `inspect`. */
async function reasons(folder: string, ...paths: string[]): Promise<Record<string, string>> {
  const run = await runCli(folder, ['inspect', '-f', 'json', ...paths]);
  const { files } = JSON.parse(run.stdout) as { files: { path: string; dialect?: string; reason: string }[] };
  return Object.fromEntries(files.filter((file) => !file.dialect).map((file) => [file.path, file.reason]));
}

const check = (folder: string, ...paths: string[]): Promise<Run> =>
  runCli(folder, ['check', '-f', 'json', ...paths]);

async function expectLeftOut(folder: string, path: string, reason: string): Promise<void> {
  const searched = await check(folder);
  expect(checkedFiles(searched)).toEqual(['healthy.agent.yaml']);
  expect(healthyWasChecked(searched)).toBe(true);
  expect([searched.status, searched.stderr]).toEqual([0, '']);
  const named = await check(folder, path, 'healthy.agent.yaml');
  expect(checkedFiles(named)).toEqual(['healthy.agent.yaml']);
  expect([named.status, named.stderr]).toEqual([0, `agent-lint: ${path} was not checked: ${reason}.\n`]);
  expect((await reasons(folder))[path]).toBe(reason);
}

describe('what is no regular file is left out with its reason, searched and named, and nothing waits', () => {
  it('a FIFO', async (ctx) => {
    if (!hasFifo) ctx.skip('skipped: this system makes no FIFO');
    const folder = folderWith({ 'healthy.agent.yaml': HEALTHY });
    spawnSync('mkfifo', [join(folder, 'agent.json')]);
    await expectLeftOut(folder, 'agent.json', FIFO);
  });

  it('a socket', async () => {
    const folder = folderWith({ 'healthy.agent.yaml': HEALTHY });
    const server = createServer();
    onTestFinished(() => void server.close());
    await new Promise<void>((listening) => server.listen(join(folder, 'agent.json'), listening));
    await expectLeftOut(folder, 'agent.json', 'a socket, not a regular file');
  });

  it('a link that leads back to itself', async () => {
    const folder = folderWith({ 'healthy.agent.yaml': HEALTHY });
    symlinkSync('agent.json', join(folder, 'agent.json'));
    await expectLeftOut(folder, 'agent.json', 'a symbolic link that leads back to itself');
  });

  it('a link that leads nowhere', async () => {
    const folder = folderWith({ 'healthy.agent.yaml': HEALTHY });
    symlinkSync('none.json', join(folder, 'agent.json'));
    await expectLeftOut(folder, 'agent.json', 'a symbolic link that leads nowhere');
  });

  it('a link that leaves the root', async () => {
    const outside = folderWith({ 'agent.json': '{"agent": {"model": "outside"}}' });
    const folder = folderWith({ 'healthy.agent.yaml': HEALTHY });
    symlinkSync(join(outside, 'agent.json'), join(folder, 'agent.json'));
    await expectLeftOut(folder, 'agent.json', 'a symbolic link that leaves the repository');
  });

  it('a link to a device', async (ctx) => {
    if (!existsSync('/dev/zero')) ctx.skip('skipped: this system has no /dev/zero');
    const folder = folderWith({ 'healthy.agent.yaml': HEALTHY });
    symlinkSync('/dev/zero', join(folder, 'agent.json'));
    await expectLeftOut(folder, 'agent.json', 'a symbolic link that leaves the repository');
  });

  it('a link to the FIFO beside it', async (ctx) => {
    if (!hasFifo) ctx.skip('skipped: this system makes no FIFO');
    const folder = folderWith({ 'healthy.agent.yaml': HEALTHY });
    spawnSync('mkfifo', [join(folder, 'pipe')]);
    symlinkSync('pipe', join(folder, 'agent.json'));
    await expectLeftOut(folder, 'agent.json', `a symbolic link to ${FIFO}`);
  });

  it('/dev/zero, named', async (ctx) => {
    if (!existsSync('/dev/zero')) ctx.skip('skipped: this system has no /dev/zero');
    const run = await check(folderWith({ 'healthy.agent.yaml': HEALTHY }), '/dev/zero', 'healthy.agent.yaml');
    expect(checkedFiles(run)).toEqual(['healthy.agent.yaml']);
    expect(run.status).toBe(0);
    expect(run.stderr).toContain('was not checked: a device, not a regular file.');
  });
});

describe('folders', () => {
  it('of the name agent.json are searched like others', async () => {
    const folder = folderWith({ 'healthy.agent.yaml': HEALTHY, 'agent.json/agent.yaml': HEALTHY });
    const run = await check(folder);
    expect(checkedFiles(run)).toEqual(['agent.json/agent.yaml', 'healthy.agent.yaml']);
    expect(fileFindings(run)).toEqual([]);
    expect(run.status).toBe(0);
    expect(checkedFiles(await check(folder, 'agent.json'))).toEqual(['agent.json/agent.yaml']);
  });

  it('that link to themselves end', async () => {
    const folder = folderWith({ 'healthy.agent.yaml': HEALTHY, 'sub/agent.yaml': HEALTHY });
    symlinkSync('..', join(folder, 'sub/up'));
    expect(checkedFiles(await check(folder))).toEqual(['healthy.agent.yaml', 'sub/agent.yaml']);
    expect((await reasons(folder))['sub/up']).toBe(
      'a symbolic link to a folder, which a search does not follow',
    );
  });

  it('of 20,000 files are searched to their end', async () => {
    const folder = folderWith({ 'healthy.agent.yaml': HEALTHY });
    mkdirSync(join(folder, 'many'));
    writeFileSync(join(folder, 'many/0.json'), '{}');
    for (let index = 1; index < 20_000; index++)
      linkSync(join(folder, 'many/0.json'), join(folder, `many/${index}.json`));
    const run = await check(folder);
    expect(checkedFiles(run)).toEqual(['healthy.agent.yaml']);
    expect([run.status, run.stderr]).toEqual([0, '']);
  });

  it('that nest as far as a path can lead are searched', async () => {
    const folder = folderWith({ 'healthy.agent.yaml': HEALTHY });
    const name = 'd'.repeat(200);
    const deep = Array(18).fill(name).join('/');
    mkdirSync(join(folder, deep), { recursive: true });
    writeFileSync(join(folder, deep, 'agent.yaml'), HEALTHY);
    expect(checkedFiles(await check(folder))).toEqual([`${deep}/agent.yaml`, 'healthy.agent.yaml']);
  });
});

describe('paths that do not exist', () => {
  it.each<[string, string, string?]>([
    ['a name', 'none.yaml'],
    ['below a file', 'healthy.agent.yaml/none.yaml', ' Did you mean `healthy.agent.yaml`?'],
    ['of 4,000 characters', `${'a'.repeat(200)}/`.repeat(20).slice(0, -1)],
    ['of 100,000 characters', 'a'.repeat(100_000)],
    ['a name of 300 characters', 'b'.repeat(300)],
  ])('%s: status 2, and the others are checked', async (_, path, meant = '') => {
    const run = await check(folderWith({ 'healthy.agent.yaml': HEALTHY }), path, 'healthy.agent.yaml');
    expect(run.stderr === `agent-lint: ${path}: no such file or folder.${meant}\n`).toBe(true);
    expect(healthyWasChecked(run)).toBe(true);
    expect(run.status).toBe(2);
  });
});

describe('what may not be read', () => {
  const NOBODY = 65_534;
  const canChangeUser = process.getuid?.() === 0;

  /** Runs as a user who may read the folder and not all that is in it. */
  function checkAsNobody(folder: string, ...paths: string[]): Run {
    const own = canChangeUser ? { uid: NOBODY, gid: NOBODY } : {};
    const run = spawnSync(process.execPath, [ownBin(), 'check', '-f', 'json', ...paths], {
      cwd: folder,
      encoding: 'utf8',
      env: { PATH: process.env.PATH ?? '', NO_COLOR: '1' },
      ...own,
    });
    return { status: run.status, stdout: run.stdout, stderr: run.stderr };
  }

  /** The command where that user can reach it. */
  function ownBin(): string {
    const folder = mkdtempSync(join(tmpdir(), 'agent-lint-bin-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    cpSync(join(BIN, '..'), join(folder, 'dist'), { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{}');
    chmodSync(folder, 0o755);
    return join(folder, 'dist/agent-lint.cjs');
  }

  function reachable(files: Record<string, string>): string {
    const folder = folderWith(files);
    chmodSync(folder, 0o755);
    return folder;
  }

  it('a folder that is named is a finding, and a file that is named beside it is checked', (ctx) => {
    if (process.platform === 'win32') ctx.skip('skipped: this system has no such permissions');
    const folder = reachable({ '.git/HEAD': '', 'healthy.agent.yaml': HEALTHY, 'shut/agent.json': '{}' });
    chmodSync(join(folder, 'shut'), 0);
    const alone = checkAsNobody(folder, 'shut');
    const both = checkAsNobody(folder, 'shut', 'healthy.agent.yaml');
    chmodSync(join(folder, 'shut'), 0o755);
    for (const run of [alone, both]) {
      expect(fileFindings(run)).toEqual([
        'shut:1:1 file/unreadable: Nothing in `shut` is checked: the folder cannot be read: permission denied.',
      ]);
      expect(run.status).toBe(1);
    }
    expect(healthyWasChecked(both)).toBe(true);
  });

  it('a file is one finding, and the file beside it is checked', (ctx) => {
    if (process.platform === 'win32') ctx.skip('skipped: this system has no such permissions');
    const folder = reachable({ 'healthy.agent.yaml': HEALTHY, 'agent.json': '{}', 'other.json': '{}' });
    chmodSync(join(folder, 'agent.json'), 0);
    chmodSync(join(folder, 'other.json'), 0);
    for (const paths of [[], ['agent.json', 'healthy.agent.yaml']]) {
      const run = checkAsNobody(folder, ...paths);
      expect(run.stderr).toBe('');
      expect(fileFindings(run)).toEqual(['agent.json:1:1 file/unreadable: permission denied']);
      expect(healthyWasChecked(run)).toBe(true);
      expect(run.status).toBe(1);
    }
  });

  it.each([
    ['outside of a repository', false],
    ['that git does not list', true],
  ])('a folder %s is a finding, and the file beside it is checked', (_, isInGit) => {
    if (process.platform === 'win32') return;
    const folder = reachable({
      'healthy.agent.yaml': HEALTHY,
      'closed/agent.json': '{}',
      'kept/data/agent.json': '{}',
      '.gitignore': 'kept/\n',
    });
    if (isInGit) {
      execFileSync('git', ['init', '-q'], { cwd: folder });
      if (canChangeUser) execFileSync('chown', ['-R', `${String(NOBODY)}`, folder]);
    } else rmSync(join(folder, 'kept'), { recursive: true });
    const shut = ['closed', ...(isInGit ? ['kept/data'] : [])].map((name) => join(folder, name));
    for (const one of shut) chmodSync(one, 0);
    onTestFinished(() => {
      for (const one of shut) chmodSync(one, 0o755);
    });
    const run = checkAsNobody(folder);
    expect([run.status, run.stderr]).toEqual([1, '']);
    expect(fileFindings(run)).toEqual([
      'closed:1:1 file/unreadable: Nothing in `closed` is checked: the folder cannot be read: permission denied.',
    ]);
    expect(checkedFiles(run)).toEqual(['healthy.agent.yaml']);
    const below = checkAsNobody(folder, 'closed/agent.json', 'healthy.agent.yaml');
    expect([below.status, below.stderr]).toEqual([1, '']);
    expect(fileFindings(below)).toEqual(['closed/agent.json:1:1 file/unreadable: permission denied']);
    expect(healthyWasChecked(below)).toBe(true);
  });
});
