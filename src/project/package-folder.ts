import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of this package, where the rules' pages lie: the nearest one above with a `package.json`. */
export function packageFolder(): string {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, 'package.json')) && folder !== dirname(folder)) folder = dirname(folder);
  return folder;
}
