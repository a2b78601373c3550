import { MAX_OPERANDS } from '../limits.js';
import { ALWAYS, tailOf, withTail } from '../values/guard.js';
import {
  type EventPath,
  type Gate,
  type Guard,
  type Happening,
  type Operation,
  type OperationName,
  type Slot,
  type Test,
  type Union,
  unknown,
  type Value,
} from '../values/value.js';
import type { Frame, Machine } from './machine.js';

/** Where the program is, and when. */
export const pathOf = (m: Machine, { body }: Frame): EventPath => ({
  guard: m.heap.guard,
  clock: m.heap.tick(),
  began: body.began,
});

/** What an event has, of whatever kind it is. */
export const happening = (m: Machine, frame: Frame, path = pathOf(m, frame)): Happening => ({
  file: frame.file,
  context: frame.context,
  inside: frame.inside,
  paths: [path],
});

/** The operation that computed an unknown value. */
export function computed(frame: Frame, name: OperationName, parts: readonly Value[], gate?: Gate): Operation {
  const depth = 1 + Math.max(0, ...parts.map(depthOf));
  // Deeper operations are cut: their origin is not known.
  const isCut = depth > MAX_OPERANDS;
  const [first] = parts;
  const from: Operation = {
    name: isCut ? 'computed' : name,
    parts: isCut && first ? [unknown(first.at, 'too-many-operands')] : parts,
    context: frame.context.number,
    depth: isCut ? 1 : depth,
  };
  return gate ? { ...from, gate } : from;
}

function depthOf(value: Value): number {
  let at = value;
  while (at.kind === 'unknown' && !at.from && at.takenFrom) at = at.takenFrom.object;
  return at.kind === 'unknown' || at.kind === 'union' || at.kind === 'parameter' ? (at.from?.depth ?? 0) : 0;
}

/** A test of a value, before either of its sides runs. */
export function tested(m: Machine, value: Value): Test {
  return { value: filled(m, value), clock: m.heap.tick() };
}

/** The truth of a list depends on the gates of its items. */
function filled(m: Machine, value: Value): Value {
  if (value.kind !== 'list') return value;
  const { items } = m.listState(value);
  const gates = items.flatMap(({ gate }) => gate ?? []);
  const { at, context } = value;
  if (gates.length === 0 || items.some(({ gate }) => !gate)) return value;
  const parts = gates.flatMap((tail) => tail.flatMap((one) => (one.kind === 'test' ? [one.test.value] : [])));
  const depends = unknown(at, 'computed', { name: 'computed', parts, context: context.number });
  const test: Test = { value: depends, clock: m.heap.tick() };
  const none: Guard = { kind: 'test', parent: undefined, clock: test.clock, test, holds: false };
  const members: Value[] = [true, false].map((scalar) => ({ kind: 'scalar', at, scalar }));
  return { kind: 'union', at, why: 'chosen', members, gates: [gates, [[none]]] };
}

/** Adds a guard: what follows runs only on one side of a test. */
export function hold(m: Machine, test: Test, holds: boolean): void {
  const { value } = test;
  const isConstant = (value.kind === 'scalar' && !value.isDefault) || value.kind === 'nothing';
  if (!isConstant) add(m, { kind: 'test', clock: m.heap.tick(), test, holds, parent: m.heap.guard });
  else if (Boolean(value.kind === 'scalar' && value.scalar) !== holds) never(m);
}

export function add(m: Machine, guard: Guard): void {
  m.heap.guard = guard;
}

/** Adds a guard that nothing passes. */
export function never(m: Machine): void {
  add(m, { kind: 'never', clock: m.heap.tick(), parent: m.heap.guard });
}

/** Adds a guard: what follows runs only under a gate. */
export function holdGate(m: Machine, gate: Gate | undefined): void {
  if (!gate || gate.some((tail) => tail.length === 0)) return;
  const [only, ...others] = gate;
  if (!only) return;
  const parent = m.heap.guard;
  const now = m.heap.tick();
  if (others.length === 0) m.heap.guard = withTail(parent, only, now);
  else {
    const ends = gate.flatMap((tail) => withTail(parent, tail, now) ?? []);
    add(m, { kind: 'choice', clock: now, parent, ends });
  }
}

/** The gate of a value that is created here, seen from `base`. */
export const gateSince = (m: Machine, base: Guard | undefined): Gate => [tailOf(m.heap.guard, base)];

/** The gate of an item of a list; undefined if no test decides about it. */
export function itemGate(m: Machine, base: Guard | undefined): Gate | undefined {
  const tail = tailOf(m.heap.guard, base);
  return tail.some(({ kind }) => kind !== 'call' && kind !== 'await') ? [tail] : undefined;
}

/** The gate of a test that holds. */
export function onlyIf(test: Test): Gate {
  const { value, clock } = test;
  if (value.kind === 'scalar' && !value.isDefault) return ALWAYS;
  return [[{ kind: 'test', test, holds: true, clock, parent: undefined }]];
}

/** The gate of a member of a union; if it has none, a test of how the member was chosen. */
export function holdMember(m: Machine, of: Union, member: Value): void {
  const place = of.members.indexOf(member);
  const gate = of.gates?.[place];
  if (gate) holdGate(m, gate);
  else {
    const value = unknown(of.at, of.why, of.from ?? { name: 'computed', parts: [], context: 0 });
    hold(m, { value, clock: m.heap.tick() }, true);
  }
}

/** What is passed over from a list: one of what a condition chose. */
export function chosenFrom(
  value: Value,
): { readonly item: Value; readonly gate: Gate | undefined } | undefined {
  const from = chosenOperation(value);
  const item = from?.parts[1];
  return item && { item, gate: from?.gate };
}

/** How a condition chose what a value is, or what a call returns. */
export function chosenOperation(value: Value): Operation | undefined {
  const one = value.kind === 'instance' ? value.call.returned : value;
  return one?.kind === 'unknown' && one.from?.name === 'chosen' ? one.from : undefined;
}

/** The gate of any of some items. */
export function gateOfAny(items: readonly Slot[]): Gate | undefined {
  const gates = items.map(({ gate }) => gate ?? ALWAYS);
  return gates.length === 0 || gates.some((gate) => gate === ALWAYS) ? undefined : gates.flat();
}

/** Notes that a value was awaited. Adds a guard for one that is not a call: a person may provide it. */
export function awaited(m: Machine, value: Value): void {
  settle(m, value);
  const waits =
    (value.kind === 'unknown' && (value.undeclared !== undefined || value.takenFrom !== undefined)) ||
    (value.kind === 'parameter' && value.from === undefined) ||
    value.kind === 'external' ||
    (value.kind === 'instance' && value.call.expression.isNew);
  if (waits) add(m, { kind: 'await', value, clock: m.heap.tick(), parent: m.heap.guard });
}

/** Notes the calls whose promises a value is, or has as items. */
export function settle(m: Machine, value: Value): void {
  if (value.kind === 'instance') value.call.isAwaited = true;
  else if (value.kind === 'union') for (const one of value.members) settle(m, one);
  else if (value.kind === 'list')
    for (const one of m.listState(value).items) if (one.value.kind === 'instance') settle(m, one.value);
}
