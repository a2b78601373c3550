import { addTo, groupedBy } from '../../../model/grouped.js';
import { editRemedy, type GateFlaw, type Place } from '../../../model/index.js';
import { keptIn } from '../../../model/once.js';
import {
  type CallShape,
  type CodeDocument,
  type CodeSyntaxNode,
  type Condition,
  callsOf,
  conditionsOfResult,
  dependsOn,
  type Flow,
  type FlowRoot,
  flowOf,
  type Guard,
  isKnownAs,
  isThreshold,
  nodeOfCall,
  type Offsets,
  type ParameterValue,
  parameterIn,
  type Sink,
  shapeOf,
  type Traced,
  type ValuePattern,
  type Visit,
} from '../../../program/index.js';
import type { ClientApproval, Framework, ProjectPrograms } from '../framework.js';
import { givenWithoutYes, withoutRefused } from '../no-yes.js';
import { answeredByReader } from '../notebook-answers.js';
import { exportOf, isModuleOf } from '../origins.js';
import { placed } from '../places.js';
import { ALL_TOOLS, inBoth, inEither, isEvery, isNone, NO_TOOLS, type ToolNames } from '../tool-names.js';
import {
  type Asked,
  askedBy,
  type Decider,
  deciderOf,
  isApprovedBefore,
  isEvent,
  isRun,
  marksOf,
  mayDecide,
  toolsOfTest,
} from './deciders.js';
import { keptByTest } from './kept-names.js';
import { isOfOne, sentBy } from './sent.js';
import { settingWithin, whenUnset } from './unset.js';

/**
 * How a program approves: the name that it calls or sets, or the option whose function returns the approval.
 */
export interface AnswerBy {
  readonly kind: 'call' | 'item' | 'set' | 'return';
  readonly name: string;
  /** A call whose argument is the answer, with that: `Command(resume=...)`, `build_results(approve_all=True)`. */
  readonly written?: string;
}

/** Who chooses what a test is of: a model as a judge, whoever sends a request, writes a file or sets a setting, a machine. */
type TestedBy = 'model' | 'client' | 'file' | 'machine' | 'setting';

/** An approval by the program itself, without a person. */
export interface OwnAnswer {
  at: Place;
  by: AnswerBy;
  /** Why it may not approve; undefined if it always does. */
  unless: string | undefined;
  /** The test by which it approves without a person: of the request, of what a model answers or a client sends. */
  test?: Pick<RequestTest, 'spelling' | 'by'>;
  /** A person is asked where that test does not decide. */
  asksElse?: true;
  /** The tools that it approves, if it decides by their names. */
  only?: ToolNames | undefined;
  /** The runs whose requests it answers; empty if these are not known. */
  runs: readonly CodeSyntaxNode[];
  /** Enclosing functions and classes, innermost first: a caller that passes an agent gets its requests answered. */
  within: readonly string[];
  /** It answers only gates before nodes. */
  pauses?: true;
  /** A client gives it, to the requests that it is sent. */
  isOfClient?: true;
  /** Why the answer counts for later calls, too, whoever answered. */
  kept?: Pick<GateFlaw, 'kind' | 'why' | 'remedy'>;
}

/**
 * Approvals without a person, by file: on some path from the request to the approval, no person is asked. Not
 * known if code outside of the project may ask one.
 */
