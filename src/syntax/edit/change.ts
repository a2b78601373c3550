import type { PlainMembers, PlainValue } from '../../model/fix.js';

/** Keys and indices from the root of a document to an element. */
export type Trail = readonly (string | number)[];

/** What an edit does to the value at the end of a trail, whatever the format. */
export type Change =
  | { do: 'merge'; members: PlainMembers }
  | { do: 'replace'; value: PlainValue }
  | { do: 'rename'; key: string }
  | { do: 'remove' }
  | { do: 'drop'; indices: readonly number[] }
  | { do: 'append'; values: readonly PlainValue[] };

export const isMembers = (value: unknown): value is PlainMembers =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value of a whole document after a change: what the edited text has to say. */
export function changed(root: unknown, trail: Trail, change: Change): unknown {
  const [step, ...rest] = trail;
  if (step === undefined) return changedValue(root, change);
  const isLast = rest.length === 0;
  if (Array.isArray(root)) {
    if (isLast && change.do === 'remove') return root.filter((_, index) => index !== step);
    return root.map((item, index) => (index === step ? changed(item, rest, change) : item));
  }
  if (!isMembers(root)) return root;
  const entries = Object.entries(root).flatMap(([key, value]): [string, unknown][] => {
    if (key !== step) return [[key, value]];
    if (isLast && change.do === 'remove') return [];
    if (isLast && change.do === 'rename') return [[change.key, value]];
    return [[key, changed(value, rest, change)]];
  });
  return Object.fromEntries(entries);
}

function changedValue(value: unknown, change: Change): unknown {
  switch (change.do) {
    case 'merge':
      return merged(value, change.members);
    case 'replace':
      return change.value;
    case 'append':
      return [...(Array.isArray(value) ? value : []), ...change.values];
    case 'drop':
      return Array.isArray(value) ? value.filter((_, index) => !change.indices.includes(index)) : value;
    default:
      return value;
  }
}

function merged(value: unknown, members: PlainMembers): unknown {
  const result = new Map(Object.entries(isMembers(value) ? value : {}) as [string, unknown][]);
  for (const [key, member] of Object.entries(members))
    result.set(key, isMembers(member) ? merged(result.get(key), member) : member);
  return Object.fromEntries(result);
}

/** Whether two plain values say the same; members in any order. */
export function saysSame(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) || Array.isArray(other)) {
    if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false;
    return one.every((item, index) => saysSame(item, other[index]));
  }
  if (!isMembers(one) || !isMembers(other)) return Object.is(one, other);
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && saysSame(one[key], other[key]))
  );
}
