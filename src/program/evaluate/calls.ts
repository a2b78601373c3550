import { givesArguments } from '../../facts/outside-values.js';
import { isRecordClass } from '../../facts/record-modules.js';
import type { Expression } from '../ir/ir.js';
import {
  MAX_CALL_DEPTH,
  MAX_CALLS_WITHIN,
  MAX_CHAIN,
  MAX_CONTEXTS,
  MIN_CONTEXTS,
  TEXT_OF_CONTEXTS,
} from '../limits.js';
import type { Reason } from '../reason.js';
import { joinStates, union } from '../values/join.js';
import type { Arguments, Gate } from '../values/value.js';
import {
  type At,
  byDefault,
  type CallEvent,
  type CallExpression,
  type ClassValue,
  type Context,
  EMPTY_RECORD,
  type External,
  type FunctionValue,
  type Instance,
  isSame,
  nameAt,
  noteReturned,
  originOf,
  type RecordState,
  type Slot,
  takenFromAll,
  type Union,
  unknown,
  type Value,
} from '../values/value.js';
import { branches, perhaps } from './branches.js';
import { runCallbacks } from './callbacks.js';
import { constructorOf, isDataclass, lineOf, memberOfClass } from './classes.js';
import {
  bindArguments,
  bindUnknown,
  decorated,
  decoratedBy,
  type Outcome,
  outerFrame,
  runFunction,
  takesSelf,
} from './functions.js';
import { add, gateSince, happening, holdMember, pathOf } from './guards.js';
import type { CallSite, Frame, Machine } from './machine.js';
import { membersOf, NO_ARGUMENTS, slotAt, slotsOf } from './slots.js';
import { storesOnly } from './storing.js';

/**
 * The number of evaluations of a function, lower for long ones. Further calls with other arguments are unread calls.
 */
function contextsOf(one: FunctionValue): number {
  return Math.min(MAX_CONTEXTS, Math.max(MIN_CONTEXTS, Math.floor(TEXT_OF_CONTEXTS / lengthOf(one))));
}

const lengthOf = ({ definition: { start, end } }: FunctionValue): number => end - start + 1;

/** Evaluates a call expression. */
export function callAt(m: Machine, one: CallExpression, frame: Frame): Value {
  const at: At = { file: frame.file, span: one };
  const { callee } = one;
  const isSuper = callee.kind === 'super' || (callee.kind === 'member' && isSuperCall(callee.object));
  const taken = !isSuper && callee.kind === 'member' ? objectOf(m, callee.object, frame) : undefined;
  const target = isSuper
    ? superTarget(m, callee, frame, at)
    : indexedTarget(
        m,
        one,
        callee.kind === 'member' && taken
          ? m.member(taken.value, callee.property, { file: frame.file, span: callee })
          : m.evaluate(callee, frame),
        frame,
      );
  const items = settlesEach(one)
    ? evenIfFailing(m, at, () => slotsOf(m, one.positional, frame))
    : slotsOf(m, one.positional, frame);
  const named: RecordState =
    one.named.length === 0 ? EMPTY_RECORD : { kind: 'record', ...membersOf(m, one.named, frame, true) };
  return callWith(
    m,
    target,
    taken?.receivers ?? [],
    { positional: items, named },
    { frame, at, expression: one, isNew: one.isNew, isSuper },
  );
}

/** Whether an error of what a call is passed is one of its results: `Promise.allSettled([ask()])`. */
const settlesEach = ({ callee, named }: CallExpression): boolean =>
  (callee.kind === 'member' && callee.property === 'allSettled') ||
  named.some(
    ({ key, value }) => key === 'return_exceptions' && value.kind === 'literal' && value.scalar === true,
  );

/** Evaluates something, after which a program goes on although it fails. */
function evenIfFailing<T>(m: Machine, at: At, evaluate: () => T): T {
  const before = m.heap;
  m.heap = before.branch();
  const result = evaluate();
  const ended = m.heap.since(before);
  m.heap = before.branch();
  m.heap.merge([before.branch(), ended], 'several', true);
  m.heap.guard = { kind: 'caught', at, clock: before.tick(), parent: before.guard };
  const caught = m.heap.since(before);
  m.heap = before;
  before.merge([ended, caught], 'several');
  return result;
}

