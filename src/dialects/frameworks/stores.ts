import { addTo } from '../../model/grouped.js';
import { codeSpan, isIrreversible, type Tool } from '../../model/index.js';
import { keptFor, keptIn } from '../../model/once.js';
import {
  type CodeSyntaxNode,
  type Condition,
  callIn,
  callOf,
  constantIn,
  contains,
  dependsOn,
  endOf,
  isNothing,
  kindOf,
  memberIn,
  PARAMETERS,
  placeOfValue,
  type Reach,
  type Shape,
  shapeOf,
  spellingOf,
  type TestGuard,
  type Traced,
  testedIn,
  textOf,
  type Value,
} from '../../program/index.js';
import { countsIn } from '../agents/arithmetic.js';
import { actingCalls, type Body, bodyOf, bodyOfTool, type GatedAct, relateGated } from '../agents/body.js';
import { readCommand } from '../commands/commands.js';
import { PEOPLE } from './bodies.js';
import { gateOfCalls, gateOfConditions, valueTested } from './deciders/body-gates.js';
import { ASKING_WORDS } from './deciders/deciders.js';
import { type PersonFunction, personFunctions } from './deciders/handlers.js';
import { sentBy } from './deciders/sent.js';
import { answeredBy, concluded, type Gate, notKnown, weakest } from './gate-levels.js';
import { givenIn, isOfGiven } from './given-values.js';
import { isPassedToOne } from './passed-values.js';

/**
 * Judges the tools of an agent by what they keep for each other and for other functions: approvals that a tool requires
 * and a person's function stores, tokens that another tool gives the model, acts that wait for a person's answer.
 */
export function judgeTogether(tools: readonly Tool[]): Tool[] {
  const all = tools.flatMap((tool) => {
    const body = bodyOfTool(tool);
    return body ? [{ tool, body }] : [];
  });
  const proposed: GatedAct[] = [];
  const judged = tools.map((tool) => {
    const one = all.find((each) => each.tool === tool);
    const gate = (): Gate | undefined => {
      if (!one || tool.kind === 'agent') return undefined;
      if (isIrreversible(tool.effect.effect) || tool.openEnded) return requiredStored(one, all);
      const found = proposedBy(one, all);
      proposed.push(...found.flatMap(({ acts }) => acts));
      return weakest(found, (each) => each.gate)?.gate;
    };
    return concluded(tool, [{ level: 'own', gate }]);
  });
  return relateGated(judged, proposed);
}

interface Judged {
  readonly tool: Tool;
  readonly body: Body;
}

/** Objects by the places that create them: each run of a function has objects of its own. */
type Places = ReadonlySet<string>;

function placeKey(one: Traced): string {
  const { file, span } = shapeOf(one).at;
  return `${file.file}:${span.start}`;
}

const filesOf = (places: Places): Places =>
  new Set([...places].map((place) => place.slice(0, place.lastIndexOf(':'))));

/** The lists, dicts and sets in a value that outlive the call of a tool: no function makes them. */
const storesIn = (value: Traced, reach: Reach): Places =>
  keptIn(stores(reach), shapeOf(value), () => {
    const known = outside(reach);
    const isOutside = (place: string, one: Traced): boolean =>
      keptIn(known, place, () => reach.functionAt(one) === undefined);
    return new Set([...objectsIn(value)].flatMap(([place, one]) => (isOutside(place, one) ? place : [])));
  });

const stores = keptFor((_: Reach) => new Map<Shape, Places>());

/** Whether no function makes the object of a place: the tests of a body have the same ones. */
const outside = keptFor((_: Reach) => new Map<string, boolean>());

const isObject = (one: Traced): boolean => ['list', 'record'].includes(shapeOf(one).kind);

const OBJECTS = kindOf(isObject);

/** Something that a function puts into an object. */
interface Write {
  readonly object: Value | undefined;
  readonly key: Value | undefined;
  readonly values: readonly Value[];
  conditions(): readonly Condition[];
}

const FILLING: ReadonlySet<string> = new Set(
  'add append appendleft extend insert push set setdefault unshift update'.split(' '),
);

/** What functions put into objects: each tool of an agent asks all of them. */
const writesOf = keptFor(({ reach }: Body): readonly Write[] => {
  const calls = reach.calls.flatMap((call): readonly Write[] => {
    if (!FILLING.has(call.name)) return [];
    const { object, given } = callOf(call.event);
    return [
      { object, key: given[0], values: given.toReversed(), conditions: () => reach.conditionsOf(call) },
    ];
  });
  return [...calls, ...reach.sets.map((set): Write => ({ ...set, values: [set.value] }))];
});

