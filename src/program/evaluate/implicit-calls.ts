import type { At, FunctionValue, Value } from '../values/value.js';
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
  const [method] = of.at.file.language.enterMethods.flatMap(
    (name) => memberOfClass(m, of, name)?.value ?? [],
  );
  if (method?.kind !== 'function') return value;
  const at: At = { file: frame.file, span: method.definition };
  const result = m.apply({ ...method, self: value }, NO_ARGUMENTS, { frame, at, isNew: false });
  return result.kind === 'unknown' ? value : result;
}
