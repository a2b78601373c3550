import type { Place } from '../model/place.js';

/** A mistake in the project's configuration: nothing is linted (status 3). */
export interface ConfigProblem {
  /** As shown: relative to the root. */
  file: string;
  /** From 1. */
  line: number;
  /** From 1, in UTF-16 units. */
  column: number;
  message: string;
  /** A sentence: ``Did you mean `x`?`` */
  suggestion?: string;
}

/** A problem at a place; `meant` is the word that was probably meant. */
export function problemAt(place: Place, message: string, meant?: string): ConfigProblem {
  const { line, column } = place.range().start;
  return {
    file: place.file,
    line,
    column,
    message,
    ...(meant === undefined ? {} : { suggestion: `Did you mean \`${meant}\`?` }),
  };
}

/** A problem of a file as a whole. */
export function problemOf(file: string, message: string): ConfigProblem {
  return { file, line: 1, column: 1, message };
}

/** In the order of the text, each once. */
export function inOrder(problems: readonly ConfigProblem[]): ConfigProblem[] {
  const once = new Map(problems.map((problem) => [JSON.stringify(problem), problem]));
  return [...once.values()].sort((a, b) => a.line - b.line || a.column - b.column);
}
