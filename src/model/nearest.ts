import { distance } from 'fastest-levenshtein';

/** Longer words are no misspelling of anything, and comparing them costs time. */
const LONGEST = 80;

/**
 * The word of `known` that `word` was probably meant to be; undefined where none is close. Case does not count, and
 * one letter in three may be wrong, two in a word of five.
 */
export function nearest(word: string, known: Iterable<string>): string | undefined {
  if (word.length > LONGEST) return undefined;
  const wanted = word.toLowerCase();
  let best: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const candidate of known) {
    const length = Math.max(wanted.length, candidate.length);
    const limit = length < 5 ? 1 : Math.max(2, Math.floor(length / 3));
    if (Math.abs(candidate.length - wanted.length) > limit) continue;
    const steps = distance(wanted, candidate.toLowerCase());
    // Of two that are as near, people meant the one that begins alike.
    const score = steps - sharedStart(wanted, candidate.toLowerCase()) / (LONGEST + 1);
    if (steps <= limit && score < least) [best, least] = [candidate, score];
  }
  return best;
}

function sharedStart(left: string, right: string): number {
  let length = 0;
  while (length < left.length && left[length] === right[length]) length++;
  return length;
}
