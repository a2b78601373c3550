import { lexicon, type Word } from './lexicon.js';
import { isPlural } from './words.js';

/**
 * `refund_policy`, `commit_history`: the verb is a noun, because a noun that is looked at ends the name.
 * `rest`: the words behind the verb.
 */
export function isCompoundNoun(word: Word, rest: readonly string[]): boolean {
  const { lists } = lexicon();
  const last = rest.at(-1);
  if (last === undefined || rest.some((token) => lists.joiners.has(token))) return false;
  if (isLookedAt(word.base, rest)) return true;
  if (word.sense === 'noun') {
    // What is said can be a summary; nobody orders one.
    const sends = lists.sendable.has(last) && lists.sayers.has(word.base);
    const isMany = (isPlural(last) && !lists.recipients.has(last)) || lists.notPlural.has(last);
    return (lists.readNouns.has(last) && !sends) || (isMany && rest.length === 1 && !sends);
  }
  if (word.effect !== 'outward') return false;
  // `transfer_balance` moves one, `transfer_history` is looked at.
  return word.sense === 'both'
    ? lists.outwardNouns.has(last)
    : rest.length === 1 && lists.statusNouns.has(last);
}

/** `transfer_fee_quote`, `cancel_reason_codes`: nobody can do that to what these words mean together. */
function isLookedAt(base: string, rest: readonly string[]): boolean {
  const last = rest.at(-1) ?? '';
  return (lexicon().lookedAt.get(base) ?? []).some(
    ({ lastWords, within }) => lastWords.has(last) || rest.some((token) => within.has(token)),
  );
}

/** Whether a word that acts elsewhere and the noun behind it name something to look at. */
export function endsLookedAt(tokens: readonly string[]): boolean {
  return tokens.some((token, at) => {
    const rest = tokens.slice(at + 1);
    return rest.length > 0 && isLookedAt(token, rest);
  });
}
