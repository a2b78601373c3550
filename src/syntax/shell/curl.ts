import { programRow, wordsIn } from '../../facts/programs/table.js';
import { lineEnd } from '../lines.js';
import { lineOf, unwrapped } from './command-line.js';
import type { Command } from './scan.js';
import { type Word, wholeHole, withoutHead } from './word.js';

/** What a line for curl sends, as far as its words say it. */
export interface CurlCall {
  /** Another program that sends it. */
  program?: 'wget';
  /** The word `curl`, and the last word that begins on its line. */
  head: { start: number; end: number };
  /** Left out where it is filled in. */
  method?: { value: string; word: Word };
  target: Word;
  headers: Word[];
  /** A word that may bring further headers: a file, a list of arguments. */
  unseen?: Word;
  body?: CurlBody;
}

/** What a call sends as its body. */
export interface CurlBody {
  /** The option that gives it. */
  flag: Word;
  /** The text, where the words show it. */
  text?: Word;
  /** The file that holds it. */
  file?: Word;
  /** Why they do not. */
  why?: string;
  /** curl itself says that it is JSON. */
  json: boolean;
}

const CURL = programRow('curl');
const LONG_WITH_VALUE: ReadonlySet<string> = new Set(wordsIn(CURL?.longValued));
const SHORT_WITH_VALUE = CURL?.valued ?? '';

/** Options that give a body as text; `@` reads a file in all but the raw one. */
const BODIES: ReadonlySet<string> = new Set(['data', 'data-ascii', 'data-binary', 'data-raw', 'json']);
const FORMS: ReadonlySet<string> = new Set(['form', 'form-string', 'data-urlencode']);

const SHORT: Readonly<Record<string, string>> = {
  X: 'request',
  H: 'header',
  d: 'data',
  F: 'form',
  G: 'get',
  I: 'head',
  T: 'upload-file',
  K: 'config',
};

/**
 * Calls of curl that a command makes: several with `--next`, none where it is another command. `filled`: the words that a
 * word of its line stands for, as far as the text shows them.
 */
export function curlCalls(
  command: Command,
  text: string,
  filled: (word: Word) => readonly Word[],
): CurlCall[] {
  const { name, given } = programIn(command);
  if (!name || !/(?:^|[\\/])curl(?:\.exe)?$/.test(name.value)) return [];
  const calls: CurlCall[] = [];
  let own: Word[] = [];
  const finish = (): void => {
    const call = readCall(name, own, command, text);
    if (call) calls.push(call);
    own = [];
  };
  for (const word of given.flatMap(filled)) {
    if (word.value === '--next' || word.value === '-:') finish();
    else own.push(word);
  }
  finish();
  return calls;
}

/** The program that a command runs, and the words behind it. */
export function programIn(command: Command): { name: Word | undefined; given: readonly Word[] } {
  const [name, ...given] = unwrapped(lineOf(command)).argv;
  return { name, given };
}

interface Option {
  name: string;
  flag: Word;
  value?: Word | undefined;
}

function readCall(name: Word, words: readonly Word[], command: Command, text: string): CurlCall | undefined {
  const read: Option[] = [];
  const targets: Word[] = [];
  let unseen: Word | undefined;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as Word;
    const found = optionsOf(word, words[at + 1]);
    if (!found) {
      const hole = wholeHole(word);
      if (hole && hole.name === undefined) unseen = word;
      else targets.push(word);
      continue;
    }
    for (const one of found.options) read.push(one);
    if (found.takesNext) at++;
  }
  const target = read.findLast((one) => one.name === 'url')?.value ?? targetAmong(targets);
  if (!target) return undefined;
  unseen ??= targets.find((one) => one !== target && wholeHole(one));
  const headers = read.flatMap(({ name: option, value }) => (option === 'header' && value ? [value] : []));
  unseen ??= read.find((one) => one.name === 'config' || one.name === 'expand-header')?.value;
  const body = bodyOf(read, command);
  const method = methodOf(name, read);
  return {
    head: headOf(name, words, text),
    ...(method ? { method } : {}),
    target,
    headers,
    ...(unseen ? { unseen } : {}),
    ...(body ? { body } : {}),
  };
}

/** An address differs from a variable of arguments by its text. */
const targetAmong = (words: readonly Word[]) => words.find((one) => !wholeHole(one)) ?? words[0];

/** The name of a program, and the last word of it that begins on the same line. */
export function headOf(name: Word, words: readonly Word[], text: string): CurlCall['head'] {
  const stop = name.start + lineEnd(text.slice(name.start, words.at(-1)?.end), 0);
  const last = words.findLast((word) => name.start < word.start && word.end <= stop);
  return { start: name.start, end: Math.max(name.end, last?.end ?? 0) };
}

/** The options of one word; undefined where it is none. */
function optionsOf(
  word: Word,
  next: Word | undefined,
): { options: Option[]; takesNext: boolean } | undefined {
  const { value } = word;
  if (value.startsWith('--')) {
    const name = value.slice(2);
    const takesNext = LONG_WITH_VALUE.has(name);
    return { options: [{ name, flag: word, ...(takesNext ? { value: next } : {}) }], takesNext };
  }
  if (!value.startsWith('-') || value === '-') return undefined;
  const found: Option[] = [];
  for (let at = 1; at < value.length; at++) {
    const letter = value.charAt(at);
    const name = SHORT[letter] ?? letter;
    if (!SHORT_WITH_VALUE.includes(letter)) {
      found.push({ name, flag: word });
      continue;
    }
    const isInside = at + 1 < value.length;
    found.push({ name, flag: word, value: isInside ? withoutHead(word, at + 1) : next });
    return { options: found, takesNext: !isInside };
  }
  return { options: found, takesNext: false };
}

function methodOf(name: Word, read: readonly Option[]): CurlCall['method'] {
  const stated = read.findLast((one) => one.name === 'request')?.value;
  if (stated) return stated.value.includes('{{') ? undefined : { value: stated.value, word: stated };
  const has = (option: string) => read.find((one) => one.name === option);
  const asked = has('get') ?? has('head');
  if (asked) return { value: has('head') ? 'HEAD' : 'GET', word: asked.flag };
  if (has('upload-file')) return { value: 'PUT', word: has('upload-file')?.flag ?? name };
  const sent = read.find((one) => BODIES.has(one.name) || FORMS.has(one.name));
  return { value: sent ? 'POST' : 'GET', word: sent?.flag ?? name };
}

function bodyOf(read: readonly Option[], command: Command): CurlBody | undefined {
  const given = read.filter((one) => BODIES.has(one.name) || FORMS.has(one.name));
  const [first, more] = given;
  if (!first || read.some((one) => one.name === 'get')) return undefined;
  const around = { flag: first.flag, json: first.name === 'json' };
  if (more || FORMS.has(first.name)) return { ...around, why: 'it is put together from several parts' };
  const { value } = first;
  if (!value) return { ...around, why: 'nothing follows the option' };
  if (first.name === 'data-raw' || !value.value.startsWith('@')) return { ...around, text: value };
  if (value.value === '@-') {
    if (command.input) return { ...around, text: command.input };
    return command.inputFile
      ? { ...around, ...inFile(command.inputFile) }
      : { ...around, why: 'it comes from another command' };
  }
  return { ...around, ...inFile(withoutHead(value, 1)) };
}

/** A body that a file holds. */
export const inFile = (file: Word): Pick<CurlBody, 'file' | 'why'> => ({
  file,
  why: `it is read from the file \`${file.value.slice(0, 100)}\``,
});
