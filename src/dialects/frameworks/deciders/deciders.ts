import { keptForBoth, keptIn } from '../../../model/once.js';
import {
  alternativesIn,
  type CallShape,
  callIn,
  callOf,
  constantIn,
  contains,
  dependsOn,
  endOf,
  type Flow,
  type Guard,
  isNothing,
  isSameValue,
  isThreshold,
  isVisited,
  nodeOfCall,
  type ParameterValue,
  parameterIn,
  pathOf,
  type Reference,
  type Shape,
  shapeOf,
  spellingOf,
  type Traced,
  textOf,
  type Value,
  type Visit,
  type Visited,
} from '../../../program/index.js';
import type { SourceDocument } from '../../../syntax/node.js';
import {
  isAmongNames,
  type ModuleName,
  type NamesByModule,
  namesByModule,
  namesOfBoth,
  withoutPrefix,
} from '../../agents/names-by-module.js';
import { isMachine, isOfMachine, nameOfCall, PRESENT } from '../../agents/machine-calls.js';
import { CHANGING_METHODS, QUIET_CALLS, QUIET_GLOBALS, QUIET_METHODS } from '../../agents/quiet-calls.js';
import { FRAMEWORK_DECIDERS } from '../../framework-deciders.js';
import type { Framework } from '../framework.js';
import { promiseIn } from '../no-yes.js';
import { exportOf, instanceName, isModuleOf } from '../origins.js';
import { givesThing } from '../rows/catalogue.js';
import type { Row } from '../rows/row.js';
import { ALL_TOOLS, namesOfTest, otherThan, type ToolNames } from '../tool-names.js';
import facts from './deciders.json' with { type: 'json' };

/**
 * Who or what decides whether a path continues. `nobody`: nothing that depends on the request: constants, counts, retries.
 * `error`: an exception was caught before, and the person may not have answered. The others have a name: `other`: code outside
 * of the project, which may ask a person, or not; `model`: its answer; `request`: its contents, for some requests the path
 * continues; `file`: what one says; `machine`: the answer of a service, of the system, of the clock; `setting`: by its name as
 * people know it; `earlier`: a value from before the request, or of code that is not read; `flag`: a value of a setting or of a person.
 */
export type Decider =
  | { readonly kind: 'nobody' | 'person' | 'error' }
  | { readonly kind: NamedDecider; readonly name: string };

type NamedDecider = Exclude<keyof typeof PRECEDENCE, 'nobody' | 'person' | 'error'>;

/** The request that a call answers. */
export interface Asked {
  readonly framework: Framework;
  /** The request itself, if it is passed. */
  readonly item: Value | undefined;
  /** The function whose parameters describe the request, and the parameter that is the name of the tool. */
  readonly answering?:
    | {
        readonly definition: unknown;
        readonly tool: string | undefined;
        /** When the call was given the function: its requests come later, whenever the function itself was read. */
        readonly given?: number;
      }
    | undefined;
  /** The file that it is answered in. */
  readonly document?: SourceDocument | undefined;
  /** Where it comes from, and when; `passed` by an unknown caller. */
  readonly by:
    | { readonly kind: 'run'; readonly clock: number; readonly runs: readonly CallShape[] }
    | { readonly kind: 'passed'; readonly parameter: ParameterValue }
    | { readonly kind: 'outside' };
}

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

const PEOPLE = namesOfBoth(namesByModule(facts.people), namesByModule(FRAMEWORK_DECIDERS.people));
const SETTINGS = namesByModule(facts.settings);
const ANSWERED = FRAMEWORK_DECIDERS.answered.split(' ').map((path) => path.split('.'));
const PAUSING = namesByModule(FRAMEWORK_DECIDERS.pausing);
/** What makes an object that other code settles later. */
const PENDING = namesByModule(facts.pending);
const QUESTIONS = set(`${facts.questions} ${FRAMEWORK_DECIDERS.questions}`);
/** The member of the options of a run that has its settings. */
const CONFIGURED = set(FRAMEWORK_DECIDERS.configured);

