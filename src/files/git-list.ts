import { dirname, join, relative } from 'node:path';
import { askGit } from './run-git.js';
import { disk, lookIn } from './store.js';

/** What git keeps below a folder: tracked files and those that it does not ignore. Paths are relative to the folder. */
export interface GitListing {
  /** Files, and repositories inside this one, which git lists and does not enter. */
  readonly files: ReadonlySet<string>;
  /** Folders with a kept file somewhere below. */
  readonly folders: ReadonlySet<string>;
  /** The files that git tracks. */
  readonly tracked: ReadonlySet<string>;
  /** Folders with a tracked file somewhere below. */
  readonly trackedFolders: ReadonlySet<string>;
}

/** Asks git what it keeps below a folder of a repository; undefined where git is missing, refuses or takes too long. */
export function listKept(folder: string): GitListing | undefined {
  if (isFifo(join(folder, '.gitignore')) || isFifo(join(folder, '.git', 'info', 'exclude'))) return undefined;
  const output = runGit(folder, ['ls-files', '-t', '-z', '-c', '-o', '--exclude-standard']);
  if (output === undefined) return undefined;
  // Each path stands behind a letter and a space; `?` marks one that is not tracked.
  const lines = output.split('\0').filter((line) => line !== '');
  const [tracked, others] = [false, true].map((isOther) =>
    lines.filter((line) => line.startsWith('?') === isOther).map((line) => line.slice(2)),
  );
  return listingOf(tracked ?? [], others);
}

/** A listing of paths relative to its folder: of tracked files, and of others. */
export function listingOf(tracked: readonly string[], others: readonly string[] = []): GitListing {
  const own = setsOf(tracked);
  const all = others.length === 0 ? own : setsOf([...tracked, ...others]);
  return { ...all, tracked: own.files, trackedFolders: own.folders };
}

function setsOf(paths: readonly string[]): Pick<GitListing, 'files' | 'folders'> {
  const files = new Set<string>();
  const folders = new Set<string>();
  for (const path of paths) {
    if (path === '') continue;
    // A repository inside this one is a single entry: with a slash, or (a submodule) like a file.
    files.add(path.endsWith('/') ? path.slice(0, -1) : path);
    for (
      let slash = path.lastIndexOf('/', path.length - 2);
      slash > 0;
      slash = path.lastIndexOf('/', slash - 1)
    ) {
      const above = path.slice(0, slash);
      if (folders.has(above)) break;
      folders.add(above);
    }
  }
  return { files, folders };
}

/** Those of some files below a folder that git keeps; all of them where git does not answer. Absolute paths. */
export function keptAmong(folder: string, files: readonly string[]): ReadonlySet<string> {
  if (files.length === 0 || isFifo(join(folder, '.gitignore'))) return new Set(files);
  const output = runGit(folder, [
    '--literal-pathspecs',
    ...['ls-files', '-z', '-c', '-o', '--exclude-standard', '--'],
    ...files.map((file) => relative(folder, file)),
  ]);
  return new Set(output?.split('\0').map((path) => join(folder, path)) ?? files);
}

/** Whether git ignores a folder as a whole. */
export function isIgnored(folder: string): boolean {
  return runGit(dirname(folder), ['check-ignore', '-q', '--', folder]) !== undefined;
}

const isFifo = (path: string) => lookIn(disk, path)?.isFIFO() === true;

/** What git prints for a folder, as text; undefined where it fails. */
function runGit(folder: string, args: readonly string[]): string | undefined {
  const answer = askGit(folder, args);
  return answer.ok ? answer.output.toString('utf8') : undefined;
}
