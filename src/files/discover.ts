import { dirname, join, relative, resolve, sep } from 'node:path';
import type { ReadResult, Workspace } from '../model/workspace.js';
import { type FileInTree, filesBeside } from './beside.js';
import { type GitListing, isIgnored, keptAmong, listingOf, listKept } from './git-list.js';
import { leftOutList, reasonToSkip } from './left-out.js';
import { failure, kindOf } from './read-file.js';
import { findRoot, type Root } from './root.js';
import { searchFolder } from './search.js';
import { disk, type Entry, type FileStore, lookIn, realPathIn } from './store.js';
import { followLink, isBelow } from './symlinks.js';
import { type Outside, workspaceReader } from './workspace-reader.js';

export interface DiscoverOptions {
  /** The working directory: named paths start here. */
  cwd: string;
  /** Files and folders to look at; the working directory where there are none. */
  paths: readonly string[];
  /** Where shown paths start; found from `cwd` where it is left out. */
  root?: Root;
  /** Whether a file or folder is set aside. Paths as shown. */
  exclude(path: string): boolean;
  /** Whether a file's name says that its format is read. */
  wanted(path: string): boolean;
  /** Where files are read from; left out: the disk. */
  store?: FileStore;
}

/** A workspace over the file system, and what was found out on the way. */
export interface Discovery extends Workspace {
  /** The folder that shown paths start at. */
  readonly root: string;
  /** Named paths that do not exist, as they were given. */
  readonly missing: readonly string[];
  /** Whether a folder was searched, not only files named one by one. */
  readonly searched: boolean;
  /** Folders of the files and folders that were named, as shown (`.` for the root): where configuration is looked for. */
  readonly folders: readonly string[];
  /**
   * Where files were named one by one and the projects around them were searched as well: the files that the run is
   * about. What was found around them is in `files` too.
   */
  readonly about?: readonly string[];
  /** Files named one by one around which too much lies to be searched: what depends on them is not in `files`. */
  readonly unsearched: readonly string[];
}

/**
 * Finds the files to check: tracked and untracked ones, without those that git ignores and without folders that others
 * fill (design, section 5). Nothing of the tree is executed. Shown paths are relative to the root, with `/`; those of
 * named paths outside it are relative to the working directory.
 */
