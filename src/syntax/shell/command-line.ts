import type { Wraps } from '../../facts/program-row.js';
import { programRow, programsOf, wordsIn, wrapsOf } from '../../facts/programs/table.js';
import { type Command, scanShell, scanWords, type TextRange } from './scan.js';
import type { Hole, Word } from './word.js';
import type { Reading } from './words.js';

/** A command as it is run: its program with its words, what stands before and behind them, and what it starts in its turn. */
export interface CommandLine<W = Word> {
  /** The program, then its words. */
  argv: readonly W[];
  /** Variables that are set for it: `KEY=value`. */
  env: readonly W[];
  /** What its input is, and the files that its output goes to. */
  redirects: { from: readonly W[]; to: readonly W[] };
  /** What a shell fills in. */
  holes: readonly Hole[];
  /** What joins it to the command before it. */
  by?: Command['by'];
  isBackground?: true;
  /** Where the commands that it starts stand: in its own words (`sudo ...`), or in a text that a shell reads (`sh -c "..."`). */
  startsBy?: 'words' | 'text';
  /** The commands that it starts. */
  readonly inner: readonly CommandLine<W>[];
}

/** How the words of a command are spelled. */
export interface Spelling<W> {
  text(word: W): string;
  /** A word of a text that a word states. */
  part(text: string, of: W): W;
  /** A quoted word is not one of the shell itself. */
  isQuoted?(word: W): boolean;
}

/** Words that are texts. */
export const TEXTS: Spelling<string> = { text: (word) => word, part: (text) => text };

/** Words of a text for a shell. */
const SCANNED: Spelling<Word> = {
  text: ({ value }) => value,
  isQuoted,
  part: (value, { start }) => ({ value, start, end: start + value.length, pieces: [] }),
};

/** Whether a text spells a word in another way than its letters: with quotes, for the most part. */
export function isQuoted({ start, end, value }: Word): boolean {
  return end - start !== value.length;
}

/** Longest text within a word that is read; what is started with is shorter by far. */
const MOST_TEXT = 4000;
/** More wrappers around wrappers than any real command has. */
const DEEPEST = 8;

/** Words of a shell that stand before a command and leave it the same; `$` and `%` are prompts of an example, `&` calls in PowerShell. */
const CONTROL: ReadonlySet<string> = new Set(
  'if then elif else while until do ! { coproc & && $ %'.split(' '),
);

type Kind = NonNullable<Wraps['of']>;

/** The name of a program without folder and ending, in lower case: `/usr/bin/npx`, `npx.cmd`. */
export const programName = (text: string): string =>
  (text.split(/[\\/]/).at(-1) ?? '').toLowerCase().replace(/\.(?:cmd|exe|bat|ps1)$/, '');

/** A variable that is set before a program: `KEY=value npx ...`. */
export const isAssignment = (text: string): boolean => /^[A-Za-z_]\w{0,99}\+?=/.test(text);

/** Whether a program runs text as a shell does. */
export const isShell = (program: string): boolean => programRow(program)?.runs?.language === 'shell';

/** Whether a program starts images. */
export const isContainer = (program: string): boolean => programsOf('containers').has(program);

/** How many words, from the first, are options with their values: `--silent --dir /srv dlx`. */
export function optionsAtStart<W>(
  words: readonly W[],
  valued: readonly string[],
  textOf: (word: W) => string,
): number {
  let at = 0;
  for (let word = words[at]; word !== undefined; word = words[at]) {
    const text = textOf(word);
    if (!text.startsWith('-') || text === '--') break;
    at += valued.includes(text) ? 2 : 1;
  }
  return Math.min(at, words.length);
}

/** Reads the words of one command. `of`: what wrappers may start, beside any command. */
export const commandLine = <W>(
  words: readonly W[],
  by: Spelling<W>,
  of: readonly Kind[] = [],
): CommandLine<W> => lineWith(words, by, new Set<Kind>(['command', ...of]), 0);

function lineWith<W>(
  words: readonly W[],
  by: Spelling<W>,
  of: ReadonlySet<Kind>,
  depth: number,
  beside: Pick<CommandLine<W>, 'redirects' | 'holes' | 'by' | 'isBackground'> = {
    redirects: { from: [], to: [] },
    holes: [],
  },
): CommandLine<W> {
  let from = 0;
  for (;;) {
    // `$found = git status`
    const isGiven = /^\$\w/.test(textAt(words, from, by)) && textAt(words, from + 1, by) === '=';
    if (!isGiven && !(from < words.length && isControl(words[from] as W, by))) break;
    from += isGiven ? 2 : 1;
  }
  let at = from;
  while (at < words.length && isAssignment(by.text(words[at] as W))) at++;
  const argv = words.slice(at);
  const started = depth < DEEPEST ? startedBy(argv, by, of) : undefined;
  let inner: readonly CommandLine<W>[] | undefined;
  return {
    argv,
    env: words.slice(from, at),
    ...beside,
    ...(started && { startsBy: started.by }),
    get inner() {
      inner ??= (started?.commands() ?? []).map((one) => lineWith(one, by, of, depth + 1));
      return inner;
    },
  };
}

