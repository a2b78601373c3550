import { countWhile } from '../../model/sorted.js';

/** A part of a word that the shell fills in: a variable, or the output of a command. */
export interface Hole {
  /** The variable's name; left out for anything else. */
  name?: string;
  /** A command whose output the text shows: `$(cat <<EOF ...)`. */
  output?: Word;
  /** The file whose text it is: `$(cat FILE)`. */
  file?: Word;
  /** The list all of whose words it is: `"${NAME[@]}"`. */
  list?: string;
  /** The commands whose output it is: `$(...)`, backquotes. */
  commands?: readonly Command[];
  /** The word is a file that these commands write: `<(...)`. */
  isFile?: true;
}

/** A part of a word's value, and where the text spells it. Of an escape, `taken` is more than `given`. */
interface Piece {
  /** Index in the value. */
  at: number;
  given: number;
  /** Offset in the text. */
  offset: number;
  taken: number;
  hole?: Hole;
}

/** One word of a command as the shell reads it: its value without quotes, with `{{NAME}}` for what is filled in. */
export interface Word {
  /** Offsets in the text, quotes included; `end` exclusive. */
  start: number;
  end: number;
  value: string;
  pieces: readonly Piece[];
}

/** A command as the shell reads it, before anything is filled in. */
export interface Command {
  words: Word[];
  /** What its standard input is, where the text shows it: a here-document or here-string. */
  input?: Word;
  /** The file that its standard input is. */
  inputFile?: Word;
  /** What joins it to the command before it; left out: it stands by itself. */
  by?: '&&' | '||' | '|';
  /** The shell does not wait for it: `a &`. */
  isBackground?: true;
  /** The words that it gives a list: `NAME=(...)`, `NAME+=(...)`. */
  list?: { name: string; words: readonly Word[]; adds: boolean };
  /** Commands whose output is its standard input: `a | b`, `{ a; b; } | c`. */
  feeds?: readonly Command[];
  /** Files that its output goes to: `> FILE`, `>> FILE`. */
  outputFiles?: Word[];
}

/** A word that is being read. */
export interface WordBuilder {
  start: number;
  parts: string[];
  length: number;
  pieces: Piece[];
}

/** Begins a word at an offset. */
export const beginWord = (start: number): WordBuilder => ({ start, parts: [], length: 0, pieces: [] });

/** Adds what the text spells as it is, or by an escape of `taken` characters. */
export function addText(word: WordBuilder, text: string, offset: number, taken = text.length): void {
  if (text === '') return;
  const last = word.pieces.at(-1);
  const goesOn =
    last &&
    !last.hole &&
    last.given === last.taken &&
    taken === text.length &&
    last.offset + last.taken === offset;
  if (goesOn) {
    last.given += text.length;
    last.taken += taken;
  } else word.pieces.push({ at: word.length, given: text.length, offset, taken });
  word.parts.push(text);
  word.length += text.length;
}

/** Adds a part that is filled in when the command runs. `spelled`: what stands for it, where that is not its name. */
export function addHole(
  word: WordBuilder,
  hole: Hole,
  offset: number,
  taken: number,
  spelled?: string,
): void {
  const text = spelled ?? `{{${hole.name ?? 'command'}}}`;
  word.pieces.push({ at: word.length, given: text.length, offset, taken, hole });
  word.parts.push(text);
  word.length += text.length;
}

/** The word that was read, which ends before an offset. */
export function endWord(word: WordBuilder, end: number): Word {
  return { start: word.start, end, value: word.parts.join(''), pieces: word.pieces };
}

/** The part that is filled in, where it is the whole word; trailing line breaks of a value do not count. */
export function wholeHole({ pieces }: Word): Hole | undefined {
  return pieces.length === 1 ? pieces[0]?.hole : undefined;
}

/** Index of the piece that holds an index of the value. */
function pieceAt(pieces: readonly Piece[], index: number): number {
  return Math.max(0, countWhile(pieces, ({ at }) => at <= index) - 1);
}

/**
 * Where the text spells a part of a word's value; `end` exclusive. `plain`: letter by letter; `filled`: something in it is
 * filled in.
 */
export function rangeInWord(word: Word, start: number, end: number) {
  const { pieces } = word;
  const from = pieceAt(pieces, start);
  const first = pieces[from];
  if (!first) return { start: word.start, end: word.end, plain: false, filled: false };
  const to = end > start ? pieceAt(pieces, end - 1) : from;
  const last = pieces[to] as Piece;
  const isPlain = (piece: Piece) => !piece.hole && piece.given === piece.taken;
  const begin = first.offset + (isPlain(first) ? start - first.at : 0);
  const stop = isPlain(last) ? last.offset + (end - last.at) : last.offset + last.taken;
  return {
    start: begin,
    end: Math.max(begin, stop),
    plain: from === to && isPlain(first),
    filled: end > start && pieces.slice(from, to + 1).some((piece) => piece.hole !== undefined),
  };
}

/** A word without the first characters of its value. */
export function withoutHead(word: Word, length: number): Word {
  const { start } = rangeInWord(word, length, length);
  const pieces = word.pieces.flatMap((piece): Piece[] => {
    if (piece.at + piece.given <= length) return [];
    if (piece.at >= length) return [{ ...piece, at: piece.at - length }];
    const cut = length - piece.at;
    return [
      { ...piece, at: 0, given: piece.given - cut, offset: piece.offset + cut, taken: piece.taken - cut },
    ];
  });
  return { start, end: word.end, value: word.value.slice(length), pieces };
}
