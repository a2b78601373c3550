import { BACKSLASH, CLOSE_LIST, CLOSE_OBJECT, COMMA, OPEN_LIST, OPEN_OBJECT, QUOTE } from './json-marks.js';
import type { PositionedEntry, PositionedValue } from './positioned-value.js';

/**
 * The member or item at the end of a way from the root, without its own members and items: a file with few findings
 * needs no tree of all that is in it. `text` is one that `JSON.parse` accepted and that repeats no key. Undefined
 * where the way leads nowhere.
 */
export function seekJson(text: string, way: readonly (string | number)[]): PositionedEntry | undefined {
  let at = afterBlanks(text, 0);
  let keyStart = at;
  let keyEnd = at;
  for (const step of way) {
    if (typeof step === 'number') {
      at = itemIn(text, at, step);
      if (at < 0) return undefined;
      continue;
    }
    keyStart = keyIn(text, at, step);
    if (keyStart < 0) return undefined;
    keyEnd = behindString(text, keyStart);
    at = memberAt(text, keyEnd);
  }
  return { keyStart, keyEnd, value: valueAt(text, at) };
}

function valueAt(text: string, start: number): PositionedValue {
  const end = behindValue(text, start);
  const first = text.charCodeAt(start);
  if (first === OPEN_OBJECT) return { kind: 'object', start, end };
  if (first === OPEN_LIST) return { kind: 'array', start, end };
  const scalar = JSON.parse(text.slice(start, end)) as string | number | boolean | null;
  if (typeof scalar === 'string') return { kind: 'string', start, end, scalar, spelling: 'json' };
  return {
    kind: scalar === null ? 'null' : typeof scalar === 'number' ? 'number' : 'boolean',
    start,
    end,
    scalar,
  };
}

/** Offset of an item of the list that begins at `list`; -1 where it has no such item. */
function itemIn(text: string, list: number, index: number): number {
  if (text.charCodeAt(list) !== OPEN_LIST) return -1;
  let at = afterBlanks(text, list + 1);
  for (let before = index; before > 0 && text.charCodeAt(at) !== CLOSE_LIST; before--) {
    at = afterBlanks(text, behindValue(text, at));
    if (text.charCodeAt(at) === COMMA) at = afterBlanks(text, at + 1);
  }
  return text.charCodeAt(at) === CLOSE_LIST ? -1 : at;
}

/** Offset of a key of the object that begins at `object`; -1 where it has no such key. */
function keyIn(text: string, object: number, key: string): number {
  if (text.charCodeAt(object) !== OPEN_OBJECT) return -1;
  let at = afterBlanks(text, object + 1);
  while (text.charCodeAt(at) !== CLOSE_OBJECT) {
    const end = behindString(text, at);
    if (isText(text, at, end, key)) return at;
    at = afterBlanks(text, behindValue(text, memberAt(text, end)));
    if (text.charCodeAt(at) === COMMA) at = afterBlanks(text, at + 1);
  }
  return -1;
}

/** Whether the string from `start` to `end`, quotes included, stands for a text. */
function isText(text: string, start: number, end: number, meant: string): boolean {
  const length = end - start - 2;
  if (length === meant.length) return text.startsWith(meant, start + 1) && !meant.includes('\\');
  // Only escapes make a string longer than what it stands for.
  if (length < meant.length) return false;
  const written = text.slice(start, end);
  return written.includes('\\') && JSON.parse(written) === meant;
}

/** Offset of the value behind a key that ends at `keyEnd`. */
const memberAt = (text: string, keyEnd: number) => afterBlanks(text, afterBlanks(text, keyEnd) + 1);

function afterBlanks(text: string, from: number): number {
  let at = from;
  let code = text.charCodeAt(at);
  while (code === 32 || code === 10 || code === 13 || code === 9) code = text.charCodeAt(++at);
  return at;
}

function behindString(text: string, open: number): number {
  let at = open + 1;
  for (let code = text.charCodeAt(at); code !== QUOTE; code = text.charCodeAt(++at)) {
    if (code === BACKSLASH) at++;
  }
  return at + 1;
}

/** Offset behind the value that begins at `from`, whatever it holds: by one scan, however deep it is. */
function behindValue(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; ) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = behindString(text, at);
    else {
      if (code === OPEN_OBJECT || code === OPEN_LIST) depth++;
      else if (code === CLOSE_OBJECT || code === CLOSE_LIST) {
        // It closes what holds a number or a word, which ends before it.
        if (depth === 0) return at;
        depth--;
      } else if (depth === 0 && (code === COMMA || code <= 32)) return at;
      at++;
    }
    const isDone = depth === 0 && (code === QUOTE || code === CLOSE_OBJECT || code === CLOSE_LIST);
    if (isDone) return at;
  }
  return text.length;
}
