import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isBelow, realPathOf } from './symlinks.js';

/**
 * Writes a file as a whole, and makes the folders above it: the text is written beside the file and put in its place, so
 * that a full disk or a killed process leaves the old file as it was. A link stays a link; a device, a pipe and what
 * is behind `/dev/stdout` are written directly. A text in pieces is never held whole.
 * @throws an error of the file system; its message does not name the file.
 */
export function replaceFile(path: string, text: string | Iterable<string>): void {
  const absolute = resolve(path);
  makeFolder(dirname(absolute));
  const before = statOf(absolute);
  const target = before?.isSymbolicLink() ? realPathOf(absolute) : absolute;
  const stat = target === absolute ? before : target === undefined ? undefined : statOf(target);
  // A link that leads nowhere names a file that is new.
  if (target === undefined || isDevice(absolute) || (stat && !stat.isFile())) writeAll(absolute, text, 'w');
  else putInPlace(target, text, stat);
}

/** What is below `/dev` is none of its own files, but for a file system in memory. */
const isDevice = (path: string): boolean => isBelow(path, '/dev') && !isBelow(path, '/dev/shm');

/**
 * Writes a file that is new, and makes the folders above it; where the text cannot be written whole, none is left.
 * @throws an error of the file system: `EEXIST` where the file exists by now.
 */
export function createFile(path: string, text: string): void {
  makeFolder(dirname(resolve(path)));
  const file = openSync(path, 'wx');
  try {
    writeFileSync(file, text);
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
}

/** Writes a text, or its pieces one after the other. */
function writeAll(path: string, text: string | Iterable<string>, flag: 'w' | 'wx'): void {
  const file = openSync(path, flag);
  try {
    for (const chunk of typeof text === 'string' ? [text] : text) writeFileSync(file, chunk);
  } finally {
    closeSync(file);
  }
}

function putInPlace(target: string, text: string | Iterable<string>, before: Stats | undefined): void {
  const beside = join(dirname(target), `.agent-lint-${process.pid}-${Date.now().toString(36)}.tmp`);
  let isWritten = false;
  try {
    writeAll(beside, text, 'wx');
    isWritten = true;
    if (before) chmodSync(beside, before.mode);
    renameSync(beside, target);
  } catch (error) {
    const isRefused = before !== undefined && REFUSED.has(String((error as NodeJS.ErrnoException).code));
    // A folder that takes no new file may hold one that can be written. Pieces are given once.
    if (isRefused && isWritten) copyFileSync(beside, target);
    rmSync(beside, { force: true });
    if (!isRefused) throw error;
    if (!isWritten) writeAll(target, text, 'w');
  }
}

const REFUSED: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS']);

const statOf = (path: string) => lstatSync(path, { throwIfNoEntry: false });

/** Makes a folder and those above it. Node's own recursion does not end where a file system refuses new folders. */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another run may have made it meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Why a file could not be written, as the system says it, without the name of the file that was written beside it. */
export function writeFailure(error: unknown): string {
  const { message } = error as Error;
  return message.split(',', 1)[0] ?? message;
}
