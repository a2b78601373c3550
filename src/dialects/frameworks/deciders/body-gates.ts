import { type Approval, codeSpan, type Evidence, type Place } from '../../../model/index.js';
import { keptIn } from '../../../model/once.js';
import {
  type CallTerm,
  type CodeSyntaxNode,
  type Condition,
  contains,
  dependsOn,
  isKnownAs,
  nodeOfCall,
  nothingVisited,
  type ParameterTerm,
  placeOfTerm,
  type Reach,
  type ReachedCall,
  type Step,
  spellingOf,
  type Term,
  type Visited,
} from '../../../program/index.js';
import { QUIET_METHODS } from '../../agents/quiet-calls.js';
import {
  isAnswered,
  isAsking,
  isLookup,
  isMachine,
  isPausing,
  isPerson,
  isQuestion,
  isQuiet,
  isStage,
  isUnread,
  mayAbort,
  memberRead,
  PENDING,
  settingIn,
} from './deciders.js';
import { isOfHandler, sentBy } from './sent.js';
import { type Setting, type Switch, settingOf, settingWithin, switchIn, whenUnset } from './unset.js';

/** Who decides whether a call of a body runs. */
type Settled =
  /** A person, who is asked at a place. */
  | {
      readonly kind: 'person';
      readonly at: Place | undefined;
      readonly stated: string;
      /** How the program asks: `input()`. */
      readonly spelling: string;
      readonly isRequested?: boolean;
      readonly pauses?: boolean;
    }
  /** The model itself: it chooses the tested value. */
  | { readonly kind: 'model'; readonly name: string }
  /** A setting, and whether the call runs if it is not set. */
  | (Switch & { readonly kind: 'setting'; readonly isOff: boolean })
  /** A function that may ask a person: its name says so, and its code is not read. */
  | { readonly kind: 'other'; readonly name: string; readonly isStored?: true }
  /** A person is asked, and no test depends on the answer. */
  | { readonly kind: 'unused'; readonly call: CallTerm }
  | { readonly kind: 'error' };

/** What is known of the values that are tested. */
interface Known extends Pick<Reach, 'isGiven'> {
  /** Whether a parameter belongs to an enclosing function whose arguments are not visible. */
  isOpen?(parameter: ParameterTerm): boolean;
  /** Whether a value settles nothing, whatever it is computed from. */
  isEnd?(term: Term): boolean;
  /** Whether what acts is passed a value: the path that a person typed. */
  isPassed?(asked: Term): boolean;
  /** Whether a person may be asked on a path that is not known. */
  mayAsk?(): boolean;
  /** A file of the program, whose clients may send what is tested. */
  readonly document?: CodeSyntaxNode['document'];
  /** Where a person is asked; left out: in the body of the tool. */
  readonly where?: string;
  /** What other calls of the same body have shown of its tests. */
  readonly tests?: SettledTests;
}

/** Who decides a test on each side, where the answer of a call alone may do so and where none does. */
interface SettledTests {
  readonly known: Map<string, Map<Term, Settled | undefined>>;
  /** Values of which nothing decides. */
  readonly without: Visited;
}

const noTests = (): SettledTests => ({ known: new Map(), without: nothingVisited() });

/** The tests of one body in one file, whichever of its calls they stand before. */
const testsOfBodies = new WeakMap<Reach['isGiven'], Map<string, SettledTests>>();

/** Words in names of functions that ask a person, and of answers. */
export const ASKING_WORDS = /approv|confirm|consent|permission|authori[sz]|human|review/i;

/** A function that looks up what a user may do: `has_permission("send")`. Nobody answers it. */
const RIGHTS = /^has_?(?:\w+_)?(?:permissions?|authori[sz]ation)$/i;

/** Whether the name of a function says that it may ask a person. */
const mayAskBy = (name: string): boolean => ASKING_WORDS.test(name) && !RIGHTS.test(name);

