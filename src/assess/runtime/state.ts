import type { StoredState } from '../../model/index.js';
import facts from './stored-state.json' with { type: 'json' };

/** What the operator keeps, in words that follow the quoted name. */
export function keepingWords({ kind, kept, words }: StoredState): string {
  if (words !== undefined) return words;
  const defaults: Partial<Record<StoredState['kind'], string>> = facts.defaults;
  return (kept.state === 'absent' ? defaults[kind] : undefined) ?? facts.words[kind];
}

/** What to change instead. */
export function insteadOf({ kind, name, edit }: StoredState): string {
  return edit ?? facts.instead[kind].replaceAll('{name}', name);
}
