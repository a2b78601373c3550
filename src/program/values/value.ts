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
 * Above it: scalar, nothing, list, record, made (what a call gives that is not read further), function, class, module,
 * external (a name of a package that is not read), parameter; above those a union of them, and `unknown`, which absorbs
 * nothing: what is known beside it stays a member of the union.
 */

/** A place in a file: where a value is made, or where something is written. */
export interface At {
  readonly file: SourceFile;
  readonly span: Span;
}

/**
 * Where a name comes from. `agents.Agent`, `Agent` imported under any name, and an instance of it are told apart by
 * `dotted`: `Agent`, `Agent.create`, `Agent().asTool`, `OpenAI().responses.create`.
 */
export interface Origin {
  /** The module as the file that imports it names it: `@openai/agents`, `agents.mcp`; empty for a name of the file itself. */
  module: string;
  /** The name that the module exports; `default` for its default, `*` for the module itself. */
  name: string;
  /** The name and what is taken from it, `()` behind what is called. */
  dotted: string;
  /** The file of the project that declares it, where that is one. */
  file?: string;
}

/** A test as it was made once: both of its sides share it. */
export interface Test {
  readonly value: Value;
  readonly clock: number;
}

/**
 * What had to happen for the program to be where it is: a list that never changes, the latest first. Views of the heap
 * share what they have in common.
 */
export type Guard = {
  readonly parent: Guard | undefined;
  readonly clock: number;
} & (
  | { readonly kind: 'test'; readonly test: Test; readonly holds: boolean }
  /** A call ran that is not read. */
  | { readonly kind: 'call'; readonly event: CallEvent }
  /** Something was awaited that is no call. */
  | { readonly kind: 'await'; readonly value: Value }
  /** Something failed, and was caught. */
  | { readonly kind: 'caught'; readonly at: At }
  /** A module began. */
  | { readonly kind: 'module'; readonly at: At }
  /** A function began whose caller is not seen. */
  | { readonly kind: 'entered'; readonly definition: FunctionDefinition; readonly at: At }
  /** One of several lists was gone through; each of them goes back to the parent. */
  | { readonly kind: 'choice'; readonly ends: readonly Guard[] }
  /** More happened than is kept. */
  | { readonly kind: 'lost' }
  /** Nothing goes on from here. */
  | { readonly kind: 'never' }
);

/** Guards since some point, in their order. */
export type Tail = readonly Guard[];

/** When a value is there: after one of these. No tail at all: that is not known. */
export type Gate = readonly Tail[];

/** An object of the heap: its state is looked up there. One for each allocation site and call context. */
export interface Reference {
  readonly id: number;
}

/** A calling context: the calls that led here, nearest last. Empty at the level of a module. */
export interface Context {
  /** The same for the same way: 0 at the level of a module. */
  readonly number: number;
  /** The call that leads here, or what is gone through, and which item of it. */
  readonly at: At | undefined;
  readonly turn: number | undefined;
  /** Calls that led here, but for those of functions that are called from one place only. */
  readonly depth: number;
  /** All calls that led here. */
  readonly calls: number;
  /** What is evaluated more than once: a function, or the body of a loop. */
  readonly of: At | undefined;
  /** Where the call is that a function is evaluated for: its expression. */
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
  /** An attribute of an object has it by its class, and may be given another when that is made. */
  readonly isDefault?: true;
}

/** `undefined`: nothing is given. */
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

/** What a call gives that is not read further, or an object of a class. Its state is a record: its members. */
export interface Instance extends Reference {
  readonly kind: 'instance';
  readonly at: At;
  readonly context: Context;
  readonly call: CallEvent;
  /** The class of the project that it is an object of. */
  readonly of: ClassValue | undefined;
  /** It stands for whatever object a method that nobody calls is called on. */
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
  /** The class that it is a method of. */
  readonly inClass: ClassValue | undefined;
  /** The object that it was taken from. */
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
  /** What each of its own members says, by name: methods, getters and fields of objects. */
  readonly members: ReadonlyMap<string, readonly ClassMember[]>;
}

export interface ModuleValue {
  readonly kind: 'module';
  readonly at: At;
  readonly file: SourceFile;
  readonly origin: Origin;
}

/** A name of a package that is not read, or a member of one. */
export interface External {
  readonly kind: 'external';
  readonly at: At;
  readonly origin: Origin;
  readonly why: Reason;
  readonly takenFrom?: TakenFrom | undefined;
}

/** The object that a member was taken from, and its name. */
export interface TakenFrom {
  readonly object: Value;
  readonly name: string;
}

/** A parameter of a function that is evaluated for no call in particular. */
export interface ParameterValue {
  /** When its function began. */
  readonly clock: number;
  /** The members that were taken from it, the first one first. */
  readonly path?: readonly string[];
  /** What it is known to be, where what calls the function is not read: an item of what that goes through. */
  readonly from?: Operation;
  readonly kind: 'parameter';
  readonly at: At;
  readonly why: Reason;
  readonly name: string;
  readonly parameter: Parameter;
  readonly of: FunctionValue;
  /** Where an instance of its type comes from, where that is a class of a package. */
  readonly origin: Origin | undefined;
  /** What it stands for where a call leaves it out. */
  readonly fallback: Value | undefined;
}

