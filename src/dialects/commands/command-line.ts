import { programsOf } from '../../facts/programs/table.js';
import type { Launch, Place } from '../../model/index.js';
import {
  type CommandLine,
  commandLine,
  commandWords,
  isAssignment,
  listedWords,
  programName,
  type Spelling,
} from '../../syntax/shell/command-line.js';

/** One word of a command, with its place. */
export interface Word {
  text: string;
  at: Place;
}

/** What a command starts, and the words that it passes on. */
export interface Launched {
  launch?: Launch;
  /** Words behind the package: its own arguments. */
  rest: readonly Word[];
  /** Folders of this machine that a container is given. */
  mounts: readonly Word[];
  /** Variables that are set before the program: `KEY=value`. */
  assigned: readonly Word[];
}

/** A command that starts nothing which is known. */
export const NOTHING: Launched = { rest: [], mounts: [], assigned: [] };

/** Words with a place; what a word states has the place of the word. */
export const PLACED: Spelling<Word> = { text: ({ text }) => text, part: (text, { at }) => ({ text, at }) };

/** The text of a word with a place. */
export const textOf = ({ text }: Word): string => text;

/** The commands of a script, in order, each as its words. `isDeep`: also those whose output is a part of a word. */
export const commandsOf = (line: Word, isDeep = false): Word[][] =>
  commandWords(line.text, isDeep).map((words) => words.map((text) => ({ text, at: line.at })));

/** The words of a command line; quotes hold words together. A script of several commands gives its first. */
export function splitCommand(line: Word): Word[] {
  const [words = []] = commandsOf(line);
  return words[0]?.text === 'exec' ? words.slice(1) : words;
}

/** The words of a text that no shell reads: spaces part it, quotes hold words together, and `&` is a sign like any other. */
export const splitWords = ({ text, at }: Word): Word[] => listedWords(text).map((one) => ({ text: one, at }));

/**
 * The command inside `cmd /c ...`, `env K=V ...`, `bash -c "..."` or `sudo ...`; undefined where the program is none that
 * starts another. Of a script it is the first command that `starts` knows, else the first that does more than prepare. `assigned`:
 * variables that it sets for it.
 */
export function insideOf(line: CommandLine<Word>, starts: (line: CommandLine<Word>) => boolean) {
  const { inner, startsBy } = line;
  if (startsBy === undefined) return undefined;
  const found = inner.find(starts) ?? inner.find(doesMore) ?? inner[0] ?? commandLine([], PLACED);
  const before = inner.slice(0, inner.indexOf(found));
  const set = before.flatMap(({ argv, env }) => {
    if (argv[0]?.text === 'export') return argv.slice(1).filter(({ text }) => isAssignment(text));
    return argv.length === 0 ? env : [];
  });
  return { line: found, assigned: set };
}

const doesMore = ({ argv: [first] }: CommandLine<Word>): boolean =>
  first !== undefined && !programsOf('prepares').has(programName(first.text));
