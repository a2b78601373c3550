import { keptIn, once } from '../../../model/once.js';
import type { Evaluation } from '../../evaluate/index.js';
import { slotUnder } from '../../evaluate/slots.js';
import { lastName } from '../../ir/walk.js';
import { MAX_STEP_DEPTH, MAX_VALUE_DEPTH } from '../../limits.js';
import { tailOf } from '../../values/guard.js';
import type { At, CallEvent, Gate, Guard, Operation, Slot, TakenFrom, Value } from '../../values/value.js';
import { heightsOf } from '../heights.js';
import { fileOf } from '../node-value.js';
import { type Conditions, newConditions } from './conditions.js';
import type { Branch, CallTerm, Step, Term } from './term.js';

/** Values and guards of an evaluation as terms and steps. The same value is the same term. */
export interface Terms {
  of(value: Value): Term;
  call(event: CallEvent): CallTerm;
  /** The steps of each alternative of a gate; one alternative without steps where there is no gate. */
  ofGate(gate: Gate | undefined): readonly (readonly Step[])[];
  /** The steps of a list of guards after some time, in their order. */
  steps(guard: Guard | undefined, since: number): readonly Step[];
}

/** What all questions about one evaluation share: its terms without calls that may decide, their numbers and conditions. */
interface SharedTerms {
  readonly terms: Terms;
  readonly conditions: Conditions;
  /** What had been evaluated when they were made. */
  readonly calls: number;
  readonly files: number;
}

const known = new WeakMap<Evaluation['machine'], SharedTerms>();

/** The terms of the evaluation of a place, as far as it has come: made anew once it has read more. */
export function sharedTerms(at: At): SharedTerms {
  const evaluation = fileOf(at).evaluation();
  const calls = evaluation.callCount();
  const files = evaluation.files().length;
  const before = known.get(evaluation.machine);
  if (before && before.calls === calls && before.files === files) return before;
  const terms = termsOf(evaluation, () => false);
  const made = { terms, conditions: newConditions(), calls, files };
  known.set(evaluation.machine, made);
  return made;
}

/** The functions that converting one value needs for the values in it. */
interface Conversion extends Pick<Terms, 'of' | 'call'> {
  readonly m: Evaluation['machine'];
  nextId(): number;
  mayDecide(call: CallTerm): boolean;
  stepOf(guard: Guard): Step | undefined;
}

/** `mayDecide`: whether a call may decide what follows it; the others are left out. */
export function termsOf({ machine }: Evaluation, mayDecide: (call: CallTerm) => boolean): Terms {
  let ids = 0;
  const cuts = new Map<number, Map<Step, Step>>();
  const calls = new Map<CallEvent, CallTerm>();
  const deciding = new Map<CallTerm, boolean>();
  const call = (event: CallEvent): CallTerm => keptIn(calls, event, () => makeCall(c, event));
  const c: Conversion = {
    m: machine,
    nextId: () => ++ids,
    mayDecide: (one) => keptIn(deciding, one, () => mayDecide(one)),
    of: termConverter(machine, (value) => makeTerm(c, value)),
    call,
    stepOf: stepConverter(call, (guard) => makeStep(c, guard)),
  };
  return {
    of: c.of,
    call: c.call,
    ofGate: (gate) => stepsOfGate(c, gate ?? [[]]),
    steps(guard, clock) {
      const found: Step[] = [];
      // Clocks grow along a list: earlier guards are further back.
      for (let at = guard; at && at.clock > clock; at = at.parent) {
        const step = c.stepOf(at);
        if (step) found.push(step);
      }
      return since(
        found.reverse(),
        clock,
        keptIn(cuts, clock, () => new Map<Step, Step>()),
      );
    },
  };
}

const stepsOfGate = (c: Conversion, gate: Gate): readonly (readonly Step[])[] =>
  gate.map((tail) => tail.flatMap((one) => c.stepOf(one) ?? []));

