import { returnsPromises } from '../ir/definitions.js';
import type { Expression } from '../ir/ir.js';
import type { SourceFile } from '../values/source.js';
import { byDefault, isSame, type Test, type Union, type Value } from '../values/value.js';
import { tested } from './guards.js';
import { truthValue } from './implicit-calls.js';
import type { Frame, Machine } from './machine.js';

/** Whether a value counts as true; undefined where that is not known. */
export function truthOf(m: Machine, value: Value, file: SourceFile): boolean | undefined {
  switch (value.kind) {
    case 'scalar':
      return value.isDefault ? undefined : Boolean(value.scalar);
    case 'union':
      return ofAll(value, (one) => truthOf(m, one, file));
    case 'list': {
      if (!file.language.isEmptyFalse) return true;
      const { items, open, atLeast = items.length } = m.listState(value);
      m.asks(value);
      if (items.slice(0, atLeast).some((one) => !one.spread && !one.gate)) return true;
      return open || items.length > 0 ? undefined : false;
    }
    case 'record': {
      if (!file.language.isEmptyFalse) return true;
      const { members, open } = m.recordState(value);
      m.asks(value);
      return members.size > 0 ? true : open ? undefined : false;
    }
    default:
      return isGiven(value);
  }
}

/** Whether a value is neither null nor undefined; undefined where that is not known. */
export function isGiven(value: Value): boolean | undefined {
  switch (value.kind) {
    case 'nothing':
      return false;
    case 'scalar':
      return value.scalar !== null;
    case 'instance':
      // What a promise gives whose settling is not read: it is awaited before it is tested.
      if (isPromise(value.call.target)) return undefined;
      return value.call.expression.isNew || value.of !== undefined || undefined;
    case 'union':
      return ofAll(value, isGiven);
    case 'external':
    case 'parameter':
    case 'unknown':
      return undefined;
    default:
      return true;
  }
}

/** What holds for each of several values. What a key chose may be missing. */
function ofAll(value: Union, holds: (one: Value) => boolean | undefined): boolean | undefined {
  const [first, ...others] = value.members.map(holds);
  const isOne = others.every((one) => one === first);
  const { name, parts: [object] = [] } = value.from ?? {};
  const isPerhaps = name === 'item' && object?.kind === 'record' && value.at.file.language.allowsMissingKeys;
  return isOne && !(first === true && isPerhaps) ? first : undefined;
}

const isPromise = (made: Value): boolean => made.kind === 'unknown' && made.undeclared === 'Promise';

/** Whether two values are equal; undefined where that is not known. */
export function isEqual(a: Value, b: Value): boolean | undefined {
  const isNone = (one: Value): boolean =>
    one.kind === 'nothing' || (one.kind === 'scalar' && one.scalar === null);
  if (isNone(a) && isNone(b)) return true;
  if (a.kind === 'scalar' && b.kind === 'scalar')
    return a.isDefault || b.isDefault ? undefined : a.scalar === b.scalar;
  // Two lists or dicts may have the same contents.
  if (isObject(a) && isObject(b)) return isSame(a, b) || undefined;
  if (isDefined(a) && isDefined(b)) return isSame(a, b);
  const [none, other] = isNone(a) ? [a, b] : [b, a];
  if (isNone(none)) return isGiven(other) === true ? false : undefined;
  return undefined;
}

/** Whether a constant is among the items of a list; undefined where that is not known. */
export function isAmong(m: Machine, one: Value | undefined, list: Value | undefined): boolean | undefined {
  if (one?.kind !== 'scalar' || list?.kind !== 'list') return undefined;
  const { items, open } = m.listState(list);
  m.asks(list);
  const same = items.map((item) => (item.spread || item.gate ? undefined : isEqual(one, item.value)));
  if (same.includes(true)) return true;
  return open || same.includes(undefined) ? undefined : false;
}

const isObject = ({ kind }: Value): boolean => kind === 'list' || kind === 'record' || kind === 'instance';
const isDefined = ({ kind }: Value): boolean => kind === 'function' || kind === 'class';

/** A condition as a test, and whether it holds; undefined where that is not known. */
export function testOf(
  m: Machine,
  test: Expression,
  frame: Frame,
): { readonly test: Test; readonly holds: boolean | undefined } {
  const value = truthValue(m, m.evaluate(test, frame), { file: frame.file, span: test });
  // What a class gives an attribute is its default, which the environment may replace: `settings.debug`.
  const isDefault =
    value.kind === 'scalar' && (value.isDefault || (frame.file.language.hasDefaultMembers && isMember(test)));
  const holds = isDefault ? undefined : truthOfTest(m, test, value, frame);
  const asked = isDefault && value.kind === 'scalar' ? byDefault(value) : value;
  return { test: tested(m, asked), holds };
}

/** Whether what an expression gave counts as true: a promise that is not awaited does. */
export const truthOfTest = (m: Machine, one: Expression, value: Value, frame: Frame): boolean | undefined =>
  isPromised(m, one, frame) || truthOf(m, value, frame.file);

/** Whether an expression calls a function of the project that returns a promise, and does not wait for it. */
function isPromised(m: Machine, one: Expression, frame: Frame): boolean {
  if (one.kind === 'same') return one.by !== 'await' && isPromised(m, one.value, frame);
  if (one.kind !== 'call' || one.isNew || !isNamed(m, one.callee, frame)) return false;
  const called = m.evaluate(one.callee, frame);
  if (called.kind !== 'function' || called.decorators.length > 0) return false;
  const { definition } = called;
  return (definition.isAsync && !definition.isGenerator) || returnsPromises(definition);
}

/** Whether an expression is the same again when it is evaluated again: names, and members of an object that is made in it. */
function isNamed(m: Machine, one: Expression, frame: Frame): boolean {
  if (one.kind === 'name' || one.kind === 'this') return true;
  if (one.kind === 'same') return isNamed(m, one.value, frame);
  if (one.kind === 'member') return isNamed(m, one.object, frame);
  return (
    one.kind === 'call' && isNamed(m, one.callee, frame) && m.evaluate(one.callee, frame).kind === 'class'
  );
}

export const isMember = (one: Expression): boolean =>
  one.kind === 'member' ||
  (one.kind === 'same' && isMember(one.value)) ||
  (one.kind === 'not' && isMember(one.operand));
