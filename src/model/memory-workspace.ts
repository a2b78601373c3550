import { openRequests, type Workspace } from './workspace.js';

/**
 * A workspace over texts in memory, by path: for tests, a playground and standard input.
 * `named` says whether the files count as named one by one.
 */
export function workspaceOf(files: Readonly<Record<string, string>>, named = false): Workspace {
  const paths = Object.keys(files).sort();
  const requests = openRequests();
  return {
    files: paths,
    leftOut: [],
    ...requests,
    isSearched: () => !named,
    isNamed: (path) => named && Object.hasOwn(files, path),
    read: (path, askedBy) => {
      if (askedBy !== undefined) requests.noteRequest(path, askedBy);
      const text = Object.hasOwn(files, path) ? files[path] : undefined;
      return text === undefined
        ? { ok: false, problem: 'missing', reason: 'does not exist' }
        : { ok: true, text };
    },
  };
}
