import { behindBreak, isBreak } from '../lines.js';
import {
  addHole,
  addText,
  beginWord,
  type Command,
  endWord,
  type Hole,
  type Word,
  type WordBuilder,
} from './word.js';

/** A range of a text that is written for a shell. */
export interface TextRange {
  start: number;
  end: number;
}

/** What a text for a shell holds. */
export interface ShellText {
  commands: Command[];
  /** Comments without their marks. */
  comments: { text: string; start: number }[];
}

/** A here-document that begins on the next line. */
export interface Pending {
  command: Command;
  delimiter: string;
  /** A quoted delimiter: nothing is filled in. */
  verbatim: boolean;
}

/** How a text is read that is not quite one for a POSIX shell. */
export interface Reading {
  /** What reads it, where that is no POSIX shell. */
  language?: 'powershell' | 'cmd';
  /** What is filled in is spelled as the text spells it, in place of `{{NAME}}`. */
  spelled?: boolean;
  /** A backslash before a letter is one of a path of Windows. */
  paths?: boolean;
  /** Only white space ends a word: no shell reads the text. */
  list?: boolean;
}

/** Where a reader is in a text for a shell. */
export interface Scan extends ShellText, Reading {
  text: string;
  end: number;
  at: number;
  depth: number;
  pending: Pending[];
  /** Reads the commands within a word, up to the character that closes them and behind it. */
  within(close: string): Hole;
}

/** Whether a character ends a word. */
const endsWord = (char: string, { list }: Scan) => (list ? ' \t\r\n' : ' \t\r\n;&|()<>').includes(char);

/** Characters before which a backslash stands for itself in a path. */
const IN_PATH = /[\w.~-]/;

/** Reads one word, up to white space, an operator or the character that closes the commands around it. */
export function readWord(scan: Scan, close: string): Word {
  const { text, end } = scan;
  const word = beginWord(scan.at);
  while (scan.at < end) {
    const char = text.charAt(scan.at);
    if (char === close || endsWord(char, scan)) break;
    if (scan.language === 'cmd') readOfCmd(scan, word);
    else if (char === "'") readSingle(scan, word);
    else if (char === '"') {
      scan.at++;
      readFilled(scan, word, '"');
      if (scan.at >= end) addOpen(scan, word);
      scan.at++;
    } else if (char === '\\') {
      const next = text.charAt(scan.at + 1);
      if (isBreak(text, scan.at + 1)) scan.at = behindBreak(text, scan.at + 1);
      else if (scan.paths && IN_PATH.test(next)) {
        addText(word, char, scan.at);
        scan.at++;
      } else {
        addText(word, next, scan.at, 2);
        scan.at += 2;
      }
    } else if (char === '$' && text.charAt(scan.at + 1) === "'") readEscaped(scan, word);
    else if (char === '$' || char === '`') readExpansion(scan, word);
    else {
      addText(word, char, scan.at);
      scan.at++;
    }
  }
  scan.at = Math.min(scan.at, end);
  return endWord(word, scan.at);
}

const CMD_VARIABLE = /%([A-Za-z_]\w{0,99})%/y;

/** A part of a word as `cmd` reads it: double quotes, `%NAME%`, and a caret before a sign; a backslash is one of a path. */
function readOfCmd(scan: Scan, word: WordBuilder): void {
  const { text, at } = scan;
  const char = text.charAt(at);
  CMD_VARIABLE.lastIndex = at;
  const [spelled = '', name] = CMD_VARIABLE.exec(text) ?? [];
  if (name !== undefined) {
    scan.at += spelled.length;
    addFilled(scan, word, { name }, at);
  } else if (char === '"') {
    const stop = text.indexOf('"', at + 1);
    const end = stop < 0 ? scan.end : Math.min(stop, scan.end);
    for (scan.at++; scan.at < end; ) {
      CMD_VARIABLE.lastIndex = scan.at;
      if (CMD_VARIABLE.test(text)) readOfCmd(scan, word);
      else addText(word, text.charAt(scan.at), scan.at++);
    }
    scan.at = end + 1;
  } else {
    const taken = char === '^' && at + 1 < scan.end ? 2 : 1;
    addText(word, text.charAt(at + taken - 1), at, taken);
    scan.at += taken;
  }
}

