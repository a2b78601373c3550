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
  /** Finds what the repository calls a file, by the texts of its files; left out: nothing. */
  calledBy?(
    textOf: (path: string) => string | undefined,
  ): (path: string) => 'generated' | 'vendored' | undefined;
  /** Where files are read from; left out: the disk. */
  store?: FileStore;
  /** The text of a file in the state that says what is generated or vendored; left out: the state that is searched. */
  trustedText?: (path: string) => string | undefined;
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
  const run = openRun(options);
  const paths = options.paths.length > 0 ? options.paths : ['.'];
  for (const given of paths) findNamed(given, run);
  const { about, areKnown, unsearched } = findAround(run);
  const { root, realRoot, files, named, links, outside, leftOut, store } = run;
  const isRootSearched = run.searchedFolders.includes(root);
  return {
    root,
    files: [...files].sort(),
    leftOut: leftOut.entries,
    unfollowed: leftOut.links,
    skipped: leftOut.skipped,
    missing: run.missing,
    searched: run.searched,
    folders: [...run.folders].sort(),
    ...(areKnown ? { about } : {}),
    unsearched,
    isNamed: (path) => named.has(path),
    isSearched: (path) =>
      (isRootSearched && !path.startsWith('../')) || isInSearched(inTree(path, run).absolute, run),
    topOf: (path) => show(inTree(path, run).top, run),
    ...workspaceReader({ root, realRoot, files, outside, leftOut, store }),
    beside: (of, isAskedFor) => findBeside(of, isAskedFor, run),
    targetOf: (path) => {
      const target = named.has(path) ? undefined : links.get(path);
      if (target === undefined) return undefined;
      if (isBelow(target, realRoot)) return slashed(relative(realRoot, target));
      // Beside the root, a path is from the working directory.
      const shown = show(target, run);
      return files.has(shown) ? shown : undefined;
    },
  };
}

/** What is known of the files while they are looked for. */
interface Run extends Pick<DiscoverOptions, 'cwd' | 'exclude' | 'wanted'> {
  readonly calls: ReturnType<NonNullable<DiscoverOptions['calledBy']>> | undefined;
  readonly trustedText: DiscoverOptions['trustedText'];
  readonly store: FileStore;
  readonly root: string;
  readonly realRoot: string;
  /** Whether the root is a repository. */
  readonly git: boolean;
  readonly listings: (folder: string) => Listed | undefined;
  readonly leftOut: ReturnType<typeof leftOutList>;
  readonly files: Set<string>;
  readonly named: Set<string>;
  /** Named files of a format that is not read, which a file that is read may refer to: the script of a hook. */
  readonly referred: Set<string>;
  readonly missing: string[];
  readonly folders: Set<string>;
  searchedFolders: string[];
  /** Files outside the root, or below a link: where they are, and what they may not leave. */
  readonly outside: Map<string, Outside>;
  readonly links: Map<string, string>;
  searched: boolean;
}

function openRun(options: DiscoverOptions): Run {
  const { cwd, exclude, wanted, paths, store = disk, trustedText } = options;
  const { root, git } = options.root ?? findRoot(cwd);
  const read = store.reader();
  const textOf = (path: string) => {
    const found = read(join(root, path));
    return found.ok ? found.text : undefined;
  };
  return {
    calls: options.calledBy?.(trustedText ?? textOf),
    trustedText,
    cwd,
    exclude,
    wanted,
    store,
    root,
    realRoot: realPathIn(store, root) ?? root,
    git,
    listings: listingCache(paths.length > 1 ? root : undefined, store),
    leftOut: leftOutList(),
    files: new Set(),
    named: new Set(),
    referred: new Set(),
    missing: [],
    folders: new Set(),
    searchedFolders: [],
    outside: new Map(),
    links: new Map(),
    searched: false,
  };
}

const show = (absolute: string, { root, cwd }: Run): string =>
  slashed(isBelow(absolute, root) ? relative(root, absolute) : relative(cwd, absolute));

const isInSearched = (absolute: string, { searchedFolders }: Run): boolean =>
  searchedFolders.some((folder) => isBelow(absolute, folder));

function inTree(path: string, { root, outside }: Run): FileInTree {
  const known = outside.get(path);
  return known
    ? { absolute: known.absolute, top: known.boundary }
    : { absolute: join(root, path), top: root };
}

/** Finds what one named path stands for. */
function findNamed(given: string, run: Run): void {
  const { cwd, root, realRoot, store, wanted } = run;
  const absolute = resolve(cwd, given);
  // An unset variable of a shell leaves an empty word: it names nothing, and never the whole project.
  const stat = given === '' ? undefined : statOf(absolute, store);
  if (stat === undefined) {
    run.missing.push(given);
    return;
  }
  if ('reason' in stat) {
    // Its folder may not be entered. As a file it is read in vain, and that is said where an agent is expected.
    if (wanted(show(absolute, run)))
      nameFile(absolute, isBelow(absolute, root) ? realRoot : dirname(absolute), run);
    else leaveNamed(show(absolute, run), stat.reason, run);
    return;
  }
  const boundary = isBelow(absolute, root) ? realRoot : boundaryOf(absolute, stat, store);
  if (stat.isFile()) nameFile(absolute, boundary, run);
  else if (stat.isDirectory()) searchNamed(absolute, boundary, run);
  else if (!stat.isSymbolicLink()) leaveNamed(show(absolute, run), kindOf(stat), run);
  else {
    const followed = followLink(absolute, boundary, store);
    const target = realPathIn(store, absolute);
    if ('target' in followed) nameFile(absolute, boundary, run);
    else if (target && isBelow(target, boundary) && lookIn(store, target)?.isDirectory())
      searchNamed(absolute, boundary, run);
    else leaveNamed(show(absolute, run), followed.reason, run);
  }
}

