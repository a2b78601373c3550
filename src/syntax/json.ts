import type { Node, ParseError } from 'jsonc-parser';
import { TextDocument } from './document.js';
import { textEdits } from './edit/lines.js';
import { firstJsonError, type JsonError } from './json-errors.js';
import { countMembers, type JsonScan, jsonComments, membersWritten, scanJson } from './json-scan.js';
import { seekJson } from './json-seek.js';
import { MAX_VALUES, type PassedLimit, tooDeep, tooMany } from './limits.js';
import type { Format } from './node.js';
import { jsonc } from './parsers.js';
import { positionedValidJson } from './positioned-json.js';
import {
  addEntry,
  type PositionedEntry,
  type PositionedValue,
  type RepeatedKey,
} from './positioned-value.js';
import { type Locator, plainRoot, positionedRoot } from './view.js';

/** A JSON text read by the tolerant parser. `value` is there also for a broken text where one can be recovered. */
export interface PositionedJson {
  value?: PositionedValue;
  repeated: RepeatedKey[];
  error?: JsonError;
  limit?: PassedLimit;
}

/**
 * Tells whether the string at an offset stands for a value computed at run time: why it cannot be known, and its text
 * where it is a key.
 */
export type Substitute = (offset: number) => { why: string; key: string } | undefined;

/** Reads JSON, with or without comments and trailing commas. */
export function parseJson(file: string, format: Format, text: string): TextDocument {
  const document = new TextDocument(file, format, text, jsonComments);
  let value: unknown;
  let isValid = true;
  try {
    value = JSON.parse(text);
  } catch {
    isValid = false;
  }
  // A value with fewer keys than the text has members repeats one; only such a text, or a deep one, is read closely.
  const members = isValid ? countMembers(value) : Number.NaN;
  const isKnown = isValid && text.length < 2 * MAX_VALUES && members === membersWritten(text);
  const scan: JsonScan = isKnown ? { members } : scanJson(text, 'strict');
  const limit = passedIn(scan);
  if (limit) {
    reportLimit(document, limit);
    return document;
  }
  if (!isValid) {
    readTolerantly(document);
    return document;
  }
  const repeatsKeys = members !== scan.members;
  const root = plainRoot(document, value, locatorOf(text, repeatsKeys));
  document.roots.push(root);
  if (repeatsKeys) document.repeatedKeys(root, positionedValidJson(text).repeated);
  return document;
}

/** Places looked for one by one in a text; for more of them a tree of the whole text is made. */
const MOST_SOUGHT = 4;

/** Finds the places of a text that `JSON.parse` accepted: most files have few findings, or none. */
function locatorOf(text: string, repeatsKeys: boolean): Locator {
  let sought = 0;
  let tree: PositionedValue | undefined;
  const wholeTree = () => {
    tree ??= positionedValidJson(text).value;
    return tree;
  };
  return {
    tree: wholeTree,
    entry(way) {
      if (!repeatsKeys && tree === undefined && sought < MOST_SOUGHT) {
        sought++;
        return seekJson(text, way);
      }
      return entryIn(wholeTree(), way);
    },
  };
}

function entryIn(root: PositionedValue, way: readonly (string | number)[]): PositionedEntry | undefined {
  let found: PositionedEntry = { keyStart: root.start, keyEnd: root.start, value: root };
  for (const step of way) {
    const { items, entries } = found.value;
    const next = typeof step === 'number' ? items?.[step] : entries?.get(step);
    if (!next) return undefined;
    found = 'value' in next ? next : { ...found, value: next };
  }
  return found;
}

