import type { EnvironmentSetting } from '../dialects/code-dialect.js';
import { fixedPlace } from '../model/index.js';

/** Longer lines are not made by people. */
const LONGEST_LINE = 1_000;
const MOST_WORDS = 100;

/** `Dockerfile`, `Dockerfile.production`, `api.Dockerfile`, `Containerfile`. */
export function isDockerfile(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  return /^(?:docker|container)file(?:\.|$)|\.(?:docker|container)file$/.test(name);
}

/** A word of an instruction, with where it stands. */
interface Word {
  text: string;
  line: number;
  column: number;
}

/**
 * Environment variables that a Dockerfile gives the programs of its image: each pair of an `ENV`, over all its lines.
 * An `ARG` holds while the image is built and no longer, but an `ENV` may take its value.
 */
export function dockerfileSettings(file: string, text: string): EnvironmentSetting[] {
  const slash = file.lastIndexOf('/');
  const folder = slash < 0 ? '' : file.slice(0, slash);
  const given = new Map<string, string>();
  return instructionsOf(text).flatMap(({ name, words }) => {
    const pairs = pairsOf(words);
    if (name === 'ARG') for (const { key, value } of pairs) given.set(key, value);
    if (name !== 'ENV') return [];
    return pairs.map(({ key, value: written, word, end }): EnvironmentSetting => {
      const value = given.get(/^\$\{?(\w{1,80})\}?$/.exec(written)?.[1] ?? '') ?? written;
      const start = { line: word.line, column: word.column };
      return { name: key, value, folder, at: fixedPlace(file, key, { start, end }) };
    });
  });
}

/** `ENV` and `ARG`. An instruction may go on over several lines, with comments between them. */
function instructionsOf(text: string): { name: string; words: Word[] }[] {
  const found: { name: string; words: Word[] }[] = [];
  let words: Word[] = [];
  let goesOn = false;
  for (const [index, written] of text.split('\n').entries()) {
    const line = written.trimEnd();
    if (/^\s*#/.test(line)) continue;
    const begins = goesOn ? undefined : /^\s*(ENV|ARG)\s/i.exec(line);
    if (!goesOn) words = [];
    if (begins) found.push({ name: (begins[1] ?? '').toUpperCase(), words });
    goesOn = line.endsWith('\\');
    if (line.length <= LONGEST_LINE) words.push(...wordsOf(line, begins?.[0].length ?? 0, index + 1));
  }
  return found;
}

function wordsOf(line: string, from: number, number: number): Word[] {
  const end = line.endsWith('\\') ? line.length - 1 : line.length;
  const words = line.slice(from, end).matchAll(/(?:[^\s"']|"[^"]*"|'[^']*'){1,1000}/g);
  return [...words]
    .slice(0, MOST_WORDS)
    .map((found) => ({ text: found[0], line: number, column: from + found.index + 1 }));
}

/** `NAME=value NAME=value`, or the older `NAME value`. */
function pairsOf(words: readonly Word[]) {
  const [first, second] = words;
  if (first && second && !first.text.includes('=')) {
    return [{ key: first.text, value: plain(second.text), word: first, end: endOf(second) }];
  }
  return words.flatMap((word) => {
    const mark = word.text.indexOf('=');
    if (mark <= 0) return [];
    return [
      { key: word.text.slice(0, mark), value: plain(word.text.slice(mark + 1)), word, end: endOf(word) },
    ];
  });
}

const plain = (text: string): string => text.replaceAll(/["']/g, '');

const endOf = ({ line, column, text }: Word) => ({ line, column: column + text.length });
