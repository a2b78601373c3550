import type { Expression, FunctionDefinition, Span } from '../ir/ir.js';
import { boundBy, statementsIn, within } from '../ir/walk.js';
import type { Language } from '../language.js';
import type { CodeFile } from './document.js';

/** Which parameters the names of a function depend on. */
export type Dependencies = ReadonlyMap<string, ReadonlySet<string>>;

const known = new WeakMap<FunctionDefinition, Dependencies>();

/** Which parameters the names of a function depend on, without the receiver of a Python method. */
export function dependencies(definition: FunctionDefinition, language: Language): Dependencies {
  const before = known.get(definition);
  if (before) return before;
  const from = new Map<string, Set<string>>();
  known.set(definition, from);
  for (const { target, name } of definition.parameters.slice(hasSelf(definition, language) ? 1 : 0))
    for (const bound of boundBy(target)) from.set(bound, new Set([name]));
  for (const one of statementsIn(definition.body())) {
    const targets = one.kind === 'assign' ? one.targets : one.kind === 'for' ? [one.target] : [];
    const values = one.kind === 'assign' ? [one.value] : one.kind === 'for' ? [one.iterable] : [];
    const given = new Set(values.flatMap((value) => [...mentioned(endOf(value), from)]));
    if (given.size === 0) continue;
    for (const target of targets)
      for (const name of boundBy(target)) from.set(name, new Set([...(from.get(name) ?? []), ...given]));
  }
  return from;
}

/** Whether the first parameter is the receiver of a method. */
export const hasSelf = ({ kind, isStatic }: FunctionDefinition, language: Language): boolean =>
  language.takesSelf && kind !== 'function' && kind !== 'lambda' && !isStatic;

/** The end of a concatenated text: the path of an address. Any other expression is its own end. */
export function endOf(expression: Expression): Expression {
  switch (expression.kind) {
    case 'same':
      return endOf(expression.value);
    case 'binary':
      return expression.operator === 'add' ? endOf(expression.right) : expression;
    case 'template': {
      const last = expression.parts.findLast((part) => 'kind' in part || part.end - part.start > 1);
      if (!last) return expression;
      return 'kind' in last
        ? endOf(last)
        : { kind: 'text', pieces: [last], start: last.start, end: last.end };
    }
    default:
      return expression;
  }
}

/** The parameters that an expression depends on. */
export function mentioned(expression: Expression, from: Dependencies): ReadonlySet<string> {
  const found = new Set<string>();
  for (const one of within(expression))
    if (one.kind === 'name') for (const name of from.get(one.name) ?? []) found.add(name);
  return found;
}

/** Whether a caller passes an expression: it depends on a parameter, or is a member of `self` or `this`. */
export function isPassedIn(file: CodeFile, written: Span): boolean {
  const parts = [...within(written as Expression)];
  if (parts.some(({ kind }) => kind === 'this')) return true;
  const names = parts.flatMap((one) => (one.kind === 'name' ? [one.name] : []));
  if (names.length === 0) return false;
  return file
    .evaluation()
    .functionsIn(file)
    .some(({ definition }) => {
      if (definition.start > written.start || written.end > definition.end) return false;
      const from = dependencies(definition, file.language);
      const [self] = hasSelf(definition, file.language) ? definition.parameters : [];
      return names.some((name) => from.has(name) || name === self?.name);
    });
}
