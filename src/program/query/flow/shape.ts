import { keptIn } from '../../../model/once.js';
import type { Work } from '../../evaluate/budget.js';
import type { Evaluation } from '../../evaluate/index.js';
import { slotUnder } from '../../evaluate/slots.js';
import type { Span } from '../../ir/ir.js';
import { lastName } from '../../ir/walk.js';
import { MAX_SPELLED, MAX_VALUE_DEPTH } from '../../limits.js';
import { LOST } from '../../values/guard.js';
import {
  type At,
  type CallEvent,
  type FunctionValue,
  type Gate,
  type Guard,
  type Operation,
  type OperationName,
  type Origin,
  type ParameterValue,
  type Scalar,
  type Slot,
  type Tail,
  type TakenFrom,
  type Unknown,
  unknown,
  type Value,
} from '../../values/value.js';
import { heightsOf } from '../heights.js';
import type { CodeFile } from '../document.js';

/** What can be traced back to what it is computed from: a value, or a call, whatever that returned. */
export type Traced = Value | CallShape;

/**
 * How a value is computed, one step deep: what assignments and calls of the project's functions lead to is followed, so that
 * values end in what the program is given: constants, parameters, names of nobody, calls of others. The same value has the
 * same shape, and so has what it is followed to: values are told apart by their shapes.
 */
export type Shape = { readonly at: At } & (
  | {
      readonly kind: 'constant';
      readonly scalar: Scalar['scalar'] | undefined;
      readonly isDefault?: true | undefined;
    }
  /** `isOpen`: there may be other items. `spreads`: what they come from, where that is written. */
  | {
      readonly kind: 'list';
      readonly items: readonly Value[];
      readonly isOpen: boolean;
      readonly spreads: readonly Value[];
    }
  /** `isOpen`: there may be other members. `isKeyed`: some are under keys that are not known; their keys are made up. */
  | {
      readonly kind: 'record';
      readonly members: ReadonlyMap<string, Value>;
      readonly isOpen: boolean;
      readonly isKeyed: boolean;
    }
  /** A name without a known value: of the language, or declared elsewhere. */
  | { readonly kind: 'name'; readonly name: string }
  /** A name of a module that is not of the project. */
  | { readonly kind: 'outside'; readonly origin: Origin }
  /** A parameter of a function whose caller is not known. */
  | { readonly kind: 'parameter'; readonly value: ParameterValue }
  /** The receiver of a method. */
  | { readonly kind: 'self' }
  | { readonly kind: 'member'; readonly object: Value; readonly property: string }
  | { readonly kind: 'index'; readonly object: Value; readonly index: Value }
  /** An item that a loop iterates over, in a context. */
  | { readonly kind: 'item'; readonly of: Value; readonly context: number }
  | Called
  | { readonly kind: 'compare'; readonly operator: Comparison; readonly left: Value; readonly right: Value }
  | { readonly kind: 'not'; readonly operand: Value }
  | {
      readonly kind: 'logical';
      readonly operator: 'or' | 'nullish';
      readonly left: Value;
      readonly right: Value;
    }
  | { readonly kind: 'function'; readonly value: FunctionValue }
  /** One of several, each with its condition. */
  | { readonly kind: 'gated'; readonly branches: readonly Branch[] }
  /**
   * One of several, by the places that assign it; which one is not followed. `each`: of a comprehension over unknown items,
   * what it computes from one.
   */
  | { readonly kind: 'either'; readonly members: readonly Value[]; readonly each?: Value }
  /**
   * Computed from its parts by an operation that is not followed. `each`: what it has for an item that is not known.
   * `holdsFor`: the second part is tested for some or every item of the first. `keptBy`: under which conditions a filter
   * keeps an item of the first.
   */
  | {
      readonly kind: 'computed';
      readonly parts: readonly Value[];
      readonly each?: Value;
      readonly holdsFor?: 'some' | 'every';
      readonly keptBy?: Gate;
    }
);

