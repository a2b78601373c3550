import type { Command } from './scan.js';
import { type Word, wholeHole } from './word.js';

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
