import { endsLookedAt, isCompoundNoun } from './compound.js';
import { lexicon, type Word } from './lexicon.js';
import { expandCompound, tokensOf } from './tokens.js';
import { isPlural, singular, wordOf } from './words.js';

/** A word that acts, and where it is in the tokens. */
export interface NameVerb {
  word: Word;
  at: number;
  /** Not plain from its place that it is a verb here. */
  doubtful?: boolean;
}

/** A name, made ready for reading. */
export interface Name {
  /** Every token, the skipped ones too: `sql` in `sql_query` says what the query is. */
  tokens: readonly string[];
  /** Where the acting part starts, after shared prefixes and modifiers such as `bulk`. */
  start: number;
  /** Where it ends: before the first preposition, trailing `tool` and numbers left out. */
  end: number;
}

/** Splits a name and finds its acting part. `prefix`: words that all tools of the server share. */
export function readName(name: string, prefix?: string): Name {
  const { lists } = lexicon();
  const whole = tokensOf(name);
  const plain = whole.filter((token) => !/^v?\d+$/.test(token));
  const shared = prefix === undefined ? [] : tokensOf(prefix);
  const hasPrefix = shared.length < plain.length && shared.every((token, index) => plain[index] === token);
  const tokens = plain.flatMap((token, index) =>
    hasPrefix && index < shared.length ? [token] : expandCompound(token, plain.length === 1),
  );
  let start = hasPrefix ? shared.length : 0;
  joinCompounds(tokens, start);
  let end = tokens.length;
  while (end - start > 1 && lists.trailers.has(tokens[end - 1] ?? '') && !runsLast(tokens, end)) end -= 1;
  // `realty_search_buy` searches what others offer.
  if (end - start > 1 && lists.offers.has(tokens[end - 1] ?? '') && isSearch(tokens[end - 2] ?? '')) end -= 1;
  while (end - start > 1 && lists.modifiers.has(tokens[start] ?? '')) start += 1;
  // `zoom_delete_meeting` deletes: before a verb, the name of a product is no verb.
  if (end - start > 2 && lists.brands.has(tokens[start] ?? '') && isAct(tokens[start + 1] ?? '')) start += 1;
  for (let at = start + 1; at < end; at += 1) {
    if (lists.prepositions.has(tokens[at] ?? '')) {
      end = at;
      break;
    }
  }
  return { tokens, start, end };
}

/** `pull_request_merge` pulls nothing: two words for one thing become one, where another word of the name acts. */
function joinCompounds(tokens: string[], start: number): void {
  for (const [first, second] of lexicon().compounds) {
    const at = tokens.findIndex(
      (token, index) => index >= start && token === first && singular(tokens[index + 1] ?? '') === second,
    );
    if (at === -1) continue;
    const others = [...tokens.slice(start, at), ...tokens.slice(at + 2)];
    const acts = others.some((token) => isAct(token) || isParticiple(token));
    const isObject = at > start && wordOf(tokens[start] ?? '') !== undefined;
    if (acts || isObject) tokens.splice(at, 2, `${first}${tokens[at + 1]}`);
  }
}

const isAct = (token: string): boolean => (wordOf(token)?.sense ?? 'noun') !== 'noun';

/** Whether a word looks for something; what is listed may be put up for sale. */
const isSearch = (token: string): boolean =>
  wordOf(token)?.effect === 'read' && wordOf(token)?.base !== 'list';

/** `merged`, `archived`: what was done to a thing before, and no act. */
const isParticiple = (token: string): boolean => token.length > 4 && token.endsWith('ed');

/** `run_terraform_command` runs commands, `delete_file_command` is only called one. */
function runsLast(tokens: readonly string[], end: number): boolean {
  return (
    tokens[end - 1] !== 'tool' && tokens.slice(0, end - 1).some((token) => wordOf(token)?.generic === true)
  );
}

/** What is behind a token, up to the end of the name. */
const behind = (name: Name, at: number): string[] => name.tokens.slice(at + 1, name.end);

