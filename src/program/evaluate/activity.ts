import { reasonKey } from '../reason.js';
import type { Arguments, ClassValue, FunctionValue, Slot, Value } from '../values/value.js';
import { whyOf } from '../values/why.js';

/** The functions that run now, the number of calls of each, and the results of calls with equal arguments. */
export interface Activity {
  running<T>(one: FunctionValue, run: () => T): T;
  isRunning(one: FunctionValue): boolean;
  constructing(one: ClassValue, run: () => void): void;
  isConstructing(one: ClassValue): boolean;
  /** Counts a call of a function. Returns the number of its evaluations, this one included. */
  count(one: FunctionValue): number;
  wasCalled(one: FunctionValue): boolean;
  /** Whether a function is called from one place only, so far: such a call costs no depth. */
  isOnlyCaller(one: FunctionValue, call: object): boolean;
  share(one: FunctionValue, given: Arguments, result: Value): void;
  sharedResult(one: FunctionValue, given: Arguments): Value | undefined;
}

/** A state in which nothing runs and nothing was called. */
export function activityOf(): Activity {
  const active: FunctionValue[] = [];
  const constructing: ClassValue[] = [];
  const counts = new Map<object, number>();
  const callers = new Map<object, object | 'several'>();
  const shared = new Map<object, Map<string, Value>>();
  return {
    running(one, body) {
      active.push(one);
      try {
        return body();
      } finally {
        active.pop();
      }
    },
    isRunning: (one) => active.some(({ definition }) => definition === one.definition),
    constructing(one, body) {
      constructing.push(one);
      try {
        body();
      } finally {
        constructing.pop();
      }
    },
    isConstructing: (one) =>
      constructing.filter(({ definition }) => definition === one.definition).length > 1,
    count(one) {
      const next = (counts.get(one.definition) ?? 0) + 1;
      counts.set(one.definition, next);
      return next;
    },
    wasCalled: (one) => counts.has(one.definition),
    isOnlyCaller(one, call) {
      const known = callers.get(one.definition);
      if (known === undefined) callers.set(one.definition, call);
      else if (known !== call) callers.set(one.definition, 'several');
      return known === undefined || known === call;
    },
    share(one, given, result) {
      let known = shared.get(one.definition);
      if (!known) {
        known = new Map();
        shared.set(one.definition, known);
      }
      known.set(keyOfArguments(given), result);
    },
    sharedResult: (one, given) => shared.get(one.definition)?.get(keyOfArguments(given)),
  };
}

/** A key that is equal for equal arguments, as far as they are known. */
function keyOfArguments({ positional, named }: Arguments): string {
  const key = ({ value }: Slot): string => keyOfValue(value);
  return [...positional.map(key), ...[...named.members].map(([name, slot]) => `${name}=${key(slot)}`)].join(
    '\0',
  );
}

function keyOfValue(value: Value): string {
  switch (value.kind) {
    case 'scalar':
      return `${typeof value.scalar}:${String(value.scalar)}`;
    case 'nothing':
      return 'nothing';
    case 'list':
    case 'record':
    case 'instance':
    case 'function':
    case 'class':
      return `#${value.id}`;
    case 'module':
      return `module:${value.file.file}`;
    case 'union':
      return value.members.map(keyOfValue).join('|');
    default:
      return `${value.kind}:${reasonKey(whyOf(value))}`;
  }
}
