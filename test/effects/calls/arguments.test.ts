import { beforeAll, describe, expect, it } from 'vitest';
import { loadCalls } from '../../../src/effects/calls/index.js';
import { type Called, effectOf, MODEL, OTHER, textOf, wordOf } from './body-call.js';

beforeAll(() =>
  loadCalls([
    'import os, shutil, subprocess, asyncio, requests, sqlite3, pathlib',
    "import { exec } from 'child_process';\nimport 'fs'",
  ]),
);

const ts = (positional: Called['positional']): Called => ({
  language: 'typescript',
  positional: positional ?? [],
});
const py = (...positional: NonNullable<Called['positional']>): Called => ({ positional });

const all = (rows: [string, Called | undefined, string | undefined][]): void =>
  expect(rows.map(([name, called]) => `${name} ${wordOf(effectOf(name, called))}`)).toEqual(
    rows.map(([name, , effect]) => `${name} ${effect}`),
  );

describe('files', () => {
  it('are destroyed by removing and overwriting, and changed by appending and making', () => {
    all([
      ['shutil:rmtree', py('build'), 'destructive'],
      [':open', py('a.txt'), 'read'],
      [':open', py('a.txt', 'w'), 'destructive'],
      [':open', py('.tokens.json', 'w'), 'destructive'],
      [':open', py('a.txt', 'rb+'), 'destructive'],
      [':open', py('a.txt', 'a'), 'change'],
      [':open', py('a.txt', 'xb'), 'change'],
      [':open', { positional: ['a.txt'], named: { mode: 'w' } }, 'destructive'],
      [':open', py('a.txt', OTHER), 'unknown'],
      ['fs:promises.writeFile', ts(['a', 'b']), 'destructive'],
      ['node:fs/promises:default.writeFile', ts(['a', 'b', { flag: 'wx' }]), 'change'],
      ['fs:mkdirSync', ts(['a']), 'change'],
      ['pathlib:Path().resolve().parent.unlink', {}, 'destructive'],
      ['pathlib:Path().open', py('w'), 'destructive'],
    ]);
  });

  it('are named where the model chooses them, and not where they are below a fixed folder', () => {
    all([
      ['shutil:rmtree', py(MODEL), 'destructive of any path'],
      [':open', py(MODEL), 'read of any path'],
      [':open', py(textOf('notes/', MODEL)), 'read'],
      [':open', py({ kind: 'model', isWhole: false }), 'read'],
      ['pathlib:Path().read_text', { receiver: { kind: 'model', isWhole: true } }, 'read of any path'],
    ]);
  });

  it('are changed where the body made them for a while', () => {
    const result = { language: 'python', module: 'tempfile', path: ['mkdtemp'] } as const;
    all([['shutil:rmtree', py({ kind: 'other', result }), 'change']]);
  });
});

