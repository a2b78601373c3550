import { lexicon } from './lexicon.js';

/** What letters begin: `act` for `de` of `delete`, `other` for `li` of `list`; undefined where no verb begins so. */
export function beginOf(letters: string): 'act' | 'other' | undefined {
  const start = letters.toLowerCase();
  const verbs = [...lexicon().words.values()].filter(
    ({ base, sense }) => sense === 'verb' && base.startsWith(start),
  );
  if (verbs.length === 0) return undefined;
  return verbs.some(({ effect }) => effect === 'destructive' || effect === 'outward') ? 'act' : 'other';
}
