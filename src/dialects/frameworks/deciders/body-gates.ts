import { codeSpan, type Place } from '../../../model/index.js';
import { keptFor, keptIn, once } from '../../../model/once.js';
import {
  bared,
  type CallShape,
  type CodeSyntaxNode,
  type Condition,
  callIn,
  callOf,
  constantIn,
  dependsOn,
  type Guard,
  isKnownAs,
  isSameValue,
  isVisited,
  kindOf,
  kindsIn,
  nodeOfCall,
  parameterIn,
  partsOf,
  placeOfValue,
  type Reach,
  type ReachedCall,
  type Shape,
  shapeOf,
  spellingOf,
  type Traced,
  testedIn,
  textOf,
  type Value,
  type Visited,
} from '../../../program/index.js';
import { isOfNumber } from '../../agents/arithmetic.js';
import { QUIET_METHODS } from '../../agents/quiet-calls.js';
import { answeredBy, type Gate, notKnown } from '../gate-levels.js';
import { comparedTexts } from '../tool-names.js';
import { givenIn, isOfGiven, secretIn } from '../given-values.js';
import { earlierIn } from '../kept-answers.js';
import { isTyped, promiseIn, unusedWords, withoutRefused, withoutYes } from '../no-yes.js';
import { isPassedToOne } from '../passed-values.js';
import { offGate } from '../setting-gates.js';
import { isLookup, isMachine } from '../../agents/machine-calls.js';
import {
  ASKING_WORDS,
  isAnswered,
  isAnswerOfNobody,
  isAsking,
  isPausing,
  isPending,
  isPerson,
  isPresence,
  isQuestion,
  isQuiet,
  isUnread,
  MOST_STEPS,
  mayAbort,
  objectOf,
} from './deciders.js';
import { isOfHandler, sentBy } from './sent.js';
import { type Switch, settingOf, switchIn, whenUnset } from './unset.js';

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
  | { readonly kind: 'other'; readonly name: string; readonly isStored?: true; readonly earlier?: CallShape }
  /** A person is asked, and no test depends on the answer. */
  | { readonly kind: 'unused'; readonly call: CallShape; readonly isTested?: true }
  | { readonly kind: 'error' };

/** What is known of the values that are tested. */
interface Known extends Pick<Reach, 'isGiven'>, Partial<Pick<Reach, 'gives' | 'functionAt'>> {
  /** Whether a value is a parameter of an enclosing function whose arguments are not visible. */
  isOpen?(value: Traced): boolean;
  /** Whether a value settles nothing, whatever it is computed from. */
  isEnd?(value: Traced): boolean;
  /** Whether what acts is passed a value: the path that a person typed. */
  isPassed?(asked: Traced): boolean;
  /** Whether a person may be asked on a path that is not known. */
  mayAsk?(): boolean;
  /** A file of the program, whose clients may send what is tested. */
  readonly document?: CodeSyntaxNode['document'];
  /** Where a person is asked; left out: in the body of the tool. */
  readonly where?: string;
  /** The function is passed each call: what it tests is of that call. */
  readonly isEachCall?: true | undefined;
  /** What other calls of the same body have shown of its tests. */
  readonly tests?: SettledTests;
}

/** Who decides a test on each side, where the answer of a call alone may do so and where none does. */
interface SettledTests {
  readonly known: Map<string, Map<Shape, Settled | undefined>>;
  /** Values of which nothing decides. */
  readonly without: Visited;
  /** What those say that decide nothing by themselves. */
  readonly plain: Map<Shape, Said>;
}

/** Whether an answer is read in a value, and whether it is about approval. */
type Said = Readonly<Record<'isRead' | 'isAbout', boolean>>;

const noTests = (): SettledTests => ({ known: new Map(), without: new Set(), plain: new Map() });

/** The tests of one body in one file, whichever of its calls they stand before. */
const testsOfBody = keptFor((_: Reach['isGiven']) => new Map<string, SettledTests>());

