import { literalPattern } from '../../model/pattern.js';
import facts from './events.json' with { type: 'json' };
import { type Alternative, type Expression, literal, not, whyUnknown } from './expression.js';

/** An event that a person without any role in the repository can cause. */
export interface OutsideEvent {
  name: string;
  /** Activity types of it that need no role, among those that start the workflow. */
  types: readonly string[];
  /** An app causes it, which acts as a bot. */
  isApp?: true;
  /** Labels that templates of issues set, so that everybody's issue has them. */
  labels?: ReadonlySet<string>;
}

/** Whether something can be so for an outsider; `maybe`: it is computed elsewhere. */
export type Possible = 'no' | 'maybe' | 'yes';

/** What a condition can be when an outsider causes the event. */
interface Outcome {
  true: Possible;
  false: Possible;
}

const EITHER: Outcome = { true: 'yes', false: 'yes' };
const UNKNOWN: Outcome = { true: 'maybe', false: 'maybe' };
const NEVER: Outcome = { true: 'no', false: 'yes' };
const ALWAYS: Outcome = { true: 'yes', false: 'no' };
/** A person is compared with what is not in the files. */
const NOT_SEEN: Outcome = { true: 'maybe', false: 'yes' };

const RANK: Record<Possible, number> = { no: 0, maybe: 1, yes: 2 };
const least = (a: Possible, b: Possible): Possible => (RANK[a] <= RANK[b] ? a : b);
const most = (a: Possible, b: Possible): Possible => (RANK[a] >= RANK[b] ? a : b);

/** The least of several. */
export const leastOf = (all: readonly Possible[]): Possible => all.reduce(least, 'yes');

interface EventFacts {
  payload: readonly string[];
  author: string;
  types: readonly string[];
}

const EVENTS: ReadonlyMap<string, EventFacts> = new Map(Object.entries(facts.events));

/** Activity types of an event that need no role; undefined where only people with a role cause it. */
export const outsideTypes = (event: string): readonly string[] | undefined => EVENTS.get(event)?.types;

/** Most parts of one condition that are looked at. */
const MOST_PARTS = 20_000;

interface Cause extends OutsideEvent {
  parts: { left: number };
  /** What the event says of the outsider, and the role that a check answers. */
  association: string;
  role: string;
}

/** The roles of people without a role, as the API answers them. */
const NO_ROLES = ['read', 'none'];

/** Whether a condition can be met when an outsider causes an event, whatever the event says of them. */
export function canBeMet(condition: Expression, event: OutsideEvent): Possible {
  let result: Possible = 'no';
  for (const association of facts.outsiders.associations)
    for (const role of NO_ROLES) {
      const parts = { left: MOST_PARTS };
      result = most(result, outcomeOf(condition, { ...event, association, role, parts }).true);
      if (result === 'yes') return result;
    }
  return result;
}

function outcomeOf(of: Expression, event: Cause): Outcome {
  if (event.parts.left-- <= 0) return UNKNOWN;
  switch (of.kind) {
    case 'one-of':
      return alternatives(of.of, event, (value) => outcomeOf(value, event));
    case 'unknown':
      return UNKNOWN;
    // Any text that is not empty is true, also that of a role or of the word `false`.
    case 'rights':
    case 'free':
      return EITHER;
    case 'and': {
      const [a, b] = [outcomeOf(of.left, event), outcomeOf(of.right, event)];
      return { true: least(a.true, b.true), false: most(a.false, b.false) };
    }
    case 'or': {
      const [a, b] = [outcomeOf(of.left, event), outcomeOf(of.right, event)];
      return { true: most(a.true, b.true), false: least(a.false, b.false) };
    }
    case 'not':
      return turned(outcomeOf(of.of, event));
    case 'equal':
      return comparison(of.left, of.right, event);
    case 'unequal':
      return turned(comparison(of.left, of.right, event));
    case 'call':
      return of.name === 'case'
        ? alternatives(casesOf(of.given), event, (value) => outcomeOf(value, event))
        : call(of.name, of.given, event);
    case 'context':
      return context(of.path, event);
    case 'literal':
      return ['false', '', '0', 'null'].includes(of.value) ? NEVER : ALWAYS;
    case 'other':
      return EITHER;
  }
}

