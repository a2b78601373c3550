import data from './ask-first.json' with { type: 'json' };
import { type Sentence, sentencesOf, type Word } from './sentences.js';

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

const NEGATORS = set(data.negators);
const FLIPPERS = set(data.flippers);
const RESETS = set(data.resets);
const NOUNS = set(data.nouns);
const NOT_NOUN_AFTER = set(data.notNounAfter);
const NOT_NOUN_BEFORE = set(data.notNounBefore);
const ASK_FOR = set(data.askFor);
const PASS_ON = set(data.passOn);
const ASK = set(data.ask);
const CHECK_WITH = set(data.checkWith);
const HAVE = set(data.have);
const APPROVE = set(data.approve);
const CONFIRM = set(data.confirm);
const ASKING = set(data.asking);
const NEEDS = set(data.needs);
const NEEDED = set(data.needed);
const CONDITIONS = set(data.conditions);
const DUTIES = set(data.duties);
const EARLIER = set(data.earlier);
const PEOPLE = set(data.people);
const QUESTIONS = set(data.questions);
const DATA_NOUNS = set(data.dataNouns);
const DATA_AFTER = set(data.dataAfter);
const STOPS = set(data.stops);

/** How far a word looks for what belongs to it: keeps the reading linear. */
const REACH = 8;

/** The first sentence that instructs the agent to ask a person before it acts. English only. */
export function asksFirst(text: string): Sentence | undefined {
  return sentencesOf(text).find(isAskFirst);
}

/** A sentence with what is known of each place in it. */
interface Reading {
  words: readonly Word[];
  /** Whether a negation reaches the word: `do not ask`. */
  negated: readonly boolean[];
  /** Whether a negation stands anywhere before the word: `never refund ... without approval`. */
  afterNegation: readonly boolean[];
  hasEarlier: boolean;
}

function isAskFirst({ words }: Sentence): boolean {
  let reading: Reading | undefined;
  for (const [at, { text }] of words.entries()) {
    const ways = WAYS.get(text);
    if (ways === undefined) continue;
    const known = reading ?? readingOf(words);
    reading = known;
    if (ways.some((way) => way(known, at))) return true;
  }
  return false;
}

const isNegator = (word: string) => NEGATORS.has(word) || word.endsWith("n't");

function readingOf(words: readonly Word[]): Reading {
  const negated: boolean[] = [];
  const afterNegation: boolean[] = [];
  let reaches = false;
  let stood = false;
  for (const { text, breaks } of words) {
    if (breaks || RESETS.has(text)) reaches = false;
    negated.push(reaches);
    afterNegation.push(stood);
    if (isNegator(text)) {
      reaches = true;
      stood = true;
    } else if (text === 'without') reaches = !stood;
    else if (FLIPPERS.has(text)) reaches = false;
  }
  return { words, negated, afterNegation, hasEarlier: words.some(({ text }) => EARLIER.has(text)) };
}

/** A way to say it, asked at each of the words that it begins with (`WAYS`). */
type Way = (reading: Reading, at: number) => boolean;

const textAt = ({ words }: Reading, at: number) => words[at]?.text ?? '';

/** Words behind `at`, up to a new clause or a word that starts another thought. */
function behind({ words }: Reading, at: number, reach = REACH, stops: ReadonlySet<string> = STOPS): string[] {
  const found: string[] = [];
  for (let next = at + 1; next <= at + reach; next += 1) {
    const word = words[next];
    if (word === undefined || word.breaks || stops.has(word.text)) break;
    found.push(word.text);
  }
  return found;
}

/** Whether a word means somebody's yes, and not a confirmation number or a payment confirmation. */
function isYes(word: string | undefined, before: string | undefined, after: string | undefined): boolean {
  return NOUNS.has(word ?? '') && !NOT_NOUN_BEFORE.has(before ?? '') && !NOT_NOUN_AFTER.has(after ?? '');
}

const holdsYes = (words: readonly string[]) =>
  words.some((word, at) => isYes(word, words[at - 1], words[at + 1]));

/** `ask for confirmation`, `requires the manager's approval`; `if it requires approval, explain how long` asks nobody. */
const asksForYes: Way = (reading, at) => {
  if (reading.negated[at] || !holdsYes(behind(reading, at))) return false;
  return !NEEDS.has(textAt(reading, at)) || !isCondition(reading, at);
};

/** Whether a word is in a clause that begins with a condition. */
function isCondition({ words }: Reading, at: number): boolean {
  for (let before = at; before >= Math.max(0, at - REACH); before--) {
    const word = words[before];
    if (word !== undefined && CONDITIONS.has(word.text)) return true;
    if (word === undefined || word.breaks) return false;
  }
  return false;
}

/** `never refund without approval`; `you may refund without approval` is none. */
const neverWithout: Way = (reading, at) => {
  if (!reading.afterNegation[at]) return false;
  const words = behind(reading, at, 6);
  return holdsYes(words) || ASKING.has(words[0] ?? '');
};

/** `escalate it to a manager for approval`. */
const passesOnForYes: Way = (reading, at) => {
  if (reading.negated[at]) return false;
  const words = behind(reading, at, 12);
  const target = words.indexOf('for');
  const yes = words.slice(target + 1, target + 4);
  return target >= 0 && holdsYes(yes) && !yes.includes('confirmation');
};

