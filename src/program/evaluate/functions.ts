import type { FunctionDefinition, Parameter, Statement, Target } from '../ir/ir.js';
import { boundBy } from '../ir/walk.js';
import type { DecoratorRole, Language } from '../language.js';
import type { Reason } from '../reason.js';
import { tailOf } from '../values/guard.js';
import type { Heap } from '../values/heap.js';
import { union } from '../values/join.js';
import type { Arguments, Gate } from '../values/value.js';
import {
  type At,
  type Context,
  EMPTY_RECORD,
  type FunctionValue,
  nameAt,
  originOf,
  type Operation,
  type ParameterValue,
  type Slot,
  unknown,
  type Value,
} from '../values/value.js';
import { contextOf, namedBy } from './annotations.js';
import { computed, happening, never } from './guards.js';
import type { Body, CallSite, Frame, Machine } from './machine.js';
import { declaredIn, openScope } from './scopes.js';
import { slotAt } from './slots.js';

/** Evaluates a function definition. */
export function makeFunction(
  m: Machine,
  definition: FunctionDefinition,
  frame: Frame,
  inClass: FunctionValue['inClass'] = undefined,
): Value {
  const at: At = { file: frame.file, span: definition };
  const name = definition.name ?? '';
  const created: FunctionValue = {
    kind: 'function',
    id: m.identify(definition, frame.context, 'definition'),
    at,
    definition,
    scope: frame.scope,
    context: frame.context,
    origin: { module: '', name, dotted: name, file: frame.file.file },
    decorators: definition.decorators.map((one) => slotAt(frame, one, m.evaluate(one, frame))),
    inClass,
    // An arrow function has the `this` of the enclosing function.
    self: definition.kind === 'lambda' ? frame.self : undefined,
  };
  frame.body.scopes = undefined;
  if (!m.heap.get(created.id)) m.update(created.id, EMPTY_RECORD);
  m.recordFunction(created);
  decorate(m, created, frame);
  return created;
}

/** Calls the decorators of the project, which may register the function. The name still refers to the function. */
function decorate(m: Machine, created: FunctionValue, frame: Frame): void {
  for (const { value, written } of [...created.decorators].reverse()) {
    if (value.kind !== 'function') continue;
    const given: Arguments = { positional: [{ value: created, written: created.at }], named: EMPTY_RECORD };
    m.apply(value, given, { frame, at: written, isNew: false, turn: 0 });
  }
}

/** What decorators of the project put in the place of a function; itself where they give something else. */
export function decorated(m: Machine, one: FunctionValue, frame: Frame): Value {
  let value: Value = { ...one, decorators: [] };
  for (const { value: decorator, written } of [...one.decorators].reverse()) {
    if (decorator.kind !== 'function') continue;
    const positional = [{ value, written: one.at }];
    const given = m.apply(
      decorator,
      { positional, named: EMPTY_RECORD },
      { frame, at: written, isNew: false, turn: 0 },
    );
    if (given.kind === 'function' || (given.kind === 'union' && given.members.every(isFunction)))
      value = given;
  }
  return value;
}

const isFunction = ({ kind }: Value): boolean => kind === 'function';

/** The state of a body before it runs, on its own view of the heap. */
function newBody(base: Heap): Body {
  return {
    base,
    began: base.tick(),
    uncertain: 0,
    returns: [],
    yields: [],
    loops: [],
    attempts: [],
    scopes: [],
  };
}

/** The frame of what runs outside of any function. */
export function outerFrame(
  { file, scope, context }: Pick<Frame, 'file' | 'scope' | 'context'>,
  base: Heap,
): Frame {
  return {
    file,
    scope,
    context,
    inside: undefined,
    self: undefined,
    inClass: undefined,
    body: newBody(base),
  };
}

/** The result of a function body. */
export interface Outcome {
  readonly value: Value | undefined;
  readonly yields: readonly Slot[];
}

