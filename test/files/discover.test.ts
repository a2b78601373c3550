import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, relative } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type DiscoverOptions, discover, findRoot } from '../../src/files/index.js';
import { gitInit, makeTree } from './tree.js';

const wanted = (path: string) => /\.(json|yaml)$/.test(path);
const search = (cwd: string, options: Partial<DiscoverOptions> = {}) =>
  discover({ cwd, paths: [], exclude: () => false, wanted, ...options });

const TREE = {
  'b.json': '{}',
  'a.yaml': 'a: 1',
  'notes.txt': '',
  '.github/agents/x.yaml': 'a: 1',
  'tests/agent.json': '{}',
  'examples/docs/agent.json': '{}',
  'node_modules/p/agent.json': '{}',
  'packages/p/node_modules/q/agent.json': '{}',
  'packages/p/agent.json': '{}',
  'vendor/agent.json': '{}',
  'dist/agent.json': '{}',
};
const KEPT = [
  '.github/agents/x.yaml',
  'a.yaml',
  'b.json',
  'examples/docs/agent.json',
  'packages/p/agent.json',
  'tests/agent.json',
];
const SKIPPED = [
  { path: 'dist', reason: 'build output' },
  { path: 'node_modules', reason: 'installed packages' },
  { path: 'packages/p/node_modules', reason: 'installed packages' },
  { path: 'vendor', reason: 'vendored code' },
];
const byPath = (a: { path: string }, b: { path: string }) => (a.path < b.path ? -1 : 1);