/** The value of a callee, without type arguments in brackets: `Agent[Context]`. */
function indexedTarget(m: Machine, { indexed }: CallExpression, value: Value, frame: Frame): Value {
  const members = value.kind === 'union' ? value.members : [value];
  const isTyped =
    indexed?.index.kind === 'text'
      ? members.every(isClass)
      : members.every(({ kind }) => kind !== 'record' && kind !== 'list');
  return indexed === undefined || isTyped
    ? value
    : m.item(value, m.evaluate(indexed.index, frame), { file: frame.file, span: indexed });
}

/** A class: of the project, or of a package by its name. */
function isClass(value: Value): boolean {
  const { name = '' } = originOf(value) ?? {};
  return value.kind === 'class' || (value.kind === 'external' && name !== name.toLowerCase());
}

/** The receivers of a callee, nearest first. */
interface Taken {
  readonly value: Value;
  readonly receivers: readonly Slot[];
}

function objectOf(m: Machine, one: Expression, frame: Frame, depth = 0): Taken {
  if (one.kind === 'same') return objectOf(m, one.value, frame, depth);
  if (one.kind !== 'member' || isSuperCall(one.object) || depth >= MAX_CHAIN) {
    const value = m.evaluate(one, frame);
    return { value, receivers: [slotAt(frame, one, value)] };
  }
  const from = objectOf(m, one.object, frame, depth + 1);
  const value = m.member(from.value, one.property, { file: frame.file, span: one });
  return { value, receivers: [slotAt(frame, one, value), ...from.receivers] };
}

/** The receivers of a callee, also of a method that was bound to a name before. */
function allReceivers(target: Value, receivers: readonly Slot[]): readonly Slot[] {
  const chain = takenFromAll(target);
  const [nearest] = chain;
  if (!nearest || (receivers[0] && isSame(receivers[0].value, nearest.value))) return receivers;
  return [...chain, ...receivers];
}

/** `super()`, with or without arguments (Python), and `super` itself. */
const isSuperCall = (one: Expression): boolean =>
  one.kind === 'super' || (one.kind === 'call' && one.callee.kind === 'super');

function superTarget(m: Machine, callee: Expression, frame: Frame, at: At): Value {
  if (callee.kind === 'member') return m.superMember(callee.property, frame, at);
  const { constructorName, takesSelf: isObject } = frame.file.language;
  // `super()` of Python is the object, by what its bases declare.
  return isObject ? unknown(at, 'of-object') : m.superMember(constructorName, frame, at);
}

interface Site extends CallSite {
  readonly isSuper?: boolean;
}

function callWith(
  m: Machine,
  target: Value,
  receivers: readonly Slot[],
  given: Arguments,
  site: Site,
): Value {
  const { frame, expression } = site;
  // The result of `functools.partial` passes on its bound arguments; that of `promisify` has none.
  const bound =
    target.kind === 'instance' && isPartial(target) ? bindPartial(m, target, given, 0) : undefined;
  const path = pathOf(m, frame);
  const candidate: CallEvent | undefined = expression && {
    kind: 'call',
    ...happening(m, frame, path),
    expression,
    // The constructor of an unread base creates no instance of its own.
    target:
      site.isSuper && target.kind !== 'function' ? unknown(site.at, 'of-object') : (bound?.target ?? target),
    receivers: allReceivers(bound?.target ?? target, receivers),
    positional: bound?.given.positional ?? given.positional,
    named: bound?.given.named ?? given.named,
    isConditional: frame.body.uncertain > 0,
    boundBy: bound?.by,
    result: undefined,
    passedOn: undefined,
    hasRun: false,
    times: [path.clock],
    returned: undefined,
  };
  const event = candidate && m.recordEvent(candidate);
  if (site.isSuper && event) return constructBase(m, event, site);
  const result =
    m.builtInCall(target, receivers[0]?.value, given, { ...site, ...(event && { event }) }) ??
    applyAny(m, bound?.target ?? target, bound?.given ?? given, { ...site, ...(event && { event }) });
  if (event) event.result = event.result ? union([event.result, result], site.at, 'several') : result;
  return result;
}

/** Calls a value of any kind. */
export function applyAny(m: Machine, target: Value, given: Arguments, site: CallSite): Value {
  switch (target.kind) {
    case 'function':
      return site.isNew && target.definition.kind === 'function'
        ? constructBy(m, target, given, site)
        : callFunction(m, target, given, site);
    case 'class':
      return constructsRecords(target) ? recordOf(m, given, site) : construct(m, target, given, site);
    case 'external':
      return constructsRecords(target) ? recordOf(m, given, site) : unreadCall(m, given, site);
    case 'union':
      return applyUnion(m, target, given, site);
    default:
      return unreadCall(m, given, site);
  }
}

