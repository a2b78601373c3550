import type { TextEdit } from '../../model/fix.js';
import type { Position } from '../../model/place.js';
import { lineStarts } from '../lines.js';
import { type Splice, spliced } from './splice.js';

/** The text of a file after edits of it that do not overlap. A byte-order mark does not count as a column, and stays. */
export function editedText(text: string, edits: readonly TextEdit[]): string {
  const mark = text.startsWith('\ufeff') ? '\ufeff' : '';
  const plain = text.slice(mark.length);
  return mark + spliced(plain, splicesFor(plain, edits));
}

/** Edits as offsets of a text without a byte-order mark. */
function splicesFor(text: string, edits: readonly TextEdit[]): Splice[] {
  const starts = lineStarts(text);
  const offset = ({ line, column }: Position) =>
    Math.min((starts[line - 1] ?? text.length) + column - 1, starts[line] ?? text.length, text.length);
  return edits.map(({ range, text: written }) => ({
    start: offset(range.start),
    end: offset(range.end),
    text: written,
  }));
}
