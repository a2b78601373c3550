import type { Place } from '../../model/index.js';
import {
  type CodeDocument,
  type Condition,
  conditionsOf,
  type Flow,
  type FlowRoot,
  flowOf,
  nodeOfCall,
  type Term,
  type Visit,
} from '../../program/index.js';
import {
  ALL_TOOLS,
  type Asked,
  askedBy,
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
import { placed } from './places.js';

/** An approval that a program gives by itself. */
export interface OwnAnswer {
  at: Place;
  /** What must be on for that, where something must; undefined where it always answers. */
  by: string | undefined;
  /** The tools that it answers for, where it decides by their names. */
  only?: ToolNames | undefined;
  /** Functions and classes that it stands in, innermost first: who calls one with an agent has it answered. */
  within: readonly string[];
}

/** What approves a request. */
const APPROVALS: ReadonlySet<string> = new Set(['approve', 'approve_tool_call']);

/**
 * Approvals that programs give by themselves, by file: on some path from what brings a request to what approves it, nothing
 * is asked of a person. Where what is outside of the project decides it is not known, and counts as asked.
 */
export function ownAnswers(documents: readonly CodeDocument[]): ReadonlyMap<string, readonly OwnAnswer[]> {
  const flow = flowOf(documents, { targets: APPROVALS, isTold: mayDecide });
  const found = flow.roots.map((root) => ({ root, answers: answersFrom(flow, root) }));
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

function answersFrom(flow: Flow, root: FlowRoot): Found[] {
  const paths = flow.pathsFrom(root);
  const isListening = (parameter: Term & { kind: 'parameter' }): boolean =>
    root.kind === 'function' &&
    parameter.of === root.definition &&
    root.passedTo !== undefined &&
    isEvent(root.passedTo.name, root.passedTo.texts);
  const byCall = new Map<object, Ways[]>();
  for (const visit of paths.visits) {
    const asked = askedBy(visit.call, isListening);
    if (!asked || !isOwn(visit, asked)) continue;
    const since = asked.by.kind === 'run' ? asked.by.clock : 0;
    const conditions = conditionsOf(visit.steps.filter(({ clock }) => clock > since));
    const ways = byCall.get(visit.call.expression) ?? [];
    byCall.set(visit.call.expression, [...ways, { visit, asked, conditions: conditions ?? [] }]);
  }
  const judged = [...byCall.values()].flatMap((ways) => judge(flow, ways));
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
  | { readonly kind: 'answered'; readonly by: string | undefined; readonly tools: ToolNames }
  /** A value of unknown origin settles it. */
  | { readonly kind: 'flag'; readonly by: string; readonly tools: ToolNames }
  /** Somebody or something else settles it. */
  | { readonly kind: 'open'; readonly isAsked: boolean };

interface Judged {
  readonly ways: Ways;
  readonly outcome: Outcome;
}

function judge(flow: Flow, all: readonly Ways[]): Judged[] {
  return all.flatMap((ways) =>
    flow
      .simplified(ways.conditions)
      .map((condition) => ({ ways, outcome: outcomeOf(condition, ways.asked) })),
  );
}

function outcomeOf(condition: Condition, asked: Asked): Outcome {
  let tools: ToolNames = ALL_TOOLS;
  let setting: string | undefined;
  let flag: string | undefined;
  let isEntered = false;
  let isOpen = false;
  let isAsked = false;
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
    if (decider.kind === 'setting') setting ??= decider.name;
    else if (decider.kind === 'flag') flag ??= decider.name;
    else if (decider.kind !== 'nobody') {
      if (step.kind === 'entered') isEntered = true;
      else isOpen = true;
      isAsked ||= step.kind === 'test' || step.kind === 'call';
    }
  }
  if (isOpen || asked.by.kind === 'outside') return { kind: 'open', isAsked };
  if (flag !== undefined) return { kind: 'flag', by: flag, tools };
  if (isEntered) return { kind: 'open', isAsked };
  return { kind: 'answered', by: setting, tools };
}

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
  const isPassed = first.ways.asked.by.kind === 'passed';
  const make = (by: string | undefined, tools: ToolNames): Found => ({
    answer: { at, by, within, ...(isEvery(tools) ? {} : { only: tools }) },
    isPassed,
  });
  let blind: ToolNames = { kind: 'these', names: new Set() };
  let bySetting: Found | undefined;
  for (const { outcome } of judged) {
    if (outcome.kind === 'open' || isNone(outcome.tools)) continue;
    if (outcome.kind === 'answered' && outcome.by === undefined) blind = inEither(blind, outcome.tools);
    else if (outcome.kind === 'answered' || someoneIsAsked) bySetting ??= make(outcome.by, outcome.tools);
  }
  const own = isNone(blind) ? [] : [make(isPassed ? nameOfRoot(root) : undefined, blind)];
  return [...own, ...(bySetting ? [bySetting] : [])];
}

/** Who calls a function that approves what it is passed is not seen. */
const nameOfRoot = (root: FlowRoot): string =>
  root.kind === 'function' && root.within[0] !== undefined ? `${root.within[0]}()` : 'whoever calls it';
