import { ANY_CASE, globPattern, MATCHES, matches } from '../../model/pattern.js';
import { MAX_KNOWN_DEPTH } from '../limits.js';
import type { Origin, Value } from '../values/value.js';
import { type Path, WITHOUT_CALLS } from './flow/paths.js';
import {
  callIn,
  type CallShape,
  type Comparison,
  isOpenRecord,
  isSameValue,
  memberIn,
  pathOf,
  type Shape,
  type ShapeOf,
  shapeOf,
  sourceOf,
  textOf,
  type Traced,
} from './flow/shape.js';

/** A value that is known. */
export interface Known {
  readonly value: unknown;
}

/**
 * What a question takes as known: the value of something; `unknown` for what must not count; undefined to compute it. `of`
 * gives the value of what is inside it.
 */
export type KnownValues = (
  value: Traced,
  of: (inner: Value | undefined) => Known | undefined,
) => Known | 'unknown' | undefined;

/** No value. */
export const NONE: Known = { value: null };

/** Whether a value is known, and true, or false. */
export const isKnownAs = (known: Known | undefined, holds: boolean): boolean =>
  known !== undefined && Boolean(known.value) === holds;

/** What a value is where others are what is given; undefined where that is not known. */
export function valueWhere(value: Traced, given: KnownValues): Known | undefined {
  // Choices share their parts: each is computed once.
  const values = new Map<Shape, Known | undefined>();
  let depth = 0;
  const of = (one: Traced | undefined): Known | undefined => {
    const shape = one && shapeOf(one);
    if (!shape || values.has(shape)) return shape && values.get(shape);
    if (depth > MAX_KNOWN_DEPTH) return undefined;
    values.set(shape, undefined);
    depth++;
    const known = given(one, of) ?? computedValue(shape, of, given);
    depth--;
    const found = known === 'unknown' ? undefined : known;
    values.set(shape, found);
    return found;
  };
  return of(value);
}

function computedValue(shape: Shape, of: Inner, given: KnownValues): Known | undefined {
  switch (shape.kind) {
    case 'constant':
      return { value: shape.scalar };
    case 'not':
      return mapped(of(shape.operand), (value) => !value);
    case 'logical': {
      const isNullish = shape.operator === 'nullish';
      const left = of(shape.left) ?? (isNullish && isMissing(shapeOf(shape.left), of) ? NONE : undefined);
      return left && (isNullish ? left.value == null : !left.value) ? of(shape.right) : left;
    }
    case 'compare': {
      const left = of(shape.left);
      const right = left && (shape.operator === 'in' ? itemsIn(shape.right, of) : of(shape.right));
      return left && mapped(right, (value) => compared(left.value, shape.operator, value));
    }
    case 'list':
      return itemsOf(shape, of);
    case 'index': {
      const index = of(shape.index);
      const own = index && memberIn(shape.object, String(index.value));
      if (own || isMissing(shape, of))
        return own ? of(own) : shape.at.file.language.allowsMissingKeys ? NONE : undefined;
      return mapped(index, (place) => itemAt(of(shape.object)?.value, place));
    }
    case 'call':
      return called(shape, of);
    case 'computed':
      return heldFor(shape, of, given);
    // `process.env.APPROVE?.length`
    case 'member': {
      const object = shapeOf(shape.object);
      if (object.kind !== 'record')
        return mapped(of(shape.object), (one) =>
          one === null ? null : shape.property === 'length' ? lengthOf(one) : undefined,
        );
      const value = object.members.get(shape.property);
      return value ? of(value) : isOpenRecord(object) ? undefined : NONE;
    }
    case 'outside':
      return mapped({ value: shape.origin }, () => nameOfFunction(shape.origin));
    case 'gated': {
      const ways = shape.branches.map(({ tail, value }) => ({
        isTaken: isTaken(WITHOUT_CALLS.of(tail), of),
        value,
      }));
      const open = ways.filter((way) => way.isTaken !== false);
      const isKnown = open.every((way) => way.isTaken);
      return open.length === 1 || isKnown ? of(open[0]?.value) : undefined;
    }
    default:
      return undefined;
  }
}

/** Whether an object has nothing under a key that is known. */
function isMissing(shape: Shape, of: Inner): boolean {
  const record = shape.kind === 'index' ? shapeOf(shape.object) : undefined;
  if (shape.kind !== 'index' || record?.kind !== 'record' || isOpenRecord(record)) return false;
  const key = of(shape.index);
  return key !== undefined && !record.members.has(String(key.value));
}

