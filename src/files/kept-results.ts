import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
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
import { type Observer, observe, type Question } from './observed.js';
import { fileReader } from './read-file.js';
import { askGit } from './run-git.js';
import { bytesAt, disk } from './store.js';
import { IN_PROJECT, keptFile, resultsOf, userFolder } from './user-folder.js';

/** Results of a project that are kept, with those of parts, the last that were used; and the largest, in bytes. */
const MOST = 256;
const LARGEST = 64 * 1024 * 1024;

/** A call of git that is repeated may take this long, in milliseconds. */
const GIT_MS = 60_000;

/** Results of earlier runs, with everything that they were made from. */
export interface KeptResults {
  /**
   * The result for a key, where all that it was made from is as it was: each question is asked again. Otherwise it is
   * made, and kept if `isKept` says so. A key holds what a result depends on beside the machine.
   */
  recallOr<T>(key: unknown, make: () => Promise<T>, isKept?: (result: T) => boolean): Promise<T>;
  /** A digest of what the run asked so far, of the questions that count; undefined where an answer changed meanwhile. */
  asked(counts: (question: Question) => boolean): string | undefined;
  /** The same without making one. */
  recall(key: unknown): unknown;
}

/** What a run asked, each question once, with its answer as a digest. */
type Trace = readonly (readonly [Question, string])[];

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
  const recall = (file: string): { result: unknown } | undefined => {
    try {
      const whole = keptFile(file, 4 * LARGEST)?.toString('utf8');
      if (whole === undefined) return undefined;
      const [mark = '', text = ''] = [whole.slice(0, MARK_LENGTH), whole.slice(MARK_LENGTH + 1)];
      // The name of the file is signed with it: one result never stands for another.
      const expected = sign(`${file}\n${text}`);
      if (mark.length !== expected.length || !timingSafeEqual(Buffer.from(mark), Buffer.from(expected)))
        return undefined;
      const { trace, result } = JSON.parse(text) as { trace: Trace; result: unknown };
      if (!trace.every(([question, digest]) => answerTo(question) === digest)) return undefined;
      utimesSync(file, new Date(), new Date());
      return { result };
    } catch {
      return undefined;
    }
  };
  const keep = (file: string, trace: Trace, result: unknown): void => {
    const text = JSON.stringify({ trace, result });
    if (text.length > LARGEST) return;
    const beside = `${file}.${process.pid}.tmp`;
    try {
      writeFileSync(beside, `${sign(`${file}\n${text}`)}\n${text}`, { flag: 'wx', mode: 0o600 });
      renameSync(beside, file);
      removeOldest(folder);
    } catch {
      // A folder that cannot be written to costs time, and no word.
      rmSync(beside, { force: true });
    }
  };
  const notes = openNotes();
  return {
    recall: (key) => recall(fileFor(key))?.result,
    asked(counts) {
      const trace = notes.soFar();
      return trace && digestOf(JSON.stringify(trace.filter(([question]) => counts(question))));
    },
    async recallOr(key, make, isKept = () => true) {
      const file = fileFor(key);
      const known = recall(file);
      if (known) return known.result as Awaited<ReturnType<typeof make>>;
      const { result, trace } = await notes.during(make);
      if (trace && isKept(result)) keep(file, trace, result);
      return result;
    },
  };
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

/** Questions with their answers, from when the notes were opened until `stop` is called. */
interface Notes {
  readonly noted: Map<string, readonly [Question, string]>;
  /** False once one question had two answers: a file changed during the run. */
  isStable: boolean;
}

/** Notes of results that are made, one within another: each answer is digested once. */
function openNotes() {
  const open: Notes[] = [];
  let stop: (() => void) | undefined;
  const note: Observer = (question, answer) => {
    const key = question.join('\0');
    const entry = [question, digestOf(answer())] as const;
    for (const notes of open) {
      const known = notes.noted.get(key);
      if (known === undefined) notes.noted.set(key, entry);
      else if (known[1] !== entry[1]) notes.isStable = false;
    }
  };
  const traceOf = (notes: Notes | undefined): Trace | undefined =>
    notes?.isStable ? [...notes.noted.values()] : undefined;
  return {
    /** What the outermost result was made from so far. */
    soFar: () => traceOf(open[0]),
    /** Notes what `make` asks. The trace is left out where one question had two answers. */
    async during<T>(make: () => Promise<T>): Promise<{ result: T; trace: Trace | undefined }> {
      const own: Notes = { noted: new Map(), isStable: true };
      if (open.push(own) === 1) stop = observe(note);
      try {
        const result = await make();
        return { result, trace: traceOf(own) };
      } finally {
        open.splice(open.indexOf(own), 1);
        if (open.length === 0) stop?.();
      }
    },
  };
}

/** The digest of what a question is answered with now. */
function answerTo(question: Question): string {
  let digest = '';
  const stop = observe(([kind], answer) => {
    if (kind === question[0]) digest = digestOf(answer());
  });
  try {
    ask(question);
  } catch {
    // A failure is an answer.
  } finally {
    stop();
  }
  return digest;
}

const readText = fileReader();

function ask([kind, path, args, input, index]: Question): unknown {
  switch (kind) {
    case 'look':
      return disk.look(path);
    case 'list':
      return disk.list(path);
    case 'links':
      return disk.resolveLinks(path);
    case 'text':
      return readText(path);
    case 'bytes':
      return bytesAt(path);
    default:
      return askGit(path, args ?? [], {
        timeout: GIT_MS,
        ...(input ? { input } : {}),
        ...(index ? { index } : {}),
      });
  }
}

/** A digest that is short, and long enough that no two texts have the same. */
export const digestOf = (text: string | Uint8Array): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, 27);
