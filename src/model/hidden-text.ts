/** A character that people do not see, and a model reads. */
export interface HiddenCharacter {
  kind: 'tag' | 'direction' | 'zero-width';
  /** Offsets in UTF-16 units. */
  start: number;
  end: number;
  /** As people name it: `U+202E`. */
  name: string;
}

/** Characters that may hide something; most texts have none. */
const MAY_HIDE = /[\u200b-\u200d\u2060\u202a-\u202e\u2066-\u2069]|\udb40[\udc00-\udc7f]/;

/** The first character of a text that hides something; undefined where none does. */
export function hiddenIn(text: string): HiddenCharacter | undefined {
  const first = MAY_HIDE.exec(text)?.index;
  if (first === undefined) return undefined;
  let line = text.lastIndexOf('\n', first) + 1;
  while (line < text.length) {
    const stop = text.indexOf('\n', line);
    const end = stop < 0 ? text.length : stop;
    const found = hiddenInLine(text.slice(line, end), line);
    if (found) return found;
    line = end + 1;
  }
  return undefined;
}

/** Opened directions, and what closes them. */
const CLOSED_BY: Readonly<Record<string, string>> = {
  '\u202a': '\u202c',
  '\u202b': '\u202c',
  '\u202d': '\u202c',
  '\u202e': '\u202c',
  '\u2066': '\u2069',
  '\u2067': '\u2069',
  '\u2068': '\u2069',
};
const ZERO_WIDTH = '\u200b\u200c\u200d\u2060';
const LATIN = /[A-Za-z\u00c0-\u024f]/;
const TAG = /^\udb40[\udc00-\udc7f]/;
/** Behind this flag, tags spell a region: Scotland. */
const BLACK_FLAG = '\u{1f3f4}';

function hiddenInLine(line: string, offset: number): HiddenCharacter | undefined {
  if (!MAY_HIDE.test(line)) return undefined;
  const opened: { closes: string; at: number }[] = [];
  /** Behind tags that spell a region, more may follow. */
  let regionEnd = -1;
  for (let at = 0; at < line.length; at++) {
    const char = line.charAt(at);
    if (char === '\udb40' && TAG.test(line.slice(at, at + 2))) {
      if (at !== regionEnd && !line.startsWith(BLACK_FLAG, at - BLACK_FLAG.length))
        return { kind: 'tag', ...placed(line, at, 2, offset) };
      at++;
      regionEnd = at + 1;
    } else if (CLOSED_BY[char] !== undefined) opened.push({ closes: CLOSED_BY[char], at });
    else if (opened.at(-1)?.closes === char) opened.pop();
    else if (ZERO_WIDTH.includes(char)) {
      const end = zeroWidthEnd(line, at);
      // Between Latin letters no such character joins or parts anything that people see.
      if (LATIN.test(line.charAt(at - 1)) && LATIN.test(line.charAt(end)))
        return { kind: 'zero-width', ...placed(line, at, 1, offset) };
      at = end - 1;
    }
  }
  const [open] = opened;
  return open && { kind: 'direction', ...placed(line, open.at, 1, offset) };
}

/** Where a run of characters without width ends. */
function zeroWidthEnd(line: string, start: number): number {
  let end = start + 1;
  while (end < line.length && ZERO_WIDTH.includes(line.charAt(end))) end++;
  return end;
}

function placed(line: string, at: number, length: number, offset: number) {
  const code = line.codePointAt(at) ?? 0;
  const name = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  return { start: offset + at, end: offset + at + length, name };
}
