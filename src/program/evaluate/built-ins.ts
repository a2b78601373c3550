import { bare, lastName } from '../ir/walk.js';
import type { Language } from '../language.js';
import { MAX_TESTS, MAX_TURNS } from '../limits.js';
import { ALWAYS, bothGates } from '../values/guard.js';
import { union } from '../values/join.js';
import { cellOf } from '../values/scope.js';
import type { Arguments, Gate } from '../values/value.js';
import {
  type At,
  EMPTY_RECORD,
  expressionAt,
  type Instance,
  isSame,
  nameAt,
  type Open,
  originOf,
  type Slot,
  unknown,
  type Value,
} from '../values/value.js';
import { whyOf } from '../values/why.js';
import { branches } from './branches.js';
import { lineOf } from './classes.js';
import { exportMember, exportMembers } from './exports.js';
import { chosenOperation, computed, happening, onlyIf, tested, settle } from './guards.js';
import { givesPromise } from './functions.js';
import { enteredValue, propertyValue, truthValue } from './implicit-calls.js';
import type { CallSite, Frame, Machine } from './machine.js';
import { anyOf, memberUnder, underKey } from './members.js';
import { promised } from './promises.js';
import { classOf, isPlain, markOf, memberNames } from './reflection.js';
import { itemsOf, keyOf, Members, membersIn, readKeyOf, shallowCopy, sliced, spreadItems } from './slots.js';
import { mergeInto, rootedAt, setMember, setUnder } from './targets.js';
import { joinedText } from './texts.js';
import { isAmong, isGiven, truthOf } from './truth.js';
import { appendAll, without, write } from './writes.js';

/** One use of a function or method of the language. */
interface Use {
  readonly m: Machine;
  readonly given: Arguments;
  readonly site: CallSite;
  readonly at: At;
  readonly frame: Frame;
}

/** Computes the result of a built-in; undefined if it is not known: the call is then treated as unread. */
type BuiltIn = (use: Use) => Value | undefined;
type Method<T extends Value> = (on: T, use: Use) => Value | undefined;

type List = Value & { kind: 'list' };
type RecordLike = Value & { kind: 'record' };

const value = ({ given }: Use, index: number): Value | undefined => given.positional[index]?.value;
const listOf = ({ m, at, frame }: Use, items: readonly Slot[]): Value => m.list(at, frame.context, { items });
const nothing = ({ at }: Use): Value => ({ kind: 'nothing', at });
const changedList = ({ at }: Use): Open => ({ why: 'changed-list', at });

/** The items of an iterable as a list; undefined if it is not iterable. */
function iterated(use: Use, one: Value | undefined): readonly Slot[] | undefined {
  if (!one) return undefined;
  if (one.kind === 'list') return itemsOf(use.m, one);
  if (one.kind === 'union' && one.members.some(({ kind }) => kind === 'list'))
    return spreadItems(use.m, { value: one, written: use.at });
  if (one.kind === 'record' && use.frame.file.language.iteratesKeys) return keysOf(use, one);
  return undefined;
}

function keysOf({ m }: Use, one: RecordLike): Slot[] {
  return [...m.recordState(one).members].map(([key, slot]) => ({
    value: { kind: 'scalar', at: slot.written, scalar: key },
    written: slot.written,
  }));
}

function valuesOf({ m, at }: Use, one: Value | undefined): readonly Slot[] | undefined {
  const state = membersIn(m, one);
  if (!state) return undefined;
  const { members, open, others = [] } = state;
  const known = [...members.values(), ...others];
  if (!open || open.isOfKeys) return known;
  if (known.length === 0) return undefined;
  return [...known, { value: unknown(at, open.why), written: open.at, spread: unknown(open.at, open.why) }];
}

function pairsOf(use: Use, one: Value | undefined): readonly Slot[] | undefined {
  const { m, frame } = use;
  const state = membersIn(m, one);
  if (!state) return undefined;
  const { members, open, others = [] } = state;
  const all: (readonly [key: string | undefined, slot: Slot])[] = [
    ...members,
    ...others.map((slot) => [undefined, slot] as const),
  ];
  const pairs = all.map(([key, slot], index): Slot => {
    const at = slot.written;
    const name: Value = key === undefined ? unknown(at, 'computed-key') : { kind: 'scalar', at, scalar: key };
    const context = m.turn(frame.context, use.at, index);
    return { value: m.list(at, context, { items: [{ value: name, written: at }, slot] }), written: at };
  });
  return open && !open.isOfKeys
    ? [...pairs, { value: unknown(open.at, open.why), written: open.at, spread: unknown(open.at, open.why) }]
    : pairs;
}

/** Calls a function for each item of a list. Items that are not known stay as they are. */
function mapped(use: Use, items: readonly Slot[], by: Value | undefined): Slot[] | undefined {
  if (by?.kind !== 'function' && by?.kind !== 'class') return undefined;
  const all = items.length > MAX_TURNS ? items.slice(0, MAX_TURNS) : items;
  const results = all.map((item, index) => {
    if (item.spread) return item;
    const counted: Slot = { value: unknown(use.at, 'counted'), written: use.at };
    const result = use.m.apply(by, { ...NO_NAMES, positional: [item, counted] }, {
      ...use.site,
      event: undefined,
      turn: index,
    } as CallSite);
    return { value: result, written: item.written, ...(item.gate && { gate: item.gate }) };
  });
  if (all !== items) {
    const more = unknown(use.at, 'too-many-made');
    results.push({ value: more, written: use.at, spread: more });
  }
  return results;
}

const NO_NAMES = { named: EMPTY_RECORD } as const;

