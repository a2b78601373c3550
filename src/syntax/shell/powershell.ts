import { behindBreak, isBreak, lineEnd } from '../lines.js';
import { addHole, addText, beginWord, type Command, endWord, type Word, type WordBuilder } from './word.js';
import type { TextRange } from './words.js';

interface Scan {
  text: string;
  at: number;
  end: number;
  depth: number;
  commands: Command[];
}

/** Brackets within brackets are followed this far; deeper ones are passed over. */
const DEEPEST = 24;

const CLOSES: Readonly<Record<string, string>> = { '(': ')', '{': '}' };

/**
 * Reads a script of PowerShell into commands: quotes, the escape sign, comments, sub-expressions (`$(...)`, also inside
 * double quotes), brackets and script blocks, whose commands stand before the one that they are a part of. Nothing is
 * filled in, and nothing is ever run.
 */
export function scanPowerShell(text: string, { start, end }: TextRange): Command[] {
  const scan: Scan = { text, at: start, end, depth: 0, commands: [] };
  while (scan.at < end) {
    readCommands(scan, '');
    scan.at++;
  }
  return scan.commands;
}

/** Reads commands up to the sign that closes them, which is not passed over. */
function readCommands(scan: Scan, close: string): void {
  const { text, end } = scan;
  let command: Command = { words: [] };
  const finish = (by?: Command['by']): void => {
    const before = command;
    if (before.words.length > 0) scan.commands.push(before);
    command = { words: [], ...(by && { by }) };
    if (by === '|' && before.words.length > 0) command.feeds = [before];
  };
  while (scan.at < end) {
    const char = text.charAt(scan.at);
    if (char === close || (close === '' && (char === ')' || char === '}'))) break;
    if (/\s/.test(char) && !isBreak(text, scan.at)) scan.at++;
    else if (text.startsWith('<#', scan.at)) {
      const stop = text.indexOf('#>', scan.at + 2);
      scan.at = stop < 0 ? end : stop + 2;
    } else if (char === '#') scan.at = Math.min(lineEnd(text, scan.at), end);
    else if (char === '`' && isBreak(text, scan.at + 1)) scan.at = behindBreak(text, scan.at + 1);
    else if (text.startsWith('||', scan.at) || text.startsWith('&&', scan.at)) {
      finish(char === '|' ? '||' : '&&');
      scan.at += 2;
    } else if (char === '|') {
      finish('|');
      scan.at++;
      // A pipe goes on in the next line.
      while (scan.at < end && /\s/.test(text.charAt(scan.at))) scan.at++;
    } else if (char === ';' || isBreak(text, scan.at)) {
      finish();
      scan.at++;
    } else if (char === ')' || char === '}') scan.at++;
    else if (char === '&') {
      const word = beginWord(scan.at);
      addText(word, char, scan.at);
      command.words.push(endWord(word, ++scan.at));
    } else command.words.push(readWord(scan));
  }
  finish();
}

function readWord(scan: Scan): Word {
  const { text } = scan;
  const word = beginWord(scan.at);
  while (scan.at < scan.end) {
    const char = text.charAt(scan.at);
    if (/[\s;|&)}]/.test(char)) break;
    if (char === "'") readSingle(scan, word);
    else if (char === '"') readDouble(scan, word);
    else if (char === '(' || char === '{') readBrackets(scan, word);
    else readSign(scan, word);
  }
  return endWord(word, Math.min(scan.at, scan.end));
}

/** One character, or one behind the escape sign. */
function readSign(scan: Scan, word: WordBuilder): void {
  const taken = scan.text.charAt(scan.at) === '`' ? 2 : 1;
  addText(word, scan.text.charAt(scan.at + taken - 1), scan.at, taken);
  scan.at += taken;
}

function readSingle(scan: Scan, word: WordBuilder): void {
  const stop = scan.text.indexOf("'", scan.at + 1);
  const end = stop < 0 ? scan.end : Math.min(stop, scan.end);
  addText(word, scan.text.slice(scan.at + 1, end), scan.at + 1);
  scan.at = end + 1;
}

function readDouble(scan: Scan, word: WordBuilder): void {
  const { text, end } = scan;
  scan.at++;
  while (scan.at < end && text.charAt(scan.at) !== '"') {
    if (text.startsWith('$(', scan.at)) {
      scan.at++;
      readBrackets(scan, word);
    } else readSign(scan, word);
  }
  scan.at++;
}

/** `(...)` and `{...}`; in the value of the word a pair of brackets replaces it. */
function readBrackets(scan: Scan, word: WordBuilder): void {
  const start = scan.at;
  const open = scan.text.charAt(start);
  const close = CLOSES[open] ?? ')';
  const first = scan.commands.length;
  scan.at++;
  if (scan.depth >= DEEPEST) {
    const stop = scan.text.indexOf(close, scan.at);
    scan.at = stop < 0 || stop >= scan.end ? scan.end : stop + 1;
  } else {
    scan.depth++;
    readCommands(scan, close);
    scan.depth--;
    scan.at = Math.min(scan.at + 1, scan.end);
  }
  addHole(word, { commands: scan.commands.slice(first) }, start, scan.at - start, open + close);
}
