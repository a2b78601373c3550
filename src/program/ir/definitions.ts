import type { Expression, FunctionDefinition, Target } from './ir.js';
import { bare, boundBy, expressionsOf, lastName, statementsIn } from './walk.js';

/** Expressions that compute nothing but what is in them. */
const WRITTEN_OUT: ReadonlySet<string> = new Set('literal nothing text member list record'.split(' '));

/** Whether a function is a placeholder: it only returns constants and arguments unchanged. */
export function isStub(definition: FunctionDefinition): boolean {
  const names = new Set(definition.parameters.flatMap(({ target }) => [...boundBy(target)]));
  const isPlain = (start: Expression): boolean => {
    const one = bare(start);
    switch (one.kind) {
      case 'name':
        return names.has(one.name);
      case 'template':
        return expressionsOf(one).length === 0;
      // Another form of them, or a function of the project, which is looked at by itself.
      case 'call':
        return expressionsOf(one).slice(1).every(isPlain);
      default:
        return WRITTEN_OUT.has(one.kind) && expressionsOf(one).every(isPlain);
    }
  };
  return definition.body().every((one): boolean => {
    switch (one.kind) {
      case 'return':
        return !one.value || isPlain(one.value);
      case 'expression':
        return one.value.kind === 'text' || one.value.kind === 'call' || isPlain(one.value);
      // Unused text changes nothing.
      case 'assign': {
        if (one.operator !== 'set' || !isPlain(one.value)) return false;
        for (const target of one.targets) for (const name of boundBy(target)) names.add(name);
        return one.targets.every(({ kind }) => kind === 'name' || kind === 'items' || kind === 'members');
      }
      case 'throw':
      case 'declare':
      case 'function':
      case 'class':
      case 'import':
        return true;
      default:
        return false;
    }
  });
}

/** Whether a function returns, and each time a text that it puts together. */
export function returnsTexts(definition: FunctionDefinition): boolean {
  const returns = [...statementsIn(definition.body())].filter((one) => one.kind === 'return');
  return returns.length > 0 && returns.every(({ value }) => value !== undefined && isWrittenText(value));
}

function isWrittenText(start: Expression): boolean {
  const one = bare(start);
  if (one.kind === 'binary')
    return one.operator === 'add' && (isWrittenText(one.left) || isWrittenText(one.right));
  if (one.kind === 'conditional') return isWrittenText(one.yes) && isWrittenText(one.no);
  return one.kind === 'template' || one.kind === 'text';
}

/** Whether a function sets a member or an item of something that it did not create, or a name of the module. */
export function setsState(definition: FunctionDefinition): boolean {
  const body = definition.body();
  const own = new Set<string>();
  for (const one of statementsIn(body))
    if (one.kind === 'assign' && isNew(one.value))
      for (const target of one.targets) for (const name of boundBy(target)) own.add(name);
  const isOutside = (target: Target): boolean => {
    if (target.kind !== 'member' && target.kind !== 'index' && target.kind !== 'slice') return false;
    const object = rootOf(target.object);
    return object.kind !== 'name' || !own.has(object.name);
  };
  for (const one of statementsIn(body)) {
    if (one.kind === 'outer') return true;
    const targets: readonly Target[] = one.kind === 'assign' || one.kind === 'delete' ? one.targets : [];
    if (targets.some(isOutside)) return true;
  }
  return false;
}

/** Whether an expression creates an object that no other code can reach. */
function isNew(start: Expression): boolean {
  const { kind } = bare(start);
  return kind === 'list' || kind === 'record' || kind === 'comprehension' || kind === 'call';
}

function rootOf(start: Expression): Expression {
  let one = bare(start);
  while (one.kind === 'member' || one.kind === 'index') one = bare(one.object);
  return one;
}

/** Whether a function returns, and each time a promise that it makes. */
export function returnsPromises(definition: FunctionDefinition): boolean {
  const returns = [...statementsIn(definition.body())].filter((one) => one.kind === 'return');
  const isPromise = (one: Expression): boolean =>
    one.kind === 'call' && one.isNew && lastName(one.callee) === 'Promise';
  return returns.length > 0 && returns.every(({ value }) => value !== undefined && isPromise(bare(value)));
}

/** Decorators that keep what a function returned, and return it again. */
const KEEPING: ReadonlySet<string> = new Set(
  'cache lru_cache cached cached_property alru_cache memoize'.split(' '),
);

/** Whether a function runs once, and what it returned counts for later calls. */
export const keepsResults = ({ decorators }: FunctionDefinition): boolean =>
  decorators.some((one) => KEEPING.has(lastName(one.kind === 'call' ? one.callee : one)));
