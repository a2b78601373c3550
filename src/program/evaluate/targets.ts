import type { AssignOperator, Expression, Target } from '../ir/ir.js';
import { union } from '../values/join.js';
import { type At, type Open, type RecordState, type Slot, unknown, type Value } from '../values/value.js';
import { perhaps } from './branches.js';
import { exportMember } from './exports.js';
import { computed, happening, itemGate } from './guards.js';
import type { Frame, Machine } from './machine.js';
import { memberOutside } from './replacements.js';
import { itemsOf, keyOf, Members, spreadItems } from './slots.js';
import { addTexts } from './texts.js';
import { isGiven, truthOf } from './truth.js';
import { appendAll, type Change, withItems, withMember, withOther, without, write } from './writes.js';

/** Gives a target a value. */
export function assignTo(
  m: Machine,
  target: Target,
  slot: Slot,
  frame: Frame,
  operator: AssignOperator,
): void {
  switch (target.kind) {
    case 'name':
      assignName(m, target, slot, frame, operator);
      return;
    case 'member': {
      const object = rootedAt(m, target.object, frame);
      const keyed: Slot = { ...slot, key: target.propertySpan };
      const key: Value = {
        kind: 'scalar',
        at: { file: frame.file, span: target.propertySpan },
        scalar: target.property,
      };
      m.recordEvent({ kind: 'set', ...happening(m, frame), place: target, object, key, slot: keyed });
      const change = (before: Value | undefined): Value | undefined =>
        changed(m, before, slot, operator, frame, target);
      setMember(m, object, target.property, keyed, change);
      exportMember(m, target, slot, frame);
      return;
    }
    case 'index': {
      const object = rootedAt(m, target.object, frame);
      const index = m.evaluate(target.index, frame);
      const keyed: Slot = { ...slot, key: target.index };
      m.recordEvent({ kind: 'set', ...happening(m, frame), place: target, object, key: index, slot: keyed });
      setItem(m, object, index, keyed, frame, operator, target);
      const property = keyOf(index);
      if (property !== undefined) exportMember(m, { object: target.object, property }, slot, frame);
      return;
    }
    case 'slice': {
      const items = spreadItems(m, slot);
      write(m, m.evaluate(target.object, frame), { list: () => ({ kind: 'list', items }) });
      return;
    }
    case 'items':
      unpackItems(m, target, slot, frame);
      return;
    case 'members':
      unpackMembers(m, target, slot, frame);
      return;
    case 'unknown':
      for (const part of target.parts) m.evaluate(part, frame);
  }
}

/**
 * What a member of an object is in which something is set: one that nothing was given to becomes an object of its own
 * (`client.headers["X"] = "y"`).
 */
export function rootedAt(m: Machine, one: Expression, frame: Frame): Value {
  if (one.kind === 'same') return rootedAt(m, one.value, frame);
  const value = m.evaluate(one, frame);
  if (value.kind !== 'external' || one.kind !== 'member') return value;
  const owner = rootedAt(m, one.object, frame);
  if (owner.kind !== 'instance' && owner.kind !== 'record') return value;
  const at: At = { file: frame.file, span: one };
  const created = m.record(at, frame.context, { members: new Map() });
  m.setMember(owner, one.property, { value: created, written: at, key: one.propertySpan });
  return created;
}

function assignName(
  m: Machine,
  target: Target & { kind: 'name' },
  slot: Slot,
  frame: Frame,
  operator: AssignOperator,
): void {
  const cell = m.cellForWrite(target.name, frame);
  if (!cell) return;
  const value = changed(m, m.read(cell), slot, operator, frame, target);
  if (value) m.write(cell, value);
}

/** What a place is given by an assignment; undefined where it keeps what it has. */
function changed(
  m: Machine,
  before: Value | undefined,
  slot: Slot,
  operator: AssignOperator,
  frame: Frame,
  target: Target,
): Value | undefined {
  if (operator === 'set') return slot.value;
  const at: At = { file: frame.file, span: target };
  if (operator === 'default') {
    if (!before || isGiven(before) === false || truthOf(m, before, frame.file) === false) return slot.value;
    return isGiven(before) ? undefined : union([before, slot.value], at, 'several');
  }
  if (operator === 'merge' && before && isRecord(before)) {
    mergeInto(m, before, slot);
    return undefined;
  }
  if ((operator === 'add' || operator === 'merge') && before) {
    // A list and a set grow in place: whoever has it sees it.
    const isList = before.kind === 'list' || before.kind === 'union';
    if (isList && frame.file.language.addsInPlace) appendAll(m, before, spreadItems(m, slot));
    if (frame.file.language.addsInPlace && everyOf(before, ({ kind }) => kind === 'list')) return undefined;
    const beforeSlot: Slot = { value: before, written: at };
    const isText = before.kind === 'scalar' && typeof before.scalar === 'string';
    // What a list is added to is one: its items are known, what was there before is not.
    const isGrown = frame.file.language.addsInPlace && slot.value.kind === 'list';
    if (isText || isList || isGrown) return addTexts(m, [beforeSlot, slot], frame, at);
  }
  const parts = before ? [before, slot.value] : [slot.value];
  return unknown(at, 'changed', computed(frame, 'computed', parts));
}