/** The shapes of a kind. */
export type ShapeOf<Kind extends Shape['kind']> = Shape & { readonly kind: Kind };

/** The others are written with `not`, or with the sides exchanged. */
export type Comparison = 'equal' | 'in' | 'less' | 'at-most';

/** A call with what it is given, as values. */
export type CallShape = ShapeOf<'call'>;

interface Called {
  readonly kind: 'call';
  readonly event: CallEvent;
  /** Last name of the callee; empty where it has none. */
  readonly name: string;
  readonly callee: Value;
  /** The receiver. */
  readonly object: Value | undefined;
  readonly given: readonly Value[];
  readonly named: ReadonlyMap<string, Value>;
}

/** A value, and the guards that must have been passed for it. */
export interface Branch {
  readonly tail: Tail;
  readonly value: Value;
}

/** The shapes of one evaluation, as far as it has come. */
interface Shapes {
  readonly evaluation: Evaluation;
  readonly values: Map<Value, Shape>;
  readonly calls: Map<CallEvent, CallShape>;
  readonly paths: Map<Shape, Path | undefined>;
  readonly numbers: Map<Shape, number>;
  readonly texts: Map<string, number>;
  /** A number that nothing has. */
  readonly next: () => number;
  readonly heightOf: (value: Value) => number;
  /** What had been evaluated when they were made. */
  readonly done: string;
}

const all = new WeakMap<Evaluation, Shapes>();
let recent: Shapes | undefined;

function shapesIn({ file }: Pick<At, 'file'>): Shapes {
  const evaluation = (file as CodeFile).evaluation();
  if (recent?.evaluation !== evaluation) recent = all.get(evaluation) ?? refreshed(evaluation);
  return recent;
}

/** Makes the shapes of an evaluation anew once it has read more: each question begins with this. */
export function refreshed(evaluation: Evaluation): Shapes {
  const done = evaluation.reached();
  const before = all.get(evaluation);
  if (before?.done === done) return before;
  const heightOf = heightsOf(evaluation.machine);
  let last = 0;
  const next = (): number => ++last;
  const kept = {
    values: new Map(),
    calls: new Map(),
    paths: new Map(),
    numbers: new Map(),
    texts: new Map(),
  };
  const made = { evaluation, ...kept, next, heightOf, done };
  all.set(evaluation, made);
  recent = undefined;
  return made;
}

/** The work of the program that something is in. */
export const workBehind = ({ at }: Traced): Work => shapesIn(at).evaluation.workFor(at.file);

/** How a value is computed; a call is its own shape. */
export function shapeOf(one: Traced): Shape {
  if (one.kind === 'call') return one;
  const shapes = shapesIn(one.at);
  return shapes.values.get(one) ?? newShape(one, shapes);
}

function newShape(value: Value, { values, heightOf, evaluation: { machine } }: Shapes): Shape {
  const { at } = value;
  const isTooDeep = heightOf(value) > MAX_VALUE_DEPTH;
  if (isTooDeep) machine.limit(at.file, 'too-deep');
  // A value that is followed to itself gains nothing by that.
  else values.set(value, { kind: 'computed', at, parts: [] });
  const shape: Shape = isTooDeep ? { kind: 'either', at, members: [] } : madeShape(value, machine);
  values.set(value, shape);
  return shape;
}

/** A call with what it is given. */
export function callOf(event: CallEvent): CallShape {
  const { file, expression } = event;
  const at = { file, span: expression };
  return keptIn(shapesIn(at).calls, event, () => ({
    kind: 'call',
    at,
    event,
    name: lastName(expression.callee),
    callee: event.target,
    object: event.receivers[0]?.value,
    given: event.positional.map(valueOfSlot),
    named: new Map([...event.named.members].map(([key, slot]) => [key, valueOfSlot(slot)])),
  }));
}

