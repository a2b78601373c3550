import type { Command } from './scan.js';
import { type Word, wholeHole, withoutHead } from './word.js';

/** Variables that are given one literal value in the whole text. */
export type Assigned = ReadonlyMap<string, Word | undefined>;

const DECLARERS: ReadonlySet<string> = new Set(['export', 'local', 'readonly', 'declare']);

/** Variables of a text by name: undefined where their value is not known. */
export function assignments(commands: readonly Command[], later: ReadonlySet<string>): Assigned {
  const assigned = new Map<string, Word | undefined>();
  for (const { words } of commands) {
    const own = DECLARERS.has(words[0]?.value ?? '') ? words.slice(1) : words;
    const read = own.map((word) => /^([A-Za-z_]\w{0,99})(\+?=)/.exec(word.value));
    // Before another command a variable is set for that command alone.
    if (read.some((found) => found === null)) continue;
    for (const [index, found] of read.entries()) {
      const name = found?.[1] ?? '';
      const isKnown = assigned.has(name) || later.has(name) || found?.[2] !== '=';
      assigned.set(name, isKnown ? undefined : withoutHead(own[index] as Word, name.length + 1));
    }
  }
  return assigned;
}

/** Commands that give variables their values when they run, behind a `while` or not. */
const GIVERS: ReadonlySet<string> = new Set(
  'read mapfile readarray for select getopts printf unset'.split(' '),
);

/** Names that are given a value, or a part of one, when the script runs: `read -r NAME`, `NAME[2]=value`. */
export function givenLater(commands: readonly Command[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { words } of commands) {
    const gives = words.slice(0, 3).some(({ value }) => GIVERS.has(value));
    for (const { value } of words) {
      const [, name, part] = /^([A-Za-z_]\w{0,99})($|\[[^\]]{0,100}\]\+?=)/.exec(value) ?? [];
      if (name !== undefined && (gives || part !== '')) names.add(name);
    }
  }
  return names;
}

/** Words that open and that close what a shell may pass over, or do later. */
const OPENS: ReadonlySet<string> = new Set(['if', 'for', 'while', 'until', 'case', 'select', '{']);
const CLOSES: ReadonlySet<string> = new Set(['fi', 'done', 'esac', '}']);

/**
 * Lists by name, with the words that they are given once in the whole text. What is added to one counts where that surely
 * happens before it is used; else its words are not known. `later`: names that are given words when the script runs.
 */
export function listsIn(
  commands: readonly Command[],
  later: ReadonlySet<string>,
): ReadonlyMap<string, readonly Word[] | undefined> {
  const lists = new Map<string, readonly Word[] | undefined>();
  const used = new Set<string>();
  let depth = 0;
  for (const { words, list, by } of commands) {
    const first = words[0]?.value ?? '';
    if (CLOSES.has(first)) depth = Math.max(0, depth - 1);
    else if (OPENS.has(first)) depth++;
    if (list) {
      const before = lists.get(list.name);
      const isSure =
        depth === 0 && words.length === 0 && (by === undefined || by === '|') && !used.has(list.name);
      if (!list.adds) {
        const isOpen = lists.has(list.name) || later.has(list.name);
        lists.set(list.name, isOpen ? undefined : list.words);
      } else lists.set(list.name, before && isSure ? [...before, ...list.words] : undefined);
    }
    for (const word of [...words, ...(list?.words ?? [])]) {
      const name = wholeHole(word)?.list;
      if (name !== undefined) used.add(name);
    }
  }
  return lists;
}
