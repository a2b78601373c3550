import { isTestFile } from '../../model/test-file.js';
import type { AssignOperator, Expression, Target } from '../ir/ir.js';
import { MAX_ITEMS, MAX_REPEATED } from '../limits.js';
import { withValue } from '../values/grown-map.js';
import { union } from '../values/join.js';
import {
  type At,
  isSame,
  type ListState,
  type RecordState,
  type Slot,
  unknown,
  type Value,
} from '../values/value.js';
import { perhaps } from './branches.js';
import type { Frame, Machine } from './machine.js';
import { itemsOf, keyOf, Members, spreadItems } from './slots.js';
import { addTexts, joinedText } from './texts.js';
import { isGiven, truthOf } from './truth.js';

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
      m.noteEnvironment(target, target.property, slot, frame);
      const change = (before: Value | undefined): Value | undefined =>
        changed(m, before, slot, operator, frame, target);
      setMember(m, object, target.property, { ...slot, key: target.propertySpan }, change);
      m.exportsMember(target, slot, frame);
      return;
    }
    case 'index': {
      const object = rootedAt(m, target.object, frame);
      const index = m.evaluate(target.index, frame);
      const key = keyOf(index);
      if (key !== undefined) m.noteEnvironment(target, key, slot, frame);
      setItem(m, object, index, { ...slot, key: target.index }, frame, operator, target);
      return;
    }
    case 'slice': {
      const object = m.evaluate(target.object, frame);
      for (const list of listsIn(object))
        m.update(list.id, { kind: 'list', items: spreadItems(m, slot) }, listsIn(object).length === 1);
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
  if (owner.kind !== 'made' && owner.kind !== 'record') return value;
  const at: At = { file: frame.file, span: one };
  const made = m.record(at, frame.context, { members: new Map() });
  m.setMember(owner, one.property, { value: made, written: at, key: one.propertySpan });
  return made;
}

const listsIn = (value: Value): (Value & { kind: 'list' })[] =>
  (value.kind === 'union' ? value.members : [value]).filter((one) => one.kind === 'list');

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
    return isGiven(before) ? undefined : union([before, slot.value], at, 'assigned in several places');
  }
  if (operator === 'add' && before) {
    // A list grows in place: whoever has it sees it.
    if (before.kind === 'list' && frame.file.isPython) {
      appendAll(m, before, spreadItems(m, slot));
      return undefined;
    }
    const beforeSlot: Slot = { value: before, written: at };
    const isText = before.kind === 'scalar' && typeof before.scalar === 'string';
    const isList = before.kind === 'list' || before.kind === 'union';
    if (isText || isList) {
      const put = addTexts(m, [beforeSlot, slot], frame, at);
      return put.kind === 'scalar' && put.scalar === joined(before, slot.value)
        ? unknownChange(at, put)
        : put;
    }
  }
  if (operator === 'merge' && before?.kind === 'record') {
    mergeInto(m, before, slot);
    return undefined;
  }
  return unknown(at, 'changed after it was assigned');
}

const joined = (a: Value, b: Value): string | undefined =>
  a.kind === 'scalar' && b.kind === 'scalar' ? `${a.scalar}${b.scalar}` : undefined;

/** A text that grows is known while each part is. */
const unknownChange = (_at: At, value: Value): Value => value;
void joinedText;

/** Gives the members of an object to another, in place. */
export function mergeInto(m: Machine, record: Value & { kind: 'record' | 'made' }, slot: Slot): void {
  if (isOfTest(record, slot)) return;
  const builder = new Members();
  const { members, open } = m.recordState(record);
  for (const [key, one] of members) builder.set(key, one);
  if (open) builder.keepOpen(open);
  builder.spread(m, slot.value, slot);
  m.update(record.id, { kind: 'record', ...builder.state() }, true);
}

/** Whether a test changes what the program that it tests makes: that says nothing of the program. */
function isOfTest(object: Value, slot: Slot | undefined): boolean {
  const writer = slot?.written.file;
  return writer !== undefined && writer !== object.at.file && isTestFile(writer.file);
}

/** Adds items to a list, at its end or its start. */
export function appendAll(
  m: Machine,
  list: Value & { kind: 'list' },
  items: readonly Slot[],
  isFirst = false,
): void {
  if (isOfTest(list, items[0])) return;
  const state: ListState = m.listState(list);
  // What a loop adds once more is there.
  const last = state.items.slice(-MAX_REPEATED);
  const added = items.filter(
    (one) => !last.some((other) => other.written.span === one.written.span && isSame(other.value, one.value)),
  );
  const all = isFirst ? [...added, ...state.items] : [...state.items, ...added];
  const open = all.length > MAX_ITEMS ? { why: 'more items than are read', at: list.at } : state.open;
  const atLeast = state.atLeast === undefined ? undefined : state.atLeast + added.length;
  m.update(list.id, { kind: 'list', items: all.slice(0, MAX_ITEMS), open, atLeast }, true);
}

