import type { Cst, SourceTree } from './cst.js';
import type { CodeFile } from './file.js';
import { type Definition, read } from './language.js';
import { isSelfNode, memberOf } from './members.js';
import { isSelf } from './names.js';
import type { Parameter } from './outline.js';
import { type CallValue, dynamic, type Value } from './value.js';

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

/** What a call passes, by the index of the parameter; undefined where a spread hides which is which. */
function argumentsOf(
  { at, callee, positional, named }: CallValue,
  { parameters }: Definition,
): (Cst | undefined)[] | undefined {
  if (positional.some(({ spread }) => spread) || named.some(({ spread, key }) => spread || key === undefined))
    return undefined;
  if (parameters.some(isRest)) return undefined;
  const first = parameters[0]?.name ?? '';
  const isMethod = at.file.language.isPython && isSelf(at.file, first);
  const called = read(callee);
  // A method is passed the object that it is called on, and the call does not name it.
  if (isMethod && !(called.kind === 'member' && isInstance(at.file, called.object))) return undefined;
  const own = isMethod ? 1 : 0;
  return parameters.map(({ name }, index) =>
    index < own ? undefined : (named.find(({ key }) => key === name)?.value ?? positional[index - own]?.node),
  );
}

/** Whether an expression is the object of a method: `self`, or what a class of the project makes. */
function isInstance(file: CodeFile, node: Cst): boolean {
  if (isSelfNode({ file, node })) return true;
  const value = file.project.evaluate(file, node);
  const target = value.kind === 'call' ? value.target() : undefined;
  return target?.kind === 'definition' && target.definition.kind === 'class';
}

const isRest = ({ node }: Parameter): boolean =>
  node.type.includes('splat') || [node, node.field('pattern')].some((one) => one?.type === 'rest_pattern');

interface Binder {
  file: CodeFile;
  copy: SourceTree;
  call: CallValue;
  names: Map<string, () => Value>;
}

function bindParameter(binder: Binder, parameter: Parameter, argument: Cst | undefined): void {
  const { node } = parameter;
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

/** The node of a function as the call of it sees it: what stands in the function is read anew for each call. */
export function asSeenFrom(from: Cst | undefined, node: Cst): Cst {
  const copy = from?.tree;
  const definition = copy?.instance?.definition;
  const isInside = definition && definition.start <= node.start && node.end <= definition.end;
  return (isInside && copy && copy.text === node.tree.text ? node.in(copy) : undefined) ?? node;
}
