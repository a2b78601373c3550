import { transfersConversationInProse } from './conversation-transfer.js';
import { lexicon, type Word } from './lexicon.js';
import { graver, readNameEffect, type WordReading } from './name.js';
import { actsOnNumbers, isJoin, isNoLoss, isSlightRemoval, JOINERS } from './prose.js';
import { inflectedWord, singular, wordOf } from './words.js';

/** Only the beginning of a description is read: what a tool does is there. */
const LONGEST_DESCRIPTION = 1200;
const MOST_SENTENCES = 8;

/** A sentence as lower-case words; a comma is a word of its own. */
function wordsOf(sentence: string): string[] {
  const words: string[] = [];
  let current = '';
  const end = (): void => {
    if (/[a-z]/.test(current)) words.push(current);
    current = '';
  };
  for (const char of sentence.toLowerCase()) {
    // `delete_order` is the name of another tool, and no act of this one.
    if ((char >= 'a' && char <= 'z') || char === '-' || char === "'" || char === '_') current += char;
    else {
      end();
      if (char === ',' || char === '/') words.push(',');
      if (char === '&') words.push('&');
    }
  }
  end();
  return words;
}

/** `Args:`, `Returns:`, `:param x:`, `@returns`: from here on a docstring describes values, and no act. */
function opensSection(text: string): boolean {
  const line = text.trimStart();
  if (line.startsWith(':') || line.startsWith('@')) return true;
  const end = line.slice(0, 12).indexOf(':');
  return end > 0 && lexicon().lists.docSections.has(line.slice(0, end).trimEnd().toLowerCase());
}

/** What ends a sentence. */
export const SENTENCE_ENDS = '.!?;';

/** The first sentences of a description, as words. */
export function sentencesOf(description: string, ending = SENTENCE_ENDS): string[][] {
  const sentences: string[][] = [];
  let from = 0;
  const text = description.slice(0, LONGEST_DESCRIPTION);
  for (let at = 0; at <= text.length && sentences.length < MOST_SENTENCES; at += 1) {
    const char = text[at] ?? '\n';
    const after = text[at + 1] ?? ' ';
    const isDash = char === '-' && text[at - 1] !== ' ';
    const ends = char === '\n' || (ending.includes(char) && !isDash && (after === ' ' || after === '\n'));
    if (!ends) continue;
    if (opensSection(text.slice(from, at + 1))) break;
    const words = wordsOf(text.slice(from, at));
    if (words.length > 0) sentences.push(words);
    from = at + 1;
  }
  return sentences;
}

/** `This tool will`, `Use this to`, `Allows you to`: what is before the verb. */
export function skipOpener(words: readonly string[]): number {
  const { proseOpeners } = lexicon().lists;
  if (statesPurpose(words)) return words.length;
  let at = 0;
  // `Call this function to delete`: what is called is this tool.
  const isCalled = (): boolean => words[at + 1] === 'this' && wordOf(words[at] ?? '')?.base === 'call';
  while (at < words.length && at < 10 && (proseOpeners.has(words[at] ?? '') || isCalled())) at += 1;
  return at;
}

/** `To delete a user, use delete_user` describes another tool, and `To delete a user, call this` this one. */
function statesPurpose(words: readonly string[]): boolean {
  const comma = words[0] === 'to' ? words.indexOf(',') : -1;
  return comma !== -1 && words.indexOf('this', comma) === -1;
}

/** Words that act in prose only: a name with `return` in it may well give something back. */
const RETURNS: Word = {
  base: 'return',
  effect: 'read',
  sense: 'verb',
  generic: false,
  unsure: false,
  fixed: false,
};

/** Whether a verb of a description says what the tool returns: `Returns the deleted report`. */
export const describesResult = (word: string): boolean => lexicon().lists.proseReads.has(word);

