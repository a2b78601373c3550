import { codeSpan, isIrreversible, type Tool } from '../../model/index.js';
import { keptIn } from '../../model/once.js';
import {
  type CodeSyntaxNode,
  type Condition,
  contains,
  dependsOn,
  type ParameterTerm,
  placeOfTerm,
  type Reach,
  spellingOf,
  type Term,
  type TestStep,
  testedIn,
} from '../../program/index.js';
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

const placeKey = ({ at: { file, span } }: Term): string => `${file.file}:${span.start}`;

const filesOf = (places: Places): Places =>
  new Set([...places].map((place) => place.slice(0, place.lastIndexOf(':'))));

/** The lists, dicts and sets in a term that outlive the call of a tool: no function makes them. */
function storesIn(term: Term, reach: Reach): Places {
  const known = keptIn(outside, reach, () => new Map<string, boolean>());
  const found = new Set<string>();
  for (const [place, one] of contentsOf(term).objects)
    if (keptIn(known, place, () => reach.functionAt(one) === undefined)) found.add(place);
  return found;
}

/** Whether no function makes the object of a place: the tests of a body have the same ones. */
const outside = new WeakMap<Reach, Map<string, boolean>>();

function hasOneOf(objects: ReadonlyMap<string, Term>, places: Places): boolean {
  const [few, many] = objects.size < places.size ? [objects, places] : [places, objects];
  for (const place of few.keys()) if (many.has(place)) return true;
  return false;
}

const isObject = ({ kind }: Term): boolean => kind === 'list' || kind === 'record';

/** Whether a term depends on one of some objects; undefined: none is found, and it has more terms than are visited. */
function isOf(term: Term, places: Places): boolean | undefined {
  const { objects, isWhole } = contentsOf(term);
  return hasOneOf(objects, places) || (isWhole ? false : undefined);
}

/** Something that a function puts into an object. */
interface Write {
  readonly object: Term | undefined;
  readonly key: Term | undefined;
  readonly values: readonly Term[];
  conditions(): readonly Condition[];
}

const FILLING: ReadonlySet<string> = new Set(
  'add append appendleft extend insert push set setdefault unshift update'.split(' '),
);

/** What functions put into objects: each tool of an agent asks all of them. */
const writes = new WeakMap<Body, readonly Write[]>();

const writesOf = (body: Body): readonly Write[] => keptIn(writes, body, () => allWrites(body));

function allWrites({ reach }: Body): readonly Write[] {
  const calls = reach.calls.flatMap((call): readonly Write[] => {
    if (!FILLING.has(call.name)) return [];
    const { object, given } = reach.termOf(call);
    return [{ object, key: given[0], values: given, conditions: () => reach.conditionsOf(call) }];
  });
  const sets = reach.sets.map((set): Write => ({ ...set, values: [set.value] }));
  return [...calls, ...sets];
}

/** A test of what is in some stores. */
interface StoreTest {
  readonly step: TestStep;
  readonly stores: Places;
  /** The text, and the function that it is in. */
  readonly words: string;
}

function testsIn(condition: Condition, reach: Reach): readonly StoreTest[] {
  return condition.flatMap((step) => {
    if (step.kind !== 'test') return [];
    const stores = storesIn(step.term, reach);
    if (stores.size === 0) return [];
    return [{ step, stores, words: `${spellingOf(step.term)} ${reach.functionAt(step.term) ?? ''}` }];
  });
}

/** Whether a write can be what a test asks for: `status == "approved"` is not passed by a request that waits. */
function mayPass({ object, key, values }: Write, { step, stores }: StoreTest): boolean {
  if (!object || isOf(object, stores) === false) return false;
  const { term } = step;
  if (term.kind === 'compare' && term.operator === 'equal') {
    const texts = [term.left, term.right].flatMap((one) =>
      one.kind === 'constant' && typeof one.scalar === 'string' ? [one.scalar] : [],
    );
    const has = (text: string): boolean =>
      values.some((value) => {
        const { constants, isWhole } = contentsOf(value);
        return constants.has(text) || !isWhole;
      });
    return texts.every(has) === step.holds || texts.length === 0;
  }
  if (term.kind !== 'member') return step.holds;
  const { property } = term;
  const isSet = (one: Term | undefined): boolean =>
    one !== undefined && !(one.kind === 'constant' && !one.scalar);
  if (key?.kind === 'constant' && key.scalar === property) return values.some(isSet) === step.holds;
  return values.some((one) => one.kind === 'record' && isSet(one.members.get(property))) === step.holds;
}