/** Calls each member of a union, under its gate. */
function applyUnion(m: Machine, target: Union, given: Arguments, site: CallSite): Value {
  const isRead = ({ kind }: Value): boolean => kind === 'function' || kind === 'class';
  const callable = target.members.filter(isRead);
  if (callable.length === 0) return unreadCall(m, given, site);
  const base = m.heap.guard;
  const values: Value[] = [];
  const gates: Gate[] = [];
  branches(
    m,
    site.frame,
    'conditional',
    callable.map((one) => () => {
      holdMember(m, target, one);
      values.push(applyAny(m, one, given, site));
      gates.push(gateSince(m, base));
      return true;
    }),
  );
  if (callable.length < target.members.length) values.push(unreadResult(m, given, site));
  return union(values, site.at, 'chosen', gates);
}

/** A call that is not read: whether what follows runs may depend on it. */
function unreadCall(m: Machine, given: Arguments, site: CallSite): Value {
  const instance = unreadResult(m, given, site);
  if (!site.event) return instance;
  if (!runCallbacks(m, given, site, instance))
    add(m, { kind: 'call', event: site.event, clock: m.heap.tick(), parent: m.heap.guard });
  return instance;
}

/** The result of an unread call: an instance whose members are the options of the call. */
function unreadResult(m: Machine, given: Arguments, site: CallSite, of?: ClassValue): Value {
  const { event, at, frame } = site;
  if (!event) return unknown(at, 'computed');
  const id = m.identify(event.expression, frame.context, of ? 'object' : 'call');
  const instance: Instance = { kind: 'instance', id, at, context: frame.context, call: event, of };
  const state: RecordState = of ? EMPTY_RECORD : optionsOf(m, given, frame);
  const before = m.heap.get(id);
  m.update(id, before ? joinStates(before, state, 'in-loop') : state);
  // An object that a test makes says nothing of those that the program makes.
  if (!of || !m.isTesting(of.at.file)) m.recordInstance(instance);
  return instance;
}

/** Whether instances of a class are dicts: a `TypedDict` of the project, a request part of a package. */
function constructsRecords(type: ClassValue | External): boolean {
  const { recordBases } = type.at.file.language;
  if (!recordBases) return false;
  if (type.kind === 'external') return isRecordClass(`${type.origin.module}.${type.origin.dotted}`);
  return lineOf(type).classes.some(({ bases }) =>
    bases.some(
      ({ value }) =>
        value.kind === 'external' && recordBases.has(`${value.origin.module}.${value.origin.name}`),
    ),
  );
}

/** The dict of the keyword arguments of a call: `Mcp(type="mcp")`; an unread call if it has other arguments. */
function recordOf(m: Machine, given: Arguments, site: CallSite): Value {
  const { members, open } = given.named;
  if (given.positional.length > 0 || (members.size === 0 && !open)) return unreadResult(m, given, site);
  return m.record(site.at, site.frame.context, { members, open });
}

/**
 * The options that a call passes: keyword arguments in Python, elsewhere the first argument that is an object. What stands
 * under a computed key (`{ [END]: END }`) is no member of the result.
 */
function optionsOf(m: Machine, given: Arguments, frame: Frame): RecordState {
  if (frame.file.language.hasKeywords) return given.named;
  const options = given.positional.find(({ value }) => value.kind === 'record')?.value;
  if (options?.kind !== 'record') return EMPTY_RECORD;
  const { others: _, ...stated } = m.recordState(options);
  return stated;
}

