import { keptIn } from '../../../model/once.js';
import type { FunctionDefinition } from '../../ir/ir.js';
import { MAX_FLOW_TERMS, MAX_SPELLED } from '../../limits.js';
import type { At, CallEvent, CallExpression, FunctionValue, Origin, Value } from '../../values/value.js';

/**
 * What an expression is computed from on one path: assignments, calls of the project's functions and what these return are
 * followed, so that a term ends in what the program is given: constants, parameters, names of nobody, calls of others.
 */
export type Term = { readonly at: At } & (
  | { readonly kind: 'constant'; readonly scalar: Scalar; readonly isDefault?: true | undefined }
  /** `isOpen`: there may be other items. `spreads`: what they come from, where that is written. */
  | {
      readonly kind: 'list';
      readonly items: readonly Term[];
      readonly isOpen: boolean;
      readonly spreads: readonly Term[];
    }
  | { readonly kind: 'record'; readonly members: ReadonlyMap<string, Term>; readonly isOpen: boolean }
  /** A name without a known value: of the language, or declared elsewhere. */
  | { readonly kind: 'name'; readonly name: string }
  /** A name of a module that is not of the project. */
  | { readonly kind: 'outside'; readonly origin: Origin }
  /** `clock`: when its function began. `index`: its place. `type`: what its annotation names, if that is of a package. */
  | {
      readonly kind: 'parameter';
      readonly name: string;
      readonly of: FunctionDefinition;
      readonly index: number;
      readonly type: string | undefined;
      /** Its default, if that is a constant. */
      readonly fallback: Term | undefined;
      readonly clock: number;
    }
  /** The receiver of a method. */
  | { readonly kind: 'self' }
  | { readonly kind: 'member'; readonly object: Term; readonly property: string }
  | { readonly kind: 'index'; readonly object: Term; readonly index: Term }
  /** An item that a loop iterates over. */
  | { readonly kind: 'item'; readonly of: Term; readonly id: number }
  | Called
  | { readonly kind: 'compare'; readonly operator: Comparison; readonly left: Term; readonly right: Term }
  | { readonly kind: 'not'; readonly operand: Term }
  | { readonly kind: 'logical'; readonly operator: Logical; readonly left: Term; readonly right: Term }
  | { readonly kind: 'function'; readonly value: FunctionValue }
  /** One of several, each with its condition. */
  | { readonly kind: 'gated'; readonly branches: readonly Branch[]; readonly id: number }
  /**
   * One of several, by the places that assign it; which one is not followed. `each`: of a comprehension over unknown items,
   * what it computes from one.
   */
  | { readonly kind: 'either'; readonly members: readonly Term[]; readonly each?: Term }
  /**
   * Computed from its parts by an operation that is not followed. `each`: what it has for an item that is not known.
   * `holdsFor`: the second part is tested for some or every item of the first. `keptBy`: under which conditions, as
   * alternatives, a filter keeps an item of the first.
   */
  | {
      readonly kind: 'computed';
      readonly parts: readonly Term[];
      readonly each?: Term;
      readonly holdsFor?: 'some' | 'every';
      readonly keptBy?: Paths;
    }
);

/** A constant; undefined: no value. */
type Scalar = string | number | boolean | null | undefined;

/** A parameter of a function whose caller is not known. */
export type ParameterTerm = Term & { readonly kind: 'parameter' };

/** `isDefault`: inherited from the class; a construction may set another value. */
export type Constant = Term & { readonly kind: 'constant' };

/** The others are written with `not`, or with the sides exchanged. */
export type Comparison = 'equal' | 'in' | 'less' | 'at-most';

type Logical = 'and' | 'or' | 'nullish';

export type CallTerm = Term & { readonly kind: 'call' };

interface Called {
  readonly kind: 'call';
  /** Identifies one call in one context. */
  readonly id: number;
  /** When it ran, the earliest first. */
  readonly times: readonly number[];
  readonly event: CallEvent;
  readonly expression: CallExpression;
  /** Last name of the callee; empty where it has none. */
  readonly name: string;
  readonly callee: Term;
  /** The receiver. */
  readonly object: Term | undefined;
  readonly given: readonly Term[];
  readonly named: ReadonlyMap<string, Term>;
  /** The callee. */
  readonly target: Value;
}

