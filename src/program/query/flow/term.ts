import type { FunctionDefinition } from '../../ir/ir.js';
import { MAX_FLOW_TERMS, MAX_SPELLED } from '../../limits.js';
import type { At, CallEvent, CallExpression, Origin, Value } from '../../values/value.js';

/**
 * What an expression is computed from on one path: assignments, calls of the project's functions and what these return are
 * followed, so that a term ends in what the program is given: constants, parameters, names of nobody, calls of others.
 */
export type Term =
  | Constant
  /** `isOpen`: there may be other items. */
  | (Base & { readonly kind: 'list'; readonly items: readonly Term[]; readonly isOpen: boolean })
  | (Base & {
      readonly kind: 'record';
      readonly members: ReadonlyMap<string, Term>;
      readonly isOpen: boolean;
    })
  /** A name that nothing gives a value that is seen: of the language, or declared elsewhere. */
  | (Base & { readonly kind: 'name'; readonly name: string })
  /** A name of a module that is not of the project. */
  | (Base & { readonly kind: 'outside'; readonly origin: Origin })
  /** `clock`: when its function began. */
  | (Base & {
      readonly kind: 'parameter';
      readonly name: string;
      readonly of: FunctionDefinition;
      readonly clock: number;
    })
  /** The object of a method. */
  | (Base & { readonly kind: 'self' })
  | (Base & { readonly kind: 'member'; readonly object: Term; readonly property: string })
  | (Base & { readonly kind: 'index'; readonly object: Term; readonly index: Term })
  /** One of what a loop goes through. */
  | (Base & { readonly kind: 'item'; readonly of: Term; readonly id: number })
  | CallTerm
  | (Base & {
      readonly kind: 'compare';
      readonly operator: Comparison;
      readonly left: Term;
      readonly right: Term;
    })
  | (Base & { readonly kind: 'not'; readonly operand: Term })
  | (Base & {
      readonly kind: 'logical';
      readonly operator: 'and' | 'or' | 'nullish';
      readonly left: Term;
      readonly right: Term;
    })
  | (Base & { readonly kind: 'function'; readonly definition: FunctionDefinition; readonly id: number })
  /** One of several, each with what must have happened for it to be the one. */
  | (Base & { readonly kind: 'gated'; readonly branches: readonly Branch[]; readonly id: number })
  /** One of several, by the places that give it a value; which one is not followed. */
  | (Base & { readonly kind: 'either'; readonly members: readonly Term[] })
  /** Computed from its parts in a way that is not followed. */
  | (Base & { readonly kind: 'computed'; readonly parts: readonly Term[] });

interface Base {
  readonly at: At;
}

export interface Constant extends Base {
  readonly kind: 'constant';
  /** Undefined: nothing is given. */
  readonly scalar: string | number | boolean | null | undefined;
}

/** The others are written with `not`, or with the sides exchanged. */
export type Comparison = 'equal' | 'in' | 'less' | 'at-most';

export interface CallTerm extends Base {
  readonly kind: 'call';
  /** Tells one call, in one context, from another. */
  readonly id: number;
  /** When it ran, the earliest first. */
  readonly times: readonly number[];
  readonly event: CallEvent;
  readonly expression: CallExpression;
  /** Last name of the callee; empty where it has none. */
  readonly name: string;
  readonly callee: Term;
  /** The object whose member is called. */
  readonly object: Term | undefined;
  readonly given: readonly Term[];
  readonly named: ReadonlyMap<string, Term>;
  /** What is called. */
  readonly target: Value;
}

/** A term, and the steps that must have been taken for it. */
export interface Branch {
  readonly steps: readonly Step[];
  readonly term: Term;
}

/** What happened on a path, in the order in which it happened. Clocks grow along a path. */
export type Step =
  /** The path goes on only where a term counts as true, or as false. */
  | { readonly kind: 'test'; readonly term: Term; readonly holds: boolean; readonly clock: number }
  /** A call ran that the asker wants to know of: it may never have come back. */
  | { readonly kind: 'call'; readonly call: CallTerm; readonly clock: number }
  /** The path waited for something that is no call. */
  | { readonly kind: 'await'; readonly term: Term; readonly clock: number }
  /** A function began whose caller is not seen. */
  | { readonly kind: 'entered'; readonly definition: FunctionDefinition; readonly clock: number }
  /** Something failed, and was caught. */
  | { readonly kind: 'caught'; readonly at: At; readonly clock: number }
  /** One of several paths was taken. */
  | {
      readonly kind: 'choice';
      readonly paths: readonly (readonly Step[])[];
      readonly id: number;
      readonly clock: number;
    }
  /** It is not known what happened. */
  | { readonly kind: 'lost'; readonly clock: number }
  /** Nothing goes on from here. */
  | { readonly kind: 'never'; readonly clock: number };

