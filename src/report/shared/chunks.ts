import { safeJson } from './text.js';

/** A text that is written piece by piece, so that it is never held whole. */
export type Chunks = Iterable<string>;

/** All pieces as one text. */
export function joined(chunks: Chunks): string {
  return [...chunks].join('');
}

/** Characters that are written together. */
const GATHERED = 1 << 16;

/** The same text in fewer pieces. */
export function* gathered(chunks: Chunks): Generator<string> {
  let waiting: string[] = [];
  let size = 0;
  for (const chunk of chunks) {
    waiting.push(chunk);
    size += chunk.length;
    if (size < GATHERED) continue;
    yield waiting.join('');
    waiting = [];
    size = 0;
  }
  if (size > 0) yield waiting.join('');
}

/** Lines, each with its end. */
export function* linesOf(lines: Iterable<string>): Generator<string> {
  for (const line of lines) yield `${line}\n`;
}

const STREAMED = Symbol('streamed');

/** A value of JSON that is written piece by piece. */
export interface Streamed {
  readonly [STREAMED]: true;
  /** Its text, for a value that stands `depth` levels deep. */
  chunks(depth: number): Generator<string>;
}

/** The number of elements that are turned into text together: one by one costs more time, all at once costs memory. */
const BATCH = 200;

/** An array whose elements are made and written one after the other. */
export function each<T>(items: Iterable<T>, toJson: (item: T) => unknown): Streamed {
  return streamed(function* (depth) {
    let batch: unknown[] = [];
    let lead = '[';
    const flush = () => {
      const text = `${lead}${listBody(batch, depth)}`;
      lead = ',';
      batch = [];
      return text;
    };
    for (const item of items) {
      batch.push(toJson(item));
      if (batch.length === BATCH) yield flush();
    }
    if (batch.length > 0) yield flush();
    yield lead === '[' ? '[]' : `\n${'  '.repeat(depth)}]`;
  });
}

/** An array of elements whose texts are made already, by `nestedJson` one level below the array. */
export function eachText(texts: Iterable<string>): Streamed {
  return streamed(function* (depth) {
    let lead = '[';
    for (const text of texts) {
      yield `${lead}\n${'  '.repeat(depth + 1)}${text}`;
      lead = ',';
    }
    yield lead === '[' ? '[]' : `\n${'  '.repeat(depth)}]`;
  });
}

/** An array of one streamed element. */
export function listOf(element: Streamed): Streamed {
  return streamed(function* (depth) {
    yield `[\n${'  '.repeat(depth + 1)}`;
    yield* element.chunks(depth + 1);
    yield `\n${'  '.repeat(depth)}]`;
  });
}

/** An object, some of whose members are streamed. Members that are undefined are left out. */
export function object(members: Readonly<Record<string, unknown>>): Streamed {
  return streamed(function* (depth) {
    let lead = '{';
    for (const [key, value] of Object.entries(members)) {
      if (value === undefined) continue;
      yield `${lead}\n${'  '.repeat(depth + 1)}${JSON.stringify(key)}: `;
      lead = ',';
      if (isStreamed(value)) yield* value.chunks(depth + 1);
      else yield nestedJson(value, depth + 1);
    }
    yield lead === '{' ? '{}' : `\n${'  '.repeat(depth)}}`;
  });
}

/** The text of a document of JSON: byte for byte that of `jsonText` for the same value. */
export function* jsonChunks(root: Streamed): Generator<string> {
  yield* root.chunks(0);
  yield '\n';
}

/** A value as `jsonText` writes it, indented as it is `depth` levels deep; without the indent of its first line. */
export function nestedJson(value: unknown, depth: number): string {
  let wrapped = value;
  for (let level = 0; level < depth; level++) wrapped = [wrapped];
  const text = JSON.stringify(wrapped, null, 2);
  return safeJson(depth === 0 ? text : text.slice(depth * (depth + 3), -depth * (depth + 1)));
}

/** The elements of an array with the line break and indent before each, for an array `depth` levels deep. */
function listBody(elements: readonly unknown[], depth: number): string {
  // All but the brackets of the array itself.
  return nestedJson(elements, depth).slice(1, -(2 + depth * 2));
}

const streamed = (chunks: Streamed['chunks']): Streamed => ({ [STREAMED]: true, chunks });

const isStreamed = (value: unknown): value is Streamed =>
  typeof value === 'object' && value !== null && STREAMED in value;
