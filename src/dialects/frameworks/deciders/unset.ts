import type { Step, Term } from '../../../program/index.js';
import { settingIn } from './deciders.js';

/** A value that is known. */
interface Known {
  readonly value: unknown;
}

const NONE: Known = { value: null };

/**
 * The value of a term where no setting of it is set, as far as the defaults in the program show it; undefined where that
 * is not known.
 */
export function whenUnset(term: Term, depth = 0): Known | undefined {
  if (depth > DEEPEST) return undefined;
  const of = (one: Term | undefined): Known | undefined => one && whenUnset(one, depth + 1);
  if (settingIn(term) !== undefined)
    return term.kind === 'call' && term.given.length > 1 ? of(term.given[1]) : NONE;
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
      const [left, right] = [of(term.left), term.right];
      if (!left) return undefined;
      if (term.operator === 'in') return isIn(left, right, depth);
      return mapped(of(right), (value) => compared(left.value, term.operator, value));
    }
    case 'call':
      return called(term, depth);
    // `process.env.APPROVE?.length`
    case 'member':
      return mapped(of(term.object), (value) => (value === null ? null : undefined));
    case 'gated': {
      const open = term.branches.filter(({ steps }) => steps.every((step) => mayPass(step, depth) !== false));
      const isKnown = open.every(({ steps }) => steps.every((step) => mayPass(step, depth)));
      return open.length === 1 || isKnown ? of(open[0]?.term) : undefined;
    }
    default:
      return undefined;
  }
}

/** Terms within each other that are looked through. */
const DEEPEST = 12;

/** Undefined where the value is not known, or `change` gives undefined. */
function mapped(known: Known | undefined, change: (value: unknown) => unknown): Known | undefined {
  const value = known && change(known.value);
  return value === undefined ? undefined : { value };
}

/** Whether a step is taken where nothing is set; undefined where that is not known. */
function mayPass(step: Step, depth: number): boolean | undefined {
  if (step.kind !== 'test') return undefined;
  const known = whenUnset(step.term, depth + 1);
  return known && Boolean(known.value) === step.holds;
}

function isIn({ value }: Known, right: Term, depth: number): Known | undefined {
  if (settingIn(right) !== undefined) return { value: false };
  if (right.kind !== 'list' || right.isOpen) return undefined;
  const items = right.items.map((one) => whenUnset(one, depth + 1));
  return items.every((one) => one !== undefined)
    ? { value: items.some((one) => one?.value === value) }
    : undefined;
}

function compared(left: unknown, operator: 'equal' | 'less' | 'at-most' | 'in', right: unknown): boolean {
  if (operator === 'equal') return left === right || (left == null && right == null);
  return operator === 'less' ? Number(left) < Number(right) : Number(left) <= Number(right);
}

/** A call that converts a value, or gives it in another spelling. */
function called(term: Term & { readonly kind: 'call' }, depth: number): Known | undefined {
  const of = (one: Term | undefined): Known | undefined => one && whenUnset(one, depth + 1);
  if (term.object) {
    const convert = SPELLINGS[term.name];
    return (
      convert &&
      mapped(of(term.object), (value) => (typeof value === 'string' ? convert(value) : (value ?? null)))
    );
  }
  const convert = CONVERSIONS[term.name];
  return convert && mapped(of(term.given[0]), convert);
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

const CONVERSIONS: Readonly<Record<string, (value: unknown) => unknown>> = {
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