/** A function that looks up what a user may do: `has_permission("send")`. Nobody answers it. */
const RIGHTS = /^has_?(?:\w+_)?(?:permissions?|authori[sz]ation)$/i;

/** Whether the name of a function says that it may ask a person. */
const mayAskBy = (name: string): boolean => ASKING_WORDS.test(name) && !RIGHTS.test(name);

/** Words in names of what the model passes in place of a person's answer. */
const CLAIMING_WORDS = new RegExp(
  `${ASKING_WORDS.source}|confiden|certain|agree|acknowledg|accept|allow|force|dry_?run`,
  'i',
);

/** Whether one of some calls may ask a person: asked for each path that is not followed to its end. */
const mayAskAmong = keptFor((calls: Reach['calls']): boolean =>
  calls.some((one) => mayAskBy(one.name) || isAsking(callOf(one.event))),
);

/** Gates by the calls that they are in front of: the tools of an agent mostly ask for the same ones. */
const gates = keptFor((_: Reach['calls']) => new Map<string, Gate | undefined>());

/**
 * The gate in the body of a tool: whether a person answers before any of some calls runs. Undefined where nothing in the
 * body is similar to a gate.
 */
export function gateOfCalls(reach: Reach & Known, calls: readonly ReachedCall[]): Gate | undefined {
  const places = calls.map(({ event: { file, expression, context } }) =>
    [file.file, expression.start, expression.end, context.number].join(' '),
  );
  const find = () => newGate(reach, calls);
  return reach.isEnd ? find() : keptIn(gates(reach.calls), [reach.where, ...places].join('\0'), find);
}

function newGate(reach: Reach & Known, calls: readonly ReachedCall[]): Gate | undefined {
  const shapes = calls.map(({ event }) => callOf(event));
  const documents = new Set(calls.map(({ node }) => node.document));
  const inFiles = [reach.where ?? '', ...[...documents].map(({ file }) => file)].join('\0');
  const conditions = calls.flatMap((call) => reach.conditionsOf(call));
  const gate = gateOfConditions(conditions, {
    ...reach,
    ...(calls[0] && { document: calls[0].node.document }),
    ...(!reach.isEnd && { tests: keptIn(testsOfBody(reach.isGiven), inFiles, noTests) }),
    mayAsk: once(
      () => mayAskAmong(reach.calls) || testedIn(conditions.flat()).some((one) => earlierIn(one, reach)),
    ),
    // What a client sends is no setting of the program.
    isOpen: (one) => reach.isOfOther(one) && ![...documents].some((each) => isOfHandler(one, each)),
    isPassed: (asked) => isPassedToOne(shapes, asked, reach.isEnd),
  });
  if (gate) return gate;
  const tested = calls.flatMap((call) => reach.testsOf(call)).find((test) => isStatus(test, reach));
  if (!tested) return undefined;
  const other = { kind: 'other', name: codeSpan(spellingOf(tested)), isStored: true } as const;
  return notKnown(placeOfValue(tested), otherWords(other));
}

/** Whether a test of an approval compares what several functions of the program set: `status == "approved"`. */
function isStatus(test: Value, reach: Reach): boolean {
  const shape = shapeOf(bared(test).value);
  if (shape.kind !== 'compare' || shape.operator !== 'equal') return false;
  const sides = [shape.left, shape.right].map(shapeOf);
  const isOneOfSeveral = sides.some(({ kind }) => kind === 'gated' || kind === 'either');
  const isWorded = sides.some((one) => one.kind === 'constant' && ASKING_WORDS.test(String(one.scalar)));
  return isOneOfSeveral && isWorded && !isOfGiven(test, reach);
}