export function discover(options: DiscoverOptions): Discovery {
  const { cwd, exclude, wanted, store = disk } = options;
  const { root, git } = options.root ?? findRoot(cwd);
  const realRoot = realPathIn(store, root) ?? root;
  const leftOut = leftOutList();
  const files = new Set<string>();
  const named = new Set<string>();
  /** Named files of a format that is not read, which a file that is read may refer to: the script of a hook. */
  const referred = new Set<string>();
  const missing: string[] = [];
  const folders = new Set<string>();
  const searchedFolders: string[] = [];
  const outside = new Map<string, Outside>();
  const links = new Map<string, string>();
  const paths = options.paths.length > 0 ? options.paths : ['.'];
  const listings = listingCache(paths.length > 1 ? root : undefined, store);
  let searched = false;

  const show = (absolute: string) =>
    slashed(isBelow(absolute, root) ? relative(root, absolute) : relative(cwd, absolute));

  const take = (path: string, absolute: string, boundary: string) => {
    files.add(path);
    folders.add(path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '.');
    if (boundary !== realRoot) outside.set(path, { absolute, boundary });
  };

  const leaveNamed = (path: string, reason: string) => {
    leftOut.add(path, reason);
    named.add(path);
  };

  const nameFile = (absolute: string, boundary: string) => {
    const path = show(absolute);
    if (isExcluded(path, exclude)) leaveNamed(path, 'excluded by the configuration or a flag');
    else if (!wanted(path)) {
      leaveNamed(path, 'agent-lint does not read this format');
      referred.add(path);
      if (boundary !== realRoot) outside.set(path, { absolute, boundary });
    } else {
      take(path, absolute, boundary);
      named.add(path);
    }
  };

  const searchNamed = (folder: string, boundary: string) => {
    searched = true;
    searchedFolders.push(folder);
    const shown = show(folder);
    const prefix = shown === '' ? '' : `${shown}/`;
    folders.add(shown === '' ? '.' : shown);
    const inGit = boundary === realRoot ? git : findRoot(folder).git;
    const listed = inGit ? listings(folder) : undefined;
    const listedFrom = listed && listed.from !== folder ? show(listed.from) : prefix;
    const search = { store, wanted, exclude, leftOut, links, boundary, listing: listed?.listing, listedFrom };
    for (const path of searchFolder(folder, prefix, search) ?? []) {
      take(path, boundary === realRoot ? '' : join(folder, path.slice(prefix.length)), boundary);
    }
  };

  const isInSearched = (absolute: string) => searchedFolders.some((folder) => isBelow(absolute, folder));

  /** The files of the project of a file that was named alone; undefined where they cannot be known. */
  const searchAround = ({ top }: FileInTree): readonly string[] | undefined => {
    if (isInSearched(top)) return [];
    // Outside the root, a folder that is no repository may be anybody's.
    const inGit = top === root ? git : findRoot(top).git;
    if (top !== root && !inGit) return undefined;
    const listed = inGit ? listings(top) : undefined;
    const shown = show(top);
    const prefix = shown === '' ? '' : `${shown}/`;
    const listedFrom = listed && listed.from !== top ? show(listed.from) : prefix;
    const boundary = top === root ? realRoot : top;
    const search = { store, wanted, exclude, links, boundary, listing: listed?.listing, listedFrom };
    const found = searchFolder(top, prefix, {
      ...{ ...search, leftOut: leftOutList() },
      ...(inGit ? {} : { most: MOST_AROUND }),
    });
    if (!found) return undefined;
    searchedFolders.push(top);
    if (top !== root) {
      for (const path of found)
        outside.set(path, { absolute: join(top, path.slice(prefix.length)), boundary: top });
    }
    return found;
  };

  for (const given of paths) {
    const absolute = resolve(cwd, given);
    // An unset variable of a shell leaves an empty word: it names nothing, and never the whole project.
    const stat = given === '' ? undefined : statOf(absolute, store);
    if (stat === undefined) {
      missing.push(given);
      continue;
    }
    if ('reason' in stat) {
      // Its folder may not be entered. As a file it is read in vain, and that is said where an agent is expected.
      if (wanted(show(absolute))) nameFile(absolute, isBelow(absolute, root) ? realRoot : dirname(absolute));
      else leaveNamed(show(absolute), stat.reason);
      continue;
    }
    const boundary = isBelow(absolute, root) ? realRoot : boundaryOf(absolute, stat, store);
    if (stat.isFile()) nameFile(absolute, boundary);
    else if (stat.isDirectory()) searchNamed(absolute, boundary);
    else if (!stat.isSymbolicLink()) leaveNamed(show(absolute), kindOf(stat));
    else {
      const followed = followLink(absolute, boundary, store);
      const target = realPathIn(store, absolute);
      if ('target' in followed) nameFile(absolute, boundary);
      else if (target && isBelow(target, boundary) && lookIn(store, target)?.isDirectory())
        searchNamed(absolute, boundary);
      else leaveNamed(show(absolute), followed.reason);
    }
  }

  const inTree = (path: string): FileInTree => {
    const known = outside.get(path);
    return known
      ? { absolute: known.absolute, top: known.boundary }
      : { absolute: join(root, path), top: root };
  };

  const about = [...files, ...referred].sort();
  const alone = about.filter((path) => named.has(path));
  const namedFolders = searchedFolders.length;
  const around = alone.map((path) => searchAround(inTree(path)));
  const areKnown = around.length > 0 && around.every((found) => found !== undefined);
  if (areKnown) for (const found of around) for (const path of found) files.add(path);
  else searchedFolders.length = namedFolders;
  const isRootSearched = searchedFolders.includes(root);

  const beside: NonNullable<Workspace['beside']> = (files, isAskedFor) => {
    const found = filesBeside(files.map(inTree), { wanted: isAskedFor, isSearched: isInSearched, store });
    const keptBelow = new Map<string, ReadonlySet<string>>();
    return found.flatMap(({ absolute, top }) => {
      const path = show(absolute);
      if (isExcluded(path, exclude)) return [];
      let kept = keptBelow.get(top);
      if (!kept) {
        const own = found.filter((one) => one.top === top).map((one) => one.absolute);
        kept = findRoot(top).git && !store.kept?.(top) ? keptAmong(top, own) : new Set(own);
        keptBelow.set(top, kept);
      }
      if (!kept.has(absolute)) return [];
      if (top !== root) outside.set(path, { absolute, boundary: top });
      return path;
    });
  };

  const reader = workspaceReader({ root, realRoot, files, outside, leftOut, store });
  return {
    root,
    files: [...files].sort(),
    leftOut: leftOut.entries,
    missing,
    searched,
    folders: [...folders].sort(),
    ...(areKnown ? { about } : {}),
    unsearched: areKnown ? [] : alone,
    isNamed: (path) => named.has(path),
    isSearched: (path) => (isRootSearched && !path.startsWith('../')) || isInSearched(inTree(path).absolute),
    topOf: (path) => show(inTree(path).top),
    ...reader,
    beside,
    targetOf: (path) => {
      const target = named.has(path) ? undefined : links.get(path);
      return target !== undefined && isBelow(target, realRoot)
        ? slashed(relative(realRoot, target))
        : undefined;
    },
  };
}

