import { dirname, join, resolve } from 'node:path';
import type { ReadResult } from '../model/workspace.js';
import { blobReader, blobSizes, type GitEntry, type GitTree } from './git-objects.js';
import { MAX_SOURCE_BYTES, tooLarge } from './limits.js';
import { A_FOLDER, textOf } from './read-file.js';
import {
  disk,
  type Entry,
  entryOf,
  type FileStore,
  inside,
  type NamedEntry,
  namedEntryOf,
  realPathIn,
} from './store.js';

/** Most links that a path may lead over. */
const MOST_LINKS = 40;

/** A folder that is looked at on disk, whatever the commit has: installed packages are never committed. */
const isInstalled = (way: string) => /(?:^|\/)node_modules(?:\/|$)/.test(way);

/**
 * The files of a commit or of the index as a store. Bytes are read as git has them: no filter, no conversion. Outside the
 * repository, and for installed packages, it is the disk. `top` is the work tree without links; `wanted` says which
 * files a run may read: they are read from git all at once.
 */
export function gitStore(top: string, tree: GitTree, wanted: (path: string) => boolean): FileStore {
  const folders = foldersOf(tree);
  const blobs = openBlobs(top, tree, wanted);

  const wayTo = (path: string): string | undefined => {
    const way = inside(top, path);
    return way === undefined || (isInstalled(way) && !tree.has(way) && !folders.has(way)) ? undefined : way;
  };

  const look = (path: string): Entry | undefined => {
    const way = wayTo(path);
    if (way === undefined) return disk.look(path);
    if (folders.has(way)) return entryOf('folder');
    const entry = tree.get(way);
    // A submodule is another repository: an empty folder here.
    if (entry?.kind === 'repository') return entryOf('folder');
    return entry && entryOf(entry.kind === 'link' ? 'link' : 'file', blobs.size(entry));
  };

  const resolveLinks = (path: string): string => {
    if (wayTo(path) === undefined) return disk.resolveLinks(path);
    let rest = resolve(path);
    for (let links = 0; links <= MOST_LINKS; links += 1) {
      const link = firstLink(rest);
      if (link === undefined) {
        if (look(rest)) return rest;
        throw notFound('ENOENT', path);
      }
      const target = blobs.text(link.entry);
      if (target === undefined) throw notFound('ENOENT', path);
      rest = join(resolve(dirname(link.path), target), link.behind);
      if (wayTo(rest) === undefined) return disk.resolveLinks(rest);
    }
    throw notFound('ELOOP', path);
  };

  /** The first link on the way to a path. */
  const firstLink = (path: string): { path: string; entry: GitEntry; behind: string } | undefined => {
    const steps = (wayTo(path) ?? '').split('/');
    for (let count = 1; count <= steps.length; count += 1) {
      const entry = tree.get(steps.slice(0, count).join('/'));
      if (entry?.kind === 'link')
        return { path: join(top, entry.path), entry, behind: steps.slice(count).join('/') };
    }
    return undefined;
  };

  const read = (path: string): ReadResult => {
    const real = realPathIn(store, dirname(path));
    const way = wayTo(real === undefined ? path : join(real, path.slice(dirname(path).length)));
    if (way === undefined) return disk.reader()(path);
    const entry = tree.get(way);
    if (!entry) {
      return folders.has(way) ? A_FOLDER : { ok: false, problem: 'missing', reason: 'does not exist' };
    }
    if (entry.kind === 'link') return { ok: false, problem: 'left-out', reason: 'a symbolic link' };
    if (entry.kind !== 'file') return A_FOLDER;
    const size = blobs.size(entry);
    if (size > MAX_SOURCE_BYTES) return tooLarge(MAX_SOURCE_BYTES, size);
    const bytes = blobs.bytes(entry);
    return bytes
      ? textOf(bytes, path)
      : { ok: false, problem: 'unreadable', reason: 'git does not have its content (a partial clone)' };
  };

  const store: FileStore = {
    look,
    list: (folder) => {
      const way = wayTo(folder);
      if (way === undefined) return disk.list(folder);
      const names = folders.get(way);
      if (!names) throw notFound('ENOENT', folder);
      return [...names].map(([name, kind]): NamedEntry => namedEntryOf(name, kind));
    },
    resolveLinks,
    reader: () => read,
    bytes: (path) => {
      const way = wayTo(path);
      const entry = way === undefined ? undefined : tree.get(way);
      return entry?.kind === 'file' ? blobs.bytes(entry) : undefined;
    },
    kept: (folder) => {
      const way = wayTo(folder);
      if (way === undefined) return undefined;
      const prefix = way === '' ? '' : `${way}/`;
      const below: string[] = [];
      for (const { path, kind } of tree.values())
        if (kind !== 'repository' && path.startsWith(prefix)) below.push(path.slice(prefix.length));
      return below;
    },
  };
  return store;
}

const notFound = (code: 'ENOENT' | 'ELOOP', path: string) =>
  Object.assign(new Error(`${code}: ${path}`), { code });

type Kind = 'file' | 'folder' | 'link';

/** What each folder of a tree holds, by name; the top is the empty path. */
function foldersOf(tree: GitTree): ReadonlyMap<string, ReadonlyMap<string, Kind>> {
  const folders = new Map<string, Map<string, Kind>>([['', new Map()]]);
  for (const { path, kind } of tree.values()) {
    let below = path;
    let is: Kind = kind === 'repository' ? 'folder' : kind;
    for (;;) {
      const slash = below.lastIndexOf('/');
      const folder = slash < 0 ? '' : below.slice(0, slash);
      const known = folders.get(folder);
      const names = known ?? new Map<string, Kind>();
      names.set(below.slice(slash + 1), is);
      if (known) break;
      folders.set(folder, names);
      below = folder;
      is = 'folder';
    }
  }
  return folders;
}

interface Blobs {
  size(entry: GitEntry): number;
  bytes(entry: GitEntry): Buffer | undefined;
  text(entry: GitEntry): string | undefined;
}

/** Sizes and bytes of a tree's files: sizes are asked for once, and the files that a run may read come all at once. */
function openBlobs(top: string, tree: GitTree, wanted: (path: string) => boolean): Blobs {
  const read = blobReader(top);
  let sizes: ReadonlyMap<string, number> | undefined;
  let isFetched = false;
  const size = ({ oid }: GitEntry) => {
    sizes ??= blobSizes(
      top,
      [...tree.values()].filter(isWanted).map((entry) => entry.oid),
    );
    return sizes.get(oid) ?? 0;
  };
  const isWanted = ({ kind, path }: GitEntry) => kind === 'link' || (kind === 'file' && wanted(path));
  const bytes = (entry: GitEntry) => {
    if (!isFetched) {
      isFetched = true;
      const small = [...tree.values()].filter((one) => isWanted(one) && size(one) <= MAX_SOURCE_BYTES);
      read(small.map(({ oid }) => oid));
    }
    return read([entry.oid]).get(entry.oid);
  };
  return { size, bytes, text: (entry) => bytes(entry)?.toString('utf8') };
}
