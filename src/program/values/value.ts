import type {
  ClassDefinition,
  ClassMember,
  Expression,
  FunctionDefinition,
  Parameter,
  Span,
  Target,
} from '../ir/ir.js';
import { MAX_CHAIN } from '../limits.js';
import { isSameReason, type Reason } from '../reason.js';
import type { Cell, Scope } from './scope.js';
import type { SourceFile } from './source.js';

/**
 * The abstract domain. `never` is no value at all (`undefined` in the code below: a name that was not given one yet).
 * Above it: scalar, nothing, list, record, instance (the result of an unread call, or an instance of a class),
 * function, class, module, external (a name of a package that is not read), parameter; above those a union of them, and
 * `unknown`, which absorbs nothing: what is known beside it stays a member of the union.
 */

/** A place in a file. */
export interface At {
  readonly file: SourceFile;
  readonly span: Span;
}

/** What is written at a place, where that is an expression: its kind says so. */
export const expressionAt = ({ span }: At): Expression => span as Expression;

/** The name that is written at a place; undefined where something else is. */
export function nameAt(at: At): string | undefined {
  const one = expressionAt(at);
  return one.kind === 'name' ? one.name : undefined;
}

/**
 * Where a name comes from. `agents.Agent`, `Agent` imported under any name, and an instance of it are told apart by
 * `dotted`: `Agent`, `Agent.create`, `Agent().asTool`, `OpenAI().responses.create`.
 */
export interface Origin {
  /**
   * The module as the file that imports it names it: `@openai/agents`, `agents.mcp`; empty for a name of the file
   * itself.
   */
  module: string;
  /** The name that the module exports; `default` for its default, `*` for the module itself. */
  name: string;
  /** The name and what is taken from it, `()` behind what is called. */
  dotted: string;
  /** The file of the project that declares it, where that is one. */
  file?: string;
}

/** One evaluation of a test: both of its sides share it. */
export interface Test {
  readonly value: Value;
  readonly clock: number;
}

/**
 * The guards under which a point is reached: an immutable list, the latest first. Views of the heap share common tails.
 */
export type Guard = {
  readonly parent: Guard | undefined;
  readonly clock: number;
} /** `written`: the comparison with a constant that it stands for. */ & (
  | { readonly kind: 'test'; readonly test: Test; readonly holds: boolean; readonly written?: Tested }
  /** An unread call ran. */
  | { readonly kind: 'call'; readonly event: CallEvent }
  /** A value other than a call was awaited. */
  | { readonly kind: 'await'; readonly value: Value }
  /** An exception was caught. */
  | { readonly kind: 'caught'; readonly at: At }
  /** A module began. */
  | { readonly kind: 'module'; readonly at: At }
  /** An uncalled function began. */
  | { readonly kind: 'entered'; readonly definition: FunctionDefinition; readonly at: At }
  /** One of several branches was taken; each of them extends the parent. */
  | { readonly kind: 'choice'; readonly ends: readonly Guard[] }
  /** Guards were dropped by a limit. */
  | { readonly kind: 'lost' }
  /** Unreachable. */
  | { readonly kind: 'never' }
);

/** Guards since some point, in order. */
export type Tail = readonly Guard[];

/** The condition under which a value exists: one of these tails. No tail: not known. */
export type Gate = readonly Tail[];

/** An object of the heap, one for each allocation site and context. */
export interface Reference {
  readonly id: number;
}

/** A calling context: the calls that led here, nearest last. Empty at the level of a module. */
export interface Context {
  /** The same for the same calls: 0 at the level of a module. */
  readonly number: number;
  /** The call, or the iterable and the item of it. */
  readonly at: At | undefined;
  readonly turn: number | undefined;
  /** The number of calls, without those of functions with one call site. */
  readonly depth: number;
  /** The number of all calls. */
  readonly calls: number;
  /** What is evaluated more than once: a function, or the body of a loop. */
  readonly of: At | undefined;
  /** The call site. */
  readonly call: At | undefined;
  readonly parent: Context | undefined;
}

export type Value =
  | Scalar
  | Nothing
  | List
  | RecordValue
  | Instance
  | FunctionValue
  | ClassValue
  | ModuleValue
  | External
  | ParameterValue
  | Union
  | Unknown;

