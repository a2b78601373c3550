import { BACKSLASH, CLOSE_LIST, CLOSE_OBJECT, COMMA, OPEN_LIST, OPEN_OBJECT, QUOTE } from './json-marks.js';
import {
  addEntry,
  type PositionedEntry,
  type PositionedValue,
  type RepeatedKey,
} from './positioned-value.js';

/** Where the reading is in a text that `JSON.parse` accepted. */
interface Reader {
  readonly text: string;
  at: number;
  readonly trail: (string | number)[];
  readonly repeated: RepeatedKey[];
}

/**
 * Values with offsets of a text that `JSON.parse` accepted. It looks for nothing that such a text cannot hold (faults,
 * comments), which makes it several times faster than a parser that does: every file with a finding pays for it.
 * Recursion is as deep as the nesting, which was scanned before.
 */
export function positionedValidJson(text: string): { value: PositionedValue; repeated: RepeatedKey[] } {
  const reader: Reader = { text, at: 0, trail: [], repeated: [] };
  skipBlanks(reader);
  return { value: readValue(reader), repeated: reader.repeated };
}

/** Moves to the next character that is no white space. */
function skipBlanks(reader: Reader): number {
  const { text } = reader;
  let { at } = reader;
  let code = text.charCodeAt(at);
  while (code === 32 || code === 10 || code === 13 || code === 9) code = text.charCodeAt(++at);
  reader.at = at;
  return code;
}

function readValue(reader: Reader): PositionedValue {
  switch (reader.text.charCodeAt(reader.at)) {
    case OPEN_OBJECT:
      return readObject(reader);
    case OPEN_LIST:
      return readList(reader);
    case QUOTE: {
      const start = reader.at;
      const scalar = readString(reader);
      return { kind: 'string', start, end: reader.at, scalar, spelling: 'json' };
    }
    default:
      return readWord(reader);
  }
}

function readObject(reader: Reader): PositionedValue {
  const entries = new Map<string, PositionedEntry>();
  const object = { kind: 'object' as const, start: reader.at, end: 0, entries };
  reader.at++;
  while (skipBlanks(reader) !== CLOSE_OBJECT) {
    if (reader.text.charCodeAt(reader.at) === COMMA) {
      reader.at++;
      continue;
    }
    const keyStart = reader.at;
    const key = readString(reader);
    const keyEnd = reader.at;
    skipBlanks(reader);
    reader.at++;
    skipBlanks(reader);
    reader.trail.push(key);
    const value = readValue(reader);
    reader.trail.pop();
    addEntry(object, key, { keyStart, keyEnd, value }, reader.trail, reader.repeated);
  }
  object.end = ++reader.at;
  return object;
}

function readList(reader: Reader): PositionedValue {
  const items: PositionedValue[] = [];
  const list = { kind: 'array' as const, start: reader.at, end: 0, items };
  reader.at++;
  while (skipBlanks(reader) !== CLOSE_LIST) {
    if (reader.text.charCodeAt(reader.at) === COMMA) {
      reader.at++;
      continue;
    }
    reader.trail.push(items.length);
    items.push(readValue(reader));
    reader.trail.pop();
  }
  list.end = ++reader.at;
  return list;
}

/** The value of the string that begins here; stops behind its closing quote. */
function readString(reader: Reader): string {
  const { text } = reader;
  const start = reader.at;
  let escaped = false;
  let at = start + 1;
  for (let code = text.charCodeAt(at); code !== QUOTE; code = text.charCodeAt(++at)) {
    if (code !== BACKSLASH) continue;
    escaped = true;
    at++;
  }
  reader.at = at + 1;
  return escaped ? (JSON.parse(text.slice(start, at + 1)) as string) : text.slice(start + 1, at);
}

/** A number, `true`, `false` or `null`: everything up to a comma, a closing bracket, white space or the end. */
function readWord(reader: Reader): PositionedValue {
  const { text } = reader;
  const start = reader.at;
  let at = start;
  for (let code = text.charCodeAt(at); isOfWord(code); code = text.charCodeAt(at)) at++;
  reader.at = at;
  const scalar = JSON.parse(text.slice(start, at)) as number | boolean | null;
  const kind = scalar === null ? 'null' : typeof scalar === 'number' ? 'number' : 'boolean';
  return { kind, start, end: at, scalar };
}

/** Digits, letters, `+`, `-` and `.`; the end of the text is none, being no number. */
const isOfWord = (code: number) =>
  code > 32 && code !== COMMA && code !== CLOSE_LIST && code !== CLOSE_OBJECT;
