import { resolve } from 'node:path';
import { ConfigurationError } from './configuration-error.js';
import type { ChangedFiles } from './files/changed-files.js';
import { indexOf, mergeBase, treeOf, workTreeOf } from './files/git-objects.js';
import { type FileStore, findRoot } from './files/index.js';
import { openProject, type Project, type ProjectRequest } from './project.js';
import { changedSince, storeOf } from './repository.js';

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
 * @throws {GitError} where the commit or a common ancestor is missing, and where there is no work tree.
 */
export function openBase(ref: string, { cwd, staged }: Pick<ProjectRequest, 'cwd' | 'staged'>): Base {
  const { root } = findRoot(resolve(cwd ?? process.cwd()));
  const commit = mergeBase(root, ref);
  workTreeOf(root);
  const tree = treeOf(root, commit);
  const changes = changedSince(root, tree, staged ? indexOf(root) : undefined);
  const later = new Map([...changes.renamed].map(([now, then]) => [then, now]));
  return { commit, store: storeOf(root, tree), changes, movedTo: (file) => later.get(file) ?? file };
}

/**
 * Opens the project as it was at the base. A configuration or baseline that is invalid there is left out: a change that
 * repairs it must not fail for it.
 */
export async function openBaseProject(base: Base, request: ProjectRequest): Promise<Project> {
  const {
    paths: _paths,
    since: _since,
    stdin: _stdin,
    staged: _staged,
    overlay: _overlay,
    ...rest
  } = request;
  const asked: ProjectRequest = { ...rest, store: base.store };
  try {
    return await openProject(asked);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
  }
  try {
    return await openProject({ ...asked, baseline: false });
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return openProject({ ...asked, config: false, baseline: false });
  }
}