/** The items that a filter keeps, and whether that is known of each. */
function filtered(use: Use, items: readonly Slot[], by: Value | undefined): Slot[] | undefined {
  if (by === undefined) return undefined;
  const isBoolean = by.kind === 'unknown' && isNamed(use, 0, 'Boolean');
  const isNone = by.kind === 'scalar' && by.scalar === null;
  const answers = isBoolean || isNone ? items : mapped(use, items, by);
  if (!answers) return undefined;
  const kept: Slot[] = [];
  const open: Value[] = [];
  for (const [index, item] of items.entries()) {
    const answer = answers[index]?.value ?? item.value;
    const isKept = item.spread !== undefined || (by.kind === 'function' && givesPromise(by));
    const holds = isKept || truthOf(use.m, answer, use.frame.file);
    if (holds === false) continue;
    const test = holds === undefined ? tested(use.m, answer) : undefined;
    if (test) open.push(test.value);
    kept.push(test ? { ...item, gate: bothGates(item.gate ?? ALWAYS, onlyIf(test)) } : item);
  }
  if (open.length > 0) {
    const others = unknown(use.at, 'chosen', computed(use.frame, 'computed', open));
    kept.push({ value: others, written: use.at, spread: others });
  }
  return kept;
}

/** Whether what is spread into a list only says that a filter may keep fewer items. */
const isOfFilter = (spread: Value): boolean =>
  spread.kind === 'unknown' && spread.why === 'chosen' && spread.from?.name === 'computed';

/** Whether an argument is this global name. */
function isNamed({ given, frame }: Use, index: number, name: string): boolean {
  const written = given.positional[index]?.written;
  return written !== undefined && nameAt(written) === name && !cellOf(frame.scope, name);
}

const flat = (use: Use, items: readonly Slot[]): Slot[] =>
  items.flatMap((item) => {
    const { value: one } = item;
    if (item.spread) return [item];
    if (one.kind === 'list' || one.kind === 'union' || one.kind === 'unknown' || one.kind === 'parameter')
      return [...spreadItems(use.m, item)];
    return [item];
  });

const withList =
  (change: (items: readonly Slot[], use: Use, on: List) => readonly Slot[] | undefined): Method<List> =>
  (on, use) => {
    const items = change(itemsOf(use.m, on), use, on);
    return items && listOf(use, items);
  };

const textJoin = (
  use: Use,
  items: readonly Slot[],
  between: Value | undefined,
  fallback: string,
): Value | undefined => {
  const separator = between ? (between.kind === 'scalar' ? between.scalar : undefined) : fallback;
  if (typeof separator !== 'string') return undefined;
  return joinedText(use.at, items, separator, use.frame);
};

function turned(items: readonly Slot[]): readonly Slot[];
function turned(items: readonly Slot[] | undefined): readonly Slot[] | undefined;
function turned(items: readonly Slot[] | undefined): readonly Slot[] | undefined {
  return items && [...items].reverse();
}

const push =
  (isFirst: boolean): Method<List> =>
  (on, use) => {
    appendAll(use.m, on, use.given.positional, isFirst);
    return nothing(use);
  };

/** Methods of lists in JavaScript. */
const SCRIPT_LISTS: Readonly<Record<string, Method<List>>> = {
  push: push(false),
  unshift: push(true),
  concat: (on, use) => listOf(use, [...itemsOf(use.m, on), ...flat(use, use.given.positional)]),
  filter: withList((items, use) => filtered(use, items, value(use, 0))),
  map: withList((items, use) => mapped(use, items, value(use, 0))),
  flatMap: withList((items, use) => {
    const lists = mapped(use, items, value(use, 0));
    return lists && flat(use, lists);
  }),
  flat: withList((items, use) => (use.given.positional.length > 0 ? undefined : flat(use, items))),
  slice: withList((items, use, on) =>
    use.given.positional.length > 0 ? sliced(use.m, on, value(use, 0), value(use, 1)) : items,
  ),
  includes: contains,
  has: contains,
  toSorted: withList((items) => items),
  toReversed: withList(turned),
  values: withList((items) => items),
  sort: (on) => on,
  reverse: (on, use) => {
    turn(on, use);
    return on;
  },
  forEach: (on, use) => {
    const by = value(use, 0);
    const items = itemsOf(use.m, on);
    if (items.every(({ spread }) => !spread)) return mapped(use, items, by) && nothing(use);
    return undefined;
  },
  find: (on, use) => {
    const kept = filtered(use, itemsOf(use.m, on), value(use, 0));
    return kept && union([...kept.map((one) => one.value), nothing(use)], use.at, 'chosen');
  },
  at: (on, use) => {
    const index = value(use, 0);
    return index && use.m.item(on, index, use.at);
  },
  join: (on, use) => textJoin(use, itemsOf(use.m, on), value(use, 0), ','),
  splice: (on, use) => removed(on, use, use.given.positional.slice(2)),
  pop: (on, use) => removed(on, use, []),
  shift: (on, use) => removed(on, use, []),
  // Sets are lists.
  add: (on, use) => {
    appendAll(use.m, on, use.given.positional);
    return on;
  },
  delete: (on, use) => removedItem(on, use),
  clear: (on, use) => cleared(on, use),
};

/** Whether a constant is among the items of a list; undefined where that is not known. */
function contains(on: List, use: Use): Value | undefined {
  const among = use.given.positional.length === 1 ? isAmong(use.m, value(use, 0), on) : undefined;
  return among === undefined ? undefined : { kind: 'scalar', at: use.at, scalar: among };
}

/** Turns the order of a list around. */
function turn(on: List, { m }: Use): void {
  write(m, on, { list: (state) => ({ ...state, items: turned(state.items) }) });
}