/** What comes of the values that something may have, each where it can be produced. */
function alternatives(
  of: readonly Alternative[],
  event: Cause,
  outcome: (value: Expression) => Outcome,
): Outcome {
  const result: Outcome = { true: 'no', false: 'no' };
  for (const { value, under } of of) {
    const there = leastOf(under.map((one) => outcomeOf(one, event).true));
    if (there === 'no') continue;
    const one = outcome(value);
    result.true = most(result.true, least(there, one.true));
    result.false = most(result.false, least(there, one.false));
  }
  return result;
}

const turned = (outcome: Outcome): Outcome => ({ true: outcome.false, false: outcome.true });

/** What a path of a context says of who caused an event. */
type Meaning =
  | 'private'
  | 'association'
  | 'person'
  | 'owner'
  | 'nothing'
  | 'missing'
  | 'label'
  | 'kind'
  | 'upstream'
  | 'event'
  | 'action';

function meaningOf(path: string, { name }: OutsideEvent): Meaning {
  const own = EVENTS.get(name);
  if (/^github\.event\.(?:sender|\w+\.user|\w+\.actor)\.type$/.test(path)) return 'kind';
  if (facts.actors.includes(path)) return 'person';
  if (facts.owners.includes(path)) return 'owner';
  if (path === 'github.event.repository.private') return 'private';
  if (path === 'github.event_name') return 'event';
  if (path === 'github.event.action') return 'action';
  // Only people with a role start a workflow with inputs.
  if (path.startsWith('github.event.inputs.')) return 'missing';
  // A label is put on by people with a role.
  if (path === 'github.event.label.name') return 'missing';
  if (/^github\.event\.(?:issue|pull_request|discussion)\.labels\b/.test(path)) return 'label';
  const object = /^github\.event\.(\w+)/.exec(path)?.[1] ?? '';
  if (!facts.objects.includes(object)) return 'nothing';
  if (own?.payload.includes(object) !== true) return 'missing';
  if (object !== own.author) return 'nothing';
  if (path === 'github.event.workflow_run.event') return 'upstream';
  // The list is empty for the pull request of a fork.
  if (path.startsWith('github.event.workflow_run.pull_requests')) return 'missing';
  if (path.endsWith('.author_association')) return 'association';
  return /\.(?:user|actor|triggering_actor)\.(?:login|id)$/.test(path) ? 'person' : 'nothing';
}

/** Who causes an event, or what a check says of them. */
const isWho = (of: Expression, event: Cause): boolean =>
  of.kind === 'rights' ||
  (of.kind === 'context' && ['association', 'person'].includes(meaningOf(of.path, event)));

/** Most texts that one text with expressions in it may be. */
const MOST_TEXTS = 50;

/** A value that the event itself says: an association, its name, its activity, or a text of these. */
function settled(of: Expression, event: Cause): Expression {
  const texts = textsOf(of, event);
  if (!texts) return of;
  const [first, ...others] = texts;
  return first !== undefined && others.length === 0
    ? literal(first)
    : { kind: 'one-of', of: texts.map((text) => ({ value: literal(text), under: [] })) };
}

function textsOf(of: Expression, event: Cause): string[] | undefined {
  if (of.kind === 'literal') return [of.value];
  if (of.kind === 'context') {
    const meaning = meaningOf(of.path, event);
    if (meaning === 'association') return [event.association];
    if (meaning === 'event') return [event.name];
    return meaning === 'action' && event.types.length > 0 ? [...event.types] : undefined;
  }
  if (of.kind !== 'call' || of.name !== 'format') return undefined;
  let texts = textsOf(of.given[0] ?? of, event);
  for (const [index, part] of of.given.slice(1).entries()) {
    const values = textsOf(part, event);
    texts =
      values && texts?.flatMap((text) => values.map((value) => text.replaceAll(`{${String(index)}}`, value)));
    if (!texts || texts.length > MOST_TEXTS) return undefined;
  }
  return texts;
}

/** The values of `a && b || c` and of `case(a, b, c)`, which is one of its parts. */
function choiceOf(of: Expression): Alternative[] | undefined {
  if (of.kind === 'call' && of.name === 'case') return casesOf(of.given);
  if (of.kind !== 'and' && of.kind !== 'or') return undefined;
  const { left, right } = of;
  const isMet = [left];
  const isNot: Expression[] = [not(left)];
  const own = isTest(left) ? literal(of.kind === 'or' ? 'true' : 'false') : left;
  return [
    { value: own, under: of.kind === 'or' ? isMet : isNot },
    { value: right, under: of.kind === 'or' ? isNot : isMet },
  ];
}