/** The name of a function of the project: `refund.__name__`. */
function nameOfFunction({ file, dotted }: Origin): string | undefined {
  const path = dotted.split('.');
  return file !== undefined && path.at(-1) === '__name__' ? path.at(-2) : undefined;
}

type Inner = (value: Value | undefined) => Known | undefined;

/** Undefined where the value is not known, or `change` gives undefined. */
function mapped(known: Known | undefined, change?: (value: unknown) => unknown): Known | undefined {
  const value = known && change?.(known.value);
  return value === undefined ? undefined : { value };
}

/** Whether a path is taken; undefined where that is not known. */
function isTaken(path: Path, of: Inner): boolean | undefined {
  let isKnown = true;
  for (const step of path) {
    const known = step.kind === 'test' ? of(step.test.value) : undefined;
    if (known && step.kind === 'test' && Boolean(known.value) !== step.holds) return false;
    isKnown &&= known !== undefined;
  }
  return isKnown || undefined;
}

/** What a value is looked up in: the items of a list, the keys of a record, a text. */
function itemsIn(value: Value, of: Inner): Known | undefined {
  const shape = shapeOf(value);
  if (shape.kind === 'record') return isOpenRecord(shape) ? undefined : { value: [...shape.members.keys()] };
  return shape.kind === 'list' ? itemsOf(shape, of) : of(value);
}

function itemsOf({ items: all, isOpen }: ShapeOf<'list'>, of: Inner): Known | undefined {
  const items = all.map(of);
  return !isOpen && items.every((one) => one !== undefined)
    ? { value: items.map((one) => one.value) }
    : undefined;
}

/** `PREFIXES.some((one) => name.startsWith(one))` */
function heldFor(
  { parts: [list, test], holdsFor }: ShapeOf<'computed'>,
  of: Inner,
  given: KnownValues,
): Known | undefined {
  if (!list || !test || holdsFor === undefined) return undefined;
  return mapped(itemsIn(list, of), (items) => {
    if (!Array.isArray(items)) return undefined;
    const isItem = (one: Traced): boolean => {
      const shape = shapeOf(one);
      return shape.kind === 'item' && isSameValue(shape.of, list);
    };
    const answers = items.map((value: unknown) =>
      valueWhere(test, (one, inner) => (isItem(one) ? { value } : given(one, inner))),
    );
    if (answers.includes(undefined)) return undefined;
    const holds = (one: Known | undefined): boolean => Boolean(one?.value);
    return holdsFor === 'some' ? answers.some(holds) : answers.every(holds);
  });
}

function itemAt(object: unknown, index: unknown): unknown {
  if (typeof index !== 'number') return undefined;
  return typeof object === 'string'
    ? object.at(index)
    : Array.isArray(object)
      ? (object.at(index) ?? null)
      : undefined;
}

/** What a comparison of two values gives; `in`: undefined where nothing can be in the right one. */
export function compared(left: unknown, operator: Comparison, right: unknown): boolean | undefined {
  if (operator === 'in') {
    if (Array.isArray(right)) return right.includes(left);
    // What is not set has no items.
    if (right === null) return false;
    return typeof right === 'string' && typeof left === 'string' ? right.includes(left) : undefined;
  }
  if (operator === 'equal') return left === right || (left == null && right == null);
  return operator === 'less' ? Number(left) < Number(right) : Number(left) <= Number(right);
}

/** A call that converts a value, gives it in another spelling, or tests it. */
function called({ name, object, callee, given, named }: CallShape, of: Inner): Known | undefined {
  const [first, second] = given;
  const { module, dotted } = pathOf(callee) ?? { module: '', dotted: '' };
  if (module === 're' && MATCHES.has(dotted)) {
    const pattern = withFlags(patternIn(first, of), given[2] ?? named.get('flags'));
    return mapped(of(second), (text) => matches(pattern, dotted, text));
  }
  if (module === 'fnmatch')
    return mapped(of(first), (text) => matches(globPattern(textKnown(of(second))), 'fullmatch', text));
  if (!object || (module === '' && dotted === `Number.${name}`)) return mapped(of(first), CONVERSIONS[name]);
  const pattern = MATCHES.has(name) ? patternIn(object, of) : undefined;
  if (pattern !== undefined) return mapped(of(first), (text) => matches(pattern, name, text));
  const written = name === 'match' || name === 'search' ? writtenPattern(first) : undefined;
  if (written !== undefined) return mapped(of(object), (text) => matches(written, 'search', text));
  const inner = of(object);
  if (name === 'pop' || name === 'at')
    return mapped(first ? of(first) : { value: -1 }, (index) => itemAt(inner?.value, index));
  const part = first ? of(first) : NONE;
  return mapped(part && inner, (value) => {
    if (Array.isArray(value)) return name === 'indexOf' ? value.indexOf(part?.value) : undefined;
    return typeof value === 'string'
      ? METHODS[name]?.(value, part?.value)
      : first
        ? undefined
        : (value ?? null);
  });
}