/** Removes the item of a known value. */
function removedItem(on: List, use: Use): Value {
  const one = value(use, 0);
  write(use.m, on, {
    list(state) {
      const place = one ? state.items.findIndex((item) => isSameItem(item.value, one)) : -1;
      return place < 0 ? undefined : { ...state, items: state.items.filter((_, index) => index !== place) };
    },
  });
  return nothing(use);
}

function cleared(on: List | RecordLike, use: Use): Value {
  write(use.m, on, {
    list: () => ({ kind: 'list', items: [] }),
    record: () => ({ kind: 'record', members: new Map() }),
  });
  return nothing(use);
}

/** Removes an unknown item: each may still be there. */
function removed(on: List, use: Use, added: readonly Slot[]): Value | undefined {
  write(use.m, on, {
    list: (state) =>
      state.items.length === 0 && added.length === 0
        ? undefined
        : { ...state, items: [...state.items, ...added], open: state.open ?? changedList(use) },
  });
  return unknown(use.at, 'changed-list', computed(use.frame, 'computed', [on]));
}

/** Methods of objects in JavaScript: of maps, which are read as records. */
const SCRIPT_RECORDS: Readonly<Record<string, Method<RecordLike>>> = {
  get: (on, use) => got(on, use, undefined),
  delete: (on, use) => {
    removeKey(on, use);
    return nothing(use);
  },
  set: (on, use) => (isMap(on) ? setInMap(on, use) : undefined),
  clear: (on, use) => cleared(on, use),
  values: (on, use) => {
    const items = valuesOf(use, on);
    return items && listOf(use, items);
  },
};

/** Removes the member under a key; where the key is not known, each may be gone. */
function removeKey(on: RecordLike, use: Use): void {
  const index = value(use, 0);
  const key = index && keyOf(index);
  write(use.m, on, { record: (own) => without(own, key) });
}

function got(on: RecordLike, use: Use, fallback: Value | undefined): Value | undefined {
  const { m, at } = use;
  const index = value(use, 0);
  if (!index) return undefined;
  const key = readKeyOf(index);
  if (key === undefined) return underKey(m, on, index, at, fallback);
  return memberUnder(m, on, key, at) ?? (m.recordState(on).open ? undefined : fallback);
}

/** Sets a member by a call: of `exports` where the call names it. */
function define(use: Use, target: Value, property: string, slot: Slot): void {
  setMember(use.m, target, property, slot);
  const [written] = use.site.expression?.positional ?? [];
  if (written) exportMember(use.m, { object: written.value, property }, slot, use.frame);
}

const OBJECT: Readonly<Record<string, BuiltIn>> = {
  values: (use) => listOfOr(use, valuesOf(use, value(use, 0))),
  keys: (use) => {
    const one = value(use, 0);
    return one?.kind === 'record' && !use.m.recordState(one).open ? listOf(use, keysOf(use, one)) : undefined;
  },
  entries: (use) => listOfOr(use, pairsOf(use, value(use, 0))),
  freeze: (use) => value(use, 0),
  seal: (use) => value(use, 0),
  assign: (use) => {
    const [target, ...others] = use.given.positional;
    if (!target || (others.length === 0 && target.value.kind !== 'record')) return undefined;
    for (const one of others) mergeInto(use.m, target.value, one);
    const [written] = use.site.expression?.positional ?? [];
    if (written) exportMembers(use.m, written.value, others, use.at, use.frame);
    return target.value;
  },
  defineProperty: (use) => {
    const [target, key, { value: described } = {}] = use.given.positional;
    const name = key && keyOf(key.value);
    const members = described?.kind === 'record' ? use.m.recordState(described).members : undefined;
    const get = members?.get('get')?.value;
    const made = get?.kind === 'function' ? propertyValue(use.m, get, use.at) : members?.get('value')?.value;
    if (!target || name === undefined || !made) return undefined;
    define(use, target.value, name, { value: made, written: made.at });
    return target.value;
  },
  fromEntries: (use) => {
    const items = iterated(use, value(use, 0));
    if (!items) return undefined;
    const members = new Members();
    for (const item of items) {
      // What a filter keeps are pairs that have a gate.
      if (item.spread && isOfFilter(item.spread)) continue;
      const [first, second] = item.value.kind === 'list' ? itemsOf(use.m, item.value) : [];
      const key = first && keyOf(first.value);
      const gate = second && (item.gate ?? second.gate);
      if (key !== undefined && second && !gate) members.set(key, second);
      else if (second) members.other({ ...second, gate, keyedBy: first?.value }, use.at);
      else members.leaveOpen('computed-member', use.at);
    }
    return use.m.record(use.at, use.frame.context, members.state());
  },
};

const listOfOr = (use: Use, items: readonly Slot[] | undefined): Value | undefined =>
  items && listOf(use, items);

const ARRAY: Readonly<Record<string, BuiltIn>> = {
  from: (use) => {
    const items = iterated(use, value(use, 0));
    if (!items) return undefined;
    const by = value(use, 1);
    return listOfOr(use, by ? mapped(use, items, by) : items);
  },
  of: (use) => listOf(use, use.given.positional),
};

/** What each of some promises gave, beside whether it failed: `Promise.allSettled([ask()])`. */
function settledItems(use: Use): Value | undefined {
  const { m, at, frame, site } = use;
  const items = iterated(use, value(use, 0));
  if (!items || items.some(({ spread }) => spread)) return undefined;
  const settled = items.map((one, index): Slot => {
    settle(m, one.value);
    const status: Slot = { value: unknown(at, 'computed'), written: at };
    const members = new Map([
      ['status', status],
      ['value', { ...one, gate: undefined }],
    ]);
    return { ...one, value: m.record(at, m.turn(frame.context, site.at, index), { members }) };
  });
  return listOf(use, settled);
}

