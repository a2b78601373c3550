import { lexicon } from './lexicon.js';

/** Whether a verb that cannot be undone begins with some letters: `de` of `delete`, `s` of `send`. */
export const beginsAct = (letters: string): boolean => {
  const start = letters.toLowerCase();
  return [...lexicon().words.values()].some(
    ({ base, effect, sense }) =>
      sense === 'verb' && (effect === 'destructive' || effect === 'outward') && base.startsWith(start),
  );
};
