import type { Confidence, Effect } from '../model/effect.js';
import { transfersConversationByName } from './conversation-transfer.js';
import { lexicon, type Pair } from './lexicon.js';
import {
  type Name,
  type NameVerb,
  namesASwitch,
  namesSomethingRead,
  readName,
  verbsOfName,
  withoutTrailers,
} from './verb-of-name.js';
import { leavesPlace } from './prose.js';
import { singular } from './words.js';

/** What words say, before the rest of the evidence is heard. */
export interface WordReading {
  effect: Effect;
  confidence: Confidence;
  /** The word that decided. */
  word: string;
  openEnded: boolean;
  /** A bland word, or no verb at all: other evidence may decide. */
  neutral: boolean;
  /** One of create, add, draft, update, edit, set. */
  fixed: boolean;
}

/** A reading of plain words; `low` confidence leaves room for other evidence. */
function reading(effect: Effect, confidence: Confidence, word: string, isOpenEnded = false): WordReading {
  const neutral = confidence === 'low' && !isOpenEnded;
  return { effect, confidence, word, openEnded: isOpenEnded, neutral, fixed: false };
}

const GRAVITY: Record<Effect, number> = { unknown: 0, read: 1, change: 2, outward: 3, destructive: 3 };

/** The graver of two readings; the first where they weigh the same, an open-ended one before any. */
export function graver(a: WordReading, b: WordReading): WordReading {
  if (a.openEnded !== b.openEnded) return a.openEnded ? a : b;
  return GRAVITY[b.effect] > GRAVITY[a.effect] ? b : a;
}

const READ_ONLY: readonly string[] = ['readonly', 'ro'];

function saysReadOnly(tokens: readonly string[]): boolean {
  return tokens.some(
    (token, at) => READ_ONLY.includes(token) || (token === 'read' && tokens[at + 1] === 'only'),
  );
}

/** Where `sequence` starts in `tokens`, or -1. */
function indexOfSequence(tokens: readonly string[], sequence: readonly string[]): number {
  return tokens.findIndex((_, at) => sequence.every((word, offset) => tokens[at + offset] === word));
}

/** The objects of a verb: what follows it up to the preposition, else what stands right before it. */
function objectsOf(name: Name, verb: NameVerb): string[] {
  const after = name.tokens.slice(verb.at + 1, name.end);
  return (after.length > 0 ? after : name.tokens.slice(Math.max(0, verb.at - 1), verb.at)).map(singular);
}

function matchingPair(name: Name, verb: NameVerb): { pair: Pair; object: string } | undefined {
  const objects = objectsOf(name, verb);
  const head = objects.at(-1) ?? '';
  const opening = objects[0] ?? '';
  for (const pair of lexicon().pairs.get(verb.word.base) ?? []) {
    if (pair.near && objects.length > 1) continue;
    // A draft of a payment pays nothing.
    if (pair.effect === 'outward' && objects.includes('draft')) continue;
    // The head of `payment_link` is a link.
    if (pair.objects.has(head)) return { pair, object: head };
    // What comes first says what is run: `sql` of a transaction, `python` of a file.
    if (pair.openEnded && pair.objects.has(opening) && !pair.unless.has(head))
      return { pair, object: opening };
  }
  return undefined;
}

/** `pullrequest` as people write it. */
function spelled(object: string): string {
  return (
    lexicon()
      .compounds.find((words) => words.join('') === object)
      ?.join(' ') ?? object
  );
}

function readingOf(name: Name, verb: NameVerb): WordReading {
  const { word } = verb;
  if (transfersConversationByName(name, verb)) return reading('change', 'medium', word.base);
  const found = matchingPair(name, verb);
  if (found) {
    const { effect, openEnded } = found.pair;
    const confidence = effect === 'outward' || (openEnded && word.generic) ? 'medium' : 'low';
    const bare = reading(effect, confidence, `${word.base} ${spelled(found.object)}`, openEnded);
    return { ...bare, neutral: false };
  }
  // `remove_from_cart`: it can be put there again.
  if (lexicon().irreversibility.takes.has(word.base) && leavesPlace(name.tokens, verb.at))
    return reading('change', 'medium', word.base);
  const { effect, generic, unsure, fixed, base } = word;
  const bareQuery = base === 'query' && name.end - name.start === 1;
  // A preview may be what is deleted, and what shows a deletion.
  const isPreview = name.tokens[name.end - 1] === 'preview' && verb.at < name.end - 1;
  const isDoubtful = verb.doubtful === true || isPreview || bareQuery || commitsToOwn(name, verb);
  const confidence = generic || unsure || isDoubtful ? 'low' : 'medium';
  return { effect, confidence, word: base, openEnded: false, neutral: generic || unsure, fixed };
}

/** What is committed to a repository: anywhere else, a commit may store what can be changed back. */
const COMMITTED: ReadonlySet<string> = new Set(
  'git github gitlab hg svn repo repository branch code change changes file files pullrequest pr'.split(' '),
);

/** `kb_commit`: what commits at the end of a name, to a store that is no repository by its name. */
const commitsToOwn = ({ tokens, start, end }: Name, { word, at }: NameVerb): boolean =>
  word.base === 'commit' && at > start && at === end - 1 && !COMMITTED.has(tokens[at - 1] ?? '');