/** One of several. */
export interface Union {
  readonly kind: 'union';
  readonly at: At;
  readonly why: Reason;
  /** At least two; no unions. */
  readonly members: readonly Value[];
  /** When each of them is there, in their order; undefined where that is not known. */
  readonly gates?: readonly (Gate | undefined)[] | undefined;
  /** How it was chosen, where that was not by tests. */
  readonly from?: Operation | undefined;
}

/** How a value was computed that is not known. */
export interface Operation {
  readonly name: OperationName;
  readonly parts: readonly Value[];
  /** The context in which it was: the same text computes something else in another one. */
  readonly context: number;
  /** Operations within each other. */
  readonly depth?: number;
  /** When a part of what it was chosen from is there. */
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
  /** `parts[0][parts[1]]` */
  | 'item'
  /** One of what `parts[0]` goes through. */
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
  /** How a text begins of which the rest is computed. */
  readonly begins?: string;
  /** How it ends. */
  readonly ends?: string;
  /** The name that it was read from before that was given a value. */
  readonly later?: Cell;
  /** Parts of it that are known: of a text that is put together. */
  readonly parts?: readonly Value[];
  readonly takenFrom?: TakenFrom;
  /** The name, where it is one that the program does not declare: of the platform. */
  readonly undeclared?: string;
  readonly from?: Operation | undefined;
}

/** A member or item: its value, where it is written, and where its key is. */
export interface Slot {
  readonly value: Value;
  readonly written: At;
  readonly key?: Span | undefined;
  /** What is spread here, whose items are not known: the value is `unknown`. */
  readonly spread?: Value | undefined;
  /** When it is there, of a list that has it on some ways alone. */
  readonly gate?: Gate | undefined;
}

/** Where something happened, and under which guards: one event for each place and context. */
export interface Happening {
  readonly file: SourceFile;
  readonly context: Context;
  /** The function that it stands in; undefined at the level of the module. */
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
  /** Undefined: `return` alone. */
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
  /** Every object that the callee is taken from, nearest first: `client.responses`, `client` in `client.responses.create()`. */
  readonly receivers: readonly Slot[];
  positional: readonly Slot[];
  /** Keyword arguments, a record of their own. */
  named: RecordState;
  /** It may not run although the function around it does. */
  isConditional: boolean;
  /** The call that bound its first arguments before. */
  readonly boundBy: Instance | undefined;
  /** A function of the project ran for it. */
  hasRun: boolean;
  /** When it ran, the earliest first. */
  readonly times: number[];
  /** What a function of the project gave for it, whatever its readers see as its result. */
  returned: Value | undefined;
  /** What it gives. Set when it has returned. */
  result: Value | undefined;
  /** The call of the base's constructor, where it makes an object of a class of the project that makes one. */
  passedOn: CallEvent | undefined;
}

/** One way on which something happens: what it goes through, and when. */
export interface EventPath {
  readonly guard: Guard | undefined;
  readonly clock: number;
  /** When the function around it began. */
  readonly began: number;
}

export type CallExpression = Expression & { kind: 'call' };

/** Items of a list. `open`: why there may be others. */
export interface ListState {
  readonly kind: 'list';
  readonly items: readonly Slot[];
  /** How many of them are there for sure; all where it is left out. */
  readonly atLeast?: number | undefined;
  readonly open?: Omit<Open, 'isOfKeys'> | undefined;
}

/** Why there may be other items or members. */
export interface Open {
  readonly why: Reason;
  readonly at: At;
  /** Only the keys of some are not known: their values are `others`. */
  readonly isOfKeys?: true;
}

/** Members of an object. `open`: why there may be others, and which of them may be replaced. */
export interface RecordState {
  readonly kind: 'record';
  readonly members: ReadonlyMap<string, Slot>;
  readonly open?: Open | undefined;
  /** What it copies, where it begins with that and is given other members behind it: `{ ...refund, name: 'x' }`. */
  readonly base?: Slot | undefined;
  /** Values under keys that are not known. */
  readonly others?: readonly Slot[];
  /** Keys of members that these may have replaced. */
  readonly replaced?: ReadonlySet<string> | undefined;
}

/** What the heap keeps: the state of an object, or the value of a name. */
export type State = ListState | RecordState | { readonly kind: 'value'; readonly value: Value };

/** Arguments as a call passes them. */
export interface Arguments {
  readonly positional: readonly Slot[];
  readonly named: RecordState;
}

/** A list or an object of which nothing is known to be in it. */
export const EMPTY_LIST: ListState = { kind: 'list', items: [] };
export const EMPTY_RECORD: RecordState = { kind: 'record', members: new Map() };

/** A context in words: tells apart what the same text makes for different calls; empty at the level of a module. */
export function contextId(context: Context): string {
  const parts: string[] = [];
  for (let one: Context | undefined = context; one?.at; one = one.parent) {
    const { file, span } = one.at;
    parts.push(`${file.file}:${span.start}-${span.end}${one.turn === undefined ? '' : `#${one.turn}`}`);
  }
  return parts.reverse().join(',');
}

/** A value that an object has by its class, and may be given another in place of. */
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
    default:
      return undefined;
  }
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

/** Whether members of the same name are taken from the same object. */
function isTakenFromSame(a: External, b: External): boolean {
  const [from, other] = [a.takenFrom, b.takenFrom];
  return from === other || (from !== undefined && other !== undefined && isSame(from.object, other.object));
}

/** Whether two values are the same for whoever reads them. */
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
      return (
        a.origin.module === (b as External).origin.module &&
        a.origin.dotted === (b as External).origin.dotted &&
        isTakenFromSame(a, b as External)
      );
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
