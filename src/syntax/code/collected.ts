import { arrayOf, joinedArray } from './containers.js';
import type { Expression } from './expression.js';
import { read } from './language.js';
import { bindingOf } from './names.js';
import type { Slot, Value, Written } from './value.js';

type CallExpression = Expression & { kind: 'call' };

/**
 * A list that a call of the language's own makes of known ones: `Object.values(o)`, `list.concat(more)`,
 * `list.filter(Boolean)`, `o.values()` in Python. Undefined where the call is another, or something in it is not known.
 */
export function collected(at: Written, expression: CallExpression): Value | undefined {
  const callee = read(expression.callee);
  if (callee.kind !== 'member' || expression.positional.some(({ spread }) => spread)) return undefined;
  return at.file.language.isPython ? ofPython(at, callee, expression) : ofScript(at, callee, expression);
}

type Callee = Expression & { kind: 'member' };

function ofPython(at: Written, callee: Callee, { positional, named }: CallExpression): Value | undefined {
  if (callee.property !== 'values' || positional.length > 0 || named.length > 0) return undefined;
  return valuesOf(at, at.file.project.evaluate(at.file, callee.object));
}

function ofScript(at: Written, callee: Callee, { positional }: CallExpression): Value | undefined {
  const { file } = at;
  const [first] = positional;
  const object = read(callee.object);
  if (object.kind === 'name' && first && !bindingOf(file, object.name, callee.object.start)) {
    if (object.name === 'Object' && callee.property === 'values')
      return valuesOf(at, file.project.evaluate(file, first.node));
    if (object.name === 'Array' && callee.property === 'from' && positional.length === 1)
      return arrayOf(at, [{ node: first.node, spread: true }]);
  }
  if (!['concat', 'filter', 'slice'].includes(callee.property)) return undefined;
  const list = file.project.evaluate(file, callee.object);
  if (list.kind !== 'array') return undefined;
  switch (callee.property) {
    case 'concat':
      return joinedWith(
        at,
        list,
        positional.map(({ node }) => file.project.evaluate(file, node)),
      );
    case 'filter': {
      const said = first && read(first.node);
      return said?.kind === 'name' && said.name === 'Boolean' && !bindingOf(file, 'Boolean', at.node.start)
        ? { ...list, at, slots: () => list.slots().filter(isThere) }
        : undefined;
    }
    default:
      return positional.length === 0 ? { ...list, at } : undefined;
  }
}

/** What is certainly nothing, `false`, zero or an empty text is left out by `filter(Boolean)`. */
function isThere(slot: Slot): boolean {
  const value = slot.value();
  return value.kind !== 'nothing' && !(value.kind === 'scalar' && !value.scalar);
}

/** The members of an object that is known in full. */
function valuesOf(at: Written, object: Value): Value | undefined {
  if (object.kind !== 'object') return undefined;
  const { slots, open } = object.members();
  return open ? undefined : { kind: 'array', at, slots: () => [...slots.values()] };
}

function joinedWith(
  at: Written,
  list: Value & { kind: 'array' },
  others: readonly Value[],
): Value | undefined {
  const lists = others.filter((other) => other.kind === 'array');
  return lists.length === others.length ? joinedArray(at, [list, ...lists]) : undefined;
}
