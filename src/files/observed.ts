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

/** Takes what was asked, and what the answer is made of. */
export type Observer = (question: Question, answer: () => string | Uint8Array) => void;

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

/** Gives a question and its answer to each observer. The answer is converted to text only if there is one. */
function noteAsked(question: Question, answer: () => string | Uint8Array): void {
  for (const one of observers) one(question, answer);
}

/** Asks, and gives the answer to the observers; an error is an answer, too. */
export function asked<T>(question: Question, ask: () => T, wordsOf: (answer: T) => string | Uint8Array): T {
  if (!isObserved()) return ask();
  try {
    const answer = ask();
    noteAsked(question, () => wordsOf(answer));
    return answer;
  } catch (error) {
    noteAsked(question, () => `failed: ${String((error as NodeJS.ErrnoException).code)}`);
    throw error;
  }
}
