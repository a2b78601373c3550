import { addHole, addText, beginWord, endWord, type Hole, type Word, type WordBuilder } from './word.js';

/** A stretch of a text that is written for a shell. */
export interface Stretch {
  start: number;
  end: number;
}

/** A command as the shell reads it, before anything is filled in. */
export interface Command {
  words: Word[];
  /** What its standard input is, where the text shows it: a here-document or here-string. */
  input?: Word;
}

/** What a text for a shell holds. */
export interface ShellText {
  commands: Command[];
  /** Comments without their marks. */
  comments: { text: string; start: number }[];
}

interface Pending {
  command: Command;
  delimiter: string;
  /** A quoted delimiter: nothing is filled in. */
  verbatim: boolean;
}

interface Scan extends ShellText {
  text: string;
  end: number;
  at: number;
  depth: number;
  pending: Pending[];
}

/** Commands within commands are followed this far; deeper ones are not looked into. */
const DEEPEST = 12;

/** Words of one command; more are passed over. */
const MOST_WORDS = 2_000;

/**
 * Reads the commands of a text as a shell does: quotes, escapes, continued lines, here-documents, and commands within
 * words. Nothing is filled in, and nothing is ever run. One pass; control words are words like any other.
 */
export function scanShell(text: string, { start, end }: Stretch): ShellText {
  const scan: Scan = { text, end, at: start, depth: 0, pending: [], commands: [], comments: [] };
  while (scan.at < end) {
    scanCommands(scan, '');
    scan.at++;
  }
  return { commands: scan.commands, comments: scan.comments };
}

/** Reads commands up to the character that closes them, which is not passed over. */
function scanCommands(scan: Scan, close: string): void {
  const { text, end } = scan;
  let command: Command = { words: [] };
  const finish = (): void => {
    if (command.words.length > 0) scan.commands.push(command);
    command = { words: [] };
  };
  while (scan.at < end) {
    const char = text.charAt(scan.at);
    if (char === close) break;
    if (char === '\n') {
      finish();
      scan.at++;
      readHereDocuments(scan);
    } else if (char === ' ' || char === '\t' || char === '\r') scan.at++;
    else if (char === '\\' && isBreak(text, scan.at + 1)) scan.at += breakLength(text, scan.at + 1) + 1;
    else if (char === '#') readComment(scan);
    else if (char === '<' || char === '>') readRedirection(scan, command);
    else if (';&|()'.includes(char)) {
      finish();
      scan.at++;
    } else {
      const word = readWord(scan, close);
      if (command.words.length < MOST_WORDS) command.words.push(word);
    }
  }
  finish();
}

const isBreak = (text: string, at: number) =>
  text.charAt(at) === '\n' || (text.charAt(at) === '\r' && text.charAt(at + 1) === '\n');
const breakLength = (text: string, at: number) => (text.charAt(at) === '\r' ? 2 : 1);

function readComment(scan: Scan): void {
  const start = scan.at;
  const stop = scan.text.indexOf('\n', start);
  scan.at = stop < 0 || stop > scan.end ? scan.end : stop;
  scan.comments.push({ text: scan.text.slice(start + 1, scan.at).trim(), start });
}

/** `<<EOF`, `<<<word`, `<file`, `>file`, `2>&1`. */
function readRedirection(scan: Scan, command: Command): void {
  const { text } = scan;
  if (text.startsWith('<<<', scan.at)) {
    scan.at += 3;
    passSpace(scan);
    command.input = readWord(scan, '');
    return;
  }
  if (text.startsWith('<<', scan.at)) {
    scan.at += 2;
    if (text.charAt(scan.at) === '-') scan.at++;
    passSpace(scan);
    const start = scan.at;
    const delimiter = readWord(scan, ')');
    const spelled = text.slice(start, scan.at);
    if (delimiter.value === '') return;
    const verbatim = spelled !== delimiter.value;
    scan.pending.push({ command, delimiter: delimiter.value, verbatim });
    return;
  }
  while (scan.at < scan.end && '<>&|'.includes(text.charAt(scan.at))) scan.at++;
  passSpace(scan);
  // The file is no word of the command.
  if (scan.at < scan.end && !'\n;&|()<>'.includes(text.charAt(scan.at))) readWord(scan, ')');
}

function passSpace(scan: Scan): void {
  while (scan.at < scan.end && ' \t'.includes(scan.text.charAt(scan.at))) scan.at++;
}

