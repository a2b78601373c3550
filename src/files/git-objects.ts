import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { nearest } from '../model/nearest.js';
import { askGit } from './run-git.js';
import { disk, lookIn } from './store.js';
import { isBelow } from './symlinks.js';

/** A file of a commit or of the index. */
export interface GitEntry {
  /** Relative to the top of the repository, with `/`. */
  path: string;
  /** Name of the object that holds its bytes: SHA-1 or SHA-256, as the repository has it. */
  oid: string;
  kind: 'file' | 'link' | 'repository';
}

/** Files of one state of a repository, by path. */
export type GitTree = ReadonlyMap<string, GitEntry>;

/** Something that git could not say, as a sentence for a user, with a way out. */
export class GitError extends Error {}

/** Milliseconds for calls that read objects: a large repository takes its time. */
const LONG = 120_000;

/**
 * The commit that a user's words name.
 * @throws {GitError} where there is none; the words are quoted, and a clone without it gets the line that fetches it.
 */
export function commitOf(root: string, ref: string): string {
  if (ref.startsWith('-'))
    throw new GitError(`\`${ref}\` looks like an option, not like a commit or branch.`);
  if (ref === '' || /[\0\n]/.test(ref)) throw new GitError(`\`${ref}\` names no commit or branch.`);
  const answer = askGit(root, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`]);
  if (answer.ok) return answer.output.toString('utf8').trim();
  const why = askGit(root, ['rev-parse', '--git-dir']);
  if (!why.ok) throw new GitError(`\`${ref}\` cannot be read from git: ${why.reason}.`);
  if (isOwnHistory(ref)) throw new GitError(`\`${ref}\` names no commit: ${whyNoParent(root)}`);
  const names = refNames(root);
  const meant = names.find((name) => name.endsWith(`/${ref}`)) ?? nearest(ref, names);
  const fetch = meant === undefined ? 'Fetch it' : `Did you mean \`${meant}\`? Otherwise fetch it`;
  throw new GitError(`Unknown commit or branch \`${ref}\`. ${fetch} first: ${fetchLine(root, ref)}`);
}

/** HEAD or a commit before it, `HEAD^1`: no branch of that name can be fetched. */
const isOwnHistory = (ref: string): boolean => /^(?:HEAD|@)(?:$|[\^~@])/.test(ref);

function whyNoParent(root: string): string {
  if (isShallow(root)) return 'this clone is shallow. Fetch more history first: git fetch --deepen=50 origin';
  const head = askGit(root, ['rev-parse', '--verify', '--quiet', 'HEAD']);
  return head.ok ? 'the history does not go back that far.' : 'the repository has no commit yet.';
}

/** A commit as git shortens it in this repository. */
export function shortName(root: string, commit: string): string {
  const answer = askGit(root, ['rev-parse', '--short', commit]);
  return answer.ok ? answer.output.toString('utf8').trim() : commit;
}

/** Branches, branches of remotes and tags, as people write them. */
const refNames = (root: string) =>
  lines(
    askGit(root, ['for-each-ref', '--format=%(refname:short)', 'refs/heads', 'refs/remotes', 'refs/tags']),
  );

const lines = (answer: ReturnType<typeof askGit>) =>
  answer.ok ? answer.output.toString('utf8').split('\n').filter(Boolean) : [];

/**
 * The commit at which the history of `HEAD` and of another commit part.
 * @throws {GitError} where there is none, or the clone is too shallow to know.
 */
export function mergeBase(root: string, ref: string): string {
  const commit = commitOf(root, ref);
  const head = commitOf(root, 'HEAD');
  const answer = askGit(root, ['merge-base', head, commit], { timeout: LONG });
  if (answer.ok) return answer.output.toString('utf8').trim();
  const shallow = isShallow(root) ? 'This clone is shallow: ' : '';
  throw new GitError(
    `${shallow}HEAD and \`${ref}\` have no common ancestor here. Fetch more history: ${fetchLine(root, ref)}`,
  );
}

function isShallow(root: string): boolean {
  const answer = askGit(root, ['rev-parse', '--is-shallow-repository']);
  return answer.ok && answer.output.toString('utf8').trim() === 'true';
}

/**
 * The command that fetches what a ref names: `git fetch --depth=50 origin main:refs/remotes/origin/main`. Only a shallow
 * clone gets a depth: it would cut the history of a full one.
 */
