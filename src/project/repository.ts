import { resolve } from 'node:path';
import { type ChangedFiles, changedBetween, changedOnDisk } from '../files/changed-files.js';
import {
  commitOf,
  GitError,
  type GitTree,
  indexOf,
  mergeBase,
  notCheckedOut,
  treeOf,
  workTreeOf,
} from '../files/git-objects.js';
import { gitStore } from '../files/git-store.js';
import { discover, disk, type FileStore, findRoot, realPathIn } from '../files/index.js';
import { formatOf } from '../syntax/index.js';
import { isForeignProgram } from '../systems/foreign-programs.js';

/** Which state of a repository a run is about, and by whose configuration it is checked. */
export interface RepositoryRequest {
  /** Checks the index: what the next commit has. Nothing is read from the work tree. */
  staged?: boolean;
  /** Checks the files that differ from the merge base of HEAD and this commit, with what depends on them. */
  since?: string;
  /** Counts only findings that the merge base of HEAD and this commit does not have. */
  newSince?: string;
  /** Takes configuration, ignores and baseline from this commit. */
  configFrom?: string;
}

/** A state of a repository, opened. */
export interface RepositoryState {
  /** Where the files are read from. */
  store: FileStore;
  /** Where the configuration, the ignores and the baseline are read from. */
  settings: FileStore;
  /** The files that the run is about, relative to the root; undefined: all that are named or found. */
  changes: ChangedFiles | undefined;
  /** The state that these changes start from. */
  before: FileStore | undefined;
}

/** The files that a change is about: those of the later state, and what is gone, by its name before it was renamed. */
export const filesAbout = ({ changed, removed, renamed }: ChangedFiles): string[] => [
  ...new Set([...changed, ...removed, ...renamed.values()]),
];

/**
 * Opens the state of a repository that a run asks for. Everything is read from git's objects: there is no checkout, and no
 * hook, filter or text conversion of the repository runs.
 * @throws {GitError} where the folder is in no repository, or a commit cannot be found.
 */
export function openRepository(request: RepositoryRequest, root: string, below: FileStore): RepositoryState {
  const { staged = false, since, newSince, configFrom } = request;
  if (!staged && since === undefined && newSince === undefined && configFrom === undefined)
    return { store: below, settings: below, changes: undefined, before: undefined };
  if (!findRoot(root).git) throw new GitError(`${root} is in no repository of git.`);
  // A missing commit is reported before anything is checked.
  if (newSince !== undefined) mergeBase(root, newSince);
  const index = staged ? indexOf(root) : undefined;
  const store = index ? storeOf(root, index) : below;
  const settings = configFrom === undefined ? store : storeOf(root, treeOf(root, commitOf(root, configFrom)));
  const compared = changesOf(request, root, index);
  const before = compared && storeOf(root, compared.tree);
  return { store, settings, changes: compared?.changes, before };
}

/**
 * The states of a repository that a change leads from and to; undefined where a run is about no change.
 * @throws {GitError} where a commit cannot be found.
 */
export function openStates(
  { staged = false, since, newSince, configFrom }: RepositoryRequest,
  root: string,
): { base: FileStore; head: FileStore } | undefined {
  const ref = newSince ?? since;
  const commit =
    configFrom !== undefined
      ? commitOf(root, configFrom)
      : ref !== undefined
        ? mergeBase(root, ref)
        : staged
          ? commitOf(root, 'HEAD')
          : undefined;
  if (commit === undefined) return undefined;
  return { base: storeOf(root, treeOf(root, commit)), head: staged ? storeOf(root, indexOf(root)) : disk };
}

/** The files of a commit or the index as a store. */
const storeOf = (root: string, tree: GitTree): FileStore =>
  gitStore(realPathIn(disk, root) ?? root, tree, isRead);

/** Files that a run may read: those of a format, configuration and lock files among them. */
const isRead = (path: string) =>
  formatOf(path) !== undefined || /\.(?:lock|txt|cfg)$/.test(path) || isForeignProgram(path);

function changesOf(
  { staged, since }: RepositoryRequest,
  root: string,
  index: GitTree | undefined,
): ReturnType<typeof comparedWith> | undefined {
  if (since !== undefined) return comparedWith(root, treeOf(root, mergeBase(root, since)), index);
  if (staged && index) return comparedWith(root, headTree(root), index);
  return undefined;
}

/**
 * What differs from a tree, and the files of the tree that can be compared: on disk, a sparse checkout leaves some out, and
 * they do not count as removed.
 */
function comparedWith(
  root: string,
  before: GitTree,
  index?: GitTree,
): { tree: GitTree; changes: ChangedFiles } {
  if (index) return { tree: before, changes: changedBetween(root, before, index, isRead) };
  // A file that says that it is generated is part of the change that says so.
  const found = discover({
    ...{ cwd: root, paths: [root], exclude: () => false, wanted: isRead },
    trustedText: () => undefined,
  });
  const compare = (tree: GitTree) => changedOnDisk(root, tree, found.files, isRead);
  const changes = compare(before);
  const hidden = changes.removed.length > 0 ? notCheckedOut(root) : new Set<string>();
  if (hidden.size === 0) return { tree: before, changes };
  const present = new Set(found.files);
  const tree = new Map([...before].filter(([path]) => !hidden.has(path) || present.has(path)));
  return { tree, changes: compare(tree) };
}

