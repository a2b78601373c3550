import type { Position } from '../model/place.js';

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
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] as number) <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: offset - (starts[low] as number) + 1 };
}