/** Calls a function of the project. */
function callFunction(m: Machine, one: FunctionValue, given: Arguments, site: CallSite, wrappers = 0): Value {
  const { frame, at } = site;
  const itself = () => unreadCall(m, given, site);
  const { definition } = one;
  const wrapped = wrappers < MAX_CHAIN ? wrapperOf(m, one, given) : undefined;
  if (wrapped && !m.isRunning(wrapped.wrapper))
    return callFunction(m, wrapped.wrapper, wrapped.given, site, wrappers + 1);
  // A method that is read from its class takes its object as the first argument.
  const isTaken = takesSelf(one) && !one.self;
  if (m.isRunning(one) || m.isSpent(one.at.file)) return itself();
  const isOnly = m.isOnlyCaller(one, at.span);
  if ((frame.context.depth >= MAX_CALL_DEPTH && !isOnly) || frame.context.calls >= MAX_CALLS_WITHIN) {
    m.limit(frame.file, 'file-calls');
    return itself();
  }
  const shared = m.sharedResult(one, given);
  if (shared) {
    if (site.event) {
      site.event.hasRun = true;
      noteReturned(site.event, shared);
    }
    return shared;
  }
  const count = m.count(one);
  const text = count * lengthOf(one);
  const isOften = count > contextsOf(one) && !storesOnly(one, text) && !m.isRareAt(at.span, text);
  if (isOften && site.turn === undefined) {
    m.limit(one.at.file, 'file-contexts');
    return itself();
  }
  const context = m.context(frame.context, at, site.turn, { file: one.at.file, span: definition }, isOnly);
  const self = one.self;
  if (site.event) site.event.hasRun = true;
  const runOnce = (): Outcome =>
    m.running(one, () =>
      runFunction(
        m,
        one,
        context,
        isTaken
          ? (inner) => bindTaken(m, one, given, site, inner)
          : bindArguments(m, one, isCommand(one) ? withOthers(given, at) : given, site, self),
        self,
      ),
    );
  if (!givesItself(one)) {
    // A decorated function usually runs, as with `@retry`; its result is not known.
    perhaps(m, frame, 'conditional', () => {
      runOnce();
      return true;
    });
    return itself();
  }
  const outcome = runOnce();
  if (definition.isGenerator) {
    const isContext = decoratedBy(one, 'context');
    const [first, ...others] = outcome.yields;
    if (!first) return unreadResult(m, given, site);
    if (isContext)
      return others.length === 0
        ? first.value
        : union(
            outcome.yields.map(({ value }) => value),
            at,
            whyResult(one),
          );
    return m.list(at, context, { items: outcome.yields, open: { why: whyResult(one), at } });
  }
  const { value } = outcome;
  const isBare = value?.kind === 'unknown' && value.parts === undefined && value.begins === undefined;
  const result = !value || (isBare && site.event) ? unreadResult(m, given, site) : value;
  const returned = value ?? { kind: 'nothing', at };
  if (site.event) noteReturned(site.event, returned);
  m.share(one, given, result);
  return result;
}

/** Whether the command line gives a function its arguments. */
const isCommand = ({ decorators }: FunctionValue): boolean =>
  decorators.some(({ value }) => {
    const origin = originOf(value.kind === 'instance' ? value.call.target : value);
    return origin !== undefined && givesArguments(origin.module);
  });

/** Arguments of a call, and perhaps others. */
const withOthers = ({ positional, named }: Arguments, at: At): Arguments => ({
  positional,
  named: { ...named, open: named.open ?? { why: 'default', at } },
});

const whyResult = ({ definition }: FunctionValue): Reason => ({ kind: 'result', callee: definition.name });

/** `C.m(object, 1)`: the object is the first argument. */
function bindTaken(m: Machine, one: FunctionValue, given: Arguments, site: CallSite, inner: Frame): void {
  const [object, ...rest] = given.positional;
  bindArguments(m, one, { ...given, positional: rest }, site, object?.value)(inner);
}

/** Whether the result of a call is what the function returns: a decorator may replace it. */
const givesItself = (one: FunctionValue): boolean => one.decorators.every((each) => keepsResult(one, each));

function keepsResult({ at }: FunctionValue, { value, written }: Slot): boolean {
  const called = value.kind === 'instance' ? value.call.target : value;
  const name = originOf(called)?.dotted ?? nameAt(written) ?? '';
  return at.file.language.decorators.has(name.slice(name.lastIndexOf('.') + 1));
}

/**
 * The function that decorators of the project return for a function, and its arguments: the object of a method is the
 * first of them. Undefined where it has no such decorator, or also others that may replace it.
 */
