import { readdirSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { nearest } from '../model/nearest.js';

/** Most names of one folder that are compared. */
const MOST_NAMES = 5_000;

/**
 * The existing path that a path which does not exist was probably meant to be, relative to `cwd`: its first missing
 * name is replaced by the nearest name of that folder. Undefined where none is close.
 */
export function suggestPath(path: string, cwd: string = process.cwd()): string | undefined {
  const rest: string[] = [];
  let folder = resolve(cwd, path);
  for (;;) {
    const above = dirname(folder);
    if (above === folder) return undefined;
    const names = namesIn(above);
    if (names) {
      const meant = nearest(basename(folder), names);
      if (meant === undefined) return undefined;
      const whole = join(above, meant, ...rest);
      return relative(cwd, namesIn(dirname(whole))?.includes(basename(whole)) ? whole : join(above, meant));
    }
    rest.unshift(basename(folder));
    folder = above;
  }
}

function namesIn(folder: string): string[] | undefined {
  try {
    return readdirSync(folder).slice(0, MOST_NAMES);
  } catch {
    return undefined;
  }
}