export interface Scalar {
  readonly kind: 'scalar';
  readonly at: At;
  readonly scalar: string | number | boolean | null;
  /** The expression that spells it, where one does. */
  readonly text?: Expression | undefined;
  /** The parts of a concatenated text. */
  readonly parts?: readonly Value[];
  /** Inherited from the class: a construction may set another value. */
  readonly isDefault?: true;
  /** The setting that gives it where it is set. */
  readonly setting?: External;
}

/** `undefined`, `None`. */
export interface Nothing {
  readonly kind: 'nothing';
  readonly at: At;
}

export interface List extends Reference {
  readonly kind: 'list';
  readonly at: At;
  readonly context: Context;
}

export interface RecordValue extends Reference {
  readonly kind: 'record';
  readonly at: At;
  readonly context: Context;
}

/** The result of an unread call, or an instance of a class. Its state is a record of members. */
export interface Instance extends Reference {
  readonly kind: 'instance';
  readonly at: At;
  readonly context: Context;
  readonly call: CallEvent;
  /** Its class, if that is one of the project. */
  readonly of: ClassValue | undefined;
  /** It stands for any instance, as the object of uncalled methods. */
  readonly isGeneric?: true;
}

export interface FunctionValue extends Reference {
  readonly kind: 'function';
  readonly at: At;
  readonly definition: FunctionDefinition;
  readonly scope: Scope;
  readonly context: Context;
  readonly origin: Origin;
  /** Decorators as evaluated, outermost first. */
  readonly decorators: readonly Slot[];
  /** The class of a method. */
  readonly inClass: ClassValue | undefined;
  /** The object that a method is bound to. */
  readonly self: Value | undefined;
}

export interface ClassValue extends Reference {
  readonly kind: 'class';
  readonly at: At;
  readonly definition: ClassDefinition;
  readonly scope: Scope;
  readonly context: Context;
  readonly origin: Origin;
  readonly bases: readonly Slot[];
  readonly decorators: readonly Slot[];
  /** Its own members by name: methods, getters and fields of instances. */
  readonly members: ReadonlyMap<string, readonly ClassMember[]>;
}

export interface ModuleValue {
  readonly kind: 'module';
  readonly at: At;
  readonly file: SourceFile;
  readonly origin: Origin;
}

/** A name of an unread package, or a member of one. */
export interface External {
  readonly kind: 'external';
  readonly at: At;
  readonly origin: Origin;
  readonly why: Reason;
  readonly takenFrom?: TakenFrom | undefined;
}

/** The object of a member access, and the name. */
export interface TakenFrom {
  readonly object: Value;
  readonly name: string;
}

/** A parameter of a function that is evaluated without a call. */
export interface ParameterValue {
  /** When its function began. */
  readonly clock: number;
  /** The path of member accesses. */
  readonly path?: readonly string[];
  /** What is known of it if an unread call runs the function: an item of its iterable. */
  readonly from?: Operation;
  readonly kind: 'parameter';
  readonly at: At;
  readonly why: Reason;
  readonly name: string;
  readonly parameter: Parameter;
  readonly of: FunctionValue;
  /** The origin of its type, if that is a class of a package. */
  readonly origin: Origin | undefined;
  /** Its default. */
  readonly fallback: Value | undefined;
  /** The member that is of the type which its type is given: a class of the project, or of a package. */
  readonly typed?: { readonly member: string; readonly type: ClassValue | Origin };
}

/** One of several. */
export interface Union {
  readonly kind: 'union';
  readonly at: At;
  readonly why: Reason;
  /** At least two; no unions. */
  readonly members: readonly Value[];
  /** The gate of each, in order; undefined if not known. */
  readonly gates?: readonly (Gate | undefined)[] | undefined;
  /** The operation that chose it, if that was not a test. */
  readonly from?: Operation | undefined;
}

/** The operation that computed an unknown value. */
export interface Operation {
  readonly name: OperationName;
  readonly parts: readonly Value[];
  /** Its context: the same text computes another value in another one. */
  readonly context: number;
  /** The nesting depth of operations. */
  readonly depth?: number;
  /** The gate of the chosen part. */
  readonly gate?: Gate | undefined;
}