export function ownAnswers(programs: ProjectPrograms): ReadonlyMap<string, readonly OwnAnswer[]> {
  const { documents, framework } = programs;
  const flow = flowOf(documents, {
    targets: framework.answers.approvals,
    sinks: [...framework.answers.sinks.keys()],
    takesOptions: (call) => exportOf(nodeOfCall(call), framework) !== undefined,
    takesResults: (call) => isRun(call, framework),
    mayDecide: (call) => mayDecide(call, framework),
  });
  const handlers = handlersIn(documents, framework);
  const byRoot = new Map<unknown, Asking>();
  const answers = new Map<string, OwnAnswer[]>();
  const marks = marksOf(
    flow,
    framework,
    (parameter) => isListening(flow, parameter, framework) || isOfOne(parameter, handlers),
  );
  for (const visit of flow.visits) {
    const ofClient = framework.vendor.clients?.approvalOf(visit, flow, programs);
    if (ofClient) addTo(answers, visit.file, answerOfClient(visit, ofClient, framework));
    const found = ofClient ? undefined : askedBy(visit, marks, framework);
    if (!found) continue;
    const root = rootOf(flow, visit, found);
    const asked = { ...found, document: documents.find(({ file }) => file === root.file) };
    const key = root.kind === 'function' ? root.definition : root.file;
    const { by } = asked;
    const path = visit.path(by.kind === 'run' ? by.clock : 0);
    const paths = { visit, asked, conditions: flow.conditions(path) };
    const kept = paths.conditions.length > 0 && keptAnswer(flow, root, paths, framework);
    if (kept) addTo(answers, root.file, kept);
    if (keepsBy(visit, framework) !== undefined) continue;
    keptIn(byRoot, key, (): Asking => ({ root, paths: [] })).paths.push(paths);
  }
  for (const { root, paths } of byRoot.values())
    for (const one of answersFrom(flow, root, paths)) addTo(answers, root.file, one);
  return answers;
}

const answerOfClient = (
  visit: Visit,
  { names, written }: ClientApproval,
  framework: Framework,
): OwnAnswer => ({
  at: placed(visit.at, 'interruptions'),
  by: { ...answerOf(visit, framework), written },
  unless: undefined,
  ...(names && { only: { kind: 'these', names } }),
  runs: [],
  within: [],
  isOfClient: true,
});

/** An approval that counts for later calls, too, with the tools that the tests before it name. */
function keptAnswer(
  flow: Flow,
  root: FlowRoot,
  paths: ApprovalPaths,
  framework: Framework,
): OwnAnswer | undefined {
  const { visit, asked } = paths;
  const conditions = flow.simplified(paths.conditions);
  const found =
    keptByMember(visit, framework) ??
    keptByOption(visit, framework) ??
    keptByName(conditions, asked) ??
    givenWithoutYes(conditions, visit);
  if (!found) return undefined;
  const only = (found.conditions ?? conditions)
    .map((condition) =>
      condition.reduce<ToolNames>(
        (all, guard) => inBoth(all, toolsOfTest(guard, asked) ?? ALL_TOOLS),
        ALL_TOOLS,
      ),
    )
    .reduce(inEither, NO_TOOLS);
  return {
    at: placed(found.at, 'interruptions'),
    by: answerOf(visit, framework),
    unless: undefined,
    only,
    runs: asked.by.kind === 'run' ? asked.by.runs.map(nodeOfCall) : [],
    within: namesAround(root),
    kept: found,
  };
}

/** What is wrong with an answer. `conditions`: under which it is; left out: whenever it is given. */
type Kept = GateFlaw & { readonly conditions?: readonly Condition[] };

/** The member of the answer by which a sink is about answers that are kept. */
const keepsBy = ({ sink }: Visit, { answers }: Framework): string | undefined =>
  sink && answers.sinks.get(sink)?.keeps;

/** A member or option that keeps an answer, with its value. */
const keptBy = (name: string, value: CodeSyntaxNode | undefined, at: Place, why: string): Kept => {
  const then = 'a person is then asked for each call';
  return {
    kind: 'remembered',
    at,
    why,
    remedy: editRemedy(`Remove \`${name}\``, () => value?.edit()?.remove(), then),
  };
};

/** `{ behavior: 'allow', updatedPermissions: suggestions }` */
function keptByMember(visit: Visit, framework: Framework): Kept | undefined {
  const member = keepsBy(visit, framework);
  if (member === undefined) return undefined;
  const { value } = visit;
  const stated = (value?.call?.named ?? value)?.get(member);
  const why = `\`${member}\` lets it run from then on, whatever the next call does`;
  return keptBy(member, stated, stated?.at('key') ?? visit.at, why);
}

/** `always_approve=True` */
function keptByOption({ call }: Visit, { answers }: Framework): Kept | undefined {
  const node = call && nodeOfCall(call);
  for (const option of answers.kept) {
    const options = [node?.call?.named, ...(node?.call?.positional ?? [])];
    const value = options.map((one) => one?.get(option)).find((one) => one !== undefined);
    if (!value || (value.scalar !== true && value.kind !== 'dynamic')) continue;
    const where = value.scalar === true ? '' : ' where it is true';
    const why = `\`${option}\` keeps it for this tool${where}, whatever the next call does`;
    return keptBy(option, value, value.at('key'), why);
  }
  return undefined;
}

