import { SENTENCE_ENDS, sentencesOf, skipOpener, verbAt } from './description.js';
import { lexicon, type Word } from './lexicon.js';
import { isJoin, isSlightLoss, isSlightRemoval, objectOf } from './prose.js';
import { inflectedWord, singular } from './words.js';

/** A verb of a sentence, and where it is. */
interface SentenceVerb {
  word: Word;
  at: number;
}

/** What a description says about an irreversible loss. */
export interface DescribedLoss {
  /** The words that state it. */
  words: string;
  /** The description states that nothing brings it back; else only the verb implies it. */
  isLasting: boolean;
}

type Words = readonly string[];

/** Sentences behind the one that acts in which a description still means the same act. */
const REACH = 2;
/** Words of a sentence among which it still means the act before it. */
const NEAR = 10;
/** A first sentence without a verb that is no longer than this is a heading. */
const HEADING = 4;

const isWhole = (word: string): boolean => lexicon().irreversibility.wholes.has(word);

const isBeing = (word = ''): boolean => lexicon().irreversibility.being.has(word);

const isDenial = (word: string): boolean =>
  lexicon().irreversibility.denials.has(word) || word.endsWith("n't");

const isAdverb = (word: string | undefined): boolean => word?.endsWith('ly') === true;

function pastAdverbs(words: Words, from: number): number {
  let at = from;
  // `Completely and permanently delete`.
  while (isAdverb(words[at]) || (at > from && isJoin(words[at]) && isAdverb(words[at + 1]))) at += 1;
  return at;
}

/** The verbs that a sentence opens with: `Close or cancel a card` has two. */
function openingVerbs(words: Words): SentenceVerb[] {
  const acts: SentenceVerb[] = [];
  let at = pastAdverbs(words, skipOpener(words));
  for (let word = verbAt(words, at); word !== undefined; word = verbAt(words, at)) {
    acts.push({ word, at });
    if (!isJoin(words[at + 1])) break;
    at += 1;
    while (isJoin(words[at])) at += 1;
    at = pastAdverbs(words, at);
  }
  return acts;
}

/** The verbs that are joined behind an object: `Stops a machine and deletes its disks`. */
function joinedVerbs(words: Words, from: number): SentenceVerb[] {
  return words.flatMap((join, index): SentenceVerb[] => {
    if (index <= from || !isJoin(join) || isJoin(words[index + 1])) return [];
    const at = pastAdverbs(words, index + 1);
    const object = words[at + 1] ?? '';
    if (!lexicon().lists.determiners.has(object) && !isWhole(object)) return [];
    // `Closes the account, deleting all data`.
    const token = words[at] ?? '';
    const word = verbAt(words, at) ?? (token.endsWith('ing') ? inflectedWord(token) : undefined);
    return word ? [{ word, at }] : [];
  });
}

const isDeleting = ({ word }: SentenceVerb): boolean => lexicon().irreversibility.deletes.has(word.base);

/** Whether what a verb acts on is missed. */
const isMissed =
  (words: Words) =>
  ({ word, at }: SentenceVerb): boolean =>
    !(lexicon().irreversibility.takes.has(word.base) ? isSlightRemoval : isSlightLoss)(words, at);

/** Whether a verb ends what it acts on: lasting, it is no less than a deletion. */
const isEnding = ({ word }: SentenceVerb): boolean =>
  word.effect === 'destructive' || lexicon().irreversibility.ends.has(word.base);

/** `Cancels the subscription`, `Revokes all tokens of a user`: ended without a word of how long. */
const cutsOff = (words: Words, { word, at }: SentenceVerb): boolean =>
  lexicon().irreversibility.cuts.some(({ verbs, objects }) => {
    return verbs.has(word.base) && objectOf(words, at).some((object) => objects.has(object));
  });

/** The verb with its `permanently`, which is before it or where its part of the sentence ends. */
function lastingVerb(words: Words, { at }: SentenceVerb): string | undefined {
  const { adverbs } = lexicon().irreversibility;
  const verb = words[at] ?? '';
  for (let before = at - 1; isAdverb(words[before]); before -= 1) {
    if (adverbs.has(words[before] ?? '')) return `${words[before]} ${verb}`;
  }
  const last = words.findIndex((word, index) => {
    const isForGood = word === 'good' && words[index - 1] === 'for';
    const ends = words[index + 1] === undefined || isJoin(words[index + 1]);
    return index > at && ends && (isForGood || adverbs.has(word));
  });
  if (last === -1 || clauseBetween(words, at, last)) return undefined;
  return `${verb} ${words[last] === 'good' ? 'for good' : words[last]}`;
}

/** Whether another act begins in between: `and keep it`, but not `and its files`. */
function clauseBetween(words: Words, from: number, to: number): boolean {
  const { determiners } = lexicon().lists;
  const isObject = (word = ''): boolean => determiners.has(word);
  return words.slice(from, to).some((word, offset) => {
    const next = from + offset + 1;
    return isJoin(word) && !isObject(words[next]) && isObject(words[next + 1]);
  });
}

/** Whether a word says that something comes back: `restored`, `restore_customer`. */
const brings = (word: string): boolean =>
  word.split('_').some((part) => lexicon().irreversibility.comesBack.has(part));

/** Whether a word says that something begins anew: `reopened`, `a new one`. */
const goesOn = (word: string, at: number, words: Words): boolean =>
  lexicon().irreversibility.goesOn.has(word) ||
  (word === 'new' && ['one', 'ones'].includes(words[at + 1] ?? ''));

