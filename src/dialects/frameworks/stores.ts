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
  memberIn,
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
import {
  ASKING_WORDS,
  gateOfCalls,
  gateOfConditions,
  givenIn,
  isPassedTo,
  valueTested,
} from './deciders/body-gates.js';
import { type PersonFunction, personFunctions } from './deciders/handlers.js';
import { sentBy } from './deciders/sent.js';

/**
 * Judges the tools of an agent by what they keep for each other and for other functions: approvals that a tool requires
 * and a person's function stores, tokens that another tool gives the model, acts that wait for a person's answer.
 */
export function judgeTogether(tools: readonly Tool[]): void {
  const all = tools.flatMap((tool) => {
    const body = bodyOfTool(tool);
    return body ? [{ tool, body }] : [];
  });
  const proposed: GatedAct[] = [];
  for (const one of all) {
    if (one.tool.approval.state !== 'absent') continue;
    if (isIrreversible(one.tool.effect.effect) || one.tool.openEnded) requireStored(one, all);
    else proposed.push(...propose(one, all));
  }
  relateGated(tools, proposed);
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
function storesIn(value: Traced, reach: Reach): Places {
  const known = outside(reach);
  const all = [...contentsOf(value).objects].filter(([place, one]) =>
    keptIn(known, place, () => reach.functionAt(one) === undefined),
  );
  return new Set(all.map(([place]) => place));
}

/** Whether no function makes the object of a place: the tests of a body have the same ones. */
const outside = keptFor((_: Reach) => new Map<string, boolean>());

function hasOneOf(objects: ReadonlyMap<string, Traced>, places: Places): boolean {
  const [few, many] = objects.size < places.size ? [objects, places] : [places, objects];
  return [...few.keys()].some((place) => many.has(place));
}

const isObject = (one: Traced): boolean => ['list', 'record'].includes(shapeOf(one).kind);

/** Whether a value depends on one of some objects; undefined: none is found, and there is more than is visited. */
function isOf(value: Value, places: Places): boolean | undefined {
  const { objects, isWhole } = contentsOf(value);
  return hasOneOf(objects, places) || (isWhole ? false : undefined);
}

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

/** A test of what is in some stores. */
interface StoreTest {
  readonly guard: TestGuard;
  readonly stores: Places;
  /** The text, and the function that it is in. */
  readonly words: string;
}

function testsIn(condition: Condition, reach: Reach): readonly StoreTest[] {
  return condition.flatMap((guard) => {
    if (guard.kind !== 'test') return [];
    const { value } = guard.test;
    const stores = storesIn(value, reach);
    if (stores.size === 0) return [];
    return [{ guard, stores, words: `${spellingOf(value)} ${reach.functionAt(value) ?? ''}` }];
  });
}

/** Whether a write can be what a test asks for: `status == "approved"` is not passed by a request that waits. */
function mayPass({ object, key, values }: Write, { guard: { test, holds }, stores }: StoreTest): boolean {
  if (!object || isOf(object, stores) === false) return false;
  const shape = shapeOf(test.value);
  if (countsIn(shape).some((one) => stores.has(placeKey(one)))) return false;
  if (shape.kind === 'compare' && shape.operator === 'equal') {
    const texts = [shape.left, shape.right].flatMap((one) => textOf(one) ?? []);
    const has = (text: string): boolean =>
      values.some((value) => {
        const { constants, isWhole } = contentsOf(value);
        return constants.has(text) || !isWhole;
      });
    return texts.every(has) === holds || texts.length === 0;
  }
  if (shape.kind !== 'member') return holds;
  const { property } = shape;
  const isSet = (one: Value | undefined): boolean => one !== undefined && !isNothing(one);
  if (constantIn(key)?.scalar === property) return values.some(isSet) === holds;
  return values.some((one) => isSet(memberIn(one, property))) === holds;
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
function requireStored(one: Judged, all: readonly Judged[]): void {
  const { tool, body } = one;
  const { reach } = body;
  const acting = actingCalls(body, tool);
  const isPassed = ({ guard: { test } }: StoreTest): boolean =>
    acting.some(({ event }) => isPassedTo(callOf(event), valueTested(test.value)));
  const conditions = acting.flatMap((call) => reach.conditionsOf(call));
  const paths = conditions.map((condition) => testsIn(condition, reach));
  if (paths.length === 0 || paths.every((tests) => tests.length === 0)) return;
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
  if (byModel) {
    if (tool.approval.state === 'absent' && tool.approval.why === undefined)
      tool.approval = { state: 'absent', at: placeOfValue(byModel.value), why: byModel.words };
  } else if (first && isAll(['person']))
    tool.approval = {
      state: 'shown',
      value: { by: 'human', stated: first.words },
      at: placeOfValue(first.value),
    };
  else if (first && isAll(['person', 'unknown']))
    tool.approval = {
      state: 'undecidable',
      at: placeOfValue(first.value),
      why: `whether a person fills what ${codeSpan(spellingOf(first.value))} reads is not known`,
    };
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
  const isAsking = ASKING_WORDS.test(test.words);
  const spelled = codeSpan(spellingOf(value));
  const given = nameGiven(value, one.body.reach);
  const isLookup =
    TOKEN.test(given ?? '') &&
    ((shape.kind === 'compare' && shape.operator === 'in') || shape.kind === 'index');
  for (const other of isLookup || isAsking ? all : []) {
    const writes = writesOf(other.body).filter((write) => mayPass(write, test));
    const isOwn = other === one;
    const name = codeSpan(other.tool.name);
    const passed = given ?? spelled;
    // What the program generates: the model has it from the answer of that tool.
    if (isLookup && writes.some(({ key }) => key && isGenerated(key, other.body.reach))) {
      const words = isOwn
        ? `${passed} comes from its own answer`
        : `${passed} comes from ${name}, which the model calls`;
      return { kind: 'model', value, words };
    }
    if (writes.length > 0 && isAsking && !isOwn)
      return { kind: 'model', value, words: `the model itself calls ${name}, which lets ${passed} pass` };
  }
  let mayBe = isAsking && isFilled(value);
  for (const person of peopleAround(one, all, test.stores)) {
    const writes = writesOf(person.body).filter((write) => mayPass(write, test));
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
  dependsOn(key, (one) => reach.isGiven(one) || undefined) === false &&
  contains(key, (one) => callIn(one) !== undefined);

/** The objects, parameters and constants that a value depends on. */
interface Contents {
  /** By the places that create them. */
  readonly objects: ReadonlyMap<string, Traced>;
  readonly parameters: readonly Traced[];
  readonly constants: ReadonlySet<unknown>;
  /** There is no more than is visited. */
  readonly isWhole: boolean;
}

/** Each tool asks the same values of the same functions. */
const contents = new WeakMap<Shape, Contents>();

const contentsOf = (value: Traced): Contents => keptIn(contents, shapeOf(value), () => newContents(value));

function newContents(value: Traced): Contents {
  const objects = new Map<string, Traced>();
  const parameters: Traced[] = [];
  const constants = new Set<unknown>();
  const isCut = dependsOn(value, (one) => {
    const shape = shapeOf(one);
    if (isObject(one)) objects.set(placeKey(one), one);
    else if (shape.kind === 'parameter') parameters.push(one);
    else if (shape.kind === 'constant') constants.add(shape.scalar);
    return undefined;
  });
  return { objects, parameters, constants, isWhole: isCut === false };
}

type Act = Body['acts'][number];

/** Gates of some acts of a function, by their places in it: the tools of an agent mostly ask for the same ones. */
const gates = keptFor((_: Body) => new Map<string, ReturnType<typeof gateOfCalls>>());

function gateOfActs(body: Body, acts: readonly Act[], where: string): ReturnType<typeof gateOfCalls> {
  const calls = acts.map(({ call }) => call);
  const key = acts.map((one) => body.acts.indexOf(one)).join(' ');
  return keptIn(gates(body), key, () => gateOfCalls({ ...body.reach, where }, calls));
}

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

/** The gate of a tool that stores what another function carries out after a person's answer; what that does. */
function propose(one: Judged, all: readonly Judged[]): readonly GatedAct[] {
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
  const isKept = (one: Traced): boolean => {
    const { objects, parameters } = contentsOf(one);
    return hasOneOf(objects, kept) || parameters.some(reach.isGiven);
  };
  // The key of what waits is the program's: whoever names it has it from there.
  const isKeyed = () => writes.every(({ key }) => key && isGenerated(key, reach));
  return peopleAround(one, all, kept).flatMap((person): readonly GatedAct[] => {
    const { acts, reach: own } = person.body;
    const grave = acts.filter(
      ({ call, does }) =>
        does !== undefined &&
        isIrreversible(does.effect) &&
        (isKept(callOf(call.event)) || testedIn(own.conditionsOf(call).flat()).some(isKept)),
    );
    if (grave.length === 0) return [];
    const where = `in ${codeSpan(person.name)}`;
    const gate = gateOfActs(person.body, grave, where);
    if (gate?.state === 'shown') tool.approval = gate;
    else if (person.route !== undefined && isKeyed() && isNamed(person.body, grave, isKept))
      tool.approval = {
        state: 'shown',
        value: { by: 'human', stated: `${codeSpan(person.name)} carries it out` },
        at: person.node.at(),
      };
    else return [];
    return grave.map(({ call }) => ({ tool, call: call.text, at: call.at }));
  });
}
