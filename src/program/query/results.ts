import { type Conditions, conditionsOf, newConditions } from './flow/conditions.js';
import { stepsOfValue, type ValuePattern } from './flow/sinks.js';
import { numbering, type Step, type Term } from './flow/term.js';
import { termsOf } from './flow/values.js';
import type { CodeSyntaxNode } from './node.js';
import { fileOf, type ValueNode } from './node-value.js';

/** Whether a function returns a value like a pattern each time that it returns, never, or not known which. */
export type ResultIs = 'always' | 'never' | 'perhaps';

/**
 * What a function returns, compared with a pattern, on the paths that it can take. Undefined for everything else, and for
 * a function that returns nothing.
 */
export function resultIs(node: CodeSyntaxNode, pattern: ValuePattern): ResultIs | undefined {
  const { value } = node as ValueNode;
  if (value.kind !== 'function') return undefined;
  const evaluation = fileOf(value.at).evaluation();
  const terms = termsOf(evaluation, () => false);
  const shared = newConditions(numbering());
  const found = new Set<ResultIs>();
  for (const { slot, paths } of evaluation.returnEventsOf(value)) {
    const returned = slot?.value ?? { kind: 'nothing' as const, at: value.at };
    for (const { guard, clock, began } of paths) {
      const path = terms.steps(guard, began);
      if (conditionsOf(path, shared).length === 0) continue;
      const more = stepsOfValue(returned, pattern, terms, clock);
      found.add(more ? certainty(more, path, shared) : 'never');
    }
  }
  const [only, ...others] = found;
  return others.length > 0 ? 'perhaps' : only;
}

/** Whether further steps are taken on each path, or on none. */
function certainty(more: readonly Step[], path: readonly Step[], shared: Conditions): ResultIs {
  if (conditionsOf(more, shared).some((one) => one.length === 0)) return 'always';
  return conditionsOf([...path, ...more], shared).length === 0 ? 'never' : 'perhaps';
}

/** What the value of a node is computed from. */
export function termOf(node: CodeSyntaxNode): Term {
  const { value } = node as ValueNode;
  const evaluation = fileOf(value.at).evaluation();
  return value.kind === 'options'
    ? { kind: 'computed', at: value.at, parts: [] }
    : termsOf(evaluation, () => false).of(value);
}