function take(path: string, absolute: string, boundary: string, run: Run): void {
  run.files.add(path);
  run.folders.add(path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '.');
  if (boundary !== run.realRoot) run.outside.set(path, { absolute, boundary });
}

function leaveNamed(path: string, reason: string, { leftOut, named }: Run): void {
  leftOut.add(path, reason);
  named.add(path);
}

function nameFile(absolute: string, boundary: string, run: Run): void {
  const path = show(absolute, run);
  if (isExcluded(path, run.exclude)) leaveNamed(path, 'excluded by the configuration or a flag', run);
  else if (!run.wanted(path)) {
    leaveNamed(path, 'agent-lint does not read this format', run);
    run.referred.add(path);
    if (boundary !== run.realRoot) run.outside.set(path, { absolute, boundary });
  } else {
    take(path, absolute, boundary, run);
    run.named.add(path);
  }
}

/** How a folder is searched: from what git lists, where it is of a repository. */
function searchOf(folder: string, inGit: boolean, run: Run) {
  const shown = show(folder, run);
  const prefix = shown === '' ? '' : `${shown}/`;
  const listed = inGit ? run.listings(folder) : undefined;
  const listedFrom = listed && listed.from !== folder ? show(listed.from, run) : prefix;
  const { store, wanted, exclude, links, calls, trustedText } = run;
  const search = { store, wanted, exclude, links, calls, trustedText, listing: listed?.listing, listedFrom };
  return { prefix, search };
}

function searchNamed(folder: string, boundary: string, run: Run): void {
  const { realRoot, leftOut } = run;
  run.searched = true;
  run.searchedFolders.push(folder);
  run.folders.add(show(folder, run) || '.');
  const inGit = boundary === realRoot ? run.git : findRoot(folder).git;
  const { prefix, search } = searchOf(folder, inGit, run);
  for (const path of searchFolder(folder, prefix, { ...search, leftOut, boundary }) ?? [])
    take(path, boundary === realRoot ? '' : join(folder, path.slice(prefix.length)), boundary, run);
}

/** The files of the project of a file that was named alone; undefined where they cannot be known. */
function searchAround({ top }: FileInTree, run: Run): readonly string[] | undefined {
  const { root, realRoot } = run;
  if (isInSearched(top, run)) return [];
  // Outside the root, a folder that is no repository may be anybody's.
  const inGit = top === root ? run.git : findRoot(top).git;
  if (top !== root && !inGit) return undefined;
  const { prefix, search } = searchOf(top, inGit, run);
  const found = searchFolder(top, prefix, {
    ...search,
    boundary: top === root ? realRoot : top,
    leftOut: leftOutList(),
    ...(inGit ? {} : { most: MOST_AROUND }),
  });
  if (!found) return undefined;
  run.searchedFolders.push(top);
  if (top !== root)
    for (const path of found)
      run.outside.set(path, { absolute: join(top, path.slice(prefix.length)), boundary: top });
  return found;
}

/** Adds the files of the projects around files that were named one by one, where all of them can be known. */
function findAround(run: Run): {
  about: readonly string[];
  areKnown: boolean;
  unsearched: readonly string[];
} {
  const unreadable = run.leftOut.entries.flatMap(({ path, isUnreadable }) => (isUnreadable ? path : []));
  const about = [...run.files, ...run.referred, ...unreadable].sort();
  const alone = about.filter((path) => run.named.has(path));
  const namedFolders = [...run.searchedFolders];
  const around = alone.map((path) => searchAround(inTree(path, run), run));
  const areKnown = around.length > 0 && around.every((found) => found !== undefined);
  if (areKnown) for (const found of around) for (const path of found) run.files.add(path);
  else run.searchedFolders = namedFolders;
  return { about, areKnown, unsearched: areKnown ? [] : alone };
}

/** Files beside some, which a reader asks for: none that is excluded, or that git ignores. */
function findBeside(of: readonly string[], isAskedFor: (name: string) => boolean, run: Run): string[] {
  const { root, store } = run;
  const found = filesBeside(
    of.map((path) => inTree(path, run)),
    { wanted: isAskedFor, isSearched: (absolute) => isInSearched(absolute, run), store },
  );
  const keptBelow = new Map<string, ReadonlySet<string>>();
  return found.flatMap(({ absolute, top }) => {
    const path = show(absolute, run);
    if (isExcluded(path, run.exclude)) return [];
    let kept = keptBelow.get(top);
    if (!kept) {
      const own = found.filter((one) => one.top === top).map((one) => one.absolute);
      kept = findRoot(top).git && !store.kept?.(top) ? keptAmong(top, own) : new Set(own);
      keptBelow.set(top, kept);
    }
    if (!kept.has(absolute)) return [];
    if (top !== root) run.outside.set(path, { absolute, boundary: top });
    return path;
  });
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
      const listing =
        known && added.length > 0 ? listingOf([...known.tracked], [...known.files, ...added]) : known;
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
