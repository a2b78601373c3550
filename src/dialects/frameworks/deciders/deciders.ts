import { CALL_DOMAINS } from '../../../effects/calls/domains.js';
import { keptIn } from '../../../model/once.js';
import {
  type CallTerm,
  type CodeSyntaxNode,
  conditionsOfResult,
  contains,
  dependsOn,
  type Flow,
  namesOf,
  nodeOfCall,
  nothingVisited,
  type ParameterTerm,
  pathOf,
  type Reference,
  type Step,
  spellingOf,
  type Term,
  testedIn,
  textsIn,
  type ValuePattern,
  type Visit,
  type Visited,
  valueWhere,
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
import { CHANGING_METHODS, QUIET_CALLS, QUIET_GLOBALS, QUIET_METHODS } from '../../agents/quiet-calls.js';
import type { Framework } from '../framework.js';
import { exportOf, isModuleOf, isRunName } from '../origins.js';
import facts from './deciders.json' with { type: 'json' };
import plain from './plain-calls.json' with { type: 'json' };

/**
 * Who or what decides whether a path continues. `nobody`: nothing that depends on the request: constants, counts, retries.
 * `error`: an exception was caught before, and the person may not have answered. The others have a name: `other`: code outside
 * of the project, which may ask a person, or not; `model`: its answer; `request`: its contents, for some requests the path
 * continues; `file`: what one says; `machine`: the answer of a service, of the system, of the clock; `setting`: by its name as
 * people know it; `earlier`: a value from before the request, of which nothing else is known: no answer to it; `flag`: a value
 * of a setting or of a person; `undeclared`: a name that the program does not declare, or a member of one.
 */
export type Decider =
  | { readonly kind: 'nobody' | 'person' | 'error' }
  | { readonly kind: NamedDecider; readonly name: string };

type NamedDecider =
  | 'other'
  | 'model'
  | 'request'
  | 'file'
  | 'machine'
  | 'setting'
  | 'earlier'
  | 'flag'
  | 'undeclared';

/** The request that a call answers. */
export interface Asked {
  readonly framework: Framework;
  /** The request itself, if it is passed. */
  readonly item: Term | undefined;
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
    | { readonly kind: 'run'; readonly clock: number; readonly runs: readonly CallTerm[] }
    | { readonly kind: 'passed'; readonly parameter: ParameterTerm }
    | { readonly kind: 'outside' };
}

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

const PEOPLE = namesByModule(facts.people);
const SETTINGS = namesByModule(facts.settings);
const ANSWERED = facts.answered.split(' ').map((path) => path.split('.'));
const PAUSING = namesByModule(facts.pausing);
/** Classes of objects that other code settles later. */
export const PENDING = set(facts.pending);
const QUESTIONS = set(facts.questions);
const STAGES = set(facts.stages);
/** The member of the options of a run that has its settings. */
export const CONFIGURED = facts.configured;

/** Members of what a model answers that state a call of a tool, and types of its parts that do. */
export const TOOL_CALLS = set(facts.toolCalls);
/** Functions whose result is true where one or every item of their argument is, and those where it has an item. */
export const { someIs: SOME_IS, everyIs: EVERY_IS } = facts;
export const HAS_ITEM = set(facts.hasItem);
const QUIET = namesOfBoth(QUIET_CALLS, namesByModule(facts.quiet.modules));
const MODELS = namesByModule(facts.models);
const AGENTS = namesByModule(facts.agents);
const UNATTENDED = namesByModule(facts.unattended);
/** Functions that read the members of an object. */
const READING = namesByModule(facts.reading);
/** Functions that return what a file says. */
const FILES = namesByModule(facts.files);
const GLOBALS: ReadonlySet<string> = new Set([...QUIET_GLOBALS, ...facts.quiet.globals.split(' ')]);
const METHODS: ReadonlySet<string> = new Set([
  ...QUIET_METHODS,
  ...CHANGING_METHODS,
  ...`${facts.quiet.methods} ${plain.methods}`.split(' '),
]);

/** Whether the name of a call or member is among some names, by module. */
function isAmong(names: NamesByModule, term: Term): boolean {
  const path = pathOf(term);
  return path !== undefined && isAmongNames(names, path);
}

/** Which calls run an agent: each test of each approval asks. */
const runs = new WeakMap<Framework, WeakMap<CallTerm, boolean>>();

/** Whether a call runs an agent, or starts a session that does: its result contains the requests. */
export function isRun(term: Term, framework: Framework): boolean {
  if (term.kind !== 'call') return false;
  const known = keptIn(runs, framework, () => new WeakMap<CallTerm, boolean>());
  return keptIn(known, term, () => runsAgent(term, framework));
}

function runsAgent(term: CallTerm, framework: Framework): boolean {
  const node = nodeOfCall(term);
  const name = exportOf(node, framework);
  const profile = framework.profileOf(term.at.file.file);
  const { calls, methods = [], sessions } = profile.runs;
  if (name !== undefined)
    return (
      isRunName(name, profile) ||
      profile.agents.atOnce?.includes(name) === true ||
      sessions.some((one) => name === one || name === `${one}().run`)
    );
  return (
    term.object !== undefined &&
    (methods.includes(term.name) || calls.some((run) => run.endsWith(`.${term.name}`))) &&
    !pathOf(term.object)?.module
  );
}

/** Whether a call asks a model, with a client of its vendor or with another framework. */
function isOfModel(term: Term, framework: Framework): boolean {
  if (term.kind !== 'call' || isRun(term, framework)) return false;
  if (isAmong(MODELS, term.callee)) return true;
  const { module = '' } = pathOf(term.callee) ?? {};
  return isAmong(AGENTS, term.callee) && !isModuleOf(framework.profileOf(term.at.file.file), module);
}

/** Whether a name is of a package of clients of models. */
export const isModelPackage = (names: ModuleName): boolean => isAmongNames(MODELS, names);

/** Whether a call is a method of a client of a model. */
export const isOfClient = (term: CallTerm): boolean =>
  term.object !== undefined && isAmong(MODELS, term.callee);

/** Whether a run begins after a function did: the function asks its model, and answers no request of it. */
const isRunSince = (term: Term, began: number, framework: Framework): boolean =>
  term.kind === 'call' && term.times.some((time) => time >= began) && isRun(term, framework);

/** Whether the answer of a model decides that a function returns a value: it is tested before. */
export const modelDecides = (node: CodeSyntaxNode, result: ValuePattern, framework: Framework): boolean =>
  conditionsOfResult(node, result, () => false)?.some(({ began, conditions }) =>
    conditions.some((steps) =>
      testedIn(steps).some((term) =>
        contains(term, (one) => isRunSince(one, began, framework) || isOfModel(one, framework)),
      ),
    ),
  ) ?? false;

/** Whether a term is the list of requests of a run. */
function isRequests(term: Term, { answers }: Framework): boolean {
  return (
    (term.kind === 'member' && answers.requests.has(term.property)) ||
    (term.kind === 'call' && answers.requests.has(term.name))
  );
}

const isState = (term: Term, { answers }: Framework): boolean =>
  term.kind === 'call' && answers.states.has(term.name);

/** Whether a term is what an answer returns: where that goes on with the run, a result like that of the run. */
const isOfAnswer = (term: Term, framework: Framework): boolean =>
  term.kind === 'call' &&
  framework.answers.reading.has(term.name) &&
  exportOf(nodeOfCall(term), framework) !== undefined;

/** Whether a term says what waits in the state of a run. */
const isWaiting = (term: Term, framework: Framework): boolean =>
  term.kind === 'member' &&
  framework.answers.waiting.has(term.property) &&
  contains(term.object, (one) => isState(one, framework));

/** Events by which the framework passes a request to a listener. */
export function isEvent(name: string, texts: readonly string[], { answers }: Framework): boolean {
  const [event] = texts;
  return answers.listeners.has(name) && event !== undefined && answers.events.has(event);
}

/** Where requests come from: the runs of a framework, and the functions that it passes a request to. */
export interface Marks {
  isRun(call: CallTerm): boolean;
  isListening(parameter: ParameterTerm): boolean;
  /** Whether a term depends on one of them, on the list of requests or the state of a run, or may. */
  isIn(term: Term): boolean;
  /** The last run in a file before some time. */
  runBefore(file: string, clock: number): CallTerm | undefined;
  /** What depends on none of them, as far as that is known. */
  readonly without: Visited;
}

/** The marks of one flow: what many approvals share is asked once. */
export function marksOf(flow: Flow, framework: Framework, isListening: Marks['isListening']): Marks {
  const known = new Map<Term, boolean>();
  const without = nothingVisited();
  const marks: Marks = {
    without,
    isListening,
    isRun: (call) => isRun(call, framework),
    isIn: (term) =>
      keptIn(known, term, () => dependsOn(term, (one) => isOne(one) || undefined, without) !== false),
    runBefore(file, clock) {
      const before = (one: CallTerm): number => one.times.findLast((time) => time < clock) ?? 0;
      return flow
        .callsIn(file)
        .filter((one) => before(one) > 0 && marks.isRun(one))
        .reduce<CallTerm | undefined>(
          (last, one) => (last && before(last) > before(one) ? last : one),
          undefined,
        );
    },
  };
  const isOne = (term: Term): boolean =>
    (term.kind === 'call' && marks.isRun(term)) ||
    isRequests(term, framework) ||
    isState(term, framework) ||
    (term.kind === 'parameter' && isListening(term));
  return marks;
}

/** The request that is approved at a place; undefined if it is something else. */
export function askedBy(visit: Visit, marks: Marks, framework: Framework): Asked | undefined {
  const { item, subjects: terms, clock, call, sink, returnedBy } = visit;
  if (returnedBy) {
    const { definition, began } = returnedBy;
    const place = sink && framework.answers.sinks.get(sink)?.tool;
    const tool = place === undefined ? undefined : definition.parameters[place]?.name;
    const runs = call ? [call] : [];
    const given = Math.max(began, ...(call?.times ?? []));
    return {
      framework,
      item,
      answering: { definition, tool, given },
      by: { kind: 'run', clock: began, runs },
    };
  }
  if (sink && framework.answers.sinks.get(sink)?.pauses && !(call && isRun(call, framework)))
    return undefined;
  const marked = terms.filter((term) => marks.isIn(term));
  if (marked.length === 0 && sink?.kind === 'call' && call) {
    // Resuming a run answers the requests of the run before it.
    const run = marks.runBefore(visit.file, clock);
    const ran = run?.times.findLast((one) => one < clock);
    return run && ran !== undefined
      ? { framework, item: undefined, by: { kind: 'run', clock: ran, runs: [run] } }
      : undefined;
  }
  if (marked.length === 0 || (item?.kind === 'constant' && sink?.kind !== 'call')) return undefined;
  const runs = terms.flatMap((term) =>
    termsIn(term, (one): one is CallTerm => one.kind === 'call' && marks.isRun(one), marks),
  );
  const listened = terms.flatMap((term) =>
    termsIn(term, (one): one is ParameterTerm => one.kind === 'parameter' && marks.isListening(one), marks),
  );
  // The last run before the answer returned the request.
  const clocks = [
    ...runs.map(({ times }) => times.findLast((one) => one < clock) ?? times[0] ?? 0),
    ...listened.map((one) => one.clock),
  ];
  if (clocks.length > 0) return { framework, item, by: { kind: 'run', clock: Math.max(...clocks), runs } };
  const parameters = marked.flatMap((term) =>
    termsIn(term, (one): one is ParameterTerm => one.kind === 'parameter'),
  );
  const [parameter] = parameters;
  return { framework, item, by: parameter ? { kind: 'passed', parameter } : { kind: 'outside' } };
}

/** Terms in a term that are of a kind; with `marks` those of a marked kind. */
function termsIn<T extends Term>(term: Term, isOne: (one: Term) => one is T, marks?: Marks): T[] {
  const found: T[] = [];
  dependsOn(term, (one) => {
    if (marks?.without.terms.has(one)) return false;
    if (!isOne(one)) return undefined;
    found.push(one);
    return false;
  });
  return found;
}

/** Answers of `isRequest`, by the framework whose words were asked. */
const REQUESTS = new WeakMap<Framework['answers'], WeakMap<Term, boolean>>();

/** Whether a term is one request, or a member that it wraps. Terms may contain themselves: each is asked once. */
function isRequest(term: Term, framework: Framework): boolean {
  const known = keptIn(REQUESTS, framework.answers, () => new WeakMap<Term, boolean>());
  return keptIn(known, term, () => isOneRequest(term, framework), false);
}

function isOneRequest(term: Term, framework: Framework): boolean {
  switch (term.kind) {
    case 'item':
    case 'index': {
      const of = term.kind === 'item' ? term.of : term.object;
      return isAll(of, framework) || isRequest(of, framework);
    }
    case 'member':
      return framework.answers.wrapped.has(term.property);
    default:
      return false;
  }
}

const isAll = (term: Term, framework: Framework): boolean =>
  dependsOn(term, (one) => isRequests(one, framework) || (isRequest(one, framework) ? false : undefined)) ===
  true;

/** The request around a member that it wraps. */
const requestOf = (term: Term, framework: Framework): Term =>
  term.kind === 'member' && framework.answers.wrapped.has(term.property)
    ? requestOf(term.object, framework)
    : term;

/** Whether a call may decide, whatever its result: it may ask a person, wait or fail. */
export function mayDecide(call: CallTerm, framework: Framework): boolean {
  const { callee, object, name, target, expression } = call;
  if (isAmong(PEOPLE, callee) || call.given.some((one) => isAmong(PEOPLE, one))) return true;
  if (target?.kind === 'class' || expression.isNew || isRun(call, framework)) return false;
  if (isOfModel(call, framework)) return false;
  const path = pathOf(callee);
  const { module, dotted } = path ? withoutPrefix(path) : { module: '', dotted: '' };
  if (path && (isAmong(SETTINGS, callee) || ERROR.test(dotted))) return false;
  if (module !== '')
    return !isAmong(QUIET, callee) && !isModuleOf(framework.profileOf(call.at.file.file), module);
  if (object && METHODS.has(name)) return false;
  if (path) return !GLOBALS.has(dotted) && !GLOBALS.has(/^[^.(]*/.exec(path.dotted)?.[0] ?? '');
  return !(
    object && dependsOn(object, (one) => isRun(one, framework) || (one.kind === 'call' ? false : undefined))
  );
}

const ERROR = /(?:Error|Exception)$|^SystemExit$/;

/** Who decides one step of a path to the answer of a request. */
export function deciderOf(step: Step, asked: Asked, isFixed: (term: Term) => boolean): Decider {
  const { by } = asked;
  switch (step.kind) {
    case 'call':
      // If the answer is unused, the path continues in either case, unless asking ends it.
      if (isAsking(step.call)) return { kind: mayAbort(step.call) ? 'person' : 'nobody' };
      // It ran, and nothing depends on its result.
      return isMachine(step.call) ? { kind: 'nobody' } : otherBy(step.call);
    case 'await':
      return otherBy(step.term);
    case 'caught':
      return { kind: 'error' };
    case 'lost':
    case 'choice':
    case 'never':
      return { kind: 'other', name: 'more than is followed' };
    case 'entered':
      return by.kind === 'passed' ? { kind: 'nobody' } : { kind: 'other', name: 'what calls it' };
    case 'test':
      return settledBy(step.term, asked, isFixed);
  }
}

/** Whether a term is a person's answer, or the function that asks. */
export const isPerson = (term: Term): boolean =>
  isAmong(PEOPLE, term) || (term.kind === 'call' && isAsking(term)) || isAnswered(term);

/** Whether a framework sets a member once a person has answered for the call: `ctx.tool_call_approved`, `agent.resumeData`. */
export const isAnswered = (term: Term): boolean => ANSWERED.some((path) => endsWith(term, path));

/** Whether a term is a member behind others, each of which may have a fallback: `(context.agent ?? {}).resumeData`. */
function endsWith(term: Term, path: readonly string[]): boolean {
  const [last, ...before] = path.toReversed();
  if (term.kind !== 'member' || term.property !== last) return false;
  const rest = before.reverse();
  return rest.length === 0 || contains(term.object, (one) => endsWith(one, rest));
}

/** Whether a call ends the run with a request, which the program has to answer. */
export const isPausing = (call: CallTerm): boolean => isAmong(PAUSING, call.callee);

/** The name of the setting that a term reads, as people know it; undefined if it reads none. */
export const settingIn = (term: Term): string | undefined =>
  isAmong(SETTINGS, term) && !isOfSetting(term) ? settingName(term) : settingOfRun(term);

/** The setting of a run that a function of it reads: `config["configurable"].get("ask")`, `config.configurable?.ask`. */
export function settingOfRun(term: Term): string | undefined {
  const read = memberRead(term);
  return read && holdsSettings(read.object) ? read.name : undefined;
}

/** Whether a term is what a run is configured with, or nothing: `config.get("configurable", {})`. */
function holdsSettings(term: Term): boolean {
  if (term.kind === 'gated') return term.branches.some((branch) => holdsSettings(branch.term));
  if (term.kind === 'logical') return holdsSettings(term.operator === 'and' ? term.right : term.left);
  const read = memberRead(term);
  return read?.name === CONFIGURED && (read.object.kind === 'parameter' || read.object.kind === 'call');
}

/** The member that a term reads, also by a lookup with a default. */
export function memberRead(term: Term): { readonly object: Term; readonly name: string } | undefined {
  if (term.kind === 'member') return { object: term.object, name: term.property };
  if (term.kind !== 'call' || term.name !== 'get' || !term.object) return undefined;
  const [key] = term.given;
  return key?.kind === 'constant' && typeof key.scalar === 'string'
    ? { object: term.object, name: key.scalar }
    : undefined;
}

/** Whether a deployment sets a setting to say what it is: `NODE_ENV`. */
export const isStage = (setting: string): boolean =>
  STAGES.has(setting.slice(setting.lastIndexOf('_') + 1).toUpperCase());

/** Whether code outside of the project that a call runs asks a person. */
export const asksPerson = (names: { readonly module: string; readonly path: readonly string[] }): boolean =>
  isAmongNames(PEOPLE, { module: names.module, dotted: names.path.join('.') });

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
    if (named.some(({ reached }) => reached && isAmongNames(PEOPLE, reached))) return true;
    const own = call.target.reference;
    return own?.kind === 'function' ? asksSomebody(own, depth + 1) : false;
  });
  return answers.includes(true) || (answers.includes(undefined) ? undefined : false);
}

