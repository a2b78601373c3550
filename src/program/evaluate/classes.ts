import type { ClassDefinition, ClassMember } from '../ir/ir.js';
import { boundBy, lastName } from '../ir/walk.js';
import { MAX_CLASSES } from '../limits.js';
import { withValue } from '../values/grown-map.js';
import type { Scope } from '../values/scope.js';
import {
  type At,
  type ClassValue,
  expressionAt,
  type FunctionValue,
  nameAt,
  originOf,
  type Slot,
  type Value,
} from '../values/value.js';
import { decoratedBy, makeFunction } from './functions.js';
import type { Frame, Machine } from './machine.js';
import { addCell } from './scopes.js';
import { slotAt } from './slots.js';

/** Evaluates a class definition. Its body runs, and its names are members of the class. */
export function makeClass(m: Machine, definition: ClassDefinition, around: Frame): Value {
  const at: At = { file: around.file, span: definition };
  around.body.scopes = undefined;
  const name = definition.name ?? '';
  const members = new Map<string, ClassMember[]>();
  const own = definition.members();
  for (const one of own) {
    if (one.kind === 'statement' || one.name === undefined) continue;
    const known = members.get(one.name);
    if (known) known.push(one);
    else members.set(one.name, [one]);
  }
  const scope: Scope = { kind: 'class', file: around.file, parent: around.scope, cells: new Map() };
  const type: ClassValue = {
    kind: 'class',
    id: m.identify(definition, around.context, 'definition'),
    at,
    definition,
    scope,
    context: around.context,
    origin: { module: '', name, dotted: name, file: around.file.file },
    bases: definition.bases.map((one) => slotAt(around, one, m.evaluate(one, around))),
    decorators: definition.decorators.map((one) => slotAt(around, one, m.evaluate(one, around))),
    members,
  };
  const statics = new Map<string, Slot>();
  m.update(type.id, { kind: 'record', members: statics });
  const frame: Frame = { ...around, scope, inClass: type, self: undefined };
  for (const one of own) declareMember(m, one, type, frame, statics);
  m.recordClass(type);
  if (lineOf(type).isCut) m.limit(around.file, 'file-classes');
  return type;
}

/** Declares one member of the class. Fields of instances (JavaScript) are evaluated when an instance is created. */
function declareMember(
  m: Machine,
  one: ClassMember,
  type: ClassValue,
  frame: Frame,
  statics: Map<string, Slot>,
): void {
  if (one.kind === 'statement') {
    if (one.statement.kind === 'assign')
      for (const target of one.statement.targets)
        for (const name of boundBy(target)) ensureCell(m, frame.scope, name);
    m.run([one.statement], frame);
    return;
  }
  if (one.kind === 'method') {
    const value = makeFunction(m, one.definition, frame, type);
    if (one.name === undefined) return;
    const slot: Slot = { value, written: { file: frame.file, span: one.definition } };
    // A setter does not define the value that is read, nor does an overload without a body.
    if (one.definition.kind === 'setter' || isSetter(value)) return;
    if (frame.file.language.runsClassBody) m.write(ensureCell(m, frame.scope, one.name), value);
    setStatic(m, type, one.name, slot, statics);
    return;
  }
  const isOfClass = frame.file.language.runsClassBody || one.isStatic;
  if (!isOfClass || !one.value || one.name === undefined) return;
  const value = m.evaluate(one.value, { ...frame, self: type });
  const slot = slotAt(frame, one.value, value, one.nameSpan);
  if (frame.file.language.runsClassBody) m.write(ensureCell(m, frame.scope, one.name), value);
  setStatic(m, type, one.name, slot, statics);
}

/** `@name.setter` */
const isSetter = (value: Value): boolean =>
  value.kind === 'function' &&
  value.decorators.some(({ written }) => {
    const one = expressionAt(written);
    return one.kind === 'member' && (one.property === 'setter' || one.property === 'deleter');
  });

function ensureCell(m: Machine, scope: Scope, name: string) {
  return scope.cells.get(name) ?? addCell(m, scope, name);
}

/** While the body of a class runs, only the body itself can have changed its members. */
function setStatic(m: Machine, type: ClassValue, name: string, slot: Slot, statics: Map<string, Slot>): void {
  const state = m.recordState(type);
  if (state.members === statics) statics.set(name, slot);
  else m.update(type.id, { ...state, members: withValue(state.members, name, slot) });
}

interface Line {
  /** The class, and the classes of the project that it extends, nearest first. */
  readonly classes: readonly ClassValue[];
  /** All that it extends is known. */
  readonly isKnown: boolean;
  /** It extends more classes than are followed. */
  readonly isCut: boolean;
}

/** A class and what it extends. */
export function lineOf(type: ClassValue): Line {
  const classes: ClassValue[] = [];
  let isKnown = true;
  let isCut = false;
  const add = (one: ClassValue, depth: number): void => {
    if (classes.some(({ id }) => id === one.id)) return;
    if (depth > MAX_CLASSES) {
      isKnown = false;
      isCut = true;
      return;
    }
    classes.push(one);
    for (const { value, written } of one.bases) {
      if (value.kind === 'class') add(value, depth + 1);
      else if (!extendsOnly(value, written)) isKnown = false;
    }
  };
  add(type, 0);
  return { classes, isKnown, isCut };
}

function extendsOnly(base: Value, written: At): boolean {
  const origin = originOf(base) ?? (base.kind === 'instance' ? originOf(base.call.target) : undefined);
  const { modules, names } = written.file.language.emptyBases;
  if (origin) return modules.has(origin.module);
  return names.has(nameAt(written) ?? '');
}

/** The member of a class or of its nearest base that declares it; undefined if none does. */
export function memberOfClass(m: Machine, type: ClassValue, name: string): Slot | undefined {
  for (const one of lineOf(type).classes) {
    const slot = m.recordState(one).members.get(name);
    if (slot) return slot;
  }
  return undefined;
}

/** The constructor of a class, its own or the nearest. */
export function constructorOf(m: Machine, type: ClassValue): FunctionValue | undefined {
  const found = memberOfClass(m, type, type.at.file.language.constructorName)?.value;
  return found?.kind === 'function' ? found : undefined;
}

/** Whether reading a member of an object calls it. */
export function isProperty(one: FunctionValue): boolean {
  return one.definition.kind === 'getter' || decoratedBy(one, 'getter');
}

/** Whether a class is a dataclass: its fields are parameters of its constructor. */
export function isDataclass(type: ClassValue): boolean {
  const { fieldsDecorator } = type.at.file.language;
  if (fieldsDecorator === undefined) return false;
  return type.decorators.some(({ value }) => {
    const called = value.kind === 'instance' ? value.call.target : value;
    const origin = originOf(called);
    const written = value.kind === 'instance' ? value.call.expression.callee : expressionAt(called.at);
    return origin?.dotted.endsWith(fieldsDecorator) === true || lastName(written) === fieldsDecorator;
  });
}