export type OperationName =
  | 'not'
  | 'equal'
  | 'in'
  | 'less'
  | 'at-most'
  /** One of several tests. */
  | 'or'
  /** `parts[0]`, and `parts[1]` where that is not given. */
  | 'default'
  /** Whether `parts[1]` holds for an item of `parts[0]`, or for each. */
  | 'some'
  | 'every'
  /** `parts[0][parts[1]]` */
  | 'item'
  /** An item of the iterable `parts[0]`. */
  | 'each'
  /** Items of `parts[0]`: each is `parts[1]`, under the gate. */
  | 'chosen'
  /** `parts[0]`, and nothing else. */
  | 'same'
  | 'computed';

export interface Unknown {
  readonly kind: 'unknown';
  readonly at: At;
  readonly why: Reason;
  /** The known prefix of a computed text. */
  readonly begins?: string;
  /** The known suffix. */
  readonly ends?: string;
  /** The name that was read before its assignment. */
  readonly later?: Cell;
  /** The known parts of a computed text. */
  readonly parts?: readonly Value[];
  readonly takenFrom?: TakenFrom;
  /** The name, if the program does not declare it. */
  readonly undeclared?: string;
  readonly from?: Operation | undefined;
  /** What a comprehension without a filter computes from an item that is not known. */
  readonly each?: Value | undefined;
}

/** A member or item: its value, where it is written, and where its key is. */
export interface Slot {
  readonly value: Value;
  readonly written: At;
  readonly key?: Span | undefined;
  /** A spread iterable with unknown items: the value is `unknown`. */
  readonly spread?: Value | undefined;
  /** The gate of an item that a list has on some paths only. */
  readonly gate?: Gate | undefined;
  /** The gate of an item of one of several lists, which counts in place of its own. */
  readonly chosenBy?: Gate | undefined;
  /** The key of a member that is not known. */
  readonly keyedBy?: Value | undefined;
}

/** Where something happened, and under which guards: one event for each place and context. */
export interface Happening {
  readonly file: SourceFile;
  readonly context: Context;
  /** The enclosing function; undefined at the level of the module. */
  readonly inside: FunctionValue | undefined;
  /** The paths on which it happens, as far as they are distinguished. */
  paths: readonly EventPath[];
}

/** Whatever a program does that others ask about. */
export type ProgramEvent = CallEvent | SetEvent | ReturnEvent | RaiseEvent | EnterEvent;

/** A member or key of an object that is set. */
export interface SetEvent extends Happening {
  readonly kind: 'set';
  /** The target of an assignment; what is given, where a call sets it (`setattr`). */
  readonly place: Target | Span;
  object: Value;
  /** The name of the member, or the key. */
  key: Value;
  slot: Slot;
}

/** What a function returns at one place. */
export interface ReturnEvent extends Happening {
  readonly kind: 'return';
  readonly place: Span;
  /** Undefined: `return` alone, or the end of a function that returns elsewhere. */
  slot: Slot | undefined;
}

/** What is raised. */
export interface RaiseEvent extends Happening {
  readonly kind: 'raise';
  readonly place: Span;
  /** Undefined where what was caught is raised again. */
  slot: Slot | undefined;
}

/** A context manager that is entered. */
export interface EnterEvent extends Happening {
  readonly kind: 'enter';
  readonly place: object;
  slot: Slot;
  /** What `as` binds. */
  given: Value;
}

/** A call as it was evaluated once. */
export interface CallEvent extends Happening {
  readonly kind: 'call';
  readonly expression: CallExpression;
  target: Value;
  /** The receivers of the callee, nearest first: `client.responses`, `client` in `client.responses.create()`. */
  readonly receivers: readonly Slot[];
  positional: readonly Slot[];
  /** Keyword arguments, a record of their own. */
  named: RecordState;
  /** It may be skipped when the enclosing function runs. */
  isConditional: boolean;
  /** The call that bound its first arguments before. */
  readonly boundBy: Instance | undefined;
  /** Its promise was awaited somewhere. */
  isAwaited?: true;
  /** A function of the project was evaluated for it. */
  hasRun: boolean;
  /** When it ran, the earliest first. */
  readonly times: number[];
  /** What the called function of the project returned; `result` may be an instance instead. Set by `noteReturned`. */
  returned: Value | undefined;
  /** Its result, once it has returned. */
  result: Value | undefined;
  /** The call of the base constructor, in a construction of a class of the project. */
  passedOn: CallEvent | undefined;
}

