import { nearest } from '../model/nearest.js';

/** A part of a name shorter than this is no hint. */
const SHORTEST_PART = 3;

/** ` Did you mean x?`, or nothing. A beginning or a part of a name counts too: `durable` is `durable-session`. */
export function didYouMean(word: string, among: readonly string[]): string {
  const found = nearest(word, among) ?? partOf(word.toLowerCase(), among);
  return found === undefined ? '' : ` Did you mean \`${found}\`?`;
}

function partOf(word: string, among: readonly string[]): string | undefined {
  if (word.length < SHORTEST_PART) return undefined;
  // A category is no hint at one of its rules.
  const names = among.filter((one) => !one.includes('/'));
  return names.find((one) => one.startsWith(word)) ?? names.find((one) => one.split('-').includes(word));
}