/** The files of HEAD; none before the first commit. */
function headTree(root: string): GitTree {
  try {
    return treeOf(root, commitOf(root, 'HEAD'));
  } catch (error) {
    if (error instanceof GitError) return new Map();
    throw error;
  }
}

/** The state of a repository that a change starts from. */
export interface Base {
  /** The full name of the merge base of HEAD and the commit that was named. */
  commit: string;
  /** Its files, read from git's objects: no checkout, no hook, no filter. */
  store: FileStore;
  /** What differs from it. */
  changes: ChangedFiles;
  /** The later name of a file of the base. */
  movedTo(file: string): string;
}

/**
 * Finds the merge base of HEAD and a commit, and what differs from it in the work tree; with `staged`, in the index.
 * @throws {GitError} if the commit or a common ancestor is missing, or there is no work tree.
 */
export function openBase(ref: string, { cwd, staged }: { cwd?: string; staged?: boolean }): Base {
  const { root } = findRoot(resolve(cwd ?? process.cwd()));
  const commit = mergeBase(root, ref);
  workTreeOf(root);
  return baseOf(root, commit, treeOf(root, commit), staged ? indexOf(root) : undefined);
}

function baseOf(root: string, commit: string, before: GitTree, index: GitTree | undefined): Base {
  const { tree, changes } = comparedWith(root, before, index);
  const later = new Map([...changes.renamed].map(([now, then]) => [then, now]));
  return { commit, store: storeOf(root, tree), changes, movedTo: (file) => later.get(file) ?? file };
}

/** The names of files before and after a change, worked out once a name is asked for that is missing on the other side. */
export interface Renames {
  /** The later name of a file that is gone. */
  laterName(file: string): string;
  /** The earlier name of a file that is new. */
  earlierName(file: string): string;
}

/** Nothing was renamed. */
export const NO_RENAMES: Renames = { laterName: (file) => file, earlierName: (file) => file };

/**
 * What was renamed since the commit that a run compares with: the one that its configuration comes from, else the merge
 * base, else `HEAD`. Outside of a repository, and where git cannot tell, nothing was.
 */
export function openRenames(
  { staged, since, newSince, configFrom }: RepositoryRequest,
  root: string,
): Renames {
  if (!findRoot(root).git) return NO_RENAMES;
  const before = (): GitTree => {
    if (configFrom !== undefined) return treeOf(root, commitOf(root, configFrom));
    const ref = newSince ?? since;
    return ref === undefined ? headTree(root) : treeOf(root, mergeBase(root, ref));
  };
  let known: { earlier: ReadonlyMap<string, string>; later: ReadonlyMap<string, string> } | undefined;
  const find = () => {
    if (known) return known;
    const earlier = renamedSince(() => comparedWith(root, before(), staged ? indexOf(root) : undefined));
    known = { earlier, later: new Map([...earlier].map(([now, then]) => [then, now])) };
    return known;
  };
  return {
    laterName: (file) => find().later.get(file) ?? file,
    earlierName: (file) => find().earlier.get(file) ?? file,
  };
}

function renamedSince(compare: () => { changes: ChangedFiles }): ReadonlyMap<string, string> {
  try {
    return compare().changes.renamed;
  } catch (error) {
    if (error instanceof GitError) return new Map();
    throw error;
  }
}

/** Whether a run is about a change, not about the whole. */
export const comparesWithBase = ({ staged, since, newSince }: RepositoryRequest): boolean =>
  staged === true || since !== undefined || newSince !== undefined;

/**
 * The state that the change of a request starts from: the merge base with the commit that it names, else HEAD where the
 * index is checked. Undefined where it compares with nothing: a whole run, and the index before the first commit.
 * @throws {GitError} as `openBase`.
 */
export function baseOfRequest(request: RepositoryRequest & { cwd?: string }): Base | undefined {
  const { cwd, since, newSince } = request;
  const ref = newSince ?? since;
  if (ref !== undefined) return openBase(ref, request);
  if (!comparesWithBase(request)) return undefined;
  const { root } = findRoot(resolve(cwd ?? process.cwd()));
  const head = headTree(root);
  return head.size === 0 ? undefined : baseOf(root, commitOf(root, 'HEAD'), head, indexOf(root));
}

/** The paths of changed files that a run is about: those below the named paths, where some are named. */
export function pathsAbout(
  changes: ChangedFiles,
  root: string,
  cwd: string,
  paths: readonly string[],
): string[] {
  const all = filesAbout(changes);
  if (paths.length === 0) return all;
  const within = paths.map((path) => resolve(cwd, path));
  return all.filter((path) => within.some((one) => isWithin(resolve(root, path), one)));
}

const isWithin = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`);
