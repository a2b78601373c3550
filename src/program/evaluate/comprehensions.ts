import type { Clause, Expression } from '../ir/ir.js';
import { boundBy } from '../ir/walk.js';
import { MAX_ITEMS } from '../limits.js';
import type { Reason } from '../reason.js';
import { type At, type Guard, type Operation, type Slot, unknown, type Value } from '../values/value.js';
import { perhaps } from './branches.js';
import { computed, hold, holdGate, itemGate, tested } from './guards.js';
import type { Frame, Machine } from './machine.js';
import { blockScope } from './scopes.js';
import { keyOf, Members, slotAt } from './slots.js';
import { testOf } from './truth.js';
import { turnsOf } from './turns.js';

type Comprehension = Expression & { kind: 'comprehension' };

interface Gathered {
  items: Slot[];
  members: Members;
  open: { why: Reason; at: At } | undefined;
  /** Whether there may be more items than those that are iterated over. */
  isOpen: boolean;
  /** What the items that are not known are computed from. */
  readonly from: Value[];
  /** The origin of an unknown item. */
  chosen: Operation | undefined;
  /** What is computed from an item that is not known, where there is no filter. */
  each: Value | undefined;
  /** What was computed last. */
  added: Value | undefined;
  readonly base: Guard | undefined;
}

/** Evaluates a comprehension to a list, set or dict. It is open if some items are not known. */
export function comprehend(m: Machine, one: Comprehension, frame: Frame, at: At): Value {
  const gathered: Gathered = {
    items: [],
    members: new Members(),
    open: undefined,
    isOpen: false,
    from: [],
    chosen: undefined,
    each: undefined,
    added: undefined,
    base: m.heap.guard,
  };
  const names = new Map<string, undefined>();
  for (const clause of one.clauses)
    if (clause.kind === 'for') for (const name of boundBy(clause.target)) names.set(name, undefined);
  const inner: Frame = { ...frame, scope: blockScope(m, frame, names) };
  gather(m, one, one.clauses, inner, gathered);
  const { items, members, open, isOpen } = gathered;
  if (one.of === 'dict') {
    const state = members.state();
    if (state.members.size === 0 && open && (isOpen || !state.others)) {
      const value = unknown(at, 'comprehension');
      return gathered.each ? { ...value, each: gathered.each } : value;
    }
    return m.record(at, frame.context, { ...state, open: state.open ?? open });
  }
  // No item is known: the result is an unknown value.
  if (items.length === 0 && open) {
    const value = unknown(at, 'comprehension', gathered.chosen);
    return gathered.each ? { ...value, each: gathered.each } : value;
  }
  const from = computed(frame, 'computed', gathered.from);
  return m.list(at, frame.context, { items, open: open && { ...open, from } });
}

function gather(
  m: Machine,
  one: Comprehension,
  clauses: readonly Clause[],
  frame: Frame,
  into: Gathered,
): void {
  const at: At = { file: frame.file, span: one };
  const [clause, ...rest] = clauses;
  if (!clause) {
    add(m, one, frame, into);
    return;
  }
  if (clause.kind === 'if') {
    const { test, holds } = testOf(m, clause.test, frame);
    if (holds === false) return;
    if (holds === undefined) {
      into.open ??= { why: 'chosen', at };
      into.from.push(test.value);
      hold(m, test, true);
    }
    gather(m, one, rest, frame, into);
    return;
  }
  const iterable = m.evaluate(clause.iterable, frame);
  const over: At = { file: frame.file, span: clause.iterable };
  const { items, isOpen, from, gate, isChosen } = turnsOf(m, iterable, 'items', over, frame);
  for (const [index, item] of items.entries()) {
    if (into.items.length >= MAX_ITEMS || !m.step(frame.file)) break;
    const context = m.turn(frame.context, { file: frame.file, span: one }, index);
    const inner: Frame = { ...frame, context };
    const { guard } = m.heap;
    holdGate(m, item.gate);
    m.assign(clause.target, item, inner, 'set');
    gather(m, one, rest, inner, into);
    // A guard on one item does not apply to the others.
    if (guardsItems(one, item)) m.heap.guard = guard;
  }
  if (!isOpen) return;
  into.isOpen = true;
  into.open ??= { why: 'comprehension', at };
  const written: At = { file: frame.file, span: clause.target };
  const test = tested(m, iterable);
  perhaps(m, frame, 'in-loop', () => {
    if (!isChosen) hold(m, test, true);
    holdGate(m, gate);
    m.assign(clause.target, { value: unknown(written, 'in-loop', from), written }, frame, 'set');
    // An instance that is created for an unknown item is one of the items of the list.
    const before = into.items.length;
    into.added = undefined;
    gather(m, one, rest, frame, into);
    const created = into.items.splice(before);
    if (one.clauses.length === 1) into.each = into.added;
    for (const slot of created)
      if (slot.value.kind === 'instance' || slot.value.kind === 'function') into.items.push(slot);
    into.from.push(iterable, ...created.map(({ value }) => value));
    for (const { value, gate: own } of created)
      into.chosen = computed(frame, 'chosen', [iterable, value], own);
    return true;
  });
}

/** Whether an item is left out where a filter does not keep it. */
const guardsItems = (one: Comprehension, item: Slot): boolean =>
  item.gate !== undefined || one.clauses.some(({ kind }) => kind === 'if');

function add(m: Machine, one: Comprehension, frame: Frame, into: Gathered): void {
  const result = m.evaluate(one.result, frame);
  const slot = { ...slotAt(frame, one.result, result), gate: itemGate(m, into.base) };
  into.added = result;
  if (one.of !== 'dict') {
    into.items.push(slot);
    return;
  }
  const keyedBy = one.key && m.evaluate(one.key, frame);
  const key = keyedBy && keyOf(keyedBy);
  if (key !== undefined && one.key) into.members.set(key, { ...slot, key: one.key });
  else into.members.other({ ...slot, keyedBy }, { file: frame.file, span: one });
}