/** The acting word that a first token gives, where it gives one. */
function fromFirst(name: Name, words: readonly (Word | undefined)[]): NameVerb | undefined {
  const { start, end } = name;
  const first = words[start];
  if (!first) return undefined;
  const { lists } = lexicon();
  // `send_get_state`: which of the two it does, the name does not say.
  const next = end - start > 1 ? words[start + 1] : undefined;
  const isNoun = next && [lists.readNouns, lists.perhapsLookedAt].some((nouns) => nouns.has(next.base));
  const isEither = first.effect !== 'read' && next?.sense === 'verb' && next.effect === 'read' && !isNoun;
  if (first.sense === 'verb') return { word: first, at: start, ...(isEither && { doubtful: true }) };
  const isLog = first.sense === 'noun' && end - start === 1 && lists.readNouns.has(first.base);
  // `email_reader` reads, and `research_manager` manages: who does it is last.
  const mayName = first.sense === 'noun' || (first.sense === 'both' && first.effect === 'read');
  if (isLog || (mayName && lexicon().nominal.has(name.tokens[end - 1] ?? ''))) return undefined;
  const last = end - start > 1 ? words[end - 1] : undefined;
  // `set_message_read` does not read.
  const setsRead = first.fixed && last?.base === 'read';
  if (last?.sense === 'verb' && !setsRead) return { word: last, at: end - 1 };
  const verbInside = firstOf(words, start + 1, end, 'verb');
  // `search_send_logs` searches what a send left behind; logs can be cleared, and nobody sends them by a search.
  const left =
    verbInside?.word.effect === 'outward' && lexicon().lists.readSigns.has(name.tokens[end - 1] ?? '');
  if (left && first.sense === 'both' && first.effect === 'read') return { word: first, at: start };
  if (verbInside && (first.sense === 'noun' || verbInside.at === start + 1)) return verbInside;
  const looks = last?.sense === 'both' && last.effect === 'read' && !(last.unsure && end - start === 2);
  if (first.sense === 'both' && first.effect === 'outward' && looks) return { word: last, at: end - 1 };
  if (first.sense === 'both') return behindArea(name, words, start) ?? { word: first, at: start };
  if (last?.sense === 'both') return { word: last, at: end - 1 };
  return firstOf(words, start + 1, end, 'both') ?? { word: first, at: start };
}

function firstOf(
  words: readonly (Word | undefined)[],
  from: number,
  end: number,
  sense: Word['sense'],
): NameVerb | undefined {
  for (let at = from; at < end; at += 1) {
    const word = words[at];
    if (word?.sense === sense) return { word, at };
  }
  return undefined;
}

/**
 * `tag_list`, `kv_lock_set`: a word that names an area of a product, and right behind it one that acts. What
 * leaves the system yields only to a look at it (`deploy_list`), and a look only to an edit (`todo_list_update`).
 */
function behindArea(name: Name, words: readonly (Word | undefined)[], at: number): NameVerb | undefined {
  const area = words[at];
  const last = words[name.end - 1];
  const opens = at === name.start;
  if (!area || at !== name.end - 2 || last?.sense !== 'both') return undefined;
  // `project_invite_list`, `stripe_refund_search`: behind a namespace the act is what is looked for.
  if (!opens && area.effect === 'outward' && last.effect === 'read' && !last.unsure)
    return { word: last, at: name.end - 1 };
  if (!lexicon().lists.areas.has(area.base)) return undefined;
  if (area.base === 'run' && opens) return undefined;
  const yields =
    area.effect === 'read'
      ? last.fixed && !opens
      : last.effect === 'read' || (area.effect === 'change' && !opens);
  return yields ? { word: last, at: name.end - 1 } : undefined;
}

