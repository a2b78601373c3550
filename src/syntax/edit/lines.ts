import type { Editor, Edits } from '../../model/fix.js';
import { lineStarts, positionAt } from '../lines.js';
import { isFirstOnLine, lineEnd, lineStart, nextLine, type Splice } from './splice.js';

/** A range of a text that has no tree: a comment, a line of settings. */
export interface TextRange {
  file: string;
  text: string;
  start: number;
  end: number;
}

/** Edits a range as text. `cut`: what goes with it where it is removed; left out: its line, where it has one of its own. */
export function textRangeEditor(range: TextRange, cut: Splice | undefined = cutOf(range)): Editor {
  const { start, end } = range;
  const editor: Editor = {
    around: undefined,
    text: range.text.slice(start, end),
    get root() {
      return editor;
    },
    set: () => undefined,
    merge: () => undefined,
    replace: (value) =>
      typeof value === 'string' ? textEdits(range, [{ start, end, text: value }]) : undefined,
    rename: () => undefined,
    remove: () => cut && textEdits(range, [cut]),
    item: () => undefined,
    drop: () => undefined,
    append: () => undefined,
  };
  return editor;
}

/** Splices of a text as edits of its file. */
export function textEdits(
  { file, text }: Pick<TextRange, 'file' | 'text'>,
  splices: readonly Splice[],
): Edits {
  const starts = lineStarts(text);
  return splices.map((splice) => ({
    file,
    range: { start: positionAt(starts, splice.start), end: positionAt(starts, splice.end) },
    text: splice.text,
  }));
}

/** A range with its line, or with the blanks before it if something else is on it. */
function cutOf({ text, start, end }: TextRange): Splice {
  const isLast = text.slice(end, lineEnd(text, end)).trim() === '';
  if (isLast && isFirstOnLine(text, start))
    return { start: lineStart(text, start), end: nextLine(text, end), text: '' };
  let from = start;
  while (isLast && ' \t'.includes(text.charAt(from - 1))) from--;
  return { start: from, end, text: '' };
}