/** `approval is required`. */
const yesIsNeeded: Way = (reading, at) => {
  if (!isYes(textAt(reading, at), textAt(reading, at - 1), '') || reading.negated[at]) return false;
  const words = behind(reading, at, 4);
  const needed = words.findIndex((word) => NEEDED.has(word));
  return needed >= 0 && !words.slice(0, needed).some(isNegator);
};

/** `ask the user before deleting`; not `ask the user for their order number first`. */
const asksBefore: Way = (reading, at) => {
  if (reading.negated[at] || !reading.hasEarlier) return false;
  const words = behind(reading, at, REACH, EARLIER);
  if (
    words.some((word) => QUESTIONS.has(word) || DATA_NOUNS.has(word) || word === 'if' || word === 'whether')
  )
    return false;
  const directly = EARLIER.has(textAt(reading, at + 1)) || textAt(reading, at + 1) === '';
  return directly || words.slice(0, 4).some((word) => PEOPLE.has(word));
};

/** `confirm with the customer before deleting`, `confirm first`, `check with a human first`. */
const checksWithSomebody: Way = (reading, at) => {
  const verb = textAt(reading, at);
  if (reading.negated[at] || !reading.hasEarlier) return false;
  if (CONFIRM.has(verb) && EARLIER.has(textAt(reading, at + 1))) return true;
  const words = behind(reading, at);
  if (words.some((word) => DATA_NOUNS.has(word))) return false;
  const person = verb.startsWith('consult') ? 0 : words.indexOf('with') + 1;
  return (
    (person > 0 || verb.startsWith('consult')) &&
    words.slice(person, person + 4).some((word) => PEOPLE.has(word))
  );
};

/** Whether somebody says yes in these words: `the user confirms`, `approved by a manager`. */
function somebodyAgrees(words: readonly string[]): boolean {
  return words.some((word, at) => {
    if (!APPROVE.has(word) && !CONFIRM.has(word)) return false;
    if (DATA_AFTER.has(words[at + 1] ?? '')) return false;
    return words.slice(Math.max(0, at - 4), at).some((one) => PEOPLE.has(one));
  });
}

/** `until approved`, `unless the user confirms`, `only after a manager agrees`, `once the customer confirms`. */
const onlyAfterYes: Way = (reading, at) => {
  const word = textAt(reading, at);
  const strict = word === 'until' || word === 'unless';
  const before = textAt(reading, at - 1);
  if (before.startsWith('wait') && reading.negated[at - 1]) return false;
  const words = behind(reading, at, 7);
  if (words.slice(0, 4).some(isNegator)) return false;
  if (somebodyAgrees(words)) return true;
  const isOnly = strict || before === 'only' || reading.afterNegation[at] === true;
  if (isOnly && words.some((one) => APPROVE.has(one))) return true;
  return (word === 'after' || word === 'upon' || isOnly) && holdsYes(words.slice(0, 4));
};

/** `refunds must be approved`, `a manager must approve each refund`. */
const mustBeApproved: Way = (reading, at) => {
  if (reading.negated[at]) return false;
  const words = behind(reading, at, REACH, EARLIER);
  if (words.slice(0, 3).some(isNegator)) return false;
  const be = words.indexOf('be');
  if (be >= 0 && be <= 1) {
    const verb = words.slice(be + 1, be + 4);
    if (verb.some((word) => APPROVE.has(word))) return true;
    return (
      verb.some((word) => CONFIRM.has(word)) && words.includes('by') && words.some((word) => PEOPLE.has(word))
    );
  }
  const subject = [1, 2, 3].some((back) => PEOPLE.has(textAt(reading, at - back)));
  const verb = words.slice(0, 4).findIndex((word) => APPROVE.has(word) || CONFIRM.has(word));
  return subject && verb >= 0 && !DATA_AFTER.has(words[verb + 1] ?? '');
};

/** `have a human approve every refund`, `ask the user to confirm`. */
const hasSomebodyApprove: Way = (reading, at) => !reading.negated[at] && somebodyAgrees(behind(reading, at));

/** `only with approval`, `subject to approval`, `pending approval`. */
const subjectToYes: Way = (reading, at) => {
  const word = textAt(reading, at);
  if (reading.negated[at]) return false;
  const words = behind(reading, at, 5);
  return (word !== 'only' || words[0] === 'with') && holdsYes(words);
};

/** The ways by the words that they begin with: most words begin none, and are looked at no closer. */
const WAYS: ReadonlyMap<string, readonly Way[]> = byWord([
  [ASK_FOR, asksForYes],
  [['without'], neverWithout],
  [PASS_ON, passesOnForYes],
  [NOUNS, yesIsNeeded],
  [ASK, asksBefore],
  [CHECK_WITH, checksWithSomebody],
  [['until', 'unless', 'after', 'once', 'when', 'if', 'upon'], onlyAfterYes],
  [DUTIES, mustBeApproved],
  [HAVE, hasSomebodyApprove],
  [['only', 'subject', 'pending'], subjectToYes],
]);

function byWord(ways: readonly (readonly [Iterable<string>, Way])[]): Map<string, Way[]> {
  const known = new Map<string, Way[]>();
  for (const [words, way] of ways)
    for (const word of words) known.set(word, [...(known.get(word) ?? []), way]);
  return known;
}
