import type { CodeFile } from '../file.js';
import { read } from '../language.js';
import { bindingOf } from '../names/names.js';
import type { Cst } from '../tree/cst.js';
import type { Expression } from '../tree/expression.js';
import { arrayOf, joinedArray, objectOf } from './containers.js';
import { factoryResult } from './factories.js';
import { exportsOf } from './imports.js';
import { originOf } from './members.js';
import { copyOf, isThere, madeByPython } from './python-calls.js';
import { comprehendedValues, mapped } from './repeated.js';
import { joinedText } from './texts.js';
import { itemsAt, membersAt, type Slot, type Value, type Written } from './value.js';

type CallExpression = Expression & { kind: 'call' };

/**
 * A list that a call of the language's own makes of known ones: `Object.values(o)`, `list.concat(more)`,
 * `list.filter(Boolean)`, `o.values()` in Python. Undefined where the call is another, or something in it is not known.
 */
export function collected(at: Written, expression: CallExpression): Value | undefined {
  const callee = read(expression.callee);
  if (expression.positional.some(({ spread }) => spread)) return undefined;
  const field = FIELD.test(expression.callee.text) && defaultOf(at, expression);
  if (field) return field;
  const made = at.file.language.isPython ? madeByPython(at, expression) : undefined;
  if (made) return made;
  if (callee.kind === 'name') return castTo(at, callee.name, expression);
  if (callee.kind !== 'member') return undefined;
  return at.file.language.isPython ? ofPython(at, callee, expression) : ofScript(at, callee, expression);
}

type Callee = Expression & { kind: 'member' };

/** `cast(list, value)` is the value. */
function castTo({ file }: Written, name: string, { positional }: CallExpression): Value | undefined {
  const [, value] = positional;
  const isCast = file.language.isPython && name === 'cast' && positional.length === 2;
  return isCast && value ? file.project.evaluate(file, value.node) : undefined;
}

const FIELD = /(?:^|\.)[Ff]ield$/;
const FIELDS: ReadonlySet<string> = new Set(['dataclasses', 'pydantic', 'attrs', 'attr']);

/** What a field of a class has by default: `field(default_factory=lambda: [x])`, `Field("x")`. */
function defaultOf(at: Written, { callee, positional, named }: CallExpression): Value | undefined {
  const { file } = at;
  const target = file.language.isPython ? file.project.evaluate(file, callee) : undefined;
  const origin = target && originOf(target);
  if (!origin || !FIELDS.has(origin.module)) return undefined;
  const stated = named.find(({ key }) => key === 'default')?.value ?? positional[0]?.node;
  if (stated) return stated.text === '...' ? undefined : file.project.evaluate(file, stated);
  const maker = named.find(({ key }) => key === 'default_factory' || key === 'factory')?.value;
  if (!maker) return undefined;
  if (maker.text === 'list') return arrayOf(at, []);
  if (maker.text === 'dict') return objectOf(at, []);
  const made = file.project.evaluate(file, maker);
  const result = made.kind === 'definition' ? factoryResult(made.at.file, made.definition) : undefined;
  return result && made.at.file.project.evaluate(made.at.file, result.node);
}

/** `registry.get("x")`, where the object is known to have it. */
function memberGot(
  at: Written,
  callee: Callee,
  { positional }: Pick<CallExpression, 'positional'>,
): Value | undefined {
  const { file } = at;
  const key = positional[0] && file.project.evaluate(file, positional[0].node);
  const object = file.project.evaluate(file, callee.object);
  if (key?.kind !== 'scalar' || object.kind !== 'object') return undefined;
  return membersAt(object, at).slots.get(String(key.scalar))?.value();
}

const ENTERS: ReadonlySet<string> = new Set(['enter_context', 'enter_async_context']);

/** `stack.enter_context(server)` gives what `with server as one` does. */
function entered({ file }: Written, [value]: CallExpression['positional']): Value | undefined {
  return value && file.project.evaluate(file, value.node);
}

