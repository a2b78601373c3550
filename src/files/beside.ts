import { dirname, join } from 'node:path';
import type { FileStore } from './store.js';
import { isBelow } from './symlinks.js';

/** A file by its absolute path, and the folder above which nothing of its project lies. */
export interface FileInTree {
  absolute: string;
  top: string;
}

/** Which files are looked for. */
export interface Beside {
  /** Whether a name is one of those that are asked for. */
  wanted(name: string): boolean;
  /** Whether the files of a folder are known already, because it was searched. Absolute. */
  isSearched(folder: string): boolean;
  store: FileStore;
}

/** Most folders that are looked into, and most files that are taken: a hook may name every file of a large repository. */
const MOST_FOLDERS = 1_000;
const MOST_FILES = 1_000;

/** Files in the folders of some files and in those above them, up to the top of each. */
export function filesBeside(files: Iterable<FileInTree>, look: Beside): FileInTree[] {
  const seen = new Set<string>();
  const found: FileInTree[] = [];
  for (const { absolute, top } of files) {
    let folder = dirname(absolute);
    // Above a folder that was seen, everything was seen with it.
    while (!seen.has(folder) && isBelow(folder, top) && seen.size < MOST_FOLDERS) {
      seen.add(folder);
      if (!look.isSearched(folder)) found.push(...filesIn(folder, top, look));
      folder = dirname(folder);
    }
    if (found.length >= MOST_FILES) break;
  }
  return found.slice(0, MOST_FILES);
}

function filesIn(folder: string, top: string, { wanted, store }: Beside): FileInTree[] {
  try {
    return store
      .list(folder)
      .filter((entry) => (entry.isFile() || entry.isSymbolicLink()) && wanted(entry.name))
      .map(({ name }) => ({ absolute: join(folder, name), top }));
  } catch {
    // A folder that may not be listed says nothing of the file in it.
    return [];
  }
}
