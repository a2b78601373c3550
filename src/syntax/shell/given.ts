import { programRow, wordsIn } from '../../facts/programs/table.js';
import { programName } from './command-line.js';

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
