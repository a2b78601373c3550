import type { Element, Entry, Expression, Span } from '../ir/ir.js';
import { MAX_ITEMS, MAX_SOURCE } from '../limits.js';
import type { Reason } from '../reason.js';
import { ALWAYS, bothGates, LOST } from '../values/guard.js';
import { exact, union, withAll } from '../values/join.js';
import type { Arguments, Context } from '../values/value.js';
import {
  type At,
  EMPTY_RECORD,
  isSame,
  type RecordState,
  type Slot,
  type Union,
  unknown,
  type Value,
} from '../values/value.js';
import { whyOf } from '../values/why.js';
import { isOsEnvironment } from './environment.js';
import type { Frame, Machine } from './machine.js';

/** A slot of what an expression gives, where it is written. */
export function slotAt(frame: Frame, written: Expression, value: Value, key?: Span): Slot {
  return { value, written: { file: frame.file, span: written }, key };
}

/** The items of a list or the arguments of a call; a spread of a known list is written out. */
export function slotsOf(m: Machine, elements: readonly Element[], frame: Frame): readonly Slot[] {
  const slotOf = ({ value }: Element): Slot => slotAt(frame, value, m.evaluate(value, frame));
  if (elements.length <= MAX_ITEMS && elements.every(({ spread }) => !spread)) return elements.map(slotOf);
  const items: Slot[] = [];
  for (const element of elements) {
    const slot = slotOf(element);
    const added = element.spread ? spreadItems(m, slot) : [slot];
    // What a loop adds once more is there: `all = [...all, one]`.
    const isNew = (one: Slot): boolean =>
      m.repeating === 0 ||
      !items.some((other) => other.written.span === one.written.span && isSame(other.value, one.value));
    for (const one of added) if (slot.value.kind === 'list' || isNew(one)) items.push(one);
    if (items.length > MAX_ITEMS) return withinBounds(items);
  }
  return exact(items);
}

/** As many items as one list may have; the one behind them stands for all others. */
export function withinBounds(items: readonly Slot[]): readonly Slot[] {
  const next = items[MAX_ITEMS];
  if (!next) return items;
  const why = 'too-many-items';
  return [...items.slice(0, MAX_ITEMS), { ...next, value: unknown(next.written, why) }];
}

/** The items that a spread puts in: of each list that it may be; what else it may be stands for itself. */
export function spreadItems(m: Machine, slot: Slot): readonly Slot[] {
  const { value, written } = slot;
  if (value.kind === 'list') return itemsOf(m, value);
  if (value.kind === 'nothing') return [];
  if (value.kind === 'union') {
    const lists = value.members.filter((one) => one.kind === 'list');
    const others = value.members.filter((one) => one.kind !== 'list' && one.kind !== 'nothing');
    if (lists.length > 0) {
      const items: Slot[] = [];
      const known = new Set<Value>();
      for (const list of lists) {
        const gate = value.gates?.[value.members.indexOf(list)] ?? LOST;
        for (const item of itemsOf(m, list)) {
          if (known.has(item.value)) continue;
          known.add(item.value);
          items.push({ ...item, chosenBy: bothGates(gate, item.chosenBy ?? item.gate ?? ALWAYS) });
        }
      }
      const isWhole = value.members.every(
        (one, at) => one.kind === 'list' && value.gates?.[at] !== undefined,
      );
      const rest = others.length > 0 ? others : isWhole ? [] : [unknown(written, value.why)];
      return [...items, ...rest.map((one) => unknownSpread({ ...slot, value: one }))];
    }
  }
  return [unknownSpread(slot)];
}

/** The items of a list; what may be there beside them stands for itself. */
export function itemsOf(m: Machine, list: Value & { kind: 'list' }): readonly Slot[] {
  const { items, open } = m.listState(list);
  if (!open) return items;
  const others = unknown(open.at, open.why, open.from);
  return [...items, { value: others, written: open.at, spread: others }];
}

/** The items between two constant places of a list that is known as a whole; undefined where they are not known. */
export function sliced(
  m: Machine,
  list: Value & { kind: 'list' },
  from: Value | undefined,
  to: Value | undefined,
): readonly Slot[] | undefined {
  const { items, open, atLeast } = m.listState(list);
  if (open || atLeast !== undefined || items.some(({ spread, gate }) => spread || gate)) return undefined;
  const [start, end] = [from ?? 0, to].map((one) => (typeof one === 'object' ? placeIn(one) : one));
  if (Number.isNaN(start) || Number.isNaN(end)) return undefined;
  m.asks(list);
  return items.slice(start, end);
}

