import type { Place, Position } from '../../src/model/place.js';
import type { SourceDocument } from '../../src/syntax/index.js';

/** The text that a place covers. */
export function textAt(document: SourceDocument, place: Place): string {
  const { start, end } = place.range();
  return document.text.slice(offsetOf(document.text, start), offsetOf(document.text, end));
}

/** Line and column where a place starts, as `2:5`. */
export function startOf(place: Place): string {
  const { line, column } = place.range().start;
  return `${line}:${column}`;
}

/** The problems of a document as `kind line:column message`. */
export function problemsOf(document: SourceDocument): string[] {
  return document.problems.map(({ kind, message, at }) => `${kind} ${startOf(at)} ${message}`);
}

function offsetOf(text: string, position: Position): number {
  const breaks = /\r\n|\r|\n/g;
  let lineStart = 0;
  for (let line = 1; line < position.line; line++) {
    breaks.exec(text);
    lineStart = breaks.lastIndex;
  }
  return lineStart + position.column - 1;
}