/** Words in names of what the model passes in place of a person's answer. */
const CLAIMING_WORDS = new RegExp(
  `${ASKING_WORDS.source}|confiden|certain|agree|acknowledg|accept|allow|force|dry_?run`,
  'i',
);

/**
 * The gate in the body of a tool: whether a person answers before any of some calls runs. Undefined where nothing in the
 * body is similar to a gate.
 */
export function gateOfCalls(
  reach: Reach & Known,
  calls: readonly ReachedCall[],
): Evidence<Approval> | undefined {
  let mayAsk: boolean | undefined;
  const documents = new Set(calls.map(({ node }) => node.document));
  const inFiles = [reach.where ?? '', ...[...documents].map(({ file }) => file)].join('\0');
  const ofBody = keptIn(testsOfBodies, reach.isGiven, () => new Map<string, SettledTests>());
  const gate = gateOfConditions(
    calls.flatMap((call) => reach.conditionsOf(call)),
    {
      ...reach,
      ...(calls[0] && { document: calls[0].node.document }),
      ...(!reach.isEnd && { tests: keptIn(ofBody, inFiles, noTests) }),
      // Asked for each path that is not followed to its end.
      mayAsk: () => {
        mayAsk ??= reach.calls.some((one) => mayAskBy(one.name) || isAsking(reach.termOf(one)));
        return mayAsk;
      },
      // What a client sends is no setting of the program.
      isOpen: (one) => reach.isOfOther(one) && ![...documents].some((each) => isOfHandler(one, each)),
      isPassed: (asked) => calls.some((call) => isPassedTo(reach.termOf(call), asked)),
    },
  );
  if (gate) return gate;
  const tested = calls.flatMap((call) => reach.testsOf(call)).find((term) => isStatus(term, reach));
  if (!tested) return undefined;
  const why = otherWords({ kind: 'other', name: codeSpan(spellingOf(tested)), isStored: true });
  return { state: 'undecidable', at: placeOfTerm(tested), why };
}

/** Whether a test of an approval compares what several functions of the program set: `status == "approved"`. */
function isStatus(term: Term, reach: Reach): boolean {
  if (term.kind === 'not') return isStatus(term.operand, reach);
  if (term.kind !== 'compare' || term.operator !== 'equal') return false;
  const kinds = [term.left.kind, term.right.kind];
  const isOneOfSeveral = kinds.includes('gated') || kinds.includes('either');
  const texts = [term.left, term.right].flatMap((one) =>
    one.kind === 'constant' ? [String(one.scalar)] : [],
  );
  return isOneOfSeveral && texts.some((text) => ASKING_WORDS.test(text)) && !isOfGiven(term, reach);
}

/** The gate in some conditions of which one holds before anything acts. */
export function gateOfConditions(
  conditions: readonly Condition[],
  reach: Known,
): Evidence<Approval> | undefined {
  const settled = keptIn(settledSteps, reach, () => newSettled(reach));
  const paths = conditions.map((one) => one.flatMap((step) => settled(step) ?? []));
  if (paths.length === 0) return undefined;
  const found = paths.flat();
  const open = paths.filter((path) => !path.some(({ kind }) => kind === 'person'));
  const [asked] = found.flatMap((one) => (one.kind === 'person' ? [one] : []));
  if (open.length === 0 && asked)
    return {
      state: 'shown',
      value: {
        by: 'human',
        stated: asked.stated,
        ...(asked.pauses ? { interrupts: true, inBody: true } : {}),
      },
      ...(asked.at && { at: asked.at }),
    };
  const sent = asked && switchSentIn(conditions, paths, reach);
  if (asked && sent) return switchedBy(sent, asked);
  const why = whyOpen(open, asked?.at, reach);
  // What the framework asks for some arguments is a gate for some calls, as a predicate beside the tool is.
  return !why && asked?.isRequested
    ? { state: 'shown', value: { by: 'conditional', stated: asked.stated } }
    : why;
}

/**
 * The value that a client sends by which a call runs on a path without a person; undefined where none alone decides that, or
 * where another path asks nothing at all.
 */