/** The values of `case(test, value, ..., other)`: that of the first test that is so. */
const casesOf = (given: readonly Expression[]): Alternative[] =>
  given.flatMap((value, index) => {
    if (index % 2 === 0 && index < given.length - 1) return [];
    const tests = given.slice(0, index).filter((_, at) => at % 2 === 0);
    const own = index % 2 === 1 ? tests.splice(-1) : [];
    return [{ value, under: [...tests.map(not), ...own] }];
  });

/** Functions that write a value in another form. */
const FORMS: ReadonlySet<string> = new Set(['tojson', 'fromjson', 'join']);

/** What a value is made from where a function gives it another form alone. */
function plain(of: Expression): Expression {
  if (of.kind !== 'call') return of;
  const [first = of] = of.given;
  if (FORMS.has(of.name)) return plain(first).kind === 'literal' ? of : plain(first);
  const index = of.name === 'format' && first.kind === 'literal' ? WHOLE.exec(first.value)?.[1] : undefined;
  return index === undefined ? of : plain(of.given[Number(index) + 1] ?? of);
}
const WHOLE = /^\{(\d+)\}$/;

/** The parts of a text that `format` makes, and what stands around them; undefined for another value. */
function formatOf(of: Expression): { parts: Expression[]; around: string[] } | undefined {
  if (of.kind !== 'call' || of.name !== 'format') return undefined;
  const [template, ...given] = of.given;
  if (template?.kind !== 'literal') return undefined;
  const pieces = template.value.split(/\{(\d+)\}/);
  return {
    parts: pieces.flatMap((one, index) => (index % 2 === 1 ? (given[Number(one)] ?? literal('')) : [])),
    around: pieces.filter((_, index) => index % 2 === 0),
  };
}

/** Whether an outsider chooses the text of a value. */
const isText = (of: Expression): boolean =>
  of.kind === 'free' || (of.kind === 'context' && facts.texts.paths.includes(of.path));

/** A text that `format` makes, compared with another one: each of its parts with what stands in its place. */
function formatted(of: Expression, value: string, event: Cause): Outcome | undefined {
  const { parts, around } = formatOf(of) ?? {};
  if (!parts || !around) return undefined;
  const found = new RegExp(`^${around.map(literalPattern).join('(.*)')}$`, 'is').exec(value);
  if (!found) return NEVER;
  // Next to a text that an outsider chooses, a part of a name may be in either of them.
  if (parts.some(isText) && around.slice(1, -1).some((one) => /^[\w-]*$/.test(one))) return EITHER;
  return parts
    .map((part, index) => comparison(part, literal(found[index + 1] ?? ''), event))
    .reduce((a, b) => ({ true: least(a.true, b.true), false: most(a.false, b.false) }), ALWAYS);
}

/** The person or the rights that a text of `format` is made from, unless an outsider chooses a part of it. */
function subjectOf(of: Expression, event: Cause): Expression {
  const own = plain(of);
  const parts = formatOf(own)?.parts ?? [];
  return parts.some(isText) ? own : (parts.find((one) => isWho(one, event)) ?? own);
}

function comparison(of: Expression, by: Expression, event: Cause): Outcome {
  const [first, second] = [plain(of), plain(by)];
  if (first.kind === 'free' ? isWho(second, event) : second.kind === 'free' && isWho(first, event))
    return NOT_SEEN;
  const [left, right] = [settled(first, event), settled(second, event)];
  if (left.kind === 'one-of') return alternatives(left.of, event, (value) => comparison(value, right, event));
  if (right.kind === 'one-of')
    return alternatives(right.of, event, (value) => comparison(left, value, event));
  const chosen = choiceOf(left) ?? choiceOf(right);
  if (chosen)
    return alternatives(chosen, event, (value) =>
      choiceOf(left) ? comparison(value, right, event) : comparison(left, value, event),
    );
  if (left.kind === 'unknown' || right.kind === 'unknown') return UNKNOWN;
  const [one, other] = left.kind === 'literal' ? [right, left] : [left, right];
  if (other.kind === 'literal') {
    if (one.kind === 'literal') return one.value.toLowerCase() === other.value.toLowerCase() ? ALWAYS : NEVER;
    if (one.kind === 'rights') return answers(one, [other.value], event);
    if (isTest(one) && /^(?:true|false)$/i.test(other.value)) {
      const outcome = outcomeOf(one, event);
      return other.value.toLowerCase() === 'false' ? turned(outcome) : outcome;
    }
  }
  if (isFork(one, other, event)) return NEVER;
  if (one.kind !== 'context') {
    const outcome = other.kind === 'literal' ? formatted(one, other.value, event) : undefined;
    return outcome ?? (mayBeUnknown(one, other) ? UNKNOWN : EITHER);
  }
  const meaning = meaningOf(one.path, event);
  if (other.kind !== 'literal') {
    const theirs = other.kind === 'context' ? meaningOf(other.path, event) : 'nothing';
    const isPersonAndOwner =
      (meaning === 'person' && theirs === 'owner') || (meaning === 'owner' && theirs === 'person');
    return isPersonAndOwner ? NEVER : EITHER;
  }
  const { value } = other;
  if (isForkFlag(one.path, event)) return value === 'true' ? ALWAYS : NEVER;
  switch (meaning) {
    case 'person':
      return NEVER;
    case 'action':
      return EITHER;
    case 'missing':
      return ['', 'null', 'false', '0'].includes(value) ? ALWAYS : NEVER;
    case 'label':
      return labelled(value, event);
    case 'kind':
      return (value.toLowerCase() === 'bot') === (event.isApp === true) ? ALWAYS : NEVER;
    case 'upstream':
      return facts.inside.events.includes(value.toLowerCase()) ? NEVER : EITHER;
    // Outsiders cause events of public repositories only.
    case 'private':
      return value === 'true' ? NEVER : ALWAYS;
    default:
      return EITHER;
  }
}