function termConverter(m: Conversion['m'], make: (value: Value) => Term): Terms['of'] {
  const known = new Map<Value, Term>();
  const heightOf = heightsOf(m);
  return (value) => {
    const before = known.get(value);
    if (before) return before;
    const { at } = value;
    if (heightOf(value) > MAX_VALUE_DEPTH) {
      m.limit(at.file, 'too-deep');
      const unread: Term = { kind: 'either', at, members: [] };
      known.set(value, unread);
      return unread;
    }
    // A value that depends on itself gains nothing by that.
    known.set(value, { kind: 'computed', at, parts: [] });
    const term = make(value);
    known.set(value, term);
    return term;
  };
}

function stepConverter(call: Terms['call'], make: (guard: Guard) => Step | undefined): Conversion['stepOf'] {
  const known = new Map<Guard, Step | undefined>();
  /** How many choices are in each other in a choice. */
  const heights = new Map<Guard, number>();
  let depth = 0;
  let inner = 0;
  return (guard) => {
    inner = Math.max(inner, heights.get(guard) ?? 0);
    if (known.has(guard)) return known.get(guard);
    const { clock } = guard;
    const lost: Step = { kind: 'lost', clock };
    if (depth >= MAX_STEP_DEPTH) return lost;
    // Whether a call may decide can depend on what it decided: until that is known, it may.
    const open: Step = guard.kind === 'call' ? { kind: 'call', call: call(guard.event), clock } : lost;
    known.set(guard, open);
    const before = inner;
    inner = 0;
    depth++;
    const made = make(guard);
    depth--;
    const height = made?.kind === 'choice' ? inner + 1 : 0;
    const step = height > MAX_STEP_DEPTH ? lost : made;
    if (step === made && height > 0) heights.set(guard, height);
    inner = Math.max(before, heights.get(guard) ?? 0);
    known.set(guard, step);
    return step;
  };
}

const slotTerm = (c: Conversion, { value, gate, written }: Slot): Term =>
  gate ? gated(c, written, [value], [gate]) : c.of(value);

/** Paths are computed on demand: the conditions of a value may go far back. */
function gated(c: Conversion, at: At, values: readonly Value[], gates: readonly (Gate | undefined)[]): Term {
  const branches = once((): readonly Branch[] =>
    values.flatMap((value, index) => {
      const ways = gates[index] ? stepsOfGate(c, gates[index]) : [[LOST]];
      return ways.map((steps) => ({ steps, term: c.of(value) }));
    }),
  );
  return {
    kind: 'gated',
    at,
    id: c.nextId(),
    get branches() {
      return branches();
    },
  };
}

