import type { StoredState } from '../../model/index.js';
import facts from './stored-state.json' with { type: 'json' };

/** What the operator keeps, in words that follow the quoted name. */
export function keepingWords({ kind, kept }: StoredState): string {
  return kind === 'response' && kept.state === 'absent' ? facts.words.default : facts.words[kind];
}

/** What to change instead. */
export function insteadOf({ kind, name }: StoredState): string {
  return facts.instead[kind].replaceAll('{name}', name);
}
