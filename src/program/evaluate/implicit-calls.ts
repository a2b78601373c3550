import type { Arguments, At, FunctionValue, Value } from '../values/value.js';
import { memberOfClass } from './classes.js';
import { outerFrame } from './functions.js';
import type { Frame, Machine } from './machine.js';
import { NO_ARGUMENTS } from './slots.js';

/** The value of a property, by a call of its getter; undefined where it is not known. */
export function propertyValue(m: Machine, getter: FunctionValue, at: At): Value | undefined {
  if (m.isRunning(getter)) return undefined;
  const { file } = getter.at;
  const frame = outerFrame({ file, scope: getter.scope, context: getter.context }, m.heap);
  const result = m.apply({ ...getter, decorators: [] }, NO_ARGUMENTS, { frame, at, isNew: false });
  return result.kind === 'unknown' && result.at === at ? undefined : result;
}

/** The value that `with` binds for a context manager: the result of its `__enter__`, where that is known. */
export function enteredValue(m: Machine, value: Value, frame: Frame): Value {
  if (value.kind !== 'instance' || !value.of) return value;
  const { of } = value;
  const [method] = of.at.file.language.objectMethods.enter.flatMap(
    (name) => memberOfClass(m, of, name)?.value ?? [],
  );
  if (method?.kind !== 'function') return value;
  const at: At = { file: frame.file, span: method.definition };
  const result = m.apply({ ...method, self: value }, NO_ARGUMENTS, { frame, at, isNew: false });
  return result.kind === 'unknown' && !result.from && !result.takenFrom ? value : result;
}

/**
 * What the class of an object computes where the language calls a method of it: for a member that the object does not
 * have, an item, its truth. Undefined where it has no such method, or the result is not known.
 */
export function computedBy(
  m: Machine,
  object: Value,
  use: 'item' | 'member' | 'truth',
  given: Arguments,
  at: At,
): Value | undefined {
  if (object.kind !== 'instance' || !object.of) return undefined;
  const { of } = object;
  const [method] = of.at.file.language.objectMethods[use].flatMap(
    (name) => memberOfClass(m, of, name)?.value ?? [],
  );
  if (method?.kind !== 'function' || m.isRunning(method)) return undefined;
  const { file } = method.at;
  const frame = outerFrame({ file, scope: method.scope, context: method.context }, m.heap);
  const result = m.apply({ ...method, self: object }, given, { frame, at, isNew: false });
  return result.kind === 'unknown' && result.at === at ? undefined : result;
}

/** What the truth of a value depends on: the result of its `__bool__`, where its class has that. */
export const truthValue = (m: Machine, value: Value, at: At): Value =>
  computedBy(m, value, 'truth', NO_ARGUMENTS, at) ?? value;
