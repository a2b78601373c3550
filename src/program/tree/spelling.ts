import type { TextPiece } from '../ir/ir.js';
import { type Escapes, LANGUAGES } from '../language.js';

/** A string's value, and for each of its units the offset in the text (one more for the end). */
export interface Spelled {
  value: string;
  offsets: readonly number[];
}

const SIMPLE: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
};

/** The value of adjacent literals. */
export function textValue(text: string, pieces: readonly TextPiece[]): string {
  return pieces.map((piece) => decode(text, piece)).join('');
}

/** The value, with the offset in the text of each of its units. */
export function spelled(text: string, pieces: readonly TextPiece[]): Spelled {
  const offsets: number[] = [];
  const value = pieces.map((piece) => decode(text, piece, offsets)).join('');
  offsets.push(pieces.at(-1)?.end ?? 0);
  return { value, offsets };
}

function decode(text: string, piece: TextPiece, offsets?: number[]): string {
  const { start, end, spelling } = piece;
  const content = text.slice(start, end);
  if (spelling === 'raw' || !(content.includes('\\') || content.includes('\r'))) {
    for (let i = 0; offsets && i < content.length; i++) offsets.push(start + i);
    return content;
  }
  const { escapes } = LANGUAGES[spelling];
  let value = '';
  let at = 0;
  while (at < content.length) {
    const unit = unitAt(content, at, escapes);
    for (let i = 0; offsets && i < unit.given.length; i++) offsets.push(start + at);
    value += unit.given;
    at += unit.taken;
  }
  return value;
}

/** One character of a literal: its length in the text and its value. */
function unitAt(content: string, at: number, escapes: Escapes): { taken: number; given: string } {
  const char = content.charAt(at);
  const next = content.charAt(at + 1);
  // A line break in a literal is one line feed, however the file ends its lines.
  if (char === '\r') return { taken: next === '\n' ? 2 : 1, given: '\n' };
  if (char !== '\\') return { taken: 1, given: char };
  if (next === '\n') return { taken: 2, given: '' };
  if (next === '\r') return { taken: content.charAt(at + 2) === '\n' ? 3 : 2, given: '' };
  if (Object.hasOwn(SIMPLE, next)) return { taken: 2, given: SIMPLE[next] as string };
  const simple = escapes.simple[next];
  if (simple !== undefined) return { taken: 2, given: simple };
  if (next === 'x') return byCode(content, at, 2);
  if (next === 'u' && content.charAt(at + 2) === '{') {
    const close = content.indexOf('}', at);
    return close < 0 || close > at + 11
      ? { taken: 2, given: 'u' }
      : byDigits(content.slice(at + 3, close), close + 1 - at);
  }
  if (next === 'u') return byCode(content, at, 4);
  const digits = escapes.codes[next];
  if (digits !== undefined) return byCode(content, at, digits);
  const octal = /^[0-7]{1,3}/.exec(content.slice(at + 1, at + 4));
  if (octal) {
    return { taken: 1 + octal[0].length, given: String.fromCharCode(Number.parseInt(octal[0], 8)) };
  }
  // Python keeps the backslash of an escape that it does not know, JavaScript drops it.
  return escapes.keepsUnknown && !'\\\'"'.includes(next)
    ? { taken: 1, given: '\\' }
    : { taken: 2, given: next };
}

function byCode(content: string, at: number, digits: number): { taken: number; given: string } {
  return byDigits(content.slice(at + 2, at + 2 + digits), 2 + digits);
}

function byDigits(digits: string, taken: number): { taken: number; given: string } {
  const code = /^[\dA-Fa-f]{1,8}$/.test(digits) ? Number.parseInt(digits, 16) : -1;
  return code < 0 || code > 0x10ffff
    ? { taken: 1, given: '\\' }
    : { taken, given: String.fromCodePoint(code) };
}

/** The value of a number literal of either language; undefined if it is no plain number (`10n`, `1j`, `0777L`). */
export function numberOf(literal: string): number | undefined {
  const value = Number(literal.replaceAll('_', ''));
  return Number.isNaN(value) ? undefined : value;
}

/** The prefix and quotes of a literal of Python: `rb"""`. */
export function prefixOf(opening: string): { isBytes: boolean; isRaw: boolean; isFormatted: boolean } {
  const letters = (/^[A-Za-z]*/.exec(opening)?.[0] ?? '').toLowerCase();
  return {
    isBytes: letters.includes('b'),
    isRaw: letters.includes('r'),
    isFormatted: letters.includes('f') || letters.includes('t'),
  };
}
