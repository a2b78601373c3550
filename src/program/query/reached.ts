import { keptIn } from '../../model/once.js';
import type { Place } from '../../model/place.js';
import type { Work } from '../evaluate/budget.js';
import type { Evaluation } from '../evaluate/index.js';
import type { RootRun } from '../evaluate/roots.js';
import type { Expression, FunctionDefinition, Target } from '../ir/ir.js';
import { bare, boundBy, expressionsOf, lastName, statementsIn, within } from '../ir/walk.js';
import { MAX_ARGUMENT_DEPTH, MAX_SPELLED } from '../limits.js';
import { tailOf } from '../values/guard.js';
import { endOfChain } from '../values/why.js';
import {
  type At,
  type CallEvent,
  expressionAt,
  type FunctionValue,
  type Guard,
  type Slot,
  type Value,
} from '../values/value.js';
import { argumentOf, type CallArgument, type RootParameters } from './argument.js';
import { callNode } from './call.js';
import { type Condition, conditionsOf, newConditions, simplified, withWork } from './flow/conditions.js';
import { pathsWhere, testedIn } from './flow/paths.js';
import { type CallShape, parameterIn, refreshed, shapeOf, type Traced } from './flow/shape.js';
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

/** A call of something outside of the project that a function can reach. */
export interface ReachedCall {
  readonly node: CodeSyntaxNode;
  readonly event: CallEvent;
  readonly at: Place;
  readonly language: 'typescript' | 'python';
  /** As written, on one line, shortened. */
  readonly text: string;
  /** The name of the callee from outside of the project; undefined if it is not known. */
  readonly origin: Names | undefined;
  /** Last name of the callee. */
  readonly name: string;
  /** The name of the function around it; undefined if that has none. */
  readonly within: string | undefined;
  /** The calls that lead to it, outermost first; none if it is in the function itself. */
  readonly via: readonly CallSite[];
  /** It runs whenever the function does. */
  readonly isCertain: boolean;
  /** Its receiver was created in the function, and no other code can reach it. */
  readonly isOnOwn: boolean;
  /** Its receiver is a list, dict or set of the program, or an item of one. */
  readonly isOnCollection: boolean;
  /** It stands before a template, which is its first argument. */
  readonly isTagged: boolean;
  /** An argument, by its place or its name; in JavaScript a name is a key of an object that is passed. */
  argument(which: number | string): CallArgument;
  /** The receiver. */
  receiver(): CallArgument;
}

/** A member or key that a function sets. */
export interface ReachedSet {
  readonly object: Value;
  readonly key: Value;
  readonly value: Value;
  conditions(): readonly Condition[];
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
  ): readonly Condition[] => {
    const times = behind.flatMap((one) => one.event.paths.map(({ clock }) => clock));
    const all = withWork(conditions, work, () =>
      event.paths.flatMap(({ guard, clock }) => {
        const since = Math.max(0, ...times.filter((time) => time < clock));
        return conditionsOf(paths.since(guard, since), conditions);
      }),
    );
    return simplified(all, work);
  };
  const conditionsBefore = (event: Pick<CallEvent, 'paths'>): readonly Condition[] =>
    keptIn(known, event, () => conditionsAt(event, []));
  const calls = run.calls
    .filter((event) => isLeaf(event, run))
    .map((event) => reachedCall(event, run, parameters));
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
      }));
    },
    conditionsOf: ({ event }, behind) =>
      behind?.length ? conditionsAt(event, behind) : conditionsBefore(event),
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

function reachedCall(event: CallEvent, run: RootRun, parameters: RootParameters): ReachedCall {
  const { file, expression } = event;
  const [nearest] = event.receivers;
  const { at, name, within } = siteOf(event);
  const given = (slot: Slot | undefined): CallArgument =>
    slot ? argumentOf(slot.value, parameters) : { kind: 'none' };
  return {
    event,
    at,
    name,
    within,
    language: file.language.name,
    isTagged: !expression.isNew && expression.brackets === undefined,
    get node() {
      return callNode(event, ROOT);
    },
    get text() {
      const { start, end, callee } = expression;
      const written = (to: number): string => oneLine(file.text.slice(start, to));
      const whole = written(end);
      return whole.length <= MAX_SPELLED ? whole : endOfChain(`${written(callee.end)}(...)`);
    },
    get origin() {
      return namesOf(event.target);
    },
    get via() {
      return run.callersOf(event).map(siteOf);
    },
    get isCertain() {
      const isOwn = !run.isPassed(event) && !isOfEither(event);
      return isOwn && event.paths.some(({ guard }) => tailOf(guard, undefined).every(isNoChoice));
    },
    get isOnOwn() {
      const value = nearest?.value;
      const isObject = value?.kind === 'list' || value?.kind === 'record';
      return isObject && functionAround(value.at, run) !== undefined;
    },
    get isOnCollection() {
      return nearest !== undefined && isCollection(nearest.value, 0);
    },
    argument(which) {
      const { positional, named } = event;
      if (typeof which === 'number') {
        const isPast = positional.slice(0, which + 1).some(({ spread }) => spread);
        return isPast ? { kind: 'other' } : given(positional[which]);
      }
      const own = named.members.get(which);
      if (own) return given(own);
      if (file.language.hasKeywords) return named.open ? { kind: 'other' } : { kind: 'none' };
      for (const slot of positional) {
        const options = given(slot);
        if (options.kind !== 'record') continue;
        const member = options.members.get(which);
        if (member) return member;
        if (options.isOpen) return { kind: 'other' };
      }
      return { kind: 'none' };
    },
    receiver: () => given(nearest),
  };
}

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

