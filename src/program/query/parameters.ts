import type { Expression, FunctionDefinition, Span } from '../ir/ir.js';
import { boundBy, statementsIn, within } from '../ir/walk.js';
import type { Language } from '../language.js';
import type { CodeFile } from './document.js';

const known = new WeakMap<FunctionDefinition, ReadonlySet<string>>();

/** The names of a function that depend on its parameters, without the receiver of a Python method. */
function dependentNames(definition: FunctionDefinition, language: Language): ReadonlySet<string> {
  const before = known.get(definition);
  if (before) return before;
  const parameters = definition.parameters.slice(hasSelf(definition, language) ? 1 : 0);
  const names = new Set(parameters.flatMap(({ target }) => [...boundBy(target)]));
  known.set(definition, names);
  const depends = (value: Expression): boolean =>
    [...within(endOf(value))].some((one) => one.kind === 'name' && names.has(one.name));
  for (const one of statementsIn(definition.body())) {
    const targets = one.kind === 'assign' ? one.targets : one.kind === 'for' ? [one.target] : [];
    const value = one.kind === 'assign' ? one.value : one.kind === 'for' ? one.iterable : undefined;
    if (value && depends(value))
      for (const target of targets) for (const name of boundBy(target)) names.add(name);
  }
  return names;
}

/** Whether the first parameter is the receiver of a method. */
const hasSelf = ({ kind, isStatic }: FunctionDefinition, language: Language): boolean =>
  language.takesSelf && kind !== 'function' && kind !== 'lambda' && !isStatic;

/** The end of a concatenated text: the path of an address. Any other expression is its own end. */
function endOf(expression: Expression): Expression {
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
      const dependent = dependentNames(definition, file.language);
      const [self] = hasSelf(definition, file.language) ? definition.parameters : [];
      return names.some((name) => dependent.has(name) || name === self?.name);
    });
}