/** Functions of people that are looked through, those whose names speak of approval first. */
const MOST_FUNCTIONS = 24;

const bodies = new WeakMap<PersonFunction, Body | undefined>();

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
    const body = keptIn(bodies, one, () => bodyOf(one.node, readCommand, PEOPLE));
    return body ? [{ ...one, body }] : [];
  });
}

const wordsOf = ({ name, route }: PersonFunction): string => `${name} ${route ?? ''}`;

/** The gate of a tool that acts only on what is stored: who stores it decides. */
function requireStored(one: Judged, all: readonly Judged[]): void {
  const { tool, body } = one;
  const { reach } = body;
  const acting = actingCalls(body, tool);
  const isPassed = ({ step: { term } }: StoreTest): boolean =>
    acting.some((call) => isPassedTo(reach.termOf(call), valueTested(term)));
  const conditions = acting.flatMap((call) => reach.conditionsOf(call));
  const paths = conditions.map((condition) => testsIn(condition, reach));
  if (paths.length === 0 || paths.every((tests) => tests.length === 0)) return;
  // Conditions of many calls share their tests.
  const known = { true: new Map<Term, Verdict | undefined>(), false: new Map<Term, Verdict | undefined>() };
  const verdictOf = (test: StoreTest): Verdict | undefined => {
    const { term, holds } = test.step;
    return keptIn(known[`${holds}`], term, () => {
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
      tool.approval = { state: 'absent', at: placeOfTerm(byModel.term), why: byModel.words };
  } else if (first && isAll(['person']))
    tool.approval = {
      state: 'shown',
      value: { by: 'human', stated: first.words },
      at: placeOfTerm(first.term),
    };
  else if (first && isAll(['person', 'unknown']))
    tool.approval = {
      state: 'undecidable',
      at: placeOfTerm(first.term),
      why: `whether a person fills what ${codeSpan(spellingOf(first.term))} reads is not known`,
    };
}

/** Who lets a tool act. */
interface Verdict {
  readonly kind: 'model' | 'person' | 'unknown';
  readonly term: Term;
  readonly words: string;
}

function judgeTest(test: StoreTest, one: Judged, all: readonly Judged[]): Verdict | undefined {
  const { term } = test.step;
  const isAsking = ASKING_WORDS.test(test.words);
  const spelled = codeSpan(spellingOf(term));
  const isLookup =
    TOKEN.test(nameGiven(term, one.body.reach) ?? '') &&
    ((term.kind === 'compare' && term.operator === 'in') || term.kind === 'index');
  for (const other of isLookup || isAsking ? all : []) {
    const writes = writesOf(other.body).filter((write) => mayPass(write, test));
    const isOwn = other === one;
    const name = codeSpan(other.tool.name);
    const passed = nameGiven(term, one.body.reach) ?? spelled;
    // What the program generates: the model has it from the answer of that tool.
    if (isLookup && writes.some(({ key }) => key && isGenerated(key, other.body.reach))) {
      const words = isOwn
        ? `${passed} comes from its own answer`
        : `${passed} comes from ${name}, which the model calls`;
      return { kind: 'model', term, words };
    }
    if (writes.length > 0 && isAsking && !isOwn)
      return { kind: 'model', term, words: `the model itself calls ${name}, which lets ${passed} pass` };
  }
  let mayBe = isAsking && isFilled(term);
  for (const person of peopleAround(one, all, test.stores)) {
    const writes = writesOf(person.body).filter((write) => mayPass(write, test));
    if (writes.some((write) => isOfPerson(write, person)))
      return { kind: 'person', term, words: `${spelled}, filled by ${codeSpan(person.name)}` };
    mayBe ||= writes.length > 0 && ASKING_WORDS.test(wordsOf(person));
  }
  return mayBe ? { kind: 'unknown', term, words: spelled } : undefined;
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
  conditions.every((steps) => testedIn(steps).some((term) => sentBy(valueTested(term), node) !== undefined));

/** Whether a store is more than a list of constants of the source. */
const isFilled = (term: Term): boolean =>
  dependsOn(term, (one) => {
    if (one.kind === 'list') return one.isOpen || one.items.length === 0 || undefined;
    return (one.kind === 'record' && (one.isOpen || one.members.size === 0)) || undefined;
  }) !== false;

/** What the model passes to be looked up. */
function nameGiven(term: Term, reach: Reach): string | undefined {
  switch (term.kind) {
    case 'compare':
      return nameGiven(term.left, reach);
    case 'index':
      return nameGiven(term.index, reach);
    case 'call':
      return term.given[0] && nameGiven(term.given[0], reach);
    default: {
      const name = givenIn(term, reach);
      return name === undefined ? undefined : codeSpan(name);
    }
  }
}

/** Names of what a tool gives out to be passed back. */
const TOKEN = /token|code|nonce|ticket|plan|key|(?:^`|_|[a-z](?=I))id`?$/i;

/** Whether a key is the result of a call that the model passes nothing to: `uuid4()`. */
const isGenerated = (key: Term, reach: Reach): boolean =>
  !isGivenTo(key, reach) && contains(key, (one) => one.kind === 'call');

const isGivenTo = (term: Term, reach: Reach): boolean =>
  dependsOn(term, (one) => (one.kind === 'parameter' && reach.isGiven(one)) || undefined) !== false;

/** The objects, parameters and constants that a term depends on. */
interface Contents {
  /** By the places that create them. */
  readonly objects: ReadonlyMap<string, Term>;
  readonly parameters: readonly ParameterTerm[];
  readonly constants: ReadonlySet<unknown>;
  /** It has no more terms than are visited. */
  readonly isWhole: boolean;
}

/** Each tool asks the same terms of the same functions. */
const contents = new WeakMap<Term, Contents>();

const contentsOf = (term: Term): Contents => keptIn(contents, term, () => newContents(term));

function newContents(term: Term): Contents {
  const objects = new Map<string, Term>();
  const parameters = new Set<ParameterTerm>();
  const constants = new Set<unknown>();
  const isCut = dependsOn(term, (one) => {
    if (isObject(one)) objects.set(placeKey(one), one);
    else if (one.kind === 'parameter') parameters.add(one);
    else if (one.kind === 'constant') constants.add(one.scalar);
    return undefined;
  });
  return { objects, parameters: [...parameters], constants, isWhole: isCut === false };
}

type Act = Body['acts'][number];

/** Gates of some acts of a function, by their places in it: the tools of an agent mostly ask for the same ones. */
const gates = new WeakMap<Body, Map<string, ReturnType<typeof gateOfCalls>>>();

function gateOfActs(body: Body, acts: readonly Act[], where: string): ReturnType<typeof gateOfCalls> {
  const known = keptIn(gates, body, () => new Map<string, ReturnType<typeof gateOfCalls>>());
  const calls = acts.map(({ call }) => call);
  const key = acts.map((one) => body.acts.indexOf(one)).join(' ');
  return keptIn(known, key, () => gateOfCalls({ ...body.reach, where }, calls));
}

/** Whether who sends the request of a handler names what its acts are of. */
function isNamed({ node, reach }: Body, acts: readonly Act[], isKept: (term: Term) => boolean): boolean {
  const isSent = (term: Term): boolean => contains(term, (part) => sentBy(part, node) !== undefined);
  // What is taken out of a store is known, and no longer how: its key stands in the call that takes it.
  const isTaken = reach.calls.some((call) => {
    const { object, given } = reach.termOf(call);
    return object && isKept(object) && given.some(isSent);
  });
  return isTaken || acts.every(({ call }) => isSent(reach.termOf(call)));
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
  const isKept = (term: Term): boolean => {
    const { objects, parameters } = contentsOf(term);
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
        (isKept(own.termOf(call)) || testedIn(own.conditionsOf(call).flat()).some(isKept)),
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
