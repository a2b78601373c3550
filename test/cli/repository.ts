import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Run, runCli } from './run-cli.js';

/** A real repository, removed after the test. */
export interface Repository {
  folder: string;
  git(...args: string[]): string;
  write(name: string, text: string): void;
  remove(name: string): void;
  /** Commits everything, and gives the full name of the commit. */
  commit(message?: string): string;
  /** Runs the command line in it. */
  run(...args: string[]): Promise<Run>;
}

const SETTINGS = ['user.name=Test', 'user.email=test@example.com', 'protocol.file.allow=always'].flatMap(
  (setting) => ['-c', setting],
);

/** Git as nobody's machine has it configured. */
export const gitIn = (folder: string, args: readonly string[]): string =>
  ranIn(folder, 'git', [...SETTINGS, ...args]);

/** Calls of git, one after the other until one fails, in a shell: a process is dear where the one that starts it is large. */
const gitsIn = (folder: string, ...calls: readonly (readonly string[])[]): string => {
  const script = calls.map((args) => `git ${[...SETTINGS, ...args].map(quoted).join(' ')}`).join(' && ');
  return ranIn(folder, 'sh', ['-c', script]);
};

const quoted = (word: string) => `'${word.replaceAll("'", String.raw`'\''`)}'`;

const ranIn = (folder: string, program: string, args: readonly string[]): string =>
  execFileSync(program, args, {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH ?? '', HOME: folder, GIT_CONFIG_NOSYSTEM: '1' },
  }).trim();

/** A folder of its own, removed after the test. */
export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'agent-lint-git-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A repository in a folder that exists. */
export function repositoryAt(folder: string): Repository {
  const git = (...args: string[]) => gitIn(folder, args);
  return {
    folder,
    git,
    write(name, text) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    },
    remove: (name) => rmSync(join(folder, name)),
    commit: (message = 'Change') =>
      gitsIn(folder, ['add', '-A'], ['commit', '-q', '-m', message], ['rev-parse', 'HEAD']),
    run: (...args) => runCli(folder, args),
  };
}

/** A new repository with one commit of these files on `main`, on the branch `change`. */
export function newRepository(files: Record<string, string>, ...init: string[]): Repository {
  const repository = repositoryAt(temporaryFolder());
  for (const [name, text] of Object.entries(files)) repository.write(name, text);
  gitsIn(
    repository.folder,
    ['init', '-q', '-b', 'main', ...init],
    ['add', '-A'],
    ['commit', '-q', '-m', 'Start'],
    ['checkout', '-q', '-b', 'change'],
  );
  return repository;
}
