import type { Position } from '../model/place.js';
import { countWhile } from '../model/sorted.js';

const LF = 10;
const CR = 13;

/** Offsets at which the lines of a text start. LF, CRLF and a lone CR end a line. */
export function lineStarts(text: string): number[] {
  const starts = [0];
  const hasCR = text.includes('\r');
  if (!hasCR) {
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
    return starts;
  }
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === LF || (code === CR && text.charCodeAt(i + 1) !== LF)) starts.push(i + 1);
  }
  return starts;
}

/** Line and column of an offset, both from 1, the column in UTF-16 units. */
export function positionAt(starts: readonly number[], offset: number): Position {
  const line = Math.max(
    1,
    countWhile(starts, (start) => start <= offset),
  );
  return { line, column: offset - (starts[line - 1] as number) + 1 };
}
