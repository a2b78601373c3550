import { arrayOf, objectOf } from './containers.js';
import type { Cst, SourceTree } from './cst.js';
import type { CodeFile } from './file.js';
import { type Definition, read } from './language.js';
import { isSelfNode, memberOf } from './members.js';
import { isSelf } from './names.js';
import type { Parameter } from './outline.js';
import { type CallValue, dynamic, type Value, type Written } from './value.js';

/** A function as one call of it is read: its parameters stand for what that call passes. */
export interface Instance {
  /** The call, as part of the identity of what it gives. */
  id: string;
  file: CodeFile;
  definition: Cst;
  /** What the names that its parameters bind stand for. */
  names: ReadonlyMap<string, () => Value>;
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
  const before = call.at.node.tree.instance;
  const chain = before?.chain ?? [];
  if (chain.length >= DEEPEST || chain.some((one) => one.tree.text === file.text && one.isSame(node)))
    return undefined;
  const given = argumentsOf(call, definition);
  // What is spread may be any argument: they stay parameters.
  if (given === 'spread') return file.project.evaluate(file, result);
  if (!given || !file.project.mayInstantiate()) return undefined;
  const { start, end } = call.at.node;
  const id = `${before ? `${before.id},` : ''}${call.at.file.file}:${start}-${end}`;
  const names = new Map<string, () => Value>();
  const instance: Instance = { id, file, definition: node, names, chain: [...chain, node] };
  const copy = file.tree.copy(instance);
  for (const [index, parameter] of definition.parameters.entries())
    bindParameter({ file, copy, call, names }, parameter, given[index]);
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
  call: CallValue;
  names: Map<string, () => Value>;
}

function bindParameter(binder: Binder, parameter: Parameter, argument: Argument): void {
  const { node } = parameter;
  if (argument && 'rest' in argument) {
    binder.names.set(parameter.name, () => argument.rest);
    return;
  }
  const isAssignment = node.type === 'assignment_pattern';
  const pattern = (isAssignment ? node.field('left') : node.field('pattern')) ?? node;
  const fallback = isAssignment ? node.field('right') : node.field('value');
  const { at } = binder.call;
  const passed = (): Value =>
    argument ? at.file.project.evaluate(at.file, argument) : { kind: 'nothing', at };
  const value = orDefault(binder, passed, fallback);
  if (pattern.type === 'object_pattern') bindMembers(binder, pattern, value);
  else if (pattern.type === 'array_pattern')
    for (const name of parameter.binds) binder.names.set(name, unknown(binder));
  else binder.names.set(parameter.name, value);
}

const unknown =
  ({ call }: Binder) =>
  () =>
    dynamic(call.at, 'taken out of an argument');

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
    const { at } = binder.call;
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