/** The gate in some conditions of which one holds before anything acts. */
export function gateOfConditions(conditions: readonly Condition[], reach: Known): Gate | undefined {
  const settled = settledFor(reach);
  const isPersonal = (guard: Guard): boolean => settled(guard)?.kind === 'person';
  const paths = withoutRefused(conditions, isPersonal).map((one) =>
    one.flatMap((guard) => settled(guard) ?? []),
  );
  if (paths.length === 0) return undefined;
  // Where an answer of an earlier call is tested, too, none may be asked for: `if SAID is None`.
  const isOfPerson = (path: readonly Settled[]): boolean =>
    path.some(({ kind }) => kind === 'person') && !path.some((one) => one.kind === 'other' && one.earlier);
  const open = paths.filter((path) => !isOfPerson(path));
  const [asked] = paths.flat().flatMap((one) => (one.kind === 'person' ? [one] : []));
  if (open.length === 0 && asked) {
    const [flaw] = conditions.flatMap((one) => withoutYes(one, reach.isPassed) ?? []);
    const pauses = asked.pauses ? ({ interrupts: true, inBody: true } as const) : {};
    return answeredBy('human', asked.stated, asked.at, { ...pauses, ...(flaw && { flaw }) });
  }
  const sent = asked && switchSentIn(conditions, paths, reach);
  if (asked && sent) return switchedBy(sent, asked);
  const why = whyOpen(open, asked?.at, reach);
  // What the framework asks for some arguments is a gate for some calls, as a predicate beside the tool is.
  if (why || !asked) return why;
  const isByCall = reach.isEachCall && conditions.every((one) => one.some(isPersonal) || testsCall(one));
  if (asked.isRequested || isByCall) return answeredBy('conditional', asked.stated, undefined);
  return { state: 'absent', why: `${codeSpan(asked.spelling)} is asked only on some paths` };
}

/** Whether a condition tests what a function is passed; a text may be the name of another tool. */
const testsCall = (condition: Condition): boolean =>
  testedIn(condition).some(
    (test) =>
      comparedTexts(test) === undefined &&
      dependsOn(test, (one) => parameterIn(one) !== undefined || undefined),
  );

/**
 * The value that a client sends by which a call runs on a path without a person; undefined where none alone decides that, or
 * where another path asks nothing at all.
 */
function switchSentIn(
  conditions: readonly Condition[],
  paths: readonly (readonly Settled[])[],
  { document }: Known,
): { readonly by: string; readonly at: Place } | undefined {
  if (!document) return undefined;
  const sent = conditions.map((guards, at) => {
    for (const test of paths[at]?.length === 0 ? testedIn(guards) : []) {
      const by = sentBy(valueTested(test), { document });
      if (by !== undefined) return { by, at: placeOfValue(test) };
    }
    return undefined;
  });
  const isOpen = paths.some((path, at) => path.length === 0 && !sent[at]);
  return isOpen ? undefined : sent.find((one) => one !== undefined);
}

/** A gate that whoever sends a request switches off. */
function switchedBy(
  { by, at }: NonNullable<ReturnType<typeof switchSentIn>>,
  { stated, spelling }: Settled & { readonly kind: 'person' },
) {
  const decidedBy = { spelling: by, by: 'client', at: 'switch' } as const;
  const text = `Let the answer to ${codeSpan(spelling)} alone decide: remove ${codeSpan(by)} from the test around it.`;
  const gate = answeredBy('machine', stated, at, { setting: spelling, decidedBy, inBody: true });
  return { ...gate, remedy: { text } };
}

const settingsIn = (path: readonly Settled[]) => path.flatMap((one) => (one.kind === 'setting' ? [one] : []));

const otherWords = ({ name, isStored, earlier }: Settled & { readonly kind: 'other' }): string =>
  earlier
    ? `${name} was asked before: whether its answer is about this call is not known`
    : isStored
      ? `whether ${name} is a person's answer is not known`
      : `${name} may ask a person, or not`;

