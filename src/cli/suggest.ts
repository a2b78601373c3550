import { nearest } from '../model/nearest.js';

/** ` Did you mean x?`, or nothing. */
export function didYouMean(word: string, among: readonly string[]): string {
  const found = nearest(word, among);
  return found === undefined ? '' : ` Did you mean \`${found}\`?`;
}
