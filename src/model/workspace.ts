import type { Position } from './range.js';

/** A file as text, or why it cannot be had. */
export type ReadResult =
  | { ok: true; text: string }
  | {
      ok: false;
      /** `left-out`: not a regular file, a link that leaves the root: no finding, a reason in `inspect`. */
      problem: 'missing' | 'unreadable' | 'too-large' | 'encoding' | 'left-out';
      /** In words, for people: `larger than 1 MiB (10.2 MiB)`. */
      reason: string;
      /** It is a folder. */
      isFolder?: true;
      /** It is a symbolic link that leads out of the root or nowhere. */
      link?: 'outside' | 'nowhere';
      at?: Position;
    };

/** A file that discovery saw and did not hand on. */
export interface LeftOut {
  path: string;
  reason: string;
  /** A folder that may not be listed: what is in it is not known. */
  isUnreadable?: true;
}

/**
 * Why a file of the project is not read: it says that it is generated, or `.gitattributes` does; that calls it vendored; it
 * is a document of an installed package; it is above the size limit; it is excluded; there are too many files in folders
 * that others fill; or, outside of a repository, its folder has the name of one that others fill.
 */
export type SkippedBecause =
  | 'generated'
  | 'vendored'
  | 'installed'
  | 'too-large'
  | 'excluded'
  | 'too-many'
  | 'folder';

/** Files of the project that are not read for one reason. */
export interface Skipped {
  why: SkippedBecause;
  count: number;
  /** The first 20, by name; a folder stands for what is in it. */
  files: string[];
}

/**
 * The core's only view of files: synchronous, by path relative to the root, with `/`.
 * It records who asked for what, so that a changed file re-checks what depends on it.
 */
export interface Workspace {
  /** Files that may be checked, sorted; those that discovery left out are in `leftOut`. */
  readonly files: readonly string[];
  readonly leftOut: readonly LeftOut[];
  /** Those of `leftOut` that are symbolic links which are not followed; left out: none is known. */
  readonly unfollowed?: ReadonlySet<string>;
  /** What belongs to the project and was not read, as far as that is known by now; left out: nothing. */
  skipped?(): readonly Skipped[];
  /** Files that the user named one by one. */
  isNamed(path: string): boolean;
  /**
   * Whether a search saw the folder of a path: what is not in `files` was left out for a reason, and is not read for
   * others either.
   */
  isSearched(path: string): boolean;
  /** The text of a file; `askedBy` is the file that depends on it. */
  read(path: string, askedBy?: string): ReadResult;
  /** Notes that a file depends on another one, which is known without reading it again. */
  noteRequest(path: string, askedBy: string): void;
  /** The files that asked for a file, in the order of asking. */
  askedFor(path: string): readonly string[];
  /** For a link that a search found: the path of the file that it leads to, whether or not it is in `files`. */
  targetOf?(path: string): string | undefined;
  /** The folder above which nothing of a file's project lies, as shown. Left out or empty: the root. */
  topOf?(path: string): string;
  /**
   * Files beside some of its files and in the folders above them, which were not searched: what a check of the whole
   * project would find there. Left out: `files` is all there is.
   */
  beside?(paths: readonly string[], wanted: (name: string) => boolean): readonly string[];
}

/** Which file asked for which. */
export type Requests = Pick<Workspace, 'noteRequest' | 'askedFor'>;

/** An empty record of requests. */
export function openRequests(): Requests {
  const askers = new Map<string, Set<string>>();
  return {
    noteRequest(path, askedBy) {
      const known = askers.get(path);
      if (known) known.add(askedBy);
      else askers.set(path, new Set([askedBy]));
    },
    askedFor: (path) => [...(askers.get(path) ?? [])],
  };
}
