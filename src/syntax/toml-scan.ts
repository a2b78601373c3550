import type { RawComment } from './document.js';
import { MAX_DEPTH, MAX_TOML_MARKS, type PassedLimit, tooDeep } from './limits.js';
import { isBreak, lineEnd, linesOf } from './lines.js';

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

/** The parser sees late that an end is missing; this is where the string or bracket opens that nothing closes. */
export interface Unclosed {
  message: string;
  start: number;
}

/** A line that begins a key or a table, where a value ought to go on. */
const NEXT_ENTRY = /^(?:\[|[\w."'-]{1,80}[ \t]*=)/;

/** What stands open at the fault of a text; undefined where the fault is not that something has no end. */
export function unclosedAt(text: string, fault: number): Unclosed | undefined {
  const open: number[] = [];
  let quote: number | undefined;
  scan(
    text,
    (char, offset) => {
      if (offset >= fault) return false;
      if (char === '[' || char === '{') open.push(offset);
      else if (char === ']' || char === '}') open.pop();
      return true;
    },
    undefined,
    (start, end) => {
      if (start < fault && fault <= end) quote = start;
    },
  );
  if (quote !== undefined) return { message: 'the string that begins here has no end', start: quote };
  const start = open.at(-1);
  const line = linesOf(text.slice(0, fault)).at(-1)?.text ?? '';
  if (start === undefined || line.trim() !== '') return undefined;
  const rest = text.slice(fault, fault + 100);
  if (rest.trim() !== '' && !NEXT_ENTRY.test(rest)) return undefined;
  return { message: 'the bracket that opens here is not closed before the next entry', start };
}

const MARKS = '[]{}=,.';

/** Walks over marks and comments outside strings, in one pass, until `onMark` gives false. */
function scan(
  text: string,
  onMark: (char: string, at: number) => boolean,
  onComment?: (start: number, end: number) => void,
  onOpenString?: (start: number, end: number) => void,
): void {
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i);
    if (char === '#') {
      const end = lineEnd(text, i);
      onComment?.(i, end);
      i = end;
    } else if (char === '"' || char === "'") {
      const start = i;
      i = stringEnd(text, start, char);
      if (text.charAt(i) !== char) onOpenString?.(start, i);
    } else if (MARKS.includes(char) && !onMark(char, i)) return;
  }
}

/** Offset of the last quote of a string; a string of one line ends with its line at the latest. */
function stringEnd(text: string, open: number, quote: string): number {
  const long = quote.repeat(3);
  const isLong = text.startsWith(long, open);
  for (let i = open + (isLong ? 3 : 1); i < text.length; i++) {
    const char = text.charAt(i);
    if (char === '\\' && quote === '"') i++;
    else if (isLong ? text.startsWith(long, i) : char === quote || isBreak(text, i))
      return isLong ? i + 2 : i;
  }
  return text.length;
}