/** Whether something is a record, if it is anything. */
const isRecord = (value: Value): boolean =>
  value.kind !== 'nothing' && everyOf(value, (one) => one.kind === 'record' || isGiven(one) === false);

const everyOf = (value: Value, isOne: (one: Value) => boolean): boolean =>
  value.kind === 'union' ? value.members.every(isOne) : isOne(value);

/** Gives the members of an object to another, or to each of several, in place. */
export function mergeInto(m: Machine, target: Value, slot: Slot): void {
  const record = (state: RecordState): RecordState => {
    const builder = new Members();
    builder.begin(state);
    builder.spread(m, slot.value, slot);
    return { kind: 'record', ...builder.state() };
  };
  write(m, target, { record }, slot);
}

/** Sets a member of whatever an object may be. */
export function setMember(
  m: Machine,
  object: Value,
  name: string,
  slot: Slot,
  change: (before: Value | undefined) => Value | undefined = () => slot.value,
): void {
  const record: Change['record'] = (state, one) => {
    const own =
      state.members.get(name)?.value ?? (one.kind === 'instance' ? m.inherited(one, name) : undefined);
    const value = change(own);
    return value && withMember(state, name, { ...slot, value });
  };
  // `tools.length = 0`
  const list: Change['list'] = (state, { at }) => {
    if (name !== 'length') return undefined;
    const isEmpty = slot.value.kind === 'scalar' && slot.value.scalar === 0;
    return isEmpty ? { kind: 'list', items: [] } : { ...state, open: { why: 'changed-list', at } };
  };
  write(m, object, { record, list }, slot);
  if (object.kind === 'external') {
    const member = memberOutside(object, name, slot.written);
    const value = change(m.replacementOf(member) ?? member);
    if (value) m.replace(member, { ...slot, value });
  }
  if (object.kind === 'module') {
    const module = m.moduleState(object.file);
    const cell = module?.scope.cells.get(name);
    if (cell) m.write(cell, slot.value);
  }
}

function setItem(
  m: Machine,
  object: Value,
  index: Value,
  slot: Slot,
  frame: Frame,
  operator: AssignOperator,
  target: Target,
): void {
  const change = (before: Value | undefined): Value | undefined =>
    changed(m, before, slot, operator, frame, target);
  const place = index.kind === 'scalar' && typeof index.scalar === 'number' ? index.scalar : undefined;
  const objects = object.kind === 'union' ? object.members : [object];
  const isOneOf = objects.filter((one) => isGiven(one) !== false).length > 1;
  const list: Change['list'] = (state, one) => {
    const at = place !== undefined && place < 0 ? state.items.length + place : place;
    if (at === undefined || !state.items[at] || state.open) return withItems(state, [slot], one.at);
    const items = [...state.items];
    const before = items[at]?.value;
    const value = change(before);
    if (value && before && isOneOf)
      items[at] = { ...slot, value: union([before, value], slot.written, 'several') };
    else if (value) items[at] = { ...slot, value };
    return { ...state, items };
  };
  if (objects.some(({ kind }) => kind === 'list')) write(m, object, { list }, slot);
  if (objects.every(({ kind }) => kind === 'list')) return;
  const gate = keyOf(index) === undefined ? itemGate(m, frame.body.base.guard) : undefined;
  const keyed = keyOf(index) === undefined ? { ...slot, keyedBy: index, gate } : slot;
  setUnder(m, object, index, keyed, { file: frame.file, span: target }, change);
}

/** Sets what an object has under a key; one that is not known may be that of any member. */
export function setUnder(
  m: Machine,
  object: Value,
  index: Value,
  slot: Slot,
  at: At,
  change?: (before: Value | undefined) => Value | undefined,
): void {
  const key = keyOf(index);
  if (key !== undefined) {
    setMember(m, object, key, slot, change);
    return;
  }
  const record: Change['record'] = (state, one) =>
    one.kind === 'record' || one.kind === 'instance' ? withOther(state, slot, at) : undefined;
  write(m, object, { record }, slot);
}