/** A constant place; `NaN` where it is none. */
const placeIn = (one: Value): number =>
  one.kind === 'scalar' && typeof one.scalar === 'number' && !one.isDefault ? one.scalar : Number.NaN;

function unknownSpread({ value, written }: Slot): Slot {
  return {
    value: unknown(written, whySpread(written, value)),
    written,
    spread: value,
  };
}

function shortened({ file, span }: At): string {
  const text =
    file.text.slice(span.start, Math.min(span.end, span.start + MAX_SOURCE)).split('\n', 1)[0] ?? '';
  return text.length < span.end - span.start ? `${text}...` : text;
}

/** What an object of the program, or the object of a module of it, has; undefined for any other value. */
export function membersIn(m: Machine, value: Value | undefined): RecordState | undefined {
  if (value?.kind === 'record') return m.recordState(value);
  return value?.kind === 'module' && !value.file.language.exportsAll ? m.exportsOf(value.file) : undefined;
}

/** Puts an object together from members and spreads, in their order. */
export class Members {
  private readonly members = new Map<string, Slot>();
  private open: RecordState['open'];
  private others: readonly Slot[] = [];
  private spreads: readonly Slot[] = [];
  private readonly replaced = new Set<string>();

  /** `isCall`: a keyword given twice is an error, so that a spread replaces nothing. */
  constructor(private readonly isCall = false) {}

  /** The last one holds, and is where it is written. */
  set(key: string, slot: Slot): void {
    this.members.delete(key);
    this.replaced.delete(key);
    this.members.set(key, slot);
  }

  /** A value under a key that is not known: it may be that of any member so far. */
  other(slot: Slot, at: At): void {
    this.open ??= { why: 'computed-member', at, isOfKeys: true };
    this.others = withAll(this.others, [slot]);
    if (!this.isCall) for (const key of this.members.keys()) this.replaced.add(key);
  }

  /** Begins with everything that an object has. */
  begin({ members, open, others = [], spreads = [], replaced }: RecordState): void {
    for (const [key, slot] of members) this.members.set(key, slot);
    this.open = open;
    this.others = others;
    this.spreads = spreads;
    for (const key of replaced ?? []) this.replaced.add(key);
  }

  /** There may be other members, and those so far may be replaced. */
  leaveOpen(why: Reason, at: At): void {
    if (!this.open || this.open.isOfKeys) this.open = { why, at };
    if (this.isCall) return;
    for (const [key, slot] of this.members) {
      const replaced: Reason = { kind: 'replaced', by: why };
      const value = union([slot.value, unknown(slot.written, replaced)], slot.written, replaced);
      this.members.set(key, { ...slot, value });
    }
  }

  spread(m: Machine, value: Value, slot: Slot): void {
    const state = value.kind === 'instance' && value.of ? m.recordState(value) : membersIn(m, value);
    if (state) {
      this.spreadUnknown(state);
      for (const [key, one] of state.members) this.set(key, one);
      for (const key of state.replaced ?? []) this.replaced.add(key);
    } else if (value.kind === 'union') this.spreadUnion(m, value, slot);
    else if (value.kind !== 'nothing' && !(value.kind === 'scalar' && !value.scalar)) {
      this.spreads = withAll(this.spreads, [slot]);
      this.leaveOpen(whySpread(slot.written, value), slot.written);
    }
  }

  /** What an object has under keys that are not known. */
  private spreadUnknown({ open, others = [], spreads = [] }: RecordState): void {
    if (!open) return;
    this.spreads = withAll(this.spreads, spreads);
    for (const one of others) this.other(one, open.at);
    if (!open.isOfKeys) this.leaveOpen(open.why, open.at);
  }

