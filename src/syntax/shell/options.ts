import { programRow, wordsIn } from '../../facts/programs/table.js';
import { type Word, withoutHead } from './word.js';

/** An option of a command, or a word that is none. */
export interface Option {
  /** With its dashes; empty: the word is no option. */
  name: string;
  flag: Word;
  value?: Word | undefined;
}

const known = new Map<string, ReadonlySet<string>>();

/** Options of a program that take a value, by the table of programs. */
function valuedOf(program: string, more: string): ReadonlySet<string> {
  const key = `${program} ${more}`;
  const before = known.get(key);
  if (before) return before;
  const { valued = '', longValued } = programRow(program) ?? {};
  const letters = [...valued].map((letter) => `-${letter}`);
  const found = new Set([...letters, ...wordsIn(longValued).map((name) => `--${name}`), ...wordsIn(more)]);
  known.set(key, found);
  return found;
}

/** The words of a command as options with their values: `-sd x`, `-dx`, `--data x`, `--data=x`. `more`: further ones that take one. */
export function optionsIn(words: readonly Word[], program: string, more = ''): Option[] {
  const valued = valuedOf(program, more);
  const found: Option[] = [];
  for (let at = 0; at < words.length; at++) {
    const flag = words[at] as Word;
    const { value } = flag;
    if (!value.startsWith('-') || value === '-') found.push({ name: '', flag });
    else if (value.startsWith('--')) {
      const [name = ''] = value.split('=', 1);
      const isStated = name.length < value.length;
      const takesNext = !isStated && valued.has(name);
      if (takesNext) at++;
      const stated = isStated ? withoutHead(flag, name.length + 1) : takesNext ? words[at] : undefined;
      found.push({ name, flag, value: stated });
    } else
      for (let letter = 1; letter < value.length; letter++) {
        const name = `-${value.charAt(letter)}`;
        const isInside = letter + 1 < value.length;
        if (valued.has(name)) {
          if (!isInside) at++;
          found.push({ name, flag, value: isInside ? withoutHead(flag, letter + 1) : words[at] });
          break;
        }
        found.push({ name, flag });
      }
  }
  return found;
}