/** Shells, raw SQL and raw requests that no verb gives away: `bash`, `terminal_exec`, `api_request`. */
function rawReading(name: Name): WordReading | undefined {
  const { tokens, start, end } = name;
  const { lists, rawRequests } = lexicon();
  const first = tokens[start] ?? '';
  const last = tokens[end - 1] ?? '';
  if (end - start === 1 && lists.rawShellBare.has(first))
    return reading('destructive', 'medium', first, true);
  if (lists.rawShell.has(last) && (end - start === 1 || !actsBefore(name)))
    return reading('destructive', 'medium', last, true);
  const raw = rawRequests.find((sequence) => {
    const at = indexOfSequence(tokens, sequence);
    return at !== -1 && at + sequence.length === end && (at === start || !actsBefore({ ...name, end: at }));
  });
  return raw && reading('destructive', 'medium', raw.join(' '), true);
}

/** Whether a verb that is not bland acts in a name: `list_shell`, `get_terminal`. */
function actsBefore(name: Name): boolean {
  return verbsOfName(name).some(({ word }) => !word.generic);
}

/** `mysql_query`, `database_query`: raw SQL, or a reader that the server guards. The name does not say which. */
function engineQuery(name: Name, verb: NameVerb): WordReading | undefined {
  if (verb.word.base !== 'query' || verb.at !== name.end - 1) return undefined;
  const engine = name.tokens[verb.at - 1] ?? '';
  return lexicon().lists.sqlEngines.has(engine)
    ? { ...reading('unknown', 'low', 'query', true), neutral: true }
    : undefined;
}

/** `api_post_page`: after `api` the word is an HTTP method, and a POST need not leave the system. */
function isHttpMethod(name: Name, verb: NameVerb): boolean {
  return verb.word.base === 'post' && ['api', 'http', 'rest'].includes(name.tokens[verb.at - 1] ?? '');
}

function phraseReading(name: Name): WordReading | undefined {
  const at = name.start;
  const phrase = lexicon().phrases.find(({ words }) =>
    words.every((word, offset) => name.tokens[at + offset] === word),
  );
  if (phrase) return reading(phrase.effect, 'medium', phrase.words.join(' '), phrase.openEnded);
  return wholeReading(name);
}

/** `phone_call`, `page_oncall_tool`: two words that say it together, where the name has no other. */
function wholeReading({ tokens, start }: Name): WordReading | undefined {
  const [first = '', last = '', ...more] = withoutTrailers(tokens).slice(start);
  if (more.length > 0) return undefined;
  const whole = lexicon().wholes.find((one) => one.first.has(first) && one.last.has(last));
  return whole && { ...reading(whole.effect, 'low', `${first} ${last}`, whole.openEnded), neutral: false };
}

/** `order`, `message`: one word that acts before an object only. Alone it may be the act or the thing. */
export function namesAThing(text: string, prefix?: string): boolean {
  const { tokens, start, end } = readName(text, prefix);
  return end - start === 1 && lexicon().words.get(tokens[start] ?? '')?.sense === 'noun';
}

/** `refund_expert`: a name for somebody who knows of an act, not for the act. The description says what is done. */
export function namesARole(text: string, prefix?: string): boolean {
  const name = readName(text, prefix);
  const [verb, more] = verbsOfName(name);
  const isLast = lexicon().lists.roles.has(name.tokens[name.end - 1] ?? '');
  return isLast && !more && verb?.at === name.start && verb.at === name.end - 2 && verb.word.sense !== 'verb';
}

/**
 * `delete_preview`, `purge_candidates`: what is last may be what is deleted, or what is looked at. The description
 * says which.
 */
export function mayNameALook(text: string, prefix?: string): boolean {
  const name = readName(text, prefix);
  const [verb, more] = verbsOfName(name);
  if (!verb || more || verb.at !== name.start || verb.at === name.end - 1) return false;
  // Whoever writes `send_summary` sends one, whatever its description says.
  if (verb.word.effect === 'outward' && verb.word.sense === 'verb') return false;
  return lexicon().lists.perhapsLookedAt.has(name.tokens[name.end - 1] ?? '');
}

/** `delete_dry_run`: what is only tried does nothing. */
function isTried({ tokens, start, end }: Name): boolean {
  return end - start > 2 && tokens[end - 2] === 'dry' && tokens[end - 1] === 'run';
}

/** What a tool's name says of its effect; undefined where it says nothing. At most medium confidence. */
export function readNameEffect(text: string, prefix?: string): WordReading | undefined {
  const name = readName(text, prefix);
  const first = name.tokens[name.start] ?? '';
  if (lexicon().lists.predicates.has(first)) return reading('read', 'medium', first);
  const readOnly = saysReadOnly(name.tokens);
  const whole = phraseReading(name) ?? (readOnly ? undefined : rawReading(name));
  if (whole) return whole;
  const verbs = verbsOfName(name);
  const [main] = verbs;
  if (!main) {
    const turned = namesASwitch(name);
    if (turned !== undefined) return reading('change', 'low', turned);
    const noun = namesSomethingRead(name);
    return noun === undefined ? undefined : reading('read', 'low', noun);
  }
  if (isHttpMethod(name, main)) return reading('change', 'low', 'post');
  const gravest = verbs.map((verb) => engineQuery(name, verb) ?? readingOf(name, verb)).reduce(graver);
  const isGrave = gravest.effect === 'destructive' || gravest.effect === 'outward';
  if (isGrave && isTried(name)) return reading('read', 'medium', 'dry run');
  return readOnly && (gravest.openEnded || gravest.neutral)
    ? reading('read', 'medium', 'read only')
    : gravest;
}
