import { keptIn } from '../../model/once.js';
import type { Place } from '../../model/place.js';
import type { Work } from '../evaluate/budget.js';
import type { Evaluation } from '../evaluate/index.js';
import type { RootRun } from '../evaluate/roots.js';
import { isStub, keepsResults, returnsTexts, setsState } from '../ir/definitions.js';
import type { Expression } from '../ir/ir.js';
import { lastName, within } from '../ir/walk.js';
import { MAX_ARGUMENT_DEPTH, MAX_SPELLED } from '../limits.js';
import { tailOf } from '../values/guard.js';
import {
  type At,
  type CallEvent,
  expressionAt,
  type FunctionValue,
  type Guard,
  type Slot,
  type Value,
} from '../values/value.js';
import { endOfChain } from '../values/why.js';
import { argumentOf, type CallArgument, type RootParameters } from './argument.js';
import { callNode } from './call.js';
import {
  type Condition,
  conditionsOf,
  newConditions,
  simplified,
  testOf,
  withWork,
} from './flow/conditions.js';
import { pathsWhere, testedIn } from './flow/paths.js';
import { type CallShape, callOf, parameterIn, refreshed, shapeOf, type Traced } from './flow/shape.js';
import { type Names, namesOf } from './names-of.js';
import type { CodeSyntaxNode } from './node.js';
import { fileOf, offsetsOf, rangeOf } from './node-value.js';
import { CodeView, ROOT } from './view.js';

/** A call that leads to another one. */
export interface CallSite {
  readonly at: Place;
  /** Last name of the callee. */
  readonly name: string;
  /** The name of the function around it. */
  readonly within: string | undefined;
  /** What is called is one of several functions. */
  readonly isChoice: boolean;
  readonly event: CallEvent;
}

/**
 * A call of something outside of the project that a function can reach. A class, as there are very many: functions of its
 * own for each would be an eighth of all that is kept.
 */
export class ReachedCall {
  /** Last name of the callee. */
  readonly name: string;

  constructor(
    readonly event: CallEvent,
    private readonly run: RootRun,
    private readonly parameters: RootParameters,
  ) {
    this.name = lastName(event.expression.callee);
  }

  get node(): CodeSyntaxNode {
    return callNode(this.event, ROOT);
  }
  get at(): Place {
    return siteOf(this.event).at;
  }
  get language(): 'typescript' | 'python' {
    return this.event.file.language.name;
  }
  /** As written, on one line, shortened. */
  get text(): string {
    const { file, expression } = this.event;
    const { start, end, callee } = expression;
    const written = (to: number): string => oneLine(file.text.slice(start, to));
    const whole = written(end);
    return whole.length <= MAX_SPELLED ? whole : endOfChain(`${written(callee.end)}(...)`);
  }
  /** The name of the callee from outside of the project; undefined if it is not known. */
  get origin(): Names | undefined {
    return namesOf(this.event.target);
  }
  /** The name of the function around it; undefined if that has none. */
  get within(): string | undefined {
    return this.event.inside?.definition.name;
  }
  /** The calls that lead to it, outermost first; none if it is in the function itself. */
  get via(): readonly CallSite[] {
    return this.run.callersOf(this.event).map(siteOf);
  }
  /** It runs whenever the function does. */
  get isCertain(): boolean {
    const isOwn = !this.run.isPassed(this.event) && !isOfEither(this.event);
    return isOwn && this.event.paths.some(({ guard }) => tailOf(guard, undefined).every(isNoChoice));
  }
  /** Its receiver was created in the function, and no other code can reach it. */
  get isOnOwn(): boolean {
    const value = this.event.receivers[0]?.value;
    const isObject = value?.kind === 'list' || value?.kind === 'record';
    return isObject && functionAround(value.at, this.run) !== undefined;
  }
  /** Its receiver is a list, dict or set of the program, or an item of one. */
  get isOnCollection(): boolean {
    const [nearest] = this.event.receivers;
    return nearest !== undefined && isCollection(nearest.value, 0);
  }
  /** It stands before a template, which is its first argument. */
  get isTagged(): boolean {
    const { isNew, brackets } = this.event.expression;
    return !isNew && brackets === undefined;
  }