const PROMISE: Readonly<Record<string, BuiltIn>> = {
  all: (use) => listOfOr(use, iterated(use, value(use, 0))),
  allSettled: settledItems,
  any: (use) => oneOf(use),
  race: (use) => oneOf(use),
  resolve: (use) => value(use, 0),
};

/** Whether one of the items of a list holds: `any([a, b])` is `a or b`. */
function anyHolds(use: Use): Value | undefined {
  const { m, at, frame } = use;
  const items = iterated(use, value(use, 0));
  if (!items?.length || items.length > MAX_TESTS || items.some(({ spread, gate }) => spread || gate))
    return undefined;
  const open = items.filter((one) => truthOf(m, one.value, frame.file) !== false).map((one) => one.value);
  if (open.some((one) => truthOf(m, one, frame.file))) return { kind: 'scalar', at, scalar: true };
  const tests = open.map((one) => tested(m, one));
  const none = tests.map(
    (test) => ({ kind: 'test', test, holds: false, clock: test.clock, parent: undefined }) as const,
  );
  return union([...open, { kind: 'scalar', at, scalar: false }], at, 'chosen', [
    ...tests.map(onlyIf),
    [none],
  ]);
}

/** One of the items of the first argument, whichever is there first: nothing of the program decides which. */
function oneOf(use: Use): Value | undefined {
  const { m, at } = use;
  const items = iterated(use, value(use, 0));
  if (!items?.length || items.some(({ spread }) => spread)) return undefined;
  const values = items.map((one) => one.value);
  return union(
    values,
    at,
    'chosen',
    values.map(() => onlyIf(tested(m, unknown(at, 'chosen')))),
  );
}

/** Methods of lists in Python. */
const PYTHON_LISTS: Readonly<Record<string, Method<List>>> = {
  append: push(false),
  add: push(false),
  insert: (on, use) => {
    const [at, slot] = use.given.positional;
    if (slot) appendAll(use.m, on, [slot], at?.value.kind === 'scalar' && at.value.scalar === 0);
    return nothing(use);
  },
  extend: (on, use) => extended(on, use),
  update: (on, use) => extended(on, use),
  copy: withList((items) => items),
  clear: (on, use) => cleared(on, use),
  remove: (on, use) => removedItem(on, use),
  discard: (on, use) => removedItem(on, use),
  pop: (on, use) => removed(on, use, []),
  sort: (_, use) => nothing(use),
  reverse: (on, use) => {
    turn(on, use);
    return nothing(use);
  },
};

function extended(on: List, use: Use): Value | undefined {
  const [slot] = use.given.positional;
  if (slot) appendAll(use.m, on, iterated(use, slot.value) ?? spreadItems(use.m, slot));
  return nothing(use);
}

const isSameItem = (a: Value, b: Value): boolean =>
  a.kind === 'scalar' && b.kind === 'scalar'
    ? a.scalar === b.scalar
    : 'id' in a && 'id' in b && a.id === b.id;

/** The object that is passed; of a list of pairs, the one that it makes. */
function fromPairs(use: Use): Slot | undefined {
  const [slot] = use.given.positional;
  const made = slot?.value.kind === 'list' ? OBJECT.fromEntries?.(use) : undefined;
  return slot && made ? { ...slot, value: made } : slot;
}

/** Methods of dicts in Python. */
const PYTHON_RECORDS: Readonly<Record<string, Method<RecordLike>>> = {
  get: (on, use) => got(on, use, value(use, 1) ?? { kind: 'scalar', at: use.at, scalar: null }),
  values: (on, use) => listOfOr(use, valuesOf(use, on)),
  items: (on, use) => listOfOr(use, pairsOf(use, on)),
  keys: (on, use) => (use.m.recordState(on).open ? undefined : listOf(use, keysOf(use, on))),
  copy: (on, use) => shallowCopy(use.m, on, use.at, use.frame.context),
  update: (on, use) => {
    const slot = fromPairs(use);
    if (slot) mergeInto(use.m, on, slot);
    for (const [key, slot] of use.given.named.members)
      setIn(use, on, { kind: 'scalar', at: slot.written, scalar: key }, slot);
    return nothing(use);
  },
  setdefault: (on, use) => {
    const [, slot] = use.given.positional;
    const index = value(use, 0);
    if (!index || !slot) return undefined;
    const { m, at } = use;
    const key = keyOf(index);
    const { members, open, others = [] } = m.recordState(on);
    if (key === undefined) {
      const before = members.size > 0 || open ? [anyOf(m, on, at)] : [];
      setIn(use, on, index, slot);
      return union([...before, slot.value], at, 'default');
    }
    const before = members.has(key) && memberUnder(m, on, key, at);
    if (before) return before;
    const rest = open && !open.isOfKeys ? [unknown(at, open.why)] : [];
    const all = [...others.map((one) => one.value), ...rest, slot.value];
    const given: Slot = { ...slot, value: union(all, at, 'default') };
    setIn(use, on, index, given);
    return given.value;
  },
  pop: (on, use) => {
    const taken = got(on, use, value(use, 1));
    removeKey(on, use);
    return taken;
  },
  popitem: (on, use) => {
    removeKey(on, use);
    return undefined;
  },
  clear: (on, use) => cleared(on, use),
};

/** The truth of what a call is passed: `bool(x)`, `Boolean(x)`. */
const truth: BuiltIn = (use) => {
  const given = value(use, 0);
  const one = given && truthValue(use.m, given, use.at);
  const holds = one ? truthOf(use.m, one, use.frame.file) : false;
  if (holds === undefined) return one === given ? undefined : one;
  return { kind: 'scalar', at: use.at, scalar: holds };
};

