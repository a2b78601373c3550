import { isAscii, isUtf8 } from 'node:buffer';
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import type { ReadResult } from '../model/workspace.js';
import { firstBadByte, wideEncoding } from './encoding.js';
import { limitOf, tooLarge } from './limits.js';
import { asked } from './observed.js';

// Opening never waits (a FIFO), never becomes the terminal of this process, and does not follow a link.
const { O_RDONLY, O_NONBLOCK = 0, O_NOCTTY = 0, O_NOFOLLOW = 0 } = constants;
const FLAGS = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW;

/**
 * Reads one regular file as text, or says why not. Never waits and never throws. A link is `left-out`.
 * `seen`: a search has just seen that it is a regular file, which spares a look at it.
 */
export type FileReader = (path: string, seen?: boolean) => ReadResult;

/** A reader with a buffer of its own, so that many small files cost one allocation. */
export function fileReader(): FileReader {
  const read = plainReader();
  return (path, seen) => notedText(path, () => read(path, seen));
}

/** Reads a text, and notes that it was asked for. */
export const notedText = (path: string, read: () => ReadResult, by?: 'given'): ReadResult =>
  asked(['text', path], read, wordsOf, by);

const wordsOf = (read: ReadResult): string =>
  read.ok ? `text ${read.text}` : `${read.problem} ${read.reason}`;

function plainReader(): FileReader {
  let buffer: Buffer | undefined;
  return (path, seen = false) => {
    let descriptor: number;
    try {
      descriptor = openSync(path, FLAGS);
    } catch (error) {
      return failure(error);
    }
    try {
      const limit = limitOf(path);
      buffer ??= Buffer.allocUnsafeSlow(64 * 1024);
      if (seen) {
        const length = readSync(descriptor, buffer, 0, buffer.length, 0);
        // A short read is the whole of a regular file.
        if (length > 0 && length < buffer.length && length <= limit)
          return decode(buffer.subarray(0, length));
      }
      const stat = fstatSync(descriptor);
      if (!stat.isFile()) return notRegular(stat);
      if (stat.size > limit) return tooLarge(limit, stat.size);
      if (stat.size >= buffer.length) buffer = Buffer.allocUnsafeSlow(limit + 1);
      const length = fill(descriptor, buffer, Math.min(limit + 1, buffer.length));
      return length > limit ? tooLarge(limit, length) : decode(buffer.subarray(0, length));
    } catch (error) {
      return failure(error);
    } finally {
      closeSync(descriptor);
    }
  };
}

/** Bytes that stand for a file of this name, held to the same limits and the same encoding. */
export function textOf(bytes: Buffer, path: string): ReadResult {
  const limit = limitOf(path);
  return bytes.length > limit ? tooLarge(limit, bytes.length) : decode(bytes);
}

function fill(descriptor: number, buffer: Buffer, limit: number): number {
  let length = 0;
  while (length < limit) {
    const count = readSync(descriptor, buffer, length, limit - length, length);
    if (count === 0) break;
    length += count;
  }
  return length;
}

function decode(bytes: Buffer): ReadResult {
  // Most files are plain ASCII, which is several times faster to decode; one that begins with a zero may be a wide text.
  if (bytes[0] !== 0 && bytes[1] !== 0 && isAscii(bytes)) return { ok: true, text: bytes.toString('latin1') };
  if (!isUtf8(bytes)) {
    const wide = wideEncoding(bytes);
    if (wide !== undefined) return wrongEncoding(wide);
    return { ok: false, problem: 'encoding', reason: 'not UTF-8', at: firstBadByte(bytes) };
  }
  const wide = bytes.length > 3 && (bytes[0] === 0 || bytes[1] === 0) ? wideEncoding(bytes) : undefined;
  return wide === undefined ? { ok: true, text: bytes.toString('utf8') } : wrongEncoding(wide);
}

function wrongEncoding(name: string): ReadResult {
  return { ok: false, problem: 'encoding', reason: `${name}, not UTF-8`, at: { line: 1, column: 1 } };
}

/** Why a folder is not read. */
export const A_FOLDER: ReadResult & { ok: false } = {
  ok: false,
  problem: 'left-out',
  reason: 'a folder',
  isFolder: true,
};

const notRegular = (entry: Parameters<typeof kindOf>[0]): ReadResult =>
  entry.isDirectory() ? A_FOLDER : { ok: false, problem: 'left-out', reason: kindOf(entry) };

/** What an entry of a folder is, in words. */
export function kindOf(
  entry: { [K in 'isDirectory' | 'isFIFO' | 'isSocket' | 'isSymbolicLink']: () => boolean },
): string {
  if (entry.isDirectory()) return 'a folder';
  if (entry.isFIFO()) return 'a FIFO, not a regular file';
  if (entry.isSocket()) return 'a socket, not a regular file';
  if (entry.isSymbolicLink()) return 'a symbolic link';
  return 'a device, not a regular file';
}

const FAILURES: Readonly<Record<string, ReadResult & { ok: false }>> = {
  ENOENT: { ok: false, problem: 'missing', reason: 'does not exist' },
  ENOTDIR: { ok: false, problem: 'missing', reason: 'does not exist' },
  ENAMETOOLONG: { ok: false, problem: 'missing', reason: 'does not exist' },
  EACCES: { ok: false, problem: 'unreadable', reason: 'permission denied' },
  EPERM: { ok: false, problem: 'unreadable', reason: 'permission denied' },
  EISDIR: A_FOLDER,
  ELOOP: { ok: false, problem: 'left-out', reason: 'a symbolic link' },
  EMLINK: { ok: false, problem: 'left-out', reason: 'a symbolic link' },
  ENXIO: { ok: false, problem: 'left-out', reason: 'a socket or device, not a regular file' },
  ENODEV: { ok: false, problem: 'left-out', reason: 'a device, not a regular file' },
  EAGAIN: { ok: false, problem: 'left-out', reason: 'not a regular file' },
};

/** A failure of the file system in words. */
export function failure(error: unknown): ReadResult & { ok: false } {
  const code = String((error as NodeJS.ErrnoException).code);
  return FAILURES[code] ?? { ok: false, problem: 'unreadable', reason: `the system says ${code}` };
}