describe.each(['without git', 'in a git tree'])('a search %s', (kind) => {
  const treeOf = (files: Record<string, string | Uint8Array>) => {
    const root = makeTree(files);
    if (kind === 'in a git tree') gitInit(root);
    return root;
  };

  it('finds wanted files, dot-folders included, and leaves out what others fill, each folder once', () => {
    const found = search(treeOf(TREE));
    expect(found.files).toEqual(KEPT);
    expect(found.leftOut.toSorted(byPath)).toEqual(SKIPPED);
    expect(found.searched).toBe(true);
    expect(found.missing).toEqual([]);
  });

  it('searches a left-out folder that is named, and not the left-out folders inside it', () => {
    const root = treeOf({ ...TREE, 'vendor/dist/agent.json': '{}', '.gitignore': 'vendor/\n' });
    const found = search(root, { paths: ['vendor'] });
    expect(found.files).toEqual(['vendor/agent.json']);
    expect(found.leftOut).toEqual([{ path: 'vendor/dist', reason: 'build output' }]);
  });

  it('takes a folder named agent.json for a folder', () => {
    const found = search(treeOf({ 'agent.json/inner.json': '{}' }));
    expect(found.files).toEqual(['agent.json/inner.json']);
    expect(found.read('agent.json')).toEqual({
      ok: false,
      problem: 'left-out',
      reason: 'a folder',
      isFolder: true,
    });
  });

  it('reads a link to a file inside the root and leaves out every other link, with the reason', () => {
    const elsewhere = makeTree({ 'secret.json': '{"a":1}', 'folder/x.json': '{}' });
    const root = treeOf({ 'real.json': '{"real":true}', 'sub/x.json': '{}' });
    symlinkSync('real.json', join(root, 'inside.json'));
    symlinkSync(join(elsewhere, 'secret.json'), join(root, 'outside.json'));
    symlinkSync('circle.json', join(root, 'circle.json'));
    symlinkSync('nothing.json', join(root, 'dangling.json'));
    symlinkSync('sub', join(root, 'folder'));
    symlinkSync('..', join(root, 'sub/up'));
    const found = search(root);
    expect(found.files).toEqual(['inside.json', 'real.json', 'sub/x.json']);
    expect(found.read('inside.json')).toEqual({ ok: true, text: '{"real":true}' });
    expect(found.leftOut.toSorted(byPath)).toEqual([
      { path: 'circle.json', reason: 'a symbolic link that leads back to itself' },
      { path: 'dangling.json', reason: 'a symbolic link that leads nowhere' },
      { path: 'folder', reason: 'a symbolic link to a folder, which a search does not follow' },
      { path: 'outside.json', reason: 'a symbolic link that leaves the repository' },
      { path: 'sub/up', reason: 'a symbolic link to a folder, which a search does not follow' },
    ]);
  });

  it('knows where a link leads in a folder beside the working directory', () => {
    const [root, elsewhere] = [treeOf({ 'x.json': '{}' }), treeOf({})];
    mkdirSync(join(elsewhere, 'a'));
    writeFileSync(join(elsewhere, 'a/real.json'), '{}');
    symlinkSync('a/real.json', join(elsewhere, 'link.json'));
    const found = search(root, { paths: [elsewhere] });
    const shown = (name: string) => relative(root, join(elsewhere, name));
    expect(found.files).toEqual([shown('a/real.json'), shown('link.json')]);
    expect(found.targetOf?.(shown('link.json'))).toBe(shown('a/real.json'));
  });

  it('follows a link to a folder that is named', () => {
    const root = treeOf({ 'sub/x.json': '{"x":1}' });
    symlinkSync('sub', join(root, 'link'));
    const found = search(root, { paths: ['link'] });
    expect(found.files).toEqual(['link/x.json']);
    expect(found.read('link/x.json')).toEqual({ ok: true, text: '{"x":1}' });
  });

  it('never waits for a FIFO and says that it is one', () => {
    const root = treeOf({ 'a.json': '{}' });
    execFileSync('mkfifo', [join(root, 'pipe.json')]);
    const found = search(root);
    expect(found.files).toEqual(['a.json']);
    expect(found.leftOut).toEqual([{ path: 'pipe.json', reason: 'a FIFO, not a regular file' }]);
    expect(found.read('pipe.json')).toEqual({
      ok: false,
      problem: 'left-out',
      reason: 'a FIFO, not a regular file',
    });
    const named = search(root, { paths: ['pipe.json'] });
    expect(named.files).toEqual([]);
    expect(named.leftOut).toEqual([{ path: 'pipe.json', reason: 'a FIFO, not a regular file' }]);
  });

  it('says where a named path does not exist, and still finds the others', () => {
    const found = search(treeOf(TREE), { paths: ['nope.json', 'b.json', 'a.yaml/inner'] });
    expect(found.missing).toEqual(['nope.json', 'a.yaml/inner']);
    expect(found.about).toEqual(['b.json']);
    expect(found.files).toEqual(search(found.root).files);
    expect(found.searched).toBe(false);
    expect([found.isNamed('b.json'), found.isNamed('a.yaml')]).toEqual([true, false]);
  });

  it('finds a path once that is named twice, and shows paths from the root', () => {
    const root = treeOf(TREE);
    const found = search(join(root, 'packages'), {
      paths: ['p', 'p/agent.json', '../packages/p'],
      root: { root, git: kind === 'in a git tree' },
    });
    expect(found.about).toEqual(['packages/p/agent.json']);
    expect(found.folders).toEqual(['packages/p']);
  });

  it('sets aside what is excluded: folders once, files one by one, named files too', () => {
    const root = treeOf({ 'x/a.json': '{}', 'x/b.json': '{}', 'c.json': '{}', 'd.json': '{}' });
    const exclude = (path: string) => path === 'x' || path === 'c.json';
    const reason = 'excluded by the configuration or a flag';
    const found = search(root, { exclude });
    expect(found.files).toEqual(['d.json']);
    expect(found.leftOut.toSorted(byPath)).toEqual([
      { path: 'c.json', reason },
      { path: 'x', reason },
    ]);
    expect(search(root, { exclude, paths: ['c.json', 'x/a.json', 'd.json'] }).files).toEqual(['d.json']);
  });

  it('reads files outside the root that are named, shown from the working directory', () => {
    const both = makeTree({
      'here/a.json': '{}',
      'there/deep/b.json': '{"b":1}',
      'there/c.json': '{"c":1}',
      'else.json': '{}',
    });
    const cwd = join(both, 'here');
    if (kind === 'in a git tree') gitInit(cwd);
    const found = search(cwd, { paths: ['../there', '../there/c.json'], root: { root: cwd, git: false } });
    expect(found.files).toEqual(['../there/c.json', '../there/deep/b.json']);
    expect(found.read('../there/deep/b.json')).toEqual({ ok: true, text: '{"b":1}' });
    expect(found.folders).toEqual(['../there', '../there/deep']);
    expect(found.read('../there/other.json')).toMatchObject({ ok: false, problem: 'missing' });
    expect(found.read('../else.json')).toEqual({
      ok: false,
      problem: 'left-out',
      reason: 'outside the repository',
    });
  });
});

