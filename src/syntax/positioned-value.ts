import type { NodeKind } from './node.js';

/** How the text spells a string: decides how a part of the value is found again in the text. */
export type Spelling =
  /** Double quotes with JSON escapes. */
  | 'json'
  /** As it stands, perhaps over several lines with other white space. */
  | 'verbatim'
  /** Three quotes of TOML, with escapes or without. */
  | 'multiline-basic'
  | 'multiline-literal'
  /** YAML single quotes, where two stand for one. */
  | 'single'
  /** YAML double quotes, perhaps folded. */
  | 'double'
  /** YAML block scalar below its header line. */
  | 'block'
  /** No part of it has a known range: escapes of a shell, parts of several quotes. */
  | 'other';

/** A member of an object; offsets of its key include the quotes. */
export interface PositionedEntry {
  keyStart: number;
  keyEnd: number;
  value: PositionedValue;
}

/** A value with its offsets in the text (`end` exclusive): what every parser with positions is turned into. */
export interface PositionedValue {
  kind: NodeKind;
  start: number;
  end: number;
  scalar?: string | number | boolean | null;
  spelling?: Spelling;
  why?: string;
  entries?: Map<string, PositionedEntry>;
  items?: PositionedValue[];
  /** Paths of the nodes below begin here: the body of a request. */
  startsPath?: true;
}

/** A key that stands twice in one object. Offsets are those of the later key. */
export interface RepeatedKey {
  /** Keys and indices from the root to the member. */
  trail: readonly (string | number)[];
  start: number;
  end: number;
  /** Offset of the first one. */
  first: number;
}

/** A map of entries that sees repeated keys: the last one holds, as in `JSON.parse`. */
export function addEntry(
  object: PositionedValue & { entries: Map<string, PositionedEntry> },
  key: string,
  entry: PositionedEntry,
  trail: readonly (string | number)[],
  repeated: RepeatedKey[],
): void {
  const before = object.entries.get(key);
  if (before && repeated.length < MAX_REPEATED) {
    repeated.push({
      trail: [...trail, key],
      start: entry.keyStart,
      end: entry.keyEnd,
      first: before.keyStart,
    });
  }
  object.entries.set(key, entry);
}

/** An object whose keys are not in the text: each key is at the place of its value. */
export function objectOf(
  start: number,
  end: number,
  members: Readonly<Record<string, PositionedValue>>,
): PositionedValue {
  const entries = new Map<string, PositionedEntry>();
  for (const [key, value] of Object.entries(members))
    entries.set(key, { keyStart: value.start, keyEnd: value.end, value });
  return { kind: 'object', start, end, entries };
}

/** The plain value; dynamic parts are `undefined`. */
export function plainOf(value: PositionedValue): unknown {
  if (value.items) return value.items.map(plainOf);
  if (!value.entries) return value.scalar;
  const plain: Record<string, unknown> = {};
  for (const [key, entry] of value.entries) {
    // Assignment to `__proto__` would set the prototype; JSON.parse makes it an ordinary key, and so does this.
    if (key === '__proto__') {
      const own = { value: plainOf(entry.value), enumerable: true, writable: true, configurable: true };
      Object.defineProperty(plain, key, own);
    } else plain[key] = plainOf(entry.value);
  }
  return plain;
}

/** Repeated keys named in one file; more say nothing new. */
const MAX_REPEATED = 20;
