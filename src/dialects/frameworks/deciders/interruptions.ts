import { addTo } from '../../../model/grouped.js';
import type { Place } from '../../../model/index.js';
import {
  type CodeDocument,
  type CodeSyntaxNode,
  type Condition,
  conditionsOf,
  type Flow,
  type FlowRoot,
  flowOf,
  nodeOfCall,
  nodesOfCall,
  type Term,
  type Visit,
} from '../../../program/index.js';
import type { Framework } from '../framework.js';
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

/** An approval that a program gives by itself. */
export interface OwnAnswer {
  at: Place;
  /** Why it is not known whether it does; undefined where it always answers. */
  unless: string | undefined;
  /** The tools that it answers for, where it decides by their names. */
  only?: ToolNames | undefined;
  /** The runs whose requests it answers; empty where these are not seen. */
  runs: readonly CodeSyntaxNode[];
  /** Functions and classes that it stands in, innermost first: who calls one with an agent has it answered. */
  within: readonly string[];
}

/**
 * Approvals that programs give by themselves, by file: on some path from what brings a request to what approves it, nothing
 * is asked of a person. Where what is outside of the project may ask one, that is not known.
 */
export function ownAnswers(
  documents: readonly CodeDocument[],
  framework: Framework,
): ReadonlyMap<string, readonly OwnAnswer[]> {
  const flow = flowOf(documents, {
    targets: framework.answers.approvals,
    isTold: (call) => mayDecide(call, framework),
  });
  const found = flow.roots.map((root) => ({ root, answers: answersFrom(flow, root, framework) }));
  const answers = new Map<string, OwnAnswer[]>();
  for (const { root, answers: own } of found) {
    // What a function does with a run that it is passed is judged where it is called.
    const isCalled = root.kind === 'function' && flow.wasFollowed(root.definition);
    const counting = own.filter(({ isPassed }) => !(isPassed && isCalled)).map(({ answer }) => answer);
    if (counting.length > 0) answers.set(root.file, [...(answers.get(root.file) ?? []), ...counting]);
  }
  return answers;
}

interface Found {
  readonly answer: OwnAnswer;
  /** Its run is passed by a call that is not seen. */
  readonly isPassed: boolean;
}

/** The ways that lead to one approval, and who settles each. */
interface Ways {
  readonly visit: Visit;
  readonly asked: Asked;
  readonly conditions: readonly Condition[];
}

function answersFrom(flow: Flow, root: FlowRoot, framework: Framework): Found[] {
  const paths = flow.pathsFrom(root);
  const isListening = (parameter: Term & { kind: 'parameter' }): boolean =>
    root.kind === 'function' &&
    parameter.of === root.definition &&
    root.passedTo !== undefined &&
    isEvent(root.passedTo.name, root.passedTo.texts, framework);
  const byCall = new Map<object, Ways[]>();
  for (const visit of paths.visits) {
    const asked = askedBy(visit.call, isListening, framework);
    if (!asked || !isOwn(visit, asked)) continue;
    const since = asked.by.kind === 'run' ? asked.by.clock : 0;
    const conditions = conditionsOf(visit.steps.filter(({ clock }) => clock > since));
    const ways = byCall.get(visit.call.expression) ?? [];
    byCall.set(visit.call.expression, [...ways, { visit, asked, conditions: conditions ?? [] }]);
  }
  const all = [...byCall.values()].flat();
  const judged = [...all.flatMap((one) => judge(flow, one)), ...judgeTogether(flow, all)];
  const someoneIsAsked = judged.some(({ outcome }) => outcome.kind === 'open' && outcome.isAsked);
  const within = root.kind === 'function' ? root.within : [];
  return [...byCall.values()].flatMap((ways) => {
    const own = judged.filter((one) => ways.includes(one.ways));
    return answersOf(own, someoneIsAsked, within, root);
  });
}

/** Whether a path begins where its request comes from; else it is told where that function begins. */
function isOwn({ within }: Visit, { by }: Asked): boolean {
  const [first] = within;
  return by.kind !== 'run' || !first || by.clock < first.clock;
}

