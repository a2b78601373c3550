import type { CodeFile } from '../file.js';
import { type Definition, read } from '../language.js';
import { isSelf } from '../names/names.js';
import type { Parameter } from '../names/outline.js';
import type { Cst, SourceTree } from '../tree/cst.js';
import { arrayOf, objectOf } from './containers.js';
import { factoryResult } from './factories.js';
import { isSelfNode, memberOf } from './members.js';
import { type CallValue, dynamic, type Slot, type Value, type Written } from './value.js';

/** A function as one call of it is read: its parameters stand for what that call passes. */
export interface Instance {
  /** The call, as part of the identity of what it gives. */
  id: string;
  file: CodeFile;
  definition: Cst;
  /** What the names that its parameters bind stand for. */
  names: ReadonlyMap<string, () => Value>;
  /** The call that is given what an expression of the function says. */
  made?: { by: Written; result: Cst };
  /** The functions whose calls lead here, this one last. */
  chain: readonly Cst[];
}

/** Calls within calls that are read with their arguments. */
const DEEPEST = 4;

/** What a function gives to one call of it; undefined where its parameters are not plain enough to be told. */
export function instanceResult(
  call: CallValue,
  file: CodeFile,
  node: Cst,
  definition: Definition,
  result: Cst,
): Value | undefined {
  const given = argumentsOf(call, definition);
  if (!given) return undefined;
  const opened = openInstance(call.at, '', file, node);
  if (!opened) return undefined;
  // What is spread may be any argument: they stay parameters.
  if (given === 'spread') return file.project.evaluate(file, result);
  const { at } = call;
  for (const [index, parameter] of definition.parameters.entries()) {
    const argument = given[index];
    if (argument && 'rest' in argument) opened.names.set(parameter.name, () => argument.rest);
    else
      bindParameter(opened, parameter, () =>
        argument ? at.file.project.evaluate(at.file, argument) : { kind: 'nothing', at },
      );
  }
  const own = result.in(opened.copy);
  if (own && opened.copy.instance) opened.copy.instance.made = { by: at, result: own };
  return own && file.project.evaluate(file, own);
}

/** What a function gives for one item of a list that it goes through. */
export function resultFor(
  at: Written,
  { at: made, definition }: Value & { kind: 'definition' },
  item: Slot,
  index: number,
): Value | undefined {
  const result = factoryResult(made.file, definition);
  if (!result || definition.parameters.some((one) => restOf(one) !== undefined)) return undefined;
  const opened = openInstance(at, `#${index}`, made.file, made.node);
  if (!opened) return undefined;
  for (const [place, parameter] of definition.parameters.entries())
    bindParameter(opened, parameter, () => (place === 0 ? item.value() : dynamic(at, 'counted at run time')));
  return seenIn(opened, result.node);
}

/** What an expression gives where names in the node around it stand for what is known of them there. */
export function valueWith(
  at: Written,
  names: ReadonlyMap<string, () => Value>,
  result: Cst,
  index: number,
): Value | undefined {
  const opened = openInstance(at, `#${index}`, at.file, at.node);
  if (!opened) return undefined;
  for (const [name, value] of names) opened.names.set(name, value);
  return seenIn(opened, result);
}

/** A stretch of a file as it is read once more; undefined where it leads back to itself, or too many were read. */
function openInstance(at: Written, part: string, file: CodeFile, node: Cst): Binder | undefined {
  const before = at.node.tree.instance;
  const chain = before?.chain ?? [];
  if (chain.length >= DEEPEST || chain.some((one) => one.tree.text === file.text && one.isSame(node)))
    return undefined;
  if (!file.project.mayInstantiate()) return undefined;
  const { start, end } = at.node;
  const id = `${before ? `${before.id},` : ''}${at.file.file}:${start}-${end}${part}`;
  const names = new Map<string, () => Value>();
  const instance: Instance = { id, file, definition: node, names, chain: [...chain, node] };
  return { file, copy: file.tree.copy(instance), at, names };
}

function seenIn({ file, copy }: Binder, result: Cst): Value | undefined {
  const own = result.in(copy);
  return own && file.project.evaluate(file, own);
}

/** What a call passes for a parameter: an argument, or all that no other parameter takes. */
type Argument = Cst | { rest: Value } | undefined;