function fetchLine(root: string, ref: string): string {
  const remotes = lines(askGit(root, ['remote']));
  const plain = ref.replace(/^refs\/(?:remotes|heads)\//, '').replace(/[\^~@].*$/s, '');
  const remote = remotes.find((name) => plain.startsWith(`${name}/`)) ?? remotes[0] ?? 'origin';
  const branch = plain.startsWith(`${remote}/`) ? plain.slice(remote.length + 1) : plain;
  const isCommit = /^[\da-f]{40,64}$/.test(branch);
  const target = isCommit ? branch : `${branch}:refs/remotes/${remote}/${branch}`;
  return `git fetch ${isShallow(root) ? '--depth=50 ' : ''}${remote} ${target}`;
}

const KINDS: Readonly<Record<string, GitEntry['kind']>> = {
  '120000': 'link',
  '160000': 'repository',
};

/** The files of a commit. @throws {GitError} where git cannot list them. */
export function treeOf(root: string, commit: string): GitTree {
  return entriesOf(
    askGit(root, ['ls-tree', '-r', '-z', '--full-tree', commit], { timeout: LONG, isOfNames: true }),
    // mode type oid\tpath
    (line) => /^(\d{6}) \w+ ([\da-f]+)\t(.*)$/s.exec(line),
  );
}

/**
 * The files of the index, as the next commit will have them; of an unmerged file the version of this branch.
 * @throws {GitError} where git cannot list them.
 */
export function indexOf(root: string): GitTree {
  const index = commitIndex(root);
  return entriesOf(
    askGit(root, ['ls-files', '-s', '-z', '--full-name'], { timeout: LONG, ...(index ? { index } : {}) }),
    // mode oid stage\tpath
    (line) => /^(\d{6}) ([\da-f]+) [0-2]\t(.*)$/s.exec(line),
  );
}

/** Files that a sparse checkout leaves out of the work tree, by path. @throws {GitError} where git cannot list them. */
export function notCheckedOut(root: string): ReadonlySet<string> {
  const answer = askGit(root, ['ls-files', '-t', '-z', '--full-name'], { timeout: LONG });
  if (!answer.ok) throw new GitError(`git cannot list the files: ${answer.reason}.`);
  const lines = answer.output.toString('utf8').split('\0');
  return new Set(lines.filter((line) => line.startsWith('S ')).map((line) => line.slice(2)));
}

/** `git commit FILE` makes its commit from an index of its own, and names it to hooks. */
function commitIndex(root: string): string | undefined {
  const named = process.env.GIT_INDEX_FILE;
  if (named === undefined || named === '') return undefined;
  const answer = askGit(root, ['rev-parse', '--absolute-git-dir']);
  const absolute = resolve(named);
  const isOurs = answer.ok && isBelow(absolute, answer.output.toString('utf8').trim());
  return isOurs && lookIn(disk, absolute) ? absolute : undefined;
}

function entriesOf(
  answer: ReturnType<typeof askGit>,
  read: (line: string) => RegExpExecArray | null,
): Map<string, GitEntry> {
  if (!answer.ok) throw new GitError(`git cannot list the files: ${answer.reason}.`);
  const entries = new Map<string, GitEntry>();
  for (const line of answer.output.toString('utf8').split('\0')) {
    const [, mode = '', oid = '', path = ''] = read(line) ?? [];
    if (path === '' || entries.has(path)) continue;
    entries.set(path, { path, oid, kind: KINDS[mode] ?? 'file' });
  }
  return entries;
}

/** The top of a repository's work tree. @throws {GitError} outside of one, and in a bare repository. */
export function workTreeOf(folder: string): string {
  const answer = askGit(folder, ['rev-parse', '--show-toplevel']);
  if (answer.ok) return answer.output.toString('utf8').replace(/\r?\n$/, '');
  throw new GitError(`${folder} is in no work tree of git: ${answer.reason}.`);
}

/** Bytes of objects by name. An object that is missing (a partial clone) is left out. */
export type BlobReader = (oids: readonly string[]) => ReadonlyMap<string, Buffer>;

/** Reads objects as they are stored: no filter, no conversion of line ends, no text conversion. */
export function blobReader(root: string): BlobReader {
  const known = new Map<string, Buffer>();
  return (oids) => {
    const wanted = [...new Set(oids)].filter((oid) => !known.has(oid));
    for (let at = 0; at < wanted.length; at += MOST_AT_ONCE) {
      const some = wanted.slice(at, at + MOST_AT_ONCE);
      const answer = askGit(root, ['cat-file', '--batch'], {
        input: `${some.join('\n')}\n`,
        timeout: LONG,
        isOfNames: true,
      });
      if (!answer.ok) throw new GitError(`git cannot read files: ${answer.reason}.`);
      for (const [oid, bytes] of objectsIn(answer.output)) known.set(oid, bytes);
    }
    return known;
  };
}

/** Bytes of objects by name, without reading them. An object that is missing is left out. */
export function blobSizes(root: string, oids: readonly string[]): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>();
  if (oids.length === 0) return sizes;
  const answer = askGit(root, ['cat-file', '--batch-check=%(objectname) %(objectsize)'], {
    input: `${[...new Set(oids)].join('\n')}\n`,
    timeout: LONG,
    isOfNames: true,
  });
  if (!answer.ok) throw new GitError(`git cannot read files: ${answer.reason}.`);
  for (const line of answer.output.toString('latin1').split('\n')) {
    const [oid = '', size] = line.split(' ');
    if (size !== undefined && size !== 'missing') sizes.set(oid, Number(size));
  }
  return sizes;
}

/** Objects that one call of git reads. */
const MOST_AT_ONCE = 5_000;

/** What `cat-file --batch` prints: a line `oid type size`, the bytes, a line end. */
function* objectsIn(output: Buffer): Generator<[string, Buffer]> {
  let at = 0;
  while (at < output.length) {
    const end = output.indexOf(10, at);
    if (end < 0) return;
    const [oid = '', type, size] = output.toString('latin1', at, end).split(' ');
    at = end + 1;
    if (type === 'missing' || size === undefined) continue;
    const length = Number(size);
    yield [oid, output.subarray(at, at + length)];
    at += length + 1;
  }
}

/** The name that git gives to bytes, in a repository whose names have as many digits as `like`. */
export function blobName(bytes: Buffer, like: string): string {
  return createHash(like.length === 64 ? 'sha256' : 'sha1')
    .update(`blob ${bytes.length}\0`)
    .update(bytes)
    .digest('hex');
}
