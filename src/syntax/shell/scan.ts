import { behindBreak, isBreak, lineEnd } from '../lines.js';
import { scanPowerShell } from './powershell.js';
import { addHole, addText, beginWord, type Command, endWord, type Hole, type Word } from './word.js';
import { type Reading, readFilled, readWord, type Scan, type ShellText, type TextRange } from './words.js';

export type { Command } from './word.js';
export type { ShellText, TextRange } from './words.js';

/** Commands within commands are followed this far; deeper ones are not looked into. */
const DEEPEST = 12;

/** Words of one command; more are passed over. */
const MOST_WORDS = 2_000;

/**
 * Reads the commands of a text as a shell does: quotes, escapes, continued lines, here-documents, and commands within
 * words. Nothing is filled in, and nothing is ever run. One pass; control words are words like any other. A POSIX shell,
 * unless `reading` says PowerShell or `cmd`.
 */
export function scanShell(text: string, range: TextRange, reading?: Reading): ShellText {
  if (reading?.language === 'powershell') return { commands: scanPowerShell(text, range), comments: [] };
  const scan = newScan(text, range, reading);
  while (scan.at < range.end) {
    scanCommands(scan, '');
    scan.at++;
  }
  return { commands: scan.commands, comments: scan.comments };
}

/** The words of a text that no shell reads: white space parts them, and quotes hold them together. */
export function scanWords(text: string): Word[] {
  const scan = newScan(text, { start: 0, end: text.length }, { spelled: true, paths: true, list: true });
  const words: Word[] = [];
  while (scan.at < scan.end && words.length < MOST_WORDS) {
    if (' \t\r\n'.includes(text.charAt(scan.at))) scan.at++;
    else words.push(readWord(scan, ''));
  }
  return words;
}

function newScan(text: string, { start, end }: TextRange, reading: Reading = {}): Scan {
  const scan: Scan = {
    ...reading,
    text,
    end,
    at: start,
    depth: 0,
    pending: [],
    commands: [],
    comments: [],
    within: (close) => commandsWithin(scan, close),
  };
  return scan;
}

const CMD_COMMENT = /^@?(?:::|rem(?![\w-]))/i;

/** Reads commands up to the character that closes them, which is not passed over. */
function scanCommands(scan: Scan, close: string): void {
  const { text, end } = scan;
  const isCmd = scan.language === 'cmd';
  let command: Command = { words: [] };
  let goesOn = false;
  const opened: number[] = [];
  let closed: readonly Command[] = [];
  const finish = (): void => {
    if (command.words.length > 0 || command.inputFile || command.list) scan.commands.push(command);
    command = { words: [] };
    goesOn = false;
  };
  while (scan.at < end) {
    const char = text.charAt(scan.at);
    if (char === close) break;
    if (isBreak(text, scan.at)) {
      // A line that ends in a pipe goes on.
      if (!goesOn || command.words.length > 0) finish();
      scan.at = behindBreak(text, scan.at);
      readHereDocuments(scan);
    } else if (char === ' ' || char === '\t') scan.at++;
    else if (char === (isCmd ? '^' : '\\') && isBreak(text, scan.at + 1))
      scan.at = behindBreak(text, scan.at + 1);
    else if (isCmd && command.words.length === 0 && CMD_COMMENT.test(text.slice(scan.at, scan.at + 6)))
      scan.at = Math.min(lineEnd(text, scan.at), end);
    else if (isCmd && char === '@' && command.words.length === 0) scan.at++;
    else if (char === '#' && !isCmd) readComment(scan);
    else if (char === '<' || char === '>') readRedirection(scan, command);
    else if (char === '(' && beginsList(scan, command)) {
      readList(scan, command);
      finish();
    } else if (';&|()'.includes(char)) {
      const before = command;
      finish();
      if (char === '(' && opened.length < DEEPEST) opened.push(scan.commands.length);
      const isJoined = text.startsWith('&&', scan.at) || text.startsWith('||', scan.at);
      const isPipe = !isJoined && char === '|';
      goesOn = isJoined || (isPipe && (before.words.length > 0 || closed.length > 0));
      if (isJoined) command.by = char === '&' ? '&&' : '||';
      else if (isPipe) feed(scan, before, closed, command);
      else if (char === '&') before.isBackground = true;
      closed = char === ')' ? since(scan, opened.pop()) : [];
      scan.at += isJoined || text.startsWith('|&', scan.at) ? 2 : 1;
    } else {
      const word = readWord(scan, close);
      const isWord = command.words.length > 0;
      if (!isWord && word.value === '{' && opened.length < DEEPEST) opened.push(scan.commands.length);
      closed = !isWord && word.value === '}' ? since(scan, opened.pop()) : [];
      if (command.words.length < MOST_WORDS) command.words.push(word);
    }
  }
  finish();
}

/** Commands that were read since a group was opened. */
const since = ({ commands }: Scan, start: number | undefined): readonly Command[] =>
  start === undefined ? [] : commands.slice(start);