/** What lets calls run without approval, the most certain first. `at`: where a person is asked on other paths. */
function whyOpen(
  open: readonly (readonly Settled[])[],
  at: Place | undefined,
  { isPassed }: Known,
): Gate | undefined {
  const all = open.flat();
  const other = all.find((one) => one.kind === 'other');
  const off = open.map(settingsIn).find((path) => path.length > 0 && path.every(({ isOff }) => isOff));
  const [setting] = off ?? all.flatMap((one) => (one.kind === 'setting' ? [one] : []));
  const byModel = all.find((one) => one.kind === 'model');
  const isEach = (by: Settled['kind']): boolean => open.every((path) => path.some(({ kind }) => kind === by));
  if (at && setting && isEach('setting'))
    return off ? offGate(setting, at) : notKnown(at, `\`${setting.name}\` may answer in place of a person`);
  if (other && isEach('other')) return notKnown(at, otherWords(other));
  if (byModel)
    return { state: 'absent', ...(at && { at }), why: `\`${byModel.name}\` is passed by the model itself` };
  if (at && all.some(({ kind }) => kind === 'error'))
    return notKnown(at, 'after an error it runs without an answer of a person');
  const [unused] = all.flatMap((one) => (one.kind === 'unused' && !isPassed?.(one.call) ? [one] : []));
  const asked = unused && atOfCall(unused.call);
  return asked && { state: 'absent', at: asked, why: unusedWords(unused) };
}

/** Who decides a guard, by what is known: many conditions contain the same tests. */
const settledFor = keptFor((reach: Known) => {
  const tests = reach.tests ?? noTests();
  return (guard: Guard): Settled | undefined =>
    guard.kind === 'test'
      ? settledByTest(guard.test.value, guard.holds, reach, tests)
      : settledByGuard(guard, reach);
});

function settledByGuard(guard: Guard, reach: Known): Settled | undefined {
  switch (guard.kind) {
    case 'call': {
      const call = callOf(guard.event);
      if (!isAsking(call)) return undefined;
      if (mayAbort(call)) return person(call, reach);
      return isQuestion(call) ? { kind: 'unused', call } : undefined;
    }
    case 'caught':
      return { kind: 'error' };
    case 'lost':
      return reach.mayAsk?.() ? { kind: 'other', name: 'more than is followed' } : undefined;
    default:
      return undefined;
  }
}

/** What a tested value depends on: a person before a setting, a setting before the model. */
function settledByTest(test: Value, holds: boolean, reach: Known, tests: SettledTests): Settled | undefined {
  const bare = bared(test);
  // Where a person has not approved yet, nobody answered.
  if (isAnswered(bare.value) && bare.holds !== holds) return undefined;
  const promise = promiseIn(test);
  if (promise) return { kind: 'unused', call: promise, isTested: true };
  const tested = valueTested(test);
  const alone = answerIn(tested);
  const isThere = alone && isSameValue(alone, tested) && isLookup(alone) && !isSaid(test);
  const isAnswer = alone && isUnread(alone) && !isThere && !reach.isPassed?.(tested);
  // What a client sends is no answer of the call that reads it.
  const isSent = isAnswer && reach.document && sentBy(tested, { document: reach.document }) !== undefined;
  const decides = isAnswer && !isSent ? alone : undefined;
  const known = keptIn(
    tests.known,
    `${holds} ${decides !== undefined}`,
    () => new Map<Shape, Settled | undefined>(),
  );
  return keptIn(
    known,
    shapeOf(test),
    () => settledBy(test, holds, decides, reach, tests) ?? settledByUnread(test, reach),
  );
}