  /** An argument, by its place or its name; in JavaScript a name is a key of an object that is passed. */
  argument(which: number | string): CallArgument {
    const { file, positional, named } = this.event;
    if (typeof which === 'number') {
      const isPast = positional.slice(0, which + 1).some(({ spread }) => spread);
      return isPast ? { kind: 'other' } : this.given(positional[which]);
    }
    const own = named.members.get(which);
    if (own) return this.given(own);
    if (file.language.hasKeywords) return named.open ? { kind: 'other' } : { kind: 'none' };
    for (const slot of positional) {
      const options = this.given(slot);
      if (options.kind !== 'record') continue;
      const member = options.members.get(which);
      if (member) return member;
      if (options.isOpen) return { kind: 'other' };
    }
    return { kind: 'none' };
  }

  /** The receiver. */
  receiver(): CallArgument {
    return this.given(this.event.receivers[0]);
  }

  private given(slot: Slot | undefined): CallArgument {
    return slot ? argumentOf(slot.value, this.parameters) : { kind: 'none' };
  }
}

/** A member or key that a function sets. */
export interface ReachedSet {
  readonly object: Value;
  readonly key: Value;
  readonly value: Value;
  conditions(): readonly Condition[];
  /** The conditions under which what it sets counts as true. */
  conditionsOfTrue(): readonly Condition[];
}

/** What a function does. */
export interface Reach {
  readonly calls: readonly ReachedCall[];
  readonly sets: readonly ReachedSet[];
  /** All functions of the project that it calls were evaluated to their ends. */
  readonly isWhole: boolean;
  /** It takes more work than one function may: what it does is known in part. */
  readonly isCut: boolean;
  /** It is a placeholder: it does nothing, or returns constants and arguments unchanged. */
  readonly isStub: boolean;
  /** It returns only texts that it puts together. */
  readonly returnsTexts: boolean;
  /** It, or a function of the project that it calls, sets something that outlives the call. */
  readonly setsState: boolean;
  /**
   * The conditions for a call to run, as alternatives; none if it never runs. `behind`: only what is tested since the last
   * of these calls that ran before.
   */
  conditionsOf(call: ReachedCall, behind?: readonly ReachedCall[]): readonly Condition[];
  /** What is tested before a call, as it is written: also where the program may set all that a test asks for. */
  testsOf(call: ReachedCall): readonly Value[];
  /** Whether a call of this run gave a value: not one that ran before, or whose function returns what it returned then. */
  gives(call: CallShape): boolean;
  /** The function of the project around the place of a value, if it ran; with its class: `Store.is_approved`. */
  functionAt(value: Traced): string | undefined;
  /** Whether a value is a parameter that the caller passes to a function, and not the framework. */
  isGiven(value: Traced): boolean;
  /** Whether a value is what the caller gives: a parameter, or what the model answers. */
  isOfCall(value: Traced): boolean;
  /** Whether a value is a parameter that is annotated as a truth value. */
  isFlag(value: Traced): boolean;
  /** Whether a value is a parameter of another function, such as an enclosing one: its arguments are not visible. */
  isOfOther(value: Traced): boolean;
}

/** Facts about the caller of a function. */
export interface RootCaller {
  /** Whether the framework passes a parameter, and not the model. `type`: the last name of its annotation. */
  isContext(name: string, index: number, type: string | undefined): boolean;
  /** Whether the model answers a call. */
  isAnswer?: ((call: Pick<CodeSyntaxNode, 'offsets'>) => boolean) | undefined;
  /** Whether a call has no effect that matters: it prints, or writes to a log. */
  isIdle(call: ReachedCall): boolean;
  /** Whether a call that is not read is among the conditions behind it, although nothing tests its result. */
  mayDecide(call: CallShape): boolean;
}

/** What a run reaches, by the facts about its caller: a function is often a tool of several agents. */
const reaches = new WeakMap<RootRun, Map<RootCaller, Reach>>();

/**
 * What a function does when code outside of the program calls it, or a module when it runs; undefined if the node is
 * neither. The same for the same function and caller.
 */