/** A member of what a call constructs that is set after it; `isPerhaps`: under a condition. */
export function memberSetOn(
  { event, at }: CallShape,
  name: string,
): { value: Value; isPerhaps: boolean } | undefined {
  const made = event.result?.kind === 'instance' && event.result.call === event ? event.result : undefined;
  const slot = made && shapesIn(at).evaluation.machine.recordState(made).members.get(name);
  return slot && { value: valueOfSlot(slot), isPerhaps: slot.gate !== undefined };
}

/** The value of a slot, which may be there under a condition only. */
const valueOfSlot = ({ value, gate, written }: Slot): Value =>
  gate ? { kind: 'union', at: written, why: 'chosen', members: [value], gates: [gate] } : value;

function madeShape(value: Value, m: Evaluation['machine']): Shape {
  const { at } = value;
  switch (value.kind) {
    case 'scalar': {
      const { setting, ...own } = value;
      return setting
        ? { kind: 'logical', at, operator: 'nullish', left: setting, right: own }
        : { kind: 'constant', at, scalar: value.scalar, isDefault: value.isDefault };
    }
    case 'nothing':
      return { kind: 'constant', at, scalar: undefined };
    case 'list': {
      const { items, open } = m.listState(value);
      const grown = open?.from?.name === 'same' ? open.from.parts : [];
      const spreads = [...items.flatMap(({ spread }) => spread ?? []), ...grown];
      const isOpen = open !== undefined || spreads.length > 0;
      return { kind: 'list', at, items: items.map(valueOfSlot), isOpen, spreads };
    }
    case 'record': {
      const state = m.recordState(value);
      const { open, others = [] } = state;
      const own = [...state.members].map(([key, slot]) => [key, slotUnder(state, key) ?? slot] as const);
      const keyed = others.map((slot, index) => [`...${index}`, slot] as const);
      const members = new Map([...own, ...keyed].map(([key, slot]) => [key, valueOfSlot(slot)] as const));
      // Where only keys are unknown, the values are among the members.
      const isOpen = open !== undefined && !(open.isOfKeys && others.length > 0);
      return { kind: 'record', at, members, isOpen, isKeyed: others.length > 0 };
    }
    case 'instance':
      if (value.isGeneric) return { kind: 'self', at };
      return value.call.returned ? shapeOf(value.call.returned) : callOf(value.call);
    case 'function':
      return { kind: 'function', at, value };
    case 'external':
      return value.takenFrom ? memberOf(at, value.takenFrom) : { kind: 'outside', at, origin: value.origin };
    case 'parameter': {
      const { path = [], ...whole } = value;
      const property = path.at(-1);
      if (property === undefined)
        return value.from ? computed(at, value.from) : { kind: 'parameter', at, value };
      const object = path.length > 1 ? { ...whole, path: path.slice(0, -1) } : whole;
      return { kind: 'member', at, object, property };
    }
    case 'union': {
      const { from, members, gates } = value;
      if (from) return computed(at, from);
      if (!gates) return { kind: 'either', at, members };
      const branches = members.flatMap((one, index) =>
        (gates[index] ?? LOST).map((tail) => ({ tail, value: one })),
      );
      return { kind: 'gated', at, branches };
    }
    case 'unknown': {
      const { later, undeclared, takenFrom, each, from, why } = value;
      const given = later && m.read(later);
      if (given) return shapeOf(given);
      if (undeclared !== undefined) return { kind: 'name', at, name: undeclared };
      if (takenFrom) return memberOf(at, takenFrom);
      if (each) return { kind: 'either', at, members: [], each };
      if (from) return computed(at, from);
      return why === 'of-object' ? { kind: 'self', at } : { kind: 'either', at, members: [] };
    }
    default:
      return { kind: 'computed', at, parts: [] };
  }
}

function memberOf(at: At, { object, name }: TakenFrom): Shape {
  const scalar = Number(name);
  return Number.isInteger(scalar) && name !== ''
    ? { kind: 'index', at, object, index: { kind: 'scalar', at, scalar } }
    : { kind: 'member', at, object, property: name };
}

