import { isTestFile } from '../../../model/test-file.js';
import type { Step, Term } from '../../../program/index.js';
import { settingIn } from './deciders.js';

/** A value that is known. */
interface Known {
  readonly value: unknown;
}

const NONE: Known = { value: null };

/** What is not set: settings; and also what a caller may leave out. */
interface Unset {
  readonly omits: boolean;
  /** Whether the program itself is a test: what else a test passes is no default. */
  readonly isTest: boolean;
  readonly depth: number;
}

/**
 * The value of a term where no setting of it is set, as far as the defaults in the program show it; undefined where that
 * is not known.
 */
export const whenUnset = (term: Term): Known | undefined => unset(term, around(term, false));

/** The same where the callers of functions pass nothing either. */
export const whenOmitted = (term: Term): Known | undefined => unset(term, around(term, true));

const isOfTest = ({ at }: Term): boolean => isTestFile(at.file.file);

const around = (term: Term, omits: boolean): Unset => ({ omits, isTest: isOfTest(term), depth: 0 });

function unset(term: Term, around: Unset): Known | undefined {
  if (around.depth > DEEPEST) return undefined;
  const within: Unset = { ...around, depth: around.depth + 1 };
  const of = (one: Term | undefined): Known | undefined => one && unset(one, within);
  if (settingIn(term) !== undefined)
    return term.kind === 'call' && term.given.length > 1 ? of(term.given[1]) : NONE;
  switch (term.kind) {
    case 'constant':
      return around.isTest || !isOfTest(term) ? { value: term.scalar } : undefined;
    case 'parameter':
      return around.omits ? (of(term.fallback) ?? NONE) : undefined;
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
      if (term.operator === 'in') return isIn(left, right, within);
      return mapped(of(right), (value) => compared(left.value, term.operator, value));
    }
    case 'call':
      return called(term, within);
    // `process.env.APPROVE?.length`
    case 'member':
      return mapped(of(term.object), (value) => (value === null ? null : undefined));
    case 'gated': {
      const open = term.branches.filter(({ steps }) =>
        steps.every((step) => mayPass(step, within) !== false),
      );
      const isKnown = open.every(({ steps }) => steps.every((step) => mayPass(step, within)));
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
function mayPass(step: Step, within: Unset): boolean | undefined {
  if (step.kind !== 'test') return undefined;
  const known = unset(step.term, within);
  return known && Boolean(known.value) === step.holds;
}

function isIn({ value }: Known, right: Term, within: Unset): Known | undefined {
  if (settingIn(right) !== undefined) return { value: false };
  if (right.kind !== 'list' || right.isOpen) return undefined;
  const items = right.items.map((one) => unset(one, within));
  return items.every((one) => one !== undefined)
    ? { value: items.some((one) => one?.value === value) }
    : undefined;
}

function compared(left: unknown, operator: 'equal' | 'less' | 'at-most' | 'in', right: unknown): boolean {
  if (operator === 'equal') return left === right || (left == null && right == null);
  return operator === 'less' ? Number(left) < Number(right) : Number(left) <= Number(right);
}

/** A call that converts a value, or gives it in another spelling. */
function called(term: Term & { readonly kind: 'call' }, within: Unset): Known | undefined {
  const of = (one: Term | undefined): Known | undefined => one && unset(one, within);
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