/** Most files and folders around a file that was named alone, where no repository bounds them. */
export const MOST_AROUND = 20_000;

/** Whether a file or a folder around it is set aside. */
function isExcluded(path: string, exclude: (path: string) => boolean): boolean {
  if (exclude(path)) return true;
  const slash = path.lastIndexOf('/');
  return slash > 0 && isExcluded(path.slice(0, slash), exclude);
}

const slashed = (path: string) => (sep === '/' ? path : path.replaceAll(sep, '/'));

type Failed = ReadResult & { ok: false } & { isDirectory?: undefined };

function statOf(path: string, store: FileStore): Entry | Failed | undefined {
  try {
    return store.look(path);
  } catch (error) {
    const failed = failure(error);
    return failed.problem === 'missing' ? undefined : failed;
  }
}

/** Outside the root, a named path may lead within its own repository, else within its own folder. */
function boundaryOf(absolute: string, stat: Entry, store: FileStore): string {
  const folder = stat.isDirectory() ? absolute : dirname(absolute);
  const { root } = findRoot(folder);
  return realPathIn(store, root) ?? root;
}

interface Listed {
  from: string;
  listing: GitListing;
}

/** Asks git once: for one folder alone, or, where several paths are named, for the whole repository. */
function listingCache(
  wholeRoot: string | undefined,
  store: FileStore,
): (folder: string) => Listed | undefined {
  const listings = new Map<string, Listed | undefined>();
  return (folder) => {
    const from = wholeRoot !== undefined && isBelow(folder, wholeRoot) ? wholeRoot : folder;
    if (!listings.has(from)) {
      const kept = store.kept?.(from);
      const known = kept ? listingOf(kept) : listKept(from);
      const added = store.added?.(from) ?? [];
      const listing = known && added.length > 0 ? listingOf([...known.files, ...added]) : known;
      listings.set(from, listing && { from, listing });
    }
    const listed = listings.get(from);
    if (!listed) return undefined;
    const inside = slashed(relative(from, folder));
    if (store.kept?.(from)) return listed;
    const empty = inside === '' ? listed.listing.files.size === 0 : !listed.listing.folders.has(inside);
    // Who names a folder that git ignores wants it searched.
    return empty && (inside.split('/').some((name) => reasonToSkip(name)) || isIgnored(folder))
      ? undefined
      : listed;
  };
}
