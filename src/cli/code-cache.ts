import {
  appendFileSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { keptFile, userFolder } from '../files/user-folder.js';

/** Folders of other builds and of other versions of Node are removed when they are this old, in milliseconds. */
const OLD = 30 * 24 * 3_600_000;

/** The folder for code that V8 compiled, which a later run executes; there may be none. */
export function codeFolder(): string | undefined {
  const folder = userFolder();
  return folder === undefined ? undefined : join(folder, 'code');
}

/**
 * The part of a folder for one build and one V8. V8 refuses what another version of it or other flags made; which
 * settings it was built with, it does not ask.
 * @param build what identifies the build: V8 compares no text.
 */
export function folderOf(folder: string, build: string): string {
  const { cachedDataVersionTag } = process.getBuiltinModule('v8');
  const settings = Object.entries(process.config.variables).filter(([name]) => name.startsWith('v8_'));
  let sum = cachedDataVersionTag();
  for (const letter of settings.flat().join()) sum = (sum * 31 + letter.charCodeAt(0)) >>> 0;
  return join(folder, [build, process.version, process.platform, process.arch, sum.toString(16)].join('-'));
}

/** The largest code of one script that is read, in bytes. */
const LARGEST = 64 * 1024 * 1024;

/** The code that an earlier run kept of a script. */
export const keptCode = (folder: string, name: string): Buffer | undefined =>
  keptFile(join(folder, name), LARGEST);

/** Keeps the code of scripts, whole or not at all. What cannot be written is compiled again by the next run. */
export function keepCode(
  folder: string,
  scripts: Iterable<readonly [name: string, code: () => Buffer]>,
): void {
  try {
    for (const [name, code] of scripts) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const written = join(folder, `${name}.${String(process.pid)}`);
      writeFileSync(written, code(), { flag: 'wx', mode: 0o600 });
      renameSync(written, join(folder, name));
    }
  } catch {
    // A folder that cannot be written to costs time, and no word.
  }
}

/** How many runs are counted before the count starts again at one. */
const COUNTED = 128;

/**
 * Whether a run keeps all its code again: the 1st, 2nd, 4th, up to the 128th of each 128. V8 keeps the functions that a
 * run called, and others call more; what an earlier run kept stays in.
 */
export function learnsNow(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const count = join(folder, 'runs');
    const found = lstatSync(count, { throwIfNoEntry: false });
    if (found && !found.isFile()) return false;
    const runs = found?.size ?? 0;
    if (runs >= COUNTED) writeFileSync(count, '.');
    else appendFileSync(count, '.');
    return Number.isInteger(Math.log2(runs + 1));
  } catch {
    return false;
  }
}

/** Removes what other builds and other versions of Node kept long ago. */
export function removeOld(folder: string): void {
  try {
    for (const name of readdirSync(folder)) {
      const one = join(folder, name);
      if (Date.now() - lstatSync(one).mtimeMs > OLD) rmSync(one, { recursive: true });
    }
  } catch {
    // The next run tries again.
  }
}