/** Runs a function in a context with its parameters bound; joins all of its ends into the heap of the caller. */
export function runFunction(
  m: Machine,
  one: FunctionValue,
  context: Context,
  bind: (frame: Frame) => void,
  self: Value | undefined,
): Outcome {
  const base = m.heap;
  const { definition } = one;
  const body = definition.body();
  const declared = new Map(declaredIn(body, one.at.file.language));
  for (const parameter of definition.parameters)
    for (const name of boundBy(parameter.target)) declared.set(name, undefined);
  if (
    definition.name !== undefined &&
    definition.kind === 'function' &&
    !declared.has(definition.name) &&
    one.at.file.language.hasBlocks
  )
    declared.set(definition.name, undefined);
  const frame: Frame = {
    file: one.at.file,
    scope: openScope(m, 'function', one.at.file, one.scope, declared),
    context,
    inside: one,
    self: definition.kind === 'lambda' ? one.self : self,
    inClass: one.inClass,
    body: newBody(base),
  };
  m.heap = base.branch();
  const itself = frame.scope.cells.get(definition.name ?? '');
  if (itself && definition.kind === 'function') m.write(itself, one);
  bind(frame);
  const goesOn = m.run(body, frame);
  const { returns, yields } = frame.body;
  if (goesOn) m.recordEvent({ kind: 'return', ...happening(m, frame), place: definition, slot: undefined });
  const ends = [...returns.map(({ heap }) => heap), ...(goesOn ? [m.heap.since(base)] : [])];
  const gates = ends.map(({ guard }): Gate => [tailOf(guard, base.guard)]);
  m.heap = base;
  base.merge(ends, 'several');
  if (ends.length === 0 && !isLeftOpen(body, one.at.file.language)) never(m);
  // No closure can read its names any more.
  for (const scope of [frame.scope, ...(frame.body.scopes ?? [])])
    if (frame.body.scopes) for (const cell of scope.cells.values()) m.forget(cell);
  const nothing: Value = { kind: 'nothing', at: { file: one.at.file, span: definition } };
  const given = [...returns.map(({ slot }) => slot?.value ?? nothing), ...(goesOn ? [nothing] : [])];
  const at: At = { file: one.at.file, span: definition };
  return {
    value: returns.some(({ slot }) => slot)
      ? union(given, at, { kind: 'result', callee: definition.name }, gates)
      : undefined,
    yields,
  };
}

/** Whether a function only raises `NotImplementedError`: subclasses implement it. */
function isLeftOpen(body: readonly Statement[], { unimplementedError }: Language): boolean {
  const last = body.at(-1);
  if (last?.kind !== 'throw' || !last.value) return false;
  const raised = last.value.kind === 'call' ? last.value.callee : last.value;
  return raised.kind === 'name' && raised.name === unimplementedError;
}

/** Binds the arguments of a call to parameters. Others have their defaults. */
export function bindArguments(
  m: Machine,
  one: FunctionValue,
  given: Arguments,
  site: CallSite,
  self: Value | undefined,
) {
  return (frame: Frame): void => {
    const { parameters } = one.definition;
    const isMethod = takesSelf(one);
    const own = isMethod ? 1 : 0;
    const first = parameters[0];
    if (isMethod && first)
      m.assign(
        first.target,
        { value: self ?? unknown(site.at, 'of-object'), written: site.at },
        frame,
        'set',
      );
    const names = new Set(parameters.map(({ name }) => name));
    const spread = given.positional.findIndex((slot) => slot.spread);
    let place = 0;
    for (const parameter of parameters.slice(own)) {
      if (parameter.rest === 'items') {
        const at: At = { file: frame.file, span: parameter };
        const items = given.positional.slice(place);
        place = given.positional.length;
        bind(m, parameter, { value: m.list(at, frame.context, { items }), written: at }, frame);
        continue;
      }
      if (parameter.rest === 'members') {
        const at: At = { file: frame.file, span: parameter };
        const members = new Map([...given.named.members].filter(([key]) => !names.has(key)));
        const { open } = given.named;
        bind(m, parameter, { value: m.record(at, frame.context, { members, open }), written: at }, frame);
        continue;
      }
      const index = parameter.isNamedOnly ? -1 : place++;
      const isPastSpread = spread >= 0 && index >= spread;
      const slot =
        given.named.members.get(parameter.name) ?? (isPastSpread ? undefined : given.positional[index]);
      if (slot) bind(m, parameter, slot, frame);
      else if (isPastSpread || given.named.open)
        bindUnknown(m, one, parameter, frame, memberOfSpread(given, parameter, frame));
      else bindDefault(m, parameter, frame, site.at);
    }
  };
}