/** Kinds of shapes that a function writes out. */
const OBJECTS: ReadonlySet<Shape['kind']> = new Set(['record', 'list', 'gated']);

function computed(at: At, operation: Operation): Shape {
  const { name, parts, context, gate } = operation;
  const [first, second] = parts;
  if (!first) return { kind: 'computed', at, parts };
  switch (name) {
    case 'not':
      return { kind: 'not', at, operand: first };
    case 'equal':
    case 'in':
    case 'less':
    case 'at-most':
      if (second) return { kind: 'compare', at, operator: name, left: first, right: second };
      break;
    case 'or': {
      const [right = first, ...before] = parts.toReversed();
      if (!second) return shapeOf(first);
      const left = before.length > 1 ? madeOf(at, 'or', before.reverse(), context) : first;
      return { kind: 'logical', at, operator: 'or', left, right };
    }
    case 'default':
      if (second) return { kind: 'logical', at, operator: 'nullish', left: first, right: second };
      break;
    case 'item': {
      const property = second && textOf(second);
      if (property !== undefined) return { kind: 'member', at, object: first, property };
      if (second) return { kind: 'index', at, object: first, index: second };
      break;
    }
    case 'each':
      return { kind: 'item', at, of: first, context };
    case 'same':
      return shapeOf(first);
    case 'some':
    case 'every':
      return { kind: 'computed', at, parts, holdsFor: name };
    case 'chosen':
      // Of what a filter keeps, only tests are known.
      if (second && OBJECTS.has(shapeOf(second).kind))
        return { kind: 'computed', at, parts: [first, second], each: second };
      return { kind: 'computed', at, parts, ...(gate && { keptBy: gate }) };
    default:
  }
  return { kind: 'computed', at, parts };
}

/** A value that a question computes: `left == right`. */
export const madeOf = (at: At, name: OperationName, parts: readonly Value[], context = 0): Unknown =>
  unknown(at, 'computed', { name, parts, context });

/** A constant that a question is about. */
export const madeConstant = (at: At, scalar: Scalar['scalar'] | undefined): Value =>
  scalar === undefined ? { kind: 'nothing', at } : { kind: 'scalar', at, scalar };

/** A member that a question is about. */
export const madeMember = (at: At, object: Value, name: string): Unknown => ({
  ...unknown(at, 'computed'),
  takenFrom: { object, name },
});

/** The call that a value is the result of; undefined where it is another one. */
export function callIn(one: Traced | undefined): CallShape | undefined {
  const shape = one && shapeOf(one);
  return shape?.kind === 'call' ? shape : undefined;
}

/** The constant that a value is; undefined where it is none. */
export function constantIn(one: Traced | undefined): ShapeOf<'constant'> | undefined {
  const shape = one && shapeOf(one);
  return shape?.kind === 'constant' ? shape : undefined;
}

/** Whether a value is a constant that is false, or none. */
export function isNothing(value: Traced): boolean {
  const constant = constantIn(value);
  return constant !== undefined && !constant.scalar;
}

/** The constant text that a value is; undefined where it is none. */
export function textOf(one: Traced | undefined): string | undefined {
  const scalar = constantIn(one)?.scalar;
  return typeof scalar === 'string' ? scalar : undefined;
}

/** The parameter that a value is, as a whole; undefined where it is none. */
export function parameterIn(one: Traced | undefined): ParameterValue | undefined {
  const shape = one && shapeOf(one);
  return shape?.kind === 'parameter' ? shape.value : undefined;
}

/** What a value that is an object has under a name; undefined where it is none, or has no such member. */
export function memberIn(one: Traced, name: string): Value | undefined {
  const shape = shapeOf(one);
  return shape.kind === 'record' ? shape.members.get(name) : undefined;
}