/** The verb of prose that acts at `at`; undefined where the word there is none. */
export function verbAt(words: readonly string[], at: number): Word | undefined {
  const token = words[at] ?? '';
  // `A write, not a delete` names what it is: a verb has no article.
  if (lexicon().lists.articles.has(words[at - 1] ?? '')) return undefined;
  if ((token === 'do' || token === 'does') && words[at + 1] === 'not') return undefined;
  if (words[at + 1] === 'rid') return wordOf('remove');
  if (lexicon().lists.proseReads.has(token)) return RETURNS;
  // `Sending mail needs a token` says what something needs, `Used for sending mail` what the tool does.
  const gerund = token.endsWith('ing') && words[at - 1] !== 'for';
  const word = wordOf(token) ?? (gerund ? undefined : inflectedWord(token));
  if (!word || word.sense === 'verb') return word;
  const next = words[at + 1] ?? '';
  if (lexicon().lists.determiners.has(next)) return word;
  // `Posts to a channel` acts, `Refund policy of the shop` and `Order details` do not.
  const plural = next.endsWith('s') && !next.endsWith('ss') && !lexicon().lists.readNouns.has(next);
  const listed = next === ',' || JOINERS.has(next);
  if (word.effect === 'read' || word.effect === 'change')
    return word.sense === 'both' || plural ? word : undefined;
  return plural || (listed && word.sense === 'both') ? word : undefined;
}

function readingOf(words: readonly string[], at: number, word: Word): WordReading {
  const text = words[at] ?? word.base;
  if (transfersConversationInProse(word.base, words, at))
    return {
      effect: 'change',
      confidence: 'low',
      word: text,
      openEnded: false,
      neutral: false,
      fixed: false,
    };
  const objects = words.slice(at + 1, at + 6).map(singular);
  const stop = objects.findIndex((object) => lexicon().lists.prepositions.has(object) || object === ',');
  const near = stop === -1 ? objects : objects.slice(0, stop);
  const guarded = near.includes('read-only') || near.includes('readonly');
  for (const { objects: known, near: isNear, effect, openEnded } of lexicon().pairs.get(word.base) ?? []) {
    // In prose only what moves money or runs anything is plain enough.
    if (guarded && openEnded && !isNear && near.some((object) => known.has(object)))
      return {
        effect: 'read',
        confidence: 'low',
        word: text,
        openEnded: false,
        neutral: false,
        fixed: false,
      };
    const isPlain = effect === 'outward' || (openEnded && !guarded);
    if (!isPlain || isNear || !near.some((object) => known.has(object))) continue;
    return { effect, confidence: 'low', word: text, openEnded, neutral: false, fixed: false };
  }
  const { effect, generic, unsure, fixed } = word;
  const { takes, deletes } = lexicon().irreversibility;
  const isSlight = takes.has(word.base)
    ? isSlightRemoval(words, at)
    : deletes.has(word.base) && isNoLoss(words, at);
  return {
    effect: isSlight ? 'change' : effect,
    confidence: 'low',
    word: text,
    openEnded: false,
    neutral: generic || unsure,
    fixed,
  };
}

/** The verbs that open a sentence: `Create, update or delete rules` gives three. */
function readSentence(words: readonly string[]): WordReading | undefined {
  let at = skipOpener(words);
  let found: WordReading | undefined;
  for (let verbs = 0; verbs < 8; verbs += 1) {
    const word = verbAt(words, at);
    // `Do not call it again` says how it is used.
    if (!word || words[at + 1] === 'not') return found;
    const reading = readingOf(words, at, word);
    found = found ? graver(found, reading) : reading;
    at += 1;
    const joinsAt = at;
    while (words[at] === ',' || JOINERS.has(words[at] ?? '')) at += 1;
    if (at === joinsAt) break;
  }
  return found && withJoined(words, at, found);
}

const isInflected = (word: string): boolean => word.endsWith('s') && wordOf(word) === undefined;

/** Acts joined behind an object, in the form of the first verb: `Processes the return and refunds the customer`. */
function withJoined(words: readonly string[], from: number, first: WordReading): WordReading {
  let found = first;
  for (let at = from; at < words.length - 2; at += 1) {
    const joins = words[at] === 'and' || words[at] === 'then';
    const next = words[at + 1] ?? '';
    if (!joins || next === 'then' || isInflected(next) !== isInflected(first.word)) continue;
    const isObject = lexicon().lists.determiners.has(words[at + 2] ?? '');
    const word = isObject ? verbAt(words, at + 1) : undefined;
    // `Resolves a ticket and clears its assignee` clears nothing that is missed.
    if (word && !lexicon().irreversibility.tidies.has(word.base))
      found = graver(found, readingOf(words, at + 1, word));
  }
  return found;
}

/**
 * What the acting verbs of a description say: the first word of a sentence, or the one after `This tool will`.
 * A word elsewhere in the prose never counts. Always of low confidence; undefined where no sentence acts.
 */
