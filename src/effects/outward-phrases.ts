import { sentencesOf, skipOpener, verbAt } from './description.js';
import { lexicon } from './lexicon.js';
import { JOINERS } from './prose.js';
import { singular, wordOf } from './words.js';

/** Words behind a verb among which its object is looked for. */
const REACH = 5;

const isDenial = (word: string): boolean => word === 'not' || word === 'never' || word.endsWith("n't");

/** Where a sentence may act: at its opening, and behind each comma or joining word, adverbs left out. */
function placesOfVerbs(words: readonly string[]): number[] {
  const joined = words.flatMap((word, at) => (word === ',' || JOINERS.has(word) ? [at + 1] : []));
  return [skipOpener(words), ...joined].map((at) => ((words[at] ?? '').endsWith('ly') ? at + 1 : at));
}

/** The verb at `at` with its object, if both together leave the system. */
function outwardPhraseAt(words: readonly string[], at: number): string | undefined {
  const token = words[at] ?? '';
  const base = (wordOf(token) ?? lexicon().inflected.get(token))?.base;
  if (base === undefined) return undefined;
  const phrases = lexicon().outwardPhrases.filter(({ verbs }) => verbs.has(base));
  if (phrases.length === 0 || words.slice(0, at).some(isDenial)) return undefined;
  const comma = words.indexOf(',', at);
  const after = words.slice(at + 1, Math.min(at + 1 + REACH, comma === -1 ? words.length : comma));
  const object = after.find((word) => phrases.some(({ objects }) => objects.has(singular(word))));
  return object === undefined ? undefined : `${token} ${object}`;
}

/**
 * The phrase of a description that clearly leaves the system, however mild the verb of the name is: `createTransaction`,
 * "Send money to a recipient". Only a verb that acts counts, with an object that leaves no doubt.
 */
export function outwardPhrase(description: string): string | undefined {
  for (const words of sentencesOf(description)) {
    for (const at of placesOfVerbs(words)) {
      const phrase = outwardPhraseAt(words, at);
      if (phrase !== undefined) return phrase;
    }
  }
  return undefined;
}

/** Words before a terminal among which it is denied: "not a terminal", "never in a shell". */
const DENIED_WITHIN = 3;

/** Whether a description mentions a terminal, and not a thing of the same name: "in the browser console". */
export function mentionsTerminal(description: string): boolean {
  const { terminals, notTerminals } = lexicon().lists;
  return sentencesOf(description).some((words) =>
    words.some(
      (word, at) =>
        terminals.has(word) &&
        !notTerminals.has(`${words[at - 1]} ${word}`) &&
        !words.slice(Math.max(0, at - DENIED_WITHIN), at).some(isDenial),
    ),
  );
}

const NOTHING: ReadonlySet<string> = new Set(['nothing', 'no', 'not']);

/** A verb of a description that acts and leaves the system, whatever its object: "Write and send an email". */
export function outwardVerb(description: string): string | undefined {
  for (const words of sentencesOf(description)) {
    const at = placesOfVerbs(words).find(
      (place) =>
        verbAt(words, place)?.effect === 'outward' &&
        !NOTHING.has(words[place + 1] ?? '') &&
        !words.slice(0, place).some(isDenial),
    );
    if (at !== undefined) return words[at];
  }
  return undefined;
}
