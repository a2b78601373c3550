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

/** The lines of a text without what ends them, each with the offset at which it starts. */
export function linesOf(text: string): { readonly text: string; readonly start: number }[] {
  const starts = lineStarts(text);
  return starts.map((start, index) => {
    let end = starts[index + 1] ?? text.length;
    if (index < starts.length - 1) end -= text.startsWith('\r\n', end - 2) ? 2 : 1;
    return { text: text.slice(start, Math.max(start, end)), start };
  });
}

/** Where the line of an offset ends, without its break. */
export function lineEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && !isBreak(text, at)) at++;
  return at;
}

/** Whether a line break is at an offset. */
export function isBreak(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === LF || code === CR;
}

/** The offset behind a line break; behind the last line, the end of the text. */
export const behindBreak = (text: string, at: number): number =>
  Math.min(at + (text.startsWith('\r\n', at) ? 2 : 1), text.length);

/** Line and column of an offset, both from 1, the column in UTF-16 units. */
export function positionAt(starts: readonly number[], offset: number): Position {
  const line = Math.max(
    1,
    countWhile(starts, (start) => start <= offset),
  );
  return { line, column: offset - (starts[line - 1] as number) + 1 };
}