/** What a call passes, by the index of the parameter; `spread` where a spread hides which is which. */
function argumentsOf(call: CallValue, { parameters }: Definition): Argument[] | 'spread' | undefined {
  const { at, callee, positional, named } = call;
  const first = parameters[0]?.name ?? '';
  const isMethod = at.file.language.isPython && isSelf(at.file, first);
  const called = read(callee);
  // A method is passed the object that it is called on, and the call does not name it.
  if (isMethod && !(called.kind === 'member' && isObject({ file: at.file, node: called.object })))
    return undefined;
  if (positional.some(({ spread }) => spread) || named.some(({ spread, key }) => spread || key === undefined))
    return 'spread';
  const own = isMethod ? 1 : 0;
  const names = new Set(parameters.map(({ name }) => name));
  return parameters.map((parameter, index) => {
    if (index < own) return undefined;
    const rest = restOf(parameter);
    if (rest === 'items') return { rest: arrayOf(at, positional.slice(index - own)) };
    if (rest === 'members')
      return {
        rest: objectOf(
          at,
          named.filter(({ key }) => !names.has(key ?? '')),
        ),
      };
    return named.find(({ key }) => key === parameter.name)?.value ?? positional[index - own]?.node;
  });
}

/** Whether a method is called on `self`, or on what a class of the project makes. */
function isObject(written: Written): boolean {
  if (isSelfNode(written)) return true;
  const value = written.file.project.evaluate(written.file, written.node);
  const target = value.kind === 'call' ? value.target() : undefined;
  return target?.kind === 'definition' && target.definition.kind === 'class';
}

/** What a parameter takes beside one argument: `*args` and `...args` items, `**options` members. */
function restOf({ node }: Parameter): 'items' | 'members' | undefined {
  const types = [node, node.field('pattern'), node.children()[0]].map((one) => one?.type);
  if (types.includes('dictionary_splat_pattern')) return 'members';
  return types.includes('list_splat_pattern') || types.includes('rest_pattern') ? 'items' : undefined;
}

interface Binder {
  file: CodeFile;
  copy: SourceTree;
  at: Written;
  names: Map<string, () => Value>;
}

function bindParameter(binder: Binder, parameter: Parameter, passed: () => Value): void {
  const { node } = parameter;
  const isAssignment = node.type === 'assignment_pattern';
  const pattern = (isAssignment ? node.field('left') : node.field('pattern')) ?? node;
  const fallback = isAssignment ? node.field('right') : node.field('value');
  const value = orDefault(binder, passed, fallback);
  if (pattern.type === 'object_pattern') bindMembers(binder, pattern, value);
  else if (pattern.type === 'array_pattern')
    for (const name of parameter.binds) binder.names.set(name, unknown(binder));
  else binder.names.set(parameter.name, value);
}

const unknown =
  ({ at }: Binder) =>
  () =>
    dynamic(at, 'taken out of an argument');

/** What is passed, else the default of the parameter, which may name others before it. */
function orDefault({ file, copy }: Binder, passed: () => Value, fallback: Cst | undefined): () => Value {
  return () => {
    const value = passed();
    const own = value.kind === 'nothing' ? fallback?.in(copy) : undefined;
    return own ? file.project.evaluate(file, own) : value;
  };
}

/** `({ name, tools: own, handoffs = [] })`. */
function bindMembers(binder: Binder, pattern: Cst, value: () => Value): void {
  const member = (key: string) => (): Value => {
    const object = value();
    const { at } = binder;
    // An object that is known in full has no other member.
    if (object.kind === 'object' && !object.members().open && !object.members().slots.has(key))
      return { kind: 'nothing', at };
    return memberOf(object, key, at);
  };
  for (const child of pattern.children()) {
    const { names } = binder;
    if (child.type === 'shorthand_property_identifier_pattern') names.set(child.text, member(child.text));
    else if (child.type === 'pair_pattern') {
      const [key, inner] = [child.field('key'), child.field('value')];
      if (key?.type === 'property_identifier' && inner?.type === 'identifier')
        names.set(inner.text, member(key.text));
    } else if (child.type === 'object_assignment_pattern') {
      const [left, right] = [child.field('left'), child.field('right')];
      if (left) names.set(left.text, orDefault(binder, member(left.text), right));
    }
  }
}

/** What a name within a function stands for where a call of it is read; undefined where no call is. */
export function passedTo(
  instance: Instance | undefined,
  scopeStart: number,
  name: string,
): Value | undefined {
  return instance?.definition.start === scopeStart ? instance.names.get(name)?.() : undefined;
}