/** Whether a person may be asked for this very call. What a loop tests depends on answers of earlier rounds. */
function asksAgain(guard: Guard, asked: Asked): boolean {
  const test = guard.kind === 'test' ? shapeOf(guard.test.value) : undefined;
  if (test?.kind === 'compare' && [test.left, test.right].some((one) => shapeOf(one).kind === 'gated'))
    return false;
  return ['person', 'other'].includes(deciderOf(guard, asked, () => false).kind);
}

/** A collection of the program that a name is in since a person approved a call: `request.name in approved`. */
function keptByName(all: readonly Condition[], asked: Asked): Kept | undefined {
  const conditions = all.filter(
    (condition) =>
      condition.some((guard) => isApprovedBefore(guard, asked)) &&
      condition.every((guard) => isApprovedBefore(guard, asked) || !asksAgain(guard, asked)),
  );
  const kept = conditions[0]?.find((one) => isApprovedBefore(one, asked));
  return kept?.kind === 'test' ? { ...keptByTest(kept.test.value), conditions } : undefined;
}

/** The approvals of requests that begin at one place. */
interface Asking {
  readonly root: FlowRoot;
  readonly paths: ApprovalPaths[];
}

/** The paths to one approval, and who decides each. */
interface ApprovalPaths {
  readonly visit: Visit;
  readonly asked: Asked;
  readonly conditions: readonly Condition[];
}

function isListening(flow: Flow, { at, of }: ParameterValue, framework: Framework): boolean {
  const root = flow.rootOf(at.file.file, of.definition);
  return (
    root.kind === 'function' &&
    root.passedTo !== undefined &&
    isEvent(root.passedTo.name, root.passedTo.texts, framework)
  );
}

/** The functions that requests are passed to: `HandleDeferredToolCalls(handle)`. */
function handlersIn(documents: readonly CodeDocument[], framework: Framework): readonly Offsets[] {
  const { handlers } = framework.answers;
  if (handlers.size === 0) return [];
  return documents.flatMap((document) => {
    const rows = framework.rowsOf(document.file);
    return callsOf(document, { from: (module) => isModuleOf(rows, module) })
      .filter((node) => handlers.has(exportOf(node, framework) ?? ''))
      .flatMap(({ call }) => [
        ...(call?.positional ?? []),
        ...(call?.named.keys().flatMap((key) => call.named.get(key) ?? []) ?? []),
      ])
      .flatMap(({ reference, offsets }) => (reference?.kind === 'function' ? [offsets] : []));
  });
}

/** Where a request comes from: the function that runs the agent, or that is passed the request. */
function rootOf(flow: Flow, { root }: Visit, { by }: Asked): FlowRoot {
  if (by.kind === 'passed') return flow.rootOf(by.parameter.at.file.file, by.parameter.of.definition);
  const run = by.kind === 'run' ? by.runs.at(-1) : undefined;
  return run ? flow.rootOf(run.at.file.file, run.event.inside?.definition) : root;
}

function answersFrom(flow: Flow, root: FlowRoot, all: readonly ApprovalPaths[]): OwnAnswer[] {
  const alone = all.flatMap((one) => judge(one, flow.simplified(one.conditions)));
  const judged = [...alone, ...judgeTogether(flow, all)];
  const asks: Asks = {
    someone: judged.some(({ outcome }) => outcome.kind === 'open' && outcome.isAsked),
    perhaps: judged.some(({ outcome }) => mayAsk(outcome)),
  };
  const byCall = groupedBy(all, ({ visit }) => visit.written);
  return [...byCall.values()].flatMap((approvals) =>
    answersOf(
      judged.filter((one) => approvals.includes(one.approval)),
      asks,
      root,
    ),
  );
}

/** Whether a person is asked on a path to one of some approvals. */
interface Asks {
  readonly someone: boolean;
  /** A person, or what may ask one. */
  readonly perhaps: boolean;
}

