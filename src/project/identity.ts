import { basename } from 'node:path';
import { changedOnDisk } from '../files/changed-files.js';
import { commitOf, GitError, shortName, treeOf } from '../files/git-objects.js';
import { disk, findRoot, realPathIn } from '../files/index.js';
import type { Identity } from '../report/format.js';

/**
 * What a review is about: the folder at the top, and the commit that is checked out there, with the number of reviewed
 * files that differ from it.
 */
export function identityOf(root: string, files: readonly string[]): Identity {
  const project = basename(root);
  if (!findRoot(root).git) return { project };
  try {
    const id = commitOf(root, 'HEAD');
    const top = realPathIn(disk, root) ?? root;
    const { changed } = changedOnDisk(top, treeOf(root, id), files, () => false);
    return { project, commit: { short: shortName(root, id), id, changed: changed.length } };
  } catch (error) {
    // Before the first commit, and where git cannot read the repository, there is none to name.
    if (error instanceof GitError) return { project };
    throw error;
  }
}