function switchSentIn(
  conditions: readonly Condition[],
  paths: readonly (readonly Settled[])[],
  { document }: Known,
): Sent | undefined {
  if (!document) return undefined;
  const sent = conditions.map((steps, at) => {
    if (paths[at]?.length !== 0) return undefined;
    for (const step of steps) {
      if (step.kind !== 'test') continue;
      const by = sentBy(testedIn(step.term), { document });
      if (by !== undefined) return { by, at: placeOfTerm(step.term) };
    }
    return undefined;
  });
  const isOpen = paths.some((path, at) => path.length === 0 && !sent[at]);
  return isOpen ? undefined : sent.find((one) => one !== undefined);
}

/** What a test compares with a constant; the test itself where it compares nothing. */
const testedIn = (term: Term): Term =>
  term.kind === 'compare' && term.right.kind === 'constant' ? term.left : term;

/** A value that a client sends, as the program spells it. */
interface Sent {
  readonly by: string;
  readonly at: Place;
}

/** A gate that whoever sends a request switches off. */
function switchedBy({ by, at }: Sent, { stated, spelling }: Settled & { readonly kind: 'person' }) {
  const decidedBy = { spelling: by, by: 'client', at: 'switch' } as const;
  const value = { by: 'machine', stated, setting: spelling, decidedBy, inBody: true } as const;
  const text = `Let the answer to ${codeSpan(spelling)} alone decide: remove ${codeSpan(by)} from the test around it.`;
  return { state: 'shown', value, at, remedy: { text } } as const;
}

const settingsIn = (path: readonly Settled[]) => path.flatMap((one) => (one.kind === 'setting' ? [one] : []));

const otherWords = ({ name, isStored }: Settled & { readonly kind: 'other' }): string =>
  isStored ? `whether ${name} is a person's answer is not known` : `${name} may ask a person, or not`;

/** No gate where a setting has to switch it on, or switches it off. */
export function offGate(setting: Switch, at: Place | undefined): Evidence<Approval> {
  const { isOfRun, name, better } = setting;
  return {
    state: 'absent',
    ...(at && { at }),
    why: offUnless(setting),
    ...(isOfRun && { off: { by: 'run', setting: name } }),
    ...(better !== undefined && { remedy: { text: remedyOf(setting, better) } }),
  };
}

function remedyOf({ name, setIn, fallback }: Switch, better: string): string {
  const setting = codeSpan(name);
  const value = codeSpan(better);
  const then = 'approval is then required unless the setting switches it off';
  if (setIn !== undefined)
    return `Set ${setting} to ${value.replaceAll('"', '')} in ${codeSpan(setIn)}: approval is then required.`;
  const from = fallback === undefined ? '' : `, in place of ${codeSpan(fallback)}`;
  return `Make ${value} the default of ${setting} where the program reads it${from}: ${then}.`;
}

const offUnless = ({ name, setIn, on, fallback }: Switch): string => {
  if (setIn !== undefined) return `its gate is off: ${codeSpan(setIn)} sets ${codeSpan(name)}`;
  if (on !== undefined) return `its gate is off unless ${codeSpan(`${name}=${on}`)} is set`;
  const otherwise = fallback === undefined ? '' : ` (default: ${codeSpan(fallback)})`;
  return `its gate is off unless ${codeSpan(name)} is set${otherwise}`;
};

/** No gate, because constants and defaults of the program let the tool run. `what`: the function that would ask. */
export function offByDefault(what: string, at: Place): Evidence<Approval> {
  const why = `with the constants and defaults of the program, ${what} does not ask`;
  return { state: 'absent', at, why, off: { by: 'defaults' } };
}

/** A gate that is there until a setting switches it off. */
export const onUnless = (stated: string, { name }: Setting): string =>
  `${stated}, unless ${codeSpan(name)} switches it off`;

/**
 * A gate that is on where a value computed from a setting is true (`holds`: or false): whether it is where nothing is set.
 * Undefined where that is not known.
 */