const lower = (text: string): string => text.toLowerCase();
const upper = (text: string): string => text.toUpperCase();
const trimmed = (text: string): string => text.trim();
/** Python also takes a tuple of parts. */
const ofAny =
  (holds: (text: string, part: string) => boolean) =>
  (text: string, part: unknown): boolean | undefined => {
    const parts: readonly unknown[] = Array.isArray(part) ? part : [part];
    return parts.every((one) => typeof one === 'string') ? parts.some((one) => holds(text, one)) : undefined;
  };

const begins = ofAny((text, part) => text.startsWith(part));
const ends = ofAny((text, part) => text.endsWith(part));
const placeIn = (text: string, part: unknown): number | undefined =>
  typeof part === 'string' ? text.indexOf(part) : undefined;
const split = (text: string, part: unknown): string[] | undefined =>
  typeof part === 'string' && part !== '' ? text.split(part) : undefined;

const METHODS: Readonly<Record<string, (text: string, part: unknown) => unknown>> = {
  lower,
  casefold: lower,
  toLowerCase: lower,
  upper,
  toUpperCase: upper,
  strip: trimmed,
  trim: trimmed,
  toString: String,
  startswith: begins,
  startsWith: begins,
  endswith: ends,
  endsWith: ends,
  split,
  rsplit: split,
  find: placeIn,
  indexOf: placeIn,
  removeprefix: (text, part) =>
    typeof part === 'string' && text.startsWith(part) ? text.slice(part.length) : text,
};

const lengthOf = (value: unknown): number | undefined =>
  typeof value === 'string' || Array.isArray(value) ? value.length : undefined;

/** Undefined where Python raises. */
const numberOrError = (value: unknown): number | undefined =>
  value == null || value === '' || Number.isNaN(Number(value)) ? undefined : Number(value);

const CONVERSIONS: Readonly<Record<string, (value: unknown) => unknown>> = {
  any: (value) => (Array.isArray(value) ? value.some(Boolean) : undefined),
  all: (value) => (Array.isArray(value) ? value.every(Boolean) : undefined),
  bool: Boolean,
  len: lengthOf,
  Boolean,
  int: numberOrError,
  float: numberOrError,
  Number,
  parseInt: (value) => Number.parseInt(String(value), 10),
  isNaN: (value) => Number.isNaN(Number(value)),
  str: String,
  String,
  strtobool: (value) => ['1', 'true', 'yes', 'y', 'on', 't'].includes(String(value).toLowerCase()),
};

/** A regular expression: written as such, given to its constructor, or a text for a function that takes one. */
function patternIn(value: Value | undefined, of: Inner): string | undefined {
  const call = callIn(value);
  if (call?.name === 'compile' || call?.name === 'RegExp')
    return withFlags(textKnown(of(call.given[0])), call.given[1]);
  return writtenPattern(value) ?? (textOf(value) === undefined ? undefined : textKnown(of(value)));
}

/** Of flags only the one is read by which the case of letters does not matter. */
const withFlags = (pattern: string | undefined, flags: Value | undefined): string | undefined =>
  flags && pattern !== undefined
    ? ['i', 'I', 'IGNORECASE'].includes(textOf(flags) ?? pathOf(flags)?.dotted ?? '')
      ? `${ANY_CASE}${pattern}`
      : undefined
    : pattern;

const textKnown = (known: Known | undefined): string | undefined =>
  typeof known?.value === 'string' ? known.value : undefined;

/** `/^mcp__mail/` */
function writtenPattern(value: Value | undefined): string | undefined {
  const shape = value && shapeOf(value);
  const source = value && shape?.kind === 'computed' && shape.parts.length === 0 ? sourceOf(value) : '';
  // The grammar of a pattern is not read.
  const [end, isAnyCase] = [source.lastIndexOf('/'), source.endsWith('/i')];
  if (!source.startsWith('/') || end < 2 || !(isAnyCase || source.endsWith('/'))) return undefined;
  return `${isAnyCase ? ANY_CASE : ''}${source.slice(1, end)}`;
}