/** The acting word behind a first token that is none: `ha_set_label`, `pods_delete`, `kv_lock_set`. */
function fromRest(name: Name, words: readonly (Word | undefined)[]): NameVerb | undefined {
  const { start, end } = name;
  const inside = firstOf(words, start + 1, end, 'verb');
  const last = words[end - 1];
  if (inside) {
    return inside.word.generic && last?.sense === 'verb' ? { word: last, at: end - 1 } : inside;
  }
  const both = firstOf(words, start + 1, end, 'both');
  if (both) return behindArea(name, words, both.at) ?? both;
  const noun = firstOf(words, start + 1, end - 1, 'noun');
  const object = noun ? words[noun.at + 1] : undefined;
  return noun && object?.sense === 'noun' && object.effect === 'outward'
    ? { ...noun, doubtful: true }
    : undefined;
}

/** `sending_email`, `account_deletion`: an act named by a noun, where no verb acts. */
function fromNominal(name: Name): NameVerb | undefined {
  const { inflected, nominal } = lexicon();
  const first = name.tokens[name.start] ?? '';
  const gerund = first.endsWith('ing') ? inflected.get(first) : undefined;
  if (gerund?.sense === 'verb') {
    const isNoun = isCompoundNoun({ ...gerund, sense: 'noun' }, behind(name, name.start));
    return isNoun ? undefined : { word: gerund, at: name.start, doubtful: true };
  }
  const word = nominal.get(name.tokens[name.end - 1] ?? '');
  return word && { word, at: name.end - 1, doubtful: true };
}

/** The words after `and`, `or`, `then`: `create_and_send_invoice`, `get_or_create`. */
function joined(name: Name, words: readonly (Word | undefined)[], first: NameVerb): NameVerb[] {
  const found: NameVerb[] = [];
  for (let at = name.start + 1; at < words.length - 1; at += 1) {
    const word = words[at + 1];
    const joins = lexicon().lists.joiners.has(name.tokens[at] ?? '');
    if (joins && word && word.sense !== 'noun' && at + 1 !== first.at) found.push({ word, at: at + 1 });
  }
  return found;
}

/**
 * The words of a name that say what the tool does: mostly one, several where the name joins them.
 * A verb counts where it acts, not where it is an object: `list_refunds` lists (design, section 1).
 */
export function verbsOfName(name: Name): NameVerb[] {
  const words = name.tokens.map(wordOf);
  const found = fromFirst(name, words) ?? fromRest(name, words) ?? fromNominal(name);
  if (!found || isCompoundNoun(found.word, behind(name, found.at))) return [];
  return [found, ...joined(name, words, found)];
}

/** The words of a name but those at its end that only say that it is a tool: `phone_call_tool`. */
export function withoutTrailers(tokens: readonly string[]): readonly string[] {
  const { trailers } = lexicon().lists;
  return tokens.slice(0, tokens.findLastIndex((token) => !trailers.has(token)) + 1);
}

/** `lights_off`, `maintenance_on`: a name without an acting word that says how something is to be. */
export function namesASwitch({ tokens, start }: Name): string | undefined {
  const { switches, notSwitched } = lexicon().lists;
  const named = withoutTrailers(tokens);
  const at = switches.has(named.at(-1) ?? '') ? named.length - 1 : tokens.indexOf('off', start);
  return at > start && !notSwitched.has(tokens[at - 1] ?? '') ? tokens[at] : undefined;
}

/**
 * Whether a name without an acting word names something to look at: `system_status`, `current_user`. Before a
 * plural an unknown word may be a verb (`stake_tokens`), so two words alone are no sign.
 */
export function namesSomethingRead(name: Name): string | undefined {
  const { lists } = lexicon();
  const named = name.tokens.slice(name.start, name.end);
  const last = named.at(-1) ?? '';
  const word = wordOf(last);
  if (lists.readNouns.has(last) || endsLookedAt(named) || (word?.effect === 'read' && named.length > 1))
    return last;
  const first = named[0] ?? '';
  const isThing =
    isPlural(first) || isParticiple(first) || lists.objects.has(first) || wordOf(first)?.sense === 'noun';
  const many = named.length !== 2 || isThing || name.start > 0;
  if (isPlural(last) && many) return last;
  return named.find((token) => lists.askers.has(token) || lists.readSigns.has(token));
}