describe('a git tree', () => {
  it('leaves out what git ignores and what was deleted, and keeps what is tracked in spite of it', () => {
    const root = makeTree({
      '.gitignore': 'secret/\n*.local.json\n',
      'a.json': '{}',
      'b.local.json': '{}',
      'secret/c.json': '{}',
      'gone.json': '{}',
      'forced.local.json': '{}',
    });
    gitInit(root);
    execFileSync('git', ['-C', root, 'add', '-f', 'a.json', 'gone.json', 'forced.local.json']);
    rmSync(join(root, 'gone.json'));
    const found = search(root);
    expect(found.files).toEqual(['a.json', 'forced.local.json']);
    expect(found.leftOut.toSorted(byPath)).toEqual([
      { path: 'b.local.json', reason: 'ignored by git' },
      { path: 'secret', reason: 'ignored by git' },
    ]);
    expect(search(root, { paths: ['secret'] }).files).toEqual(['secret/c.json']);
    expect(search(root, { paths: ['secret', 'a.json'] }).about).toEqual(['a.json', 'secret/c.json']);
    expect(search(root, { paths: ['b.local.json'] }).about).toEqual(['b.local.json']);
  });

  it('does not say that it ignores folders in which there is nothing', () => {
    const root = makeTree({ 'a.json': '{}', '.gitignore': 'secret/\n', 'secret/b.json': '{}' });
    gitInit(root);
    mkdirSync(join(root, 'empty/inner/deep'), { recursive: true });
    expect(search(root).leftOut).toEqual([{ path: 'secret', reason: 'ignored by git' }]);
  });

  it('does not enter another repository inside it', () => {
    const root = makeTree({ 'a.json': '{}', 'inner/b.json': '{}' });
    gitInit(root);
    gitInit(join(root, 'inner'));
    expect(search(root).leftOut).toContainEqual({ path: 'inner', reason: 'another git repository' });
    expect(search(root).files).toEqual(['a.json']);
    expect(search(root, { paths: ['inner'] }).files).toEqual(['inner/b.json']);
  });

  it('runs nothing that the repository names in its configuration', () => {
    const root = makeTree({ 'a.json': '{}', '.gitignore': '*.log\n' });
    gitInit(root);
    const mark = join(root, 'mark');
    const script = join(root, 'evil.sh');
    writeFileSync(script, `#!/bin/sh\ntouch '${mark}'\n`);
    chmodSync(script, 0o755);
    for (const key of [
      'core.fsmonitor',
      'core.pager',
      'pager.ls-files',
      'core.sshCommand',
      'core.editor',
      'diff.external',
    ]) {
      execFileSync('git', ['-C', root, 'config', key, script]);
    }
    mkdirSync(join(root, '.git/hooks'), { recursive: true });
    for (const hook of ['post-index-change', 'fsmonitor-watchman', 'query-watchman', 'post-checkout']) {
      writeFileSync(join(root, '.git/hooks', hook), `#!/bin/sh\ntouch '${mark}'\n`, { mode: 0o755 });
    }
    execFileSync('git', ['-C', root, '-c', 'core.fsmonitor=false', 'update-index', '--add', 'a.json']);
    rmSync(mark, { force: true });
    expect(search(root).files).toEqual(['a.json']);
    expect(existsSync(mark)).toBe(false);
    // The trap is real: git itself walks into it.
    execFileSync('git', ['-C', root, 'ls-files', '-o']);
    expect(existsSync(mark)).toBe(true);
  });

  it('asks the repository of the folder, whatever repository a hook speaks of', () => {
    const root = makeTree({ 'a.json': '{}', 'b.json': '{}', '.gitignore': 'b.json\n' });
    const other = makeTree({ 'c.json': '{}' });
    gitInit(root);
    gitInit(other);
    vi.stubEnv('GIT_DIR', join(other, '.git'));
    vi.stubEnv('GIT_WORK_TREE', other);
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    expect(search(root).files).toEqual(['a.json']);
  });

  it('walks by itself where .gitignore is a FIFO, for which git would wait', () => {
    const root = makeTree({ 'a.json': '{}' });
    gitInit(root);
    execFileSync('mkfifo', [join(root, '.gitignore')]);
    expect(search(root).files).toEqual(['a.json']);
  });

  it('walks by itself where git does not know the repository', () => {
    const root = makeTree({ 'a.json': '{}', '.git/HEAD': 'nonsense' });
    expect(findRoot(root)).toEqual({ root, git: true });
    expect(search(root).files).toEqual(['a.json']);
  });

  it('does not read git files through a link', () => {
    const root = makeTree({});
    gitInit(root);
    symlinkSync('.git/config', join(root, 'config.json'));
    const found = search(root);
    expect(found.files).toEqual([]);
    expect(found.leftOut).toContainEqual({
      path: 'config.json',
      reason: "a symbolic link into git's own files",
    });
  });
});