/** Whether an outsider's pull request comes from a fork, as a word. */
const isForkFlag = (path: string, { name }: OutsideEvent): boolean =>
  /\.head(?:\.repo|_repository)\.fork$/.test(path) && facts.heads.events.own.includes(name);

/**
 * Whether what an outsider causes has a label. On a new one only a template sets it; later on, somebody with a role may
 * have, and whoever edits or comments behind that did not.
 */
function labelled(value: string | undefined, { types, labels }: OutsideEvent): Outcome {
  const isNew = types.every((type) => type === 'opened');
  return isNew && value !== undefined && labels?.has(value.toLowerCase()) !== true ? NEVER : EITHER;
}

/** The path of a context; `owner/name` of the repository is that of it. */
function pathOf(of: Expression): string {
  if (of.kind === 'context') return of.path;
  const [owner] = formatOf(of)?.parts ?? [];
  const isOwn = owner?.kind === 'context' && owner.path === 'github.repository_owner';
  return isOwn ? 'github.repository' : '';
}

/** A pull request of an outsider comes from a fork: its head is in another repository, and none that a file names. */
function isFork(one: Expression, other: Expression, { name }: OutsideEvent): boolean {
  if (!facts.heads.events.own.includes(name)) return false;
  const paths = [one, other].map(pathOf);
  return (
    paths.some((path) => /\.head(?:\.repo|_repository)\.(?:full_name|id|owner\.login)$/.test(path)) &&
    [one, other].some((of) => (of.kind === 'literal' && of.value !== '') || OWN_REPOSITORY.test(pathOf(of)))
  );
}

const OWN_REPOSITORY =
  /^github\.(?:repository|repository_id|repository_owner|event\.(?:workflow_run\.)?repository\.(?:full_name|id)|event\.pull_request\.base\.repo\.(?:full_name|id))$/;

const isOutsider = (association: string): boolean =>
  facts.outsiders.associations.includes(association.toUpperCase());

/** Answers of a check of rights that an outsider gets, too. */
const isAnswerToOutsiders = (value: string): boolean =>
  ['', 'none', 'read', 'false', 'null', '0', 'no'].includes(value.toLowerCase()) || isOutsider(value);

/** Whether a path names who causes the event, or the owner of their fork. */
const isOwnName = (path: string, event: Cause): boolean =>
  ['person', 'missing'].includes(meaningOf(path, event)) ||
  /\.head(?:\.repo|_repository)\.owner\.login$/.test(path);

/** Whether a check of rights answers one of some words to an outsider; of another person it may answer anything. */
function answers(check: Expression & { kind: 'rights' }, words: readonly string[], event: Cause): Outcome {
  if (check.of !== undefined && !isOwnName(check.of, event)) return EITHER;
  if (check.isRole && words.includes(event.role)) return ALWAYS;
  const others = check.isRole ? words.filter((word) => !NO_ROLES.includes(word)) : words;
  return others.some(isAnswerToOutsiders) ? EITHER : NEVER;
}

/** Whether an expression is a test, which is true or false. */
const isTest = ({ kind, ...of }: Expression): boolean =>
  ['and', 'or', 'not', 'equal', 'unequal', 'other'].includes(kind) ||
  (kind === 'call' && 'name' in of && ['contains', 'startswith', 'endswith'].includes(of.name));