/** A term, and the steps that must have been taken for it. */
export interface Branch {
  readonly steps: readonly Step[];
  readonly term: Term;
}

/** Alternatives of steps. */
export type Paths = readonly (readonly Step[])[];

/** The steps of a path, in order. Clocks grow along a path. */
export type Step =
  /** The path continues only if a term is truthy, or falsy. */
  | { readonly kind: 'test'; readonly term: Term; readonly holds: boolean; readonly clock: number }
  /** A call ran that may decide: it may never have returned. */
  | { readonly kind: 'call'; readonly call: CallTerm; readonly clock: number }
  /** The path waited for something that is no call. */
  | { readonly kind: 'await'; readonly term: Term; readonly clock: number }
  /** A function began whose caller is not known. */
  | { readonly kind: 'entered'; readonly definition: FunctionDefinition; readonly clock: number }
  /** An exception was caught. */
  | { readonly kind: 'caught'; readonly at: At; readonly clock: number }
  /** One of several paths was taken. */
  | { readonly kind: 'choice'; readonly paths: Paths; readonly id: number; readonly clock: number }
  /** It is not known what happened. */
  | { readonly kind: 'lost'; readonly clock: number }
  /** The path ends here. */
  | { readonly kind: 'never'; readonly clock: number };

export type TestStep = Step & { readonly kind: 'test' };

/** What a query takes as known: the value of a term; undefined for every other one. */
export type Given = (term: Term) => string | boolean | undefined;

/** A term with what is given: also what an object has under a key that is given, `GATES[call.toolName]`. */
export function withGiven(term: Term, given: Given | undefined): Term {
  if (!given) return term;
  const known = given(term);
  if (known !== undefined) return { kind: 'constant', at: term.at, scalar: known };
  if (term.kind !== 'index' || term.object.kind !== 'record') return term;
  const { members } = term.object;
  const key = withGiven(term.index, given);
  if (key.kind !== 'constant' || isOpenRecord(term.object)) return term;
  return members.get(String(key.scalar)) ?? { kind: 'constant', at: term.at, scalar: undefined };
}

/** Whether a record may have members that are not known: its keys `...0` are for values under computed ones. */
export const isOpenRecord = ({ members, isOpen }: Term & { readonly kind: 'record' }): boolean =>
  isOpen || [...members.keys()].some((key) => key.startsWith('...'));

/** The texts that a term is or has in it, as a list or as keys; undefined where it may have something else. */
export function textsIn(term: Term): readonly string[] | undefined {
  if (term.kind === 'constant') return typeof term.scalar === 'string' ? [term.scalar] : undefined;
  if (term.kind === 'record') return isOpenRecord(term) ? undefined : [...term.members.keys()];
  if (term.kind !== 'list' || term.isOpen) return undefined;
  const texts = term.items.map(textsIn);
  return texts.every((one) => one !== undefined) ? texts.flat() : undefined;
}

/** What some steps test. */
export const testedIn = (steps: readonly Step[]): readonly Term[] =>
  steps.flatMap((one) => (one.kind === 'test' ? [one.term] : []));

/** Terms directly inside a term; the conditions of a choice are in its steps. */
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

/** Terms and steps that were visited. */
export interface Visited {
  readonly terms: Set<Term>;
  readonly steps: Set<Step>;
}

/** Nothing that was visited yet. */
export const nothingVisited = (): Visited => ({ terms: new Set(), steps: new Set() });

/**
 * Whether a term is computed from a source, through assignments, calls and returns. The condition of a choice is in
 * their steps, not in the terms of either. `isSource` gives undefined to look at the parts of a term, false where neither
 * it nor its parts are one. Undefined: none is found, and there are more terms than are visited. `without`: what earlier
 * questions about the same sources have shown to depend on none; grows with each that finds none.
 */
