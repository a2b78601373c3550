import type { FunctionDefinition } from '../ir/ir.js';
import { keptIn } from '../../model/once.js';
import { ALWAYS } from '../values/guard.js';
import type { Value } from '../values/value.js';
import {
  type Condition,
  type Conditions,
  conditionsOf,
  type Given,
  newConditions,
  simplified,
  type TestGuard,
  testOf,
  withWork,
} from './flow/conditions.js';
import { dependsOn, type Path, type Paths, pathsWhere, WITHOUT_CALLS, testedIn } from './flow/paths.js';
import { type CallShape, callIn, madeOf, refreshed, shapeOf } from './flow/shape.js';
import { pathTo, type ValuePattern } from './flow/sinks.js';
import type { CodeSyntaxNode } from './node.js';
import { fileOf, type ValueNode } from './node-value.js';

/** Whether a function returns a value like a pattern each time that it returns, never, or not known which. */
export type ResultIs = 'always' | 'never' | 'perhaps';

/**
 * What a function returns, compared with a pattern, on the paths that it can take. Undefined for everything else, and for
 * a function that returns nothing. `given`: what is known of its arguments.
 */
export function resultIs(node: CodeSyntaxNode, pattern: ValuePattern, given?: Given): ResultIs | undefined {
  const found = resultOf(node, pattern, given);
  // Code that may run in between gives a value that it may have, and keeps the one that it had.
  const isOpen = found === 'always' && typeof pattern === 'boolean';
  return isOpen && resultOf(node, !pattern, given) !== 'never' ? 'perhaps' : found;
}

function resultOf(node: CodeSyntaxNode, pattern: ValuePattern, given?: Given): ResultIs | undefined {
  const shared = newConditions(WITHOUT_CALLS, given);
  const found = new Set(
    returnsOf(node, pattern, WITHOUT_CALLS, given)?.flatMap(({ path, more }): ResultIs[] => {
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

/**
 * Under which conditions a function returns a value like a pattern; undefined for what is no function of the project.
 * `mayDecide`: the calls that may decide what follows them; left out: none.
 */
export function conditionsOfResult(
  node: CodeSyntaxNode,
  pattern: ValuePattern,
  mayDecide?: (call: CallShape) => boolean,
): readonly ResultConditions[] | undefined {
  const paths = mayDecide ? pathsWhere(mayDecide) : WITHOUT_CALLS;
  const shared = newConditions(paths);
  return returnsOf(node, pattern, paths)?.flatMap(({ definition, began, path, more }) => {
    const conditions = more ? conditionsOf([...path, ...more], shared) : [];
    if (conditions.length === 0) return [];
    return [{ definition, began, conditions: simplified(conditions) }];
  });
}

/** The paths on which a function returns, with the further path for the result to be like a pattern. */
function returnsOf(node: CodeSyntaxNode, pattern: ValuePattern, paths: Paths, given?: Given) {
  const { value } = node as ValueNode;
  if (value.kind !== 'function') return undefined;
  const evaluation = fileOf(value.at).evaluation();
  const events = evaluation.returnEventsOf(value);
  refreshed(evaluation);
  return events.flatMap(({ slot, paths: ways }) => {
    const returned = slot?.value ?? { kind: 'nothing' as const, at: value.at };
    return ways.map(({ guard, clock, began }) => ({
      definition: value.definition,
      began,
      path: paths.since(guard, began),
      more: pathTo(returned, pattern, { clock, paths, given }),
    }));
  });
}

/**
 * The tests with which a function returns a value like a pattern, or with which a value is one: alternatives, each with all
 * its tests. Where something else than tests decides, that alternative is left out. Whatever counts as a boolean is one.
 */
export function testsFor(node: CodeSyntaxNode, result: ValuePattern): readonly (readonly TestGuard[])[] {
  const returned = conditionsOfResult(node, result);
  const conditions = returned
    ? returned.flatMap((one) => one.conditions)
    : pathsToBe(node, result).flatMap((path) => conditionsOf(path, newConditions()));
  return conditions.flatMap((guards) => {
    const tests = guards.filter((one) => one.kind === 'test');
    return tests.length === guards.length ? [tests] : [];
  });
}

/** What is tested before a call, on any path that leads to it. */
export function testsBefore(node: CodeSyntaxNode): readonly Value[] {
  const paths = callIn(valueOfNode(node))?.event.paths ?? [];
  return paths.flatMap(({ guard }) => testedIn(WITHOUT_CALLS.since(guard, 0)));
}

/** The paths for a value to be like a pattern; none if it cannot be. */
function pathsToBe(node: CodeSyntaxNode, result: ValuePattern): readonly Path[] {
  if (typeof result === 'boolean') return [[testOf(valueOfNode(node), result, 0)]];
  const path =
    (node as ValueNode).value.kind === 'options'
      ? undefined
      : pathTo(valueOfNode(node), result, { clock: 0, paths: WITHOUT_CALLS });
  return path ? [path] : [];
}

/** Conditions that questions about one evaluation share, as far as it has come. */
const sharedConditions = new WeakMap<object, Conditions>();

/**
 * Under which conditions one of some nodes is in its list, or is what was chosen: alternatives, of which an empty one always
 * holds. The nodes are of one list or one choice.
 */
export function conditionsToBeThere(nodes: readonly CodeSyntaxNode[]): readonly Condition[] {
  const [first] = nodes as readonly ValueNode[];
  if (!first) return [];
  const evaluation = fileOf(first.slot.written).evaluation();
  const shared = keptIn(sharedConditions, refreshed(evaluation), () => newConditions());
  const conditions = withWork(shared, evaluation.work, () =>
    (nodes as readonly ValueNode[]).flatMap(({ slot: { chosenBy, gate } }) =>
      (chosenBy ?? gate ?? ALWAYS).flatMap((tail) => conditionsOf(WITHOUT_CALLS.of(tail), shared)),
    ),
  );
  return simplified(conditions);
}

/**
 * Whether a value is like a pattern on each path that leads to it, on none, or not known which. Undefined for a function,
 * and where one may be in its place.
 */
export function valueIs(node: CodeSyntaxNode, pattern: ValuePattern, given?: Given): ResultIs | undefined {
  if ((node as ValueNode).value.kind === 'options') return undefined;
  const value = valueOfNode(node);
  const hasFunction = dependsOn(value, (one) => shapeOf(one).kind === 'function' || undefined);
  if (hasFunction !== false) return undefined;
  const more = pathTo(value, pattern, { clock: Number.MAX_SAFE_INTEGER, paths: WITHOUT_CALLS, given });
  return more ? certainty(more, [], newConditions(WITHOUT_CALLS, given)) : 'never';
}

/** Whether a further path is taken in each case, or in none. */
function certainty(more: Path, path: Path, shared: Conditions): ResultIs {
  if (conditionsOf(more, shared).some((one) => one.length === 0)) return 'always';
  return conditionsOf([...path, ...more], shared).length === 0 ? 'never' : 'perhaps';
}

/** The value of a node, as far as the program has one. */
export function valueOfNode(node: CodeSyntaxNode): Value {
  const { value } = node as ValueNode;
  refreshed(fileOf(value.at).evaluation());
  return value.kind === 'options' ? madeOf(value.at, 'computed', []) : value;
}
