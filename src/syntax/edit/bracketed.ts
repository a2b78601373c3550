import {
  indentAt,
  indentStep,
  isFirstOnLine,
  lineBreakOf,
  lineEnd,
  lineStart,
  nextLine,
  type Splice,
} from './splice.js';

/** A list between brackets, whatever the language: items with commas between them. */
export interface Bracketed {
  text: string;
  /** Offset behind the opening bracket. */
  open: number;
  /** Offset of the closing bracket. */
  close: number;
  items: readonly { start: number; end: number }[];
  /** How comments are written here. */
  comments: 'slashes' | 'hash';
  /** What is between a bracket and a single line of items: a space in `{ a: 1 }`. */
  pad: string;
}

/** Adds items behind the last one, in the layout of the others. */
export function insertItems(list: Bracketed, added: readonly string[]): Splice[] {
  const { text, open, items } = list;
  const last = items.at(-1);
  if (added.length === 0) return [];
  if (!last) return insertFirst(list, added.join(', '));
  const comma = commaBehind(list, last.end);
  const isOnOwnLine =
    isFirstOnLine(text, last.start) && last.start > open && text.slice(open, last.start).includes('\n');
  if (!isOnOwnLine) {
    const written = added.join(', ');
    if (comma === undefined) return [{ start: last.end, end: last.end, text: `, ${written}` }];
    return [{ start: comma + 1, end: comma + 1, text: ` ${written},` }];
  }
  const start = `${lineBreakOf(text)}${indentAt(text, last.start)}`;
  const line = added.map((written) => `${start}${written}`).join(',');
  const behind = endOfRemark(list, comma === undefined ? last.end : comma + 1);
  if (comma !== undefined) return [{ start: behind, end: behind, text: `${line},` }];
  if (behind === last.end) return [{ start: last.end, end: last.end, text: `,${line}` }];
  return [
    { start: last.end, end: last.end, text: ',' },
    { start: behind, end: behind, text: line },
  ];
}

function insertFirst({ text, open, close, pad }: Bracketed, written: string): Splice[] {
  const inner = text.slice(open, close);
  if (inner.trim() !== '') return [{ start: open, end: open, text: `${pad}${written}` }];
  if (!inner.includes('\n')) return [{ start: open, end: close, text: `${pad}${written}${pad}` }];
  const around = indentAt(text, open);
  const eol = lineBreakOf(text);
  return [{ start: open, end: close, text: `${eol}${around}${indentStep(text)}${written}${eol}${around}` }];
}

/** Takes an item out with its comma and, where it has one of its own, its line. */
export function removeItem(list: Bracketed, index: number): Splice[] {
  const { text, open, close, items } = list;
  const item = items[index];
  if (!item) return [];
  if (items.length === 1) {
    const comma = commaBehind(list, item.end);
    const end = comma === undefined ? item.end : comma + 1;
    const isAlone = text.slice(open, item.start).trim() === '' && text.slice(end, close).trim() === '';
    return [isAlone ? { start: open, end: close, text: '' } : { start: item.start, end, text: '' }];
  }
  const comma = commaBehind(list, item.end);
  const before = items[index - 1];
  const isLast = index === items.length - 1;
  const own = ownLines(list, item.start, comma === undefined ? item.end : comma + 1);
  if (!isLast || !before) {
    if (own) return [own];
    const next = items[index + 1];
    const end = comma === undefined ? item.end : comma + 1;
    const gap = next && !text.slice(end, next.start).includes('\n') ? next.start : end;
    return [{ start: item.start, end: gap, text: '' }];
  }
  const separator = comma === undefined ? commaBehind(list, before.end) : undefined;
  const cut = separator === undefined ? [] : [{ start: separator, end: separator + 1, text: '' }];
  if (own) return [...cut, own];
  const from = separator === undefined ? behindComma(list, before.end) : before.end;
  return [{ start: from, end: comma === undefined ? item.end : comma + 1, text: '' }];
}

/** Takes several items out: neighbours go as one. */
export function removeItems(list: Bracketed, indices: readonly number[]): Splice[] {
  const gone = new Set(indices);
  const items: { start: number; end: number }[] = [];
  const runs: number[] = [];
  for (const [index, item] of list.items.entries()) {
    const last = items.at(-1);
    if (gone.has(index) && gone.has(index - 1) && last) {
      items[items.length - 1] = { start: last.start, end: item.end };
      continue;
    }
    if (gone.has(index)) runs.push(items.length);
    items.push(item);
  }
  return runs.flatMap((index) => removeItem({ ...list, items }, index));
}

const behindComma = (list: Bracketed, from: number): number => (commaBehind(list, from) ?? from - 1) + 1;

/** The whole lines of an item that shares them with nothing but a comment behind it. */
function ownLines(list: Bracketed, start: number, end: number): Splice | undefined {
  const { text, close } = list;
  if (!isFirstOnLine(text, start) || lineStart(text, start) < list.open) return undefined;
  const behind = endOfRemark(list, end);
  if (text.slice(behind, lineEnd(text, behind)).trim() !== '' || nextLine(text, behind) > close)
    return undefined;
  return { start: lineStart(text, start), end: nextLine(text, behind), text: '' };
}

/** Offset of the comma behind an item; undefined where it has none. */
function commaBehind({ text, close, comments }: Bracketed, from: number): number | undefined {
  let at = from;
  while (at < close) {
    const char = text.charAt(at);
    if (char === ',') return at;
    if (char.trim() === '') at++;
    else if (comments === 'hash' && char === '#') at = lineEnd(text, at);
    else if (comments === 'slashes' && text.startsWith('//', at)) at = lineEnd(text, at);
    else if (comments === 'slashes' && text.startsWith('/*', at)) {
      const end = text.indexOf('*/', at + 2);
      at = end < 0 ? close : end + 2;
    } else return undefined;
  }
  return undefined;
}

/** Offset behind a comment that follows on the same line; `from` where none does. */
function endOfRemark({ text, comments }: Bracketed, from: number): number {
  let at = from;
  while (text.charAt(at) === ' ' || text.charAt(at) === '\t') at++;
  if (comments === 'hash') return text.charAt(at) === '#' ? lineEnd(text, at) : from;
  if (text.startsWith('//', at)) return lineEnd(text, at);
  if (!text.startsWith('/*', at)) return from;
  const end = text.indexOf('*/', at + 2);
  return end < 0 || text.slice(at, end).includes('\n') ? from : end + 2;
}
