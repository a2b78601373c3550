import { addTo } from '../../../model/grouped.js';
import type { Place } from '../../../model/index.js';
import {
  type CodeDocument,
  type CodeSyntaxNode,
  type Condition,
  type Flow,
  type FlowRoot,
  flowOf,
  nodeOfCall,
  type Term,
  type Visit,
} from '../../../program/index.js';
import type { Framework } from '../framework.js';
import { exportOf } from '../origins.js';
import { placed } from '../places.js';
import {
  ALL_TOOLS,
  type Asked,
  askedBy,
  type Decider,
  deciderOf,
  inBoth,
  inEither,
  isEvent,
  isEvery,
  isNone,
  mayDecide,
  type ToolNames,
  toolsOfTest,
} from './deciders.js';

/**
 * How a program approves: the name that it calls or sets, or the option whose function returns the approval.
 */
export interface AnswerBy {
  readonly kind: 'call' | 'set' | 'return';
  readonly name: string;
}

/** An approval by the program itself, without a person. */
export interface OwnAnswer {
  at: Place;
  by: AnswerBy;
  /** Why it may not approve; undefined if it always does. */
  unless: string | undefined;
  /** The tools that it approves, if it decides by their names. */
  only?: ToolNames | undefined;
  /** The runs whose requests it answers; empty if these are not known. */
  runs: readonly CodeSyntaxNode[];
  /** Enclosing functions and classes, innermost first: a caller that passes an agent gets its requests answered. */
  within: readonly string[];
}

/**
 * Approvals without a person, by file: on some path from the request to the approval, no person is asked. Not
 * known if code outside of the project may ask one.
 */