/** Sets a member of whatever an object may be. */
export function setMember(
  m: Machine,
  object: Value,
  name: string,
  slot: Slot,
  change: (before: Value | undefined) => Value | undefined = () => slot.value,
): void {
  const targets = object.kind === 'union' ? object.members : [object];
  const holders = targets.filter(
    (one) => one.kind === 'record' || one.kind === 'made' || one.kind === 'function' || one.kind === 'class',
  );
  const isSure = targets.length === 1;
  for (const one of holders) {
    if (isOfTest(one, slot)) continue;
    const state: RecordState = m.recordState(one);
    const own = state.members.get(name)?.value ?? (one.kind === 'made' ? m.inherited(one, name) : undefined);
    const value = change(own);
    if (!value) continue;
    const given: Slot =
      isSure || !own
        ? { ...slot, value }
        : { ...slot, value: union([own, value], slot.written, 'assigned in several places') };
    // A member that is given another value keeps its place among the others.
    m.update(one.id, { ...state, members: withValue(state.members, name, given) }, true);
  }
  if (object.kind === 'external') m.givenOutside(object, name, slot, slot.written.file);
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
  const key = keyOf(index);
  const change = (before: Value | undefined): Value | undefined =>
    changed(m, before, slot, operator, frame, target);
  if (object.kind === 'list') {
    const state = m.listState(object);
    const place = index.kind === 'scalar' && typeof index.scalar === 'number' ? index.scalar : undefined;
    const at = place !== undefined && place < 0 ? state.items.length + place : place;
    if (at !== undefined && state.items[at] && !state.open) {
      const items = [...state.items];
      const value = change(items[at]?.value);
      if (value) items[at] = { ...slot, value };
      m.update(object.id, { ...state, items }, true);
    } else appendOne(m, object, slot);
    return;
  }
  if (key !== undefined) {
    setMember(m, object, key, slot, change);
    return;
  }
  // Set under a key that is computed: it may be any member.
  const targets = object.kind === 'union' ? object.members : [object];
  for (const one of targets) {
    if (one.kind !== 'record' && one.kind !== 'made') continue;
    const state = m.recordState(one);
    const written: At = { file: frame.file, span: target };
    const open = state.open ?? { why: 'a member under a computed key', at: written, isOfKeys: true as const };
    const other = [...(state.others ?? []), slot];
    m.update(one.id, { ...state, open, others: other }, true);
  }
}

const appendOne = (m: Machine, list: Value & { kind: 'list' }, slot: Slot): void =>
  appendAll(m, list, [slot]);

function unpackItems(m: Machine, target: Target & { kind: 'items' }, slot: Slot, frame: Frame): void {
  const { value } = slot;
  const items = value.kind === 'list' ? itemsOf(m, value) : undefined;
  for (const [index, one] of target.items.entries()) {
    if (!one.target) continue;
    const at: At = { file: frame.file, span: one.target };
    if (one.rest) {
      const rest = items
        ? m.list(at, frame.context, { items: items.slice(index) })
        : unknown(at, 'the rest of a pattern');
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
      const state = value.kind === 'record' || value.kind === 'made' ? m.recordState(value) : undefined;
      const members = new Map([...(state?.members ?? [])].filter(([key]) => !taken.has(key)));
      const rest = state
        ? m.record(at, frame.context, { members, open: state.open })
        : unknown(at, 'the rest of a pattern');
      assignTo(m, one.target, { value: rest, written: at }, frame, 'set');
      continue;
    }
    const key = one.key ?? (one.computed && keyOf(m.evaluate(one.computed, frame)));
    if (key === undefined) {
      assignTo(
        m,
        one.target,
        { value: unknown(at, 'taken out under a computed key'), written: at },
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
  perhaps(m, frame, 'assigned under a condition', () => {
    fallback = m.evaluate(given.fallback, frame);
    return true;
  });
  const why = 'has a default that may apply';
  return { ...slot, value: { kind: 'union', at, why, members: [value, fallback ?? unknown(at, why)] } };
}

/** `del tools[0]`, `delete options.tools`. */
export function unset(m: Machine, target: Target, frame: Frame): void {
  if (target.kind !== 'member' && target.kind !== 'index') return;
  const object = m.evaluate(target.object, frame);
  const key = target.kind === 'member' ? target.property : keyOf(m.evaluate(target.index, frame));
  if (object.kind === 'list') {
    const state = m.listState(object);
    const index = key === undefined ? Number.NaN : Number(key);
    const at = index < 0 ? state.items.length + index : index;
    const items = state.items.filter((_, place) => place !== at);
    m.update(
      object.id,
      items.length < state.items.length
        ? { ...state, items }
        : {
            ...state,
            open: { why: 'the list is changed at run time', at: { file: frame.file, span: target } },
          },
      true,
    );
  } else if (key !== undefined && (object.kind === 'record' || object.kind === 'made')) {
    const state = m.recordState(object);
    const members = new Map(state.members);
    members.delete(key);
    m.update(object.id, { ...state, members }, true);
  }
}
