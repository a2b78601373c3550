import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { disk } from './store.js';
import { digestOf } from './observed.js';
import { type KeptResults, openResults, type Traced } from './traced-results.js';
import { IN_PROJECT, keptFile, resultsOf, userFolder } from './user-folder.js';

/** Results of a project that are kept, with those of parts, the last that were used; and the largest, in bytes. */
const MOST = 256;
const LARGEST = 64 * 1024 * 1024;

/**
 * The results that are kept for a project, by one build of agent-lint; undefined where the user has no private folder for
 * them. What is not signed with the user's own key is as good as none: a repository may bring a folder of results
 * of its own.
 */
export function openKeptResults(root: string, build: string): KeptResults | undefined {
  const user = userFolder();
  const secret = user === undefined ? undefined : secretIn(user);
  if (user === undefined || secret === undefined) return undefined;
  const folders = [projectFolder(root), resultsOf(root, user)];
  const folder = folders.find((one): one is string => one !== undefined && isMade(one));
  if (folder === undefined) return undefined;
  const fileFor = (key: unknown) => join(folder, `${digestOf(JSON.stringify([build, key]))}.json`);
  const sign = (text: string) => createHmac('sha256', secret).update(text).digest('hex');
  return openResults(
    {
      find(key) {
        const file = fileFor(key);
        const whole = keptFile(file, 4 * LARGEST)?.toString('utf8');
        if (whole === undefined) return undefined;
        const [mark = '', text = ''] = [whole.slice(0, MARK_LENGTH), whole.slice(MARK_LENGTH + 1)];
        // The name of the file is signed with it: one result never stands for another.
        const expected = sign(`${file}\n${text}`);
        if (mark.length !== expected.length || !timingSafeEqual(Buffer.from(mark), Buffer.from(expected)))
          return undefined;
        return JSON.parse(text) as Traced;
      },
      used: (key) => utimesSync(fileFor(key), new Date(), new Date()),
      keep(key, kept) {
        const text = JSON.stringify(kept);
        if (text.length > LARGEST) return;
        const file = fileFor(key);
        const beside = `${file}.${process.pid}.tmp`;
        try {
          writeFileSync(beside, `${sign(`${file}\n${text}`)}\n${text}`, { flag: 'wx', mode: 0o600 });
          renameSync(beside, file);
          removeOldest(folder);
        } catch {
          // A folder that cannot be written to costs time, and no word.
          rmSync(beside, { force: true });
        }
      },
    },
    () => disk,
  );
}

/** The length of a signature, in characters. */
const MARK_LENGTH = 64;

/** The folder of results in a project that has installed packages; undefined where a link leads elsewhere. */
function projectFolder(root: string): string | undefined {
  let folder = root;
  for (const step of IN_PROJECT.split('/')) {
    folder = join(folder, step);
    const there = lstatSync(folder, { throwIfNoEntry: false });
    if (there ? !there.isDirectory() : step === 'node_modules') return undefined;
  }
  return folder;
}

function isMade(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return true;
  } catch {
    return false;
  }
}

/** The length of a key, in bytes. */
const KEY_LENGTH = 32;

/** The key that this user's results are signed with; undefined where none can be kept. */
function secretIn(user: string): Buffer | undefined {
  const file = join(user, 'key');
  try {
    if (!existsSync(file)) writeFileSync(file, randomBytes(KEY_LENGTH), { flag: 'wx', mode: 0o600 });
  } catch {
    // Another run may have made it meanwhile, or nothing can be written.
  }
  const secret = keptFile(file, KEY_LENGTH);
  return secret?.length === KEY_LENGTH ? secret : undefined;
}

function removeOldest(folder: string): void {
  const files = readdirSync(folder).map((name) => join(folder, name));
  if (files.length <= MOST) return;
  const byAge = files.map((file) => ({ file, at: lstatSync(file).mtimeMs })).sort((a, b) => b.at - a.at);
  for (const { file } of byAge.slice(MOST)) rmSync(file, { force: true });
}