/** What decides whether a program approves on a path. */
export type Outcome =
  /** The program approves: always, or unless. */
  | {
      readonly kind: 'answered';
      readonly unless: string | undefined;
      readonly tools: ToolNames;
      /** The test of the request that decides, where nothing else does. */
      readonly request?: RequestTest;
    }
  /** A value of unknown origin decides. */
  | { readonly kind: 'flag'; readonly unless: string; readonly tools: ToolNames }
  /** A person decides, or an unknown caller. */
  | { readonly kind: 'open'; readonly isAsked: boolean };

/** A test of what the model asks for. */
interface RequestTest {
  readonly spelling: string;
  /** It sets a threshold, or names exceptions: the model gets past it by what it asks for. */
  readonly isLoose: boolean;
  /** Who approves by it, whatever the framework does with the answer. */
  readonly by?: TestedBy;
}

/** Whether a person is asked, or may be. */
const mayAsk = (outcome: Outcome): boolean =>
  outcome.kind !== 'answered' || (outcome.unless !== undefined && outcome.request === undefined);

/** Whether a model alone decides that a call is approved: by what it asks for, or as a judge. */
export const isByRequest = (outcome: Outcome): outcome is Outcome & { kind: 'answered' } =>
  outcome.kind === 'answered' && outcome.request?.isLoose === true;

/**
 * What decides that a function which answers for each call returns an approval, on each path to one; undefined for what is
 * no function of the project.
 */
export function outcomesOfResult(
  node: CodeSyntaxNode,
  approval: ValuePattern,
  framework: Framework,
): { readonly outcomes: readonly Outcome[]; readonly asks: boolean } | undefined {
  const found = conditionsOfResult(node, approval, (call) => mayDecide(call, framework));
  const outcomes = found?.flatMap(({ definition, began, conditions }) =>
    outcomesOf(conditions, {
      framework,
      item: undefined,
      answering: { definition, tool: undefined },
      document: node.document,
      by: { kind: 'run', clock: began, runs: [] },
    }),
  );
  return outcomes && { outcomes, asks: outcomes.some(mayAsk) };
}

/** Whether who sends a request decides, also where a person is asked otherwise. */
export const isByClient = (outcome: Outcome): boolean =>
  outcome.kind === 'answered' && outcome.request?.by === 'client';

interface Judged {
  readonly approval: ApprovalPaths;
  readonly outcome: Outcome;
}

const judge = (approval: ApprovalPaths, conditions: readonly Condition[]): Judged[] =>
  outcomesOf(conditions, approval.asked).map((outcome) => ({ approval, outcome }));

const outcomesOf = (conditions: readonly Condition[], asked: Asked): readonly Outcome[] =>
  withoutRefused(conditions, (guard) => deciderOf(guard, asked, () => false).kind === 'person').map((one) =>
    outcomeOf(one, asked),
  );

/** The combined outcome of calls that answer the same request: one on each branch of a test always answers. */
function judgeTogether(flow: Flow, all: readonly ApprovalPaths[]): Judged[] {
  const asking = all.filter(({ asked: { item, by } }) => item && by.kind !== 'outside');
  return [...groupedBy(asking, ({ asked }) => asked.item && shapeOf(asked.item)).values()].flatMap(
    (approvals): Judged[] => {
      const [first] = approvals;
      if (!first || approvals.length < 2) return [];
      const separately = approvals.flatMap(({ conditions }) => flow.simplified(conditions));
      const isNew = (condition: Condition): boolean =>
        !separately.some(
          (one) => one.length === condition.length && condition.every((guard) => one.includes(guard)),
        );
      const together = flow.simplified(approvals.flatMap(({ conditions }) => conditions));
      return judge(first, together.filter(isNew));
    },
  );
}

