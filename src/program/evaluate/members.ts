import { isSettingsBase } from '../../facts/outside-values.js';
import type { Reason } from '../reason.js';
import { union } from '../values/join.js';
import {
  type Arguments,
  type At,
  byDefault,
  type ClassValue,
  EMPTY_RECORD,
  type External,
  type FunctionValue,
  type Instance,
  type Operation,
  type OperationName,
  type Origin,
  originOf,
  resultOrigin,
  taken,
  type Union,
  type Unknown,
  unknown,
  type Value,
} from '../values/value.js';
import { whyOf } from '../values/why.js';
import { namedBy, valueOfType } from './annotations.js';
import { isKnown } from './changeable.js';
import { isDataclass, isProperty, lineOf, memberOfClass } from './classes.js';
import { decoratedBy, outerFrame } from './functions.js';
import { onlyIf, tested } from './guards.js';
import { computedBy as byClass, propertyValue } from './implicit-calls.js';
import type { Frame, Machine } from './machine.js';
import { exportOf } from './modules.js';
import { memberOutside } from './replacements.js';
import { itemsOf, slotUnder } from './slots.js';

/** Whether a value is a package as such, of which a module may export all: `module.exports = { ...sdk, t: sdk.tool }`. */
const isPackage = (value: Value): boolean =>
  value.kind === 'external' && value.origin.module !== '' && value.origin.dotted === '';

/** The value of a member. `at`: the place of the access. */
export function memberOf(m: Machine, object: Value, name: string, at: At): Value {
  switch (object.kind) {
    case 'record': {
      const { open, spreads = [] } = m.recordState(object);
      const why = open?.why ?? ({ kind: 'no-member', name } as const);
      const own = memberUnder(m, object, name, at);
      const [only, ...others] = spreads;
      if (!own && only && others.length === 0 && isPackage(only.value))
        return memberOf(m, only.value, name, at);
      return own ?? { kind: 'unknown', at, why, takenFrom: { object, name } };
    }
    case 'instance':
      return memberOfInstance(m, object, name, at);
    case 'module': {
      const module = m.moduleState(object.file);
      const found = module && exportOf(m, module, name);
      if (found) return found;
      const origin = { ...taken(object.origin, name), file: object.file.file };
      return { kind: 'external', at, origin, why: { kind: 'no-export', name, file: object.file.file } };
    }
    case 'class': {
      const found = memberOfClass(m, object, name);
      if (found) return ofClass(found.value, object);
      return outside(at, object, name);
    }
    case 'function': {
      const given = m.recordState(object).members.get(name);
      if (given) return given.value;
      return outside(at, object, name);
    }
    case 'external': {
      const member = memberOutside(object, name, at);
      return m.replacementOf(member) ?? member;
    }
    case 'union': {
      const all = object.members.map((one) => memberOf(m, one, name, at));
      // Unknown members are merged into one, after the others; what is known of how one is computed is kept.
      const isKnown = (one: Value): boolean => one.kind !== 'unknown' || one.from !== undefined;
      if (!all.some(isKnown)) return { kind: 'unknown', at, why: object.why, takenFrom: { object, name } };
      const places = [...all.keys()];
      const order = [
        ...places.filter((place) => isKnown(all[place] as Value)),
        ...places.filter((place) => !isKnown(all[place] as Value)),
      ];
      const values = order.map((place): Value => {
        const one = all[place] as Value;
        return isKnown(one) ? one : { ...(one as Unknown), at, why: object.why };
      });
      return chosenLike(object, values, at, object.why, order);
    }
    case 'list': {
      // The number of its items.
      const takenFrom = { object, name };
      return name === 'length' || name === 'size'
        ? { kind: 'unknown', at, why: 'computed', takenFrom }
        : unknown(at, 'computed');
    }
    case 'scalar':
      return name === at.file.language.enumValue
        ? object
        : { kind: 'unknown', at, why: 'computed', takenFrom: { object, name } };
    case 'parameter': {
      const { typed } = object;
      const given =
        typed?.member === name && !object.path ? valueOfType(m, typed.type, { object, name, at }) : undefined;
      if (given) return given;
      return object.origin
        ? {
            kind: 'external',
            at,
            origin: taken(object.origin, name),
            why: object.why,
            takenFrom: { object, name },
          }
        : { ...object, at, path: [...(object.path ?? []), name] };
    }
    case 'unknown':
      return { kind: 'unknown', at, why: object.why, takenFrom: { object, name } };
    default:
      return unknown(at, 'computed');
  }
}