export function setByDefault(
  term: Term,
  holds = true,
): { readonly isOn: boolean; readonly setting: Switch } | undefined {
  const known = whenUnset(term);
  const setting = known && settingWithin(term);
  if (setting === undefined || !known) return undefined;
  const isTrue = Boolean(known.value);
  // Where it runs is no choice of the program.
  if (isTrue && isStage(setting.name)) return undefined;
  return { isOn: isTrue === holds, setting: switchIn(term, setting, holds) };
}

/** What lets calls run without approval, the most certain first. `at`: where a person is asked on other paths. */
function whyOpen(
  open: readonly (readonly Settled[])[],
  at: Place | undefined,
  { isPassed }: Known,
): Evidence<Approval> | undefined {
  const place = at && { at };
  const all = open.flat();
  const other = all.find((one) => one.kind === 'other');
  const off = open.map(settingsIn).find((path) => path.length > 0 && path.every(({ isOff }) => isOff));
  const [setting] = off ?? all.flatMap((one) => (one.kind === 'setting' ? [one] : []));
  const byModel = all.find((one) => one.kind === 'model');
  const isEach = (by: Settled['kind']): boolean => open.every((path) => path.some(({ kind }) => kind === by));
  if (at && setting && isEach('setting'))
    return off
      ? offGate(setting, at)
      : { state: 'undecidable', ...place, why: `\`${setting.name}\` may answer in place of a person` };
  if (other && isEach('other')) return { state: 'undecidable', ...place, why: otherWords(other) };
  if (byModel) return { state: 'absent', ...place, why: `\`${byModel.name}\` is passed by the model itself` };
  if (at && all.some(({ kind }) => kind === 'error'))
    return { state: 'undecidable', ...place, why: 'after an error it runs without an answer of a person' };
  const [unused] = all.flatMap((one) => (one.kind === 'unused' && !isPassed?.(one.call) ? [one.call] : []));
  const asked = unused && atOfCall(unused);
  if (!unused || !asked) return undefined;
  return { state: 'absent', at: asked, why: `the answer to ${codeSpan(spellingOf(unused))} is not used` };
}

/** Who decides a step, by what is known: many conditions contain the same tests. */
const settledSteps = new WeakMap<Known, (step: Step) => Settled | undefined>();

function newSettled(reach: Known): (step: Step) => Settled | undefined {
  const tests = reach.tests ?? noTests();
  return (step) =>
    step.kind === 'test' ? settledByTest(step.term, step.holds, reach, tests) : settledByStep(step, reach);
}

function settledByStep(step: Exclude<Step, { kind: 'test' }>, reach: Known): Settled | undefined {
  switch (step.kind) {
    case 'call':
      if (!isAsking(step.call)) return undefined;
      if (mayAbort(step.call)) return person(step.call, reach);
      return isQuestion(step.call) ? { kind: 'unused', call: step.call } : undefined;
    case 'caught':
      return { kind: 'error' };
    case 'lost':
      return reach.mayAsk?.() ? { kind: 'other', name: 'more than is followed' } : undefined;
    default:
      return undefined;
  }
}

/** What a tested value depends on: a person before a setting, a setting before the model. */
function settledByTest(term: Term, holds: boolean, reach: Known, tests: SettledTests): Settled | undefined {
  const tested = valueTested(term);
  const alone = answerIn(tested);
  const isThere = alone === tested && alone !== undefined && isLookup(alone) && !isSaid(term);
  const isAnswer = alone && isUnread(alone) && !isThere && !reach.isPassed?.(tested);
  // What a client sends is no answer of the call that reads it.
  const isSent = isAnswer && reach.document && sentBy(tested, { document: reach.document }) !== undefined;
  const decides = isAnswer && !isSent ? alone : undefined;
  const known = keptIn(
    tests.known,
    `${holds} ${decides !== undefined}`,
    () => new Map<Term, Settled | undefined>(),
  );
  return keptIn(known, term, () => settledBy({ term, holds, decides }, reach, tests.without));
}

