import type { AST } from 'toml-eslint-parser';
import type { PlainMembers, PlainValue } from '../../model/fix.js';
import { toml } from '../parsers.js';
import { type Bracketed, insertItems, removeItem, removeItems } from './bracketed.js';
import { type Change, isMembers, type Trail } from './change.js';
import { isFirstOnLine, lineBreakOf, lineEnd, lineStart, nextLine, type Splice } from './splice.js';

/** What may be under a trail: a pair, a value of a list, a table with its pairs. */
interface Found {
  pair?: AST.TOMLKeyValue;
  value?: AST.TOMLContentNode;
  holder?: AST.TOMLArray | AST.TOMLInlineTable;
  index: number;
}

/** The splices that make a change in a text of TOML. Undefined where it takes more than one line or literal. */
export function editToml(text: string, trail: Trail, change: Change): Splice[] | undefined {
  const top = toml().parseTOML(text).body[0];
  const found = foundAt(top, trail);
  switch (change.do) {
    case 'merge':
      return found?.value
        ? mergeInto(text, found.value, change.members)
        : mergeIntoTable(text, top, trail, change.members);
    case 'replace': {
      const written = tomlOf(change.value);
      const [start, end] = found?.value?.range ?? [];
      if (written === undefined || start === undefined || end === undefined) return undefined;
      return [{ start, end, text: written }];
    }
    case 'append': {
      const written = change.values.flatMap((value) => tomlOf(value) ?? []);
      const list = found?.value?.type === 'TOMLArray' ? bracketed(text, found.value) : undefined;
      return list && written.length === change.values.length ? insertItems(list, written) : undefined;
    }
    case 'drop':
      return found?.value?.type === 'TOMLArray'
        ? removeItems(bracketed(text, found.value), change.indices)
        : undefined;
    case 'rename': {
      const [start, end] = found?.pair?.key.keys.at(-1)?.range ?? [];
      return start === undefined || end === undefined
        ? undefined
        : [{ start, end, text: tomlKey(change.key) }];
    }
    case 'remove':
      return found ? removed(text, found) : removedTables(text, top, trail);
  }
}

/** A value on one line; undefined where TOML has none for it. */
function tomlOf(value: PlainValue): string | undefined {
  if (value === null) return undefined;
  if (Array.isArray(value)) {
    const items = value.map(tomlOf);
    return items.includes(undefined) ? undefined : `[${items.join(', ')}]`;
  }
  if (!isMembers(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, one]) => memberOf(key, one));
  if (members.includes(undefined)) return undefined;
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

function memberOf(key: string, value: PlainValue): string | undefined {
  const written = tomlOf(value);
  return written === undefined ? undefined : `${tomlKey(key)} = ${written}`;
}

const tomlKey = (key: string): string => (/^[A-Za-z0-9_-]+$/.test(key) ? key : JSON.stringify(key));

const nameOf = (key: AST.TOMLBare | AST.TOMLQuoted) => (key.type === 'TOMLBare' ? key.name : key.value);

const isSame = (one: Trail, other: Trail) =>
  one.length === other.length && one.every((step, index) => step === other[index]);

const beginsWith = (trail: Trail, start: Trail) => isSame(trail.slice(0, start.length), start);

/** A pair by its whole path, or what is in the value of one; undefined for a table. */
function foundAt(top: AST.TOMLTopLevelTable, trail: Trail): Found | undefined {
  for (const part of top.body) {
    const isPair = part.type === 'TOMLKeyValue';
    const path: Trail = isPair ? [] : part.resolvedKey;
    for (const pair of isPair ? [part] : part.body) {
      const own = [...path, ...pair.key.keys.map(nameOf)];
      if (beginsWith(trail, own))
        return within({ pair, value: pair.value, index: 0 }, trail.slice(own.length));
    }
  }
  return undefined;
}

function within(found: Found, rest: Trail): Found | undefined {
  const [step, ...others] = rest;
  const { value } = found;
  if (step === undefined) return found;
  if (value?.type === 'TOMLArray' && typeof step === 'number') {
    const item = value.elements[step];
    return item && within({ value: item, holder: value, index: step }, others);
  }
  if (value?.type !== 'TOMLInlineTable') return undefined;
  const index = value.body.findIndex(({ key }) => key.keys.length === 1 && key.keys.map(nameOf)[0] === step);
  const pair = value.body[index];
  return pair && within({ pair, value: pair.value, holder: value, index }, others);
}

function bracketed(text: string, value: AST.TOMLArray | AST.TOMLInlineTable): Bracketed {
  const parts = value.type === 'TOMLArray' ? value.elements : value.body;
  return {
    text,
    open: value.range[0] + 1,
    close: value.range[1] - 1,
    items: parts.map(({ range: [start, end] }) => ({ start, end })),
    comments: 'hash',
    pad: value.type === 'TOMLArray' ? '' : ' ',
  };
}

