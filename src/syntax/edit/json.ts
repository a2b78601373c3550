import type { PlainMembers, PlainValue } from '../../model/fix.js';
import type { PositionedValue } from '../positioned-value.js';
import { type Bracketed, insertItems, removeItem, removeItems } from './bracketed.js';
import { type Change, isMembers, type Trail } from './change.js';
import type { Splice } from './splice.js';

/** A value as JSON on one line: `{ "a": 1, "b": ["x"] }`. */
export function jsonOf(value: PlainValue): string {
  if (Array.isArray(value)) return `[${value.map(jsonOf).join(', ')}]`;
  if (!isMembers(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${jsonOf(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

/** How values and keys are written between brackets. */
export interface Writing {
  comments: Bracketed['comments'];
  value(value: PlainValue): string;
  key(key: string): string;
  /** Between key and value. */
  mark: string;
}

const JSON_WRITING: Writing = {
  comments: 'slashes',
  value: jsonOf,
  key: (key) => JSON.stringify(key),
  mark: ': ',
};

/** The splices that make a change in a text of JSON; `root` is the tree of it with all offsets. */
export function editJson(
  text: string,
  root: PositionedValue,
  trail: Trail,
  change: Change,
): Splice[] | undefined {
  return editBracketed(text, root, trail, change, JSON_WRITING);
}

/** The same for every text whose objects and lists are between brackets. */
function editBracketed(
  text: string,
  root: PositionedValue,
  trail: Trail,
  change: Change,
  writing: Writing,
): Splice[] | undefined {
  const value = valueAt(root, trail);
  const holder = valueAt(root, trail.slice(0, -1));
  const last = trail.at(-1);
  if (!value) return undefined;
  switch (change.do) {
    case 'merge':
      return mergeInto(text, value, change.members, writing);
    case 'replace':
      return [{ start: value.start, end: value.end, text: writing.value(change.value) }];
    case 'append': {
      const list = bracketed(text, value, writing);
      return value.items && list && insertItems(list, change.values.map(writing.value));
    }
    case 'drop': {
      const list = value.items && bracketed(text, value, writing);
      return list && removeItems(list, change.indices);
    }
    case 'rename': {
      const entry = typeof last === 'string' ? holder?.entries?.get(last) : undefined;
      if (!entry || holder?.entries?.has(change.key)) return undefined;
      return [{ start: entry.keyStart, end: entry.keyEnd, text: writing.key(change.key) }];
    }
    case 'remove': {
      const list = holder && bracketed(text, holder, writing);
      const start = typeof last === 'string' ? holder?.entries?.get(last)?.keyStart : value.start;
      const index = list?.items.findIndex((item) => item.start === start) ?? -1;
      return list && index >= 0 ? removeItem(list, index) : undefined;
    }
  }
}

/** The value at the end of a trail. */
export function valueAt(root: PositionedValue, trail: Trail): PositionedValue | undefined {
  let value: PositionedValue | undefined = root;
  for (const step of trail)
    value = typeof step === 'number' ? value?.items?.[step] : value?.entries?.get(step)?.value;
  return value;
}

/** An object or list between its brackets; undefined where the text has none there. */
function bracketed(text: string, value: PositionedValue, { comments }: Writing): Bracketed | undefined {
  const brackets = value.entries ? '{}' : '[]';
  if (text.charAt(value.start) !== brackets[0] || text.charAt(value.end - 1) !== brackets[1])
    return undefined;
  const entries = [...(value.entries?.values() ?? [])].map((entry) => ({
    start: entry.keyStart,
    end: entry.value.end,
  }));
  const items = value.items ?? entries;
  return {
    text,
    open: value.start + 1,
    close: value.end - 1,
    items: items.map(({ start, end }) => ({ start, end })).sort((a, b) => a.start - b.start),
    comments,
    pad: value.entries ? ' ' : '',
  };
}

function mergeInto(
  text: string,
  value: PositionedValue,
  members: PlainMembers,
  writing: Writing,
): Splice[] | undefined {
  if (!value.entries) return [{ start: value.start, end: value.end, text: writing.value(members) }];
  const splices: Splice[] = [];
  const added: string[] = [];
  for (const [key, member] of Object.entries(members)) {
    const entry = value.entries.get(key);
    if (!entry) added.push(`${writing.key(key)}${markOf(text, value, writing)}${writing.value(member)}`);
    else if (isMembers(member)) {
      const inner = mergeInto(text, entry.value, member, writing);
      if (!inner) return undefined;
      splices.push(...inner);
    } else splices.push({ start: entry.value.start, end: entry.value.end, text: writing.value(member) });
  }
  if (added.length === 0) return splices;
  const list = bracketed(text, value, writing);
  if (!list) return undefined;
  return [...splices, ...insertItems(list, added)];
}

/** What is between the keys and values of an object that has some: `:` where it is minified. */
function markOf(text: string, { entries }: PositionedValue, { mark }: Writing): string {
  const [first] = entries?.values() ?? [];
  const own = first ? text.slice(first.keyEnd, first.value.start) : mark;
  return /^[ \t]{0,3}[:=][ \t]{0,3}$/.test(own) ? own : mark;
}
