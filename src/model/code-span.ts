/** A part of a text: prose, or the content of a code span. */
export interface TextPart {
  text: string;
  isCode: boolean;
}

const TICKS = /`+/g;

/** A name as a code span, as CommonMark reads it: fenced by more backticks than it holds in a row. */
export function codeSpan(name: string): string {
  if (!name.includes('`')) return `\`${name}\``;
  const longest = (name.match(TICKS) ?? []).reduce((most, { length }) => Math.max(most, length), 0);
  const fence = '`'.repeat(longest + 1);
  const pad = name.startsWith('`') || name.endsWith('`') ? ' ' : '';
  return `${fence}${pad}${name}${pad}${fence}`;
}

const ONE_WORD = /^[^\s\p{C}`"']+$/u;

/** A file, with line and column, within a sentence: as it is where the name is one word, else as a code span. */
export function placeSpan(file: string, ...at: readonly number[]): string {
  const place = [file, ...at].join(':');
  return ONE_WORD.test(file) ? place : codeSpan(place);
}

/** Characters of an entry that a remedy or a related place shows. */
const MOST_SHOWN = 80;

/** An entry of a list as it is shown beside a finding: a very long one is cut. */
export const shownEntry = (text: string): string =>
  text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN - 1)}…` : text;

/** The prose and the code spans of a text, in order. Backticks that nothing closes are prose. Linear in the text. */
export function textParts(text: string): TextPart[] {
  const runs = [...text.matchAll(TICKS)].map((found) => ({ at: found.index, length: found[0].length }));
  const parts: TextPart[] = [];
  const closers = nextOfLength(runs.map(({ length }) => length));
  let from = 0;
  for (let index = 0; index < runs.length; ) {
    const open = runs[index];
    const closer = closers[index];
    const close = closer === undefined ? undefined : runs[closer];
    if (!open || !close || closer === undefined) {
      index += 1;
      continue;
    }
    parts.push({ text: text.slice(from, open.at), isCode: false });
    parts.push({ text: unpadded(text.slice(open.at + open.length, close.at)), isCode: true });
    from = close.at + close.length;
    index = closer + 1;
  }
  parts.push({ text: text.slice(from), isCode: false });
  return parts.filter((part) => part.isCode || part.text !== '');
}

/** For each run, the next one that is as long. */
function nextOfLength(lengths: readonly number[]): (number | undefined)[] {
  const next = new Map<number, number>();
  const found: (number | undefined)[] = new Array(lengths.length);
  for (let index = lengths.length - 1; index >= 0; index -= 1) {
    const length = lengths[index] ?? 0;
    found[index] = next.get(length);
    next.set(length, index);
  }
  return found;
}

/** The space that keeps a backtick of the name apart from the fence is no part of it. */
const unpadded = (code: string): string =>
  code.startsWith(' ') && code.endsWith(' ') && code.trim() !== '' ? code.slice(1, -1) : code;
