import { globPattern, MATCHES, matches } from '../../model/pattern.js';
import { MAX_KNOWN_DEPTH } from '../limits.js';
import type { Origin } from '../values/value.js';
import { type Comparison, isOpenRecord, pathOf, type Step, sourceOf, type Term } from './flow/term.js';

/** A value that is known. */
export interface Known {
  readonly value: unknown;
}

/**
 * What a question takes as known: the value of a term; `unknown` for one whose value must not count; undefined to compute
 * it. `of` gives the value of a term inside it.
 */
export type KnownTerms = (
  term: Term,
  of: (inner: Term | undefined) => Known | undefined,
) => Known | 'unknown' | undefined;

/** Whether a value is known, and true, or false. */
export const isKnownAs = (known: Known | undefined, holds: boolean): boolean =>
  known !== undefined && Boolean(known.value) === holds;

/** The value of a term, where other terms have the values that are given; undefined where that is not known. */
export function valueWhere(term: Term, given: KnownTerms): Known | undefined {
  // Choices share their parts: each is computed once.
  const values = new Map<Term, Known | undefined>();
  let depth = 0;
  const of = (one: Term | undefined): Known | undefined => {
    if (!one || values.has(one)) return one && values.get(one);
    if (depth > MAX_KNOWN_DEPTH) return undefined;
    values.set(one, undefined);
    depth++;
    const known = given(one, of) ?? computedValue(one, of, given);
    depth--;
    const value = known === 'unknown' ? undefined : known;
    values.set(one, value);
    return value;
  };
  return of(term);
}

function computedValue(term: Term, of: Inner, given: KnownTerms): Known | undefined {
  switch (term.kind) {
    case 'constant':
      return { value: term.scalar };
    case 'not':
      return mapped(of(term.operand), (value) => !value);
    case 'logical': {
      const left = of(term.left);
      if (!left) return undefined;
      const isRight =
        term.operator === 'nullish' ? left.value == null : Boolean(left.value) === (term.operator === 'and');
      return isRight ? of(term.right) : left;
    }
    case 'compare': {
      const left = of(term.left);
      const right = left && (term.operator === 'in' ? itemsIn(term.right, of) : of(term.right));
      return left && mapped(right, (value) => compared(left.value, term.operator, value));
    }
    case 'list':
      return itemsIn(term, of);
    case 'index':
      return mapped(of(term.index), (index) => itemAt(of(term.object)?.value, index));
    case 'call':
      return called(term, of);
    case 'computed':
      return heldFor(term, of, given);
    // `process.env.APPROVE?.length`
    case 'member':
      if (term.object.kind === 'record') {
        const value = term.object.members.get(term.property);
        return value ? of(value) : isOpenRecord(term.object) ? undefined : NONE;
      }
      return mapped(of(term.object), (value) => (value === null ? null : undefined));
    case 'outside':
      return mapped({ value: term.origin }, () => nameOfFunction(term.origin));
    case 'gated': {
      const open = term.branches.filter(({ steps }) => steps.every((step) => mayPass(step, of) !== false));
      const isKnown = open.every(({ steps }) => steps.every((step) => mayPass(step, of)));
      return open.length === 1 || isKnown ? of(open[0]?.term) : undefined;
    }
    default:
      return undefined;
  }
}

const NONE: Known = { value: null };

/** The name of a function of the project: `refund.__name__`. */
function nameOfFunction({ file, dotted }: Origin): string | undefined {
  const path = dotted.split('.');
  return file !== undefined && path.at(-1) === '__name__' ? path.at(-2) : undefined;
}

type Inner = (term: Term | undefined) => Known | undefined;

/** Undefined where the value is not known, or `change` gives undefined. */
function mapped(known: Known | undefined, change?: (value: unknown) => unknown): Known | undefined {
  const value = known && change?.(known.value);
  return value === undefined ? undefined : { value };
}

/** Whether a step is taken; undefined where that is not known. */
function mayPass(step: Step, of: Inner): boolean | undefined {
  if (step.kind !== 'test') return undefined;
  const known = of(step.term);
  return known && Boolean(known.value) === step.holds;
}

/** What a value is looked up in: the items of a list, the keys of a record, a text. */
function itemsIn(term: Term, of: Inner): Known | undefined {
  if (term.kind === 'record') return isOpenRecord(term) ? undefined : { value: [...term.members.keys()] };
  if (term.kind !== 'list') return of(term);
  const items = term.items.map(of);
  return !term.isOpen && items.every((one) => one !== undefined)
    ? { value: items.map((one) => one.value) }
    : undefined;
}