/** Terms right inside a term; those of what chose between several are in their steps. */
function partsOf(term: Term): readonly Term[] {
  switch (term.kind) {
    case 'list':
      return term.items;
    case 'record':
      return [...term.members.values()];
    case 'member':
      return [term.object];
    case 'index':
      return [term.object, term.index];
    case 'item':
      return [term.of];
    case 'call':
      return argumentsOf(term);
    case 'compare':
    case 'logical':
      return [term.left, term.right];
    case 'not':
      return [term.operand];
    case 'either':
      return term.members;
    case 'computed':
      return term.parts;
    default:
      return NONE;
  }
}

/** The object and the arguments of a call. */
const argumentsOf = ({ object, callee, given, named }: CallTerm): readonly Term[] => [
  object ?? callee,
  ...given,
  ...named.values(),
];

const NONE: readonly Term[] = [];

/** Whether a value depends on a source, and on which one. */
type Dependence = { readonly kind: 'depends'; readonly on: Term } | { readonly kind: 'independent' };

/**
 * Whether a term is computed from a source, through assignments, calls and returns. What chose between two paths is in
 * their steps, not in the terms of either. `isSource` gives undefined to look at
 * the parts of a term, false where neither it nor its parts are one.
 */
export function dependenceOf(term: Term, isSource: (one: Term) => boolean | undefined): Dependence {
  const seen = new Set<Term>();
  // Choices share what they are made of: written out, it may be as much as there are paths.
  const taken = new Set<Step>();
  const waiting = [term];
  const addSteps = (steps: readonly Step[]): void => {
    for (const step of steps) {
      if (taken.has(step) || taken.size > MAX_FLOW_TERMS) continue;
      taken.add(step);
      if (step.kind === 'test' || step.kind === 'await') waiting.push(step.term);
      else if (step.kind === 'choice') for (const path of step.paths) addSteps(path);
    }
  };
  for (let one = waiting.pop(); one; one = waiting.pop()) {
    if (seen.has(one) || seen.size > MAX_FLOW_TERMS) continue;
    seen.add(one);
    const answer = isSource(one);
    if (answer === true) return { kind: 'depends', on: one };
    if (answer === false) continue;
    if (one.kind === 'gated')
      for (const branch of one.branches) {
        addSteps(branch.steps);
        waiting.push(branch.term);
      }
    else for (const part of partsOf(one)) waiting.push(part);
  }
  return { kind: 'independent' };
}

/** What a term is called by from outside: the module or global name that it is taken from, and the names from there on. */
export function pathOf(term: Term): { readonly module: string; readonly dotted: string } | undefined {
  switch (term.kind) {
    case 'name':
      return { module: '', dotted: term.name };
    case 'outside': {
      const { module, dotted } = term.origin;
      return { module, dotted };
    }
    case 'member': {
      const object = pathOf(term.object);
      if (!object) return undefined;
      return {
        module: object.module,
        dotted: object.dotted === '' ? term.property : `${object.dotted}.${term.property}`,
      };
    }
    case 'call': {
      const callee = pathOf(term.callee);
      return callee && { module: callee.module, dotted: `${callee.dotted}()` };
    }
    default:
      return undefined;
  }
}

/** The spelling of what a term is in the program, for messages. */
export function spellingOf({ at }: Term): string {
  const { file, span } = at;
  return file.text.slice(span.start, Math.min(span.end, span.start + MAX_SPELLED)).split('\n', 1)[0] ?? '';
}

/** Numbers terms so that two which say the same have the same number. */
export function numbering(): (term: Term) => number {
  const known = new WeakMap<Term, number>();
  const numbers = new Map<string, number>();
  const numberOf = (shape: string): number => {
    const before = numbers.get(shape);
    if (before !== undefined) return before;
    numbers.set(shape, numbers.size + 1);
    return numbers.size;
  };
  const shapeOf = (term: Term): string => {
    const inner = (): string => partsOf(term).map(of).join(',');
    switch (term.kind) {
      case 'constant':
        return `constant ${typeof term.scalar} ${String(term.scalar)}`;
      case 'name':
        return `name ${term.name}`;
      case 'outside':
        return `outside ${term.origin.module} ${term.origin.dotted}`;
      case 'parameter':
        return `parameter ${placeOf(term.of, term.at)} ${term.name}`;
      case 'self':
        return 'self';
      case 'member':
        return `member ${of(term.object)} ${term.property}`;
      case 'item':
        return `item ${placeOf(term.at.span, term.at)} ${term.id}`;
      case 'call':
        return `call ${term.id}`;
      case 'function':
        return `function ${placeOf(term.definition, term.at)} ${term.id}`;
      case 'gated':
        return `gated ${term.id}`;
      case 'compare':
      case 'logical':
        return `${term.kind} ${term.operator} ${inner()}`;
      case 'record':
      case 'either':
      case 'computed':
        return `${term.kind} ${placeOf(term.at.span, term.at)} ${inner()}`;
      default:
        return `${term.kind} ${inner()}`;
    }
  };
  const of = (term: Term): number => {
    const before = known.get(term);
    if (before !== undefined) return before;
    const number = numberOf(shapeOf(term));
    known.set(term, number);
    return number;
  };
  return of;
}

const placeOf = (span: { readonly start: number; readonly end: number }, { file }: At): string =>
  `${file.file}:${span.start}-${span.end}`;
