import { constants } from 'node:fs';
import { dirname, isAbsolute, resolve } from 'node:path';
import { once } from '../model/once.js';
import { openRequests, type ReadResult, type Workspace } from '../model/workspace.js';
import type { LeftOutList } from './left-out.js';
import { type FileStore, lookIn, realPathIn } from './store.js';
import { followLink, isBelow } from './symlinks.js';

/** A path outside the root that was named: where it is, and what no link may leave. */
export interface Outside {
  absolute: string;
  boundary: string;
}

/** Where paths of a workspace lead. */
export interface Places {
  root: string;
  /** Files that a search or the user named: seen as regular files, or as links. */
  files: ReadonlySet<string>;
  /** The root without links: what no link may leave. */
  realRoot: string;
  outside: ReadonlyMap<string, Outside>;
  leftOut: LeftOutList;
  store: FileStore;
}

export type WorkspaceReader = Pick<Workspace, 'read' | 'noteRequest' | 'askedFor'>;

/** Whether opening a file can refuse a link; where it cannot, each file is looked at before. */
const SEES_LINKS = constants.O_NOFOLLOW !== undefined;

/** Reads files by their shown path, inside the root or among the named ones, and notes who asked. */
export function workspaceReader({ root, realRoot, files, outside, leftOut, store }: Places): WorkspaceReader {
  const readFile = store.reader();
  const requests = openRequests();
  const folders = new Map<string, boolean>();

  /** Whether the folder of a path lies inside the boundary, links counted; looked up once a folder. */
  const staysInside = (absolute: string, boundary: string) => {
    const folder = dirname(absolute);
    let inside = folders.get(folder);
    if (inside === undefined) {
      const real = realPathIn(store, folder);
      inside = real === undefined || (isBelow(real, boundary) && !isGitsOwn(real.slice(boundary.length)));
      folders.set(folder, inside);
    }
    return inside;
  };

  const readAt = (absolute: string, boundary: string, seen: boolean): ReadResult => {
    if (!staysInside(absolute, boundary)) {
      return {
        ok: false,
        problem: 'left-out',
        reason: 'its folder leaves the repository by a link, or belongs to git',
      };
    }
    const isLink = () => lookIn(store, absolute)?.isSymbolicLink() === true;
    const result = SEES_LINKS || !isLink() ? readFile(absolute, seen) : undefined;
    if (result && (result.ok || result.problem !== 'left-out' || !isLink())) return result;
    const followed = followLink(absolute, boundary, store);
    return 'target' in followed ? readFile(followed.target) : followed;
  };

  // Every named path is known before the first file is read.
  const boundaries = once(() => [...new Set([...outside.values()].map(({ boundary }) => boundary))]);

  /** The project of a named path outside the root: what lies beside that path there belongs to it. */
  const boundaryAround = (absolute: string) => {
    const folder = realPathIn(store, dirname(absolute)) ?? absolute;
    return boundaries().find((one) => isBelow(folder, one));
  };

  const read = (path: string): ReadResult => {
    const known = outside.get(path);
    if (known) return readAt(known.absolute, known.boundary, files.has(path));
    const absolute = isPlain(path) ? `${root}/${path}` : resolve(root, path);
    if (isPlain(path) || isBelow(absolute, root)) return readAt(absolute, realRoot, files.has(path));
    const boundary = boundaryAround(absolute);
    if (boundary !== undefined) return readAt(absolute, boundary, false);
    return { ok: false, problem: 'left-out', reason: 'outside the repository' };
  };

  return {
    read: (path, askedBy) => {
      if (askedBy !== undefined) requests.noteRequest(path, askedBy);
      const result = read(path);
      if (!result.ok && result.problem === 'left-out') leftOut.add(path, result.reason);
      if (!result.ok && result.problem === 'too-large' && files.has(path)) leftOut.countLarge(path);
      return result;
    },
    ...requests,
  };
}

const isGitsOwn = (path: string) => /(?:^|[\\/])\.git(?:[\\/]|$)/.test(path);

/** Whether a path has no step upward and does not start at the top of the file system. */
const isPlain = (path: string) => !path.includes('..') && !isAbsolute(path);