function wrapperOf(
  m: Machine,
  one: FunctionValue,
  given: Arguments,
): { readonly wrapper: FunctionValue; readonly given: Arguments } | undefined {
  if (one.decorators.length === 0 || givesItself(one) || m.isSpent(one.at.file)) return undefined;
  if (!one.decorators.every((each) => each.value.kind === 'function' || keepsResult(one, each)))
    return undefined;
  const { at, scope, context, self } = one;
  const frame = outerFrame({ file: at.file, scope, context }, m.heap);
  const wrapper = m.decorating(() => decorated(m, { ...one, self: undefined }, frame));
  if (!wrapper) m.limit(at.file, 'file-calls');
  if (wrapper?.kind !== 'function' || wrapper.definition === one.definition) return undefined;
  const positional = self ? [{ value: self, written: at }, ...given.positional] : given.positional;
  return { wrapper, given: { ...given, positional } };
}

/** Creates an instance of a class of the project. */
function construct(m: Machine, type: ClassValue, given: Arguments, site: CallSite): Value {
  const object = unreadResult(m, given, site, type);
  if (object.kind !== 'instance') return object;
  const { classes, isKnown } = lineOf(type);
  const { frame } = site;
  if (m.isConstructing(type)) return object;
  m.constructing(type, () => {
    const init = constructorOf(m, type);
    const { language } = type.at.file;
    if (!frame.file.language.runsClassBody && !language.runsClassBody) {
      const context = m.context(frame.context, site.at, site.turn, type.at, true);
      for (const one of [...classes].reverse()) setFields(m, one, object, { ...frame, context });
    }
    if (site.event) site.event.hasRun = true;
    if (init) {
      applyAny(m, { ...init, self: object }, given, { ...site, event: undefined } as CallSite);
    } else if (!isKnown || isDataclass(type)) {
      passOptions(m, type, object, given, frame);
    } else if (language.hasKeywords && given.named.members.size > 0)
      passOptions(m, type, object, given, frame);
    const { afterConstruction } = language;
    const after = afterConstruction && memberOfClass(m, type, afterConstruction)?.value;
    if (after && after.kind === 'function')
      applyAny(m, { ...after, self: object }, NO_ARGUMENTS, { ...site, event: undefined } as CallSite);
  });
  return object;
}

/** `new` of a function: its `this` is a new object (JavaScript). */
function constructBy(m: Machine, one: FunctionValue, given: Arguments, site: CallSite): Value {
  const self = unreadResult(m, NO_ARGUMENTS, site);
  if (site.event) site.event.hasRun = true;
  callFunction(m, { ...one, self }, given, { ...site, isNew: false, event: undefined });
  return self;
}

/** Sets members from the options of a construction: of a class with an unread base, or of a dataclass. */
function passOptions(m: Machine, type: ClassValue, object: Instance, given: Arguments, frame: Frame): void {
  const options = optionsOf(m, given, frame);
  // What else a call may give is in place of a default: that is read from the class.
  const defaults = options.open ? [] : defaultsOf(m, type);
  const members = new Map([...m.recordState(object).members, ...defaults, ...options.members]);
  if (isDataclass(type)) {
    const fields = fieldsOf(type);
    for (const [index, slot] of given.positional.entries()) {
      const name = fields[index];
      if (name !== undefined && !slot.spread) members.set(name, slot);
    }
  }
  m.update(object.id, { kind: 'record', members, open: options.open });
}

/** The defaults of the fields of a dataclass. */
function* defaultsOf(m: Machine, type: ClassValue): Generator<[string, Slot]> {
  for (const one of [...lineOf(type).classes].reverse()) {
    if (!isDataclass(one)) continue;
    for (const [name, all] of one.members) {
      const slot = m.recordState(one).members.get(name);
      const isField = all.some((field) => field.kind === 'field' && field.isTyped);
      if (slot && isField && slot.value.kind !== 'unknown' && slot.value.kind !== 'instance')
        yield [name, { ...slot, value: byDefault(slot.value) }];
    }
  }
}

/** The fields of a dataclass in their order, those of its bases first. */
function fieldsOf(type: ClassValue): string[] {
  const names = new Set<string>();
  for (const { members } of [...lineOf(type).classes].reverse())
    for (const [name, all] of members)
      if (all.some((one) => one.kind === 'field' && one.isTyped)) names.add(name);
  return [...names];
}