/** A comparison with what is not read: the answer of a person may be in it, unless a machine or a constant is compared. */
function settledByUnread(test: Value, { isEnd }: Known): Settled | undefined {
  const shape = shapeOf(bared(test).value);
  if (shape.kind !== 'compare') return undefined;
  const { left, right, operator } = shape;
  const isFar = (one: Value): boolean => isUnread(answerIn(one) ?? one);
  const isOpen = (one: Value): boolean =>
    dependsOn(one, (part) => !isEnd?.(part) && (isAnswerOfNobody(part) || undefined)) === false;
  const other = isFar(right) ? left : isFar(left) ? right : undefined;
  if (!other || !isOpen(other) || (constantIn(other) && operator !== 'in')) return undefined;
  return { kind: 'other', name: codeSpan(spellingOf(test)), isStored: true };
}

/** What may decide a test, and words about approval: most tests have nothing of this in them. */
const NOTABLE = kindOf((one) => {
  const call = callIn(one);
  if (isPerson(one) || settingOf(one) || parameterIn(one)) return true;
  return call ? isPending(call) || mayAskBy(call.name) : ASKING_WORDS.test(textOf(one) ?? '');
});

/** `decides`: the call whose answer alone the test may be. */
function settledBy(
  test: Value,
  holds: boolean,
  decides: CallShape | undefined,
  reach: Known,
  { without, plain }: SettledTests,
): Settled | undefined {
  if (!decides && kindsIn(test, NOTABLE) === 0) return undefined;
  const secret = holds ? secretIn(test, reach) : undefined;
  if (secret !== undefined) return { kind: 'other', name: secret, isStored: true };
  let found: Settled | undefined;
  let isRead = false;
  let isAbout = false;
  let isNoted = false;
  const note = (one: Settled): boolean => {
    isNoted = true;
    if (!found || RANK[one.kind] > RANK[found.kind]) found = one;
    // Nothing ranks above a person, so the walk ends here.
    return one.kind === 'person';
  };
  const say = (said: Said): undefined => {
    isRead ||= said.isRead;
    isAbout ||= said.isAbout;
    isNoted ||= isAbout;
  };
  const visit = (one: Traced): boolean | undefined => {
    const shape = shapeOf(one);
    const before = shape === decides ? undefined : plain.get(shape);
    if (before) return say(before);
    if (reach.isEnd?.(one) || isPresence(one)) return false;
    const call = callIn(one);
    // One of several that other functions set, or nothing is known of it.
    let isReadHere = shape.kind === 'either';
    if (isPerson(one)) return note(person(one, reach));
    const setting = settingOf(one);
    if (setting) isNoted = true;
    if (setting && !(setting.isOfRun && !whenUnset(test))) {
      const isOff = isKnownAs(whenUnset(test), holds);
      return note({ kind: 'setting', ...(isOff ? switchIn(test, setting, !holds) : setting), isOff });
    }
    const given = givenIn(one, reach);
    if (given !== undefined) return CLAIMING_WORDS.test(given) ? note({ kind: 'model', name: given }) : false;
    if (shape.kind === 'parameter' && reach.isOpen?.(one))
      return note({ kind: 'setting', name: shape.value.name, isOff: false });
    if (call) {
      // The row of a store: who wrote it is not known.
      if (call === decides && isLookup(call))
        return note({ kind: 'other', name: codeSpan(spellingOf(test)), isStored: true });
      const isSaid = !isQuiet(call) && !isMachine(call);
      if (call === decides || (mayAskBy(call.name) && isSaid))
        return note({ kind: 'other', name: codeSpan(spellingOf(call.callee)) });
      if (RIGHTS.test(call.name)) return false;
      if (isPending(call))
        return note({ kind: 'other', name: `what settles the ${codeSpan(spellingOf(call.callee))}` });
      isReadHere = isSaid && !(call.object && isOfGiven(call.object, reach));
    }
    const said = { isRead: isReadHere, isAbout: ASKING_WORDS.test(textOf(one) ?? '') };
    if (!setting) plain.set(shape, said);
    return say(said);
  };
  const isNotable = (one: Traced): boolean | undefined => {
    const answer = visit(one);
    return isNoted || answer;
  };
  // Tests share their parts.
  const isNew = decides === undefined || !isVisited(without, decides);
  if (isNew && dependsOn(test, isNotable, { without }) === false) return undefined;
  const isDone = dependsOn(test, visit);
  const earlier = found?.kind === 'person' && earlierIn(test, reach);
  if (earlier) {
    found = undefined;
    note({ kind: 'other', name: codeSpan(spellingOf(earlier)), earlier });
  }
  // A row of a database, an entry of a cache, the answer of a service, a number of answers: who gave it is not known.
  const isCounted = found?.kind === 'person' && isOfNumber(shapeOf(bared(test).value)) && !isTyped(test);
  if (isCounted) found = undefined;
  if ((isRead && isAbout) || isDone === undefined || isCounted)
    note({ kind: 'other', name: codeSpan(spellingOf(test)), isStored: true });
  return found;
}