/** A test without its negations, and the side on which it then passes. */
export function bared(test: Value, holds = true): { readonly value: Value; readonly holds: boolean } {
  let value = test;
  let side = holds;
  for (let left = MAX_VALUE_DEPTH; left > 0; left--) {
    const shape = shapeOf(value);
    if (shape.kind !== 'not') break;
    value = shape.operand;
    side = !side;
  }
  return { value, holds: side };
}

/** Whether a value is a comparison with a threshold, or with two: `8 <= hour < 18`. */
export function isThreshold(value: Value, left = MAX_VALUE_DEPTH): boolean {
  const shape = shapeOf(value);
  if (shape.kind === 'gated')
    return left > 0 && shape.branches.every((one) => isThreshold(one.value, left - 1));
  return shape.kind === 'compare' && (shape.operator === 'less' || shape.operator === 'at-most');
}

/** Where a value leads, as far as `next` gives another one. */
export function endOf<T extends Traced>(start: T, next: (shape: Shape) => Value | undefined): T | Value {
  let one: T | Value = start;
  for (let left = MAX_VALUE_DEPTH; left > 0; left--) {
    const inner = next(shapeOf(one));
    if (!inner) break;
    one = inner;
  }
  return one;
}

/** Whether two values are followed to the same one. */
export const isSameValue = (one: Traced, other: Traced | undefined): boolean =>
  other !== undefined && shapeOf(one) === shapeOf(other);

/** Whether a record may have members that are not known. */
export const isOpenRecord = ({ isKeyed, isOpen }: ShapeOf<'record'>): boolean => isOpen || isKeyed;

/** The texts that a value is or has in it, as a list or as keys; undefined where it may have something else. */
export function textsIn(value: Value, depth = 0): readonly string[] | undefined {
  const shape = shapeOf(value);
  if (shape.kind === 'constant') return typeof shape.scalar === 'string' ? [shape.scalar] : undefined;
  if (shape.kind === 'record') return isOpenRecord(shape) ? undefined : [...shape.members.keys()];
  if (shape.kind !== 'list' || shape.isOpen || depth > MAX_VALUE_DEPTH) return undefined;
  const texts = shape.items.map((one) => textsIn(one, depth + 1));
  return texts.every((one) => one !== undefined) ? texts.flat() : undefined;
}

/** Values directly inside of one; the conditions of a choice are in its guards. */
export function partsOf(shape: Shape): readonly Value[] {
  switch (shape.kind) {
    case 'list':
      return shape.items;
    case 'record':
      return [...shape.members.values()];
    case 'member':
      return [shape.object];
    case 'index':
      return [shape.object, shape.index];
    case 'item':
      return [shape.of];
    case 'call':
      return [shape.object ?? shape.callee, ...shape.given, ...shape.named.values()];
    case 'compare':
    case 'logical':
      return [shape.left, shape.right];
    case 'not':
      return [shape.operand];
    case 'either':
      return shape.members;
    case 'gated':
      return shape.branches.map(({ value }) => value);
    case 'computed':
      return shape.parts;
    default:
      return NONE;
  }
}

const NONE: readonly Value[] = [];

/** The values that a value may be, in their order; itself where it is no choice. `through`: the kinds of choices. */
export function alternativesIn(
  start: Value,
  through: readonly Shape['kind'][] = ['gated', 'either', 'logical'],
): readonly Value[] {
  const found: Value[] = [];
  const visited = new Set<Shape>();
  const waiting = [start];
  for (let one = waiting.pop(); one; one = waiting.pop()) {
    const shape = shapeOf(one);
    if (visited.has(shape)) continue;
    visited.add(shape);
    if (!through.includes(shape.kind)) found.push(one);
    else waiting.push(...partsOf(shape).toReversed());
  }
  return found;
}

/** The origin of something: the module or global name that it comes from, and the names from there on. */
interface Path {
  readonly module: string;
  readonly dotted: string;
}