const copied: BuiltIn = (use) => {
  const one = value(use, 0);
  if (!one) return use.given.named.members.size === 0 ? listOf(use, []) : undefined;
  const items = iterated(use, one);
  // What a filter takes out of a list that is not known stays that.
  const chosen = items ? undefined : chosenOperation(one);
  return chosen ? unknown(use.at, 'computed', chosen) : listOfOr(use, items);
};

/** Functions of Python that need no import. */
const PYTHON_FUNCTIONS: Readonly<Record<string, BuiltIn>> = {
  any: anyHolds,
  bool: truth,
  list: copied,
  tuple: copied,
  set: copied,
  frozenset: copied,
  sorted: copied,
  reversed: (use) => listOfOr(use, turned(iterated(use, value(use, 0)))),
  iter: copied,
  next: (use) => {
    const items = iterated(use, value(use, 0))?.filter(({ spread }) => !spread || !isOfFilter(spread));
    if (!items?.length || items.some(({ spread }) => spread)) return undefined;
    return union([...items.map((one) => one.value), value(use, 1) ?? nothing(use)], use.at, 'chosen');
  },
  dict: (use) => {
    const members = new Members();
    const slot = fromPairs(use);
    if (slot) members.spread(use.m, slot.value, slot);
    const { named } = use.given;
    for (const [key, one] of named.members) members.set(key, one);
    if (named.open) members.leaveOpen(named.open.why, named.open.at);
    return use.m.record(use.at, use.frame.context, members.state());
  },
  sum: (use) => {
    const start = value(use, 1);
    if (start?.kind !== 'list') return undefined;
    const items = iterated(use, value(use, 0));
    return items && listOf(use, [...itemsOf(use.m, start), ...flat(use, items)]);
  },
  filter: (use) => {
    const items = iterated(use, value(use, 1));
    return items && listOfOr(use, filtered(use, items, value(use, 0)));
  },
  map: (use) => {
    const items = iterated(use, value(use, 1));
    return items && listOfOr(use, mapped(use, items, value(use, 0)));
  },
  enumerate: (use) => {
    const items = iterated(use, value(use, 0));
    return (
      items &&
      listOf(
        use,
        items.map((item, index) => {
          if (item.spread) return item;
          const place: Slot = {
            value: { kind: 'scalar', at: item.written, scalar: index },
            written: item.written,
          };
          const context = use.m.turn(use.frame.context, use.at, index);
          return {
            value: use.m.list(item.written, context, { items: [place, item] }),
            written: item.written,
          };
        }),
      )
    );
  },
  zip: (use) => {
    const lists = use.given.positional.map((slot) => iterated(use, slot.value));
    if (lists.some((one) => !one || one.some(({ spread }) => spread))) return undefined;
    const length = Math.min(...lists.map((one) => one?.length ?? 0));
    return listOf(
      use,
      Array.from({ length }, (_, index): Slot => {
        const context = use.m.turn(use.frame.context, use.at, index);
        const items = lists.flatMap((one) => one?.[index] ?? []);
        return { value: use.m.list(use.at, context, { items }), written: use.at };
      }),
    );
  },
  cast: (use) => value(use, 1),
  isinstance: (use) => {
    const [one, of] = [value(use, 0), value(use, 1)];
    const isOne = one && of && isInstance(one, of);
    return isOne === undefined ? undefined : { kind: 'scalar', at: use.at, scalar: isOne };
  },
  getattr: (use) => {
    const [object, key] = [value(use, 0), value(use, 1)];
    const name = key && keyOf(key);
    if (!object || name === undefined) return undefined;
    const fallback = value(use, 2);
    const mark = markOf(use.m, object, name);
    if (mark === 'unset' && fallback) return fallback;
    if (mark && mark !== 'unset') return mark;
    const found = use.m.member(object, name, use.at);
    if (!fallback || object.kind !== 'instance' || !isTaken(found)) return found;
    return isClosed(use.m, object) ? fallback : union([found, fallback], use.at, 'default');
  },
  hasattr: (use) => {
    const [object, key] = [value(use, 0), value(use, 1)];
    const name = key && keyOf(key);
    const mark = object && name !== undefined ? markOf(use.m, object, name) : undefined;
    return mark && { kind: 'scalar', at: use.at, scalar: mark !== 'unset' };
  },
  callable: (use) => {
    const one = value(use, 0);
    const isFunction = one?.kind === 'function';
    return isFunction || (one && isPlain(one))
      ? { kind: 'scalar', at: use.at, scalar: isFunction }
      : undefined;
  },
  type: (use) => (value(use, 0)?.kind === 'instance' ? classOf(value(use, 0)) : undefined),
  dir: (use) => listOfOr(use, namesIn(use, value(use, 0))),
  setattr: (use) => {
    const [object, key, slot] = use.given.positional;
    if (!object || !key || !slot) return undefined;
    setIn(use, object.value, key.value, slot);
    return nothing(use);
  },
};

const trimmed: BuiltIn = (use) => {
  const one = value(use, 0);
  return one?.kind === 'scalar' && typeof one.scalar === 'string' ? one : undefined;
};

const copyOf: BuiltIn = (use) => {
  const one = value(use, 0);
  return one && shallowCopy(use.m, one, use.at, use.frame.context);
};

/** The default of a field of a class: `field(default_factory=lambda: [x])`, `Field("x")`. */
const field: BuiltIn = (use) => {
  const { named } = use.given;
  const stated = named.members.get('default')?.value ?? value(use, 0);
  if (stated) return stated.kind === 'unknown' ? undefined : stated;
  const factory = named.members.get('default_factory') ?? named.members.get('factory');
  if (!factory) return undefined;
  const name = factory.value.kind === 'unknown' ? nameAt(factory.written) : undefined;
  if (name === 'list') return listOf(use, []);
  if (name === 'dict') return use.m.record(use.at, use.frame.context, { members: new Map() });
  return factory.value.kind === 'function'
    ? use.m.apply(factory.value, { positional: [], ...NO_NAMES }, {
        ...use.site,
        event: undefined,
      } as CallSite)
    : undefined;
};

