import { lexicon } from './lexicon.js';
import { singular } from './words.js';

/** Words that join verbs in prose. */
export const JOINERS: ReadonlySet<string> = new Set(['and', 'or', 'then', 'and/or', '&']);

/** Words behind a verb among which its object is looked for. */
const REACH = 7;
/** Words behind `from` among which the place is looked for. */
const PLACE = 4;

/** Whether a word begins the next part of a sentence. */
export const isJoin = (word: string | undefined): boolean =>
  word !== undefined && (word === ',' || JOINERS.has(word));

/** The words behind a verb up to a preposition or the next part of the sentence, in the singular. */
export function objectOf(words: readonly string[], at: number): string[] {
  const behind = words.slice(at + 1, at + 1 + REACH);
  const end = behind.findIndex(
    (word) => isJoin(word) || word === 'that' || lexicon().lists.prepositions.has(word),
  );
  return (end === -1 ? behind : behind.slice(0, end)).map(singular);
}

const actsOn = (words: readonly string[], at: number, on: ReadonlySet<string>): boolean =>
  objectOf(words, at).some((word) => on.has(word));

/** Whether the verb at `at` acts on what nobody misses: a cache, nothing at all. */
export const isNoLoss = (words: readonly string[], at: number): boolean =>
  actsOn(words, at, lexicon().irreversibility.trifles);

/** Whether the verb at `at` acts on what hardly anybody misses: a label, a session, a cache. */
export const isSlightLoss = (words: readonly string[], at: number): boolean =>
  isNoLoss(words, at) || actsOn(words, at, lexicon().irreversibility.slight);

/** Whether what is removed is a slight thing, or only leaves a place: `Removes the address from the newsletter`. */
export const isSlightRemoval = (words: readonly string[], at: number): boolean =>
  isSlightLoss(words, at) || actsOn(words, at, lexicon().irreversibility.taken) || leavesPlace(words, at);

/** Whether what is removed only leaves a place: a cart, a newsletter. */
export function leavesPlace(words: readonly string[], at: number): boolean {
  const { places } = lexicon().irreversibility;
  const from = words.indexOf('from', at);
  if (from === -1 || words.slice(at, from).some(isJoin)) return false;
  const { determiners } = lexicon().lists;
  return words.slice(from + 1, from + 1 + PLACE).some((word, index) => {
    // A `Redis list` holds what is stored; `the list` only names it.
    const isPlain = word !== 'list' || determiners.has(words[from + index] ?? '');
    return isPlain && places.has(singular(word));
  });
}

/** Whether a sentence mentions numbers where the object of its verb at `at` stands: `Add two numbers`. */
export const actsOnNumbers = (words: readonly string[], at: number): boolean =>
  actsOn(words, at, lexicon().arithmetic.objects);