/** The value under a key, as far as it is known: its own, and values under unknown keys. */
export function memberUnder(
  m: Machine,
  object: Value & { readonly id: number },
  name: string,
  at: At,
): Value | undefined {
  const found = slotUnder(m.recordState(object), name, at)?.value;
  if (!found || isKnown(found)) m.asks(object, name);
  return found;
}

/** A member of a definition that is not declared here. */
function outside(at: At, object: FunctionValue | ClassValue, name: string): External {
  const why: Reason = { kind: 'member', of: object.definition.name };
  return { kind: 'external', at, origin: taken(object.origin, name), why };
}

/** A method that is read from its class: a class method is bound to the class. */
function ofClass(value: Value, from: ClassValue): Value {
  return value.kind === 'function' && decoratedBy(value, 'of-class') ? { ...value, self: from } : value;
}

function memberOfInstance(m: Machine, object: Instance, name: string, at: At): Value {
  const own = memberUnder(m, object, name, at);
  const { members, others = [] } = m.recordState(object);
  if (own && members.has(name)) return own;
  const found = inheritedMember(m, object, name);
  if (found) {
    if (found.kind !== 'function') {
      const all = [byDefault(found), ...others.map(({ value }) => value)];
      return orGiven(m, object, name, union(all, at, 'computed-member'), at);
    }
    m.takes(found);
    if (decoratedBy(found, 'static') || found.definition.isStatic) return found;
    const bound: FunctionValue = { ...found, self: decoratedBy(found, 'of-class') ? object.of : object };
    if (!isProperty(found)) return bound;
    return propertyValue(m, bound, at) ?? unknown(at, 'property');
  }
  if (own) return own;
  const computed = byClass(m, object, 'member', oneArgument({ kind: 'scalar', at, scalar: name }), at);
  if (computed) return computed;
  const annotated = object.of && fieldType(m, object.of, name);
  const ofType = annotated && valueOfType(m, annotated, { object, name, at });
  if (ofType) return ofType;
  const why = whyOf(object);
  const origin = object.of ? originOf(object.of) : undefined;
  const result = origin ? { ...origin, dotted: `${origin.dotted}()` } : resultOrigin(object);
  const takenFrom = { object, name };
  // A field without a default: the environment gives it.
  const { classes = [] } = object.of ? lineOf(object.of) : {};
  const base = classes.some((one) => one.members.has(name)) ? settingsBaseOf(classes) : undefined;
  if (base) return { kind: 'external', at, origin: taken(base, name), why };
  return result
    ? { kind: 'external', at, origin: taken(result, name), why, takenFrom }
    : { kind: 'unknown', at, why, takenFrom };
}

