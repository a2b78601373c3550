import type { FunctionDefinition } from '../ir/ir.js';
import {
  type Condition,
  type Conditions,
  conditionsOf,
  newConditions,
  simplified,
  withWork,
} from './flow/conditions.js';
import { stepsOfValue, type ValuePattern } from './flow/sinks.js';
import {
  type CallTerm,
  dependsOn,
  type Given,
  type Step,
  type Term,
  type TestStep,
  testedIn,
} from './flow/term.js';
import { sharedTerms, termsOf } from './flow/values.js';
import type { CodeSyntaxNode } from './node.js';
import { fileOf, type ValueNode } from './node-value.js';

/** Whether a function returns a value like a pattern each time that it returns, never, or not known which. */
export type ResultIs = 'always' | 'never' | 'perhaps';

/**
 * What a function returns, compared with a pattern, on the paths that it can take. Undefined for everything else, and for
 * a function that returns nothing. `given`: what is known of its arguments.
 */
export function resultIs(node: CodeSyntaxNode, pattern: ValuePattern, given?: Given): ResultIs | undefined {
  const shared = newConditions(given);
  const found = new Set(
    returnsOf(node, pattern, () => false, given)?.flatMap(({ path, more }): ResultIs[] => {
      if (conditionsOf(path, shared).length === 0) return [];
      return [more ? certainty(more, path, shared) : 'never'];
    }),
  );
  const [only, ...others] = found;
  return others.length > 0 ? 'perhaps' : only;
}

/** The conditions under which a function returns a value, and when the function began. */
export interface ResultConditions {
  readonly definition: FunctionDefinition;
  readonly began: number;
  readonly conditions: readonly Condition[];
}

/** Under which conditions a function returns a value like a pattern; undefined for what is no function of the project. */
export function conditionsOfResult(
  node: CodeSyntaxNode,
  pattern: ValuePattern,
  mayDecide: (call: CallTerm) => boolean,
): readonly ResultConditions[] | undefined {
  const shared = newConditions();
  return returnsOf(node, pattern, mayDecide)?.flatMap(({ definition, began, path, more }) => {
    const conditions = more ? conditionsOf([...path, ...more], shared) : [];
    if (conditions.length === 0) return [];
    return [{ definition, began, conditions: simplified(conditions, shared.numbers) }];
  });
}

/** The paths on which a function returns, with the further steps for the result to be like a pattern. */
function returnsOf(
  node: CodeSyntaxNode,
  pattern: ValuePattern,
  mayDecide: (call: CallTerm) => boolean,
  given?: Given,
) {
  const { value } = node as ValueNode;
  if (value.kind !== 'function') return undefined;
  const evaluation = fileOf(value.at).evaluation();
  const terms = termsOf(evaluation, mayDecide);
  return evaluation.returnEventsOf(value).flatMap(({ slot, paths }) => {
    const returned = slot?.value ?? { kind: 'nothing' as const, at: value.at };
    return paths.map(({ guard, clock, began }) => ({
      definition: value.definition,
      began,
      path: terms.steps(guard, began),
      more: stepsOfValue(returned, pattern, terms, clock, given),
    }));
  });
}

/**
 * The tests with which a function returns a value like a pattern, or with which a value is one: alternatives, each with all
 * its tests. Where something else than tests decides, that alternative is left out. Whatever counts as a boolean is one.
 */
export function testsFor(node: CodeSyntaxNode, result: ValuePattern): readonly (readonly TestStep[])[] {
  const returned = conditionsOfResult(node, result, () => false);
  const conditions = returned
    ? returned.flatMap((one) => one.conditions)
    : stepsToBe(node, result).flatMap((steps) => conditionsOf(steps, newConditions()));
  return conditions.flatMap((steps) => {
    const tests = steps.flatMap((one) => (one.kind === 'test' ? [one] : []));
    return tests.length === steps.length ? [tests] : [];
  });
}

/** What is tested before a call, on any path that leads to it. */
export function testsBefore(node: CodeSyntaxNode): readonly Term[] {
  const term = termOf(node);
  if (term.kind !== 'call') return [];
  const { terms } = sharedTerms(term.at);
  return term.event.paths.flatMap(({ guard }) => testedIn(terms.steps(guard, 0)));
}

/** The steps for a value to be like a pattern; none if it cannot be. */
function stepsToBe(node: CodeSyntaxNode, result: ValuePattern): readonly (readonly Step[])[] {
  if (typeof result === 'boolean') return [[{ kind: 'test', term: termOf(node), holds: result, clock: 0 }]];
  const { value } = node as ValueNode;
  const steps =
    value.kind === 'options' ? undefined : stepsOfValue(value, result, sharedTerms(value.at).terms, 0);
  return steps ? [steps] : [];
}

/**
 * Under which conditions one of some nodes is in its list, or is what was chosen: alternatives, of which an empty one always
 * holds. The nodes are of one list or one choice.
 */
export function conditionsToBeThere(nodes: readonly CodeSyntaxNode[]): readonly Condition[] {
  const [first] = nodes as readonly ValueNode[];
  if (!first) return [];
  const { terms, conditions: shared } = sharedTerms(first.slot.written);
  const conditions = withWork(shared, fileOf(first.slot.written).evaluation().work, () =>
    (nodes as readonly ValueNode[]).flatMap(({ slot: { chosenBy, gate } }) =>
      terms.ofGate(chosenBy ?? gate).flatMap((steps) => conditionsOf(steps, shared)),
    ),
  );
  return simplified(conditions, shared.numbers);
}

/**
 * Whether a value is like a pattern on each path that leads to it, on none, or not known which. Undefined for a function,
 * and where one may be in its place.
 */
export function valueIs(node: CodeSyntaxNode, pattern: ValuePattern, given?: Given): ResultIs | undefined {
  const { value } = node as ValueNode;
  const { terms } = sharedTerms(value.at);
  if (value.kind === 'options') return undefined;
  const hasFunction = dependsOn(terms.of(value), (one) => one.kind === 'function' || undefined);
  if (hasFunction !== false) return undefined;
  const more = stepsOfValue(value, pattern, terms, Number.MAX_SAFE_INTEGER, given);
  return more ? certainty(more, [], newConditions(given)) : 'never';
}

/** Whether further steps are taken on each path, or on none. */
function certainty(more: readonly Step[], path: readonly Step[], shared: Conditions): ResultIs {
  if (conditionsOf(more, shared).some((one) => one.length === 0)) return 'always';
  return conditionsOf([...path, ...more], shared).length === 0 ? 'never' : 'perhaps';
}

/** What the value of a node is computed from. */
export function termOf(node: CodeSyntaxNode): Term {
  const { value } = node as ValueNode;
  return value.kind === 'options'
    ? { kind: 'computed', at: value.at, parts: [] }
    : sharedTerms(value.at).terms.of(value);
}
