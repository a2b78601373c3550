import { digestOf, type Observer, observe, type Question } from './observed.js';
import { once } from '../model/once.js';
import { askGit } from './run-git.js';
import { bytesAt, type FileStore } from './store.js';

/** What a run asked, each question once, with its answer as a digest. */
type Trace = readonly (readonly [Question, string])[];

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
  asked(counts: (question: Question, digest: string) => boolean): string | undefined;
  /** The same without making one. */
  recall(key: unknown): unknown;
}

/** A result with what it was made from. */
export interface Traced {
  trace: Trace;
  result: unknown;
}

/** Where results are kept, by key. What it finds may be broken: an error is as good as nothing found. */
export interface ResultCache {
  find(key: unknown): Traced | undefined;
  keep(key: unknown, traced: Traced): void;
  /** Notes that a result was taken. */
  used?(key: unknown): void;
}

/** Results in a cache; `store` is where questions are asked again. */
export function openResults(cache: ResultCache, store: () => FileStore): KeptResults {
  const notes = openNotes();
  const recall = (key: unknown): Traced | undefined => {
    try {
      const found = cache.find(key);
      const from = once(store);
      const digestNow = (question: Question) => notes.known(question) ?? answerIn(from(), question);
      if (!found?.trace.every(([question, digest]) => digestNow(question) === digest)) return undefined;
      cache.used?.(key);
      return found;
    } catch {
      return undefined;
    }
  };
  return {
    recall: (key) => recall(key)?.result,
    asked(counts) {
      const trace = notes.soFar();
      return (
        trace && digestOf(JSON.stringify(trace.filter(([question, digest]) => counts(question, digest))))
      );
    },
    async recallOr(key, make, isKept = () => true) {
      const known = recall(key);
      if (known) return known.result as Awaited<ReturnType<typeof make>>;
      const { result, trace } = await notes.during(make);
      if (trace && isKept(result)) cache.keep(key, { trace, result });
      return result;
    },
  };
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
  const add = (key: string, entry: readonly [Question, string]) => {
    for (const notes of open) {
      const known = notes.noted.get(key);
      if (known === undefined) notes.noted.set(key, entry);
      else if (known[1] !== entry[1]) notes.isStable = false;
    }
  };
  const note: Observer = (question, digest) => add(question.join('\0'), [question, digest()]);
  const traceOf = (notes: Notes | undefined): Trace | undefined =>
    notes?.isStable ? [...notes.noted.values()] : undefined;
  return {
    /** What the outermost result was made from so far. */
    soFar: () => traceOf(open[0]),
    /** The digest of an answer that the outermost result is made from: it is about one state of the machine. */
    known(question: Question): string | undefined {
      const key = question.join('\0');
      const entry = open[0]?.noted.get(key);
      if (entry && open.length > 1) add(key, entry);
      return entry?.[1];
    },
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

/** The digest of what a store answers to a question now. */
function answerIn(store: FileStore, question: Question): string {
  let digest = '';
  const stop = observe(([kind], answer) => {
    if (kind === question[0]) digest = answer();
  });
  try {
    ask(store, question);
  } catch {
    // A failure is an answer.
  } finally {
    stop();
  }
  return digest;
}

function ask(store: FileStore, [kind, path, args, input, index]: Question): unknown {
  switch (kind) {
    case 'look':
      return store.look(path);
    case 'list':
      return store.list(path);
    case 'links':
      return store.resolveLinks(path);
    case 'text':
      return store.reader()(path);
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
