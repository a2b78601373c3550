import type { AST } from 'toml-eslint-parser';
import { TextDocument } from './document.js';
import { reportLimit } from './json.js';
import { MAX_DEPTH, type PassedLimit, tooDeep } from './limits.js';
import { toml } from './parsers.js';
import type { PositionedEntry, PositionedValue } from './positioned-value.js';
import { passedLimit, tomlComments, unclosedAt } from './toml-scan.js';
import { positionedRoot } from './view.js';

/** An object while it is filled: tables may be named more than once. */
type Table = PositionedValue & { entries: Map<string, PositionedEntry> };

/** What the parser throws. */
interface TomlFault {
  message: string;
  index?: number;
}

/** Reads TOML 1.0. The parser stops at the first fault: nothing of a broken file is read. */
export function parseToml(file: string, text: string): TextDocument {
  const document = new TextDocument(file, 'toml', text, tomlComments);
  if (text.trim() === '') {
    document.problem('syntax', 'the file is empty', 0, 0);
    return document;
  }
  if (PATH.test(text.trim())) {
    document.problem('syntax', 'the file contains only a path: a link that was stored as text', 0);
    return document;
  }
  const passed = passedLimit(text);
  if (passed) {
    reportLimit(document, passed);
    return document;
  }
  const program = parsed(document);
  if (!program) return document;
  const reading: Reading = { text };
  const root: Table = { kind: 'object', start: 0, end: text.length, entries: new Map() };
  for (const part of program.body[0].body) {
    if (part.type === 'TOMLKeyValue') addPair(root, part, 0, reading);
    else {
      const table = openTable(root, part, reading);
      for (const pair of part.body) addPair(table, pair, part.key.keys.length, reading);
    }
    if (reading.limit) break;
  }
  if (reading.limit) reportLimit(document, reading.limit);
  else document.roots.push(positionedRoot(document, root));
  return document;
}

/** A link that a checkout without links left as the path that it leads to. */
const PATH = /^[\w@~. -]{0,200}(?:[\\/][\w@~. -]{1,200}){1,40}$/;

interface Reading {
  text: string;
  limit?: PassedLimit;
}

function parsed(document: TextDocument): AST.TOMLProgram | undefined {
  const { stackTraceLimit } = Error;
  try {
    Error.stackTraceLimit = 0;
    return toml().parseTOML(document.text);
  } catch (error) {
    const { message, index } = error as TomlFault;
    const unclosed = index === undefined ? undefined : unclosedAt(document.text, index);
    // Depth was scanned before: what still exhausts the parser is the length of one value.
    if (index === undefined) document.problem('limit', 'a value is too long to be read', 0);
    else if (message.startsWith('Defining a key'))
      document.problem('syntax', 'a key is repeated here, which TOML forbids', index);
    else if (unclosed) document.problem('syntax', unclosed.message, unclosed.start);
    else document.problem('syntax', message.charAt(0).toLowerCase() + message.slice(1, 120), index);
    return undefined;
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

const nameOf = (key: AST.TOMLBare | AST.TOMLQuoted) => (key.type === 'TOMLBare' ? key.name : key.value);

/** Opens the table that a header names; `[[x]]` begins a new item of the list. */
function openTable(root: Table, { key, kind, range }: AST.TOMLTable, reading: Reading): Table {
  let table = root;
  if (key.keys.length > MAX_DEPTH) {
    reading.limit = tooDeep(range[0]);
    return table;
  }
  for (const [index, part] of key.keys.entries()) {
    const isLast = index === key.keys.length - 1;
    const [start, end] = part.range;
    const known = table.entries.get(nameOf(part))?.value;
    if (isLast && kind === 'array') {
      const list = known?.items
        ? known
        : { kind: 'array' as const, start: range[0], end: range[1], items: [] };
      const item: Table = { kind: 'object', start: range[0], end: range[1], entries: new Map() };
      list.items?.push(item);
      list.end = range[1];
      if (list !== known) table.entries.set(nameOf(part), { keyStart: start, keyEnd: end, value: list });
      table = item;
      continue;
    }
    const last = known?.items ? known.items.at(-1) : known;
    if (last?.entries) {
      last.end = Math.max(last.end, range[1]);
      table = last as Table;
      continue;
    }
    const made: Table = { kind: 'object', start: range[0], end: range[1], entries: new Map() };
    table.entries.set(nameOf(part), { keyStart: start, keyEnd: end, value: made });
    table = made;
  }
  return table;
}

function addPair(table: Table, { key, value }: AST.TOMLKeyValue, depth: number, reading: Reading): void {
  if (reading.limit) return;
  if (depth + key.keys.length > MAX_DEPTH) {
    reading.limit = tooDeep(key.range[0]);
    return;
  }
  let inner = table;
  for (const part of key.keys.slice(0, -1)) {
    const known = inner.entries.get(nameOf(part))?.value;
    if (known?.entries) {
      known.end = Math.max(known.end, value.range[1]);
      inner = known as Table;
      continue;
    }
    const made: Table = { kind: 'object', start: part.range[0], end: value.range[1], entries: new Map() };
    inner.entries.set(nameOf(part), { keyStart: part.range[0], keyEnd: part.range[1], value: made });
    inner = made;
  }
  const last = key.keys.at(-1);
  if (!last) return;
  const [keyStart, keyEnd] = last.range;
  inner.entries.set(nameOf(last), {
    keyStart,
    keyEnd,
    value: positionedNode(value, depth + key.keys.length, reading),
  });
}

/** Recursion ends at the nesting limit, which was scanned before. */
function positionedNode(node: AST.TOMLContentNode, depth: number, reading: Reading): PositionedValue {
  const [start, end] = node.range;
  if (reading.limit) return { kind: 'null', start, end, scalar: null };
  if (node.type === 'TOMLArray') {
    return {
      kind: 'array',
      start,
      end,
      items: node.elements.map((item) => positionedNode(item, depth + 1, reading)),
    };
  }
  if (node.type === 'TOMLInlineTable') {
    const table: Table = { kind: 'object', start, end, entries: new Map() };
    for (const pair of node.body) addPair(table, pair, depth + 1, reading);
    return table;
  }
  switch (node.kind) {
    case 'string':
      return {
        kind: 'string',
        start,
        end,
        scalar: node.value,
        ...spellingOf(node, reading.text.slice(start, end)),
      };
    case 'integer':
    case 'float':
      return { kind: 'number', start, end, scalar: Number(node.value) };
    case 'boolean':
      return { kind: 'boolean', start, end, scalar: node.value };
    default:
      return { kind: 'string', start, end, scalar: node.datetime };
  }
}

/** A line that ends in a backslash is joined with the next, and other line breaks may be normalised: no part has a position. */
const JOINED = /\\[ \t]*\n|\r/;

function spellingOf(
  { style, multiline }: AST.TOMLStringValue,
  spelled: string,
): Pick<PositionedValue, 'spelling'> {
  if (!multiline) return style === 'basic' ? { spelling: 'json' } : {};
  if (JOINED.test(spelled)) return { spelling: 'other' };
  return { spelling: `multiline-${style}` };
}