/** A test on one side, and the call whose answer alone it may be. */
interface Tested {
  readonly term: Term;
  readonly holds: boolean;
  readonly decides: CallTerm | undefined;
}

/** `without`: values of which nothing decides; grows. */
function settledBy({ term, holds, decides }: Tested, reach: Known, without: Visited): Settled | undefined {
  const secret = holds ? secretIn(term, reach) : undefined;
  if (secret) return secret;
  let found: Settled | undefined;
  let isRead = false;
  let isAbout = false;
  let isNoted = false;
  const note = (one: Settled): boolean => {
    isNoted = true;
    if (!found || RANK[one.kind] > RANK[found.kind]) found = one;
    return false;
  };
  const visit = (one: Term): boolean | undefined => {
    if (reach.isEnd?.(one)) return false;
    if (isPerson(one)) return note(person(one, reach));
    const setting = settingOf(one);
    if (setting) isNoted = true;
    if (setting && !(setting.isOfRun && !whenUnset(term))) {
      const isOff = isKnownAs(whenUnset(term), holds);
      return note({ kind: 'setting', ...(isOff ? switchIn(term, setting, !holds) : setting), isOff });
    }
    const given = givenIn(one, reach);
    if (given !== undefined) return CLAIMING_WORDS.test(given) ? note({ kind: 'model', name: given }) : false;
    if (one.kind === 'parameter' && reach.isOpen?.(one))
      return note({ kind: 'setting', name: one.name, isOff: false });
    // The row of a store: who wrote it is not known.
    if (one === decides && isLookup(decides))
      return note({ kind: 'other', name: codeSpan(spellingOf(term)), isStored: true });
    if (one === decides || (one.kind === 'call' && mayAskBy(one.name) && !isQuiet(one) && !isMachine(one)))
      return note({ kind: 'other', name: codeSpan(spellingOf(one.kind === 'call' ? one.callee : one)) });
    if (one.kind === 'call' && RIGHTS.test(one.name)) return false;
    // Whoever has its function to settle it answers: a dialog of the program, or other code.
    if (one.kind === 'call' && one.expression.isNew && PENDING.has(one.name))
      return note({ kind: 'other', name: `what settles the ${codeSpan(spellingOf(one.callee))}` });
    const isSaid = one.kind === 'call' && !isQuiet(one) && !isMachine(one);
    if (!isRead && isSaid && !(one.object && isOfGiven(one.object, reach))) isRead = true;
    if (one.kind === 'constant' && typeof one.scalar === 'string' && ASKING_WORDS.test(one.scalar))
      isAbout = true;
    // One of several that other functions set, or nothing is known of it.
    if (one.kind === 'either') isRead = true;
    isNoted ||= isAbout;
    return undefined;
  };
  // Most tests have nothing of this in them, and share their parts.
  const isNotable = (one: Term): boolean | undefined => {
    const answer = visit(one);
    return isNoted || answer;
  };
  const isNew = decides === undefined || !without.terms.has(decides);
  if (isNew && dependsOn(term, isNotable, without) === false) return undefined;
  const isDone = dependsOn(term, visit);
  // A row of a database, an entry of a cache, the answer of a service: who wrote it is not known. So is what is not visited.
  if ((isRead && isAbout) || isDone === undefined)
    note({ kind: 'other', name: codeSpan(spellingOf(term)), isStored: true });
  return found;
}

/** Whether a test asks what a value is, and not only whether there is one: `cache.get(id) == "yes"`. */
function isSaid(test: Term): boolean {
  if (test.kind === 'not') return isSaid(test.operand);
  if (test.kind !== 'compare' || test.operator !== 'equal') return false;
  return isPlain(test.right) && !(test.right.kind === 'constant' && typeof test.right.scalar !== 'string');
}

/** Whether a call is passed a value, also where a test has narrowed that in between. */
export function isPassedTo(call: CallTerm, value: Term): boolean {
  const places = keptIn(passed, call, () => {
    const found = new Set<string>();
    dependsOn(call, (one) => void found.add(placeOf(one)));
    return found;
  });
  return places.has(placeOf(value));
}

