import { closeSync, constants, fstatSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { bytesAt, disk, type FileStore, isObserved, makeFolder, replaceFile } from '../files/index.js';
import {
  BASELINE_SCHEMA,
  type Baseline,
  type BaselineEntry,
  baselineText,
  entriesOfBoth,
  underLaterNames,
} from '../lint/baseline.js';
import { fixedPlace } from '../model/index.js';
import { parseDocument } from '../syntax/index.js';
import { type MergeConflict, mergeConflictIn } from './merge-conflict.js';
import { type ConfigProblem, inOrder, problemAt, problemOf } from './problem.js';

/** Where the baseline is, relative to the root, unless an option names another file. */
export const BASELINE_FILE = 'agent-lint-baseline.json';

/** Largest baseline that is read, in bytes: about 100,000 entries. */
const MAX_BASELINE_BYTES = 32 * 1024 * 1024;

/** A baseline, or what is wrong with its file: then nothing is checked (status 3), and nothing is written to it. */
export type ReadBaseline =
  | { ok: true; baseline: Baseline }
  | { ok: false; missing: boolean; problems: ConfigProblem[]; conflict?: MergeConflict };

/** Reads a baseline. `shown` is its path as people see it. A link is refused: writing would go through it. */
export function readBaseline(absolute: string, shown: string, store: FileStore = disk): ReadBaseline {
  const stored = store.overlaid?.(absolute) ?? store.bytes?.(absolute);
  // Whoever notes what a run depends on learns of this file, too.
  if (!store.bytes && isObserved()) bytesAt(absolute);
  const read = stored ? { text: stored.toString('utf8') } : store.bytes ? MISSING : textOf(absolute);
  if ('reason' in read) {
    const problems = [problemOf(shown, `The baseline cannot be read: ${read.reason}.`)];
    return { ok: false, missing: read.missing, problems };
  }
  return baselineOf(read.text, shown);
}

/** A baseline from its text; any layout of valid JSON is read. */
function baselineOf(text: string, shown: string): ReadBaseline {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    const conflict = mergeConflictIn(text);
    return conflict
      ? { ok: false, missing: false, problems: [conflictProblem(conflict, shown)], conflict }
      : { ok: false, missing: false, problems: syntaxProblems(text, shown) };
  }
  const mistakes = mistakesOf(value);
  if (mistakes.length > 0) {
    const root = parseDocument(shown, 'json', text).roots[0];
    const problems = mistakes.slice(0, MOST_MISTAKES).map(({ way, message }) => {
      let node = root;
      for (const step of way)
        node = (typeof step === 'number' ? node?.items()[step] : node?.get(step)) ?? node;
      return node ? problemAt(node.at(), message) : problemOf(shown, message);
    });
    return { ok: false, missing: false, problems: inOrder(problems) };
  }
  const { entries } = value as { entries: BaselineEntry[] };
  return { ok: true, baseline: { entries, at: placesOf(text, shown) } };
}

/** A baseline without entries. */
export const NO_BASELINE: Baseline = { entries: [], at: (index) => placesOf('', BASELINE_FILE)(index) };

const MOST_MISTAKES = 20;

const MISSING = { reason: 'it does not exist', missing: true };

/** The places of entries: the text is read with positions only where one is asked for. */
function placesOf(text: string, shown: string): Baseline['at'] {
  let items: ReturnType<typeof entriesIn> | undefined;
  return (index) => {
    items ??= entriesIn(text, shown);
    const start = { line: 1, column: 1 };
    return items[index]?.at() ?? fixedPlace(shown, `entries[${index}]`, { start, end: start });
  };
}

const entriesIn = (text: string, shown: string) =>
  parseDocument(shown, 'json', text).roots[0]?.get('entries')?.items() ?? [];

function syntaxProblems(text: string, shown: string): ConfigProblem[] {
  const { problems } = parseDocument(shown, 'json', text);
  const [first] = problems;
  const message = 'The baseline is not valid JSON';
  return [first ? problemAt(first.at, `${message}: ${first.message}.`) : problemOf(shown, `${message}.`)];
}

function conflictProblem({ line, sides }: MergeConflict, shown: string): ConfigProblem {
  const named = shown === BASELINE_FILE ? '' : ` --baseline ${shown}`;
  const way = sides
    ? `Run \`agent-lint check --update-baseline${named}\`, which reads both sides, or resolve it by hand.`
    : 'Its marks are incomplete: resolve it by hand, or take the file of one side.';
  return { file: shown, line, column: 1, message: `The baseline has an open merge conflict. ${way}` };
}

interface Mistake {
  way: (string | number)[];
  message: string;
}

const NEEDED = ['fingerprint', 'rule', 'file', 'path', 'since'] as const;
const OPTIONAL = ['reason', 'until', 'cause'] as const;

/** What keeps a value from being a baseline of `schemas/baseline.schema.json`. */
function mistakesOf(value: unknown): Mistake[] {
  if (!isObject(value)) return [{ way: [], message: 'A baseline is a JSON object.' }];
  if (value.schema !== BASELINE_SCHEMA) {
    const stated = value.schema === undefined ? 'no schema' : `the schema \`${String(value.schema)}\``;
    return [
      { way: ['schema'], message: `This baseline has ${stated}; this version reads \`${BASELINE_SCHEMA}\`.` },
    ];
  }
  if (!Array.isArray(value.entries)) return [{ way: ['entries'], message: '`entries` is a list.' }];
  return value.entries.flatMap((entry: unknown, index) =>
    entryMistakes(entry).map(({ way, message }) => ({ way: ['entries', index, ...way], message })),
  );
}

