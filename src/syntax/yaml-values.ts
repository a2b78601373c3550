import type { Document, Node, ParsedNode, Scalar, YAMLMap, YAMLSeq } from 'yaml';
import { redact } from '../model/secrets.js';
import { MAX_ALIASES, MAX_DEPTH, MAX_VALUES, type PassedLimit, tooDeep } from './limits.js';
import type { NodeKind } from './node.js';
import { yaml } from './parsers.js';
import {
  addEntry,
  type PositionedEntry,
  type PositionedValue,
  type RepeatedKey,
  type Spelling,
} from './positioned-value.js';

/** A mistake that the YAML parser leaves to its user. */
export interface AliasError {
  message: string;
  start: number;
  end: number;
}

/** The values of one document in a YAML stream. */
export interface PositionedYaml {
  value?: PositionedValue;
  repeated: RepeatedKey[];
  aliasErrors: AliasError[];
  limit?: PassedLimit;
}

/** How far one file has come toward its limits, over all its documents. */
export interface YamlBudget {
  values: number;
  aliases: number;
}

interface Anchored {
  value: PositionedValue;
  /** Values in it, itself included and aliases expanded. */
  size: number;
  /** Levels of collections below it. */
  height: number;
}

interface Reading {
  text: string;
  budget: YamlBudget;
  anchors: Map<string, Anchored | 'open'>;
  trail: (string | number)[];
  repeated: RepeatedKey[];
  aliasErrors: AliasError[];
  limit?: PassedLimit;
  /** Deepest level met below the innermost anchor. */
  deepest: number;
}

/** The key that takes over the members of other maps. */
const MERGE_KEY = '<<';

const SPELLINGS: Readonly<Record<string, Spelling>> = {
  PLAIN: 'verbatim',
  QUOTE_SINGLE: 'single',
  QUOTE_DOUBLE: 'double',
  BLOCK_LITERAL: 'block',
  BLOCK_FOLDED: 'block',
};

/**
 * Turns a document's nodes into values with offsets. An alias gives the value that its anchor names, counted each time
 * that it is used, so that a few aliases of aliases pass the limit instead of being expanded by a reader.
 */
export function positionedYaml(text: string, document: Document.Parsed, budget: YamlBudget): PositionedYaml {
  const reading: Reading = {
    text,
    budget,
    anchors: new Map(),
    trail: [],
    repeated: [],
    aliasErrors: [],
    deepest: 0,
  };
  const { contents } = document;
  const value = contents ? positionedNode(contents as ParsedNode, contents.range[0], 0, reading) : undefined;
  const { repeated, aliasErrors, limit } = reading;
  if (limit) return { repeated, aliasErrors, limit };
  return { repeated, aliasErrors, ...(value && { value }) };
}

/** Recursion ends at the nesting limit. */
function positionedNode(node: Node | null, offset: number, depth: number, reading: Reading): PositionedValue {
  const { isAlias, isMap, isSeq } = yaml();
  if (node === null) return { kind: 'null', start: offset, end: offset, scalar: null };
  const start = node.range?.[0] ?? offset;
  if (isAlias(node)) return positionedAlias(node.source, start, depth, reading);
  reading.budget.values++;
  if (reading.budget.values > MAX_VALUES) return passed(reading, tooMany(start));
  const isCollection = isMap(node) || isSeq(node);
  if (isCollection && depth >= MAX_DEPTH) return passed(reading, tooDeep(start));
  const anchor = (node as { anchor?: string }).anchor;
  if (anchor === undefined) return positionedOwn(node, start, depth, reading);

  const { deepest, budget } = reading;
  const before = budget.values;
  reading.anchors.set(anchor, 'open');
  reading.deepest = depth;
  const value = positionedOwn(node, start, depth, reading);
  reading.anchors.set(anchor, { value, size: budget.values - before + 1, height: reading.deepest - depth });
  reading.deepest = Math.max(deepest, reading.deepest);
  return value;
}

function positionedOwn(node: Node, start: number, depth: number, reading: Reading): PositionedValue {
  const { isMap, isSeq } = yaml();
  if (isMap(node)) return positionedMap(node, start, depth + 1, reading);
  if (isSeq(node)) return positionedList(node, start, depth + 1, reading);
  return positionedScalar(node as Scalar, start, reading);
}

function positionedAlias(name: string, start: number, depth: number, reading: Reading): PositionedValue {
  const end = start + name.length + 1;
  const nothing: PositionedValue = { kind: 'null', start, end, scalar: null };
  const { budget } = reading;
  if (++budget.aliases > MAX_ALIASES) {
    return passed(reading, { message: `more than ${MAX_ALIASES} aliases`, offset: start });
  }
  const found = reading.anchors.get(name);
  if (!found || found === 'open') {
    const why = found ? 'is inside the value that it names' : 'names no anchor before it';
    reading.aliasErrors.push({ message: `the alias *${redact(name.slice(0, 80))} ${why}`, start, end });
    return nothing;
  }
  budget.values += found.size;
  if (budget.values > MAX_VALUES) return passed(reading, tooMany(start));
  if (depth + found.height > MAX_DEPTH) return passed(reading, tooDeep(start));
  reading.deepest = Math.max(reading.deepest, depth + found.height);
  return found.value;
}