/** A value as a term. */
function makeTerm(c: Conversion, value: Value): Term {
  const { at } = value;
  switch (value.kind) {
    case 'scalar': {
      const { setting, scalar, isDefault } = value;
      const right: Term = { kind: 'constant', at, scalar, isDefault };
      return setting ? { kind: 'logical', at, operator: 'nullish', left: c.of(setting), right } : right;
    }
    case 'nothing':
      return { kind: 'constant', at, scalar: undefined };
    case 'list': {
      const { items, open } = c.m.listState(value);
      const spreads = items.flatMap(({ spread }) => (spread ? [c.of(spread)] : []));
      const isOpen = open !== undefined || spreads.length > 0;
      return { kind: 'list', at, items: items.map((slot) => slotTerm(c, slot)), isOpen, spreads };
    }
    case 'record': {
      const state = c.m.recordState(value);
      const { members, open, others = [] } = state;
      const all = new Map(
        [...members].map(([key, slot]) => [key, slotTerm(c, slotUnder(state, key) ?? slot)] as const),
      );
      for (const [index, slot] of others.entries()) all.set(`...${index}`, slotTerm(c, slot));
      // Where only keys are unknown, the values are among the members.
      const isOpen = open !== undefined && !(open.isOfKeys && others.length > 0);
      return { kind: 'record', at, members: all, isOpen };
    }
    case 'instance':
      if (value.isGeneric) return { kind: 'self', at };
      return value.call.returned ? c.of(value.call.returned) : c.call(value.call);
    case 'function':
      return { kind: 'function', at, value };
    case 'external':
      return value.takenFrom
        ? memberOf(c, at, value.takenFrom)
        : { kind: 'outside', at, origin: value.origin };
    case 'parameter': {
      const { name, clock, path = [] } = value;
      const of = value.of.definition;
      const index = of.parameters.indexOf(value.parameter);
      const type = value.origin?.dotted;
      const fallback = value.fallback?.kind === 'scalar' ? c.of(value.fallback) : undefined;
      const whole: Term = value.from
        ? computed(c, at, value.from)
        : { kind: 'parameter', at, name, of, index, type, fallback, clock };
      return path.reduce<Term>((object, property) => ({ kind: 'member', at, object, property }), whole);
    }
    case 'union': {
      if (value.from) return computed(c, at, value.from);
      const { members, gates } = value;
      if (!gates) return { kind: 'either', at, members: members.map(c.of) };
      return gated(c, at, members, gates);
    }
    case 'unknown': {
      if (value.later) {
        const given = c.m.read(value.later);
        if (given) return c.of(given);
      }
      if (value.undeclared !== undefined) return { kind: 'name', at, name: value.undeclared };
      if (value.takenFrom) return memberOf(c, at, value.takenFrom);
      if (value.each) return { kind: 'either', at, members: [], each: c.of(value.each) };
      if (value.from) return computed(c, at, value.from);
      return value.why === 'of-object' ? { kind: 'self', at } : { kind: 'either', at, members: [] };
    }
    default:
      return { kind: 'computed', at, parts: [] };
  }
}

function memberOf(c: Conversion, at: At, { object, name }: TakenFrom): Term {
  const index = Number(name);
  return Number.isInteger(index) && name !== ''
    ? { kind: 'index', at, object: c.of(object), index: { kind: 'constant', at, scalar: index } }
    : { kind: 'member', at, object: c.of(object), property: name };
}

/** Kinds of terms that a function writes out. */
const OBJECTS: ReadonlySet<Term['kind']> = new Set(['record', 'list', 'gated']);

function computed(c: Conversion, at: At, { name, parts, context, gate }: Operation): Term {
  const all = parts.map(c.of);
  const [first, second] = all;
  switch (name) {
    case 'not':
      if (first) return { kind: 'not', at, operand: first };
      break;
    case 'equal':
    case 'in':
    case 'less':
    case 'at-most':
      if (first && second) return { kind: 'compare', at, operator: name, left: first, right: second };
      break;
    case 'or':
      return all.reduce((left, right): Term => ({ kind: 'logical', at, operator: 'or', left, right }));
    case 'default':
      if (first && second) return { kind: 'logical', at, operator: 'nullish', left: first, right: second };
      break;
    case 'item':
      if (first && second?.kind === 'constant' && typeof second.scalar === 'string')
        return { kind: 'member', at, object: first, property: second.scalar };
      if (first && second) return { kind: 'index', at, object: first, index: second };
      break;
    case 'each':
      if (first) return { kind: 'item', at, of: first, id: context };
      break;
    case 'same':
      if (first) return first;
      break;
    case 'some':
    case 'every':
      return { kind: 'computed', at, parts: all, holdsFor: name };
    case 'chosen':
      // Of what a filter keeps, only tests are known.
      if (first && second && OBJECTS.has(second.kind))
        return { kind: 'computed', at, parts: [first, second], each: second };
      // Its conditions are looked at when they are needed: they may lead back to it.
      if (gate)
        return {
          kind: 'computed',
          at,
          parts: all,
          get keptBy() {
            return stepsOfGate(c, gate);
          },
        };
      break;
    default:
  }
  return { kind: 'computed', at, parts: all };
}

