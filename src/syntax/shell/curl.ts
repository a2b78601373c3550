import { lineEnd } from '../lines.js';
import { lineOf, unwrapped } from './command-line.js';
import { type Option, optionsIn } from './options.js';
import type { Command } from './scan.js';
import { type Word, wholeHole, withoutHead } from './word.js';

/** What a line for curl or wget sends, as far as its words say it. */
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

/** Options that give a body as text; `@` reads a file in all but the raw one. */
const BODIES: ReadonlySet<string> = new Set('--data --data-ascii --data-binary --data-raw --json'.split(' '));
const FORMS: ReadonlySet<string> = new Set(['--form', '--form-string', '--data-urlencode']);

const SHORT: Readonly<Record<string, string>> = {
  '-X': '--request',
  '-H': '--header',
  '-d': '--data',
  '-F': '--form',
  '-G': '--get',
  '-I': '--head',
  '-T': '--upload-file',
  '-K': '--config',
};

/**
 * Calls that a command for curl or wget makes: several with `--next`, none where it is another command. `filled`: the words
 * that a word of its line stands for, as far as the text shows them.
 */
export function curlCalls(
  command: Command,
  text: string,
  filled: (word: Word) => readonly Word[],
): CurlCall[] {
  const [name, ...given] = unwrapped(lineOf(command)).argv;
  const program = /(?:^|[\\/])(curl|wget)(?:\.exe)?$/.exec(name?.value ?? '')?.[1];
  if (!name || !program) return [];
  const words = given.flatMap(filled);
  if (program === 'wget') return wgetCall(name, words, text) ?? [];
  const calls: Word[][] = [[]];
  for (const word of words)
    if (word.value === '--next' || word.value === '-:') calls.push([]);
    else calls.at(-1)?.push(word);
  return calls.flatMap((own) => readCall(name, own, command, text) ?? []);
}

/** The call that wget makes with a body; undefined where it sends none. */
function wgetCall(name: Word, words: readonly Word[], text: string): CurlCall[] | undefined {
  const read = optionsIn(words, 'wget');
  const statedBy = (...names: string[]) =>
    read.findLast((one) => names.includes(one.name) && one.value !== undefined);
  const plain = read.flatMap((one) => (one.name === '' ? [one.flag] : []));
  const unseen = plain.findLast(wholeHole);
  const target = plain.find((word) => !wholeHole(word)) ?? unseen;
  const sent = statedBy('--post-data', '--body-data', '--post-file', '--body-file');
  if (!target || !sent?.value) return undefined;
  const body = sent.name.endsWith('data') ? { text: sent.value } : inFile(sent.value);
  const method = statedBy('--method')?.value;
  const isFilled = method?.value.includes('{{');
  return [
    {
      program: 'wget',
      head: headOf(name, words, text),
      ...(!isFilled && { method: { value: method?.value ?? 'POST', word: method ?? sent.flag } }),
      target,
      headers: read.flatMap((one) => (one.name === '--header' && one.value ? [one.value] : [])),
      ...(unseen && unseen !== target && { unseen }),
      body: { flag: sent.flag, json: false, ...body },
    },
  ];
}

function readCall(name: Word, words: readonly Word[], command: Command, text: string): CurlCall | undefined {
  const read = optionsIn(words, 'curl').map((one) => ({ ...one, name: SHORT[one.name] ?? one.name }));
  const isArguments = (word: Word): boolean => wholeHole(word) !== undefined && !wholeHole(word)?.name;
  const plain = read.flatMap((one) => (one.name === '' ? [one.flag] : []));
  const targets = plain.filter((word) => !isArguments(word));
  const target = read.findLast((one) => one.name === '--url')?.value ?? targetAmong(targets);
  if (!target) return undefined;
  const unseen =
    plain.findLast(isArguments) ??
    targets.find((one) => one !== target && wholeHole(one)) ??
    read.find((one) => one.name === '--config' || one.name === '--expand-header')?.value;
  const headers = read.flatMap((one) => (one.name === '--header' && one.value ? [one.value] : []));
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
function headOf(name: Word, words: readonly Word[], text: string): CurlCall['head'] {
  const stop = name.start + lineEnd(text.slice(name.start, words.at(-1)?.end), 0);
  const last = words.findLast((word) => name.start < word.start && word.end <= stop);
  return { start: name.start, end: Math.max(name.end, last?.end ?? 0) };
}

function methodOf(name: Word, read: readonly Option[]): CurlCall['method'] {
  const stated = read.findLast((one) => one.name === '--request')?.value;
  if (stated) return stated.value.includes('{{') ? undefined : { value: stated.value, word: stated };
  const has = (option: string) => read.find((one) => one.name === option);
  const asked = has('--get') ?? has('--head');
  if (asked) return { value: has('--head') ? 'HEAD' : 'GET', word: asked.flag };
  if (has('--upload-file')) return { value: 'PUT', word: has('--upload-file')?.flag ?? name };
  const sent = read.find((one) => BODIES.has(one.name) || FORMS.has(one.name));
  return { value: sent ? 'POST' : 'GET', word: sent?.flag ?? name };
}

function bodyOf(read: readonly Option[], command: Command): CurlBody | undefined {
  const given = read.filter((one) => BODIES.has(one.name) || FORMS.has(one.name));
  const [first, more] = given;
  if (!first || read.some((one) => one.name === '--get')) return undefined;
  const around = { flag: first.flag, json: first.name === '--json' };
  if (more || FORMS.has(first.name)) return { ...around, why: 'it is put together from several parts' };
  const { value } = first;
  if (!value) return { ...around, why: 'nothing follows the option' };
  if (first.name === '--data-raw' || !value.value.startsWith('@')) return { ...around, text: value };
  if (value.value === '@-') {
    if (command.input) return { ...around, text: command.input };
    return command.inputFile
      ? { ...around, ...inFile(command.inputFile) }
      : { ...around, why: 'it comes from another command' };
  }
  return { ...around, ...inFile(withoutHead(value, 1)) };
}

/** A body that a file holds. */
const inFile = (file: Word): Pick<CurlBody, 'file' | 'why'> => ({
  file,
  why: `it is read from the file \`${file.value.slice(0, 100)}\``,
});