const mayBeUnknown = (...all: readonly Expression[]): boolean =>
  all.some((one) => whyUnknown(one) !== undefined);

/** The values of an argument that may have several. */
function severalOf(of: Expression, event: Cause): readonly Alternative[] | undefined {
  const one = of.kind === 'call' ? settled(of, event) : of;
  if (one.kind === 'one-of') return one.of;
  return one.kind === 'literal' && of.kind === 'call' ? [{ value: one, under: [] }] : choiceOf(one);
}

function call(name: string, given: readonly Expression[], event: Cause): Outcome {
  const index = given.findIndex((one) => severalOf(one, event) !== undefined);
  const several = given[index] && severalOf(given[index], event);
  if (several) return alternatives(several, event, (value) => call(name, given.with(index, value), event));
  const [subject, second] = given;
  if (!subject) return EITHER;
  const first = name === 'fromjson' ? subject : subjectOf(subject, event);
  if (name === 'fromjson' && first.kind === 'rights') return NEVER;
  if (name === 'fromjson' && (isTest(first) || first.kind === 'literal')) return outcomeOf(first, event);
  if (given.some(({ kind }) => kind === 'unknown')) return UNKNOWN;
  if (name === 'contains' && second) return containment(first, subjectOf(second, event), event);
  if (name === 'startswith' || name === 'endswith') {
    if (first.kind === 'literal' && second?.kind === 'literal') {
      const [text, part] = [first.value.toLowerCase(), second.value.toLowerCase()];
      return (name === 'startswith' ? text.startsWith(part) : text.endsWith(part)) ? ALWAYS : NEVER;
    }
    if (first.kind !== 'context') return EITHER;
    const meaning = meaningOf(first.path, event);
    const isBotName = second?.kind === 'literal' && second.value === '[bot]';
    if (meaning === 'person' && isBotName && event.isApp) return ALWAYS;
    return meaning === 'person' || meaning === 'missing' ? NEVER : EITHER;
  }
  return mayBeUnknown(...given) ? UNKNOWN : EITHER;
}

/** `contains(list, value)`: for a list of roles or people, whether an outsider is in it. */
function containment(list: Expression, value: Expression, event: Cause): Outcome {
  if (list.kind === 'context') {
    const meaning = meaningOf(list.path, event);
    if (meaning === 'label') return labelled(value.kind === 'literal' ? value.value : undefined, event);
    if (meaning === 'missing') return NEVER;
    if (meaning === 'person' && value.kind === 'literal')
      return value.value === '[bot]' && event.isApp ? ALWAYS : NEVER;
    return isWho(value, event) ? NOT_SEEN : EITHER;
  }
  if (list.kind === 'rights') return value.kind === 'literal' ? answers(list, [value.value], event) : EITHER;
  const names = namesIn(list);
  if (value.kind === 'rights') return names ? answers(value, names, event) : NOT_SEEN;
  if (value.kind === 'literal' && names) {
    const part = value.value.toLowerCase();
    const isIn =
      list.kind === 'literal'
        ? list.value.toLowerCase().includes(part)
        : names.some((name) => name.toLowerCase() === part);
    return isIn ? ALWAYS : NEVER;
  }
  if (value.kind !== 'context') return mayBeUnknown(list, value) ? UNKNOWN : EITHER;
  const meaning = meaningOf(value.path, event);
  if (meaning === 'missing') return names?.includes('') === true ? EITHER : NEVER;
  if (meaning === 'event') return names?.includes(event.name) === true ? ALWAYS : NEVER;
  if (meaning !== 'association' && meaning !== 'person') return EITHER;
  if (!names) return NOT_SEEN;
  return meaning === 'association' ? containment(list, settled(value, event), event) : NEVER;
}

/** The entries of a list that is written out, as JSON or as text with signs between them. */
function namesIn(list: Expression): string[] | undefined {
  const text =
    list.kind === 'literal'
      ? list.value
      : list.kind === 'call' && list.name === 'fromjson' && list.given[0]?.kind === 'literal'
        ? list.given[0].value
        : undefined;
  return text?.split(/[\s,"'[\]|;]+/).filter((one) => one !== '');
}

function context(path: string, event: Cause): Outcome {
  const meaning = meaningOf(path, event);
  if (meaning === 'missing' || meaning === 'private') return NEVER;
  if (isForkFlag(path, event)) return ALWAYS;
  return meaning === 'person' || meaning === 'association' ? ALWAYS : EITHER;
}