/** Whether a call asks a person, by what it is a call of: a name alone says nothing. */
export const isAsking = (call: CallTerm): boolean =>
  isAmongNames(PEOPLE, nameOfCall(call)) || call.given.some((one) => isAmong(PEOPLE, one));

/** What is called, also where its object is known by the type of a parameter; nameless where that is not known. */
function nameOfCall({ callee, target }: CallTerm): ModuleName {
  const written = pathOf(callee);
  const names = written === undefined ? namesOf(target) : undefined;
  const { module = '', path = [] } = names ?? {};
  return withoutPrefix(written ?? { module, dotted: path.join('.') });
}

/** The packages of some domains of the tables of calls. */
const packagesOf = (domains: ReadonlySet<string>): readonly string[] =>
  CALL_DOMAINS.flatMap(({ name, imports }) => (domains.has(name) ? imports : [])).filter((one) => one !== '');

const ROWS: ReadonlySet<string> = new Set(packagesOf(set(facts.rows)));
/** Without what other tasks may answer: a queue, a future. */
const MACHINES: ReadonlySet<string> = new Set(
  [...packagesOf(set(facts.machines.domains)), ...facts.machines.modules.split(' ')].filter(
    (one) => !set(facts.machines.waiting).has(one),
  ),
);

/** The part of a module's name that tables of calls list: `boto3`, `@slack/web-api`. */
const packageOf = ({ module }: ModuleName): string => {
  const parts = module.split('/');
  return module.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0]?.split('.')[0] ?? '');
};