/** Members of what a model answers that state a call of a tool, and types of its parts that do. */
export const TOOL_CALLS = set(facts.toolCalls);
const QUIET = namesOfBoth(QUIET_CALLS, namesByModule(facts.quiet.modules));
export const MODELS = namesOfBoth(namesByModule(facts.models), namesByModule(FRAMEWORK_DECIDERS.models));
const AGENTS = namesByModule(FRAMEWORK_DECIDERS.agents);
/** Functions that read the members of an object. */
const READING = namesByModule(facts.reading);
/** Functions that return what a file says. */
const FILES = namesByModule(facts.files);
const GLOBALS: ReadonlySet<string> = new Set([...QUIET_GLOBALS, ...facts.quiet.globals.split(' ')]);
const METHODS: ReadonlySet<string> = new Set([
  ...QUIET_METHODS,
  ...CHANGING_METHODS,
  ...`${facts.quiet.methods} ${facts.plain} ${FRAMEWORK_DECIDERS.quiet} ${FRAMEWORK_DECIDERS.plain}`.split(
    ' ',
  ),
]);

/** Whether the name of a call or member is among some names, by module. */
function isAmong(names: NamesByModule, one: Traced): boolean {
  const path = pathOf(one);
  return path !== undefined && isAmongNames(names, path);
}

/** Whether a name is of what asks a person. */
const isOfPeople = (names: ModuleName): boolean =>
  isAmongNames(PEOPLE, names) && !isAmongNames(PRESENT, names);
const isNamedPerson = (one: Traced): boolean => isAmong(PEOPLE, one) && !isAmong(PRESENT, one);

/** Whether a call runs an agent, or starts a session that does: its result contains the requests. */
export function isRun(one: Traced, framework: Framework): boolean {
  const call = callIn(one);
  return call !== undefined && runsAgent(framework, call);
}

/** Whether a call runs an agent: each test of each approval asks. */
const runsAgent = keptForBoth((framework: Framework, call: CallShape): boolean => {
  const rows = framework.rowsOf(call.at.file.file);
  const node = nodeOfCall(call);
  const name = exportOf(node, framework) ?? instanceName(node, framework);
  const runs = (one: string): Row | undefined => {
    const row = rows.rowOf(one)?.row;
    return row && givesThing(row, 'run') ? row : undefined;
  };
  // What a session of speech returns is one.
  if (name !== undefined)
    return runs(name) !== undefined || runs(name.replace(/\(\)\.run$/, ''))?.spoken === true;
  return call.object !== undefined && rows.runMethods.has(call.name) && !pathOf(call.object)?.module;
});

/** Whether a call asks a model, with a client of its vendor or with another framework. */
export function isOfModel(one: Traced, framework: Framework): boolean {
  const call = callIn(one);
  if (!call || isRun(call, framework)) return false;
  if (isAmong(MODELS, call.callee)) return true;
  const { module = '' } = pathOf(call.callee) ?? {};
  return isAmong(AGENTS, call.callee) && !isModuleOf(framework.rowsOf(call.at.file.file), module);
}

/** Whether a run begins after a function did: the function asks its model, and answers no request of it. */
export const isRunSince = (one: Traced, began: number, framework: Framework): boolean =>
  callIn(one)?.event.times.some((time) => time >= began) === true && isRun(one, framework);

/** Whether a value is the list of requests of a run. */
function isRequests(one: Traced, { answers }: Words): boolean {
  const shape = shapeOf(one);
  return (
    (shape.kind === 'member' && answers.requests.has(shape.property)) ||
    (shape.kind === 'call' && answers.requests.has(shape.name))
  );
}

const isState = (one: Traced, { answers }: Framework): boolean => answers.states.has(callIn(one)?.name ?? '');

/** Whether a value is what an answer returns: where that goes on with the run, a result like that of the run. */
function isOfAnswer(one: Traced, framework: Framework): boolean {
  const call = callIn(one);
  if (!call || !framework.answers.reading.has(call.name)) return false;
  return exportOf(nodeOfCall(call), framework) !== undefined;
}

/** Whether a value says what waits in the state of a run. */
function isWaiting(one: Traced, framework: Framework): boolean {
  const shape = shapeOf(one);
  if (shape.kind !== 'member' || !framework.answers.waiting.has(shape.property)) return false;
  return contains(shape.object, (each) => isState(each, framework));
}

/** Events by which the framework passes a request to a listener. */
export function isEvent(name: string, texts: readonly string[], { answers }: Framework): boolean {
  const [event] = texts;
  return answers.listeners.has(name) && event !== undefined && answers.events.has(event);
}