/** One path to an event: its guards, and when. */
export interface EventPath {
  readonly guard: Guard | undefined;
  readonly clock: number;
  /** When the function around it began. */
  readonly began: number;
}

export type CallExpression = Expression & { kind: 'call' };

/** A test, and the side on which it passes. */
interface Tested {
  readonly test: Test;
  readonly holds: boolean;
}

/** Items of a list. `open`: why there may be others. */
export interface ListState {
  readonly kind: 'list';
  readonly items: readonly Slot[];
  /** The minimum number of items; all if left out. */
  readonly atLeast?: number | undefined;
  readonly open?: Omit<Open, 'isOfKeys'> | undefined;
}

/** Why there may be other items or members. */
export interface Open {
  readonly why: Reason;
  readonly at: At;
  /** Only keys are unknown: the values are `others`. */
  readonly isOfKeys?: true;
  /** What all other items are computed from; undefined where that is not known. */
  readonly from?: Operation;
}

/** Members of an object. `open`: why there may be others, and which of them may be replaced. */
export interface RecordState {
  readonly kind: 'record';
  readonly members: ReadonlyMap<string, Slot>;
  readonly open?: Open | undefined;
  /** The object that it begins with a copy of: `{ ...refund, name: 'x' }`. */
  readonly base?: Slot | undefined;
  /** Values under keys that are not known. */
  readonly others?: readonly Slot[];
  /** Values that are spread into it, of which the members are not known. */
  readonly spreads?: readonly Slot[];
  /** Keys of members that `others` may have replaced. */
  readonly replaced?: ReadonlySet<string> | undefined;
}

/** An entry of the heap: the state of an object, or the value of a name. */
export type State = ListState | RecordState | { readonly kind: 'value'; readonly value: Value };

/** The arguments of a call. */
export interface Arguments {
  readonly positional: readonly Slot[];
  readonly named: RecordState;
}

/** A list or an object of which nothing is known to be in it. */
export const EMPTY_LIST: ListState = { kind: 'list', items: [] };
export const EMPTY_RECORD: RecordState = { kind: 'record', members: new Map() };

export const valuesOf = (slots: Iterable<Slot>): Value[] => [...slots].map(({ value }) => value);

/** What a call is given, by place and by name. */
export const argumentsOf = ({ positional, named }: Pick<CallEvent, 'positional' | 'named'>): Slot[] => [
  ...positional,
  ...named.members.values(),
];

