import { readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { blobName, type GitEntry, type GitTree } from './git-objects.js';
import { disk, lookIn } from './store.js';

/** What differs between two states of a repository. Paths are relative to the top of the work tree. */
export interface ChangedFiles {
  /** Files of the later state that are new or differ. */
  changed: readonly string[];
  /** Files of the earlier state that are gone, those that were renamed left out. */
  removed: readonly string[];
  /** The earlier name of files that were renamed. */
  renamed: ReadonlyMap<string, string>;
}

/** What differs between two trees, by the names of their objects: nothing is read. */
export function changedBetween(before: GitTree, after: GitTree): ChangedFiles {
  const isSame = (entry: GitEntry) => {
    const old = before.get(entry.path);
    return old !== undefined && old.oid === entry.oid && old.kind === entry.kind;
  };
  return withRenames(
    [...after.values()].filter((entry) => !isSame(entry)),
    [...before.values()].filter(({ path }) => !after.has(path)),
    (path) => after.get(path)?.oid,
    before,
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
  for (const path of files) {
    const old = before.get(path);
    const bytes = bytesAt(join(top, path));
    if (bytes === undefined) continue;
    const like = old?.oid ?? [...before.values()][0]?.oid ?? '';
    const oid = blobName(bytes, like);
    if (old !== undefined && (old.oid === oid || old.oid === blobName(withoutReturns(bytes), like))) continue;
    names.set(path, oid);
    changed.push({ path, oid, kind: 'file' });
  }
  const present = new Set(files);
  const removed = [...before.values()].filter(
    ({ path, kind }) =>
      kind !== 'repository' && isWanted(path) && !present.has(path) && !lookIn(disk, join(top, path)),
  );
  return withRenames(changed, removed, (path) => names.get(path), before);
}

/** A file that has the bytes of one that is gone was renamed. */
function withRenames(
  changed: readonly GitEntry[],
  gone: readonly GitEntry[],
  nameOf: (path: string) => string | undefined,
  before: GitTree,
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
  const taken = new Set(renamed.values());
  return {
    changed: changed.map(({ path }) => path),
    removed: gone.map(({ path }) => path).filter((path) => !taken.has(path)),
    renamed,
  };
}

function bytesAt(path: string): Buffer | undefined {
  try {
    return lookIn(disk, path)?.isSymbolicLink() ? Buffer.from(readlinkSync(path)) : readFileSync(path);
  } catch {
    return undefined;
  }
}

/** The bytes with line ends as git stores them where it converts. */
function withoutReturns(bytes: Buffer): Buffer {
  return bytes.includes('\r\n')
    ? Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')
    : bytes;
}
