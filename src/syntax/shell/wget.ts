import { programRow, wordsIn } from '../../facts/programs/table.js';
import { type CurlBody, type CurlCall, headOf, inFile, programIn } from './curl.js';
import type { Command } from './scan.js';
import { type Word, wholeHole, withoutHead } from './word.js';

const WGET = programRow('wget');
/** Options of wget with a value, which may be the next word; others that have one write `=`. */
const VALUED: ReadonlySet<string> = new Set(wordsIn(WGET?.longValued));
const VALUED_LETTER = new RegExp(`^-[A-Za-z]*[${WGET?.valued ?? ''}]$`);

/** The call that a line for wget makes with a body; undefined where it is another command, or sends none. */
export function wgetCall(
  command: Command,
  text: string,
  filled: (word: Word) => readonly Word[],
): CurlCall | undefined {
  const { name, given } = programIn(command);
  if (!name || !/(?:^|[\\/])wget(?:\.exe)?$/.test(name.value)) return undefined;
  const words = given.flatMap(filled);
  const headers: Word[] = [];
  let target: Word | undefined;
  let method: Word | undefined;
  let body: CurlBody | undefined;
  let unseen: Word | undefined;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as Word;
    const { value } = word;
    const [, option = '', equals] = /^--([a-z-]+)(=)?/.exec(value) ?? [];
    if (option === '') {
      if (VALUED_LETTER.test(value)) at++;
      else if (!value.startsWith('-') && wholeHole(word)) unseen = word;
      else if (!value.startsWith('-')) target ??= word;
      continue;
    }
    const takesNext = equals === undefined && VALUED.has(option);
    const stated = equals ? withoutHead(word, option.length + 3) : takesNext ? words[at + 1] : undefined;
    if (takesNext) at++;
    if (!stated) continue;
    if (option === 'header') headers.push(stated);
    else if (option === 'method') method = stated;
    else if (option === 'post-data' || option === 'body-data')
      body = { flag: word, text: stated, json: false };
    else if (option === 'post-file' || option === 'body-file')
      body = { flag: word, ...inFile(stated), json: false };
  }
  target ??= unseen;
  if (!target || !body) return undefined;
  return {
    program: 'wget',
    head: headOf(name, words, text),
    ...(method?.value.includes('{{')
      ? {}
      : { method: { value: method?.value ?? 'POST', word: method ?? body.flag } }),
    target,
    headers,
    ...(unseen && unseen !== target ? { unseen } : {}),
    body,
  };
}