/** Whether a sentence states that the act before it is irreversible: `This cannot be undone`. */
function isStatedLasting(words: Words): boolean {
  const { lasting, adverbs, otherwise, subjects, acts } = lexicon().irreversibility;
  if (otherwise.has(words[0] ?? '') || isSoon(words)) return false;
  return words.some((word, at) => {
    const before = words[firstAdverb(words, at) - 1] ?? '';
    // `This is permanent`, `An irreversible action`, but no `Returns a permanent link`.
    if (lasting.has(word))
      return (isBeing(before) && !isDenied(words, at)) || acts.has(words[at + 1] ?? '') || words.length < 3;
    // `It is permanently removed`, but not `It becomes writable permanently`.
    if (adverbs.has(word))
      return subjects.has(words[0] ?? '') && isBeing(before) && /(?:ed|lost|gone)$/.test(words[at + 1] ?? '');
    // `Cannot be undone`, `You cannot undo it`, `no undo`, but not `Does not restore the state`.
    const isPassive = isBeing(before) || /[ai]ble$/.test(word);
    const isFlat = ['cannot', "can't", 'no'].includes(before) || words.slice(at - 3, at).includes('no');
    return at < NEAR && brings(word) && (isFlat || (isPassive && isDenied(words, at)));
  });
}

/** Whether a word is denied by one of the few before it. */
const isDenied = (words: Words, at: number): boolean => words.slice(Math.max(0, at - 4), at).some(isDenial);

/** `All data on its disk is lost`, `everything in it will be permanently deleted`: how surely, else undefined. */
function lossInSentence(words: Words): DescribedLoss | undefined {
  const { contents, gone, adverbs, perhaps, conditions } = lexicon().irreversibility;
  const at = words.findIndex(
    (word, index) => gone.has(word) && isBeing(words[firstAdverb(words, index) - 1]),
  );
  if (at === -1 || isSoon(words) || words.some((word) => conditions.has(word))) return undefined;
  const before = words.slice(0, at);
  if (before.some((word) => isDenial(word) || perhaps.has(word))) return undefined;
  const isLasting = before.some((word) => adverbs.has(word));
  const isTotal = isLasting || words[at] === 'lost' || before.some(isWhole);
  const thing = before.find((word) => contents.has(singular(word)));
  return isTotal && thing !== undefined ? { words: `${thing} ${words[at]}`, isLasting } : undefined;
}

function firstAdverb(words: Words, at: number): number {
  let first = at;
  while (isAdverb(words[first - 1])) first -= 1;
  return first;
}

/** `after 30 days`: what happens later, by itself, is a setting of today. */
const isSoon = (words: Words): boolean =>
  words.some((word) => word === 'after') &&
  words.some((word) => lexicon().irreversibility.times.has(singular(word)));

/** Whether a description softens a deletion: it comes back, it is a choice, it is for later. */
function isSoftened(sentences: readonly Words[]): boolean {
  const { perhaps } = lexicon().irreversibility;
  return sentences.some(
    (words) =>
      isSoon(words) ||
      words.some((word) => perhaps.has(word)) ||
      words.some(goesOn) ||
      (words.some(brings) && !isStatedLasting(words)),
  );
}

/** Where the sentence stands that says what the tool does: the first one, or the one behind a heading or a bland one. */
function mainSentence(sentences: readonly Words[]): number {
  const [first = [], second = []] = sentences;
  const acts = openingVerbs(first);
  if (acts.some(({ word }) => !word.generic)) return 0;
  const isHeading = acts.length > 0 || first.length <= HEADING;
  if (isHeading && openingVerbs(second).length > 0) return 1;
  return acts.length > 0 ? 0 : -1;
}

/**
 * The irreversible loss that a description states, however mild the verb of the name is: `close_account`,
 * "Delete the customer's account for good". Only the verbs of the sentence that says what the tool does count; what is
 * said of another tool, of a label or a cache, of what can be brought back, or of some later day does not.
 */
export function lossInDescription(description: string): DescribedLoss | undefined {
  const sentences = sentencesOf(description, `${SENTENCE_ENDS}:-–—`);
  const main = mainSentence(sentences);
  const words = sentences[main];
  if (words === undefined) return undefined;
  const near = sentences.slice(main, main + 1 + REACH);
  const opening = openingVerbs(words);
  const [first] = opening;
  const last = opening.at(-1);
  if (!first || !last) return undefined;
  const joined = joinedVerbs(words, last.at);
  const isSaid = near.some(isStatedLasting);
  const verbOf = ({ at, word }: SentenceVerb): string => words[at] ?? word.base;
  const isMeant = isMissed(words);
  const lasting = [...opening.filter(isEnding), ...joined.filter(isDeleting)].filter(isMeant);
  for (const act of lasting) {
    const stated = lastingVerb(words, act) ?? (isSaid ? verbOf(act) : undefined);
    if (stated !== undefined) return { words: stated, isLasting: true };
  }
  const loss = near
    .slice(1)
    .map(lossInSentence)
    .find((one) => one !== undefined);
  if (loss && first.word.effect !== 'read') return loss;
  if (isSoftened(near)) return undefined;
  const deletes = opening.find(isDeleting) ?? (cutsOff(words, first) ? first : undefined);
  const also = isEnding(first) ? joined.find(isDeleting) : undefined;
  const act = [deletes, also].find((one) => one !== undefined && isMeant(one));
  return act && { words: verbOf(act), isLasting: false };
}