type Outcome =
  /** The program does: always, or unless. */
  | { readonly kind: 'answered'; readonly unless: string | undefined; readonly tools: ToolNames }
  /** A value of unknown origin settles it. */
  | { readonly kind: 'flag'; readonly unless: string; readonly tools: ToolNames }
  /** A person settles it, or whoever calls. */
  | { readonly kind: 'open'; readonly isAsked: boolean };

interface Judged {
  readonly ways: Ways;
  readonly outcome: Outcome;
}

function judge(flow: Flow, ways: Ways): Judged[] {
  return flow
    .simplified(ways.conditions)
    .map((condition) => ({ ways, outcome: outcomeOf(condition, ways.asked) }));
}

/** What several calls that answer the same request do together: one of them on each side of a test answers always. */
function judgeTogether(flow: Flow, all: readonly Ways[]): Judged[] {
  const byRequest = new Map<unknown, Ways[]>();
  for (const one of all) {
    const { item, by } = one.asked;
    if (item && by.kind !== 'outside') addTo(byRequest, item.kind === 'item' ? item.id : item, one);
  }
  return [...byRequest.values()].flatMap((ways): Judged[] => {
    const [first] = ways;
    if (!first || ways.length < 2) return [];
    const alone = ways.flatMap(({ conditions }) => flow.simplified(conditions));
    const isNew = (condition: Condition): boolean =>
      !alone.some((one) => one.length === condition.length && condition.every((step) => one.includes(step)));
    return flow
      .simplified(ways.flatMap(({ conditions }) => conditions))
      .filter(isNew)
      .map((condition) => ({ ways: first, outcome: outcomeOf(condition, first.asked) }));
  });
}

function outcomeOf(condition: Condition, asked: Asked): Outcome {
  let tools: ToolNames = ALL_TOOLS;
  const found: Partial<Record<Decider['kind'], string>> = {};
  let isEntered = false;
  // What was passed before the request was made is no answer to it.
  const isFixed = (term: Term): boolean =>
    asked.by.kind === 'run' && term.kind === 'parameter' && term.clock < asked.by.clock && term.clock > 0;
  for (const step of condition) {
    const named = toolsOfTest(step, asked);
    if (named) {
      tools = inBoth(tools, named);
      continue;
    }
    const decider = deciderOf(step, asked, isFixed);
    // Who was asked before has given no answer.
    if (decider.kind === 'error') delete found.person;
    if (step.kind === 'entered') isEntered ||= decider.kind !== 'nobody';
    else found[decider.kind] ??= 'name' in decider ? decider.name : '';
  }
  const { person, other, error, setting, flag, request } = found;
  if (person !== undefined) return { kind: 'open', isAsked: true };
  if (asked.by.kind === 'outside') return { kind: 'open', isAsked: other !== undefined };
  if (error !== undefined)
    return { kind: 'answered', unless: 'after an error it runs without an answer of a person', tools };
  if (other !== undefined) return { kind: 'answered', unless: `${other} may ask a person, or not`, tools };
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
): Found[] {
  const [first] = judged;
  const node = first && nodeOfCall(first.ways.visit.call);
  if (!first || !node?.call) return [];
  const at = placed(node.call.at, 'interruptions');
  const { by } = first.ways.asked;
  const runs = by.kind === 'run' ? by.runs.flatMap(nodesOfCall) : [];
  const isPassed = by.kind === 'passed';
  const make = (unless: string | undefined, tools: ToolNames): Found => ({
    answer: { at, unless, within, runs, ...(isEvery(tools) ? {} : { only: tools }) },
    isPassed,
  });
  let blind: ToolNames = { kind: 'these', names: new Set() };
  let perhaps: Found | undefined;
  for (const { outcome } of judged) {
    if (outcome.kind === 'open' || isNone(outcome.tools)) continue;
    if (outcome.unless === undefined) blind = inEither(blind, outcome.tools);
    else if (outcome.kind === 'answered' || someoneIsAsked) perhaps ??= make(outcome.unless, outcome.tools);
  }
  const own = isNone(blind) ? [] : [make(isPassed ? insteadOf(nameOfRoot(root)) : undefined, blind)];
  return [...own, ...(perhaps ? [perhaps] : [])];
}

/** Who calls a function that approves what it is passed is not seen. */
const nameOfRoot = (root: FlowRoot): string =>
  root.kind === 'function' && root.within[0] !== undefined ? `${root.within[0]}()` : 'whoever calls it';
