import type { EnvironmentSetting } from '../dialects/code-dialect.js';
import { fixedPlace } from '../model/index.js';
import { textRangeEditor } from '../syntax/edit/lines.js';
import type { Splice } from '../syntax/edit/splice.js';
import { linesOf } from '../syntax/lines.js';

/** Longer lines are not written by people, and not read. */
const LONGEST_LINE = 1_000;
const MOST_WORDS = 100;

/** `Dockerfile`, `Dockerfile.production`, `api.Dockerfile`, `Containerfile`. */
export function isDockerfile(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  return /^(?:docker|container)file(?:\.|$)|\.(?:docker|container)file$/.test(name);
}

/** A word of an instruction, with where it is. */
interface Word {
  text: string;
  line: number;
  column: number;
  /** Offset in the text. */
  start: number;
}

/** `ENV` or `ARG` with its words, and the offsets of its first and last line. */
interface Instruction {
  name: string;
  words: Word[];
  start: number;
  end: number;
}

/**
 * Environment variables that a Dockerfile sets for the programs of its image: each pair of an `ENV`, over all its
 * lines. An `ARG` exists only while the image is built, but an `ENV` may use its value.
 */
export function dockerfileSettings(file: string, text: string): EnvironmentSetting[] {
  const slash = file.lastIndexOf('/');
  const folder = slash < 0 ? '' : file.slice(0, slash);
  const given = new Map<string, string>();
  return instructionsOf(text).flatMap((instruction) => {
    const { name, words } = instruction;
    const pairs = pairsOf(words);
    if (name === 'ARG') for (const { key, value } of pairs) given.set(key, value);
    if (name !== 'ENV') return [];
    return pairs.map(({ key, value: written, word, end }): EnvironmentSetting => {
      const value = given.get(/^\$\{?(\w{1,80})\}?$/.exec(written)?.[1] ?? '') ?? written;
      const start = { line: word.line, column: word.column };
      const cut = cutOf(instruction, word, pairs.length);
      const edit = () =>
        textRangeEditor({ file, text, start: word.start, end: word.start + word.text.length }, cut);
      return { name: key, value, folder, at: fixedPlace(file, key, { start, end }, edit) };
    });
  });
}

/** The range to remove with a pair: its instruction if it is the only pair, else the blanks beside it. */
function cutOf({ words, start, end }: Instruction, word: Word, pairs: number): Splice {
  const index = words.indexOf(word);
  const next = words[index + 1];
  const before = words[index - 1];
  if (pairs === 1) return { start, end, text: '' };
  if (next) return { start: word.start, end: next.start, text: '' };
  return {
    start: before ? before.start + before.text.length : word.start,
    end: word.start + word.text.length,
    text: '',
  };
}

/** `ENV` and `ARG`. An instruction may continue over several lines, with comments between them. */
function instructionsOf(text: string): Instruction[] {
  const found: Instruction[] = [];
  let open: Instruction | undefined;
  let goesOn = false;
  const lines = linesOf(text);
  for (const [index, { text: written, start: offset }] of lines.entries()) {
    const line = written.trimEnd();
    if (/^\s*#/.test(line)) continue;
    const begins = goesOn ? undefined : /^\s*(ENV|ARG)\s/i.exec(line);
    if (begins) open = { name: (begins[1] ?? '').toUpperCase(), words: [], start: offset, end: offset };
    else if (!goesOn) open = undefined;
    if (begins && open) found.push(open);
    goesOn = line.endsWith('\\');
    if (!open) continue;
    open.end = lines[index + 1]?.start ?? text.length;
    const from = begins?.[0].length ?? 0;
    if (line.length <= LONGEST_LINE) open.words.push(...wordsOf(line, from, { line: index + 1, offset }));
  }
  return found;
}

function wordsOf(written: string, from: number, { line, offset }: { line: number; offset: number }): Word[] {
  const end = written.endsWith('\\') ? written.length - 1 : written.length;
  const words = written.slice(from, end).matchAll(/(?:[^\s"']|"[^"]*"|'[^']*'){1,1000}/g);
  return [...words].slice(0, MOST_WORDS).map((found) => ({
    text: found[0],
    line,
    column: from + found.index + 1,
    start: offset + from + found.index,
  }));
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