/** The default of a field, or what a construction gives: a setting of the environment, or one of keywords that are not known. */
function orGiven(m: Machine, object: Instance, name: string, fallback: Value, at: At): Value {
  const { of, context } = object;
  if (!of) return fallback;
  const { classes, isKnown: isWhole } = lineOf(of);
  const isField = classes.some(({ members }) =>
    members.get(name)?.some((field) => field.kind === 'field' && field.isTyped),
  );
  if (!isField) return fallback;
  const { open } = m.recordState(object);
  const base = settingsBaseOf(classes);
  let given: Value;
  if (base && (fallback.kind === 'scalar' || fallback.kind === 'nothing' || fallback.kind === 'union')) {
    given = { kind: 'external', at, origin: taken(base, name), why: 'default' };
    // Texts are names, of models and of places: what they are by default stays readable.
    if (fallback.kind === 'scalar' && typeof fallback.scalar === 'string')
      return { ...fallback, setting: given };
  } else if (open && !open.isOfKeys && (isDataclass(of) || !isWhole))
    given = { kind: 'unknown', at, why: open.why, takenFrom: { object, name } };
  else return fallback;
  const either = union([fallback, given], at, 'default');
  // What a comprehension picks is picked of settings that runs may state: where none does, the default stands.
  const isPicked =
    given.kind === 'unknown' &&
    typeof given.why === 'object' &&
    given.why.kind === 'spread' &&
    given.why.of === 'comprehension';
  const from: Operation = isPicked
    ? { name: 'same', parts: [fallback], context: context.number }
    : { name: 'default', parts: [given, fallback], context: context.number };
  return either.kind === 'union' ? { ...either, from } : either;
}

/** What some classes extend whose fields the environment gives. */
function settingsBaseOf(classes: readonly ClassValue[]): Origin | undefined {
  for (const { bases } of classes)
    for (const { value } of bases) {
      const origin = value.kind === 'external' ? value.origin : undefined;
      if (origin && isSettingsBase(`${origin.module}.${origin.dotted}`)) return origin;
    }
  return undefined;
}

/** What the annotation of a field names, where a class of the project or one that it extends declares it. */
function fieldType(m: Machine, type: ClassValue, name: string) {
  for (const one of lineOf(type).classes)
    for (const field of one.members.get(name) ?? [])
      if (field.kind === 'field' && field.annotation) {
        const frame = outerFrame({ file: one.at.file, scope: one.scope, context: one.context }, m.heap);
        return namedBy(m, field.annotation, frame);
      }
  return undefined;
}

const oneArgument = (value: Value): Arguments => ({
  positional: [{ value, written: value.at }],
  named: EMPTY_RECORD,
});

/** A member that the class of an object gives. */
export function inheritedMember(m: Machine, object: Instance, name: string): Value | undefined {
  return object.of && memberOfClass(m, object.of, name)?.value;
}

/** `super.name`, `super().name`. */
export function superMember(m: Machine, name: string, frame: Frame, at: At): Value {
  const around = frame.inClass ?? frame.inside?.inClass;
  if (!around) return unknown(at, 'of-object');
  for (const { value } of around.bases) {
    if (value.kind === 'class') {
      const found = memberOfClass(m, value, name)?.value;
      if (found) return found;
      const beyond = lineOf(value)
        .classes.flatMap(({ bases }) => bases)
        .find((one) => originOf(one.value) && one.value.kind !== 'class');
      if (beyond) return memberOrItself(beyond.value, name, at);
    } else return memberOrItself(value, name, at);
  }
  return unknown(at, 'of-object');
}

function memberOrItself(base: Value, name: string, at: At): Value {
  if (name === at.file.language.constructorName) return base;
  const origin = originOf(base);
  return origin
    ? { kind: 'external', at, origin: taken(origin, name), why: whyOf(base) }
    : unknown(at, whyOf(base));
}

/** Values of the members of a union, each of which is there when that member is. `order`: which member each is of. */
function chosenLike(
  { gates, from }: Union,
  values: readonly Value[],
  at: At,
  why: Reason,
  order: readonly number[] = [...values.keys()],
): Value {
  const value = union(
    values,
    at,
    why,
    order.map((place) => gates?.[place]),
  );
  return from && value.kind === 'union' ? { ...value, from } : value;
}

