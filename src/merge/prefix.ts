import type { Parts } from './parts.js';

/** The same parts with the name of the repository before each path. */
export function withPrefix(parts: Parts, repository: string): Parts {
  const moved = (path: string) => `${repository}/${path}`;
  return {
    ...parts,
    decisions: parts.decisions.map((one) => ({
      ...one,
      files: one.files.map(moved),
      ...(one.found && {
        found: one.found.map(({ runtime, files }) => ({ runtime, files: files.map(moved) })),
      }),
    })),
    files: parts.files.map(({ path, dialect }) => ({ path: moved(path), dialect })),
    systems: filesMoved(parts.systems, moved),
    findings: filesMoved(parts.findings, moved),
    notAssessed: filesMoved(parts.notAssessed, moved),
    unread: parts.unread.map(({ framework, files }) => ({ framework, files: files.map(moved) })),
    skipped: parts.skipped.map((one) => ({ ...one, files: one.files.map(moved) })),
    notes: parts.notes.map((text) => `${repository}: ${text}`),
    waivers: filesMoved(parts.waivers, moved),
  };
}

/** The same data in which every member `file` names a moved path. */
function filesMoved<T>(data: T, moved: (path: string) => string): T {
  if (Array.isArray(data)) return data.map((one) => filesMoved(one, moved)) as T;
  if (typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [
      key,
      key === 'file' && typeof value === 'string' ? moved(value) : filesMoved(value, moved),
    ]),
  ) as T;
}
