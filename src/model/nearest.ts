import { distance } from 'fastest-levenshtein';

/** Longer words are no misspelling of anything, and comparing them costs time. */
const LONGEST = 80;

/** Comparisons for the suggestions of one list: so many take about a second. */
const MOST_COMPARED = 1_000_000;

/**
 * `nearest` for many words among the same. None is found any more once many were compared: whoever has thousands of
 * wrong words among thousands did not misspell them.
 */
export function nearestAmong(known: Iterable<string>): (word: string) => string | undefined {
  const words = [...new Set(known)];
  let left = MOST_COMPARED;
  return (word) => {
    left -= words.length;
    return left < 0 ? undefined : nearest(word, words);
  };
}

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
    const steps = typingErrors(wanted, candidate.toLowerCase());
    // Of two that are as near, people meant the one that begins alike.
    const score = steps - sharedStart(wanted, candidate.toLowerCase()) / (LONGEST + 1);
    if (steps <= limit && score < least) [best, least] = [candidate, score];
  }
  return best;
}

/** Letters that are wrong, missing or too many; two that changed places are one mistake. Case counts. */
export function typingErrors(word: string, meant: string): number {
  const at = sharedStart(word, meant);
  const swapped = word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2);
  return swapped === meant ? 1 : distance(word, meant);
}

function sharedStart(left: string, right: string): number {
  let length = 0;
  while (length < left.length && left[length] === right[length]) length++;
  return length;
}
