import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '../../src/program/language.js';
import { MAX_MEMBERS } from '../../src/program/limits.js';
import { type Reason, reasonKey } from '../../src/program/reason.js';
import { joinStates, union } from '../../src/program/values/join.js';
import type { SourceFile } from '../../src/program/values/source.js';
import {
  type At,
  type ListState,
  type Open,
  type RecordState,
  type Slot,
  type State,
  unknown,
  type Value,
} from '../../src/program/values/value.js';

const FILE = { file: 'a.py', language: LANGUAGES.python } as SourceFile;
const SPANS = Array.from({ length: 4 }, (_, start) => ({ start, end: start + 1 }));
const at = (place: number): At => ({ file: FILE, span: SPANS[place % 4] as (typeof SPANS)[number] });
const WHY: Reason = 'several';
const HERE = at(0);

/** Whole numbers below a bound, the same each time (mulberry32). */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const reasonFrom = (next: (below: number) => number): Reason => ({ kind: 'undeclared', name: `x${next(2)}` });

function valueFrom(next: (below: number) => number, depth = 0): Value {
  switch (next(depth < 2 ? 5 : 4)) {
    case 0:
      return { kind: 'scalar', at: at(next(4)), scalar: next(3) };
    case 1:
      return { kind: 'nothing', at: HERE };
    case 2:
      return { kind: 'list', id: next(3) + 1, at: at(next(4)), context: {} as never };
    case 3:
      return unknown(at(next(4)), reasonFrom(next));
    default:
      return union([valueFrom(next, depth + 1), valueFrom(next, depth + 1)], HERE, WHY);
  }
}

/** One slot for each place and value: two that say the same are the same. */
const slotFrom = (next: (below: number) => number): Slot => ({
  value: valueFrom(next, 2),
  written: at(next(4)),
});

const someOf = <T>(next: (below: number) => number, make: () => T): readonly T[] =>
  Array.from({ length: next(3) }, make);

const keyFrom = (next: (below: number) => number): string => `k${next(3)}`;

function openFrom(next: (below: number) => number, isOfRecord: boolean): Open | undefined {
  if (next(3) > 0) return undefined;
  const open = { why: reasonFrom(next), at: at(next(4)) };
  return isOfRecord && next(2) === 0 ? { ...open, isOfKeys: true } : open;
}

/** Every field of each kind of state: the compiler refuses one that is left out. */
function stateFrom(next: (below: number) => number, kind: number): State {
  if (kind === 0) return { kind: 'value', value: valueFrom(next) };
  if (kind === 1) {
    const items = someOf(next, () => slotFrom(next));
    const list: Required<ListState> = {
      kind: 'list',
      items,
      atLeast: items.length > 0 && next(2) === 0 ? next(items.length) : undefined,
      open: openFrom(next, false),
    };
    return list;
  }
  const record: Required<RecordState> = {
    kind: 'record',
    members: new Map(someOf(next, () => [keyFrom(next), slotFrom(next)] as const)),
    open: openFrom(next, true),
    base: next(2) === 0 ? slotFrom(next) : undefined,
    others: someOf(next, () => slotFrom(next)),
    spreads: someOf(next, () => slotFrom(next)),
    replaced: next(2) === 0 ? new Set(someOf(next, () => keyFrom(next))) : undefined,
  };
  return record;
}

/** What a value may be, whatever the order is in which that is known. */
function membersOf(value: Value): string[] {
  if (value.kind === 'union') return value.members.flatMap(membersOf).sort();
  const what =
    'id' in value
      ? value.id
      : value.kind === 'scalar'
        ? value.scalar
        : value.kind === 'unknown'
          ? reasonKey(value.why)
          : '';
  const place = value.kind === 'unknown' ? value.at.span.start : '';
  return [`${value.kind} ${String(what)} ${place}`];
}

/** What a state says: which values may be where. */
function saidBy(state: State): unknown {
  if (state.kind === 'value') return [...new Set(membersOf(state.value))];
  const isOfKeys = state.kind === 'record' && state.open?.isOfKeys === true;
  const open = state.open && `${reasonKey(state.open.why)} ${state.open.at.span.start} ${isOfKeys}`;
  const in_ = (slots: readonly Slot[]): string[] =>
    [...new Set(slots.flatMap(({ value }) => membersOf(value)))].sort();
  if (state.kind === 'list') {
    const { items, atLeast = items.length } = state;
    return { open, items: in_(items), isNeverEmpty: atLeast > 0 };
  }
  const members = [...state.members].map(
    ([key, { value }]) => [key, [...new Set(membersOf(value))]] as const,
  );
  return {
    open,
    members: members.sort(([a], [b]) => (a < b ? -1 : 1)),
    base: state.base && `${membersOf(state.base.value)} ${state.base.written.span.start}`,
    others: in_(state.others ?? []),
    spreads: in_(state.spreads ?? []),
    replaced: [...(state.replaced ?? [])].sort(),
  };
}

const SEEDS = Array.from({ length: 300 }, (_, seed) => seed);

describe('the join of values', () => {
  const both = (a: Value, b: Value): string[] => membersOf(union([a, b], HERE, WHY));

  test('of a value with itself is that value', () => {
    for (const seed of SEEDS) {
      const a = valueFrom(numbersFrom(seed));
      expect(union([a, a], HERE, WHY)).toStrictEqual(a);
    }
  });

  test('does not depend on the order', () => {
    for (const seed of SEEDS) {
      const next = numbersFrom(seed);
      const [a, b, c] = [valueFrom(next), valueFrom(next), valueFrom(next)];
      expect(both(a, b)).toEqual(both(b, a));
      expect(both(union([a, b], HERE, WHY), c)).toEqual(both(a, union([b, c], HERE, WHY)));
    }
  });

  test('keeps what is known beside what is not', () => {
    for (const seed of SEEDS) {
      const a = valueFrom(numbersFrom(seed));
      expect(both(a, unknown(HERE, 'computed'))).toEqual(expect.arrayContaining(membersOf(a)));
    }
  });

  test('sums up what is too much, and says so', () => {
    const many = Array.from(
      { length: MAX_MEMBERS + 10 },
      (_, scalar): Value => ({ kind: 'scalar', at: HERE, scalar }),
    );
    const joined = union(many, HERE, WHY);
    expect(joined.kind === 'union' && joined.members.length).toBe(MAX_MEMBERS + 1);
    expect(membersOf(joined)).toContain('unknown too-many-values 0');
  });
});

describe.each([
  ['values', 0],
  ['lists', 1],
  ['objects', 2],
] as const)('the join of the states of %s', (_, kind) => {
  test('of a state with itself is that state', () => {
    for (const seed of SEEDS) {
      const a = stateFrom(numbersFrom(seed), kind);
      expect(saidBy(joinStates(a, a, WHY))).toEqual(saidBy(a));
    }
  });

  test('says the same in any order', () => {
    for (const seed of SEEDS) {
      const next = numbersFrom(seed);
      const [a, b, c] = [stateFrom(next, kind), stateFrom(next, kind), stateFrom(next, kind)];
      expect(saidBy(joinStates(a, b, WHY))).toEqual(saidBy(joinStates(b, a, WHY)));
      const [left, right] = [
        joinStates(joinStates(a, b, WHY), c, WHY),
        joinStates(a, joinStates(b, c, WHY), WHY),
      ];
      expect(saidBy(left)).toEqual(saidBy(right));
    }
  });
});