export function readDescriptionEffect(description: string): WordReading | undefined {
  let first: WordReading | undefined;
  for (const words of sentencesOf(description)) {
    const reading = readSentence(words);
    if (!reading) continue;
    first ??= reading;
    if (!first.neutral) return first;
    // Behind a bland beginning (`Processes a return.`) only a graver act counts.
    if (!reading.neutral && graver(first, reading) === reading) return reading;
  }
  return behindColon(description, first);
}

/** Behind a heading, only the beginning of a list is read. */
const LONGEST_LIST = 400;

/** `Actions: info, create_folder, delete`: each is named as a tool is. */
function listedActions(description: string): WordReading[] {
  const text = description.slice(0, LONGEST_DESCRIPTION);
  const readings: WordReading[] = [];
  for (let at = text.indexOf('('); at !== -1; at = text.indexOf('(', at + 1)) {
    const end = text.indexOf(')', at);
    const [words = []] = sentencesOf(text.slice(at + 1, end === -1 ? undefined : end));
    // `(get, set, delete)` is a list, `(delete it first)` is none.
    const listed = singleActs(words);
    if (listed.length > 1) readings.push(...listed.filter(({ effect }) => effect === 'destructive'));
  }
  for (let at = text.indexOf(':'); at !== -1; at = text.indexOf(':', at + 1)) {
    const heading = wordsOf(text.slice(Math.max(0, at - 12), at)).at(-1) ?? '';
    if (!lexicon().lists.actionHeadings.has(heading)) continue;
    const [words = []] = sentencesOf(text.slice(at + 1, at + LONGEST_LIST));
    readings.push(...singleActs(words));
  }
  return readings;
}

/** The items of a list that are one word each, read as names. */
function singleActs(words: readonly string[]): WordReading[] {
  return words.flatMap((word, index): WordReading[] => {
    const opens = index === 0 || isJoin(words[index - 1]);
    const ends = words[index + 1] === undefined || isJoin(words[index + 1]);
    const isNoun = wordOf(word)?.sense === 'noun';
    const reading = opens && ends && !isNoun ? readNameEffect(word) : undefined;
    return reading ? [{ ...reading, confidence: 'low' }] : [];
  });
}

/** `Manages rules: create, update, delete`: a list behind a colon or a dash raises a bland beginning, and lowers none. */
function behindColon(description: string, first: WordReading | undefined): WordReading | undefined {
  const parts = sentencesOf(description, `${SENTENCE_ENDS}:-–—`).flatMap(
    (words) => readSentence(words) ?? [],
  );
  return [...parts, ...listedActions(description)].reduce<WordReading | undefined>(
    (found, reading) => (found ? graver(found, reading) : { ...reading, neutral: reading.effect === 'read' }),
    first,
  );
}

/**
 * Whether a description describes only reading: its sentences open with verbs that read, and no graver verb is joined
 * to them further on (`Checks the order and refunds it`).
 */
export function describesOnlyReading(description: string): boolean {
  const sentences = sentencesOf(description);
  const readings = sentences.map(readSentence);
  if (readings[0]?.effect !== 'read' || readings.some((one) => one !== undefined && one.effect !== 'read'))
    return false;
  return !sentences.some((words) =>
    words.some((word, at) => {
      const isJoined = word === ',' || word === 'to' || JOINERS.has(word);
      const token = words[at + 1] ?? '';
      const next = isJoined ? (wordOf(token) ?? lexicon().inflected.get(token)) : undefined;
      return next !== undefined && next.effect !== 'read';
    }),
  );
}

/** Whether the first sentence of a description says that the tool only reads; `not read-only` does not. */
export function saysReadOnly(description: string): boolean {
  const words = sentencesOf(description)[0] ?? [];
  const at = words.findIndex((word, index) => {
    return word === 'read-only' || word === 'readonly' || (word === 'read' && words[index + 1] === 'only');
  });
  return (
    at !== -1 && !words.slice(0, at).some((word) => word === 'not' || word === 'non' || word.endsWith("n't"))
  );
}

/** Whether the first sentence of a description reckons: `Add two numbers`, `Raises a number to a power`. */
export function describesSums(description: string): boolean {
  const words = sentencesOf(description)[0] ?? [];
  return actsOnNumbers(words, skipOpener(words));
}

/** Whether a description has one of these words. */
export function mentions(description: string, words: ReadonlySet<string>): boolean {
  return wordsOf(description.slice(0, LONGEST_DESCRIPTION)).some((word) => words.has(word));
}
