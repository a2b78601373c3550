import facts from './events.json' with { type: 'json' };
import type { Expression } from './expression.js';

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

/** Whether a condition can be met when an outsider causes an event. */
export const canBeMet = (condition: Expression, event: OutsideEvent): Possible =>
  outcomeOf(condition, event).true;

function outcomeOf(of: Expression, event: OutsideEvent): Outcome {
  switch (of.kind) {
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
      return call(of.name, of.given, event);
    case 'context':
      return context(of.path, event);
    case 'literal':
      return ['false', '', '0', 'null'].includes(of.value) ? NEVER : ALWAYS;
    case 'other':
      return EITHER;
  }
}

const turned = (outcome: Outcome): Outcome => ({ true: outcome.false, false: outcome.true });

/** What a path of a context says of who caused an event. */
type Meaning =
  | 'private'
  | 'association'
  | 'person'
  | 'owner'
  | 'nothing'
  | 'elsewhere'
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
  if (/^(?:needs|steps|env|inputs|jobs)\./.test(path)) return 'elsewhere';
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

function comparison(left: Expression, right: Expression, event: OutsideEvent): Outcome {
  const [one, other] = left.kind === 'literal' ? [right, left] : [left, right];
  if (one.kind === 'call' && one.name === 'contains' && other.kind === 'literal') {
    const outcome = outcomeOf(one, event);
    return other.value === 'false' ? turned(outcome) : outcome;
  }
  if (one.kind !== 'context') return isElsewhere(one) || isElsewhere(other) ? UNKNOWN : EITHER;
  const meaning = meaningOf(one.path, event);
  if (isFork(one, other, event)) return NEVER;
  if (other.kind !== 'literal') {
    const theirs = other.kind === 'context' ? meaningOf(other.path, event) : 'nothing';
    if (meaning === 'elsewhere' || theirs === 'elsewhere') return UNKNOWN;
    const isPersonAndOwner =
      (meaning === 'person' && theirs === 'owner') || (meaning === 'owner' && theirs === 'person');
    return isPersonAndOwner ? NEVER : EITHER;
  }
  const { value } = other;
  if (isForkFlag(one.path, event)) return value === 'true' ? ALWAYS : NEVER;
  switch (meaning) {
    case 'association':
      return isOutsider(value) ? EITHER : NEVER;
    case 'person':
      return NEVER;
    case 'event':
      return value.toLowerCase() === event.name ? ALWAYS : NEVER;
    case 'action':
      return event.types.includes(value.toLowerCase()) ? EITHER : NEVER;
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
    case 'elsewhere':
      return UNKNOWN;
    default:
      return EITHER;
  }
}

/** Whether an outsider's pull request comes from a fork, as a word. */
const isForkFlag = (path: string, { name }: OutsideEvent): boolean =>
  /\.head(?:\.repo|_repository)\.fork$/.test(path) && FROM_FORKS.has(name);

/** Events of which the head of a pull request is part. */
const FROM_FORKS: ReadonlySet<string> = new Set(['pull_request_target', 'workflow_run']);

/**
 * Whether what an outsider causes has a label. On a new one only a template sets it; later on, somebody with a role may
 * have, and whoever edits or comments behind that did not.
 */
function labelled(value: string | undefined, { types, labels }: OutsideEvent): Outcome {
  const isNew = types.every((type) => type === 'opened');
  return isNew && value !== undefined && labels?.has(value.toLowerCase()) !== true ? NEVER : EITHER;
}

/** A pull request of an outsider comes from a fork: its head is in another repository. */
function isFork(one: Expression, other: Expression, { name }: OutsideEvent): boolean {
  if (!FROM_FORKS.has(name) || one.kind !== 'context' || other.kind !== 'context') return false;
  const paths = [one.path, other.path];
  return (
    paths.some((path) => /\.head(?:\.repo|_repository)\.(?:full_name|id|owner\.login)$/.test(path)) &&
    paths.some((path) =>
      /^github\.(?:repository|repository_id|repository_owner|event\.repository\.(?:full_name|id)|event\.pull_request\.base\.repo\.(?:full_name|id))$/.test(
        path,
      ),
    )
  );
}

const isOutsider = (association: string): boolean =>
  facts.outsiders.associations.includes(association.toUpperCase());

function isElsewhere(of: Expression): boolean {
  if (of.kind === 'context') return /^(?:needs|steps|env|inputs|jobs)\./.test(of.path);
  return of.kind === 'call' && of.given.some(isElsewhere);
}

function call(name: string, given: readonly Expression[], event: OutsideEvent): Outcome {
  const [first, second] = given;
  if (!first) return EITHER;
  if (name === 'contains' && second) return containment(first, second, event);
  if (name === 'startswith' || name === 'endswith') {
    if (first.kind !== 'context') return EITHER;
    const meaning = meaningOf(first.path, event);
    if (meaning === 'elsewhere') return UNKNOWN;
    const isBotName = second?.kind === 'literal' && second.value === '[bot]';
    if (meaning === 'person' && isBotName && event.isApp) return ALWAYS;
    return meaning === 'person' || meaning === 'missing' ? NEVER : EITHER;
  }
  return given.some(isElsewhere) ? UNKNOWN : EITHER;
}

/** `contains(list, value)`: for a list of roles or people, whether an outsider is in it. */
function containment(list: Expression, value: Expression, event: OutsideEvent): Outcome {
  if (list.kind === 'context') {
    const meaning = meaningOf(list.path, event);
    if (meaning === 'label') return labelled(value.kind === 'literal' ? value.value : undefined, event);
    if (meaning === 'missing') return NEVER;
    if (meaning === 'person' && value.kind === 'literal')
      return value.value === '[bot]' && event.isApp ? ALWAYS : NEVER;
    if (value.kind === 'context' && ['association', 'person'].includes(meaningOf(value.path, event)))
      return { true: 'maybe', false: 'yes' };
    return meaning === 'elsewhere' ? UNKNOWN : EITHER;
  }
  if (list.kind === 'call' && list.name === 'tojson') {
    const [inner] = list.given;
    return inner ? containment(inner, value, event) : EITHER;
  }
  if (value.kind !== 'context') return isElsewhere(list) || isElsewhere(value) ? UNKNOWN : EITHER;
  const meaning = meaningOf(value.path, event);
  if (meaning === 'elsewhere') return UNKNOWN;
  const names = namesIn(list);
  if (meaning === 'missing') return names?.includes('') === true ? EITHER : NEVER;
  if (meaning === 'event') return names?.includes(event.name) === true ? ALWAYS : NEVER;
  if (meaning !== 'association' && meaning !== 'person') return EITHER;
  if (!names) return { true: 'maybe', false: 'yes' };
  return meaning === 'association' && names.some(isOutsider) ? EITHER : NEVER;
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

function context(path: string, event: OutsideEvent): Outcome {
  const meaning = meaningOf(path, event);
  if (meaning === 'elsewhere') return UNKNOWN;
  if (meaning === 'missing' || meaning === 'private') return NEVER;
  if (isForkFlag(path, event)) return ALWAYS;
  return meaning === 'person' || meaning === 'association' ? ALWAYS : EITHER;
}