function mergeInto(text: string, value: AST.TOMLContentNode, members: PlainMembers): Splice[] | undefined {
  const [start, end] = value.range;
  if (value.type !== 'TOMLInlineTable') {
    const written = tomlOf(members);
    return written === undefined ? undefined : [{ start, end, text: written }];
  }
  const splices: Splice[] = [];
  const added: string[] = [];
  for (const [key, member] of Object.entries(members)) {
    const pair = value.body.find((one) => one.key.keys.length === 1 && one.key.keys.map(nameOf)[0] === key);
    const made = pair ? mergedValue(text, pair.value, member) : [];
    const written = memberOf(key, member);
    if (!made || written === undefined) return undefined;
    splices.push(...made);
    if (!pair) added.push(written);
  }
  return [...splices, ...insertItems(bracketed(text, value), added)];
}

function mergedValue(text: string, value: AST.TOMLContentNode, member: PlainValue): Splice[] | undefined {
  if (isMembers(member)) return mergeInto(text, value, member);
  const written = tomlOf(member);
  const [start, end] = value.range;
  return written === undefined ? undefined : [{ start, end, text: written }];
}

/** Adds pairs to a table that has lines of its own, or to one that other tables only lead through. */
function mergeIntoTable(
  text: string,
  top: AST.TOMLTopLevelTable,
  trail: Trail,
  members: PlainMembers,
): Splice[] | undefined {
  const splices: Splice[] = [];
  const added: string[] = [];
  for (const [key, member] of Object.entries(members)) {
    const inner = [...trail, key];
    const found = foundAt(top, inner);
    if (found?.value) {
      const made = mergedValue(text, found.value, member);
      if (!made) return undefined;
      splices.push(...made);
    } else if (isTable(top, inner)) {
      const made = isMembers(member) ? mergeIntoTable(text, top, inner, member) : undefined;
      if (!made) return undefined;
      splices.push(...made);
    } else {
      const written = memberOf(key, member);
      if (written === undefined) return undefined;
      added.push(written);
    }
  }
  if (added.length === 0) return splices;
  const lines = addedPairs(text, top, trail, added);
  return lines && [...splices, lines];
}

const isTable = (top: AST.TOMLTopLevelTable, trail: Trail) =>
  top.body.some((part) => part.type === 'TOMLTable' && beginsWith(part.resolvedKey, trail));

function addedPairs(
  text: string,
  top: AST.TOMLTopLevelTable,
  trail: Trail,
  pairs: readonly string[],
): Splice | undefined {
  const eol = lineBreakOf(text);
  if (trail.length === 0) {
    const last = top.body.findLast((part) => part.type === 'TOMLKeyValue');
    if (last) return below(text, last.range[1], pairs, eol);
    const first = top.body[0];
    return { start: 0, end: 0, text: pairs.map((pair) => `${pair}${eol}`).join('') + (first ? eol : '') };
  }
  const table = top.body.find((part) => part.type === 'TOMLTable' && isSame(part.resolvedKey, trail));
  if (table?.type === 'TOMLTable') {
    const last = table.body.at(-1);
    const header = text.indexOf(']', table.key.range[1]);
    return below(text, last ? last.range[1] : header, pairs, eol);
  }
  if (trail.some((step) => typeof step === 'number') || !isTable(top, trail)) return undefined;
  const before = text === '' || text.endsWith('\n') ? eol : `${eol}${eol}`;
  const header = `[${trail.map((step) => tomlKey(String(step))).join('.')}]`;
  return { start: text.length, end: text.length, text: `${before}${[header, ...pairs].join(eol)}${eol}` };
}

function below(text: string, offset: number, lines: readonly string[], eol: string): Splice {
  const at = lineEnd(text, offset);
  return { start: at, end: at, text: lines.map((line) => `${eol}${line}`).join('') };
}

function removed(text: string, { pair, holder, index }: Found): Splice[] | undefined {
  if (holder) return removeItem(bracketed(text, holder), index);
  if (!pair) return undefined;
  const [start, end] = pair.range;
  return isFirstOnLine(text, start)
    ? [{ start: lineStart(text, start), end: nextLine(text, end), text: '' }]
    : undefined;
}

/** Takes out a table with its tables, where they are together. */
function removedTables(text: string, top: AST.TOMLTopLevelTable, trail: Trail): Splice[] | undefined {
  const parts = top.body.flatMap((part, index) =>
    part.type === 'TOMLTable' && beginsWith(part.resolvedKey, trail) ? [{ part, index }] : [],
  );
  const [first] = parts;
  const last = parts.at(-1);
  if (!first || !last || last.index - first.index !== parts.length - 1 || trail.length === 0)
    return undefined;
  const start = lineStart(text, first.part.range[0]);
  const end = nextLine(text, last.part.body.at(-1)?.range[1] ?? last.part.range[1]);
  const blank = /^(?:[ \t]*\r?\n)*/.exec(text.slice(end))?.[0].length ?? 0;
  return [{ start, end: end + blank, text: '' }];
}
