import { join } from 'node:path';
import { blobName, blobReader, blobSizes, type GitEntry, type GitTree } from './git-objects.js';
import { MAX_SOURCE_BYTES } from './limits.js';
import { mostAlike } from './similar.js';
import { bytesAt, disk, lookIn } from './store.js';

/** What differs between two states of a repository. Paths are relative to the top of the work tree. */
export interface ChangedFiles {
  /** Files of the later state that are new or differ. */
  changed: readonly string[];
  /** Files of the earlier state that are gone, those that were renamed left out. */
  removed: readonly string[];
  /** The earlier name of files that were renamed. */
  renamed: ReadonlyMap<string, string>;
}

/**
 * What differs between two trees of the repository at `top`, by the names of their objects. Only the files that may matter
 * and may have been renamed are read.
 */
export function changedBetween(
  top: string,
  before: GitTree,
  after: GitTree,
  isWanted: (path: string) => boolean,
): ChangedFiles {
  const isSame = (entry: GitEntry) => {
    const old = before.get(entry.path);
    return old !== undefined && old.oid === entry.oid && old.kind === entry.kind;
  };
  return withRenames(
    [...after.values()].filter((entry) => !isSame(entry)),
    [...before.values()].filter(({ path }) => !after.has(path)),
    (path) => after.get(path)?.oid,
    before,
    (added, gone) => {
      const wanted = added.filter(({ path }) => isWanted(path));
      const texts = readSmall(top, wanted);
      return alike(
        wanted,
        ({ oid }) => texts(oid),
        gone.filter(({ path }) => isWanted(path)),
        top,
      );
    },
  );
}

/**
 * What differs between a tree and the work tree, among the files that may matter. Files are compared by the names that git
 * gives to their bytes as they are on disk: no filter of the repository runs. A file whose line ends alone differ counts
 * as unchanged, since git may convert them.
 */
export function changedOnDisk(
  top: string,
  before: GitTree,
  files: readonly string[],
  isWanted: (path: string) => boolean,
): ChangedFiles {
  const names = new Map<string, string>();
  const changed: GitEntry[] = [];
  const some = [...before.values()][0]?.oid ?? '';
  const isLink = (path: string): boolean => lookIn(disk, join(top, path))?.isSymbolicLink() === true;
  const present = new Set(files);
  // A link that leaves the root is not found, and may stand where a file was.
  const links = [...before.values()].flatMap(({ path, kind }) =>
    kind !== 'repository' && isWanted(path) && !present.has(path) && isLink(path) ? [path] : [],
  );
  for (const path of [...files, ...links]) {
    const old = before.get(path);
    const bytes = bytesAt(join(top, path));
    if (bytes === undefined) continue;
    const like = old?.oid ?? some;
    const oid = blobName(bytes, like);
    if (old !== undefined && (old.oid === oid || old.oid === blobName(withoutReturns(bytes), like))) continue;
    names.set(path, oid);
    changed.push({ path, oid, kind: isLink(path) ? 'link' : 'file' });
  }
  const removed = [...before.values()].filter(
    ({ path, kind }) =>
      kind !== 'repository' && isWanted(path) && !present.has(path) && !lookIn(disk, join(top, path)),
  );
  return withRenames(
    changed,
    removed,
    (path) => names.get(path),
    before,
    (added, gone) => alike(added, ({ path }) => bytesAt(join(top, path)), gone, top),
  );
}

/** Bytes of the entries that are no larger than a program may be, read from git at once. */
function readSmall(top: string, entries: readonly GitEntry[]): (oid: string) => Buffer | undefined {
  const oids = entries.flatMap(({ kind, oid }) => (kind === 'file' ? [oid] : []));
  if (oids.length === 0) return () => undefined;
  const sizes = blobSizes(top, oids);
  const known = blobReader(top)(oids.filter((oid) => (sizes.get(oid) ?? Infinity) <= MAX_SOURCE_BYTES));
  return (oid) => known.get(oid);
}

/** Most pairs of a new and a removed file that are compared. With more, no renaming is detected. */
const MOST_PAIRS = 100_000;

type FindAlike = (added: readonly GitEntry[], gone: readonly GitEntry[]) => ReadonlyMap<string, string>;

/** The new files that are mostly a file that is gone, as git sees renames: by their lines. */
function alike(
  added: readonly GitEntry[],
  bytesOf: (entry: GitEntry) => Buffer | undefined,
  gone: readonly GitEntry[],
  top: string,
): ReadonlyMap<string, string> {
  const ending = ({ path }: GitEntry) => /\.[^./]*$/.exec(path)?.[0] ?? '';
  const endings = new Set(gone.map(ending));
  const later = added.filter((one) => endings.has(ending(one)));
  if (later.length === 0 || later.length * gone.length > MOST_PAIRS) return new Map();
  const before = readSmall(top, gone);
  const file = (entry: GitEntry, bytes: Buffer | undefined) =>
    bytes === undefined || bytes.length > MAX_SOURCE_BYTES
      ? []
      : [{ path: entry.path, group: ending(entry), text: bytes.toString('latin1') }];
  return mostAlike(
    later.flatMap((entry) => file(entry, bytesOf(entry))),
    gone.flatMap((entry) => file(entry, before(entry.oid))),
  );
}

/** A file that has the bytes of one that is gone, or most of its lines, was renamed. */
function withRenames(
  changed: readonly GitEntry[],
  gone: readonly GitEntry[],
  nameOf: (path: string) => string | undefined,
  before: GitTree,
  findAlike: FindAlike,
): ChangedFiles {
  const byName = new Map<string, string[]>();
  for (const { oid, path } of gone) byName.set(oid, [...(byName.get(oid) ?? []), path]);
  const renamed = new Map<string, string>();
  const base = (path: string) => path.slice(path.lastIndexOf('/') + 1);
  const take = (path: string, from: string) => {
    renamed.set(path, from);
    for (const [oid, paths] of byName)
      byName.set(
        oid,
        paths.filter((one) => one !== from),
      );
  };
  const added = changed.filter(({ path }) => !before.has(path));
  for (const { path } of added) {
    const same = byName.get(nameOf(path) ?? '')?.[0];
    if (same !== undefined) take(path, same);
  }
  // A file that moved and changed: the only one of its name that is gone, and the only one that is new.
  for (const { path } of added) {
    if (renamed.has(path)) continue;
    const left = [...byName.values()].flat().filter((one) => base(one) === base(path));
    const rivals = added.filter((one) => base(one.path) === base(path) && !renamed.has(one.path));
    if (left.length === 1 && rivals.length === 1) take(path, left[0] ?? '');
  }
  const left = new Set([...byName.values()].flat());
  const moved = findAlike(
    added.filter(({ path }) => !renamed.has(path)),
    gone.filter(({ path }) => left.has(path)),
  );
  for (const [path, from] of moved) take(path, from);
  const taken = new Set(renamed.values());
  return {
    changed: changed.map(({ path }) => path),
    removed: gone.map(({ path }) => path).filter((path) => !taken.has(path)),
    renamed,
  };
}

/** The bytes with line ends as git stores them where it converts. */
function withoutReturns(bytes: Buffer): Buffer {
  return bytes.includes('\r\n')
    ? Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')
    : bytes;
}