describe('reading', () => {
  it('does not follow a folder that was replaced by a link out of the root', () => {
    const elsewhere = makeTree({ 'x.json': '{"secret":1}' });
    const root = makeTree({ 'sub/x.json': '{}' });
    const found = search(root);
    rmSync(join(root, 'sub'), { recursive: true });
    symlinkSync(elsewhere, join(root, 'sub'));
    expect(found.read('sub/x.json')).toEqual({
      ok: false,
      problem: 'left-out',
      reason: 'its folder leaves the repository by a link, or belongs to git',
    });
    expect(found.read('../x.json')).toEqual({
      ok: false,
      problem: 'left-out',
      reason: 'outside the repository',
    });
  });

  it('notes who asked for a file', () => {
    const found = search(makeTree({ 'a.json': '{}' }));
    found.read('a.json', 'b.json');
    found.read('a.json', 'c.json');
    found.read('a.json', 'b.json');
    expect(found.askedFor('a.json')).toEqual(['b.json', 'c.json']);
    expect(found.askedFor('b.json')).toEqual([]);
  });

  it('leaves out a socket', async () => {
    const root = makeTree({});
    const server = createServer();
    await new Promise<void>((done) => server.listen(join(root, 's.json'), done));
    const found = search(root);
    const read = found.read('s.json');
    server.close();
    expect(found.files).toEqual([]);
    expect(found.leftOut[0]).toEqual({ path: 's.json', reason: 'a socket, not a regular file' });
    expect(read.ok === false && read.problem).toBe('left-out');
  });

  it('gives a file that may not be read as unreadable', (ctx) => {
    if (process.getuid?.() === 0) ctx.skip('skipped: this user may read everything');
    const root = makeTree({ 'a.json': '{}' });
    chmodSync(join(root, 'a.json'), 0);
    expect(search(root).read('a.json')).toEqual({
      ok: false,
      problem: 'unreadable',
      reason: 'permission denied',
    });
  });
});

describe('the root', () => {
  it('is the nearest folder above with .git, which may be a file, else the start itself', () => {
    const root = makeTree({ '.git': 'gitdir: elsewhere', 'a/b/c.json': '{}' });
    expect(findRoot(join(root, 'a/b'))).toEqual({ root, git: true });
    const plain = makeTree({ 'a/b.json': '' });
    expect(findRoot(join(plain, 'a'))).toEqual({ root: join(plain, 'a'), git: false });
  });
});
