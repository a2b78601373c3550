import { lexicon } from './lexicon.js';
import type { Name, NameVerb } from './verb-of-name.js';
import { singular } from './words.js';

/** What follows a `transfer`: the thing that is moved, and the words for where it goes, up to the next preposition. */
function partsOf(words: readonly string[]): { moved: string | undefined; target: readonly string[] } {
  const { prepositions } = lexicon().lists;
  const isEnd = (word: string): boolean => word === ',' || prepositions.has(word);
  const end = words.findIndex(isEnd);
  const moved = words[(end === -1 ? words.length : end) - 1];
  const behind = words[end] === 'to' ? words.slice(end + 1) : [];
  const stop = behind.findIndex(isEnd);
  return { moved, target: stop === -1 ? behind : behind.slice(0, stop) };
}

const isAmong = (words: ReadonlySet<string>, word: string): boolean =>
  words.has(word) || words.has(singular(word));

/** A conversation that goes to somebody, or a person whose conversation does. Money and ownership are neither. */
function isConversationTransfer(moved: string | undefined, hasTaker: boolean): boolean {
  const { carried, passed } = lexicon().conversationTransfer;
  if (moved !== undefined && isAmong(carried, moved)) return true;
  return hasTaker && (moved === undefined || isAmong(passed, moved));
}

/**
 * Whether the `transfer` of a name transfers the conversation: `transfer_to_billing_agent`, `transfer_call`. It can be
 * handed back, so it is no more than a change; `transfer_funds` is what the design means by transfer.
 */
export function transfersConversationByName({ tokens, start }: Name, { word, at }: NameVerb): boolean {
  if (word.base !== 'transfer') return false;
  const { takers } = lexicon().conversationTransfer;
  const { trailers } = lexicon().lists;
  const after = tokens.slice(at + 1);
  while (trailers.has(after.at(-1) ?? '')) after.pop();
  const { moved, target } = partsOf(after);
  const before = after.length === 0 && at > start ? tokens[at - 1] : undefined;
  // The head is last: an `agent_wallet` is a wallet.
  return isConversationTransfer(moved ?? before, isAmong(takers, target.at(-1) ?? ''));
}

/** The same for prose, of the verb at `at`: `Transfers the caller to a human agent`. */
export function transfersConversationInProse(base: string, words: readonly string[], at: number): boolean {
  if (base !== 'transfer') return false;
  const { takers } = lexicon().conversationTransfer;
  const { moved, target } = partsOf(words.slice(at + 1));
  return isConversationTransfer(
    moved,
    target.slice(0, 5).some((word) => isAmong(takers, word)),
  );
}