/** The names of the members of an object of the project. */
function namesIn(use: Use, of: Value | undefined): readonly Slot[] | undefined {
  const found = memberNames(use.m, of);
  if (!found) return undefined;
  const { at } = use;
  const items = found.names.map((scalar): Slot => ({ value: { kind: 'scalar', at, scalar }, written: at }));
  const others = unknown(at, 'computed');
  return found.isOpen ? [...items, { value: others, written: at, spread: others }] : items;
}

/** Pairs of the name and the value of each member: `inspect.getmembers(self, predicate=inspect.ismethod)`. */
function membersByName(use: Use): Value | undefined {
  const { m, at, frame, given, site } = use;
  const of = value(use, 0);
  const names = namesIn(use, of);
  const predicate = value(use, 1) ?? given.named.members.get('predicate')?.value;
  if (!of || !names) return undefined;
  const pairs: Slot[] = [];
  for (const [index, name] of names.entries()) {
    const key = keyOf(name.value);
    const member: Slot = { value: key === undefined ? name.value : m.member(of, key, at), written: at };
    const holds = key === undefined || !predicate || holdsFor(predicate, member, use, index);
    if (holds === undefined) return undefined;
    const items = [name, member];
    if (key === undefined) pairs.push(name);
    else if (holds)
      pairs.push({ value: m.list(at, m.turn(frame.context, site.at, index), { items }), written: at });
  }
  return listOf(use, pairs);
}

/** Whether a test of members holds for one. */
function holdsFor(test: Value, member: Slot, { m, site }: Use, turn: number): boolean | undefined {
  if (test.kind === 'external' && test.origin.module === 'inspect')
    return OF_METHODS.has(test.origin.dotted) ? member.value.kind === 'function' : undefined;
  if (test.kind !== 'function') return undefined;
  const result = m.apply(test, { ...NO_NAMES, positional: [member] }, { ...site, event: undefined, turn });
  return truthOf(m, result, site.frame.file);
}

const OF_METHODS: ReadonlySet<string> = new Set(['ismethod', 'isfunction', 'isroutine']);

/** Functions that the TypeScript compiler writes into a file, or imports from `tslib`. */
const COMPILED: Rows<BuiltIn> = {
  __exportStar: (use) => {
    const [module] = use.given.positional;
    const target = use.site.expression?.positional[1]?.value;
    if (module && target) exportMembers(use.m, target, [module], use.at, use.frame);
    return nothing(use);
  },
  __importStar: (use) => value(use, 0),
  __importDefault: (use) => value(use, 0),
};

/** Functions of packages by module and name. */
const LIBRARY: Readonly<Record<string, BuiltIn>> = {
  ...Object.fromEntries(Object.entries(COMPILED).map(([name, one]) => [`tslib.${name}`, one])),
  'itertools.chain': (use) => listOf(use, flat(use, use.given.positional)),
  'itertools.chain.from_iterable': (use) => {
    const items = iterated(use, value(use, 0));
    return items && listOf(use, flat(use, items));
  },
  'inspect.getmembers': membersByName,
  'copy.copy': copyOf,
  'copy.deepcopy': copyOf,
  'textwrap.dedent': trimmed,
  'inspect.cleandoc': trimmed,
  'typing.cast': (use) => value(use, 1),
  'asyncio.run': (use) => value(use, 0),
  'dataclasses.field': field,
  'pydantic.Field': field,
  'attrs.field': field,
  'attr.field': field,
};

/** Functions and methods of a language, by their names. */
interface BuiltIns {
  /** Functions that need no import. */
  readonly functions: Rows<BuiltIn>;
  /** What `new` makes. */
  readonly constructors: Rows<BuiltIn>;
  /** Functions that are members of an object which needs no import. */
  readonly members: Rows<Rows<BuiltIn>>;
  readonly texts: Rows<Method<Value & { kind: 'scalar' }>>;
  readonly lists: Rows<Method<List>>;
  readonly records: Rows<Method<RecordLike>>;
  /** Methods of what is nothing of these. */
  readonly others: Rows<Method<Value>>;
  /** Methods that show that their object is a list, and add to it. */
  readonly grows: ReadonlySet<string>;
  /** Methods that show that their object is a record, and set a member of it. */
  readonly sets: ReadonlySet<string>;
}

/** Whether a method of a language adds to a list or sets a member, by its name. */
export const isStore = ({ name, keySetters }: Language, method: string): boolean =>
  BUILT_INS[name].grows.has(method) || BUILT_INS[name].sets.has(method) || keySetters.has(method);

type Rows<T> = Readonly<Record<string, T>>;

const rowOf = <T>(rows: Rows<T>, name: string): T | undefined =>
  Object.hasOwn(rows, name) ? rows[name] : undefined;

/** A text that a method computes of another one and nothing else; itself, with its place in the file, if nothing changes. */
const changedText =
  (change: (text: string) => string): Method<Value & { kind: 'scalar' }> =>
  (on, { given, at }) => {
    if (given.positional.length > 0 || given.named.members.size > 0 || typeof on.scalar !== 'string')
      return undefined;
    const text = change(on.scalar);
    // Where each character of a page between quotes stands is worth more than the space around it.
    if (text === on.scalar || (text === on.scalar.trim() && text.includes('\n'))) return on;
    return { kind: 'scalar', at, scalar: text, parts: [on] };
  };

const withoutSpace = changedText((text) => text.trim());
const withoutSpaceBefore = changedText((text) => text.trimStart());
const withoutSpaceAfter = changedText((text) => text.trimEnd());
const inLowerCase = changedText((text) => text.toLowerCase());
const inUpperCase = changedText((text) => text.toUpperCase());