/** The origin of a value; undefined where it has none. What is taken from itself has none. */
export function pathOf(one: Traced): Path | undefined {
  const shape = shapeOf(one);
  const { paths } = shapesIn(shape.at);
  const before = paths.get(shape);
  if (before || paths.has(shape)) return before;
  paths.set(shape, undefined);
  const path = newPath(shape);
  paths.set(shape, path);
  return path;
}

function newPath(shape: Shape): Path | undefined {
  switch (shape.kind) {
    case 'name':
      return { module: '', dotted: shape.name };
    case 'outside':
      return shape.origin;
    case 'member': {
      const { module, dotted } = pathOf(shape.object) ?? {};
      if (module === undefined) return undefined;
      return { module, dotted: dotted === '' ? shape.property : `${dotted}.${shape.property}` };
    }
    case 'call': {
      const callee = pathOf(shape.callee);
      return callee && { module: callee.module, dotted: `${callee.dotted}()` };
    }
    default:
      return undefined;
  }
}

/** A value as the program spells it, for messages. */
export function spellingOf(one: Traced): string {
  const { file, span } = shapeOf(one).at;
  return file.text.slice(span.start, Math.min(span.end, span.start + MAX_SPELLED)).split('\n', 1)[0] ?? '';
}

/** A value as it is written. */
export function sourceOf(one: Traced): string {
  const { file, span } = shapeOf(one).at;
  return file.text.slice(span.start, span.end);
}

/** The number of a value: what is equal has the same one. What has itself in it has none there. */
export function numberOf(value: Traced): number {
  const shape = shapeOf(value);
  const { numbers } = shapesIn(shape.at);
  // Asked most of all: no function is made where it is known.
  return numbers.get(shape) ?? keptIn(numbers, shape, () => newNumber(shape), 0);
}

/** The number of what a guard tests or does, whichever side is taken. */
export function numberOfGuard(guard: Guard): number {
  switch (guard.kind) {
    case 'test':
      return numberOf(guard.test.value);
    case 'await':
      return numberOfText(guard.value.at, `await ${numberOf(guard.value)}`);
    case 'call':
      return numberOfText(guard.event, `ran ${numberOf(callOf(guard.event))}`);
    case 'entered':
      return numberOfText(guard.at, `entered ${guard.definition.start}`);
    case 'caught':
      return numberOfText(guard.at, `caught ${guard.at.span.start}`);
    default:
      return guard.kind === 'never' ? -1 : -2;
  }
}

const numberOfText = (at: Pick<At, 'file'>, text: string): number => {
  const { texts, next } = shapesIn(at);
  return keptIn(texts, text, next);
};

function newNumber(shape: Shape): number {
  const { kind, at } = shape;
  const parts = (): string => partsOf(shape).map(numberOf).join(',');
  const numbered = (own: string): number => numberOfText(at, `${kind} ${own}`);
  switch (kind) {
    case 'call':
    case 'gated':
      return shapesIn(at).next();
    case 'constant':
      return numbered(`${typeof shape.scalar} ${String(shape.scalar)}`);
    case 'name':
      return numbered(shape.name);
    case 'outside':
      return numbered(`${shape.origin.module} ${shape.origin.dotted}`);
    case 'parameter':
      return numbered(`${placeOf(shape.value.of.definition, at)} ${shape.value.name}`);
    case 'member':
      return numbered(`${numberOf(shape.object)} ${shape.property}`);
    case 'item':
      return numbered(`${placeOf(at.span, at)} ${shape.context}`);
    case 'function':
      return numbered(`${placeOf(shape.value.definition, at)} ${shape.value.id}`);
    case 'compare':
    case 'logical':
      return numbered(`${shape.operator} ${parts()}`);
    case 'record':
    case 'either':
    case 'computed':
      return numbered(`${placeOf(at.span, at)} ${parts()}`);
    default:
      return numbered(parts());
  }
}

const placeOf = ({ start, end }: Span, { file }: At): string => `${file.file}:${start}-${end}`;