function outcomeOf(condition: Condition, asked: Asked): Outcome {
  let tools: ToolNames = ALL_TOOLS;
  const found: Partial<Record<Decider['kind'], string>> = {};
  let isEntered = false;
  let client: string | undefined;
  let isLoose = true;
  // A value older than the request is no answer to it.
  const since = requestedAt(asked);
  const isFixed = (one: Traced): boolean => {
    const clock = parameterIn(one)?.clock ?? 0;
    return since !== undefined && clock < since && clock > 0;
  };
  for (const guard of condition) {
    const named = toolsOfTest(guard, asked);
    if (named) {
      tools = inBoth(tools, named);
      continue;
    }
    const decider = deciderOf(guard, asked, isFixed);
    // A person who was asked before the request did not answer it.
    if (decider.kind === 'error') delete found.person;
    if (decider.kind === 'request')
      isLoose &&= guard.kind === 'test' && (!guard.holds || isThreshold(guard.test.value));
    const sent = decider.kind === 'person' ? undefined : sentBefore(guard, asked);
    if (sent !== undefined) client ??= sent;
    else if (guard.kind === 'entered') isEntered ||= decider.kind !== 'nobody';
    else if (decider.kind !== 'setting' || !isSetSo(guard))
      found[decider.kind] ??= 'name' in decider ? decider.name : '';
  }
  const { person, other, error, model, setting, earlier, flag, request, file, machine } = found;
  if (person !== undefined) return { kind: 'open', isAsked: true };
  if (asked.by.kind === 'outside') return { kind: 'open', isAsked: other !== undefined };
  const answered = (unless: string | undefined, request?: RequestTest): Outcome => ({
    kind: 'answered',
    unless,
    tools,
    ...(request && { request }),
  });
  const by = (spelling: string, decider: TestedBy): RequestTest => ({ spelling, by: decider, isLoose: true });
  if (error !== undefined) return answered('after an error it runs without an answer of a person');
  if (other !== undefined) return answered(`${other} may ask a person, or not`);
  if (model !== undefined) {
    const why = `\`${model}\`, which a model decides, lets some calls run without a person`;
    return answered(why, by(model, 'model'));
  }
  if (client !== undefined) return answered(insteadOf(client), by(client, 'client'));
  if (flag !== undefined) return { kind: 'flag', unless: insteadOf(flag), tools };
  if (isEntered) return { kind: 'open', isAsked: false };
  if (file !== undefined) return answered(letsSome(file), by(file, 'file'));
  if (machine !== undefined) return answered(letsSome(machine), by(machine, 'machine'));
  isLoose &&= setting === undefined && earlier === undefined;
  if (request !== undefined) return answered(letsSome(request), { spelling: request, isLoose });
  if (earlier !== undefined) return answered(insteadOf(earlier));
  return setting === undefined ? answered(undefined) : answered(insteadOf(setting), by(setting, 'setting'));
}

/** Whether a file of the project sets a setting so that a test passes. */
function isSetSo(guard: Guard): boolean {
  if (guard.kind !== 'test' || settingWithin(guard.test.value)?.setIn === undefined) return false;
  return isKnownAs(whenUnset(guard.test.value), guard.holds);
}

/** The time from which a run asks: what is older is no answer. */
const requestedAt = ({ by, answering }: Asked): number | undefined =>
  by.kind === 'run' ? (answering?.given ?? by.clock) : undefined;

/** What a client sent before the request that a test is of: it is no answer to the request. */
function sentBefore(guard: Guard, asked: Asked): string | undefined {
  const { framework, document } = asked;
  const since = requestedAt(asked);
  if (guard.kind !== 'test' || since === undefined || !document) return undefined;
  const isEarlier = (one: Traced): boolean | undefined => {
    const clock = parameterIn(one)?.clock ?? 0;
    return (clock > 0 && clock < since) || undefined;
  };
  const { value } = guard.test;
  return dependsOn(value, isEarlier) ? sentBy(value, { document }, framework) : undefined;
}

/** Why it is not known whether a person is asked where a test decides. */
const letsSome = (test: string): string => `\`${test}\` lets some calls run without a person`;

const insteadOf = (name: string): string => `\`${name}\` may answer in place of a person`;