function entryMistakes(entry: unknown): Mistake[] {
  if (!isObject(entry)) return [{ way: [], message: 'A baseline entry is an object.' }];
  const mistakes: Mistake[] = [];
  for (const key of NEEDED) {
    if (typeof entry[key] !== 'string')
      mistakes.push({ way: [key], message: `A baseline entry needs \`${key}\` as text.` });
  }
  for (const key of OPTIONAL) {
    if (entry[key] !== undefined && typeof entry[key] !== 'string')
      mistakes.push({ way: [key], message: `\`${key}\` of a baseline entry is text.` });
  }
  const { tools } = entry;
  const isTool = (one: unknown) =>
    isObject(one) && typeof one.name === 'string' && typeof one.file === 'string';
  if (tools !== undefined && !(Array.isArray(tools) && tools.every(isTool)))
    mistakes.push({ way: ['tools'], message: '`tools` of a baseline entry is a list of `name` and `file`.' });
  return mistakes;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const { O_RDONLY, O_NONBLOCK = 0, O_NOFOLLOW = 0 } = constants;

function textOf(absolute: string): { text: string } | { reason: string; missing: boolean } {
  let descriptor: number;
  try {
    descriptor = openSync(absolute, O_RDONLY | O_NONBLOCK | O_NOFOLLOW);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ELOOP' || code === 'EMLINK')
      return { reason: 'it is a symbolic link, and a baseline is written in place', missing: false };
    const missing = code === 'ENOENT' || code === 'ENOTDIR';
    return { reason: missing ? 'it does not exist' : `the system says ${code}`, missing };
  }
  try {
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) return { reason: 'it is not a regular file', missing: false };
    if (stat.size > MAX_BASELINE_BYTES)
      return { reason: `it is larger than ${MAX_BASELINE_BYTES / 1024 / 1024} MiB`, missing: false };
    return { text: readFileSync(descriptor, 'utf8') };
  } catch (error) {
    return { reason: `the system says ${(error as NodeJS.ErrnoException).code}`, missing: false };
  } finally {
    closeSync(descriptor);
  }
}

/** How many entries an update added and removed. */
export interface BaselineUpdate {
  entries: readonly BaselineEntry[];
  added: number;
  removed: number;
}

/** Longest wait for another update of the same file, and the age from which its lock was left by a killed process. */
const LOCK_MS = 10_000;

/**
 * Writes the next baseline. The file is read again while it is locked, so that two updates of different files at the same
 * time keep the entries of both. Entries follow files that were renamed.
 * @throws {BaselineProblem} where the file is broken; an error of the file system where it cannot be written.
 */
export function updateBaseline(
  absolute: string,
  shown: string,
  next: (before: readonly BaselineEntry[]) => BaselineEntry[],
  version: string,
  laterName: (file: string) => string = (file) => file,
): BaselineUpdate {
  makeFolder(dirname(absolute));
  const release = lock(`${absolute}.lock`);
  try {
    const read = readBaseline(absolute, shown);
    const stated = read.ok ? read.baseline.entries : read.missing ? [] : entriesOfConflict(read, shown);
    const before = underLaterNames(stated, laterName);
    const entries = next(before);
    replaceFile(absolute, baselineText(entries, version));
    const known = new Set(before.map(({ fingerprint }) => fingerprint));
    const kept = entries.filter(({ fingerprint }) => known.has(fingerprint)).length;
    return { entries, added: entries.length - kept, removed: before.length - kept };
  } finally {
    release();
  }
}

/** What a baseline with an open merge conflict accepts on either side. @throws {BaselineProblem} where one is no baseline. */
function entriesOfConflict(
  { problems, conflict }: Extract<ReadBaseline, { ok: false }>,
  shown: string,
): BaselineEntry[] {
  if (!conflict?.sides) throw new BaselineProblem(problems);
  const [ours, theirs] = conflict.sides.map((side) => {
    const read = baselineOf(side, shown);
    if (read.ok) return read.baseline.entries;
    const message = `One side of this merge conflict is no baseline (${read.problems[0]?.message}) Resolve it by hand.`;
    throw new BaselineProblem([{ file: shown, line: conflict.line, column: 1, message }]);
  }) as [readonly BaselineEntry[], readonly BaselineEntry[]];
  return entriesOfBoth(ours, theirs);
}

/** A baseline that cannot be read: nothing is written to it. */
export class BaselineProblem extends Error {
  constructor(readonly problems: readonly ConfigProblem[]) {
    super('the baseline cannot be read');
  }
}

function lock(path: string): () => void {
  const end = Date.now() + LOCK_MS;
  for (;;) {
    try {
      closeSync(openSync(path, 'wx'));
      return () => rmSync(path, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > LOCK_MS || Date.now() > end) rmSync(path, { force: true });
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
  }
}
