import { formatOf } from '../syntax/index.js';
import { saysGenerated } from './generated-files.js';
import { type GitListing, isIgnored } from './git-list.js';
import { isOfPackages, isOfVersionControl, type LeftOutList, leftOutList, reasonToSkip } from './left-out.js';
import { failure, kindOf } from './read-file.js';
import { disk, type FileStore, type NamedEntry } from './store.js';
import { followLink } from './symlinks.js';

/** What a search looks for, and where it notes what it leaves out. Paths are as people see them. */
export interface Search {
  store: FileStore;
  /** By name: whether a file has a format that is read. */
  wanted(path: string): boolean;
  /** Whether the project's configuration or a flag sets a file or folder aside. */
  exclude(path: string): boolean;
  leftOut: LeftOutList;
  /** Links among the files that are found, each with the file that it leads to, without links. */
  links: Map<string, string>;
  /** The folder without links that no link may leave. */
  boundary: string;
  /** What git keeps below `listedFrom`, where git was asked. */
  listing?: GitListing | undefined;
  /** Most files and folders that are looked at; left out: all. */
  most?: number | undefined;
  /** What the repository calls a file: generated, or vendored. Left out: nothing. */
  calls?: ((path: string) => 'generated' | 'vendored' | undefined) | undefined;
  /** The text of a file in the state that says what is generated; left out: the text that is searched. */
  trustedText?: ((path: string) => string | undefined) | undefined;
  /** Where the listing's paths start, in the words of the search: empty, or a path with `/` at its end. */
  listedFrom: string;
}

const EXCLUDED = 'excluded by the configuration or a flag';
const IGNORED = 'ignored by git';

/**
 * Wanted files below a folder, unsorted. `shown` is the folder's path as people see it, empty or with `/` at its end.
 * Links to folders are not followed. Undefined where there is more than the search may look at.
 */
export function searchFolder(absolute: string, shown: string, search: Search): string[] | undefined {
  const found: string[] = [];
  let left = search.most ?? Number.POSITIVE_INFINITY;
  const waiting: Folder[] = [{ absolute, shown }];
  let filled = 0;
  for (let folder = waiting.pop(); folder; folder = waiting.pop()) {
    const entries = entriesOf(folder, search);
    left -= entries.length;
    if (left < 0) return undefined;
    for (const entry of entries) {
      const path = folder.shown + entry.name;
      const inFolder = `${folder.absolute}/${entry.name}`;
      if (entry.isDirectory()) {
        if (isEntered(entry.name, path, inFolder, folder, search))
          waiting.push({ absolute: inFolder, shown: `${path}/`, ...filledLike(folder, entry.name) });
      } else if (isTaken(entry, path, inFolder, search)) {
        if (!folder.isFilled) found.push(path);
        else if (isOwn(path, inFolder, folder, search)) {
          filled += 1;
          if (filled <= MOST_FILLED) found.push(path);
          else search.leftOut.skip('too-many', path, `more than ${MOST_FILLED} files in such folders`);
        }
      }
    }
  }
  return found;
}

/** Whether a search of a folder looks at no more than so many files and folders. */
export const isWithin = (absolute: string, most: number, exclude: Search['exclude']): boolean =>
  searchFolder(absolute, '', {
    ...{ store: disk, wanted: () => false, exclude, most },
    ...{ leftOut: leftOutList(), links: new Map(), boundary: absolute, listedFrom: '' },
  }) !== undefined;

/** A folder that is searched. */
interface Folder {
  absolute: string;
  shown: string;
  /** It has a name, or is below one that has, by which others fill it: only what git tracks is read. */
  isFilled?: true;
  /** What fills it is packages. */
  isOfPackages?: true;
}

/** Most files that are read in folders which others fill. */
const MOST_FILLED = 20_000;

/** What fills a folder: what fills the one around it, or what its name says. */
const filledLike = (around: Folder, name: string): Partial<Folder> => ({
  ...((around.isFilled || reasonToSkip(name) !== undefined) && { isFilled: true }),
  ...((around.isOfPackages || isOfPackages(name)) && { isOfPackages: true }),
});

function entriesOf(folder: Folder, { leftOut, store }: Search): readonly NamedEntry[] {
  try {
    return store.list(folder.absolute);
  } catch (error) {
    leaveUnreadable(folder.shown.slice(0, -1) || '.', error, leftOut);
    return [];
  }
}

const leaveUnreadable = (path: string, error: unknown, leftOut: LeftOutList): void =>
  leftOut.add(path, `the folder cannot be read: ${failure(error).reason}`, true);

function isEntered(name: string, path: string, absolute: string, around: Folder, search: Search): boolean {
  // Nobody wonders why git's own folder is not searched.
  if (name === '.git') return false;
  const { listing, listedFrom, leftOut } = search;
  const isTracked = listing?.trackedFolders.has(path.slice(listedFrom.length)) === true;
  const filledBy = reasonToSkip(name);
  if (filledBy !== undefined && (!isTracked || isOfVersionControl(name))) {
    // What is installed changes without the project, and always holds such files.
    if (!listing && (isOfPackages(name) || mayHoldAgents(absolute, search)))
      leftOut.skip('folder', path, filledBy);
    else leftOut.add(path, filledBy);
    return false;
  }
  if (around.isFilled && !isTracked) return false;
  if (search.exclude(path)) {
    leaveExcluded(path, search);
    return false;
  }
  const reason = reasonOfGit(path, search);
  if (reason === IGNORED) leaveUnlisted(path, absolute, search);
  else if (reason !== undefined) leftOut.add(path, reason);
  return reason === undefined;
}

