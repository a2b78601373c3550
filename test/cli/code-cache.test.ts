import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { BIN, folderWith, runBinary, scriptHook } from './run-cli.js';

/** Counts the scripts that are compiled with a code cache that V8 takes, and those without. */
const HOOK = `const { AS } = process.env;
if (AS) for (const [name, value] of Object.entries(JSON.parse(AS))) Object.defineProperty(process, name, { value });
${scriptHook('{ taken: 0, compiled: 0 }', "noted[isTaken ? 'taken' : 'compiled']++;")}`;

const AGENT = '{ "agent": { "model": "m" }, "multi_agent": { "enabled": true } }';

let folder: string;
let home: string;

beforeEach(() => {
  folder = folderWith({ 'a.agent.json': AGENT, 'hook/hook.cjs': HOOK, 'home/empty.txt': '' });
  home = join(folder, 'home');
});

function run(env: Record<string, string> = {}, options = '') {
  const list = join(folder, 'hook/count.json');
  const { status, stdout, stderr } = runBinary(folder, ['check', 'a.agent.json'], '', {
    NODE_OPTIONS: `--require ${JSON.stringify(join(folder, 'hook/hook.cjs'))} ${options}`,
    LIST: list,
    XDG_CACHE_HOME: home,
    ...env,
  });
  expect([status, stderr]).toEqual([1, '']);
  expect(stdout).toContain('delegation/unbounded');
  return JSON.parse(readFileSync(list, 'utf8')) as { taken: number; compiled: number };
}

/** What the first run compiles. */
const all = expect.objectContaining({ taken: 0, compiled: expect.any(Number) });

/** Files that were kept, from the user's folder on. */
const kept = () =>
  readdirSync(join(home, 'agent-lint'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.cjs'),
  );

test('the first run keeps the code that it compiled, and the next one compiles nothing', () => {
  const { taken, compiled } = run();
  expect(taken).toBe(0);
  expect(compiled).toBeGreaterThan(2);
  expect(run()).toEqual({ taken: compiled, compiled: 0 });
  expect(kept()).toHaveLength(compiled);
});

test('what a later run calls in the same script is kept, too: by the 2nd run, and not by the 3rd', () => {
  const plain = () =>
    statSync(join(home, 'agent-lint', kept().find((name) => name.endsWith('plain.cjs')) ?? ''));
  run();
  const first = plain().size;
  writeFileSync(
    join(folder, 'a.agent.json'),
    AGENT.replace('}', ', "tools": [{ "name": "refund_order" }] }'),
  );
  run();
  const { size, mtimeMs } = plain();
  expect(size).toBeGreaterThan(first);
  expect(run().compiled).toBe(0);
  expect(plain().mtimeMs).toBe(mtimeMs);
});

test('it is in a folder that only this user reads and writes, and not in the package', () => {
  const before = readdirSync(dirname(BIN), { recursive: true }).length;
  run();
  for (const one of ['agent-lint', 'agent-lint/code', join('agent-lint', dirname(kept()[0] ?? ''))])
    expect(statSync(join(home, one)).mode & 0o777).toBe(0o700);
  expect(readdirSync(dirname(BIN), { recursive: true })).toHaveLength(before);
});

test('it lies below the home of the user without XDG_CACHE_HOME', () => {
  run({ XDG_CACHE_HOME: '', HOME: home });
  expect(readdirSync(join(home, process.platform === 'darwin' ? 'Library/Caches' : '.cache'))).toEqual([
    'agent-lint',
  ]);
});

test('a path that is not absolute names no folder for it', () => {
  expect(run({ XDG_CACHE_HOME: 'home', HOME: 'home' })).toEqual(all);
  expect(run({ XDG_CACHE_HOME: 'home', HOME: 'home' })).toEqual(all);
  expect(readdirSync(home)).toEqual(['empty.txt']);
});

test.skipIf(process.platform === 'win32').each<[string, (path: string) => void]>([
  ['a pipe', (path) => execFileSync('mkfifo', [path])],
  ['a link', (path) => symlinkSync(join(folder, 'a.agent.json'), path)],
  ['a folder', (path) => mkdirSync(path)],
  [
    'larger than any script',
    (path) => {
      writeFileSync(path, '');
      truncateSync(path, 1 << 30);
    },
  ],
])('what is %s in the place of kept code is not read', (_, put) => {
  const { compiled } = run();
  for (const path of kept().map((name) => join(home, 'agent-lint', name))) {
    rmSync(path);
    put(path);
  }
  expect(run()).toEqual({ taken: 0, compiled });
});

test('AGENT_LINT_CACHE=off neither takes nor keeps any', () => {
  run();
  const before = kept();
  expect(run({ AGENT_LINT_CACHE: 'off' }).taken).toBe(0);
  expect(kept()).toEqual(before);
});

test.each([
  ['another version of Node', { version: 'v20.19.0' }],
  ['another machine', { arch: 'other' }],
  ['another system', { platform: 'other' }],
  ['a V8 with other settings', { config: { variables: { v8_enable_i18n_support: 0 } } }],
])('%s takes none of them', (_, other) => {
  run();
  expect(run({ AS: JSON.stringify(other) })).toEqual(all);
});

test('a V8 with other flags takes none of them, and keeps its own', () => {
  const { compiled } = run();
  expect(run({}, '--max-old-space-size=3000')).toEqual(all);
  expect(run({}, '--max-old-space-size=3000')).toEqual({ taken: compiled, compiled: 0 });
});

test('a cache that is cut in half is compiled again, and is whole then', () => {
  const { compiled } = run();
  const sizes = new Map(kept().map((name) => [name, statSync(join(home, 'agent-lint', name)).size]));
  for (const [name, size] of sizes) truncateSync(join(home, 'agent-lint', name), size >> 1);
  const [first = ''] = sizes.keys();
  writeFileSync(join(home, 'agent-lint', first), '');
  expect(run()).toEqual({ taken: 0, compiled });
  expect(run()).toEqual({ taken: compiled, compiled: 0 });
});

describe('a folder that others could have written into is not used:', () => {
  const unused = () => {
    expect(run()).toEqual(all);
    expect(run()).toEqual(all);
  };

  test('one that a group or others may read or write', () => {
    mkdirSync(join(home, 'agent-lint'));
    chmodSync(join(home, 'agent-lint'), 0o775);
    unused();
    expect(kept()).toEqual([]);
  });

  test('a symbolic link', () => {
    mkdirSync(join(folder, 'other'), { mode: 0o700 });
    symlinkSync(join(folder, 'other'), join(home, 'agent-lint'));
    unused();
    expect(readdirSync(join(folder, 'other'))).toEqual([]);
  });

  test.skipIf(process.getuid?.() !== 0)('that of another user (skipped: only root can make one)', () => {
    run();
    chownSync(join(home, 'agent-lint'), 65_534, 65_534);
    unused();
  });
});

test.each([
  ['is a file', () => writeFileSync(join(home, 'agent-lint'), '')],
  [
    'cannot be made',
    () => {
      home = join(folder, 'a.agent.json');
    },
  ],
])('a run whose folder %s says nothing of it', (_, spoil) => {
  spoil();
  expect(run()).toEqual(all);
});