export function callsReachedBy(node: CodeSyntaxNode, caller: RootCaller): Reach | undefined {
  if (!(node instanceof CodeView)) return undefined;
  const { value } = node;
  const file = fileOf(value.at);
  const evaluation = file.evaluation();
  const own = value.kind === 'function' ? value : undefined;
  const run = own
    ? evaluation.rootRunOf(own)
    : value.kind === 'module'
      ? evaluation.moduleRunOf(value.file)
      : undefined;
  if (!run) return undefined;
  const known = keptIn(reaches, run, () => new Map<RootCaller, Reach>());
  return keptIn(known, caller, () => reachOf(run, own, evaluation, caller, evaluation.workFor(file)));
}

function reachOf(
  run: RootRun,
  own: FunctionValue | undefined,
  evaluation: Evaluation,
  caller: RootCaller,
  work: Work,
): Reach {
  const roots = own ? [own, ...run.roots] : run.roots;
  const functions = new Set(roots.map(({ definition }) => definition));
  const { isContext, isAnswer } = caller;
  const isGiven: Reach['isGiven'] = (value) => {
    const parameter = parameterIn(value);
    if (!parameter) return false;
    const { name, origin } = parameter;
    const { definition } = parameter.of;
    const index = definition.parameters.indexOf(parameter.parameter);
    return functions.has(definition) && !isContext(name, index, origin?.dotted);
  };
  const parameters: RootParameters = { m: evaluation.machine, functions, isContext, isAnswer };
  refreshed(evaluation);
  const paths = pathsWhere(caller.mayDecide);
  const conditions = newConditions(paths);
  // Each tool of an agent asks what stands before the same calls.
  const known = new Map<object, readonly Condition[]>();
  const conditionsAt = (
    event: Pick<CallEvent, 'paths'>,
    behind: readonly ReachedCall[],
    isTrue?: Value,
  ): readonly Condition[] => {
    const times = behind.flatMap((one) => one.event.paths.map(({ clock }) => clock));
    const all = withWork(conditions, work, () =>
      event.paths.flatMap(({ guard, clock }) => {
        const since = Math.max(0, ...times.filter((time) => time < clock));
        const more = isTrue ? [testOf(isTrue, true, clock)] : [];
        return conditionsOf([...paths.since(guard, since), ...more], conditions);
      }),
    );
    return simplified(all, work);
  };
  const conditionsBefore = (event: Pick<CallEvent, 'paths'>): readonly Condition[] =>
    keptIn(known, event, () => conditionsAt(event, []));
  let now: ReadonlySet<CallShape> | undefined;
  const calls = run.calls
    .filter((event) => isLeaf(event, run))
    .map((event) => new ReachedCall(event, run, parameters));
  return {
    calls,
    isWhole: run.isWhole,
    isCut: run.isCut,
    isStub:
      calls.every(caller.isIdle) &&
      own !== undefined &&
      [own.definition, ...run.functions.keys()].every((definition) => isStub(definition)),
    returnsTexts: own !== undefined && returnsTexts(own.definition),
    setsState: [...run.functions.keys()].some((definition) => setsState(definition)),
    get sets() {
      return run.sets.map((event) => ({
        object: event.object,
        key: event.key,
        value: event.slot.value,
        conditions: () => conditionsBefore(event),
        conditionsOfTrue: () => conditionsAt(event, [], event.slot.value),
      }));
    },
    conditionsOf: ({ event }, behind) =>
      behind?.length ? conditionsAt(event, behind) : conditionsBefore(event),
    gives(call) {
      now ??= new Set(run.calls.filter((event) => !isKept(event, run)).map(callOf));
      return now.has(call);
    },
    functionAt(value) {
      const one = functionAround(shapeOf(value).at, run);
      const name = one?.definition.name;
      return one?.inClass && name !== undefined ? `${one.inClass.definition.name ?? ''}.${name}` : name;
    },
    testsOf: ({ event }) => event.paths.flatMap(({ guard }) => testedIn(paths.since(guard, 0))),
    isOfOther(value) {
      const parameter = parameterIn(value);
      return parameter !== undefined && !functions.has(parameter.of.definition);
    },
    isGiven,
    isOfCall(value) {
      const { kind, at } = shapeOf(value);
      return kind === 'call' ? isAnswer?.({ offsets: offsetsOf(at) }) === true : isGiven(value);
    },
    // A parameter that a spread object gives is a member of that: `pay(**args)`.
    isFlag: (value) =>
      isTruthValue(('parameter' in value ? value : parameterIn(value))?.parameter.annotation),
  };
}

