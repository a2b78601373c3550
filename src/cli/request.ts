import { existsSync } from 'node:fs';
import { globProblem } from '../config/index.js';
import { GitError } from '../files/git-objects.js';
import { MAX_SOURCE_BYTES, suggestPath } from '../files/index.js';
import { nearest } from '../model/nearest.js';
import type { RepositoryRequest } from '../project/repository.js';
import { lastOf, listOf } from '../project/arguments.js';
import { COMMAND_NAMES } from './command-names.js';
import { UsageError } from '../project/usage-error.js';
import { note } from './output.js';

/** The configuration to use: `--config FILE`, `--no-config`, or what is found. */
export function configOf(args: Record<string, unknown>): { config?: string | false; policy?: string } {
  const last: unknown = Array.isArray(args.config) ? args.config.at(-1) : args.config;
  const policy = policyOf(args);
  if (last === false) return { config: false, ...policy };
  const file = lastOf(last, 'config');
  if (file === undefined) return policy;
  if (!existsSync(file)) {
    const near = suggestPath(file);
    throw new UsageError(`--config ${file}: no such file.${near ? ` Did you mean \`${near}\`?` : ''}`);
  }
  return { config: file, ...policy };
}

/** The policy in force: `--policy FILE`, else `AGENT_LINT_POLICY`. One that does not exist is a mistake of its own. */
function policyOf(args: Record<string, unknown>): { policy?: string } {
  const file = lastOf(args.policy, 'policy') ?? process.env.AGENT_LINT_POLICY;
  return file === undefined || file === '' ? {} : { policy: file };
}

/** The state of the repository that was asked for: `--staged`, `--since`, `--new-since` and `--config-from`. */
export function repositoryOf(args: Record<string, unknown>): RepositoryRequest {
  const since = lastOf(args.since, 'since');
  const newSince = lastOf(args['new-since'], 'new-since');
  const configFrom = lastOf(args['config-from'], 'config-from');
  if (args.stdin === true && (args.staged === true || since !== undefined))
    throw new UsageError('--stdin checks one text. Remove --staged or --since.');
  return {
    ...(args.staged === true ? { staged: true } : {}),
    ...(since === undefined ? {} : { since }),
    ...(newSince === undefined ? {} : { newSince }),
    ...(configFrom === undefined ? {} : { configFrom }),
  };
}

/** Turns what git cannot do into wrong usage: the message has the way out. */
export async function withGit<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof GitError) throw new UsageError(error.message);
    throw error;
  }
}

/** The baseline that was asked for: `--baseline FILE`, `--no-baseline`, or the one at the root. */
export function baselineOf(args: Record<string, unknown>): { baseline?: string | false } {
  const last: unknown = Array.isArray(args.baseline) ? args.baseline.at(-1) : args.baseline;
  if (last === false) {
    if (args['update-baseline'] === true)
      throw new UsageError('--update-baseline writes a baseline, and --no-baseline uses none: choose one.');
    return { baseline: false };
  }
  const file = lastOf(last, 'baseline');
  if (file === undefined) return {};
  if (!existsSync(file) && args['update-baseline'] !== true) {
    throw new UsageError(`--baseline ${file}: no such file. --update-baseline writes it.`);
  }
  return { baseline: file };
}

/** The globs of `--exclude`. @throws {UsageError} for a form of globs that is not supported. */
export function excludesOf(args: Record<string, unknown>): string[] {
  const globs = listOf(args.exclude, 'exclude');
  for (const glob of globs) {
    const problem = globProblem(glob);
    if (problem !== undefined) throw new UsageError(`--exclude: the glob \`${glob}\` ${problem}.`);
  }
  return globs;
}

/** The bytes on standard input and the path that they stand for; no more of them than shows that they are too many. */
export async function readStdin(
  args: Record<string, unknown>,
): Promise<{ filename: string; text: Uint8Array }> {
  const filename = lastOf(args['stdin-filename'], 'stdin-filename');
  if (filename === undefined)
    throw new UsageError('--stdin needs --stdin-filename: the name decides how the text is read.');
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of process.stdin) {
    chunks.push(chunk as Buffer);
    length += (chunk as Buffer).length;
    if (length > MAX_SOURCE_BYTES) break;
  }
  return { filename, text: Buffer.concat(chunks) };
}

/** Reports the named paths that do not exist, with a suggestion. Gives whether there were any. */
export function reportMissing(missing: readonly string[], named: readonly string[]): boolean {
  for (const path of missing) {
    if (path === '') {
      note('A path is empty. Without a path, the working directory is checked.');
      continue;
    }
    const isWord = !path.includes('/') && !path.includes('.');
    const command = isWord && named[0] === path ? nearest(path, COMMAND_NAMES) : undefined;
    const near = suggestPath(path);
    const meant = command
      ? ` Did you mean the command \`${command}\`?`
      : near
        ? ` Did you mean \`${near}\`?`
        : '';
    note(`${path}: no such file or folder.${meant}`);
  }
  return missing.length > 0;
}
