import { quotedLine } from './command-line.js';

/** A sign, a name with its dots (`urllib.request.urlopen`), or a text of a program that is written in a command. */
export interface CodeToken {
  kind: 'name' | 'text' | 'sign';
  value: string;
  /** Its offset in the program. */
  start: number;
}

export type InlineLanguage = 'python' | 'script';

/** Longest program that is read; real inline programs are far shorter. */
const MOST_TEXT = 20_000;

/**
 * The tokens of a short program of Python or JavaScript (`python -c`, `node -e`): names, texts and signs. Comments are
 * left out, and the content of a string is not a name.
 */
export function inlineTokens(source: string, language: InlineLanguage): CodeToken[] {
  const text = source.slice(0, MOST_TEXT);
  const tokens: CodeToken[] = [];
  for (let at = 0; at < text.length; ) {
    const char = text.charAt(at);
    const comment = language === 'python' ? char === '#' : text.startsWith('//', at);
    if (comment) at = endOf(text, '\n', at);
    else if (language === 'script' && text.startsWith('/*', at)) at = endOf(text, '*/', at + 2);
    else if (char === '"' || char === "'" || (char === '`' && language === 'script')) {
      const { value, end } = readText(text, at, language);
      tokens.push({ kind: 'text', value, start: at });
      at = end;
    } else if (/[A-Za-z_$]/.test(char)) {
      let end = at;
      while (end < text.length && /[\w$.]/.test(text.charAt(end))) end++;
      tokens.push({ kind: 'name', value: text.slice(at, end), start: at });
      at = end;
    } else {
      if (char === '\n' || !/\s/.test(char)) tokens.push({ kind: 'sign', value: char, start: at });
      at++;
    }
  }
  return tokens;
}

/** The offset behind a mark; the end where there is none. */
function endOf(text: string, mark: string, from: number): number {
  const stop = text.indexOf(mark, from);
  return stop < 0 ? text.length : stop + (mark === '\n' ? 0 : mark.length);
}

function readText(text: string, start: number, language: InlineLanguage): { value: string; end: number } {
  const quote = text.charAt(start);
  const isLong = language === 'python' && text.startsWith(quote.repeat(3), start);
  const mark = isLong ? quote.repeat(3) : quote;
  const parts: string[] = [];
  let at = start + mark.length;
  while (at < text.length && !text.startsWith(mark, at)) {
    if (text.charAt(at) === '\\') at++;
    parts.push(text.charAt(at));
    at++;
  }
  return { value: parts.join(''), end: Math.min(at + mark.length, text.length) };
}

/** The index of the sign that closes the bracket at an index, no further than `most` tokens behind it. */
export function closeOf(tokens: readonly CodeToken[], open: number, most = tokens.length): number {
  let depth = 0;
  const end = Math.min(tokens.length, open + most);
  for (let at = open; at < end; at++) {
    const { kind, value } = tokens[at] as CodeToken;
    if (kind !== 'sign') continue;
    if ('([{'.includes(value)) depth++;
    else if (')]}'.includes(value) && --depth === 0) return at;
  }
  return end;
}

/**
 * The command that the call at a token starts, as a line for a shell, where all its words are constant: `os.system("ls")`,
 * `subprocess.run(["git", "push"])`, `execFileSync('git', ['push'])`. `starts`: functions that start one.
 */
export function startedAt(
  tokens: readonly CodeToken[],
  at: number,
  starts: readonly string[],
): string | undefined {
  const { kind, value } = tokens[at] ?? { kind: 'sign', value: '' };
  const isStart = kind === 'name' && starts.some((name) => value === name || value.endsWith(`.${name}`));
  if (!isStart || tokens[at + 1]?.value !== '(') return undefined;
  const given = tokens.slice(at + 2, at + 2 + MOST_GIVEN).filter((one) => !isMark(one));
  const [first] = given;
  const from = first?.kind === 'text' ? 2 : 0;
  if (given[from]?.value !== '[' || (from > 0 && given[1]?.value !== ','))
    return from > 0 ? first?.value : undefined;
  const list = given.slice(
    from + 1,
    given.findIndex((one) => one.kind === 'sign' && one.value === ']'),
  );
  const words = list.filter((one) => one.kind !== 'sign' || one.value !== ',');
  if (words.some((one) => one.kind !== 'text')) return undefined;
  return quotedLine([...given.slice(0, from > 0 ? 1 : 0), ...words].map((one) => one.value));
}

/** Words of a call that are read. */
const MOST_GIVEN = 100;

/** A break of a line, and the letter before a text of Python: `f"..."`. */
const isMark = ({ kind, value }: CodeToken): boolean =>
  value === '\n' || (kind === 'name' && /^[fbr]{1,2}$/i.test(value));
