import type { CodeFile } from '../file.js';
import { originOf } from './members.js';
import type { CallValue, Value } from './value.js';

/** Functions that are bound in several steps are followed no further than this. */
const DEEPEST = 4;

/** What `functools.partial(callee, ...)` calls first, with what it passes; undefined for any other value. */
function boundBy(value: Value): CallValue | undefined {
  if (value.kind !== 'call' || value.positional[0] === undefined || value.positional[0].spread)
    return undefined;
  const origin = originOf(value.target());
  return origin?.module === 'functools' && origin.dotted.split('.').at(-1) === 'partial' ? value : undefined;
}

/**
 * A call of what `partial` gives, as the call that it makes: `make = partial(Agent, tools=[x])`, `make(name="A")`. What
 * is bound in another file is left as it is written.
 */
export function withBound(call: CallValue, file: CodeFile): CallValue {
  if (!file.mayBindArguments) return call;
  let { positional, named } = call;
  let target = file.project.evaluate(file, call.callee);
  let first: CallValue['bound'];
  for (let depth = 0; depth < DEEPEST; depth++) {
    const bound = boundBy(target);
    const [callee, ...before] = bound?.positional ?? [];
    if (!bound || !callee || bound.at.file !== file) break;
    first = { by: first?.by ?? bound, callee: callee.node };
    positional = [...before, ...positional];
    named = [...bound.named, ...named];
    target = file.project.evaluate(file, callee.node);
  }
  return first ? { ...call, positional, named, bound: first, target: () => target } : call;
}

/** The call that what `partial` gives will make, as far as it is bound; undefined where a call is another. */
export function callBoundBy(call: CallValue): CallValue | undefined {
  const bound = boundBy(call);
  const [callee, ...positional] = bound?.positional ?? [];
  if (!bound || !callee) return undefined;
  const { file } = bound.at;
  return {
    ...bound,
    callee: callee.node,
    positional,
    target: () => file.project.evaluate(file, callee.node),
  };
}

/** What a call of this value calls, where `partial` gives it. */
export function calledBy(value: CallValue): Value {
  let called: Value = value;
  for (let depth = 0; depth < DEEPEST; depth++) {
    const bound = boundBy(called);
    const callee = bound?.positional[0]?.node;
    if (!bound || !callee) break;
    called = bound.at.file.project.evaluate(bound.at.file, callee);
  }
  return called;
}