/** The same by the places of these objects; under no place, what may be any. */
const writesByPlace = keptFor((body: Body): ReadonlyMap<string | undefined, readonly Write[]> => {
  const found = new Map<string | undefined, Write[]>();
  for (const write of writesOf(body)) {
    const into = write.object && objectsIn(write.object);
    for (const place of into?.keys() ?? []) addTo(found, place, write);
    if (into?.isCut) addTo(found, undefined, write);
  }
  return found;
});

/** A test of what is in some stores. */
interface StoreTest {
  readonly guard: TestGuard;
  readonly stores: Places;
}

function testsIn(condition: Condition, reach: Reach): readonly StoreTest[] {
  return condition.flatMap((guard) => {
    if (guard.kind !== 'test') return [];
    const stores = storesIn(guard.test.value, reach);
    return stores.size === 0 ? [] : [{ guard, stores }];
  });
}

/** The writes by which a test may pass: `status == "approved"` is not passed by a request that waits. */
function passing({ guard: { test, holds }, stores }: StoreTest): (body: Body) => readonly Write[] {
  const shape = shapeOf(test.value);
  const places = countsIn(shape).some((one) => stores.has(placeKey(one))) ? [] : [...stores, undefined];
  const texts =
    shape.kind === 'compare' && shape.operator === 'equal'
      ? [shape.left, shape.right].flatMap((one) => textOf(one) ?? [])
      : undefined;
  const isSet = (one: Value | undefined): boolean => one !== undefined && !isNothing(one);
  const mayPass = ({ key, values }: Write): boolean => {
    if (texts?.length === 0) return true;
    if (texts) return texts.every((text) => values.some((value) => mayHave(value, text))) === holds;
    if (shape.kind !== 'member') return holds;
    const { property } = shape;
    if (constantIn(key)?.scalar === property) return values.some(isSet) === holds;
    return values.some((one) => isSet(memberIn(one, property))) === holds;
  };
  return (body) => places.flatMap((place) => writesByPlace(body).get(place)?.filter(mayPass) ?? []);
}

/** The constants in a value; undefined where there is more than is visited. Each tool asks the same values. */
const constants = new WeakMap<Shape, ReadonlySet<unknown> | undefined>();

function mayHave(value: Value, text: string): boolean {
  const found = keptIn(constants, shapeOf(value), () => {
    const all = new Set<unknown>();
    const isCut = dependsOn(value, (one) => void all.add(constantIn(one)?.scalar)) === undefined;
    return isCut ? undefined : all;
  });
  return found?.has(text) ?? true;
}

/** Functions of people that are looked through, those whose names speak of approval first. */
const MOST_FUNCTIONS = 24;

const bodyOfPerson = keptFor(({ node }: PersonFunction) => bodyOf(node, readCommand, PEOPLE));

/** The functions of people that can reach the stores of a tool, with what they do; the tools are none. */
function peopleAround(
  { body: own }: Judged,
  all: readonly Judged[],
  stores: Places,
): readonly (PersonFunction & { body: Body })[] {
  const isTool = ({ node: { offsets } }: PersonFunction): boolean =>
    all.some(
      ({ body: { node } }) => node.offsets.file === offsets.file && node.offsets.start === offsets.start,
    );
  const isNamed = (one: PersonFunction): boolean => ASKING_WORDS.test(wordsOf(one));
  const functions = personFunctions(own.node, filesOf(stores)).filter((one) => !isTool(one));
  const ordered = [...functions.filter(isNamed), ...functions.filter((one) => !isNamed(one))];
  return ordered.slice(0, MOST_FUNCTIONS).flatMap((one) => {
    const body = bodyOfPerson(one);
    return body ? [{ ...one, body }] : [];
  });
}

const wordsOf = ({ name, route }: PersonFunction): string => `${name} ${route ?? ''}`;