  /** Members that one of several objects has may be there. */
  private spreadUnion(m: Machine, value: Union, slot: Slot): void {
    const isEmpty = (one: Value): boolean => one.kind === 'nothing' || (one.kind === 'scalar' && !one.scalar);
    const objects = value.members.filter((one) => one.kind === 'record');
    if (objects.length + value.members.filter(isEmpty).length < value.members.length) {
      const unread = value.members.filter((one) => one.kind !== 'record' && !isEmpty(one));
      this.spreads = withAll(
        this.spreads,
        unread.map((one) => ({ ...slot, value: one })),
      );
      this.leaveOpen(whySpread(slot.written, value), slot.written);
      for (const object of objects) {
        const state = m.recordState(object);
        this.spreadUnknown(state);
        for (const [key, one] of state.members) if (!this.members.has(key)) this.members.set(key, one);
      }
      return;
    }
    for (const object of objects) {
      const state = m.recordState(object);
      this.spreadUnknown(state);
      for (const [key, one] of state.members) {
        const before = this.members.get(key);
        if (this.isCall && before) continue;
        const rest: Value = before?.value ?? { kind: 'nothing', at: one.written };
        const all = value.members.map((other, index) => {
          const own = other.kind === 'record' ? m.recordState(other).members.get(key)?.value : undefined;
          return { own, gate: value.gates?.[index] };
        });
        const given = [...all.filter(({ own }) => !own), ...all.filter(({ own }) => own)];
        const values = given.map(({ own }) => own ?? rest);
        const gates = value.gates && given.map(({ gate }) => gate);
        this.set(key, { ...one, value: union(values, one.written, 'chosen', gates) });
      }
    }
  }

  state(): Omit<RecordState, 'kind'> {
    const { members, open, others, spreads, replaced } = this;
    return {
      members,
      open,
      ...(others.length > 0 && { others }),
      ...(spreads.length > 0 && { spreads }),
      ...(replaced.size > 0 && { replaced }),
    };
  }
}

const whySpread = (written: At, value: Value): Reason => ({
  kind: 'spread',
  source: shortened(written),
  of: whyOf(value),
});

/** The members that entries spell. */
export function membersOf(
  m: Machine,
  entries: readonly Entry[],
  frame: Frame,
  isCall: boolean,
): Omit<RecordState, 'kind'> {
  const builder = new Members(isCall);
  let base: Slot | undefined;
  for (const entry of entries) {
    const value = m.evaluate(entry.value, frame);
    const slot = slotAt(frame, entry.value, value, entry.keySpan);
    if (entry.spread) {
      builder.spread(m, value, slot);
      if (entry === entries[0] && entries.every((one) => one === entry || !one.spread)) base = slot;
      continue;
    }
    const key = entry.key ?? (entry.computed && keyOf(m.evaluate(entry.computed, frame)));
    if (key === undefined) {
      builder.other(slot, { file: frame.file, span: entry.keySpan });
    } else if (entry.isGetter && value.kind === 'function')
      builder.set(key, {
        ...slot,
        value: m.apply(value, NO_ARGUMENTS, { frame, at: slot.written, isNew: false }),
      });
    else builder.set(key, slot);
  }
  return { ...builder.state(), ...(base && { base }) };
}

/** Nothing is passed. */
export const NO_ARGUMENTS: Arguments = { positional: [], named: EMPTY_RECORD };

/** The slot under a key, as far as it is known: its own, and values under keys that are not known. */
export function slotUnder(state: RecordState, key: string, at?: At): Slot | undefined {
  const { members, open, others, replaced } = state;
  const own = members.get(key);
  if (!others || (own && !replaced?.has(key))) return own;
  const why = open?.why ?? 'computed-member';
  const place = at ?? own?.written ?? open?.at ?? others[0]?.written;
  if (!place) return own;
  const values = [own?.value ?? unknown(place, why), ...others.map(({ value }) => value)];
  return { ...(own ?? { written: place }), value: union(values, place, why) };
}

export function keyOf(value: Value): string | undefined {
  return value.kind === 'scalar' && value.scalar !== null ? String(value.scalar) : undefined;
}

/** The key that something is read by. What a class gives an attribute is its default: an object may have another. */
export function readKeyOf(value: Value): string | undefined {
  return value.kind === 'scalar' && value.isDefault ? undefined : keyOf(value);
}

/** A shallow copy of a list or an object; undefined where the value is neither. */
export function shallowCopy(m: Machine, value: Value, at: At, context: Context): Value | undefined {
  if (value.kind === 'list') return m.list(at, context, { items: itemsOf(m, value) });
  if (value.kind === 'record') return m.record(at, context, m.recordState(value));
  if (isOsEnvironment(value))
    return m.record(at, context, { members: new Map(), open: { why: whyOf(value), at } });
  return undefined;
}