function makeCall(c: Conversion, event: CallEvent): CallTerm {
  const { file, expression, target, receivers, positional, named, times } = event;
  const { callee } = expression;
  const [receiver] = receivers;
  return {
    kind: 'call',
    at: { file, span: expression },
    id: c.nextId(),
    times,
    event,
    expression,
    name: lastName(callee),
    callee: c.of(target),
    object: receiver && c.of(receiver.value),
    given: positional.map((slot) => slotTerm(c, slot)),
    named: new Map([...named.members].map(([key, slot]) => [key, slotTerm(c, slot)])),
    target,
  };
}

/** A guard as a step; undefined if it decides nothing. */
function makeStep(c: Conversion, guard: Guard): Step | undefined {
  const { clock } = guard;
  switch (guard.kind) {
    case 'test':
      return { kind: 'test', term: c.of(guard.test.value), holds: guard.holds, clock };
    case 'call': {
      const term = c.call(guard.event);
      return c.mayDecide(term) ? { kind: 'call', call: term, clock } : undefined;
    }
    case 'await':
      return { kind: 'await', term: c.of(guard.value), clock };
    case 'caught':
      return { kind: 'caught', at: guard.at, clock };
    case 'entered':
      return { kind: 'entered', definition: guard.definition, clock };
    case 'choice': {
      const { parent } = guard;
      const paths = guard.ends.map((end) => tailOf(end, parent).flatMap((one) => c.stepOf(one) ?? []));
      return choiceOf(paths, c.nextId(), clock);
    }
    case 'module':
      return undefined;
    default:
      return { kind: guard.kind, clock };
  }
}

/** The steps after some time. `cut`: choices that were cut already, which paths share. */
function since(steps: readonly Step[], clock: number, cut: Map<Step, Step>): readonly Step[] {
  const left = steps.flatMap((step): readonly Step[] => {
    if (step.clock <= clock && step.kind !== 'never') return [];
    if (step.kind !== 'choice') return [step];
    const known = cut.get(step);
    if (known) return [known];
    const paths = step.paths.map((path) => since(path, clock, cut));
    const one = paths.every((path, index) => path === step.paths[index]) ? step : { ...step, paths };
    cut.set(step, one);
    return [one];
  });
  // What is not cut stays the same: its conditions are known.
  return left.length === steps.length && left.every((step, index) => step === steps[index]) ? steps : left;
}

/** One of several paths, without tests whose sides both continue; undefined if no condition is left. */
function choiceOf(paths: readonly (readonly Step[])[], id: number, clock: number): Step | undefined {
  let left = [...paths];
  for (let merged = mergedOnce(left); merged; merged = mergedOnce(left)) left = merged;
  return left.some((path) => path.length === 0) ? undefined : { kind: 'choice', paths: left, id, clock };
}

function mergedOnce(paths: readonly (readonly Step[])[]): (readonly Step[])[] | undefined {
  for (const [index, one] of paths.entries())
    for (const other of paths.slice(index + 1)) {
      const test = onlyDifference(one, other);
      if (test)
        return [
          ...paths.filter((path) => path !== one && path !== other),
          one.filter((step) => step !== test),
        ];
    }
  return undefined;
}

/** The one test in which two paths differ, by its side. */
function onlyDifference(a: readonly Step[], b: readonly Step[]): Step | undefined {
  if (a.length !== b.length) return undefined;
  let found: Step | undefined;
  for (const [index, step] of a.entries()) {
    const other = b[index];
    if (step === other) continue;
    const isSameTest = step.kind === 'test' && other?.kind === 'test' && step.term === other.term;
    if (!isSameTest || (step.holds !== other.holds && found)) return undefined;
    if (step.holds !== other.holds) found = step;
  }
  return found;
}

const LOST: Step = { kind: 'lost', clock: 0 };