/** Whether a text begins or ends with another one. */
const testedText =
  (holds: (text: string, part: string) => boolean): Method<Value & { kind: 'scalar' }> =>
  (on, use) => {
    const part = use.given.positional.length === 1 ? value(use, 0) : undefined;
    if (typeof on.scalar !== 'string' || part?.kind !== 'scalar' || typeof part.scalar !== 'string')
      return undefined;
    return { kind: 'scalar', at: use.at, scalar: holds(on.scalar, part.scalar) };
  };

const beginsWith = testedText((text, part) => text.startsWith(part));
const endsWith = testedText((text, part) => text.endsWith(part));

const entered: Method<Value> = (_, use) => {
  const one = value(use, 0);
  return one && enteredValue(use.m, one, use.frame);
};

const mapOf: BuiltIn = (use) =>
  value(use, 0) ? OBJECT.fromEntries?.(use) : use.m.record(use.at, use.frame.context, { members: new Map() });

const BUILT_INS: Readonly<Record<Language['name'], BuiltIns>> = {
  python: {
    functions: PYTHON_FUNCTIONS,
    constructors: {},
    members: {},
    texts: {
      strip: withoutSpace,
      lstrip: withoutSpaceBefore,
      rstrip: withoutSpaceAfter,
      lower: inLowerCase,
      casefold: inLowerCase,
      upper: inUpperCase,
      startswith: beginsWith,
      endswith: endsWith,
      join: (on, use) => {
        const items = iterated(use, value(use, 0));
        return items && textJoin(use, items, on, '');
      },
    },
    lists: PYTHON_LISTS,
    records: PYTHON_RECORDS,
    others: {
      copy: (on, use) =>
        on.kind === 'external' ? shallowCopy(use.m, on, use.at, use.frame.context) : undefined,
      enter_context: entered,
      enter_async_context: entered,
    },
    grows: new Set(['append', 'extend', 'insert']),
    sets: new Set(['update', 'setdefault']),
  },
  typescript: {
    functions: { structuredClone: copyOf, Boolean: truth },
    constructors: {
      Set: (use) => {
        const first = value(use, 0);
        return first ? listOfOr(use, iterated(use, first)) : listOf(use, []);
      },
      Map: mapOf,
      WeakMap: mapOf,
      Promise: (use) => {
        const executor = value(use, 0);
        return executor?.kind === 'function' ? promised(use.m, executor, use.site) : undefined;
      },
    },
    members: { Object: OBJECT, Array: ARRAY, Promise: PROMISE },
    texts: {
      trim: withoutSpace,
      trimStart: withoutSpaceBefore,
      trimEnd: withoutSpaceAfter,
      toLowerCase: inLowerCase,
      toUpperCase: inUpperCase,
      startsWith: beginsWith,
      endsWith: endsWith,
    },
    lists: SCRIPT_LISTS,
    records: SCRIPT_RECORDS,
    others: {
      // An appended item is known even if the list is not: the known part shows that it is a list.
      concat: (on, use) =>
        use.given.positional.some(({ value: one }) => one.kind === 'list')
          ? listOf(use, [
              ...spreadItems(use.m, { value: on, written: use.at }),
              ...flat(use, use.given.positional),
            ])
          : undefined,
    },
    grows: new Set(['push', 'unshift']),
    sets: new Set(),
  },
};

/** The result of a built-in call; undefined for other calls, and if something in it is not known. */
export function builtInCall(
  m: Machine,
  target: Value,
  receiver: Value | undefined,
  given: Arguments,
  site: CallSite,
): Value | undefined {
  const { expression, frame, at } = site;
  if (!expression) return undefined;
  const use: Use = { m, given, site, at, frame };
  const origin = originOf(target);
  const ofLibrary =
    origin && target.kind === 'external' ? LIBRARY[`${origin.module}.${origin.dotted}`] : undefined;
  if (ofLibrary) return ofLibrary(use);
  const { callee } = expression;
  const { functions, constructors, members } = BUILT_INS[frame.file.language.name];
  const compiled = callee.kind === 'name' && rowOf(COMPILED, callee.name);
  if (compiled && !frame.file.language.exportsAll) return compiled(use);
  if (callee.kind === 'name' && !cellOf(frame.scope, callee.name))
    return rowOf(site.isNew ? constructors : functions, callee.name)?.(use);
  if (callee.kind !== 'member' || !receiver) return undefined;
  const { property, object } = callee;
  const own =
    object.kind === 'name' && !cellOf(frame.scope, object.name) ? rowOf(members, object.name) : undefined;
  return own ? rowOf(own, property)?.(use) : method(property, receiver, use);
}

function method(name: string, on: Value, use: Use): Value | undefined {
  const { texts, lists, records, others, grows, sets } = BUILT_INS[use.frame.file.language.name];
  const text = on.kind === 'scalar' && rowOf(texts, name)?.(on, use);
  if (text) return text;
  if (grows.has(name)) {
    const grown = growNew(on, use) ?? growUnknown(on, use);
    if (grown) return grown;
  }
  if (on.kind === 'union') return methodOfUnion(name, on, use);
  if (on.kind === 'list') return rowOf(lists, name)?.(on, use);
  const changed = on.kind === 'external' && sets.has(name) ? rootOf(use) : on;
  if (changed.kind === 'record' && changed !== on) return method(name, changed, use);
  // The object has its own member of that name.
  if (on.kind === 'record' && !use.m.recordState(on).members.has(name))
    return rowOf(records, name)?.(on, use);
  return rowOf(others, name)?.(on, use);
}

