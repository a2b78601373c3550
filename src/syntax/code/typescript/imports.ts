import type { Source } from '../names/outline.js';
import { WHOLE_MODULE } from '../names/outline.js';
import type { Cst } from '../tree/cst.js';
import type { Bound } from './patterns.js';

const TOKEN =
  /\/\/[^\n]*|\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\/|[\p{ID_Start}_$][\p{ID_Continue}$]*|"[^"\n]*"|'[^'\n]*'|[{}*,=()]/gu;

/** The names that an import statement binds, read from its words: most of them are never asked for. */
export function importedNames(node: Cst): Bound[] {
  const words = (node.text.match(TOKEN) ?? []).filter((word) => !word.startsWith('/'));
  const from = words.findLastIndex((word) => word === 'from' || word === 'require');
  const quoted = words.slice(Math.max(from, 0)).find((word) => word.startsWith('"') || word.startsWith("'"));
  if (from < 0 || quoted === undefined) return [];
  const specifier = quoted.slice(1, -1);
  const bound: Bound[] = [];
  let at = 1;
  const isType = words[1] === 'type' && !['from', ',', '='].includes(words[2] ?? '') && from !== 2;
  if (isType) at++;
  const take = (name: string | undefined, imported: string, typeOnly: boolean): void => {
    if (name === undefined) return;
    const source: Source = { kind: 'import', specifier, imported, typeOnly };
    bound.push({ name, nameNode: node, source });
  };
  let inBraces = false;
  for (; at < from; at++) {
    const word = words[at] as string;
    if (word === '{' || word === '}') inBraces = word === '{';
    else if (word === '*') {
      take(words[at + 2], WHOLE_MODULE, isType);
      at += 2;
    } else if (word === ',' || word === '=') continue;
    else if (!inBraces) take(word, words[from] === 'require' ? WHOLE_MODULE : 'default', isType);
    else {
      const own = word === 'type' && !['as', ',', '}'].includes(words[at + 1] ?? '');
      if (own) at++;
      const name = unquoted(words[at] ?? '');
      const renamed = words[at + 1] === 'as';
      take(renamed ? words[at + 2] : name, name, isType || own);
      if (renamed) at += 2;
    }
  }
  return bound;
}

function unquoted(word: string): string {
  return word.startsWith('"') || word.startsWith("'") ? word.slice(1, -1) : word;
}