/** Whether a call is answered by something that is known and is no person: a service, the system, the clock. */
export function isMachine(call: CallTerm): boolean {
  const name = nameOfCall(call);
  if (isLookup(call)) return false;
  return MACHINES.has(packageOf(name)) || isAmongNames(UNATTENDED, name);
}

/** Whether a call looks up a row, which may have a person's answer: that there is one is no answer. */
export function isLookup(call: CallTerm): boolean {
  const name = nameOfCall(call);
  // A part of a namespace may be known by itself: `google.auth`.
  return ROWS.has(packageOf(name)) && !(name.module.includes('.') && isAmongNames(UNATTENDED, name));
}

const KNOWN_CALLS: readonly NamesByModule[] = [PEOPLE, SETTINGS, QUIET, FILES, MODELS, AGENTS];

/** Whether a call is of code that is not read: it may ask a person, or return what one said. */
export function isUnread(call: CallTerm): boolean {
  const name = nameOfCall(call);
  return name.module !== '' && !isMachine(call) && !KNOWN_CALLS.some((names) => isAmongNames(names, name));
}

/** Whether a call touches nothing outside of the program. */
export const isQuiet = ({ callee }: CallTerm): boolean => isAmong(QUIET, callee);

/** Whether a call asks a question, and returns its answer: one that prepares or prints does not. */
export const isQuestion = (call: CallTerm): boolean => QUESTIONS.has(call.name) && isAsking(call);

