import type { ClassValue, Value } from '../values/value.js';
import { lineOf } from './classes.js';
import { decorated, outerFrame } from './functions.js';
import type { Machine } from './machine.js';

/** The names of the members of an object or a class, as far as classes of the project declare them. */
export interface MemberNames {
  readonly names: readonly string[];
  /** There are others. */
  readonly isOpen: boolean;
}

/** `dir(value)`; undefined where nothing is known of its class. */
export function memberNames(m: Machine, value: Value | undefined): MemberNames | undefined {
  const type = classOf(value);
  if (!type || !value) return undefined;
  const { classes, isKnown } = lineOf(type);
  const own = value.kind === 'instance' ? m.recordState(value) : undefined;
  const names = new Set(own?.members.keys());
  for (const one of classes) for (const name of m.recordState(one).members.keys()) names.add(name);
  return { names: [...names].sort(), isOpen: !isKnown || own?.open !== undefined };
}

/** The class of an object, or the class that a value is. */
export function classOf(value: Value | undefined): ClassValue | undefined {
  if (value?.kind === 'class') return value;
  return value?.kind === 'instance' ? value.of : undefined;
}

/** Whether a value is a number, `True` or `None`: nothing can be called, and nothing can be set in it. */
export const isPlain = (value: Value): boolean =>
  value.kind === 'nothing' || (value.kind === 'scalar' && typeof value.scalar !== 'string');

/**
 * What a member of a function is that the program or its decorators set (`fn.is_tool = True`): `unset` where it has none,
 * undefined where that is not known.
 */
export function markOf(m: Machine, one: Value, name: string): Value | 'unset' | undefined {
  if (isPlain(one) && !isOfLanguage(name)) return 'unset';
  if (one.kind !== 'function') return undefined;
  const own = m.recordState(one).members.get(name);
  if (own) return own.value;
  if (isOfLanguage(name)) return undefined;
  if (one.decorators.length === 0) return 'unset';
  if (!one.decorators.every(({ value }) => value.kind === 'function')) return undefined;
  const { at, scope, context } = one;
  const inPlace = m.decorating(() =>
    decorated(m, { ...one, self: undefined }, outerFrame({ file: at.file, scope, context }, m.heap)),
  );
  if (inPlace?.kind !== 'function') return undefined;
  return m.recordState(inPlace).members.get(name)?.value ?? 'unset';
}

/** Each function has members that the language gives it: `__name__`, `__doc__`. */
const isOfLanguage = (name: string): boolean => name.startsWith('__') && name.endsWith('__');
