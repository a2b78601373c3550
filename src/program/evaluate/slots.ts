import type { Element, Entry, Expression, Span } from '../ir/ir.js';
import { MAX_ITEMS, MAX_SOURCE } from '../limits.js';
import type { Reason } from '../reason.js';
import { exact, union } from '../values/join.js';
import type { Arguments, Context } from '../values/value.js';
import {
  type At,
  EMPTY_RECORD,
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
    for (const one of element.spread ? spreadItems(m, slot) : [slot]) items.push(one);
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
      for (const list of lists)
        for (const item of itemsOf(m, list)) if (!items.includes(item)) items.push(item);
      const rest = others.length > 0 ? others : [unknown(written, value.why)];
      return [...items, ...rest.map((one) => unknownSpread({ ...slot, value: one }))];
    }
  }
  return [unknownSpread(slot)];
}

/** The items of a list; what may be there beside them stands for itself. */
export function itemsOf(m: Machine, list: Value & { kind: 'list' }): readonly Slot[] {
  const { items, open } = m.listState(list);
  if (!open) return items;
  return [
    ...items,
    { value: unknown(open.at, open.why), written: open.at, spread: unknown(open.at, open.why) },
  ];
}

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

/** Puts an object together from members and spreads, in their order. */
export class Members {
  private readonly members = new Map<string, Slot>();
  private open: RecordState['open'];
  private readonly others: Slot[] = [];

  /** `isCall`: a keyword given twice is an error, so that a spread replaces nothing. */
  constructor(private readonly isCall = false) {}

  /** The last one holds, and is where it is written. */
  set(key: string, slot: Slot): void {
    this.members.delete(key);
    this.members.set(key, slot);
  }

  /** A value under a key that is not known. */
  other(slot: Slot): void {
    this.others.push(slot);
  }

  /** There may be other members, as there were before. */
  keepOpen(open: RecordState['open']): void {
    this.open ??= open;
  }

  /** There may be other members, and those so far may be replaced. */
  leaveOpen(why: Reason, at: At, isOfKeys = false): void {
    if (!this.open || (this.open.isOfKeys && !isOfKeys))
      this.open = { why, at, ...(isOfKeys && { isOfKeys }) };
    if (this.isCall) return;
    for (const [key, slot] of this.members) {
      const replaced: Reason = { kind: 'replaced', by: why };
      this.members.set(key, {
        ...slot,
        value: {
          kind: 'union',
          at: slot.written,
          why: replaced,
          members: [slot.value, unknown(slot.written, replaced)],
        },
      });
    }
  }

  spread(m: Machine, value: Value, slot: Slot): void {
    if (value.kind === 'record' || (value.kind === 'instance' && value.of)) {
      const { members, open } = m.recordState(value);
      if (open) this.leaveOpen(open.why, open.at);
      for (const [key, one] of members) this.set(key, one);
    } else if (value.kind === 'union') this.spreadUnion(m, value, slot);
    else if (value.kind !== 'nothing' && !(value.kind === 'scalar' && !value.scalar))
      this.leaveOpen(whySpread(slot.written, value), slot.written);
  }

  /** Members that one of several objects has may be there. */
  private spreadUnion(m: Machine, value: Union, slot: Slot): void {
    const isEmpty = (one: Value): boolean => one.kind === 'nothing' || (one.kind === 'scalar' && !one.scalar);
    const objects = value.members.filter((one) => one.kind === 'record');
    if (objects.length + value.members.filter(isEmpty).length < value.members.length) {
      this.leaveOpen(whySpread(slot.written, value), slot.written);
      for (const object of objects)
        for (const [key, one] of m.recordState(object).members)
          if (!this.members.has(key)) this.members.set(key, one);
      return;
    }
    for (const object of objects) {
      const { members, open } = m.recordState(object);
      if (open) this.leaveOpen(open.why, open.at);
      for (const [key, one] of members) {
        const before = this.members.get(key);
        if (this.isCall && before) continue;
        const all = objects.flatMap((other) => m.recordState(other).members.get(key)?.value ?? []);
        const isSure = all.length === value.members.length;
        const absent: Value = { kind: 'nothing', at: one.written };
        const given = isSure ? all : [before?.value ?? absent, ...all];
        this.set(key, { ...one, value: union(given, one.written, 'chosen') });
      }
    }
  }

  state(): Omit<RecordState, 'kind'> {
    return { members: this.members, open: this.open, ...(this.others.length > 0 && { others: this.others }) };
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
      builder.leaveOpen('computed-member', { file: frame.file, span: entry.keySpan }, true);
      builder.other(slot);
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