/** Whether a value is a member of which nothing is known. */
const isTaken = (one: Value): boolean =>
  (one.kind === 'external' || one.kind === 'unknown') && one.takenFrom !== undefined;

/** Whether an object has no members but those that are known. */
function isClosed(m: Machine, one: Instance): boolean {
  const { open, others } = m.recordState(one);
  return one.of !== undefined && lineOf(one.of).isKnown && !open && !others;
}

/** The types of functions. */
const OF_FUNCTIONS: ReadonlySet<string> = new Set(['Callable', 'FunctionType', 'MethodType', 'Hashable']);

/** Whether a value is an instance of a class, as far as both are known. */
function isInstance(one: Value, of: Value): boolean | undefined {
  const origin = of.kind === 'external' || of.kind === 'class' ? originOf(of) : undefined;
  if (!origin) return undefined;
  if (one.kind === 'function') {
    const isPlain = one.decorators.length === 0 && !OF_FUNCTIONS.has(origin.name);
    return isPlain ? false : undefined;
  }
  return one.kind === 'instance' && isSame(one.call.target, of) ? true : undefined;
}

/** The object that a method call creates by writing into an unset member. */
function rootOf({ m, site, frame, at }: Use): Value {
  const callee = site.expression?.callee;
  return callee?.kind === 'member' ? rootedAt(m, callee.object, frame) : unknown(at, 'computed');
}

/** An unset member that something is appended to is a list: `agent.handoffs.push(other)`. */
function growNew(on: Value, use: Use): Value | undefined {
  const { m, site, frame } = use;
  const callee = site.expression?.callee;
  const held = callee?.kind === 'member' ? bare(callee.object) : undefined;
  const owner = site.event?.receivers[1]?.value;
  if (
    (on.kind !== 'external' && on.kind !== 'unknown') ||
    held?.kind !== 'member' ||
    owner?.kind !== 'instance'
  )
    return undefined;
  if (m.recordState(owner).members.has(held.property)) return undefined;
  const at: At = { file: frame.file, span: held };
  const list = m.list(at, frame.context, { items: [] });
  m.setMember(owner, held.property, { value: list, written: at, key: held.propertySpan });
  if (list.kind === 'list') appendAll(m, list, addedBy(use));
  return { kind: 'nothing', at };
}

/**
 * An unknown value that something is appended to is a list that contains the appended items: of a name, and of a member of
 * an object of the project.
 */
function growUnknown(on: Value, use: Use): Value | undefined {
  const { m, site, frame } = use;
  const callee = site.expression?.callee;
  const object = callee?.kind === 'member' ? bare(callee.object) : undefined;
  const owner = site.event?.receivers[1]?.value;
  const isOwn = object?.kind === 'member' && owner?.kind === 'instance' && owner.of !== undefined;
  if ((object?.kind !== 'name' && !isOwn) || !mayBeList(on)) return undefined;
  const at: At = { file: frame.file, span: object };
  const open: Open = { why: whyOf(on), at: on.at, from: computed(frame, 'same', [on]) };
  const list = m.list(at, frame.context, { items: addedBy(use), open });
  const slot: Slot = { value: list, written: at };
  if (object.kind === 'name') m.assign(object, slot, frame, 'set');
  else if (owner) m.setMember(owner, object.property, { ...slot, key: object.propertySpan });
  return { kind: 'nothing', at };
}

/** Whether an unknown value may be a list: a parameter, a result, or an item of one. An instance is not. */
function mayBeList(on: Value): boolean {
  if (on.kind === 'parameter') return on.origin === undefined;
  if (on.kind === 'external') return Number.isInteger(Number(on.takenFrom?.name));
  if (on.kind !== 'instance') return on.kind === 'unknown';
  const { isNew, callee } = on.call.expression;
  const name = lastName(callee);
  return on.of === undefined && !isNew && name.charAt(0) === name.charAt(0).toLowerCase();
}

/** The items that a call appends. */
function addedBy({ m, site, given }: Use): readonly Slot[] {
  const callee = site.expression?.callee;
  const name = callee?.kind === 'member' ? callee.property : '';
  const items = name === 'insert' ? given.positional.slice(1) : given.positional;
  return name === 'extend' ? items.flatMap((slot) => spreadItems(m, slot)) : items;
}

/** The result of `new Map()`. */
const isMap = (on: RecordLike): boolean => expressionAt(on.at).kind === 'call';

function setInMap(on: RecordLike, use: Use): Value | undefined {
  const [key, slot] = use.given.positional;
  if (key && slot) setIn(use, on, key.value, slot);
  return on;
}

/** Sets a member as an assignment does. */
function setIn({ m, frame, at }: Use, object: Value, key: Value, slot: Slot): void {
  m.recordEvent({ kind: 'set', ...happening(m, frame), place: slot.written.span, object, key, slot });
  setUnder(m, object, key, slot, at);
}

/** A method of one of several objects: the results, each under the tests of its object. Its writes are weak. */
function methodOfUnion(name: string, on: Value & { kind: 'union' }, use: Use): Value | undefined {
  const results: { of: Value; value: Value | undefined; gate: Gate | undefined }[] = [];
  branches(
    use.m,
    use.frame,
    'several',
    on.members.flatMap((one, index) =>
      // On `None` the call fails and what follows does not run.
      isGiven(one) === false
        ? []
        : () => {
            results.push({ of: one, value: method(name, one, use), gate: on.gates?.[index] });
            return true;
          },
    ),
  );
  if (results.every(({ value: one }) => one === undefined)) return undefined;
  return union(
    results.map(
      ({ of, value: one }) => one ?? unknown(use.at, 'computed', computed(use.frame, 'computed', [of])),
    ),
    use.at,
    'chosen',
    on.gates && results.map(({ gate }) => gate),
  );
}