/** `PREFIXES.some((one) => name.startsWith(one))` */
function heldFor(
  { parts: [list, test], holdsFor }: Term & { readonly kind: 'computed' },
  of: Inner,
  given: KnownTerms,
): Known | undefined {
  if (!list || !test || holdsFor === undefined) return undefined;
  return mapped(itemsIn(list, of), (items) => {
    if (!Array.isArray(items)) return undefined;
    const isItem = (one: Term): boolean => one.kind === 'item' && one.of === list;
    const answers = items.map((value: unknown) =>
      valueWhere(test, (one, inner) => (isItem(one) ? { value } : given(one, inner))),
    );
    if (answers.includes(undefined)) return undefined;
    const holds = (one: Known | undefined): boolean => Boolean(one?.value);
    return holdsFor === 'some' ? answers.some(holds) : answers.every(holds);
  });
}

function itemAt(object: unknown, index: unknown): unknown {
  return Array.isArray(object) && typeof index === 'number' ? (object.at(index) ?? null) : undefined;
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
function called(
  { name, object, callee, given }: Term & { readonly kind: 'call' },
  of: Inner,
): Known | undefined {
  const [first, second] = given;
  const { module, dotted } = pathOf(callee) ?? { module: '', dotted: '' };
  if (module === 're' && MATCHES.has(dotted))
    return mapped(of(second), (text) => matches(patternIn(first, of), dotted, text));
  if (module === 'fnmatch')
    return mapped(of(first), (text) => matches(globPattern(textOf(of(second))), 'fullmatch', text));
  if (!object) return mapped(of(first), CONVERSIONS[name]);
  const pattern = MATCHES.has(name) ? patternIn(object, of) : undefined;
  if (pattern !== undefined) return mapped(of(first), (text) => matches(pattern, name, text));
  const written = name === 'match' || name === 'search' ? writtenPattern(first) : undefined;
  if (written !== undefined) return mapped(of(object), (text) => matches(written, 'search', text));
  const inner = of(object);
  const convert = SPELLINGS[name];
  if (convert)
    return mapped(inner, (value) => (typeof value === 'string' ? convert(value) : (value ?? null)));
  if (name === 'pop' || name === 'at')
    return mapped(first ? of(first) : { value: -1 }, (index) => itemAt(inner?.value, index));
  const part = of(first);
  return mapped(part && inner, (value) =>
    typeof value === 'string' ? TESTS[name]?.(value, part?.value) : undefined,
  );
}

const lower = (text: string): string => text.toLowerCase();
const upper = (text: string): string => text.toUpperCase();
const trimmed = (text: string): string => text.trim();
const SPELLINGS: Readonly<Record<string, (text: string) => string>> = {
  lower,
  casefold: lower,
  toLowerCase: lower,
  upper,
  toUpperCase: upper,
  strip: trimmed,
  trim: trimmed,
  toString: (text: string) => text,
};

/** Python also takes a tuple of parts. */
const ofAny =
  (holds: (text: string, part: string) => boolean) =>
  (text: string, part: unknown): boolean | undefined => {
    const parts: readonly unknown[] = Array.isArray(part) ? part : [part];
    return parts.every((one) => typeof one === 'string') ? parts.some((one) => holds(text, one)) : undefined;
  };

const begins = ofAny((text, part) => text.startsWith(part));
const ends = ofAny((text, part) => text.endsWith(part));
const split = (text: string, part: unknown): string[] | undefined =>
  typeof part === 'string' && part !== '' ? text.split(part) : undefined;

const TESTS: Readonly<Record<string, (text: string, part: unknown) => unknown>> = {
  startswith: begins,
  startsWith: begins,
  endswith: ends,
  endsWith: ends,
  split,
  rsplit: split,
  removeprefix: (text, part) =>
    typeof part === 'string' && text.startsWith(part) ? text.slice(part.length) : text,
};

const CONVERSIONS: Readonly<Record<string, (value: unknown) => unknown>> = {
  any: (value) => (Array.isArray(value) ? value.some(Boolean) : undefined),
  all: (value) => (Array.isArray(value) ? value.every(Boolean) : undefined),
  bool: Boolean,
  Boolean,
  int: Number,
  float: Number,
  Number,
  parseInt: Number,
  str: String,
  String,
  strtobool: (value) => ['1', 'true', 'yes', 'y', 'on', 't'].includes(String(value).toLowerCase()),
};

/** A regular expression: written as such, given to its constructor, or a text for a function that takes one. */
function patternIn(term: Term | undefined, of: Inner): string | undefined {
  if (term?.kind === 'call' && (term.name === 'compile' || term.name === 'RegExp'))
    return term.given.length === 1 ? textOf(of(term.given[0])) : undefined;
  return writtenPattern(term) ?? (term?.kind === 'constant' ? textOf(of(term)) : undefined);
}

const textOf = (known: Known | undefined): string | undefined =>
  typeof known?.value === 'string' ? known.value : undefined;

/** `/^mcp__mail/` */
function writtenPattern(term: Term | undefined): string | undefined {
  // The grammar of a pattern is not read.
  if (term?.kind !== 'computed' || term.parts.length > 0) return undefined;
  const source = sourceOf(term);
  return source.length > 2 && source.startsWith('/') && source.endsWith('/')
    ? source.slice(1, -1)
    : undefined;
}