function unpackItems(m: Machine, target: Target & { kind: 'items' }, slot: Slot, frame: Frame): void {
  const { value } = slot;
  const items = value.kind === 'list' ? itemsOf(m, value) : undefined;
  for (const [index, one] of target.items.entries()) {
    if (!one.target) continue;
    const at: At = { file: frame.file, span: one.target };
    if (one.rest) {
      const rest = items
        ? m.list(at, frame.context, { items: items.slice(index) })
        : unknown(at, 'rest-of-pattern', computed(frame, 'computed', [value]));
      assignTo(m, one.target, { value: rest, written: at }, frame, 'set');
      continue;
    }
    const known = items?.slice(0, index + 1).some(({ spread }) => spread) ? undefined : items?.[index];
    const given = known?.value ?? m.item(value, { kind: 'scalar', at, scalar: index }, at);
    assignTo(
      m,
      one.target,
      orDefault(
        m,
        { value: given, written: known?.written ?? at },
        one.fallback && { fallback: one.fallback, isKnown: items !== undefined && !known },
        frame,
        at,
      ),
      frame,
      'set',
    );
  }
}

function unpackMembers(m: Machine, target: Target & { kind: 'members' }, slot: Slot, frame: Frame): void {
  const { value } = slot;
  const taken = new Set<string>();
  for (const one of target.members) {
    const at: At = { file: frame.file, span: one.target };
    if (one.rest) {
      const state = value.kind === 'record' || value.kind === 'instance' ? m.recordState(value) : undefined;
      const members = new Map([...(state?.members ?? [])].filter(([key]) => !taken.has(key)));
      const rest = state
        ? m.record(at, frame.context, { members, open: state.open })
        : unknown(at, 'rest-of-pattern', computed(frame, 'computed', [value]));
      assignTo(m, one.target, { value: rest, written: at }, frame, 'set');
      continue;
    }
    const key = one.key ?? (one.computed && keyOf(m.evaluate(one.computed, frame)));
    if (key === undefined) {
      assignTo(
        m,
        one.target,
        {
          value: unknown(at, 'computed-key', computed(frame, 'computed', [value])),
          written: at,
        },
        frame,
        'set',
      );
      continue;
    }
    taken.add(key);
    const state = value.kind === 'record' ? m.recordState(value) : undefined;
    const own = state?.members.get(key);
    const isMissing = value.kind === 'nothing' || (state !== undefined && !own && !state.open);
    const given =
      own?.value ?? (isMissing && one.fallback ? { kind: 'nothing' as const, at } : m.member(value, key, at));
    const isKnown = isMissing || own !== undefined;
    assignTo(
      m,
      one.target,
      orDefault(
        m,
        { value: given, written: own?.written ?? at },
        one.fallback && { fallback: one.fallback, isKnown },
        frame,
        at,
      ),
      frame,
      'set',
    );
  }
}

/** What is taken out, or its default where there is none. */
function orDefault(
  m: Machine,
  slot: Slot,
  given: { fallback: Expression; isKnown: boolean } | undefined,
  frame: Frame,
  at: At,
): Slot {
  if (!given) return slot;
  const { value } = slot;
  if (value.kind === 'nothing')
    return { value: m.evaluate(given.fallback, frame), written: { file: frame.file, span: given.fallback } };
  if (given.isKnown && value.kind !== 'unknown') return slot;
  let fallback: Value | undefined;
  perhaps(m, frame, 'conditional', () => {
    fallback = m.evaluate(given.fallback, frame);
    return true;
  });
  const why = 'default';
  return { ...slot, value: { kind: 'union', at, why, members: [value, fallback ?? unknown(at, why)] } };
}

/** `del tools[0]`, `delete options.tools`. */
export function unset(m: Machine, target: Target, frame: Frame): void {
  if (target.kind !== 'member' && target.kind !== 'index') return;
  const object = m.evaluate(target.object, frame);
  const key = target.kind === 'member' ? target.property : keyOf(m.evaluate(target.index, frame));
  write(m, object, {
    list(state) {
      const index = key === undefined ? Number.NaN : Number(key);
      const at = index < 0 ? state.items.length + index : index;
      const items = state.items.filter((_, place) => place !== at);
      if (items.length < state.items.length) return { ...state, items };
      const open: Open = { why: 'changed-list', at: { file: frame.file, span: target } };
      return { ...state, open };
    },
    record: (state, one) =>
      one.kind === 'record' || one.kind === 'instance' ? without(state, key) : undefined,
  });
}