/** A context in words: tells apart what the same text makes for different calls; empty at the level of a module. */
export function contextId(context: Context): string {
  const parts: string[] = [];
  for (let one: Context | undefined = context; one?.at; one = one.parent) {
    const { file, span } = one.at;
    parts.push(`${file.file}:${span.start}-${span.end}${one.turn === undefined ? '' : `#${one.turn}`}`);
  }
  return parts.reverse().join(',');
}

/** A value that is inherited from the class. */
export function byDefault(value: Value): Value {
  return value.kind === 'scalar' ? { ...value, isDefault: true } : value;
}

/** A value that cannot be known. */
export function unknown(at: At, why: Reason, from?: Operation): Unknown {
  return from ? { kind: 'unknown', at, why, from } : { kind: 'unknown', at, why };
}

/** The origin of a member of something that has one. */
export function taken(origin: Origin, name: string): Origin {
  return origin.name === '*' && origin.dotted === ''
    ? { ...origin, name, dotted: name }
    : { ...origin, dotted: `${origin.dotted}.${name}` };
}

/** The origin of a name that a module exports, `*` for the module itself. */
export function exportOrigin(module: string, name: string): Origin {
  return { module, name, dotted: name === '*' ? '' : name };
}

/** Where a value comes from, by name; undefined where that is not known. */
export function originOf(value: Value): Origin | undefined {
  switch (value.kind) {
    case 'function':
    case 'class':
    case 'module':
    case 'external':
    case 'parameter':
      return value.origin;
    case 'union':
      return sharedOrigin(value.members);
    default:
      return undefined;
  }
}

/** The origin of names of packages that are the same name, taken from different objects: a method of either of two. */
function sharedOrigin([first, ...others]: readonly Value[]): Origin | undefined {
  if (first?.kind !== 'external') return undefined;
  const { module, dotted } = first.origin;
  const isSameName = (one: Value): boolean =>
    one.kind === 'external' && one.origin.module === module && one.origin.dotted === dotted;
  return others.every(isSameName) ? first.origin : undefined;
}

/** The origin of what a call gives: `Agent()`. */
export function resultOrigin(instance: Instance): Origin | undefined {
  const origin = originOf(instance.call.target);
  return origin && { ...origin, dotted: `${origin.dotted}()` };
}

/** Every object that a member is taken from, nearest first. */
export function takenFromAll(value: Value): readonly Slot[] {
  const chain: Slot[] = [];
  for (let at: Value | undefined = value; at && chain.length < MAX_CHAIN; ) {
    at = at.kind === 'external' || at.kind === 'unknown' ? at.takenFrom?.object : undefined;
    if (at) chain.push({ value: at, written: at.at });
  }
  return chain;
}

/** Whether two names are the same, and taken from the same object. A chain may be as long as a program: no recursion. */
function isSameExternal(one: External, other: External): boolean {
  let a: Value = one;
  let b: Value = other;
  while (a.kind === 'external' && b.kind === 'external') {
    if (a.origin.module !== b.origin.module || a.origin.dotted !== b.origin.dotted) return false;
    const from: TakenFrom | undefined = a.takenFrom;
    const of: TakenFrom | undefined = b.takenFrom;
    if (from?.object === of?.object) return true;
    if (!from || !of) return false;
    a = from.object;
    b = of.object;
  }
  return isSame(a, b);
}

/**
 * Notes what the function behind a call returned. A later round of a loop may return what an earlier one did: a circle of
 * calls that return each other's results is never noted, so that readers can follow them to the end.
 */
export function noteReturned(event: CallEvent, returned: Value): void {
  for (let at: Value | undefined = returned; at?.kind === 'instance'; at = at.call.returned)
    if (at.call === event) return;
  event.returned = returned;
}

/** Whether two slots are for the same key, as far as keys that are not known can be told apart. */
export const isSameKey = ({ keyedBy: a }: Slot, { keyedBy: b }: Slot): boolean =>
  a === b || (a !== undefined && b !== undefined && isSame(a, b));

/** Whether two values are equal to their readers. */
export function isSame(a: Value, b: Value): boolean {
  if (a === b) return true;
  if (a.kind !== b.kind) return false;
  switch (a.kind) {
    case 'scalar':
      return a.scalar === (b as Scalar).scalar && typeof a.scalar === typeof (b as Scalar).scalar;
    case 'nothing':
      return true;
    case 'list':
    case 'record':
    case 'instance':
    case 'class':
      return a.id === (b as Reference).id;
    case 'function': {
      // Methods of two objects differ.
      const [self, other] = [a.self, (b as FunctionValue).self];
      return (
        a.id === (b as Reference).id &&
        (self === other || (self !== undefined && other !== undefined && isSame(self, other)))
      );
    }
    case 'module':
      return a.file === (b as ModuleValue).file;
    case 'external':
      return isSameExternal(a, b as External);
    case 'parameter':
      return (
        a.of.id === (b as ParameterValue).of.id &&
        a.name === (b as ParameterValue).name &&
        a.path?.join('.') === (b as ParameterValue).path?.join('.')
      );
    case 'union': {
      const other = (b as Union).members;
      return (
        a.members.length === other.length && a.members.every((one) => other.some((two) => isSame(one, two)))
      );
    }
    case 'unknown':
      return (
        a.at.file === (b as Unknown).at.file &&
        a.at.span === (b as Unknown).at.span &&
        isSameReason(a.why, (b as Unknown).why) &&
        a.from?.context === (b as Unknown).from?.context
      );
  }
}
