import { closest, distance } from 'fastest-levenshtein';

/** The name that a word was meant to be; undefined where none is close. */
export function nearest(word: string, among: readonly string[]): string | undefined {
  if (among.length === 0 || word === '') return undefined;
  const found = closest(word.toLowerCase(), [...among]);
  const limit = Math.max(1, Math.floor(Math.max(word.length, found.length) / 3));
  return distance(word.toLowerCase(), found) <= limit ? found : undefined;
}

/** ` Did you mean x?`, or nothing. */
export function didYouMean(word: string, among: readonly string[]): string {
  const found = nearest(word, among);
  return found === undefined ? '' : ` Did you mean \`${found}\`?`;
}
