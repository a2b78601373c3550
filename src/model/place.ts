import { placeSpan } from './code-span.js';
import type { Editor } from './fix.js';
import type { Range } from './range.js';

export type { CellLine, Position, Range } from './range.js';

/**
 * A way back from the model to the text. Every element of the model that can be reported holds one.
 * Line and column are computed when `range` is called, never before: most places are never reported.
 */
export interface Place {
  /** Path relative to the root, with `/`. */
  readonly file: string;
  /** Structural path by names where there are names, for example `agent.tools[issue_refund]`. No secret in it. */
  readonly path: string;
  /** Where the finding stands. */
  range(): Range;
  /** The whole element that it is about (the tool around the name): a comment above it counts. */
  element?(): Range;
  /** The definition of what it is about, where it stands elsewhere: a comment above that counts, too. */
  readonly about?: Place;
  /** Edits what stands there; left out, or undefined, where the file cannot be edited. */
  edit?(): Editor | undefined;
}

/** Where something stands, within a sentence: the line of a file; of a notebook, the cell and its line (design, section 6). */
export function placeWords({ file, range }: Place): string {
  const { start, cell } = range();
  return cell ? `${placeSpan(file)}, cell ${cell.number}, line ${cell.line}` : placeSpan(file, start.line);
}

/** Whether two places are the same text. */
export function isSamePlace(a: Place, b: Place): boolean {
  if (a.file !== b.file) return false;
  const [one, other] = [a.range().start, b.range().start];
  return one.line === other.line && one.column === other.column;
}

/** A place whose position is known already, for example the start of a file. `edit` gives its edits, where it has some. */
export function fixedPlace(file: string, path: string, range: Range, edit?: () => Editor | undefined): Place {
  return { file, path, range: () => range, ...(edit && { edit }) };
}