/** Joins the two sides of a pipe. Before it stands a command, or the group that was just closed. */
function feed(scan: Scan, before: Command, group: readonly Command[], to: Command): void {
  to.by = '|';
  const isGroup = group.length > 0;
  const feeds = isGroup ? group : before.words.length > 0 ? [before] : [];
  if (feeds.length > 0) to.feeds = feeds;
  if (!isGroup && before.words.length > 0) pipe(scan, before, to);
}

const LIST = /^([A-Za-z_]\w{0,99})(\+?)=$/;

/** Whether the word before a bracket is `NAME=`, with nothing between them. */
function beginsList({ at }: Scan, { words }: Command): boolean {
  const last = words.at(-1);
  return last !== undefined && last.end === at && LIST.test(last.value);
}

/** The words of `NAME=(...)`, over any lines. */
function readList(scan: Scan, command: Command): void {
  const [, name = '', adds] = LIST.exec(command.words.at(-1)?.value ?? '') ?? [];
  const words: Word[] = [];
  scan.at++;
  while (scan.at < scan.end && scan.text.charAt(scan.at) !== ')') {
    const char = scan.text.charAt(scan.at);
    if (char === '#') readComment(scan);
    else if (' \t\r\n;&|(<>'.includes(char)) scan.at++;
    else if (char === '\\' && isBreak(scan.text, scan.at + 1)) scan.at = behindBreak(scan.text, scan.at + 1);
    else {
      const word = readWord(scan, ')');
      if (words.length < MOST_WORDS) words.push(word);
    }
  }
  scan.at++;
  command.words.pop();
  command.list = { name, words, adds: adds === '+' };
}

function readComment(scan: Scan): void {
  const start = scan.at;
  scan.at = Math.min(lineEnd(scan.text, start), scan.end);
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
  if (text.startsWith('(', scan.at + 1)) {
    readFileOfCommands(scan, command);
    return;
  }
  const isInput = text.charAt(scan.at) === '<' && !'<>&('.includes(text.charAt(scan.at + 1));
  const isOutput = text.charAt(scan.at) === '>' && !isOtherStream(scan, command);
  while (scan.at < scan.end && '<>&|'.includes(text.charAt(scan.at))) scan.at++;
  passSpace(scan);
  // The file is no word of the command.
  if (scan.at >= scan.end || '\n;&|()<>'.includes(text.charAt(scan.at))) return;
  const file = readWord(scan, ')');
  if (isInput) command.inputFile = file;
  else if (isOutput) command.outputFiles = [...(command.outputFiles ?? []), file];
}

/** `2>FILE`: the number is not a word of the command, and its output goes elsewhere. */
function isOtherStream({ at }: Scan, { words }: Command): boolean {
  const last = words.at(-1);
  if (last?.end !== at || !/^\d$/.test(last.value)) return false;
  words.pop();
  return last.value !== '1';
}

/** `<(...)` and `>(...)`: a word that names a file, which the commands write or read. */
function readFileOfCommands(scan: Scan, command: Command): void {
  const start = scan.at;
  const isRead = scan.text.charAt(start) === '<';
  scan.at += 2;
  const { commands = [] } = scan.within(')');
  const word = beginWord(start);
  addHole(word, isRead ? { commands, isFile: true } : { isFile: true }, start, scan.at - start);
  if (command.words.length < MOST_WORDS) command.words.push(endWord(word, scan.at));
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
      const stop = Math.min(lineEnd(text, scan.at), end);
      const line = text.slice(scan.at, stop);
      // Tabs of `<<-` do not count, nor does the indentation of a block of Markdown.
      if (line.trim() === delimiter) {
        close = scan.at;
        scan.at = Math.min(behindBreak(text, stop), end);
        break;
      }
      scan.at = Math.min(behindBreak(text, stop), end);
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
  const commands = scan.commands.slice(first);
  const [only, more] = commands;
  return { commands, ...(only === undefined || more ? {} : printedBy(only)) };
}

/** What a command prints, where the text shows it: the output of `cat`, of `echo` with one word, and of `< FILE` alone. */
function printedBy({ words, input, inputFile }: Command): Hole {
  const [name, ...given] = words;
  if (name === undefined) return inputFile ? { file: inputFile } : {};
  if (name.value === 'echo') {
    const printed = given[0]?.value === '-n' ? given.slice(1) : given;
    const [word] = printed;
    return word && printed.length === 1 && !word.value.startsWith('-') ? { output: word } : {};
  }
  const [file, ...others] = given;
  if (name.value !== 'cat' || others.length > 0) return {};
  if (file) return file.value.startsWith('-') ? {} : { file };
  if (input) return { output: input };
  return inputFile ? { file: inputFile } : {};
}

/** Gives a command what another one prints as its input: `cat payload.json | curl -d @-`. */
function pipe({ pending }: Scan, from: Command, to: Command): void {
  const { file, output } = printedBy(from);
  // Its here-document is read with the next line, and goes through it.
  if (from.words.length === 1 && from.words[0]?.value === 'cat')
    for (const one of pending) if (one.command === from) one.command = to;
  if (file) to.inputFile = file;
  if (output) to.input = output;
}