const textAt = <W>(words: readonly W[], at: number, by: Spelling<W>): string =>
  at < words.length ? by.text(words[at] as W) : '';

const isControl = <W>(word: W, by: Spelling<W>): boolean =>
  CONTROL.has(by.text(word)) && by.isQuoted?.(word) !== true;

/** What is started behind all wrappers whose commands stand in their own words. */
export function unwrapped<W>(line: CommandLine<W>): CommandLine<W> {
  let found = line;
  for (let next = found.inner[0]; found.startsBy === 'words' && next; next = found.inner[0]) found = next;
  return found;
}

/** The variables that a command and the wrappers in it set. */
export const assignedIn = <W>(line: CommandLine<W>): readonly W[] =>
  line.startsBy === 'words' ? [...line.env, ...line.inner.flatMap(assignedIn)] : line.env;

interface Started<W> {
  by: 'words' | 'text';
  commands(): readonly (readonly W[])[];
}

function startedBy<W>(argv: readonly W[], by: Spelling<W>, kinds: ReadonlySet<Kind>): Started<W> | undefined {
  const [first] = argv;
  if (first === undefined) return undefined;
  const textOf = (word: W): string => by.text(word);
  const program = programName(by.text(first));
  const rest = argv.slice(1);
  const split = program === 'env' ? rest.findIndex((word) => SPLITS.test(by.text(word))) : -1;
  const line = split < 0 ? undefined : rest[split + 1];
  if (line !== undefined) {
    const words = listedWords(by.text(line)).map((one) => by.part(one, line));
    return { by: 'words', commands: () => [[...words, ...rest.slice(split + 2)]] };
  }
  const wraps = wrapsOf([program, ...rest.slice(0, 2).map(textOf)]);
  if (wraps && kinds.has(wraps.of ?? 'command')) {
    const behind = behindWrapper(argv.slice(wraps.length), wraps, textOf);
    return behind && { by: 'words', commands: () => (behind.length > 0 ? [behind] : []) };
  }
  const given = givenTo(argv, textOf);
  const [text, ...more] = given?.by === 'code' ? given.words : [];
  const language = given?.language ?? '';
  if (text === undefined || !['shell', 'powershell', 'cmd'].includes(language)) return undefined;
  // What is behind `/c` or `-Command` is one line, however many words it is given as.
  if (more.length > 0) return { by: 'text', commands: () => [[text, ...more]] };
  return {
    by: 'text',
    commands: () =>
      commandWords(
        by.text(text),
        false,
        language === 'powershell' || language === 'cmd' ? language : undefined,
      ).map((one) => one.map((word) => by.part(word, text))),
  };
}

const SPLITS = /^(?:-S|--split-string)$/;

/**
 * What an interpreter or a shell is given to run: a text of code (of PowerShell and `cmd` all words are one), a file with
 * its own words, a module, what it reads line by line, or its input.
 */
export type Given<W> = { language: string } & (
  | { by: 'code'; words: readonly W[] }
  | { by: 'file'; word: W; rest: readonly W[] }
  | { by: 'module'; word: W }
  | { by: 'filter' | 'input' }
);

/** What the program of a command is given to run; undefined where it is none that runs anything. */
export function givenTo<W>(argv: readonly W[], textOf: (word: W) => string): Given<W> | undefined {
  const [first, ...given] = argv;
  const program = first === undefined ? '' : programName(textOf(first));
  const runs = programRow(program)?.runs;
  if (!runs) return undefined;
  const { language } = runs;
  const isShell = language === 'shell';
  const isLine = language === 'powershell' || language === 'cmd';
  for (let at = 0; at < given.length; at++) {
    const word = given[at] as W;
    const text = textOf(word);
    const [next, ...rest] = given.slice(at + 1);
    const is = (list: string | undefined): boolean =>
      wordsIn(list).includes(isLine ? text.toLowerCase() : text);
    // `-lc`, `-euxc`: several letters of which one is it.
    if (is(runs.code) || (isShell && /^-[a-zA-Z]*c[a-zA-Z]*$/.test(text))) {
      const behind = given.slice(at + 1);
      const [code] = isLine ? [] : behind.filter((one) => !/^[-+]/.test(textOf(one)));
      return { by: 'code', language, words: isLine ? behind : code === undefined ? [] : [code] };
    }
    if (is(runs.files)) return next === undefined ? undefined : { by: 'file', language, word: next, rest };
    if (is(runs.modules)) return next === undefined ? undefined : { by: 'module', language, word: next };
    if (is(runs.filters)) return { by: 'filter', language };
    if (is(runs.valued) || (isShell && /^[-+][a-z]*o$/.test(text))) at++;
    else if (text === '-' || text === '/dev/stdin' || (isShell && /^-[a-z]*s[a-z]*$/.test(text))) break;
    else if (text.startsWith('-') || (language === 'cmd' && text.startsWith('/'))) continue;
    else if (is(runs.words) || program === 'su') continue;
    else if (isLine && !/\.(?:ps1|bat|cmd)$/i.test(text))
      return { by: 'code', language, words: given.slice(at) };
    else return { by: 'file', language, word, rest };
  }
  return { by: 'input', language };
}

