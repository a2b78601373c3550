import { createHash } from 'node:crypto';

/** What a run asks of the machine. Paths and folders are absolute. */
export type Question =
  /** What is at a path. */
  | readonly ['look', path: string]
  /** The entries of a folder. */
  | readonly ['list', folder: string]
  /** A path without links. */
  | readonly ['links', path: string]
  /** The text of a file, held to our limits. */
  | readonly ['text', path: string]
  /** The bytes of a file, or what a link states. */
  | readonly ['bytes', path: string]
  /** What git prints; the last is what it is given on standard input, and the index that it reads. */
  | readonly ['git', folder: string, args: readonly string[], input: string, index: string];

/** Takes what was asked, and a digest of the answer. */
export type Observer = (question: Question, digest: () => string) => void;

const observers: Observer[] = [];

/** Registers an observer of all further questions. The function that it returns removes it. */
export function observe(observer: Observer): () => void {
  observers.push(observer);
  return () => {
    observers.splice(observers.lastIndexOf(observer), 1);
  };
}

/** Whether an observer is registered. */
export const isObserved = (): boolean => observers.length > 0;

/** What the machine said, or the error that it gave. */
interface Answer {
  readonly value?: unknown;
  readonly error?: unknown;
  digest?: string;
}

/** What the machine said to each question when it was first asked. */
export interface Memory {
  /** Runs something that asks no question again. One such run at a time. */
  during<T>(run: () => Promise<T>): Promise<T>;
  /** From now on every question is asked again. A text that is as it was stays the same object. */
  forget(): void;
}

/** Most letters of texts that are remembered. */
const MOST_LETTERS = 64 * 1024 * 1024;

let answerOf: ((question: Question, ask: () => unknown) => Answer) | undefined;

export function openMemory(): Memory {
  let answers = new Map<string, Answer>();
  let before = answers;
  let letters = 0;
  const recall = (question: Question, ask: () => unknown): Answer => {
    const key = question.join('\0');
    const known = answers.get(key);
    if (known) return known;
    const [now, then] = [answered(ask), before.get(key)];
    const text = textOf(now);
    const answer = then && text !== undefined && text === textOf(then) ? then : now;
    letters += text?.length ?? 0;
    if (text === undefined || letters < MOST_LETTERS) answers.set(key, answer);
    return answer;
  };
  return {
    async during(run) {
      answerOf = recall;
      try {
        return await run();
      } finally {
        answerOf = undefined;
      }
    },
    forget() {
      before = answers;
      answers = new Map();
      letters = 0;
    },
  };
}

/** The text that was read, where an answer is one. */
const textOf = ({ value }: Answer): string | undefined => (value as { text?: string } | undefined)?.text;

/** Whether a question is being answered: what is asked for that is part of its answer. */
let isAnswering = false;

/**
 * Asks, and gives the answer to the observers; an error is an answer, too. What the `machine` said may be remembered, what
 * was `given` in its place is not.
 */
export function asked<T>(
  question: Question,
  ask: () => T,
  wordsOf: (answer: T) => string | Uint8Array,
  by: 'machine' | 'given' = 'machine',
): T {
  if (!isObserved() || isAnswering) return ask();
  const answer = by === 'machine' && answerOf ? answerOf(question, ask) : answered(ask);
  const isError = 'error' in answer;
  const words = () =>
    isError ? `failed: ${String((answer.error as NodeJS.ErrnoException).code)}` : wordsOf(answer.value as T);
  for (const one of observers)
    one(question, () => {
      answer.digest ??= digestOf(words());
      return answer.digest;
    });
  if (isError) throw answer.error;
  return answer.value as T;
}

function answered(ask: () => unknown): Answer {
  isAnswering = true;
  try {
    return { value: ask() };
  } catch (error) {
    return { error };
  } finally {
    isAnswering = false;
  }
}

/** A digest that is short, and long enough that no two texts have the same. */
export const digestOf = (text: string | Uint8Array): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, 27);