function readSingle(scan: Scan, word: WordBuilder): void {
  const stop = scan.text.indexOf("'", scan.at + 1);
  const close = stop < 0 || stop > scan.end ? scan.end : stop;
  addText(word, scan.text.slice(scan.at + 1, close), scan.at + 1);
  scan.at = close + 1;
  if (close === scan.end) addOpen(scan, word);
}

/** Where a text that is read as it is spelled ends within quotes, what the word is is not known. */
function addOpen(scan: Scan, word: WordBuilder): void {
  if (scan.spelled) addHole(word, { commands: [] }, scan.end, 0, '');
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

/** `$'...'`: the escapes of C, of which JSON needs quotes, backslashes and white space. */
function readEscaped(scan: Scan, word: WordBuilder): void {
  const { text, end } = scan;
  scan.at += 2;
  while (scan.at < end && text.charAt(scan.at) !== "'") {
    const char = text.charAt(scan.at);
    const isEscape = char === '\\' && scan.at + 1 < end;
    const next = text.charAt(scan.at + 1);
    addText(word, isEscape ? (ESCAPES[next] ?? next) : char, scan.at, isEscape ? 2 : 1);
    scan.at += isEscape ? 2 : 1;
  }
  scan.at++;
}

/** Double quotes and here-documents: variables and commands are filled in, a few characters can be escaped. */
export function readFilled(scan: Scan, word: WordBuilder, close: string): void {
  const { text, end: to } = scan;
  while (scan.at < to) {
    const char = text.charAt(scan.at);
    if (char === close) return;
    if (char === '\\') {
      const next = text.charAt(scan.at + 1);
      if (isBreak(text, scan.at + 1)) scan.at = behindBreak(text, scan.at + 1);
      else if (next !== '' && ('$`\\'.includes(next) || next === close)) {
        addText(word, next, scan.at, 2);
        scan.at += 2;
      } else {
        addText(word, char, scan.at);
        scan.at++;
      }
    } else if (char === '$' || char === '`') readExpansion(scan, word);
    else {
      const stop = nextSpecial(text, scan.at, to, close);
      addText(word, text.slice(scan.at, stop), scan.at);
      scan.at = stop;
    }
  }
}

function nextSpecial(text: string, from: number, to: number, close: string): number {
  let at = from;
  while (at < to && !'\\$`'.includes(text.charAt(at)) && text.charAt(at) !== close) at++;
  return at;
}

const NAME = /[A-Za-z_]\w*|[0-9@*#?$!-]/y;

/** Adds a part that is filled in, which begins at an offset and ends where the reader is. */
function addFilled(scan: Scan, word: WordBuilder, hole: Hole, start: number): void {
  addHole(word, hole, start, scan.at - start, scan.spelled ? scan.text.slice(start, scan.at) : undefined);
}

/** `$NAME`, `${...}`, `$(...)`, `$((...))`, backquotes. A lone `$` is itself. */
function readExpansion(scan: Scan, word: WordBuilder): void {
  const { text } = scan;
  const start = scan.at;
  const next = text.charAt(start + 1);
  if (text.charAt(start) === '`') {
    scan.at++;
    addFilled(scan, word, scan.within('`'), start);
    return;
  }
  if (next === '(') {
    scan.at += 2;
    addFilled(scan, word, scan.within(')'), start);
    return;
  }
  if (next === '{') {
    const name = nameAt(text, start + 2);
    passBraces(scan);
    const rest = name === undefined ? undefined : text.slice(start + 2 + name.length, scan.at);
    const isList = rest === '[@]}' || rest === '[*]}';
    const isPlain = name !== undefined && (rest === '}' || isList);
    addFilled(scan, word, isPlain ? (isList ? { list: name } : { name }) : {}, start);
    return;
  }
  const name = nameAt(text, start + 1);
  if (name === undefined) {
    addText(word, '$', start);
    scan.at++;
    return;
  }
  scan.at = start + 1 + name.length;
  addFilled(scan, word, /^\w/.test(name) ? { name } : {}, start);
}

function nameAt(text: string, at: number): string | undefined {
  NAME.lastIndex = at;
  return NAME.exec(text)?.[0];
}

/** Passes over `${...}` with what nests in it. */
function passBraces(scan: Scan): void {
  let depth = 0;
  for (; scan.at < scan.end; scan.at++) {
    const char = scan.text.charAt(scan.at);
    if (char === '\\') scan.at++;
    else if (char === '{') depth++;
    else if (char === '}' && --depth === 0) {
      scan.at++;
      return;
    }
  }
  scan.at = Math.min(scan.at, scan.end);
}
