import type { RawComment } from './document.js';
import { MAX_DEPTH, MAX_TOML_MARKS, type PassedLimit, tooDeep } from './limits.js';

/** The first limit that a text passes, strings and comments left aside: the parser is slow, and recurses. */
export function passedLimit(text: string): PassedLimit | undefined {
  let depth = 0;
  let marks = 0;
  let found: PassedLimit | undefined;
  scan(text, (char, offset) => {
    if (char === '[' || char === '{') depth++;
    else if (char === ']' || char === '}') depth = Math.max(0, depth - 1);
    if (depth > MAX_DEPTH) found = tooDeep(offset);
    else if (++marks > MAX_TOML_MARKS)
      found = { message: `more than ${MAX_TOML_MARKS} keys, values and brackets`, offset };
    return found === undefined;
  });
  return found;
}

/** Comments of a TOML text, without their marks. */
export function tomlComments(text: string): RawComment[] {
  const comments: RawComment[] = [];
  scan(
    text,
    () => true,
    (start, end) => comments.push({ text: text.slice(start + 1, end).trim(), start }),
  );
  return comments;
}

const MARKS = '[]{}=,.';

/** Walks over marks and comments outside strings, in one pass, until `onMark` gives false. */
function scan(
  text: string,
  onMark: (char: string, at: number) => boolean,
  onComment?: (start: number, end: number) => void,
): void {
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i);
    if (char === '#') {
      const end = lineEnd(text, i);
      onComment?.(i, end);
      i = end;
    } else if (char === '"' || char === "'") i = stringEnd(text, i, char);
    else if (MARKS.includes(char) && !onMark(char, i)) return;
  }
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  const stop = end < 0 ? text.length : end;
  return text.charAt(stop - 1) === '\r' ? stop - 1 : stop;
}

/** Offset of the last quote of a string; a string of one line ends with its line at the latest. */
function stringEnd(text: string, open: number, quote: string): number {
  const long = quote.repeat(3);
  const isLong = text.startsWith(long, open);
  for (let i = open + (isLong ? 3 : 1); i < text.length; i++) {
    const char = text.charAt(i);
    if (char === '\\' && quote === '"') i++;
    else if (isLong ? text.startsWith(long, i) : char === quote || char === '\n') return isLong ? i + 2 : i;
  }
  return text.length;
}