/** The kinds and places of all that calls are passed: each test in front of them asks. */
const passed = new WeakMap<CallTerm, Set<string>>();

const placeOf = ({ kind, at }: Term): string => `${kind} ${at.file.file}:${at.span.start}`;

/** What a test is of, beside a constant. Where what acts is passed it, the program looks up what it needs: that is no gate. */
export function valueTested(term: Term): Term {
  if (term.kind === 'not') return valueTested(term.operand);
  return term.kind === 'compare' && isPlain(term.right) ? valueTested(term.left) : term;
}

/** Whether a value is made from nothing that is known: a constant, bytes. */
const isPlain = (term: Term): boolean =>
  term.kind === 'constant' || (term.kind === 'computed' && term.parts.length === 0);

/** The call whose answer alone a value is: `rules.check(id)`, `queue.get()["ok"]`, `future.result().strip()`. */
function answerIn(term: Term): CallTerm | undefined {
  if (term.kind === 'member' || term.kind === 'index') return answerIn(term.object);
  if (term.kind !== 'call') return undefined;
  return (QUIET_METHODS.has(term.name) && term.object && answerIn(term.object)) || term;
}

/** Terms that depend on what the model gives, by the function that is judged: tests share their parts. */
const givenTerms = new WeakMap<Reach['isGiven'], WeakMap<Term, boolean>>();

function isOfGiven(term: Term, { isGiven }: Pick<Reach, 'isGiven'>): boolean {
  const known = keptIn(givenTerms, isGiven, () => new WeakMap<Term, boolean>());
  return keptIn(known, term, () => contains(term, (one) => one.kind === 'parameter' && isGiven(one)));
}

/** Calls that compare two texts. */
const COMPARING: ReadonlySet<string> = new Set(
  'compare_digest timingSafeEqual safe_str_cmp constant_time_compare'.split(' '),
);

/**
 * A test that an approval which the model passes is one of a setting without a default, or signed with it: the model
 * may have it from a person.
 */
function secretIn(term: Term, reach: Known): Settled | undefined {
  const isCompared =
    (term.kind === 'compare' && (term.operator === 'equal' || term.operator === 'in')) ||
    (term.kind === 'call' && COMPARING.has(term.name));
  if (!isCompared || !isOfGiven(term, reach)) return undefined;
  const names: string[] = [];
  dependsOn(term, (one) => {
    const name = settingIn(one);
    if (name === undefined || whenUnset(one)?.value != null) return undefined;
    names.push(name);
    return false;
  });
  const [name] = names;
  const spelled = spellingOf(term);
  if (name === undefined || !ASKING_WORDS.test(`${spelled} ${name}`)) return undefined;
  return { kind: 'other', name: `${codeSpan(spelled)} with the secret ${codeSpan(name)}`, isStored: true };
}

const RANK = { error: 0, unused: 0, model: 1, other: 2, setting: 3, person: 4 } as const;

/** The name of what the model passes: `confirm`, `input.confirm`, `args["confirm"]`, `args.get("confirm")`. */
export function givenIn(term: Term, reach: Pick<Reach, 'isGiven'>): string | undefined {
  if (term.kind === 'parameter') return reach.isGiven(term) ? term.name : undefined;
  const read = memberRead(term);
  return read && givenIn(read.object, reach) !== undefined ? read.name : undefined;
}

/** The person who answers a term, by the call that asks. */
function person(term: Term, { where = 'in its body' }: Known): Settled {
  const call = term.kind === 'call' ? term : undefined;
  const asks = spellingOf(call?.callee ?? term);
  return {
    kind: 'person',
    at: call && atOfCall(call),
    stated: `${asks} ${where}`,
    spelling: call ? `${asks}()` : asks,
    isRequested: isAnswered(term),
    pauses: call !== undefined && isPausing(call),
  };
}

const atOfCall = (call: CallTerm): Place | undefined => nodeOfCall(call).call?.at;
