import type { FileMatcher } from './config.js';

/** Below this number of items, a look-up is a loop. */
const FEW = 8;

/**
 * A look-up of the items that are about a file, in the order of the list. Each item is found by what the paths of its
 * files begin with, or by their base name, so that thousands of items that name files or folders cost a file no more
 * than a few; only items that may be about any file are tried on each.
 */
export function indexByFile<T>(
  items: readonly T[],
  matcherOf: (item: T) => FileMatcher,
): (path: string) => readonly T[] {
  if (items.length < FEW) return (path) => items.filter((item) => matcherOf(item)(path));
  const byPath = new Map<string, number[]>();
  const byName = new Map<string, number[]>();
  const tried = new Set<number>();
  for (const [index, item] of items.entries()) {
    const reaches = matcherOf(item).reach ?? ANYWHERE;
    for (const { begins, name, inName } of reaches) {
      if (begins === '' && name === undefined) tried.add(index);
      else if (inName) add(byName, begins, index);
      else add(byPath, keyOf(begins, name), index);
    }
  }
  const anywhere = [...tried];
  const pathLengths = lengthsOf(byPath);
  const nameLengths = lengthsOf(byName);
  return (path) => {
    const name = path.slice(path.lastIndexOf('/') + 1);
    const found = new Set(anywhere);
    const take = (indexes: readonly number[] | undefined) => {
      for (const index of indexes ?? []) found.add(index);
    };
    for (const length of pathLengths) {
      if (length > path.length) break;
      const begins = path.slice(0, length);
      take(byPath.get(begins));
      take(byPath.get(keyOf(begins, name)));
    }
    for (const length of nameLengths) {
      if (length > name.length) break;
      take(byName.get(name.slice(0, length)));
    }
    if (found.size === 0) return [];
    const order = found.size === anywhere.length ? anywhere : [...found].sort((a, b) => a - b);
    return order.flatMap((index) => {
      const item = items[index];
      return item !== undefined && matcherOf(item)(path) ? [item] : [];
    });
  };
}

const ANYWHERE: NonNullable<FileMatcher['reach']> = [{ begins: '' }];

/** No path contains a zero. */
const keyOf = (begins: string, name: string | undefined) =>
  name === undefined ? begins : `${begins}\0${name}`;

function add(map: Map<string, number[]>, key: string, index: number): void {
  const known = map.get(key);
  if (known) known.push(index);
  else map.set(key, [index]);
}

/** Lengths of the beginnings in a map, shortest first. */
function lengthsOf(map: ReadonlyMap<string, unknown>): number[] {
  const lengths = new Set(
    [...map.keys()].map((key) => (key.includes('\0') ? key.indexOf('\0') : key.length)),
  );
  return [...lengths].sort((a, b) => a - b);
}
