import { lstatSync } from 'node:fs';
import type { Entry } from './store.js';

/** What stands at a path, links not followed; undefined where nothing does, or where the folder does not let us see it. */
export function lookAt(path: string): Entry | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
