import type { ReadResult } from '../model/workspace.js';

const MIB = 1024 * 1024;

/** Largest configuration file that is read (design, section 9). */
export const MAX_FILE_BYTES = MIB;

/** Largest source file that is read (design, section 9), and the largest lock file of packages. */
export const MAX_SOURCE_BYTES = 4 * MIB;

/** Names of source and lock files. */
const SOURCE =
  /(?:\.(?:[cm]?[jt]sx?|py[iw]?|ipynb)|(?:^|[/\\])(?:package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|(?:yarn|bun|uv|poetry|pdm|Pipfile)\.lock))$/i;

/** Bytes of a file of this name that are read at most. */
export const limitOf = (path: string) => (SOURCE.test(path) ? MAX_SOURCE_BYTES : MAX_FILE_BYTES);

/** Why a file over a limit is not read; both in bytes. */
export function tooLarge(limit: number, size: number): ReadResult {
  const mib = (bytes: number) => `${Math.round((bytes / MIB) * 10) / 10} MiB`;
  const actual = size - limit < MIB / 10 ? `${size} bytes` : mib(size);
  return { ok: false, problem: 'too-large', reason: `larger than ${mib(limit)} (${actual})` };
}