function tooMany(offset: number): PassedLimit {
  return { message: `more than ${MAX_VALUES} values, aliases expanded`, offset };
}

function passed(reading: Reading, limit: PassedLimit): PositionedValue {
  reading.limit ??= limit;
  return { kind: 'null', start: limit.offset, end: limit.offset, scalar: null };
}

function positionedMap(map: YAMLMap, start: number, depth: number, reading: Reading): PositionedValue {
  reading.deepest = Math.max(reading.deepest, depth);
  const object = {
    kind: 'object' as const,
    start,
    end: map.range?.[1] ?? start,
    entries: new Map<string, PositionedEntry>(),
  };
  const merged: PositionedValue[] = [];
  let last = start;
  for (const pair of map.items) {
    if (reading.limit) break;
    const keyNode = pair.key as Node | null;
    const keyStart = keyNode?.range?.[0] ?? last;
    const keyEnd = keyNode?.range?.[1] ?? keyStart;
    const key = keyText(keyNode, keyStart, keyEnd, reading);
    reading.trail.push(key);
    const valueNode = pair.value as Node | null;
    const value = positionedNode(valueNode, keyEnd, depth, reading);
    reading.trail.pop();
    addEntry(object, key, { keyStart, keyEnd, value }, reading.trail, reading.repeated);
    if (isMergeKey(keyNode)) for (const one of mapsOf(value)) merged.push(one);
    last = Math.max(keyEnd, endOf(valueNode, value));
  }
  if (!map.flow) object.end = last;
  if (merged.length > 0) merge(object.entries, merged);
  return object;
}

/** A plain `<<`; in quotes it is a key like any other. */
function isMergeKey(key: Node | null): boolean {
  return yaml().isScalar(key) && key.type === 'PLAIN' && key.value === MERGE_KEY;
}

/** The maps that a merge key may name: one, or a list of nothing else. */
function mapsOf(value: PositionedValue): PositionedValue[] {
  const maps = value.items ?? [value];
  return maps.every(({ entries }) => entries) ? maps : [];
}

/**
 * Members of merged maps, at the places where they are written: what the map says itself holds, then what an earlier
 * map says. The loaders of the formats read here (of Python, Go and JavaScript) do the same, though YAML 1.2 dropped it.
 */
function merge(entries: Map<string, PositionedEntry>, maps: readonly PositionedValue[]): void {
  entries.delete(MERGE_KEY);
  for (const map of maps) {
    for (const [key, entry] of map.entries ?? []) if (!entries.has(key)) entries.set(key, entry);
  }
}

function positionedList(seq: YAMLSeq, start: number, depth: number, reading: Reading): PositionedValue {
  reading.deepest = Math.max(reading.deepest, depth);
  const items: PositionedValue[] = [];
  let last = start + 1;
  for (const item of seq.items) {
    if (reading.limit) break;
    reading.trail.push(items.length);
    const value = positionedNode(item as Node | null, last, depth, reading);
    reading.trail.pop();
    items.push(value);
    last = Math.max(last, endOf(item as Node | null, value));
  }
  return { kind: 'array', start, end: seq.flow ? (seq.range?.[1] ?? last) : last, items };
}

/** Where a value ends in the text; an alias ends at its own name, not at the value that it stands for. */
function endOf(node: Node | null, value: PositionedValue): number {
  return node && yaml().isAlias(node) ? (node.range?.[1] ?? 0) : value.end;
}

function positionedScalar(node: Scalar, start: number, reading: Reading): PositionedValue {
  const range = node.range;
  const value = node.value;
  const spelling = SPELLINGS[node.type ?? 'PLAIN'] ?? 'verbatim';
  const end =
    spelling === 'block' ? trimmedEnd(reading.text, start, range?.[1] ?? start) : (range?.[1] ?? start);
  const kind = kindOf(value);
  if (kind === 'string') return { kind, start, end, scalar: String(value), spelling };
  return { kind, start, end, scalar: value as number | boolean | null };
}

function kindOf(value: unknown): NodeKind {
  if (typeof value === 'number' || typeof value === 'boolean') return typeof value as 'number' | 'boolean';
  return value === null ? 'null' : 'string';
}

/** A block scalar's range holds its last line break; a finding ends before it. */
function trimmedEnd(text: string, start: number, end: number): number {
  let to = end;
  while (to > start && /\s/.test(text.charAt(to - 1))) to--;
  return to;
}

/** A key as a string; one that is a collection is the text that spells it. */
function keyText(key: Node | null, start: number, end: number, reading: Reading): string {
  const { isAlias, isScalar } = yaml();
  if (key === null) return '';
  const named = (key as { anchor?: string }).anchor;
  if (named !== undefined && isScalar(key)) {
    reading.anchors.set(named, { value: positionedScalar(key, start, reading), size: 1, height: 0 });
  }
  if (isScalar(key)) return key.value === null ? '' : String(key.value);
  if (isAlias(key)) {
    const found = reading.anchors.get(key.source);
    if (found && found !== 'open' && found.value.scalar !== undefined) return String(found.value.scalar);
  }
  return reading.text.slice(start, end);
}