/** Whether an annotation names `bool`: `bool`, `bool | None`, `Optional[bool]`. */
const isTruthValue = (annotation: Expression | undefined): boolean =>
  annotation !== undefined && [...within(annotation)].some((one) => lastName(one) === 'bool');

/** Whether a value is written as a part of a list: `backups[3:]`. */
export const isSlice = (value: Traced): boolean => expressionAt(shapeOf(value).at).kind === 'slice';

/** Whether a call is in a function that keeps its result, or is called in one. */
const isKept = (event: CallEvent, run: RootRun): boolean =>
  [event, ...run.callersOf(event)].some(({ inside }) => inside && keepsResults(inside.definition));

/** Whether a call runs something outside of the project. */
function isLeaf(event: CallEvent, run: RootRun): boolean {
  if (isOfEither(event)) return true;
  if (event.hasRun) return false;
  const { target } = event;
  const all = target.kind === 'union' ? target.members : [target];
  return !all.every((one) => one.kind === 'function' && run.functions.has(one.definition));
}

/** Whether a call runs a function of the project or one of a package. */
const isOfEither = ({ target }: CallEvent): boolean =>
  target.kind === 'union' &&
  target.members.some(({ kind }) => kind === 'external') &&
  target.members.some(({ kind }) => kind === 'function');

/** The innermost function that ran around a place. */
function functionAround({ file, span }: At, { functions }: RootRun): FunctionValue | undefined {
  let found: FunctionValue | undefined;
  for (const [{ start, end }, one] of functions)
    if (one.at.file === file && start <= span.start && span.end <= end)
      if (!found || found.definition.start <= start) found = one;
  return found;
}

/** Whether a value is a list, dict or set of the program, or an item of one. */
function isCollection(value: Value, depth: number): boolean {
  if (depth > MAX_ARGUMENT_DEPTH) return false;
  const inner = (one: Value | undefined): boolean => one !== undefined && isCollection(one, depth + 1);
  switch (value.kind) {
    case 'list':
    case 'record':
      return true;
    case 'union':
      return value.members.every(inner);
    case 'instance':
      return inner(value.call.returned);
    case 'unknown':
      return value.from?.name === 'item' && inner(value.from.parts[0]);
    default:
      return false;
  }
}

/** The place of a value. */
export function placeOfValue(value: Traced): Place {
  const { at } = shapeOf(value);
  return { file: at.file.file, path: '', range: () => rangeOf(at) };
}

function siteOf(event: CallEvent): CallSite {
  const { file, expression, inside, target } = event;
  const { callee, start } = expression;
  const name = lastName(callee);
  const at = {
    file: file.file,
    path: name,
    range: () => rangeOf({ file, span: { start, end: callee.end } }),
  };
  const functions = target.kind === 'union' ? target.members.filter((one) => one.kind === 'function') : [];
  return { at, name, within: inside?.definition.name, isChoice: functions.length > 1, event };
}

/** A text of several lines as one: a break is a space, and nothing inside brackets. */
const oneLine = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .reduce((before, line) => {
      const isInside = OPENING.has(before.at(-1) ?? '') || CLOSING.has(line.charAt(0));
      return isInside ? before + line : `${before} ${line}`;
    });

const OPENING: ReadonlySet<string> = new Set('([{');
const CLOSING: ReadonlySet<string> = new Set(')]}.');

/** Guards that are no condition: a call ran before, or was awaited. */
const isNoChoice = ({ kind }: Guard): boolean =>
  kind === 'call' || kind === 'await' || kind === 'entered' || kind === 'module';