/** Evaluates the fields of an instance (JavaScript) when it is created: each has lists and objects of its own. */
export function setFields(m: Machine, one: ClassValue, object: Instance, frame: Frame): void {
  for (const [name, all] of one.members) {
    for (const field of all) {
      if (field.kind !== 'field' || field.isStatic || !field.value) continue;
      const inner: Frame = {
        ...frame,
        file: one.at.file,
        scope: one.scope,
        self: object,
        inClass: one,
      };
      const slot = slotAt(inner, field.value, m.evaluate(field.value, inner), field.nameSpan);
      m.setMember(object, name, slot);
    }
  }
}

/** The call of the base's constructor or method. */
function constructBase(m: Machine, event: CallEvent, site: CallSite): Value {
  const { frame } = site;
  const { target } = event;
  const self = frame.self ?? selfOf(m, frame);
  const callee = event.expression.callee;
  const isConstructor =
    callee.kind === 'super' ||
    (callee.kind === 'member' && callee.property === frame.file.language.constructorName);
  if (target.kind === 'function') {
    const result = applyAny(m, { ...target, self }, event, { ...site, event });
    event.result = result;
    return result;
  }
  if (!isConstructor) {
    const result = unreadCall(m, event, { ...site, event });
    event.result = result;
    return result;
  }
  if (self?.kind === 'instance') {
    self.call.passedOn ??= event;
    const state = m.recordState(self);
    const options = optionsOf(m, event, frame);
    // In Python it sets every field; in JavaScript the fields of the class are set behind it.
    const kept = frame.file.language.runsClassBody ? [] : state.members;
    const members = new Map([...options.members, ...kept]);
    m.update(self.id, { kind: 'record', members, open: options.open ?? state.open });
  }
  const result = unreadResult(m, event, { ...site, event });
  event.result = self ?? result;
  return result;
}

/** The object of a Python method: its first parameter. */
function selfOf(m: Machine, frame: Frame): Value | undefined {
  const first = frame.inside && takesSelf(frame.inside) ? frame.inside.definition.parameters[0] : undefined;
  if (first?.target.kind !== 'name') return undefined;
  const cell = frame.scope.cells.get(first.target.name);
  return cell && m.read(cell);
}

/** Whether a function binds the arguments of the one that it is passed. */
export function bindsArguments(target: Value): boolean {
  const origin = originOf(target);
  return origin !== undefined && target.at.file.language.binders.has(`${origin.module}.${origin.dotted}`);
}

const isPartial = ({ call }: Instance): boolean => bindsArguments(call.target);

function bindPartial(
  m: Machine,
  by: Instance,
  given: Arguments,
  depth: number,
): { target: Value; given: Arguments; by: Instance } | undefined {
  const [first, ...rest] = by.call.positional;
  if (!first) return undefined;
  if (depth >= MAX_CHAIN) {
    m.limit(by.at.file, 'file-calls');
    return undefined;
  }
  const members = new Map([...by.call.named.members, ...given.named.members]);
  const all: Arguments = {
    positional: [...rest, ...given.positional],
    named: { kind: 'record', members, open: by.call.named.open ?? given.named.open },
  };
  const { value } = first;
  const inner =
    value.kind === 'instance' && isPartial(value) ? bindPartial(m, value, all, depth + 1) : undefined;
  return inner ? { ...inner, by } : { target: value, given: all, by };
}

/** Evaluates a function for a call that was not followed where it was made. */
export function runPassedOver(m: Machine, one: FunctionValue, event: CallEvent, frame: Frame): void {
  const at: At = { file: event.file, span: event.expression };
  const site: CallSite = { frame, at, isNew: false };
  const bind =
    takesSelf(one) && !one.self
      ? (inner: Frame) => bindTaken(m, one, event, site, inner)
      : bindArguments(m, one, event, site, one.self);
  m.running(one, () => runFunction(m, one, one.context, bind, one.self));
}

/** Evaluates a function without a call: its parameters are unknown. */
export function runUncalled(m: Machine, one: FunctionValue, self: Value | undefined, context: Context): void {
  m.running(one, () =>
    runFunction(
      m,
      one,
      context,
      (frame) => {
        const { parameters } = one.definition;
        const isMethod = takesSelf(one);
        for (const [index, parameter] of parameters.entries()) {
          if (index === 0 && isMethod) {
            const at: At = { file: frame.file, span: parameter };
            m.assign(
              parameter.target,
              { value: self ?? unknown(at, 'of-object'), written: at },
              frame,
              'set',
            );
          } else bindUnknown(m, one, parameter, frame);
        }
      },
      self,
    ),
  );
}