function answersOf(judged: readonly Judged[], asks: Asks, root: FlowRoot): OwnAnswer[] {
  const [first] = judged;
  if (!first) return [];
  const { visit } = first.approval;
  const at = placed(placeOfAnswer(visit), 'interruptions');
  const { by, framework } = first.approval.asked;
  const all = judged.flatMap(({ approval: { asked } }) => (asked.by.kind === 'run' ? asked.by.runs : []));
  const runs = [...new Set(all)].map(nodeOfCall);
  const isPassed = by.kind === 'passed';
  const { pauses } = (visit.sink && framework.answers.sinks.get(visit.sink)) ?? {};
  const make = (unless: string | undefined, tools: ToolNames, test?: RequestTest): OwnAnswer => ({
    at,
    by: answerOf(visit, first.approval.asked.framework),
    unless,
    ...(test === undefined ? {} : { test, ...(asks.someone ? { asksElse: true } : {}) }),
    within: namesAround(root),
    runs,
    ...(isEvery(tools) ? {} : { only: tools }),
    ...(pauses ? { pauses } : {}),
  });
  let blind = NO_TOOLS;
  let perhaps: OwnAnswer | undefined;
  let tested: OwnAnswer | undefined;
  const isReturned = visit.sink?.kind === 'return';
  for (const { outcome } of judged) {
    if (outcome.kind === 'open' || isNone(outcome.tools)) continue;
    if (outcome.unless === undefined) blind = inEither(blind, outcome.tools);
    else if (
      (!asks.perhaps || isByClient(outcome)) &&
      isByRequest(outcome) &&
      (isReturned || outcome.request?.by)
    )
      tested ??= make(undefined, outcome.tools, outcome.request);
    else if (outcome.kind === 'answered' || asks.someone) perhaps ??= make(outcome.unless, outcome.tools);
  }
  const reader = answeredByReader(at, visit.call && nodeOfCall(visit.call), runs);
  const own = isNone(blind) ? [] : [make(isPassed ? insteadOf(nameOfRoot(root)) : reader, blind)];
  return [...own, ...(tested ? [tested] : []), ...(perhaps ? [perhaps] : [])];
}

/** Where an answer is written: in a list of messages that a run is given, in the message. */
function placeOfAnswer({ at, sink, value }: Visit): Place {
  if (sink?.kind !== 'call' || !sink.isEach || !value) return at;
  return leafIn(value, sink.value)?.at('key') ?? at;
}

/** The member that is the answer, as a pattern of members and items has it. */
function leafIn(node: CodeSyntaxNode | undefined, pattern: ValuePattern): CodeSyntaxNode | undefined {
  if (!node || typeof pattern !== 'object' || pattern === null) return pattern === true ? node : undefined;
  const inner = Array.isArray(pattern)
    ? node.items().flatMap((one) => pattern.map((each: ValuePattern) => leafIn(one, each)))
    : Object.entries(pattern).map(([key, each]) => leafIn(node.get(key), each));
  return inner.find((one) => one !== undefined);
}

function answerOf({ sink, call }: Visit, { answers }: Framework): AnswerBy {
  const named = sink && answers.sinks.get(sink)?.named;
  if (named !== undefined) return { kind: 'item', name: named };
  if (sink?.kind === 'set') return { kind: 'set', name: sink.isKeyed ? `${sink.member}[...]` : sink.member };
  if (sink?.kind === 'return') return { kind: 'return', name: sink.option.split('.').at(-1) ?? '' };
  const name = call?.name ?? '';
  if (!sink || !call) return { kind: 'call', name };
  return { kind: 'call', name, written: `${name}(${argumentOf(sink, call)})` };
}

/** The argument that is an answer: `approve_all=True`, `{ resume: ... }`. */
function argumentOf({ argument, value }: Sink & { kind: 'call' }, { at }: CallShape): string {
  const { writing, hasKeywords } = at.file.language;
  const word = String(value) as keyof typeof writing.words;
  const text =
    typeof value === 'string'
      ? `${writing.quote}${value}${writing.quote}`
      : typeof value === 'object' && value !== null
        ? '...'
        : (writing.words[word] ?? word);
  if (typeof argument === 'number') return text;
  return hasKeywords ? `${argument}=${text}` : `{ ${argument}: ${text} }`;
}

const namesAround = (root: FlowRoot): readonly string[] => (root.kind === 'function' ? root.within : []);

/** The callers of a function that approves its argument are not known. */
const nameOfRoot = (root: FlowRoot): string =>
  namesAround(root)[0] === undefined ? 'whoever calls it' : `${namesAround(root)[0]}()`;