export function ownAnswers(
  documents: readonly CodeDocument[],
  framework: Framework,
): ReadonlyMap<string, readonly OwnAnswer[]> {
  const flow = flowOf(documents, {
    targets: framework.answers.approvals,
    sinks: [...framework.answers.sinks.keys()],
    takesOptions: (call) => exportOf(nodeOfCall(call), framework) !== undefined,
    mayDecide: (call) => mayDecide(call, framework),
  });
  const byRoot = new Map<unknown, Asking>();
  for (const visit of flow.visits) {
    const isHeard = (parameter: Parameter): boolean => isListening(flow, parameter, framework);
    const asked = askedBy(visit, flow, isHeard, framework);
    if (!asked) continue;
    const root = rootOf(flow, visit, asked);
    const key = root.kind === 'function' ? root.definition : root.file;
    const { by } = asked;
    const steps = visit.steps(by.kind === 'run' ? by.clock : 0);
    const paths = { visit, asked, conditions: flow.conditions(steps) };
    const known = byRoot.get(key);
    if (known) known.paths.push(paths);
    else byRoot.set(key, { root, paths: [paths] });
  }
  const answers = new Map<string, OwnAnswer[]>();
  for (const { root, paths } of byRoot.values()) {
    const own = answersFrom(flow, root, paths);
    if (own.length > 0) answers.set(root.file, [...(answers.get(root.file) ?? []), ...own]);
  }
  return answers;
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

type Parameter = Term & { readonly kind: 'parameter' };

function isListening(flow: Flow, { at, of }: Parameter, framework: Framework): boolean {
  const root = flow.rootOf(at.file.file, of);
  return (
    root.kind === 'function' &&
    root.passedTo !== undefined &&
    isEvent(root.passedTo.name, root.passedTo.texts, framework)
  );
}

/** Where a request comes from: the function that runs the agent, or that is passed the request. */
function rootOf(flow: Flow, { root }: Visit, { by }: Asked): FlowRoot {
  if (by.kind === 'passed') return flow.rootOf(by.parameter.at.file.file, by.parameter.of);
  const run = by.kind === 'run' ? by.runs.at(-1) : undefined;
  return run ? flow.rootOf(run.at.file.file, run.event.inside?.definition) : root;
}

function answersFrom(flow: Flow, root: FlowRoot, all: readonly ApprovalPaths[]): OwnAnswer[] {
  const judged = [...all.flatMap((one) => judge(flow, one)), ...judgeTogether(flow, all)];
  const someoneIsAsked = judged.some(({ outcome }) => outcome.kind === 'open' && outcome.isAsked);
  const within = root.kind === 'function' ? root.within : [];
  const byCall = new Map<object, ApprovalPaths[]>();
  for (const one of all) addTo(byCall, one.visit.written, one);
  return [...byCall.values()].flatMap((approvals) => {
    const own = judged.filter((one) => approvals.includes(one.approval));
    return answersOf(own, someoneIsAsked, within, root);
  });
}

type Outcome =
  /** The program approves: always, or unless. */
  | { readonly kind: 'answered'; readonly unless: string | undefined; readonly tools: ToolNames }
  /** A value of unknown origin decides. */
  | { readonly kind: 'flag'; readonly unless: string; readonly tools: ToolNames }
  /** A person decides, or an unknown caller. */
  | { readonly kind: 'open'; readonly isAsked: boolean };

interface Judged {
  readonly approval: ApprovalPaths;
  readonly outcome: Outcome;
}

function judge(flow: Flow, approval: ApprovalPaths): Judged[] {
  return flow
    .simplified(approval.conditions)
    .map((condition) => ({ approval, outcome: outcomeOf(condition, approval.asked) }));
}

/** The combined outcome of calls that answer the same request: one on each branch of a test always answers. */
function judgeTogether(flow: Flow, all: readonly ApprovalPaths[]): Judged[] {
  const byRequest = new Map<unknown, ApprovalPaths[]>();
  for (const one of all) {
    const { item, by } = one.asked;
    if (item && by.kind !== 'outside') addTo(byRequest, item, one);
  }
  return [...byRequest.values()].flatMap((approvals): Judged[] => {
    const [first] = approvals;
    if (!first || approvals.length < 2) return [];
    const separately = approvals.flatMap(({ conditions }) => flow.simplified(conditions));
    const isNew = (condition: Condition): boolean =>
      !separately.some(
        (one) => one.length === condition.length && condition.every((step) => one.includes(step)),
      );
    return flow
      .simplified(approvals.flatMap(({ conditions }) => conditions))
      .filter(isNew)
      .map((condition) => ({ approval: first, outcome: outcomeOf(condition, first.asked) }));
  });
}

function outcomeOf(condition: Condition, asked: Asked): Outcome {
  let tools: ToolNames = ALL_TOOLS;
  const found: Partial<Record<Decider['kind'], string>> = {};
  let isEntered = false;
  // A value older than the request is no answer to it.
  const isFixed = (term: Term): boolean =>
    asked.by.kind === 'run' && term.kind === 'parameter' && term.clock < asked.by.clock && term.clock > 0;
  for (const step of condition) {
    const named = toolsOfTest(step, asked);
    if (named) {
      tools = inBoth(tools, named);
      continue;
    }
    const decider = deciderOf(step, asked, isFixed);
    // A person who was asked before the request did not answer it.
    if (decider.kind === 'error') delete found.person;
    if (step.kind === 'entered') isEntered ||= decider.kind !== 'nobody';
    else found[decider.kind] ??= 'name' in decider ? decider.name : '';
  }
  const { person, other, error, setting, flag, undeclared, request } = found;
  if (person !== undefined) return { kind: 'open', isAsked: true };
  if (asked.by.kind === 'outside') return { kind: 'open', isAsked: other !== undefined };
  if (error !== undefined)
    return { kind: 'answered', unless: 'after an error it runs without an answer of a person', tools };
  if (other !== undefined) return { kind: 'answered', unless: `${other} may ask a person, or not`, tools };
  if (undeclared !== undefined) return { kind: 'answered', unless: insteadOf(undeclared), tools };
  if (flag !== undefined) return { kind: 'flag', unless: insteadOf(flag), tools };
  if (isEntered) return { kind: 'open', isAsked: false };
  if (request !== undefined)
    return { kind: 'answered', unless: `\`${request}\` lets some calls run without a person`, tools };
  return { kind: 'answered', unless: setting === undefined ? undefined : insteadOf(setting), tools };
}

const insteadOf = (name: string): string => `\`${name}\` may answer in place of a person`;

function answersOf(
  judged: readonly Judged[],
  someoneIsAsked: boolean,
  within: readonly string[],
  root: FlowRoot,
): OwnAnswer[] {
  const [first] = judged;
  if (!first) return [];
  const { visit } = first.approval;
  const at = placed(visit.at, 'interruptions');
  const { by } = first.approval.asked;
  const all = judged.flatMap(({ approval: { asked } }) => (asked.by.kind === 'run' ? asked.by.runs : []));
  const runs = [...new Set(all)].map(nodeOfCall);
  const isPassed = by.kind === 'passed';
  const make = (unless: string | undefined, tools: ToolNames): OwnAnswer => ({
    at,
    by: answerOf(visit),
    unless,
    within,
    runs,
    ...(isEvery(tools) ? {} : { only: tools }),
  });
  let blind: ToolNames = { kind: 'these', names: new Set() };
  let perhaps: OwnAnswer | undefined;
  for (const { outcome } of judged) {
    if (outcome.kind === 'open' || isNone(outcome.tools)) continue;
    if (outcome.unless === undefined) blind = inEither(blind, outcome.tools);
    else if (outcome.kind === 'answered' || someoneIsAsked) perhaps ??= make(outcome.unless, outcome.tools);
  }
  const own = isNone(blind) ? [] : [make(isPassed ? insteadOf(nameOfRoot(root)) : undefined, blind)];
  return [...own, ...(perhaps ? [perhaps] : [])];
}

function answerOf({ sink, call }: Visit): AnswerBy {
  if (sink?.kind === 'set') return { kind: 'set', name: sink.isKeyed ? `${sink.member}[...]` : sink.member };
  if (sink?.kind === 'return') return { kind: 'return', name: sink.option };
  return { kind: 'call', name: call?.name ?? '' };
}

/** The callers of a function that approves its argument are not known. */
const nameOfRoot = (root: FlowRoot): string =>
  root.kind === 'function' && root.within[0] !== undefined ? `${root.within[0]}()` : 'whoever calls it';