export function dependsOn(
  term: Term,
  isSource: (one: Term) => boolean | undefined,
  without?: Visited,
): boolean | undefined {
  const seen = new Set<Term>();
  // Choices share their parts: expanded, there may be as many as there are paths.
  const taken = new Set<Step>();
  const waiting = [term];
  let isCut = false;
  // Choices within choices may be as deep as a function is long: no recursion.
  const addSteps = (steps: readonly Step[]): void => {
    const left = [steps];
    for (let path = left.pop(); path; path = left.pop())
      for (const step of path) {
        if (taken.has(step) || without?.steps.has(step)) continue;
        if (taken.size >= MAX_FLOW_TERMS) isCut = true;
        if (isCut) return;
        taken.add(step);
        if (step.kind === 'test' || step.kind === 'await') waiting.push(step.term);
        else if (step.kind === 'choice') left.push(...step.paths);
      }
  };
  for (let one = waiting.pop(); one; one = waiting.pop()) {
    if (seen.has(one) || without?.terms.has(one)) continue;
    if (seen.size >= MAX_FLOW_TERMS) isCut = true;
    if (isCut) break;
    seen.add(one);
    const answer = isSource(one);
    if (answer === true) return true;
    if (answer === false) continue;
    if (one.kind === 'gated')
      for (const branch of one.branches) {
        addSteps(branch.steps);
        waiting.push(branch.term);
      }
    else for (const part of partsOf(one)) waiting.push(part);
  }
  if (isCut) return undefined;
  for (const one of seen) without?.terms.add(one);
  for (const step of taken) without?.steps.add(step);
  return false;
}

/** Whether a term is computed from one that `isOne` says yes to. */
export const contains = (term: Term, isOne: (one: Term) => boolean): boolean =>
  dependsOn(term, (one) => isOne(one) || undefined) === true;

/** The origin of a term: the module or global name that it comes from, and the names from there on. */
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

/** A term as the program spells it, for messages. */
export function spellingOf({ at }: Term): string {
  const { file, span } = at;
  return file.text.slice(span.start, Math.min(span.end, span.start + MAX_SPELLED)).split('\n', 1)[0] ?? '';
}

/** A term as it is written. */
export const sourceOf = ({ at: { file, span } }: Term): string => file.text.slice(span.start, span.end);

/** Numbers by shape: what is equal has the same number. */
export interface Numbers {
  ofTerm(term: Term): number;
  /** Of what a step tests or does, whichever side is taken. */
  ofStep(step: Step): number;
  /** Of a text: the same text has the same number. */
  ofText(text: string): number;
}

/** Numbers of the terms and steps of one evaluation. */
export function numbering(): Numbers {
  const terms = new WeakMap<Term, number>();
  const steps = new WeakMap<Step, number>();
  const tests = new Map<number, number>();
  const texts = new Map<string, number>();
  const ofText = (text: string): number => keptIn(texts, text, () => texts.size + 1);
  const shapeOf = (term: Term): string => {
    const inner = (): string => partsOf(term).map(ofTerm).join(',');
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
        return `member ${ofTerm(term.object)} ${term.property}`;
      case 'item':
        return `item ${placeOf(term.at.span, term.at)} ${term.id}`;
      case 'call':
        return `call ${term.id}`;
      case 'function':
        return `function ${placeOf(term.value.definition, term.at)} ${term.value.id}`;
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
  // Asked most of all: no function is made where it is known.
  const ofTerm = (term: Term): number => terms.get(term) ?? keptIn(terms, term, () => ofText(shapeOf(term)));
  const shapeOfStep = (step: Exclude<Step, { readonly kind: 'test' }>): string => {
    switch (step.kind) {
      case 'await':
        return `step await ${ofTerm(step.term)}`;
      case 'call':
        return `step call ${step.call.id}`;
      case 'entered':
        return `step entered ${step.definition.start}`;
      case 'caught':
        return `step caught ${step.at.span.start}`;
      case 'choice':
        return `step choice ${step.id}`;
      default:
        return `step ${step.kind}`;
    }
  };
  return {
    ofTerm,
    ofText,
    ofStep(step) {
      // A test is often copied with a later clock.
      if (step.kind !== 'test') return keptIn(steps, step, () => ofText(shapeOfStep(step)));
      const term = ofTerm(step.term);
      return keptIn(tests, term, () => ofText(`step test ${term}`));
    },
  };
}

const placeOf = (span: { readonly start: number; readonly end: number }, { file }: At): string =>
  `${file.file}:${span.start}-${span.end}`;