describe('processes', () => {
  it('are only asked whether they run by the signal 0', () => {
    all([
      [':process.kill', ts([OTHER, 0]), 'read'],
      [':process.kill', ts([OTHER, 'SIGTERM']), 'destructive'],
      [':process.kill', ts([OTHER]), 'destructive'],
      ['os:kill', py(OTHER, 0), 'read'],
      ['os:kill', py(OTHER, 9), 'destructive'],
      ['os:killpg', py(OTHER, OTHER), 'destructive'],
    ]);
  });

  it('are open-ended where the model chooses the program or writes text for a shell', () => {
    all([
      ['subprocess:run', py(MODEL), 'open-ended'],
      ['subprocess:run', { positional: [MODEL], named: { shell: true } }, 'open-ended'],
      ['subprocess:run', { positional: [textOf('ls ', MODEL)], named: { shell: true } }, 'open-ended'],
      ['subprocess:run', py(['bash', '-c', MODEL]), 'open-ended'],
      ['subprocess:run', py(['python', '-c', MODEL]), 'open-ended'],
      ['subprocess:run', py(['git', MODEL]), 'open-ended'],
      ['subprocess:run', py([MODEL, '--version']), 'open-ended'],
      ['os:system', py(textOf('echo ', MODEL)), 'open-ended'],
      ['asyncio:create_subprocess_exec', py('node', '-e', MODEL), 'open-ended'],
      ['asyncio:create_subprocess_shell', py(MODEL), 'open-ended'],
      ['child_process:exec', ts([textOf('cat ', MODEL)]), 'open-ended'],
      ['child_process:spawn', ts([MODEL, []]), 'open-ended'],
      ['child_process:spawn', ts(['ls', [MODEL], { shell: true }]), 'open-ended'],
    ]);
  });

  it('do what the table of command lines says of a constant program', () => {
    all([
      ['subprocess:run', py(['git', 'status']), 'read'],
      ['subprocess:run', py(['git', 'log', MODEL]), 'read'],
      ['subprocess:check_output', py(['git', 'push', 'origin', OTHER]), 'outward'],
      ['os:system', py('rm -rf build'), 'destructive'],
      ['child_process:execFileSync', ts(['git', ['push', '--force']]), 'destructive'],
      ['subprocess:run', py(['bash', 'deploy.sh']), 'outward'],
      ['subprocess:run', py(['my-tool', 'do']), 'unknown'],
      ['subprocess:run', py(['python', 'train.py', MODEL]), 'unknown'],
      ['subprocess:run', py(OTHER), 'unknown'],
      ['subprocess:Popen().communicate', py(), 'read'],
      ['subprocess:Popen().communicate', { named: { input: MODEL } }, 'open-ended'],
    ]);
  });

  it('are not chosen by the model through options in the place of a word', () => {
    all([
      ['child_process:spawn', ts(['bash', { cwd: MODEL }]), 'unknown'],
      ['child_process:spawn', ts(['git', ['log', { cwd: MODEL }]]), 'read'],
      ['child_process:exec', ts([{ command: MODEL }]), 'unknown'],
      ['os:execle', py('/bin/bash', 'bash', 'task.sh', 'now', { NAME: MODEL }), 'unknown'],
    ]);
  });

  it('are contained by a container without network, or without anything of the host', () => {
    const run = ['docker', 'run', '--rm'];
    all([
      ['subprocess:run', py([...run, '--network', 'none', '-v', '.:/w', 'python', '-c', MODEL]), 'change'],
      ['subprocess:run', py([...run, 'python:3', 'python', '-c', MODEL]), 'change'],
      ['subprocess:run', py([...run, '-v', '/:/host', 'python:3', 'sh', '-c', MODEL]), 'open-ended'],
      ['subprocess:run', py([...run, '--privileged', 'python:3', 'sh', '-c', MODEL]), 'open-ended'],
    ]);
  });
});

describe('program text', () => {
  it('is open-ended where the model writes any of it', () => {
    all([
      [':eval', py(MODEL), 'open-ended'],
      [':exec', py(textOf('x = ', MODEL)), 'open-ended'],
      [':exec', py('x = 1'), 'unknown'],
      [':Function', ts([MODEL]), 'open-ended'],
      [':eval', ts([MODEL]), 'open-ended'],
      ['node:vm:default.runInNewContext', ts([MODEL]), 'open-ended'],
    ]);
  });
});