/** The command behind the words of a wrapper itself; undefined where these make it start something else. */
function behindWrapper<W>(
  given: readonly W[],
  { valued, words: own = 0, dashes, turns }: Wraps,
  textOf: (word: W) => string,
): readonly W[] | undefined {
  const end = given.findIndex((word) => textOf(word) === '--');
  if (dashes) return end < 0 ? undefined : given.slice(end + 1);
  const options = wordsIn(valued);
  const turning = wordsIn(turns);
  let at = optionsAtStart(given, options, textOf);
  for (let left = own; left > 0 && at < given.length && textOf(given[at] as W) !== '--'; left--)
    at += 1 + optionsAtStart(given.slice(at + 1), options, textOf);
  const isTurned = given
    .slice(0, at)
    .some((word) => turning.some((one) => textOf(word) === one || textOf(word).startsWith(`${one}=`)));
  if (isTurned) return undefined;
  return given.slice(at < given.length && textOf(given[at] as W) === '--' ? at + 1 : at);
}

/** The words of the commands of a text, as it spells them. `isDeep`: also those whose output is a part of a word. */
export const commandWords = (text: string, isDeep = false, language?: Reading['language']): string[][] =>
  spelledCommands(text.slice(0, MOST_TEXT), isDeep, language).map(({ words }) =>
    words.map(({ value }) => value),
  );

function spelledCommands(text: string, isDeep = false, language?: Reading['language']): readonly Command[] {
  const reading = { spelled: true, paths: true, ...(language && { language }) };
  const { commands } = scanShell(text, { start: 0, end: text.length }, reading);
  // What is in the brackets of PowerShell is run for the most part.
  if (isDeep || language === 'powershell') return commands;
  return withoutInner(commands).filter(({ words }) => words.length > 0);
}

/** What a shell fills in in words. */
const holesOf = (words: readonly Word[]): Hole[] =>
  words.flatMap(({ pieces }) => pieces.flatMap(({ hole }) => hole ?? []));

/** The commands within words. */
export const commandsWithin = (words: readonly Word[]): Command[] =>
  holesOf(words).flatMap(({ commands = [] }) => commands);

/** Commands without those that are within words of others. */
export function withoutInner(commands: readonly Command[]): readonly Command[] {
  const inner = new Set(commands.flatMap(({ words }) => commandsWithin(words)));
  return inner.size === 0 ? commands : commands.filter((one) => !inner.has(one));
}

/** One command of a text for a shell. */
export function lineOf(command: Command, of: readonly Kind[] = []): CommandLine {
  const { words, input, inputFile, outputFiles = [], by, isBackground } = command;
  const from = [...(input ? [input] : []), ...(inputFile ? [inputFile] : [])];
  return lineWith(words, SCANNED, new Set<Kind>(['command', ...of]), 0, {
    redirects: { from, to: outputFiles },
    holes: holesOf(words),
    ...(by && { by }),
    ...(isBackground && { isBackground }),
  });
}

/** The commands of a text for a shell, each as it is run; one whose output is a part of a word stands before its command. */
export const commandLines = (
  text: string,
  of: readonly Kind[] = [],
  language?: Reading['language'],
): CommandLine[] =>
  scanShell(text, { start: 0, end: text.length }, language && { language }).commands.map((one) =>
    lineOf(one, of),
  );

/** The commands of a text as it spells them, without those whose output is a part of a word. */
export const spelledLines = (
  text: string,
  language?: Reading['language'],
  of: readonly Kind[] = [],
): CommandLine[] => spelledCommands(text, false, language).map((one) => lineOf(one, of));

const INSTRUCTION = /^\s*(?:RUN|CMD|ENTRYPOINT)\s+/i;

/** The words of the commands of a line of a Dockerfile, in either of its forms: `RUN a && b`, `CMD ["a", "b"]`. */
export function instructionWords(text: string, { start, end }: TextRange): (readonly Word[])[] {
  const line = text.slice(start, end);
  const from = start + (INSTRUCTION.exec(line)?.[0].length ?? line.length);
  if (text.charAt(from) !== '[' || from >= end)
    return scanShell(text, { start: from, end }).commands.map(({ words }) => words);
  const words = [...text.slice(from, end).matchAll(/"([^"\\]*)"/g)].map(({ 1: value = '', index }) => {
    const at = from + index + 1;
    return { start: at, end: at + value.length, value, pieces: [] };
  });
  return [words];
}

/** The words of a text that no shell reads. */
export const listedWords = (text: string): string[] =>
  scanWords(text.slice(0, MOST_TEXT)).map(({ value }) => value);

/** Words that no shell reads, as a line in which a shell reads the same words. */
export const quotedLine = (words: readonly string[]): string =>
  words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
