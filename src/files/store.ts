import { lstatSync, readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, relative, sep } from 'node:path';
import { asked } from './observed.js';
import { type FileReader, fileReader, notedText, textOf } from './read-file.js';

/** What is at a path, links not followed. */
export interface Entry {
  isFile(): boolean;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
  isFIFO(): boolean;
  isSocket(): boolean;
  /** Bytes of a file. */
  readonly size: number;
}

/** An entry of a folder. */
export type NamedEntry = Omit<Entry, 'size'> & { readonly name: string };

/**
 * Where files are read from: the disk, a commit, the index of git, or texts over one of these. Paths are absolute, and
 * nothing is written.
 */
export interface FileStore {
  /** Undefined where nothing is. @throws as `lstatSync` does where the folder does not let us see it. */
  look(path: string): Entry | undefined;
  /** The entries of a folder. @throws as `readdirSync` does where it cannot be listed. */
  list(folder: string): readonly NamedEntry[];
  /** The path without links. @throws as `realpathSync` does: `ENOENT` where it leads nowhere, `ELOOP`. */
  resolveLinks(path: string): string;
  /** A reader with a buffer of its own. */
  reader(): FileReader;
  /**
   * The files below a folder that the store itself names, relative to it; undefined where git has to be asked what it
   * keeps. A folder outside the store gives undefined as well.
   */
  kept?(folder: string): readonly string[] | undefined;
  /** The bytes of a file, whatever its size; only of a store that is not the disk. Undefined where it has none. */
  bytes?(path: string): Buffer | undefined;
  /** The bytes that stand for a file in place of those that the store has. */
  overlaid?(path: string): Buffer | undefined;
  /** Files below a folder that only this store has, relative to it: git knows nothing of them. */
  added?(folder: string): readonly string[];
}

/** The disk. */
export const disk: FileStore = {
  look: (path) => asked(['look', path], () => lstatSync(path, { throwIfNoEntry: false }), kindAndSize),
  list: (folder) =>
    asked(['list', folder], () => readdirSync(folder, { withFileTypes: true }), namesAndKinds),
  resolveLinks: (path) => asked(['links', path], () => realpathSync.native(path), String),
  reader: fileReader,
};

const kindAndSize = (entry: Entry | undefined): string =>
  entry === undefined ? 'nothing' : `${kindLetter(entry)} ${entry.isFile() ? entry.size : ''}`;

const namesAndKinds = (entries: readonly NamedEntry[]): string =>
  entries.map((entry) => `${kindLetter(entry)}${entry.name}`).join('\0');

const kindLetter = (entry: Omit<Entry, 'size'>): string =>
  entry.isFile()
    ? 'f'
    : entry.isDirectory()
      ? 'd'
      : entry.isSymbolicLink()
        ? 'l'
        : entry.isFIFO()
          ? 'p'
          : 'o';

/** What is at a path; undefined also where the folder does not let us see it. */
export function lookIn(store: FileStore, path: string): Entry | undefined {
  try {
    return store.look(path);
  } catch {
    return undefined;
  }
}

/** The path without links; undefined where it leads nowhere. */
export function realPathIn(store: FileStore, path: string): string | undefined {
  try {
    return store.resolveLinks(path);
  } catch {
    return undefined;
  }
}

/** The bytes of a file on disk, whatever its size, or what a link states; undefined where there are none. */
export function bytesAt(path: string): Buffer | undefined {
  const read = () =>
    lookIn(disk, path)?.isSymbolicLink() ? Buffer.from(readlinkSync(path)) : readFileSync(path);
  try {
    return asked(['bytes', path], read, (bytes) => bytes);
  } catch {
    return undefined;
  }
}

type Kind = 'file' | 'folder' | 'link';

/** An entry of a kind. */
export function entryOf(kind: Kind, size = 0): Entry {
  return {
    isFile: () => kind === 'file',
    isDirectory: () => kind === 'folder',
    isSymbolicLink: () => kind === 'link',
    isFIFO: () => false,
    isSocket: () => false,
    size,
  };
}

/** An entry of a kind with its name. */
export function namedEntryOf(name: string, kind: Kind): NamedEntry {
  return { name, ...entryOf(kind) };
}

/** Texts or bytes that stand for files, by absolute path, over what a store has. A file need not exist in it. */
export function overlay(below: FileStore, texts: ReadonlyMap<string, Uint8Array>): FileStore {
  if (texts.size === 0) return below;
  // A path may lead over a link: what is read at its end is the same file.
  const byRealPath = new Map(
    [...texts].map(([path, bytes]) => [realPathIn(below, path) ?? path, Buffer.from(bytes)]),
  );
  const find = (path: string) => byRealPath.get(path) ?? byRealPath.get(realPathIn(below, path) ?? path);
  const folders = new Map<string, Map<string, Kind>>();
  for (const path of byRealPath.keys()) {
    let kind: Kind = 'file';
    for (let at = path; at !== dirname(at); at = dirname(at)) {
      const names = folders.get(dirname(at)) ?? new Map<string, Kind>();
      folders.set(dirname(at), names.set(relative(dirname(at), at), kind));
      kind = 'folder';
    }
  }
  return {
    ...below,
    overlaid: find,
    look: (path) => {
      const bytes = byRealPath.get(path);
      if (bytes) return asked(['look', path], () => entryOf('file', bytes.length), kindAndSize, 'given');
      return below.look(path) ?? (folders.has(path) ? entryOf('folder') : undefined);
    },
    list: (folder) => {
      const added = folders.get(folder) ?? new Map<string, Kind>();
      const known = listIfThere(below, folder);
      const names = new Set(known.map(({ name }) => name));
      const more = [...added].filter(([name]) => !names.has(name));
      return [...known, ...more.map(([name, kind]) => namedEntryOf(name, kind))];
    },
    resolveLinks: (path) =>
      byRealPath.has(path)
        ? path
        : folders.has(path)
          ? (realPathIn(below, path) ?? path)
          : below.resolveLinks(path),
    added: (folder) =>
      [...byRealPath.keys()].flatMap((path) => {
        const way = inside(folder, path);
        return way === undefined || way === '' || lookIn(below, path) ? [] : [way];
      }),
    reader: () => {
      const read = below.reader();
      return (path, seen) => {
        const bytes = find(path);
        return bytes ? notedText(path, () => textOf(bytes, path), 'given') : read(path, seen);
      };
    },
  };
}

/** The entries of a folder; none where it is not there. */
function listIfThere(store: FileStore, folder: string): readonly NamedEntry[] {
  try {
    return store.list(folder);
  } catch (error) {
    if (lookIn(store, folder)) throw error;
    return [];
  }
}

/** A path relative to a folder with `/`; undefined where it lies outside. Empty for the folder itself. */
export function inside(folder: string, path: string): string | undefined {
  const way = relative(folder, path);
  if (way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way)) return undefined;
  return sep === '/' ? way : way.replaceAll(sep, '/');
}