describe('requests', () => {
  it('are read by their method and by the words of their path', () => {
    const post = (url: string): Called => ts([url, { method: 'POST' }]);
    all([
      [':fetch', ts(['https://example.com/a']), 'read'],
      [':fetch', ts(['https://example.com/a', { method: 'DELETE' }]), 'destructive'],
      [':fetch', post('https://api.example.com/v1/orders'), 'outward'],
      [':fetch', post('https://api.example.com/v1/charges/1/refunds?x=1'), 'outward'],
      [':fetch', post('https://api.example.com/transfers'), 'outward'],
      [':fetch', post('https://api.example.com/messages'), 'outward'],
      [':fetch', post('https://api.anthropic.com/v1/messages'), 'read'],
      [':fetch', post('https://api.example.com/orders/search'), 'read'],
      [':fetch', post('https://api.example.com/search/orders'), 'read'],
      [':fetch', post('https://api.example.com/v1/query/messages'), 'read'],
      [':fetch', post('https://api.example.com/orders/_search'), 'read'],
      [':fetch', post('https://api.example.com/chat/messages'), 'outward'],
      [':fetch', post('https://api.example.com/search/orders/cancel'), 'destructive'],
      [':fetch', post('https://api.example.com/oauth/token'), 'read'],
      [':fetch', post('https://api.example.com/v1/embeddings'), 'read'],
      [':fetch', post('https://api.example.com/notes'), 'change'],
      [
        ':fetch',
        ts([textOf('https://api.github.com/repos/', MODEL, '/issues'), { method: 'POST' }]),
        'outward',
      ],
      [':fetch', post('https://api.example.com/repos/a/b/pulls'), 'outward'],
      [':fetch', post('https://api.example.com/projects/1/merge_requests'), 'outward'],
      [':fetch', post('https://api.example.com/api/pull'), 'change'],
      [':fetch', ts(['https://api.example.com/users/1/password', { method: 'PUT' }]), 'outward'],
      [
        ':fetch',
        ts(['https://api.example.com/users/1', { method: 'PATCH', body: { newPassword: MODEL } }]),
        'outward',
      ],
      [
        ':fetch',
        ts(['https://api.example.com/users/1', { method: 'PATCH', body: { name: MODEL } }]),
        'change',
      ],
      [':fetch', ts(['https://api.example.com/orders', { method: 'PATCH' }]), 'change'],
      [':fetch', ts([textOf(OTHER, '/orders/', MODEL, '/cancel'), { method: 'POST' }]), 'destructive'],
      [':fetch', ts(['https://example.com', { method: OTHER }]), 'unknown'],
      [':fetch', ts(['https://example.com', OTHER]), 'unknown'],
    ]);
  });

  it('do what the operation says on a server of GraphQL', () => {
    const graphql = (query: string | symbol) =>
      ts(['https://api.example.com/graphql', { method: 'POST', body: { query, variables: { id: MODEL } } }]);
    const named = (query: string) => ({
      ...py('https://api.example.com/graphql'),
      named: { json: { query } },
    });
    all([
      [':fetch', graphql('query One($id: ID!) { order(id: $id) { id } }'), 'read'],
      [':fetch', graphql('\n  { orders { id } }'), 'read'],
      [':fetch', graphql('# mutation\nfragment F on Order { id } query { orders { ...F } }'), 'read'],
      [':fetch', graphql('mutation { cancelOrder { id } }'), 'destructive'],
      [':fetch', graphql('query { a { id } } mutation { cancelOrder { id } }'), 'destructive'],
      [':fetch', graphql(MODEL), 'destructive'],
      [':fetch', graphql(OTHER), 'destructive'],
      ['requests:post', named('query { orders { id } }'), 'read'],
      ['requests:post', named('mutation { cancelOrder { id } }'), 'destructive'],
    ]);
  });

  it('are open where the model chooses the host, and raw where it chooses the method', () => {
    all([
      [':fetch', ts([MODEL]), 'read of any address'],
      [':fetch', ts([textOf('https://', MODEL)]), 'read of any address'],
      [':fetch', ts([textOf('https://api.example.com/', MODEL)]), 'read'],
      [':fetch', ts([MODEL, { method: 'POST' }]), 'outward of any address'],
      [':fetch', ts(['https://example.com', { method: MODEL }]), 'open-ended'],
    ]);
  });
});

it('knows nothing of a local module with the name of a package', () => {
  all([
    ['./shutil:rmtree', py('build'), undefined],
    ['.shutil:rmtree', py('build'), undefined],
    ['@/lib/fs:rm', ts(['a']), undefined],
  ]);
});