/** Whether a call that asks raises if the answer is no. */
export function mayAbort({ named }: CallTerm): boolean {
  const abort = named.get('abort');
  return abort !== undefined && !(abort.kind === 'constant' && !abort.scalar);
}

const otherBy = (term: Term): Decider => ({
  kind: 'other',
  name: `\`${spellingOf(term.kind === 'call' ? term.callee : term)}\``,
});

const PRECEDENCE = {
  nobody: 0,
  error: 0,
  request: 1,
  flag: 2,
  undeclared: 2,
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
  term: Term,
  { by, item, answering, framework }: Asked,
  isFixed: (term: Term) => boolean,
): Decider {
  const carrier = by.kind === 'passed' ? by.parameter : undefined;
  const since = answering && by.kind === 'run' ? by.clock : undefined;
  let found = { kind: 'nobody' } as Decider;
  let unread: Term | undefined;
  let isOfCall = false;
  const ofRequest = { kind: 'request', name: spellingOf(term) } as const;
  const withoutOwn = nothingVisited();
  const isOwn = (one: Term): boolean =>
    isRun(one, framework) ||
    isRequests(one, framework) ||
    isWaiting(one, framework) ||
    isOfAnswer(one, framework) ||
    one === item ||
    isSameParameter(one, carrier);
  const note = (one: Decider): boolean => {
    if (PRECEDENCE[one.kind] > PRECEDENCE[found.kind]) found = one;
    return false;
  };
  /** What has a name: the program does not declare it, it is of the object of a method, which the program sets, or older. */
  const named = (one: Term): boolean | undefined => {
    const base = baseOf(one);
    if (!NAMED.has(base.kind)) return undefined;
    const isUndeclared = base.kind === 'name' && !GLOBALS.has(base.name);
    const isEarlier = base.kind === 'self' || isFixed(base);
    return note({ kind: isUndeclared ? 'undeclared' : isEarlier ? 'earlier' : 'flag', name: nameOf(one) });
  };
  const isDone = dependsOn(term, (one) => {
    if (isAmong(PEOPLE, one)) return note({ kind: 'person' });
    if (isOfModel(one, framework) || (since !== undefined && isRunSince(one, since, framework)))
      return note({ kind: 'model', name: spellingOf(term) });
    if (!isWaiting(one, framework) && isOfUnread(one, isOwn, withoutOwn)) unread ??= one;
    if (isAmong(SETTINGS, one))
      return isOfSetting(one) ? undefined : note({ kind: 'setting', name: settingName(one) });
    if (answering && isOfParameter(one, answering.definition)) {
      isOfCall = true;
      return note(ofRequest);
    }
    if (one === item && one !== term) return note(ofRequest);
    if (isOwn(one)) return false;
    switch (one.kind) {
      case 'member':
        // That a request wraps something says nothing of it.
        if (one === term && framework.answers.wrapped.has(one.property)) return false;
        if (isRequest(one.object, framework) || isRequest(one, framework))
          return framework.answers.kinds.has(one.property) ? false : note(ofRequest);
        return named(one);
      case 'call':
        if (isAmong(FILES, one.callee)) return note({ kind: 'file', name: spellingOf(term) });
        if (!mayDecide(one, framework)) return undefined;
        if (isAsking(one)) return note({ kind: 'person' });
        return note(isMachine(one) ? { kind: 'machine', name: spellingOf(term) } : otherBy(one));
      case 'parameter':
      case 'self':
        return named(one);
      case 'name':
        return GLOBALS.has(one.name) ? false : named(one);
      case 'outside':
        // A module as such says nothing; what is read from it does.
        return one.origin.dotted === '' ||
          isModuleOf(framework.profileOf(one.at.file.file), one.origin.module) ||
          isAmong(QUIET, one)
          ? false
          : note({ kind: 'flag', name: one.origin.name });
      case 'either':
        // One of several results of runs, each of an earlier round of a loop, is decided by what they are.
        if (isOneOfOwn(one, isOwn)) return undefined;
        // A value of which nothing is known may be an answer, or not; so may one of several constants: what chose it is lost.
        note(
          one.members.every(({ kind }) => kind === 'constant')
            ? otherBy(one)
            : { kind: 'flag', name: spellingOf(one) },
        );
        return undefined;
      default:
        return undefined;
    }
  });
  if (isDone === undefined) note(otherBy(term));
  // A count or amount of something that no person provides is no answer.
  const isCount = term.kind === 'compare' && (term.operator === 'less' || term.operator === 'at-most');
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
function isOfUnread(one: Term, isOwn: (term: Term) => boolean, without: Visited): boolean {
  if (one.kind === 'call') return one.callee.kind === 'call' || isAmong(READING, one.callee);
  if (one.kind !== 'member' && one.kind !== 'index') return false;
  const isUnread = (object: Term): boolean =>
    object.kind === 'gated'
      ? object.branches.some(({ term }) => isUnread(term))
      : object.kind === 'call' && !dependsOn(object, (part) => isOwn(part) || undefined, without);
  return isUnread(one.object);
}

/** Whether a value is one of several, and each of them is taken from what the framework returned or asked. */
const isOneOfOwn = ({ members, each }: Term & { kind: 'either' }, isOwn: (term: Term) => boolean): boolean =>
  each === undefined &&
  members.length > 0 &&
  members.every((member) => contains(member, (part) => isOwn(part)));

const isSameParameter = (one: Term, other: Term | undefined): boolean =>
  one.kind === 'parameter' && other?.kind === 'parameter' && one.of === other.of && one.name === other.name;

/** What a member is of, through members of members. */
const baseOf = (term: Term): Term => (term.kind === 'member' ? baseOf(term.object) : term);

/** Kinds of terms that have a name: `options.auto`, `self.auto` are identified by the names that lead to them. */
const NAMED: ReadonlySet<Term['kind']> = new Set(['name', 'parameter', 'self', 'outside']);

/** Whether a term is a parameter of a function, or a member of one. */
const isOfParameter = (term: Term, definition: unknown): boolean =>
  term.kind === 'member' || term.kind === 'index'
    ? isOfParameter(term.object, definition)
    : term.kind === 'parameter' && term.of === definition;

function nameOf(term: Term): string {
  switch (term.kind) {
    case 'member':
      return `${nameOf(term.object)}.${term.property}`;
    case 'name':
    case 'parameter':
      return term.name;
    case 'outside':
      return term.origin.dotted === '' ? term.origin.module : term.origin.dotted;
    case 'self':
      return term.at.file.language.self;
    default:
      return spellingOf(term);
  }
}

/** Whether a term is computed from a setting: `os.getenv("AUTO").lower()`. */
function isOfSetting(term: Term): boolean {
  const object = term.kind === 'member' || term.kind === 'call' ? term.object : undefined;
  const path = object && pathOf(object);
  if (!object || !path || !isAmong(SETTINGS, object)) return false;
  const { module, dotted } = withoutPrefix(path);
  const all = SETTINGS.get(module) ?? [];
  return !all.includes('*') && !all.includes(dotted);
}

/** The environment variable, or the command-line option, as people know it. */
function settingName(term: Term): string {
  const path = pathOf(term);
  const all = path ? (SETTINGS.get(withoutPrefix(path).module) ?? []) : [];
  const { dotted = '' } = path ? withoutPrefix(path) : {};
  const of = all.find((name) => dotted.startsWith(`${name}.`));
  const member = of === undefined ? undefined : dotted.slice(of.length + 1);
  const [first] = term.kind === 'call' ? term.given : [];
  if (term.kind === 'call' && first?.kind === 'constant' && typeof first.scalar === 'string')
    return first.scalar;
  if (member !== undefined && member !== '' && !member.includes('(')) return member;
  return spellingOf(term);
}

/** Names of tools: those, all but those, or those that a test picks. */
export type ToolNames =
  | { readonly kind: 'these' | 'others'; readonly names: ReadonlySet<string> }
  | { readonly kind: 'picked'; readonly picks: (name: string) => boolean };

export const ALL_TOOLS: ToolNames = { kind: 'others', names: new Set() };
export const NO_TOOLS: ToolNames = { kind: 'these', names: new Set() };

/** The tools that a test selects by name, if it tests nothing else. */
export function toolsOfTest(step: Step, asked: Asked): ToolNames | undefined {
  if (step.kind !== 'test') return undefined;
  const { item, answering, framework } = asked;
  const isOwn = (object: Term): boolean => {
    const request = requestOf(object, framework);
    if (answering) return request.kind === 'parameter' && request.of === answering.definition;
    if (item === undefined) return false;
    // The key of an answer is a member of its request: `approvals[call.tool_call_id]`.
    const keyed = item.kind === 'member' ? [item.object] : [];
    return [item, requestOf(item, framework), ...keyed].some((one) => isSame(request, one));
  };
  const found = namesOfTest(step.term, (named) => isNamedBy(named, asked, isOwn));
  return found && !step.holds ? otherThan(found) : found;
}

/**
 * The names for which a test of a name holds: `tool.name in NAMES`, `tool.name == "pay"`, their opposites, and what else can
 * be computed of a name, `tool.name.startswith("pay_")`.
 */
export function namesOfTest(term: Term, isName: (term: Term) => boolean): ToolNames | undefined {
  if (term.kind === 'not') {
    const opposite = namesOfTest(term.operand, isName);
    return opposite && otherThan(opposite);
  }
  if (term.kind !== 'compare') return namesPicked(term, isName);
  const { left, right, operator } = term;
  const [named, texts] =
    operator === 'in'
      ? [left, textsIn(right)]
      : operator === 'equal'
        ? left.kind === 'constant'
          ? [right, textsIn(left)]
          : [left, textsIn(right)]
        : [];
  return named && texts && isName(named)
    ? { kind: 'these', names: new Set(texts) }
    : namesPicked(term, isName);
}

/** A name like those of tools: whether a test can be computed is asked for it. */
const SOME_NAME = 'mcp__some_server__some_tool';

function namesPicked(term: Term, isName: (term: Term) => boolean): ToolNames | undefined {
  const isOfName = (of: Term): boolean => dependsOn(of, (one) => isName(one) || undefined) !== false;
  // A collection that names are put into has those of earlier calls.
  const isKept = (one: Term): boolean =>
    one.kind === 'compare' && one.operator === 'in' && one.right.kind === 'list' && isOfName(one.right);
  const answerFor = (name: string) =>
    valueWhere(term, (one) => (isName(one) ? { value: name } : isKept(one) ? 'unknown' : undefined));
  if (!isOfName(term) || !answerFor(SOME_NAME)) return undefined;
  return { kind: 'picked', picks: (name) => Boolean(answerFor(name)?.value) };
}

const otherThan = (tools: ToolNames): ToolNames =>
  tools.kind === 'picked'
    ? { kind: 'picked', picks: (name) => !tools.picks(name) }
    : { kind: tools.kind === 'these' ? 'others' : 'these', names: tools.names };

/**
 * Whether a test looks up the name of a request in a collection of the program that names of requests are put into:
 * `request.name in approved`, `approved[request.name]`.
 */
export const isApprovedBefore = (step: Step, asked: Asked): boolean =>
  looksUp(step, (one) => isNameOfRequest(one, asked));

/** Whether a test looks up a name in a collection that the program puts such names into. */
export function looksUp(
  step: Step,
  isName: (term: Term) => boolean,
  isPut: (term: Term) => boolean = isName,
): boolean {
  if (step.kind !== 'test' || !step.holds) return false;
  const { term } = step;
  const [name, names] =
    term.kind === 'compare' && term.operator === 'in'
      ? [term.left, term.right]
      : term.kind === 'index'
        ? [term.index, term.object]
        : [];
  if (!name || !names || !isName(name)) return false;
  if (names.kind === 'record') return [...names.members.keys()].some((key) => key.startsWith('...'));
  return names.kind === 'list' && contains(names, (one) => isPut(one));
}

const isNameOfRequest = (term: Term, asked: Asked): boolean =>
  isNamedBy(term, asked, (object) => {
    const request = requestOf(object, asked.framework);
    return isRequest(request, asked.framework) || isItemOfRun(request, asked.framework);
  });

/** Whether a term is an item of a list that a run returned: requests are among others there. */
const isItemOfRun = (term: Term, framework: Framework): boolean =>
  term.kind === 'item' && contains(term.of, (one) => isRun(one, framework));

/** Whether a term is the name of a tool: a member of what asks for it, or the parameter that a function is given. */
const isNamedBy = (
  term: Term,
  { answering, framework }: Asked,
  isAsking: (object: Term) => boolean,
): boolean =>
  term.kind === 'parameter'
    ? term.of === answering?.definition && term.name === answering?.tool
    : term.kind === 'member' && framework.answers.names.has(term.property) && isAsking(term.object);

/** Whether terms are the same item: each round of a loop around theirs has its own term for it. */
const isSame = (one: Term, other: Term): boolean =>
  one === other ||
  (one.kind === 'item' &&
    other.kind === 'item' &&
    one.id === other.id &&
    one.at.file === other.at.file &&
    one.at.span.start === other.at.span.start);

/** Tools that are in both. */
export function inBoth(a: ToolNames, b: ToolNames): ToolNames {
  if (a.kind === 'these')
    return { kind: 'these', names: new Set([...a.names].filter((one) => isIn(b, one))) };
  if (b.kind === 'these') return inBoth(b, a);
  if (a.kind === 'others' && b.kind === 'others')
    return { kind: 'others', names: new Set([...a.names, ...b.names]) };
  return { kind: 'picked', picks: (name) => isIn(a, name) && isIn(b, name) };
}

/** Tools that are in one of them. */
export const inEither = (a: ToolNames, b: ToolNames): ToolNames =>
  otherThan(inBoth(otherThan(a), otherThan(b)));

export const isIn = (tools: ToolNames, name: string): boolean =>
  tools.kind === 'picked' ? tools.picks(name) : tools.names.has(name) === (tools.kind === 'these');

export const isNone = (tools: ToolNames): boolean => tools.kind === 'these' && tools.names.size === 0;

export const isEvery = (tools: ToolNames): boolean => tools.kind === 'others' && tools.names.size === 0;
