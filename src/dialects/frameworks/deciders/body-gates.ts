import type { Approval, Evidence, Place } from '../../../model/index.js';
import {
  type Condition,
  dependsOn,
  nodeOfCall,
  type Reach,
  type ReachedCall,
  type Step,
  spellingOf,
  type Term,
} from '../../../program/index.js';
import { isAsking, isPerson, mayAbort, settingIn } from './deciders.js';

/** Who decides whether a call of a body runs. */
type Settled =
  /** A person, who is asked at a place. */
  | { readonly kind: 'person'; readonly at: Place | undefined; readonly stated: string }
  /** The model itself: it chooses the tested value. */
  | { readonly kind: 'model'; readonly name: string }
  /** A setting, and whether the call runs if it is not set. */
  | { readonly kind: 'setting'; readonly name: string; readonly isOff: boolean }
  /** A function that may ask a person: its name says so, and its code is not read. */
  | { readonly kind: 'other'; readonly name: string }
  | { readonly kind: 'error' };

/** What is known of the values that are tested. */
interface Known extends Pick<Reach, 'isGiven'> {
  /** Whether a value settles nothing, whatever it is computed from. */
  isEnd?(term: Term): boolean;
  /** Where a person is asked; left out: in the body of the tool. */
  readonly where?: string;
}

/** Words in names of functions that ask a person, and of answers. */
const ASKING_WORDS = /approv|confirm|consent|permission|authori[sz]|human|review/i;

/**
 * The gate in the body of a tool: whether a person answers before any of some calls runs. Undefined where nothing in the
 * body is similar to a gate.
 */
export const gateOfCalls = (
  reach: Pick<Reach, 'conditionsOf'> & Known,
  calls: readonly ReachedCall[],
): Evidence<Approval> | undefined =>
  gateOfConditions(
    calls.flatMap((call) => reach.conditionsOf(call)),
    reach,
  );

/** The gate in some conditions of which one holds before anything acts. */
export function gateOfConditions(
  conditions: readonly Condition[],
  reach: Known,
): Evidence<Approval> | undefined {
  const paths = conditions.map((one) => settledBy(one, reach));
  if (paths.length === 0) return undefined;
  const found = paths.flat();
  const open = paths.filter((path) => !path.some(({ kind }) => kind === 'person'));
  const [asked] = found.flatMap((one) => (one.kind === 'person' ? [one] : []));
  if (open.length === 0 && asked)
    return {
      state: 'shown',
      value: { by: 'human', stated: asked.stated },
      ...(asked.at && { at: asked.at }),
    };
  return whyOpen(open, asked?.at);
}

/** What lets calls run without approval, the most certain first. `at`: where a person is asked on other paths. */
function whyOpen(
  open: readonly (readonly Settled[])[],
  at: Place | undefined,
): Evidence<Approval> | undefined {
  const place = at && { at };
  const all = open.flat();
  const other = all.find((one) => one.kind === 'other');
  const setting = all.find((one) => one.kind === 'setting');
  const byModel = all.find((one) => one.kind === 'model');
  const isSettled = open.every((path) => path.some(({ kind }) => kind === 'setting'));
  if (at && setting && isSettled)
    return setting.isOff
      ? { state: 'absent', ...place, why: `its gate is off unless \`${setting.name}\` is set` }
      : { state: 'undecidable', ...place, why: `\`${setting.name}\` may answer in place of a person` };
  if (other && open.every((path) => path.some(({ kind }) => kind === 'other')))
    return { state: 'undecidable', ...place, why: `${other.name} may ask a person, or not` };
  if (byModel) return { state: 'absent', ...place, why: `the model itself passes \`${byModel.name}\`` };
  if (at && all.some(({ kind }) => kind === 'error'))
    return { state: 'undecidable', ...place, why: 'after an error it runs without an answer of a person' };
  return undefined;
}

const settledBy = (condition: Condition, reach: Known): readonly Settled[] =>
  condition.flatMap((step) => settledByStep(step, reach) ?? []);

function settledByStep(step: Step, reach: Known): Settled | undefined {
  switch (step.kind) {
    case 'call':
      return isAsking(step.call) && mayAbort(step.call) ? person(step.call, reach) : undefined;
    case 'caught':
      return { kind: 'error' };
    case 'test':
      return settledByTest(step.term, step.holds, reach);
    default:
      return undefined;
  }
}

/** What a tested value depends on: a person before a setting, a setting before the model. */
function settledByTest(term: Term, holds: boolean, reach: Known): Settled | undefined {
  let found: Settled | undefined;
  const note = (one: Settled): boolean => {
    if (!found || RANK[one.kind] > RANK[found.kind]) found = one;
    return false;
  };
  dependsOn(term, (one) => {
    if (reach.isEnd?.(one)) return false;
    if (isPerson(one)) return note(person(one, reach));
    const setting = settingIn(one);
    if (setting !== undefined) return note({ kind: 'setting', name: setting, isOff: isOff(term, holds) });
    if (one.kind === 'parameter' && reach.isGiven(one))
      return ASKING_WORDS.test(one.name) ? note({ kind: 'model', name: one.name }) : false;
    if (one.kind === 'member' && one.object.kind === 'parameter' && reach.isGiven(one.object))
      return ASKING_WORDS.test(one.property) ? note({ kind: 'model', name: one.property }) : false;
    if (one.kind === 'call' && ASKING_WORDS.test(one.name))
      return note({ kind: 'other', name: `\`${spellingOf(one.callee)}\`` });
    return undefined;
  });
  return found;
}

const RANK = { error: 0, model: 1, other: 2, setting: 3, person: 4 } as const;

/** Whether a test of a setting takes this branch if the setting has its default, or is not set. */
function isOff(term: Term, holds: boolean): boolean {
  switch (term.kind) {
    case 'not':
      return isOff(term.operand, !holds);
    case 'compare': {
      const { left, right } = term;
      const [value, constant] = left.kind === 'constant' ? [right, left] : [left, right];
      if (constant.kind !== 'constant') return !holds;
      return (defaultOf(value) === constant.scalar) === holds;
    }
    default:
      return Boolean(defaultOf(term)) === holds;
  }
}

/** The default of a setting that its call states. */
function defaultOf(term: Term): unknown {
  if (term.kind === 'call' && settingIn(term) !== undefined) {
    const [, given] = term.given;
    return given?.kind === 'constant' ? given.scalar : undefined;
  }
  const object = term.kind === 'call' || term.kind === 'member' ? term.object : undefined;
  return object && defaultOf(object);
}

/** The person who answers a term, by the call that asks. */
function person(term: Term, { where = 'in its body' }: Known): Settled {
  const call = term.kind === 'call' ? term : undefined;
  return {
    kind: 'person',
    at: call && nodeOfCall(call).call?.at,
    stated: `${spellingOf(call?.callee ?? term)} ${where}`,
  };
}