function readTolerantly(document: TextDocument): void {
  const { text } = document;
  if (text.trim() === '') {
    document.problem('syntax', 'the file is empty', 0, 0);
    return;
  }
  const { value, repeated, error, limit } = positionedJson(text);
  // Comments alone: settings that are switched off, where comments are read at all.
  if (!value && error && error.start >= text.length) {
    document.tolerate('there is nothing in it but comments', 0);
    return;
  }
  if (error) document.problem('syntax', error.message, error.start, error.end);
  if (limit) reportLimit(document, limit);
  if (!value) return;
  const [comma, ...more] = error ? [] : trailingCommas(text);
  if (comma !== undefined)
    document.tolerate('JSON allows no comma before a closing bracket', comma, {
      title: more.length > 0 ? 'Remove the commas' : 'Remove the comma',
      safe: true,
      edits: () =>
        textEdits(
          document,
          [comma, ...more].map((start) => ({ start, end: start + 1, text: '' })),
        ),
    });
  const root = positionedRoot(document, value);
  document.roots.push(root);
  document.repeatedKeys(root, repeated);
}

/** Offsets of the commas before a closing bracket, in a text that has no other fault. */
function trailingCommas(text: string): number[] {
  const errors: ParseError[] = [];
  jsonc().parseTree(text, errors, { allowTrailingComma: false });
  return [...new Set(errors.map(({ offset }) => text.lastIndexOf(',', offset)))];
}

/** The limit that a text passes; offsets are those in the text plus `shift`. */
function passedIn({ tooDeepAt, tooManyAt }: JsonScan, shift = 0): PassedLimit | undefined {
  if (tooDeepAt !== undefined) return tooDeep(tooDeepAt + shift);
  return tooManyAt === undefined ? undefined : tooMany(tooManyAt + shift);
}

/** Notes a limit that was passed. */
export function reportLimit(document: TextDocument, limit: PassedLimit): void {
  document.problem('limit', limit.message, limit.offset);
}

/**
 * Reads JSON with comments and trailing commas into values with offsets, and goes on after an error.
 * `substitute` finds values computed at run time; offsets are those in `text` plus `shift`.
 */
export function positionedJson(text: string, shift = 0, substitute?: Substitute): PositionedJson {
  const repeated: RepeatedKey[] = [];
  const limit = passedIn(scanJson(text, 'tolerant'), shift);
  if (limit) return { repeated, limit };
  const errors: ParseError[] = [];
  const tree = jsonc().parseTree(text, errors, { allowTrailingComma: true });
  const fault = firstJsonError(text, errors);
  const value = tree && positionedNode(tree, shift, [], repeated, substitute);
  return {
    repeated,
    ...(value && { value }),
    ...(fault && { error: { message: fault.message, start: fault.start + shift, end: fault.end + shift } }),
  };
}

/** Recursion is as deep as the nesting, which was scanned before. */
function positionedNode(
  node: Node,
  shift: number,
  trail: (string | number)[],
  repeated: RepeatedKey[],
  substitute: Substitute | undefined,
): PositionedValue {
  const start = node.offset + shift;
  const end = start + node.length;
  switch (node.type) {
    case 'object': {
      const object = { kind: 'object' as const, start, end, entries: new Map() };
      for (const member of node.children ?? []) {
        const [name, value] = member.children ?? [];
        if (!name || !value) continue;
        const keyStart = name.offset + shift;
        const keyEnd = keyStart + name.length;
        const key = substitute?.(keyStart)?.key ?? String(name.value);
        trail.push(key);
        const positioned = positionedNode(value, shift, trail, repeated, substitute);
        trail.pop();
        addEntry(object, key, { keyStart, keyEnd, value: positioned }, trail, repeated);
      }
      return object;
    }
    case 'array': {
      const items: PositionedValue[] = [];
      for (const item of node.children ?? []) {
        trail.push(items.length);
        items.push(positionedNode(item, shift, trail, repeated, substitute));
        trail.pop();
      }
      return { kind: 'array', start, end, items };
    }
    case 'string': {
      const computed = substitute?.(start);
      if (computed) return { kind: 'dynamic', start, end, why: computed.why };
      return { kind: 'string', start, end, scalar: String(node.value), spelling: 'json' };
    }
    case 'number':
    case 'boolean':
      return { kind: node.type, start, end, scalar: node.value as number | boolean };
    default:
      return { kind: 'null', start, end, scalar: null };
  }
}