/** A value that a key or an index chose: it depends on that. */
function takenOut(value: Value, object: Value, index: Value): Value {
  const { at } = index;
  // Of a single constant it is not known whether it is under that key.
  const isPerhaps = value.kind === 'scalar' && object.kind === 'record' && at.file.language.allowsMissingKeys;
  const one = isPerhaps ? union([value, { kind: 'nothing', at }], at, 'computed-key') : value;
  if (one.kind !== 'unknown' && one.kind !== 'union') return value;
  return { ...one, from: { name: 'item', parts: [object, index], context: 0 } };
}

/** What an object has under a key that is not known. `fallback`: in place of what it does not have. */
export function underKey(
  m: Machine,
  object: Value & { kind: 'record' },
  index: Value,
  at: At,
  fallback?: Value,
): Value {
  const { members, open, others } = m.recordState(object);
  const all = anyOf(m, object, at, fallback ? [fallback] : []);
  if (all.kind !== 'union' && (all.kind !== 'unknown' || !fallback)) return takenOut(all, object, index);
  const operation = (name: OperationName, ...parts: Value[]): Unknown =>
    unknown(at, 'computed', { name, parts, context: 0 });
  const item = operation('item', object, index);
  const { from } = fallback ? operation('default', item, fallback) : item;
  const constants = new Map<unknown, Value>();
  for (const { value, gate } of members.values())
    if (value.kind === 'scalar' && !gate) constants.set(value.scalar, value);
    else return { ...all, from };
  if (open || others) return { ...all, from };
  // Each constant is there where the key gives it.
  const nothing: Value = { kind: 'nothing', at };
  const found = fallback ? operation('default', item, nothing) : item;
  const other = fallback ?? (at.file.language.allowsMissingKeys ? nothing : undefined);
  const values = [...constants.values(), ...(other ? [other] : [])];
  const gates = values.map((one) =>
    onlyIf(tested(m, operation('equal', found, one === other ? nothing : one))),
  );
  const value = union(values, at, 'computed-key', gates);
  return value.kind === 'union' ? { ...value, from } : value;
}

/** What is taken out of a value under an index or a key. */
export function itemOf(m: Machine, object: Value, index: Value, at: At): Value {
  const computedBy = (value: Value): Value => takenOut(value, object, index);
  if (object.kind === 'union') {
    const values = object.members.map((one) => itemOf(m, one, index, at));
    return chosenLike(object, values, at, object.why);
  }
  if (object.kind === 'list') {
    const { items, open } = m.listState(object);
    if (index.kind !== 'scalar' || index.isDefault) return computedBy(anyOf(m, object, at));
    const place = typeof index.scalar === 'number' ? index.scalar : Number.NaN;
    const before = items.slice(0, place < 0 ? undefined : place + 1);
    const isKnown = !open && !before.some(({ spread }) => spread);
    const slot = isKnown ? items.at(place) : undefined;
    if (slot) return slot.value;
    return computedBy(unknown(at, open?.why ?? { kind: 'item', index: String(index.scalar) }));
  }
  const own = byClass(m, object, 'item', oneArgument(index), at);
  if (own) return own;
  if (index.kind !== 'scalar' || index.isDefault)
    return object.kind === 'record'
      ? underKey(m, object, index, at)
      : computedBy(unknown(at, 'computed-key'));
  return memberOf(m, object, String(index.scalar), at);
}

/** One of the values of a list or an object, and nobody knows which. */
export function anyOf(
  m: Machine,
  object: Value & { kind: 'list' | 'record' },
  at: At,
  more: readonly Value[] = [],
): Value {
  const why = 'computed-key';
  const slots =
    object.kind === 'list'
      ? itemsOf(m, object)
      : [...m.recordState(object).members.values(), ...(m.recordState(object).others ?? [])];
  const values = [...slots.map(({ value }) => value), ...more];
  const open = object.kind === 'record' ? m.recordState(object).open : undefined;
  if (open && !open.isOfKeys) values.push(unknown(at, why));
  return values.length === 0 ? unknown(at, why) : union(values, at, why);
}