/** The gate of a tool that acts only on what is stored: who stores it decides. */
function requiredStored(one: Judged, all: readonly Judged[]): Gate | undefined {
  const { tool, body } = one;
  const { reach } = body;
  const acting = actingCalls(body, tool);
  const called = acting.map(({ event }) => callOf(event));
  const isPassed = ({ guard: { test } }: StoreTest): boolean =>
    isPassedToOne(called, valueTested(test.value));
  const conditions = acting.flatMap((call) => reach.conditionsOf(call));
  const paths = conditions.map((condition) => testsIn(condition, reach));
  if (paths.length === 0 || paths.every((tests) => tests.length === 0)) return undefined;
  // Conditions of many calls share their tests.
  const known = { true: new Map<Shape, Verdict | undefined>(), false: new Map<Shape, Verdict | undefined>() };
  const verdictOf = (test: StoreTest): Verdict | undefined => {
    const { guard } = test;
    return keptIn(known[`${guard.holds}`], shapeOf(guard.test.value), () => {
      const verdict = judgeTest(test, one, all);
      // What acts is passed what it looks up: that is no gate, whoever stored it.
      return verdict?.kind !== 'model' && isPassed(test) ? undefined : verdict;
    });
  };
  const judged = paths.map((tests) => tests.flatMap((test) => verdictOf(test) ?? []));
  const found = judged.flat();
  const byModel = found.find(({ kind }) => kind === 'model');
  const isAll = (kinds: readonly Verdict['kind'][]): boolean =>
    judged.every((path) => path.some(({ kind }) => kinds.includes(kind)));
  const [first] = found;
  if (byModel)
    return tool.approval.why === undefined
      ? { state: 'absent', at: placeOfValue(byModel.value), why: byModel.words }
      : undefined;
  if (!first) return undefined;
  if (isAll(['person'])) return answeredBy('human', first.words, placeOfValue(first.value));
  const why = `whether a person fills what ${codeSpan(spellingOf(first.value))} reads is not known`;
  return isAll(['person', 'unknown']) ? notKnown(placeOfValue(first.value), why) : undefined;
}

/** Who lets a tool act. */
interface Verdict {
  readonly kind: 'model' | 'person' | 'unknown';
  readonly value: Value;
  readonly words: string;
}

function judgeTest(test: StoreTest, one: Judged, all: readonly Judged[]): Verdict | undefined {
  const { value } = test.guard.test;
  const shape = shapeOf(value);
  const writesBy = passing(test);
  // The text, and the function that it is in.
  const words = `${spellingOf(value)} ${one.body.reach.functionAt(value) ?? ''}`;
  const isAsking = ASKING_WORDS.test(words);
  const spelled = codeSpan(spellingOf(value));
  const given = nameGiven(value, one.body.reach);
  const isLookup =
    TOKEN.test(given ?? '') &&
    ((shape.kind === 'compare' && shape.operator === 'in') || shape.kind === 'index');
  for (const other of isLookup || isAsking ? all : []) {
    const writes = writesBy(other.body);
    const isOwn = other === one;
    const name = codeSpan(other.tool.name);
    const passed = given ?? spelled;
    // What the program generates: the model has it from the answer of that tool.
    if (isLookup && writes.some(({ key }) => key && isGenerated(key, other.body.reach))) {
      const from = isOwn
        ? `${passed} comes from its own answer`
        : `${passed} comes from ${name}, which the model calls`;
      return { kind: 'model', value, words: from };
    }
    if (writes.length > 0 && isAsking && !isOwn)
      return { kind: 'model', value, words: `the model itself calls ${name}, which lets ${passed} pass` };
  }
  let mayBe = isAsking && isFilled(value);
  for (const person of peopleAround(one, all, test.stores)) {
    const writes = writesBy(person.body);
    if (writes.some((write) => isOfPerson(write, person)))
      return { kind: 'person', value, words: `${spelled}, filled by ${codeSpan(person.name)}` };
    // What a request says may be an answer, or anything else.
    const isSent = ({ key, values: [value = key] }: Write): boolean =>
      value !== undefined && value !== key && sentBy(value, person.node) !== undefined;
    mayBe ||= writes.length > 0 && (ASKING_WORDS.test(wordsOf(person)) || writes.some(isSent));
  }
  return mayBe ? { kind: 'unknown', value, words: spelled } : undefined;
}

/** Whether a person answers before a function writes: asked for each test of each tool. */
const ofPerson = new WeakMap<Write, boolean>();

const isOfPerson = (write: Write, { body, route }: PersonFunction & { body: Body }): boolean =>
  keptIn(
    ofPerson,
    write,
    () =>
      (route !== undefined && isAnswered(write.conditions(), body.node)) ||
      gateOfConditions(write.conditions(), body.reach)?.state === 'shown',
  );

/** Whether a handler tests what its request says, on each path: the request has the answer. */
const isAnswered = (conditions: readonly Condition[], node: CodeSyntaxNode): boolean =>
  conditions.length > 0 &&
  conditions.every((guards) =>
    testedIn(guards).some((test) => sentBy(valueTested(test), node) !== undefined),
  );

