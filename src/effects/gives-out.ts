import { lexicon } from './lexicon.js';
import { readNameEffect } from './name.js';
import { tokensOf } from './tokens.js';
import { inflectedWord, isPlural } from './words.js';

/** Whether words say that a tool gives something out: `upload_report`, "Shares a text with the team", `list_product` for sale. */
export function givesOut(name: string, description = ''): boolean {
  const { giving } = lexicon().lists;
  const [first = '', second] = tokensOf(name);
  if (first === 'list') return second !== undefined && !isPlural(second);
  const [opening = ''] = tokensOf(description.trimStart().split(/\s/, 1)[0] ?? '');
  if (giving.has(inflectedWord(opening)?.base ?? opening)) return true;
  return tokensOf(name).some((word) => giving.has(word)) && readNameEffect(name)?.effect !== 'read';
}