/** The lines after a command with `<<EOF`, up to the line that says so. */
function readHereDocuments(scan: Scan): void {
  const { text, end } = scan;
  for (const { command, delimiter, verbatim } of scan.pending.splice(0)) {
    const word = beginWord(scan.at);
    let close = end;
    while (scan.at < end) {
      const stop = text.indexOf('\n', scan.at);
      const lineEnd = stop < 0 || stop > end ? end : stop;
      const line = text.slice(scan.at, lineEnd);
      // Tabs of `<<-` do not count, nor does the indentation of a block of Markdown.
      if (line.trim() === delimiter) {
        close = scan.at;
        scan.at = Math.min(lineEnd + 1, end);
        break;
      }
      scan.at = Math.min(lineEnd + 1, end);
    }
    const after = { at: scan.at, end };
    if (verbatim) addText(word, text.slice(word.start, close), word.start);
    else {
      // What is left open in it ends with it.
      Object.assign(scan, { at: word.start, end: close });
      readFilled(scan, word, '');
    }
    Object.assign(scan, after);
    command.input = endWord(word, close);
  }
}

/** Whether a character ends a word. */
const endsWord = (char: string) => ' \t\r\n;&|()<>'.includes(char);

function readWord(scan: Scan, close: string): Word {
  const { text, end } = scan;
  const word = beginWord(scan.at);
  while (scan.at < end) {
    const char = text.charAt(scan.at);
    if (char === close || endsWord(char)) break;
    if (char === "'") readSingle(scan, word);
    else if (char === '"') {
      scan.at++;
      readFilled(scan, word, '"');
      scan.at++;
    } else if (char === '\\') {
      if (isBreak(text, scan.at + 1)) scan.at += breakLength(text, scan.at + 1) + 1;
      else {
        addText(word, text.charAt(scan.at + 1), scan.at, 2);
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

function readSingle(scan: Scan, word: WordBuilder): void {
  const stop = scan.text.indexOf("'", scan.at + 1);
  const close = stop < 0 || stop > scan.end ? scan.end : stop;
  addText(word, scan.text.slice(scan.at + 1, close), scan.at + 1);
  scan.at = close + 1;
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
function readFilled(scan: Scan, word: WordBuilder, close: string): void {
  const { text, end: to } = scan;
  while (scan.at < to) {
    const char = text.charAt(scan.at);
    if (char === close) return;
    if (char === '\\') {
      const next = text.charAt(scan.at + 1);
      if (isBreak(text, scan.at + 1)) scan.at += breakLength(text, scan.at + 1) + 1;
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

/** `$NAME`, `${...}`, `$(...)`, `$((...))`, backquotes. A lone `$` is itself. */
function readExpansion(scan: Scan, word: WordBuilder): void {
  const { text } = scan;
  const start = scan.at;
  const next = text.charAt(start + 1);
  if (text.charAt(start) === '`') {
    scan.at++;
    addHole(word, commandsWithin(scan, '`'), start, scan.at - start);
    return;
  }
  if (next === '(') {
    scan.at += 2;
    addHole(word, commandsWithin(scan, ')'), start, scan.at - start);
    return;
  }
  if (next === '{') {
    const name = nameAt(text, start + 2);
    passBraces(scan);
    const isPlain = name !== undefined && scan.at === start + 3 + name.length;
    addHole(word, isPlain ? { name } : {}, start, scan.at - start);
    return;
  }
  const name = nameAt(text, start + 1);
  if (name === undefined) {
    addText(word, '$', start);
    scan.at++;
    return;
  }
  scan.at = start + 1 + name.length;
  addHole(word, /^\w/.test(name) ? { name } : {}, start, scan.at - start);
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

/** Reads the commands within a word; the output of a lone `cat` is its input. */
function commandsWithin(scan: Scan, close: string): Hole {
  if (scan.depth >= DEEPEST) {
    const stop = scan.text.indexOf(close, scan.at);
    scan.at = stop < 0 || stop >= scan.end ? scan.end : stop + 1;
    return {};
  }
  const first = scan.commands.length;
  const waiting = scan.pending.splice(0);
  scan.depth++;
  scanCommands(scan, close);
  scan.depth--;
  scan.pending = waiting;
  scan.at = Math.min(scan.at + 1, scan.end);
  const [only, more] = scan.commands.slice(first);
  const isCat = only !== undefined && !more && only.words.length === 1 && only.words[0]?.value === 'cat';
  return isCat && only.input ? { output: only.input } : {};
}