/** Whether a folder has a file of a format that is read. JSON alone does not count: tools write it. */
function mayHoldAgents(absolute: string, { store, wanted }: Search): boolean {
  const waiting = [absolute];
  for (let seen = 0; seen < MOST_INNER; seen++) {
    const folder = waiting.pop();
    if (folder === undefined) return false;
    let entries: readonly NamedEntry[];
    try {
      entries = store.list(folder);
    } catch {
      return true;
    }
    for (const entry of entries) {
      if (entry.isDirectory()) waiting.push(`${folder}/${entry.name}`);
      else if (wanted(entry.name) && !entry.name.endsWith('.json')) return true;
    }
  }
  return true;
}

/** Notes an excluded folder, with the number of tracked files in it of a format that is read. */
function leaveExcluded(path: string, { listing, listedFrom, wanted, leftOut }: Search): void {
  const below = `${path.slice(listedFrom.length)}/`;
  const count = [...(listing?.tracked ?? [])].filter((one) => one.startsWith(below) && wanted(one)).length;
  if (count > 0 || !listing) leftOut.skip('excluded', path, EXCLUDED, Math.max(count, 1));
  else leftOut.add(path, EXCLUDED);
}

/** Whether a file in a folder that others fill is tracked, and of the project itself, as far as it and the repository say. */
function isOwn(path: string, absolute: string, folder: Folder, search: Search): boolean {
  const { listing, listedFrom, leftOut, calls } = search;
  if (listing && !listing.tracked.has(path.slice(listedFrom.length))) return false;
  const called = calls?.(path);
  if (called !== undefined) leftOut.skip(called, path, `\`.gitattributes\` calls it ${called}`);
  else if (folder.isOfPackages && formatOf(path) !== 'code')
    leftOut.skip('installed', path, 'a document of an installed package');
  else if (isSaidGenerated(path, absolute, search))
    leftOut.skip('generated', path, 'it says that it is generated');
  else return true;
  return false;
}

/** Whether a file says that it is generated, and said so before the change that is checked. */
function isSaidGenerated(path: string, absolute: string, { store, trustedText }: Search): boolean {
  const read = store.reader()(absolute);
  if (!read.ok || !saysGenerated(read.text)) return false;
  return trustedText === undefined || saysGenerated(trustedText(path) ?? '');
}

/** Most folders that are looked into for a file. */
const MOST_INNER = 50;

/**
 * Notes a folder that git does not list: because it ignores it, or may not list one in it. Git keeps no folder without a
 * file: such a one is not ignored, there is just nothing in it.
 */
function leaveUnlisted(path: string, absolute: string, { leftOut, store }: Search): void {
  const waiting = [''];
  for (let seen = 0; seen < MOST_INNER; seen++) {
    const inner = waiting.pop();
    if (inner === undefined) return;
    let entries: readonly NamedEntry[];
    try {
      entries = store.list(absolute + inner);
    } catch (error) {
      if (isIgnored(absolute + inner)) break;
      leaveUnreadable(path + inner, error, leftOut);
      return;
    }
    if (entries.some((entry) => !entry.isDirectory())) break;
    for (const { name } of entries) waiting.push(`${inner}/${name}`);
  }
  leftOut.add(path, IGNORED);
}

function reasonOfGit(path: string, { listing, listedFrom }: Search): string | undefined {
  if (!listing) return undefined;
  const relative = path.slice(listedFrom.length);
  if (listing.folders.has(relative)) return undefined;
  return listing.files.has(relative) ? 'another git repository' : IGNORED;
}

function isTaken(entry: NamedEntry, path: string, absolute: string, search: Search): boolean {
  const { leftOut, listing, listedFrom } = search;
  const wanted = search.wanted(path);
  if (!wanted && entry.isFile()) return false;
  const followed = entry.isSymbolicLink() ? followLink(absolute, search.boundary, search.store) : undefined;
  const target = followed && 'target' in followed ? followed.target : undefined;
  const reason = followed && 'reason' in followed ? followed.reason : reasonOfKind(entry);
  if (reason !== undefined) {
    if (followed) leftOut.addLink(path, reason);
    else leftOut.add(path, reason);
    return false;
  }
  if (!wanted) return false;
  if (search.exclude(path)) leftOut.skip('excluded', path, EXCLUDED);
  else if (listing && !listing.files.has(path.slice(listedFrom.length))) leftOut.add(path, IGNORED);
  else {
    if (target !== undefined) search.links.set(path, target);
    return true;
  }
  return false;
}

const reasonOfKind = (entry: NamedEntry) =>
  entry.isFile() || entry.isSymbolicLink() ? undefined : kindOf(entry);