/** What a parameter is that one object is spread into: its member of that name (`pay(**args)`). */
function memberOfSpread({ named }: Arguments, { name }: Parameter, frame: Frame): Operation | undefined {
  const [only, ...others] = named.spreads ?? [];
  if (!only || others.length > 0) return undefined;
  return computed(frame, 'item', [only.value, { kind: 'scalar', at: only.written, scalar: name }]);
}

/** Whether what a function gives is a promise. */
export const givesPromise = ({ definition, decorators }: FunctionValue): boolean =>
  definition.isAsync && !definition.isGenerator && decorators.length === 0;

/** Whether the first parameter of a method is its object. */
export function takesSelf(one: FunctionValue): boolean {
  if (!one.at.file.language.takesSelf || !one.inClass || one.definition.kind === 'lambda') return false;
  return !one.definition.isStatic && !isStaticMethod(one);
}

function isStaticMethod(one: FunctionValue): boolean {
  return one.definition.isStatic || decoratedBy(one, 'static');
}

/** Whether a function has a decorator of the language that does this. */
export function decoratedBy({ decorators, at }: FunctionValue, role: DecoratorRole): boolean {
  if (decorators.length === 0) return false;
  const { decorators: roles } = at.file.language;
  return decorators.some(({ value, written }) => {
    const origin = originOf(value);
    if (origin) return roles.get(origin.name) === role || roles.get(origin.dotted) === role;
    return roles.get(nameAt(written) ?? '') === role;
  });
}

function bind(m: Machine, parameter: Parameter, slot: Slot, frame: Frame): void {
  const { fallback } = parameter;
  if (fallback && slot.value.kind === 'nothing') bindDefault(m, parameter, frame, slot.written);
  else assignParameter(m, parameter, slot, frame);
}

function bindDefault(m: Machine, parameter: Parameter, frame: Frame, at: At): void {
  const { fallback } = parameter;
  const slot: Slot = fallback
    ? slotAt(frame, fallback, m.evaluate(fallback, frame))
    : { value: { kind: 'nothing', at }, written: at };
  assignParameter(m, parameter, slot, frame);
}

/** Binds a parameter of a function that is evaluated without a call. */
export function bindUnknown(
  m: Machine,
  one: FunctionValue,
  parameter: Parameter,
  frame: Frame,
  from?: Operation,
): void {
  const at: At = { file: frame.file, span: parameter };
  const { name } = one.definition;
  const isConstructor = one.definition.kind === 'constructor';
  const why: Reason = { kind: 'parameter', of: isConstructor ? 'constructor' : name };
  const fallback = parameter.fallback && m.evaluate(parameter.fallback, frame);
  const type = parameter.target.kind === 'name' ? namedBy(m, parameter.annotation, frame) : undefined;
  const typed = type && 'module' in type ? contextOf(m, type, parameter.annotation, frame) : undefined;
  const value: ParameterValue = {
    kind: 'parameter',
    at,
    why,
    name: parameter.name,
    parameter,
    of: one,
    origin: type && 'module' in type ? type : undefined,
    fallback,
    clock: m.heap.tick(),
    ...(typed && { typed }),
    ...(from && { from }),
  };
  if (parameter.target.kind === 'name') {
    assignParameter(m, parameter, { value, written: at }, frame);
    return;
  }
  // Names in a pattern come from the same parameter.
  bindPattern(m, parameter.target, value, frame);
}

/** Binds the names of a pattern to what they take out of a parameter: a member where its key is known, else all of it. */
function bindPattern(m: Machine, target: Target, value: ParameterValue, frame: Frame): void {
  if (target.kind === 'members') {
    for (const { key, target: inner } of target.members)
      bindPattern(
        m,
        inner,
        key === undefined ? value : { ...value, path: [...(value.path ?? []), key] },
        frame,
      );
    return;
  }
  for (const name of boundBy(target)) {
    const cell = frame.scope.cells.get(name);
    if (cell) m.write(cell, value);
  }
}

function assignParameter(m: Machine, parameter: Parameter, slot: Slot, frame: Frame): void {
  m.assign(parameter.target, slot, frame, 'set');
  if (!parameter.isField || !frame.self) return;
  for (const name of boundBy(parameter.target)) m.setMember(frame.self, name, slot);
}
