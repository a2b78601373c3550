import type { Launch, Place } from '../../model/index.js';

/** One word of a command, with its place. */
export interface Word {
  text: string;
  at: Place;
}

/** Longest script that is read; what a server is started with is shorter by far. */
const MOST_TEXT = 4000;

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

/** The words of a command line; quotes hold words together. A script of several commands gives its first. */
export function splitCommand(line: Word): Word[] {
  return commandsOf(line)[0] ?? [];
}

/** The commands of a script, in order, each as its words. */
export function commandsOf({ text, at }: Word): Word[][] {
  const commands: Word[][] = [];
  let words: Word[] = [];
  for (const found of text.slice(0, MOST_TEXT).matchAll(/"([^"]*)"|'([^']*)'|([^\s"';|&]+)|([;|&])/g)) {
    const [, double, single, plain, end] = found;
    if (end !== undefined) {
      if (words.length > 0) commands.push(words);
      words = [];
      continue;
    }
    const word = double ?? single ?? plain ?? '';
    if (word !== 'exec') words.push({ text: word, at });
  }
  return words.length > 0 ? [...commands, words] : commands;
}

/** The words of a text that no shell reads: spaces part it, quotes hold words together, and `&` is a sign like any other. */
export function splitWords({ text, at }: Word): Word[] {
  const found = text.slice(0, MOST_TEXT).matchAll(/"([^"]*)"|'([^']*)'|([^\s"']+)/g);
  return [...found].map(([, double, single, plain]) => ({ text: double ?? single ?? plain ?? '', at }));
}

/** The name of a program without folder and ending: `/usr/bin/npx`, `npx.cmd`. */
export const programName = (text: string) =>
  (text.split(/[\\/]/).at(-1) ?? '').toLowerCase().replace(/\.(?:cmd|exe|bat|ps1)$/, '');

/** A variable that is set before a program: `KEY=value npx ...`. */
export const isAssignment = (text: string) => /^[A-Za-z_]\w{0,80}=/.test(text);

/** How many words, from the first, are options with their values: `--silent --dir /srv dlx`. */
export function optionsAtStart(words: readonly Word[], valued: readonly string[]): number {
  let at = 0;
  while (words[at]?.text.startsWith('-') && words[at]?.text !== '--')
    at += valued.includes(words[at]?.text ?? '') ? 2 : 1;
  return Math.min(at, words.length);
}