/** Whether a test asks what a value is, and not only whether there is one: `cache.get(id) == "yes"`. */
function isSaid(test: Value): boolean {
  const shape = shapeOf(bared(test).value);
  if (shape.kind !== 'compare' || shape.operator !== 'equal') return false;
  return isPlain(shape.right) && (!constantIn(shape.right) || textOf(shape.right) !== undefined);
}

/** What a test is of, beside a constant. Where what acts is passed it, the program looks up what it needs: that is no gate. */
export function valueTested(test: Value, left = MOST_STEPS): Value {
  const { value } = bared(test);
  const shape = shapeOf(value);
  if (shape.kind !== 'compare' || left === 0) return value;
  const other = isPlain(shape.right) ? shape.left : isPlain(shape.left) ? shape.right : undefined;
  return other ? valueTested(other, left - 1) : value;
}

/** Whether a value is made from nothing that is known: a constant, bytes, a member of a package: `Decision.GO`; a list of these. */
function isPlain(value: Value): boolean {
  const shape = shapeOf(value);
  if (shapeOf(objectOf(value)).kind === 'outside') return true;
  if (shape.kind === 'list') return shape.items.length > 0 && shape.items.every(isPlain);
  return shape.kind === 'constant' || (shape.kind === 'computed' && shape.parts.length === 0);
}

/** The call whose answer alone a value is: `rules.check(id)`, `queue.get()["ok"]`, `str(future.result()).strip()`. */
function answerIn(value: Value, left = MOST_STEPS): CallShape | undefined {
  const shape = shapeOf(value);
  const inner = (one: Value): CallShape | undefined => (left > 0 ? answerIn(one, left - 1) : undefined);
  const ofAll = (some: readonly Value[]): CallShape | undefined => {
    const found = some.filter((one) => !isPlain(one)).map(inner);
    return found.includes(undefined) ? undefined : found[0];
  };
  if (shape.kind === 'member' || shape.kind === 'index') return inner(shape.object);
  if (shape.kind === 'item') return inner(shape.of);
  if (shape.kind === 'list' || shape.kind === 'computed') return ofAll(partsOf(shape));
  if (shape.kind !== 'call') return undefined;
  const { object, given } = shape;
  const read = QUIET_METHODS.has(shape.name) && object ? [object] : isQuiet(shape) ? given : [];
  return ofAll(read) ?? shape;
}

const RANK = { error: 0, unused: 0, model: 1, other: 2, setting: 3, person: 4 } as const;

/** The person who answers a term, by the call that asks. */
function person(one: Traced, { where = 'in its body' }: Known): Settled {
  const call = callIn(one);
  const asks = spellingOf(call?.callee ?? one);
  return {
    kind: 'person',
    at: call && atOfCall(call),
    stated: `${asks} ${where}`,
    spelling: call ? `${asks}()` : asks,
    isRequested: isAnswered(one),
    pauses: call !== undefined && isPausing(call),
  };
}

const atOfCall = (call: CallShape): Place | undefined => nodeOfCall(call).call?.at;
