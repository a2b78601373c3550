import { isAbsolute, relative, sep } from 'node:path';
import type { ReadResult } from '../model/workspace.js';
import { failure, kindOf } from './read-file.js';
import { disk, type FileStore, lookIn, realPathIn } from './store.js';

/** Whether `path` is `folder` or lies below it. Both absolute, without links. */
export function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/** The path without links; undefined where it leads nowhere. */
export const realPathOf = (path: string): string | undefined => realPathIn(disk, path);

/** The regular file inside `boundary` that a link leads to, or why it is left out. */
export function followLink(
  path: string,
  boundary: string,
  store: FileStore = disk,
): { target: string } | (ReadResult & { ok: false }) {
  const leftOut = (reason: string, link?: 'outside' | 'nowhere') =>
    ({ ok: false, problem: 'left-out', reason, ...(link && { link }) }) as const;
  let target: string;
  try {
    target = store.resolveLinks(path);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ELOOP') return leftOut('a symbolic link that leads back to itself', 'nowhere');
    if (code === 'ENOENT' && lookIn(store, path))
      return leftOut('a symbolic link that leads nowhere', 'nowhere');
    return failure(error);
  }
  if (!isBelow(target, boundary)) return leftOut('a symbolic link that leaves the repository', 'outside');
  if (relative(boundary, target).split(sep).includes('.git'))
    return leftOut("a symbolic link into git's own files");
  const stat = lookIn(store, target);
  if (stat?.isDirectory()) return leftOut('a symbolic link to a folder, which a search does not follow');
  if (stat && !stat.isFile()) return leftOut(`a symbolic link to ${kindOf(stat)}`);
  return { target };
}