/** Expressions that compute nothing but what is in them. */
const WRITTEN_OUT: ReadonlySet<string> = new Set('literal nothing text member list record'.split(' '));

/** Whether a function is a placeholder: it only returns constants and arguments unchanged. */
function isStub(definition: FunctionDefinition): boolean {
  const names = new Set(definition.parameters.flatMap(({ target }) => [...boundBy(target)]));
  const isPlain = (start: Expression): boolean => {
    const one = bare(start);
    switch (one.kind) {
      case 'name':
        return names.has(one.name);
      case 'template':
        return expressionsOf(one).length === 0;
      // Another form of them, or a function of the project, which is looked at by itself.
      case 'call':
        return expressionsOf(one).slice(1).every(isPlain);
      default:
        return WRITTEN_OUT.has(one.kind) && expressionsOf(one).every(isPlain);
    }
  };
  return definition.body().every((one): boolean => {
    switch (one.kind) {
      case 'return':
        return !one.value || isPlain(one.value);
      case 'expression':
        return one.value.kind === 'text' || one.value.kind === 'call' || isPlain(one.value);
      // Unused text changes nothing.
      case 'assign': {
        if (one.operator !== 'set' || !isPlain(one.value)) return false;
        for (const target of one.targets) for (const name of boundBy(target)) names.add(name);
        return one.targets.every(({ kind }) => kind === 'name' || kind === 'items' || kind === 'members');
      }
      case 'throw':
      case 'declare':
      case 'function':
      case 'class':
      case 'import':
        return true;
      default:
        return false;
    }
  });
}

/** Whether a function returns, and each time a text that it puts together. */
function returnsTexts(definition: FunctionDefinition): boolean {
  const returns = [...statementsIn(definition.body())].filter((one) => one.kind === 'return');
  return returns.length > 0 && returns.every(({ value }) => value !== undefined && isWrittenText(value));
}

function isWrittenText(start: Expression): boolean {
  const one = bare(start);
  if (one.kind === 'binary')
    return one.operator === 'add' && (isWrittenText(one.left) || isWrittenText(one.right));
  if (one.kind === 'conditional') return isWrittenText(one.yes) && isWrittenText(one.no);
  return one.kind === 'template' || one.kind === 'text';
}

/** Whether a function sets a member or an item of something that it did not create, or a name of the module. */
function setsState(definition: FunctionDefinition): boolean {
  const body = definition.body();
  const own = new Set<string>();
  for (const one of statementsIn(body))
    if (one.kind === 'assign' && isNew(one.value))
      for (const target of one.targets) for (const name of boundBy(target)) own.add(name);
  const isOutside = (target: Target): boolean => {
    if (target.kind !== 'member' && target.kind !== 'index' && target.kind !== 'slice') return false;
    const object = rootOf(target.object);
    return object.kind !== 'name' || !own.has(object.name);
  };
  for (const one of statementsIn(body)) {
    if (one.kind === 'outer') return true;
    const targets: readonly Target[] = one.kind === 'assign' || one.kind === 'delete' ? one.targets : [];
    if (targets.some(isOutside)) return true;
  }
  return false;
}

/** Whether an expression creates an object that no other code can reach. */
function isNew(start: Expression): boolean {
  const { kind } = bare(start);
  return kind === 'list' || kind === 'record' || kind === 'comprehension' || kind === 'call';
}

function rootOf(start: Expression): Expression {
  let one = bare(start);
  while (one.kind === 'member' || one.kind === 'index') one = bare(one.object);
  return one;
}