/** Where requests come from: the runs of a framework, and the functions that it passes a request to. */
export interface Marks {
  /** The run that a value is the result of. */
  runIn(one: Traced): CallShape | undefined;
  /** The parameter that a value is, of a function that the framework passes a request to. */
  listeningIn(one: Traced): ParameterValue | undefined;
  /** Whether a value depends on one of them, on the list of requests or the state of a run, or may. */
  isIn(value: Value): boolean;
  /** The last run in a file before some time. */
  runBefore(file: string, clock: number): CallShape | undefined;
  /** What depends on none of them, as far as that is known. */
  readonly without: Visited;
}

/** The marks of one flow: what many approvals share is asked once. */
export function marksOf(
  flow: Flow,
  framework: Framework,
  isListening: (parameter: ParameterValue) => boolean,
): Marks {
  const known = new Map<Shape, boolean>();
  const without: Visited = new Set();
  const marks: Marks = {
    without,
    runIn: (one) => (isRun(one, framework) ? callIn(one) : undefined),
    listeningIn(one) {
      const parameter = parameterIn(one);
      return parameter && isListening(parameter) ? parameter : undefined;
    },
    isIn: (value) =>
      keptIn(
        known,
        shapeOf(value),
        () => dependsOn(value, (one) => isOne(one) || undefined, { without }) !== false,
      ),
    runBefore(file, clock) {
      const before = (one: CallShape): number => one.event.times.findLast((time) => time < clock) ?? 0;
      return flow
        .callsIn(file)
        .filter((one) => before(one) > 0 && isRun(one, framework))
        .reduce<CallShape | undefined>(
          (last, one) => (last && before(last) > before(one) ? last : one),
          undefined,
        );
    },
  };
  const isOne = (one: Traced): boolean =>
    isRun(one, framework) ||
    isRequests(one, framework) ||
    isState(one, framework) ||
    marks.listeningIn(one) !== undefined;
  return marks;
}

/** The request that is approved at a place; undefined if it is something else. */
export function askedBy(visit: Visit, marks: Marks, framework: Framework): Asked | undefined {
  const { item, subjects, clock, call, sink, returnedBy } = visit;
  if (returnedBy) {
    const { definition, began } = returnedBy;
    const place = sink && framework.answers.sinks.get(sink)?.tool;
    const tool = place === undefined ? undefined : definition.parameters[place]?.name;
    const runs = call ? [call] : [];
    const given = Math.max(began, ...(call?.event.times ?? []));
    return {
      framework,
      item,
      answering: { definition, tool, given },
      by: { kind: 'run', clock: began, runs },
    };
  }
  if (sink && framework.answers.sinks.get(sink)?.pauses && !(call && isRun(call, framework)))
    return undefined;
  const marked = subjects.filter(marks.isIn);
  if (marked.length === 0 && sink && call) {
    // Resuming a run answers the requests of the run before it.
    const run = marks.runBefore(visit.file, clock);
    const ran = run?.event.times.findLast((one) => one < clock);
    return run && ran !== undefined
      ? { framework, item: undefined, by: { kind: 'run', clock: ran, runs: [run] } }
      : undefined;
  }
  if (marked.length === 0 || (constantIn(item) && sink?.kind !== 'call')) return undefined;
  const runs = subjects.flatMap((one) => foundIn(one, marks.runIn, marks));
  const listened = subjects.flatMap((one) => foundIn(one, marks.listeningIn, marks));
  // The last run before the answer returned the request.
  const clocks = [
    ...runs.map(({ event: { times } }) => times.findLast((one) => one < clock) ?? times[0] ?? 0),
    ...listened.map((one) => one.clock),
  ];
  if (clocks.length > 0) return { framework, item, by: { kind: 'run', clock: Math.max(...clocks), runs } };
  const [parameter] = marked.flatMap((one) => foundIn(one, parameterIn));
  return { framework, item, by: parameter ? { kind: 'passed', parameter } : { kind: 'outside' } };
}

/** What is found in a value; `marks`: where it depends on a mark. */
function foundIn<T>(value: Value, find: (one: Traced) => T | undefined, marks?: Marks): T[] {
  const all: T[] = [];
  dependsOn(value, (one) => {
    if (marks && isVisited(marks.without, one)) return false;
    const found = find(one);
    if (found === undefined) return undefined;
    all.push(found);
    return false;
  });
  return all;
}

