import { dirname, join, resolve } from 'node:path';
import { disk, lookIn } from './store.js';

/** Where paths start: a repository, or the folder itself where there is none. */
export interface Root {
  root: string;
  git: boolean;
}

/**
 * The nearest folder at or above `start` that holds `.git` (a folder, or the file of a worktree or submodule);
 * without one `start` itself. Looks at names only: git is not run.
 */
export function findRoot(start: string): Root {
  const first = resolve(start);
  let folder = first;
  for (;;) {
    const mark = lookIn(disk, join(folder, '.git'));
    if (mark?.isDirectory() || mark?.isFile()) return { root: folder, git: true };
    const above = dirname(folder);
    if (above === folder) return { root: first, git: false };
    folder = above;
  }
}
