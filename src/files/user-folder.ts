import { existsSync, lstatSync, mkdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** The user's own folder for what programs can make again; a path that is not absolute names none. */
function cacheHome({ XDG_CACHE_HOME, LOCALAPPDATA }: NodeJS.ProcessEnv): string | undefined {
  const below = process.platform === 'darwin' ? 'Library/Caches' : '.cache';
  const isWindows = process.platform === 'win32';
  const places = isWindows
    ? [XDG_CACHE_HOME, LOCALAPPDATA, join(homedir(), 'AppData/Local')]
    : [XDG_CACHE_HOME, join(homedir(), below)];
  return places.find((one) => one !== undefined && isAbsolute(one));
}

/** Whether only this user can have written into a folder. Windows keeps the folders of users apart by itself. */
function isOwn(folder: string): boolean {
  const found = lstatSync(folder);
  const user = process.getuid?.();
  return found.isDirectory() && (user === undefined || (found.uid === user && (found.mode & 0o077) === 0));
}

/**
 * The folder of agent-lint among what a user's programs can make again: private, or there is none. `AGENT_LINT_CACHE=off`
 * turns it off. Never inside of the package, nor in a folder that others write to.
 */
export function userFolder(): string | undefined {
  if (process.env.AGENT_LINT_CACHE === 'off') return undefined;
  try {
    const home = cacheHome(process.env);
    if (home === undefined) return undefined;
    const folder = join(home, 'agent-lint');
    if (!existsSync(folder)) mkdirSync(folder, { recursive: true, mode: 0o700 });
    return isOwn(folder) ? folder : undefined;
  } catch {
    return undefined;
  }
}

/** Where the results of a project are kept that has installed packages. */
export const IN_PROJECT = 'node_modules/.cache/agent-lint/results';

/** Where the results of another project are kept: a folder of its own in the folder of a user. */
export function resultsOf(root: string, user: string): string {
  let sum = 0;
  for (const letter of root) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) >>> 0;
  const name = root.replace(/[^\w.-]+/g, '-').slice(-60);
  return join(user, 'results', `${name}-${sum.toString(16)}`);
}

/** Whether results of a project may have been kept: looks at names alone. */
export function mayHaveResults(root: string): boolean {
  if (existsSync(join(root, IN_PROJECT))) return true;
  const user = userFolder();
  return user !== undefined && existsSync(resultsOf(root, user));
}

/** The bytes of a regular file that is not too large; undefined for any other: what is kept is no link, pipe or device. */
export function keptFile(path: string, mostBytes: number): Buffer | undefined {
  try {
    const found = lstatSync(path, { throwIfNoEntry: false });
    return found?.isFile() && found.size <= mostBytes ? readFileSync(path) : undefined;
  } catch {
    return undefined;
  }
}