type Words = Pick<Framework, 'answers'>;

/** Whether a value is one request, or a member that it wraps. */
const isRequest = (one: Traced, { answers }: Words): boolean => isOneRequest(answers, shapeOf(one));

/** Values may contain themselves: each is asked once. */
const isOneRequest: (answers: Framework['answers'], shape: Shape) => boolean = keptForBoth(
  (answers, shape) => {
    if (shape.kind === 'member') return answers.wrapped.has(shape.property);
    const of = shape.kind === 'item' ? shape.of : shape.kind === 'index' ? shape.object : undefined;
    return of !== undefined && (isAll(of, { answers }) || isRequest(of, { answers }));
  },
  false,
);

const isAll = (value: Value, words: Words): boolean =>
  dependsOn(value, (one) => isRequests(one, words) || (isRequest(one, words) ? false : undefined)) === true;

/** The request around a member that it wraps. */
const requestOf = (value: Value, { answers }: Framework): Value =>
  objectOf(value, (property) => answers.wrapped.has(property));

/** Whether a call may decide, whatever its result: it may ask a person, wait or fail. */
export function mayDecide(call: CallShape, framework: Framework): boolean {
  const { callee, object, name, event } = call;
  if (isPending(call) && !event.expression.isNew) return true;
  if (isNamedPerson(callee) || call.given.some((one) => isNamedPerson(one))) return true;
  if (event.target.kind === 'class' || event.expression.isNew || isRun(call, framework)) return false;
  if (isOfModel(call, framework)) return false;
  const path = pathOf(callee);
  const { module, dotted } = path ? withoutPrefix(path) : { module: '', dotted: '' };
  if (path && (isAmong(SETTINGS, callee) || ERROR.test(dotted))) return false;
  if (module !== '')
    return !isAmong(QUIET, callee) && !isModuleOf(framework.rowsOf(call.at.file.file), module);
  if (object && METHODS.has(name)) return false;
  if (path) return !GLOBALS.has(dotted) && !GLOBALS.has(/^[^.(]*/.exec(path.dotted)?.[0] ?? '');
  return !(object && dependsOn(object, (one) => isRun(one, framework) || (callIn(one) ? false : undefined)));
}

const ERROR = /(?:Error|Exception)$|^SystemExit$/;

/** Who decides one guard of a path to the answer of a request. */
export function deciderOf(guard: Guard, asked: Asked, isFixed: (value: Traced) => boolean): Decider {
  const { by } = asked;
  switch (guard.kind) {
    case 'call': {
      const call = callOf(guard.event);
      // If the answer is unused, the path continues in either case, unless asking ends it.
      if (isAsking(call)) return { kind: mayAbort(call) ? 'person' : 'nobody' };
      // It ran, and nothing depends on its result.
      return isMachine(call) ? { kind: 'nobody' } : otherBy(call);
    }
    case 'await':
      return otherBy(guard.value);
    case 'caught':
      return { kind: 'error' };
    case 'entered':
      return by.kind === 'passed' ? { kind: 'nobody' } : { kind: 'other', name: 'what calls it' };
    case 'test':
      return promiseIn(guard.test.value) ? { kind: 'nobody' } : settledBy(guard.test.value, asked, isFixed);
    default:
      return { kind: 'other', name: 'more than is followed' };
  }
}

/** Whether a value says that somebody may be asked, which is no answer: `process.stdin.isTTY`. */
export const isPresence = (one: Traced): boolean => isAmong(PRESENT, callIn(one)?.callee ?? one);

/** Words in names of functions that ask a person, and of answers. */
export const ASKING_WORDS = /approv|confirm|consent|permission|authori[sz]|human|review/i;

/** Whether a value is a person's answer, or the function that asks. */
export function isPerson(one: Traced): boolean {
  const call = callIn(one);
  return isNamedPerson(one) || (call !== undefined && isAsking(call)) || isAnswered(one);
}

/** Whether a framework sets a member once a person has answered for the call: `ctx.tool_call_approved`, `agent.resumeData`. */
export const isAnswered = (one: Traced): boolean => ANSWERED.some((path) => endsWith(one, path));

/** Whether a value is a member behind others, each of which may have a fallback: `(context.agent ?? {}).resumeData`. */
function endsWith(one: Traced, path: readonly string[]): boolean {
  const shape = shapeOf(one);
  if (shape.kind !== 'member' || shape.property !== path.at(-1)) return false;
  const rest = path.slice(0, -1);
  return rest.length === 0 || contains(shape.object, (each) => endsWith(each, rest));
}

/** Whether a call ends the run with a request, which the program has to answer. */
export const isPausing = ({ callee }: CallShape): boolean => isAmong(PAUSING, callee);

/** The name of the setting that a value is read from, as people know it; undefined if it is none. */
export const settingIn = (one: Traced): string | undefined =>
  isAmong(SETTINGS, one) && !isOfSetting(one) ? settingName(one) : settingOfRun(one);

/** The setting of a run that a function of it reads: `config["configurable"].get("ask")`, `config.configurable?.ask`. */
export function settingOfRun(one: Traced): string | undefined {
  const read = memberRead(one);
  return read && holdsSettings(read.object) ? read.name : undefined;
}

/** Whether a value is what a run is configured with, or nothing: `config.get("configurable", {})`. */
const holdsSettings = (value: Value): boolean =>
  alternativesIn(value, ['gated', 'logical']).some((one) => {
    const read = memberRead(one);
    return read && CONFIGURED.has(read.name) && ['parameter', 'call'].includes(shapeOf(read.object).kind);
  });

/** The member that a value is, also by a lookup with a default. */
export function memberRead(one: Traced): { readonly object: Value; readonly name: string } | undefined {
  const shape = shapeOf(one);
  if (shape.kind === 'member') return { object: shape.object, name: shape.property };
  if (shape.kind !== 'call' || shape.name !== 'get' || !shape.object) return undefined;
  const name = textOf(shape.given[0]);
  return name === undefined ? undefined : { object: shape.object, name };
}

/** Whether code outside of the project that a call runs asks a person. */
export const asksPerson = (names: { readonly module: string; readonly path: readonly string[] }): boolean =>
  isOfPeople({ module: names.module, dotted: names.path.join('.') });

/** Nested functions that are searched for a person who is asked. */
const DEEPEST = 4;

/**
 * Whether a function, or one of the project that it calls, asks a person; undefined if that is not known.
 */
export function asksSomebody({ calls }: Reference, depth = 0): boolean | undefined {
  if (!calls || depth > DEEPEST) return undefined;
  const answers = calls.map(({ call }) => {
    if (!call) return false;
    const named = [call.target, ...call.receivers, ...call.positional];
    if (named.some(({ reached }) => reached && isOfPeople(reached))) return true;
    const own = call.target.reference;
    return own?.kind === 'function' ? asksSomebody(own, depth + 1) : false;
  });
  return answers.includes(true) || (answers.includes(undefined) ? undefined : false);
}

/** Whether a call asks a person, by what it is a call of: a name alone says nothing. */
export const isAsking = (call: CallShape): boolean =>
  isOfPeople(nameOfCall(call)) || call.given.some((one) => isNamedPerson(one));

const KNOWN_CALLS: readonly NamesByModule[] = [PEOPLE, SETTINGS, QUIET, FILES, MODELS, AGENTS];

/** Whether a call or a name is of code that is not read: it may ask a person, or be what one said. */
export function isUnread(one: Traced): boolean {
  const call = callIn(one);
  if (call && isPending(call)) return true;
  const name = call ? nameOfCall(call) : withoutPrefix(pathOf(one) ?? { module: '', dotted: '' });
  return name.module !== '' && !isOfMachine(name) && !KNOWN_CALLS.some((names) => isAmongNames(names, name));
}

/** Whether a value is a setting, or the answer of a machine, a clock, a file or a model. */
export function isAnswerOfNobody(one: Traced): boolean {
  const call = callIn(one);
  if (!call) return settingIn(one) !== undefined;
  if (isQuiet(call) && call.given.length === 0) return true;
  return isMachine(call) || [SETTINGS, FILES, MODELS, AGENTS].some((names) => isAmong(names, call.callee));
}

/** Whether other code, which has what a call makes, answers: a dialog of the program, or another task. */
export function isPending(call: CallShape): boolean {
  const name = nameOfCall(call);
  // `Promise.all` makes none.
  return isAmongNames(PENDING, name) && (name.module !== '' || call.event.expression.isNew);
}

/** Whether a call touches nothing outside of the program. */
export const isQuiet = ({ callee }: CallShape): boolean => isAmong(QUIET, callee);

/** Whether a call asks a question, and returns its answer: one that prepares or prints does not. */
export const isQuestion = (call: CallShape): boolean => QUESTIONS.has(call.name) && isAsking(call);

/** Whether a call that asks raises if the answer is no. */
export function mayAbort({ named }: CallShape): boolean {
  const abort = named.get('abort');
  return abort !== undefined && !isNothing(abort);
}

const otherBy = (one: Traced): Decider => ({
  kind: 'other',
  name: `\`${spellingOf(callIn(one)?.callee ?? one)}\``,
});

const PRECEDENCE = {
  nobody: 0,
  error: 0,
  request: 1,
  flag: 2,
  earlier: 3,
  setting: 3,
  machine: 4,
  file: 4,
  model: 5,
  other: 6,
  person: 7,
} as const;

/** Who decides a value; of several the one that leaves least to the program. */
function settledBy(
  value: Value,
  { by, item, answering, framework }: Asked,
  isFixed: (value: Traced) => boolean,
): Decider {
  const spelling = spellingOf(value);
  const tested = shapeOf(value);
  const carrier = by.kind === 'passed' ? by.parameter : undefined;
  const since = answering && by.kind === 'run' ? by.clock : undefined;
  let found = { kind: 'nobody' } as Decider;
  let unread: Traced | undefined;
  let isOfCall = false;
  const ofRequest = { kind: 'request', name: spelling } as const;
  const withoutOwn: Visited = new Set();
  const isItem = (one: Traced): boolean => item !== undefined && isSameValue(one, item);
  const isOwn = (one: Traced): boolean =>
    isRun(one, framework) ||
    isRequests(one, framework) ||
    isWaiting(one, framework) ||
    isOfAnswer(one, framework) ||
    isItem(one) ||
    isSameParameter(one, carrier);
  const note = (one: Decider): boolean => {
    if (PRECEDENCE[one.kind] > PRECEDENCE[found.kind]) found = one;
    return false;
  };
  /** What has a name: the program does not declare it, it is of the object of a method, which the program sets, or older. */
  const named = (one: Traced): boolean | undefined => {
    const base = objectOf(one);
    const shape = shapeOf(base);
    if (!NAMED.has(shape.kind)) return undefined;
    const path = pathOf(one);
    if (path && isOfMachine(withoutPrefix(path))) return note({ kind: 'machine', name: spelling });
    const isEarlier = ['self', 'outside', 'name'].includes(shape.kind) || isFixed(base);
    return note({ kind: isEarlier ? 'earlier' : 'flag', name: nameOf(one) });
  };
  const isDone = dependsOn(value, (one) => {
    const shape = shapeOf(one);
    if (isPresence(one)) return note({ kind: 'machine', name: spelling });
    if (isNamedPerson(one)) return note({ kind: 'person' });
    if (isOfModel(one, framework) || (since !== undefined && isRunSince(one, since, framework)))
      return note({ kind: 'model', name: spelling });
    if (!isWaiting(one, framework) && isOfUnread(one, isOwn, withoutOwn)) unread ??= one;
    if (isAmong(SETTINGS, one))
      return isOfSetting(one) ? undefined : note({ kind: 'setting', name: settingName(one) });
    if (answering && isOfParameter(one, answering.definition)) {
      isOfCall = true;
      return note(ofRequest);
    }
    if (isItem(one) && shape !== tested) return note(ofRequest);
    if (isOwn(one)) return false;
    switch (shape.kind) {
      case 'member':
        // That a request wraps something says nothing of it.
        if (shape === tested && framework.answers.wrapped.has(shape.property)) return false;
        if (isRequest(shape.object, framework) || isRequest(one, framework))
          return framework.answers.kinds.has(shape.property) ? false : note(ofRequest);
        return named(one);
      case 'call':
        if (isAmong(FILES, shape.callee)) return note({ kind: 'file', name: spelling });
        if (!mayDecide(shape, framework)) return undefined;
        if (isAsking(shape)) return note({ kind: 'person' });
        return note(isMachine(shape) ? { kind: 'machine', name: spelling } : otherBy(shape));
      case 'parameter':
      case 'self':
        return named(one);
      case 'name':
        return GLOBALS.has(shape.name) ? false : named(one);
      case 'outside':
        // A module as such says nothing; what is read from it does.
        return shape.origin.dotted === '' ||
          isModuleOf(framework.rowsOf(shape.at.file.file), shape.origin.module) ||
          isAmong(QUIET, one)
          ? false
          : named(one);
      case 'either':
        // One of several results of runs, each of an earlier round of a loop, is decided by what they are.
        if (!shape.each && shape.members.length > 0 && shape.members.every((each) => contains(each, isOwn)))
          return undefined;
        // A value of which nothing is known may be an answer, or not; so may one of several constants: what chose it is lost.
        note(
          shape.members.every(constantIn)
            ? { kind: 'other', name: `\`${spelling}\`` }
            : { kind: 'flag', name: spellingOf(one) },
        );
        return undefined;
      default:
        return undefined;
    }
  });
  if (isDone === undefined) note(otherBy(value));
  // A count or amount of something that no person provides is no answer.
  const isCount = isThreshold(value);
  const isPlain = PRECEDENCE[found.kind] > PRECEDENCE.request && PRECEDENCE[found.kind] < PRECEDENCE.machine;
  if (isCount && (isPlain || found.kind === 'nobody')) return { kind: 'nobody' };
  // Wherever a threshold for what a call asks for is read from, it is no answer to that call.
  if (isCount && isOfCall && (found.kind === 'other' || found.kind === 'file') && isDone !== undefined)
    return ofRequest;
  // Nothing is known of it, and the program may have given it an answer.
  return found.kind === 'nobody' && unread ? otherBy(unread) : found;
}

/**
 * Whether a term is taken out of an object that is not followed: a member that the program computes, an item of a result.
 * `without`: what depends on none that `isOwn` says yes to; grows.
 */
function isOfUnread(one: Traced, isOwn: (one: Traced) => boolean, without: Visited): boolean {
  const shape = shapeOf(one);
  if (shape.kind === 'call') return callIn(shape.callee) !== undefined || isAmong(READING, shape.callee);
  if (shape.kind !== 'member' && shape.kind !== 'index') return false;
  return alternativesIn(shape.object, ['gated']).some((object) => {
    const call = callIn(object);
    return call && !isMachine(call) && !dependsOn(object, (part) => isOwn(part) || undefined, { without });
  });
}

function isSameParameter(one: Traced, other: ParameterValue | undefined): boolean {
  const own = other && parameterIn(one);
  return own !== undefined && own.of.definition === other?.of.definition && own.name === other.name;
}

/** What a value is a member of, through members of members; `isPassed`: those of some names. */
export const objectOf = <T extends Traced>(value: T, isPassed = (_property: string) => true): T | Value =>
  endOf(value, (shape) => (shape.kind === 'member' && isPassed(shape.property) ? shape.object : undefined));

/** Members of members that are looked through. */
export const MOST_STEPS = 250;

/** Kinds of values that have a name: `options.auto`, `self.auto` are identified by the names that lead to them. */
const NAMED: ReadonlySet<Shape['kind']> = new Set(['name', 'parameter', 'self', 'outside']);

/** Whether a value is a parameter of a function, or a member of one. */
const isOfParameter = (value: Traced, definition: unknown): boolean =>
  parameterIn(endOf(value, (one) => (one.kind === 'member' || one.kind === 'index' ? one.object : undefined)))
    ?.of.definition === definition;

function nameOf(value: Traced, left = MOST_STEPS): string {
  const shape = shapeOf(value);
  switch (shape.kind) {
    case 'member':
      return left > 0 ? `${nameOf(shape.object, left - 1)}.${shape.property}` : shape.property;
    case 'name':
      return shape.name;
    case 'parameter':
      return shape.value.name;
    case 'outside':
      return shape.origin.dotted === '' ? shape.origin.module : shape.origin.dotted;
    case 'self':
      return shape.at.file.language.self;
    default:
      return spellingOf(value);
  }
}

/** Whether a value is computed from a setting: `os.getenv("AUTO").lower()`. */
function isOfSetting(one: Traced): boolean {
  const shape = shapeOf(one);
  const object = shape.kind === 'member' || shape.kind === 'call' ? shape.object : undefined;
  const path = object && pathOf(object);
  if (!object || !path || !isAmong(SETTINGS, object)) return false;
  const { module, dotted } = withoutPrefix(path);
  const all = SETTINGS.get(module) ?? [];
  return !all.includes('*') && !all.includes(dotted);
}

/** The environment variable, or the command-line option, as people know it. */
function settingName(one: Traced): string {
  const path = pathOf(one);
  const all = path ? (SETTINGS.get(withoutPrefix(path).module) ?? []) : [];
  const { dotted = '' } = path ? withoutPrefix(path) : {};
  const of = all.find((name) => dotted.startsWith(`${name}.`));
  const member = of === undefined ? undefined : dotted.slice(of.length + 1);
  const key = textOf(callIn(one)?.given[0]);
  if (key !== undefined) return key;
  return member !== undefined && member !== '' && !member.includes('(') ? member : spellingOf(one);
}

/** The tools that a test selects by name, if it tests nothing else. */
export function toolsOfTest(guard: Guard, asked: Asked): ToolNames | undefined {
  if (guard.kind !== 'test') return undefined;
  const { item, answering, framework } = asked;
  const isOwn = (object: Value): boolean => {
    const request = requestOf(object, framework);
    if (answering) return parameterIn(request)?.of.definition === answering.definition;
    if (item === undefined) return false;
    // The key of an answer is a member of its request: `approvals[call.tool_call_id]`.
    const shape = shapeOf(item);
    const keyed = shape.kind === 'member' ? [shape.object] : [];
    return [item, requestOf(item, framework), ...keyed].some((one) => isSame(request, one));
  };
  const found = namesOfTest(guard.test.value, (named) => isNamedBy(named, asked, isOwn));
  const named = found && !guard.holds ? otherThan(found) : found;
  // The name of a call that is a request of the framework says which calls are requests, and no tool.
  const isEvent =
    named?.kind === 'these' &&
    named.names.size > 0 &&
    [...named.names].every((one) => framework.answers.events.has(one));
  return isEvent ? ALL_TOOLS : named;
}

/**
 * Whether a test looks up the name of a request in a collection of the program that names of requests are put into:
 * `request.name in approved`, `approved[request.name]`.
 */
export const isApprovedBefore = (guard: Guard, asked: Asked): boolean =>
  looksUp(guard, (one) => isNameOfRequest(one, asked));

/** Whether a test looks up a name in a collection that the program puts such names into. */
export function looksUp(
  guard: Guard,
  isName: (one: Traced) => boolean,
  isPut: (one: Traced) => boolean = isName,
): boolean {
  const test = guard.kind === 'test' && guard.holds ? shapeOf(guard.test.value) : undefined;
  const [name, names] =
    test?.kind === 'compare' && test.operator === 'in'
      ? [test.left, test.right]
      : test?.kind === 'index'
        ? [test.index, test.object]
        : [];
  if (!name || !names || !isName(name)) return false;
  const shape = shapeOf(names);
  return shape.kind === 'record' ? shape.isKeyed : shape.kind === 'list' && contains(names, isPut);
}

const isNameOfRequest = (one: Traced, asked: Asked): boolean =>
  isNamedBy(one, asked, (object) => {
    const request = requestOf(object, asked.framework);
    return isRequest(request, asked.framework) || isItemOfRun(request, asked.framework);
  });

/** Whether a value is an item of a list that a run returned: requests are among others there. */
function isItemOfRun(value: Value, framework: Framework): boolean {
  const shape = shapeOf(value);
  return shape.kind === 'item' && contains(shape.of, (one) => isRun(one, framework));
}

/** Whether a value is the name of a tool: a member of what asks for it, or the parameter that a function is given. */
function isNamedBy(
  one: Traced,
  { answering, framework }: Asked,
  isAsking: (object: Value) => boolean,
): boolean {
  const shape = shapeOf(one);
  if (shape.kind === 'member') return framework.answers.names.has(shape.property) && isAsking(shape.object);
  if (shape.kind !== 'parameter') return false;
  return shape.value.of.definition === answering?.definition && shape.value.name === answering?.tool;
}

/** Whether values are the same item: each round of a loop around theirs has its own value for it. */
function isSame(one: Value, other: Value): boolean {
  const [a, b] = [shapeOf(one), shapeOf(other)];
  if (a === b) return true;
  if (a.kind !== 'item' || b.kind !== 'item' || a.context !== b.context) return false;
  return a.at.file === b.at.file && a.at.span.start === b.at.span.start;
}