/** Whether a store is more than a list of constants of the source. */
const isFilled = (value: Value): boolean =>
  dependsOn(value, (one) => {
    const shape = shapeOf(one);
    if (shape.kind === 'list') return shape.isOpen || shape.items.length === 0 || undefined;
    return (shape.kind === 'record' && (shape.isOpen || shape.members.size === 0)) || undefined;
  }) !== false;

/** What the model passes to be looked up. */
function nameGiven(value: Value, reach: Reach): string | undefined {
  const key = endOf(value, (shape) => {
    if (shape.kind === 'compare') return shape.left;
    return shape.kind === 'index' ? shape.index : shape.kind === 'call' ? shape.given[0] : undefined;
  });
  const name = callIn(key) ? undefined : givenIn(key, reach);
  return name === undefined ? undefined : codeSpan(name);
}

/** Names of what a tool gives out to be passed back. */
const TOKEN = /token|code|nonce|ticket|plan|key|(?:^`|_|[a-z](?=I))id`?$/i;

/** Whether a key is the result of a call that the model passes nothing to: `uuid4()`. */
const isGenerated = (key: Value, reach: Reach): boolean =>
  dependsOn(key, (one) => reach.isGiven(one) || undefined, { among: PARAMETERS }) === false &&
  contains(key, (one) => callIn(one) !== undefined);

/** The objects that a value depends on, by the places that create them. */
interface Objects extends ReadonlyMap<string, Traced> {
  /** There are more than are visited. */
  isCut?: boolean;
}

/** Each tool asks the same values of the same functions. */
const objects = new WeakMap<Shape, Objects>();

const objectsIn = (value: Traced): Objects =>
  keptIn(objects, shapeOf(value), () => {
    const found = new Map<string, Traced>();
    const add = (one: Traced): undefined => void (isObject(one) && found.set(placeKey(one), one));
    const isCut = dependsOn(value, add, { among: OBJECTS }) === undefined;
    return Object.assign(found, { isCut });
  });

type Act = Body['acts'][number];

/** Whether who sends the request of a handler names what its acts are of. */
function isNamed({ node, reach }: Body, acts: readonly Act[], isKept: (one: Traced) => boolean): boolean {
  const isSent = (one: Traced): boolean => contains(one, (part) => sentBy(part, node) !== undefined);
  // What is taken out of a store is known, and no longer how: its key stands in the call that takes it.
  const isTaken = reach.calls.some((call) => {
    const { object, given } = callOf(call.event);
    return object && isKept(object) && given.some(isSent);
  });
  return isTaken || acts.every(({ call }) => isSent(callOf(call.event)));
}

/** Gates of a tool that stores what other functions carry out after a person's answer, and what they do. */
function proposedBy(
  one: Judged,
  all: readonly Judged[],
): readonly { readonly gate: Gate; readonly acts: readonly GatedAct[] }[] {
  const { tool, body } = one;
  const { reach } = body;
  const writes = writesOf(body).filter(({ object }) => object && storesIn(object, reach).size > 0);
  if (writes.length === 0) return [];
  const kept = new Set(
    writes.flatMap(({ object, values }) => [
      ...(object ? storesIn(object, reach) : []),
      ...values.filter(isObject).map(placeKey),
    ]),
  );
  const isKept = (one: Traced): boolean =>
    [...objectsIn(one).keys()].some((place) => kept.has(place)) || isOfGiven(one, reach);
  // The key of what waits is the program's: whoever names it has it from there.
  const isKeyed = () => writes.every(({ key }) => key && isGenerated(key, reach));
  return peopleAround(one, all, kept).flatMap((person): ReturnType<typeof proposedBy> => {
    const { acts, reach: own } = person.body;
    const grave = acts.filter(
      ({ call, does }) =>
        does !== undefined &&
        isIrreversible(does.effect) &&
        (isKept(callOf(call.event)) || testedIn(own.conditionsOf(call).flat()).some(isKept)),
    );
    if (grave.length === 0) return [];
    const where = `in ${codeSpan(person.name)}`;
    const asked = gateOfCalls(
      { ...own, where },
      grave.map(({ call }) => call),
    );
    const isCarried = () => person.route !== undefined && isKeyed() && isNamed(person.body, grave, isKept);
    const gate =
      asked?.state === 'shown'
        ? asked
        : isCarried() && answeredBy('human', `${codeSpan(person.name)} carries it out`, person.node.at());
    return gate ? [{ gate, acts: grave.map(({ call }) => ({ tool, call: call.text, at: call.at })) }] : [];
  });
}