function ofPython(at: Written, callee: Callee, expression: CallExpression): Value | undefined {
  const { positional, named } = expression;
  if (callee.property === 'get') return memberGot(at, callee, expression);
  if (ENTERS.has(callee.property)) return entered(at, positional);
  if (callee.property === 'copy' && positional.length === 0 && named.length === 0)
    return copyOf(at, callee.object);
  if (callee.property !== 'values' || positional.length > 0 || named.length > 0) return undefined;
  const object = at.file.project.evaluate(at.file, callee.object);
  return object.kind === 'dynamic' ? comprehendedValues(object.at) : valuesOf(at, object);
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
    if (object.name === 'Array' && callee.property === 'of') return arrayOf(at, positional);
    if (object.name === 'Object' && callee.property === 'assign') return assignedTo(at, positional);
  }
  if (callee.property === 'get') return memberGot(at, callee, { positional });
  if (callee.property === 'values' && !first) return valuesOf(at, file.project.evaluate(file, callee.object));
  if (!ON_LISTS.has(callee.property)) return undefined;
  const list = file.project.evaluate(file, callee.object);
  if (callee.property === 'concat') return concatenated(at, list, positional);
  if (list.kind !== 'array') return undefined;
  switch (callee.property) {
    case 'filter':
      return first && keepsWhatIsThere(file, first.node)
        ? { kind: 'array', at, slots: () => itemsAt(list, at).filter(isThere) }
        : undefined;
    case 'flat':
      return first ? undefined : joinedArray(at, itemsAt(list, at).map(listIn(at)));
    case 'join':
      return textOf(at, itemsAt(list, at), first && file.project.evaluate(file, first.node));
    case 'map':
      return first && mapped(at, list, file.project.evaluate(file, first.node));
    case 'flatMap': {
      const lists = first && mapped(at, list, file.project.evaluate(file, first.node));
      return lists?.kind === 'array' ? joinedArray(at, itemsAt(lists, at).map(listIn(at))) : undefined;
    }
    default:
      return positional.length === 0 ? arrayOf(at, [{ node: callee.object, spread: true }]) : undefined;
  }
}

const ON_LISTS: ReadonlySet<string> = new Set([
  'concat',
  'filter',
  'slice',
  'map',
  'flatMap',
  'flat',
  'join',
]);

/** `Object.assign({}, base, own)` makes an object of them; what exists already has the changes that are made to it. */
function assignedTo(at: Written, [target, ...given]: CallExpression['positional']): Value | undefined {
  if (!target) return undefined;
  const { file } = at;
  const value = file.project.evaluate(file, target.node);
  const isNew = value.kind === 'object' && value.at.file === file && target.node.start <= value.at.node.start;
  if (!isNew || value.at.node.end > target.node.end) return value;
  const all = [target, ...given].map(({ node }) => ({ keyNode: node, value: node, spread: true }));
  return objectOf(at, all);
}

/** The items that a list has in place of an item: those of a list, or the item itself. */
const listIn =
  (at: Written) =>
  (slot: Slot): Value => {
    const value = slot.value();
    if (value.kind === 'array' || value.kind === 'dynamic') return value;
    return { kind: 'array', at, slots: () => [slot] };
  };

/** `lines.join('\n')` of known texts. */
function textOf(at: Written, items: readonly Slot[], between: Value | undefined): Value | undefined {
  const separator = between ? (between.kind === 'scalar' ? between.scalar : undefined) : ',';
  if (typeof separator !== 'string') return undefined;
  return joinedText(
    at,
    items.map((slot) => slot.value()),
    separator,
  );
}

const THERE = /^(?:(\w+)|!!(\w+)|Boolean\((\w+)\)|(\w+)!==?(?:undefined|null|false))$/;

/** `Boolean`, or a function that lets through whatever is there: `(one) => one !== undefined`. */
function keepsWhatIsThere(file: CodeFile, node: Cst): boolean {
  const said = read(node);
  if (said.kind === 'name' && said.name === 'Boolean') return !bindingOf(file, 'Boolean', node.start);
  const value = file.project.evaluate(file, node);
  if (value.kind !== 'definition' || value.definition.kind === 'class') return false;
  const name = value.definition.parameters[0]?.name ?? '';
  const result = factoryResult(value.at.file, value.definition)?.node;
  if (!result || result.end - result.start > LONGEST_TEST) return false;
  return result.text
    .replace(/\s/g, '')
    .split('&&')
    .every((one) => THERE.exec(one)?.slice(1).includes(name));
}

const LONGEST_TEST = 200;

/** The members of an object that is known in full. */
function valuesOf(at: Written, object: Value): Value | undefined {
  if (object.kind === 'module') {
    const values = exportsOf(object.file);
    return (
      values && {
        kind: 'array',
        at,
        slots: () => values.map((one) => ({ written: one.at, value: () => one })),
      }
    );
  }
  if (object.kind !== 'object') return undefined;
  const { slots, open } = membersAt(object, at);
  return open ? undefined : { kind: 'array', at, slots: () => [...slots.values()] };
}

/** What is put behind a list is known, also where the list is not: something known shows that it is a list. */
function concatenated(at: Written, list: Value, positional: CallExpression['positional']): Value | undefined {
  const parts = positional.map(({ node }) => asList({ file: at.file, node }));
  const isList =
    list.kind === 'array' || (list.kind === 'dynamic' && parts.some(({ kind }) => kind === 'array'));
  return isList ? joinedArray(at, [list, ...parts]) : undefined;
}

/** `concat` takes lists, and items as they are. */
function asList(at: Written): Value {
  const value = at.file.project.evaluate(at.file, at.node);
  const isItem = value.kind === 'call' || value.kind === 'definition' || value.kind === 'object';
  return isItem ? arrayOf(at, [{ node: at.node, spread: false }]) : value;
}
