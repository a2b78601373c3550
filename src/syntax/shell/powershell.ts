import { behindBreak, isBreak, lineEnd } from '../lines.js';

/** A command of PowerShell: its words, the program first. */
export interface PowerShellCommand {
  words: PowerShellWord[];
}

/** Commands of which each reads what the one before it writes. */
export type PowerShellPipeline = readonly PowerShellCommand[];

/** One word: its text without quotes, and the pipelines inside its brackets. */
export interface PowerShellWord {
  text: string;
  within: PowerShellPipeline[];
  /** It is quoted as a whole: it names no command. */
  isQuoted: boolean;
}

interface Scan {
  text: string;
  at: number;
  depth: number;
}

/** Brackets within brackets are followed this far; deeper ones are passed over. */
const DEEPEST = 24;

const CLOSES: Readonly<Record<string, string>> = { '(': ')', '{': '}' };

/**
 * Reads a script of PowerShell into pipelines of commands: quotes, the escape sign, comments, sub-expressions
 * (`$(...)`, also inside double quotes), brackets and script blocks. Nothing is filled in, and nothing is ever run.
 */
export function parsePowerShell(text: string): PowerShellPipeline[] {
  const scan: Scan = { text, at: 0, depth: 0 };
  const pipelines: PowerShellPipeline[] = [];
  while (scan.at < text.length) {
    for (const one of readPipelines(scan, '')) pipelines.push(one);
    scan.at++;
  }
  return pipelines;
}

/** Reads pipelines up to the sign that closes them, which is not passed over. */
function readPipelines(scan: Scan, close: string): PowerShellPipeline[] {
  const { text } = scan;
  const pipelines: PowerShellPipeline[] = [];
  let pipeline: PowerShellCommand[] = [];
  let command: PowerShellCommand = { words: [] };
  const endCommand = (): void => {
    if (command.words.length > 0) pipeline.push(command);
    command = { words: [] };
  };
  const endPipeline = (): void => {
    endCommand();
    if (pipeline.length > 0) pipelines.push(pipeline);
    pipeline = [];
  };
  while (scan.at < text.length) {
    const char = text.charAt(scan.at);
    if (char === close || (close === '' && (char === ')' || char === '}'))) break;
    if (char === ' ' || char === '\t') scan.at++;
    else if (text.startsWith('<#', scan.at)) passBlockComment(scan);
    else if (char === '#') passLine(scan);
    else if (char === '`' && isBreak(text, scan.at + 1)) scan.at = behindBreak(text, scan.at + 1);
    else if (text.startsWith('||', scan.at) || text.startsWith('&&', scan.at)) {
      endPipeline();
      scan.at += 2;
    } else if (char === '|') {
      endCommand();
      scan.at++;
      // A pipe goes on in the next line.
      while (/\s/.test(text.charAt(scan.at))) scan.at++;
    } else if (char === ';' || isBreak(text, scan.at)) {
      endPipeline();
      scan.at++;
    } else if (char === ')' || char === '}') scan.at++;
    else if (char === '&') {
      command.words.push({ text: '&', within: [], isQuoted: false });
      scan.at++;
    } else command.words.push(readWord(scan));
  }
  endPipeline();
  return pipelines;
}

function passBlockComment(scan: Scan): void {
  const stop = scan.text.indexOf('#>', scan.at + 2);
  scan.at = stop < 0 ? scan.text.length : stop + 2;
}

function passLine(scan: Scan): void {
  scan.at = lineEnd(scan.text, scan.at);
}

function readWord(scan: Scan): PowerShellWord {
  const { text } = scan;
  const first = text.charAt(scan.at);
  const word: PowerShellWord = { text: '', within: [], isQuoted: first === '"' || first === "'" };
  const parts: string[] = [];
  while (scan.at < text.length) {
    const char = text.charAt(scan.at);
    if (/[\s;|&)}]/.test(char)) break;
    if (char === "'") parts.push(readSingle(scan));
    else if (char === '"') readDouble(scan, word, parts);
    else if (char === '(' || char === '{') readBrackets(scan, word, parts);
    else if (char === '`') {
      parts.push(text.charAt(scan.at + 1));
      scan.at += 2;
    } else {
      parts.push(char);
      scan.at++;
    }
  }
  word.text = parts.join('');
  return word;
}

function readSingle(scan: Scan): string {
  const stop = scan.text.indexOf("'", scan.at + 1);
  const end = stop < 0 ? scan.text.length : stop;
  const found = scan.text.slice(scan.at + 1, end);
  scan.at = end + 1;
  return found;
}

function readDouble(scan: Scan, word: PowerShellWord, parts: string[]): void {
  const { text } = scan;
  scan.at++;
  while (scan.at < text.length && text.charAt(scan.at) !== '"') {
    const char = text.charAt(scan.at);
    if (char === '`') {
      parts.push(text.charAt(scan.at + 1));
      scan.at += 2;
    } else if (text.startsWith('$(', scan.at)) {
      scan.at++;
      readBrackets(scan, word, parts);
    } else {
      parts.push(char);
      scan.at++;
    }
  }
  scan.at++;
}

/** `(...)` and `{...}`; in the text of the word a pair of brackets replaces it. */
function readBrackets(scan: Scan, word: PowerShellWord, parts: string[]): void {
  const open = scan.text.charAt(scan.at);
  const close = CLOSES[open] ?? ')';
  parts.push(open, close);
  scan.at++;
  if (scan.depth >= DEEPEST) {
    const stop = scan.text.indexOf(close, scan.at);
    scan.at = stop < 0 ? scan.text.length : stop + 1;
    return;
  }
  scan.depth++;
  for (const one of readPipelines(scan, close)) word.within.push(one);
  scan.depth--;
  scan.at++;
}
