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
 * The core's only view of files: synchronous, by path relative to the root, with `/`.
 * It records who asked for what, so that a changed file re-checks what depends on it.
 */
export interface Workspace {
  /** Files that may be checked, sorted; those that discovery left out are in `leftOut`. */
  readonly files: readonly string[];
  readonly leftOut: readonly LeftOut[];
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
