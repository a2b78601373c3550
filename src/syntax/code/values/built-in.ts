import type { CodeFile } from '../file.js';
import { read } from '../language.js';
import { bindingOf } from '../names/names.js';
import type { Cst } from '../tree/cst.js';
import type { Entry, Expression } from '../tree/expression.js';
import { arrayOf, objectOf } from './containers.js';
import { copyOf, isEnvironment } from './python-calls.js';
import type { Value, Written } from './value.js';

type CallExpression = Expression & { kind: 'call' };

/**
 * What a call of the language's own name makes of what it is given: `dict(known)`, `list(known)` in Python;
 * `Object.freeze(known)`, `structuredClone(known)`, `new Set(known)`, `new Map([["a", b]])`. Undefined for any other call.
 */
export function builtIn(at: Written, expression: CallExpression): Value | undefined {
  const { file } = at;
  const { callee, positional } = expression;
  const said = read(callee);
  if (!file.language.isPython && positional[0] && callee.text === 'Object.freeze')
    return file.project.evaluate(file, positional[0].node);
  if (said.kind !== 'name' || bindingOf(file, said.name, callee.start)) return undefined;
  return file.language.isPython ? ofPython(at, said.name, expression) : ofScript(at, said.name, expression);
}

const COPIES = new Set(['list', 'tuple', 'set', 'frozenset']);

function ofPython(at: Written, name: string, { positional, named }: CallExpression): Value | undefined {
  if (name === 'dict' && positional.every(({ node }) => isObject(at.file, node))) {
    const copied = positional.map(({ node }) => ({ keyNode: node, value: node, spread: true }));
    return objectOf(at, [...copied, ...named]);
  }
  const [first] = positional;
  return COPIES.has(name) ? arrayOf(at, first ? [{ node: first.node, spread: true }] : []) : undefined;
}

const isObject = (file: CodeFile, node: Cst): boolean =>
  file.project.evaluate(file, node).kind === 'object' || isEnvironment({ file, node }, node);

function ofScript(at: Written, name: string, { isNew, positional }: CallExpression): Value | undefined {
  const [first] = positional;
  if (!isNew) return name === 'structuredClone' && first ? copyOf(at, first.node) : undefined;
  if (name === 'Set') return arrayOf(at, first ? [{ node: first.node, spread: true }] : []);
  const pairs = name === 'Map' && first ? entriesOf(read(first.node)) : undefined;
  return pairs && objectOf(at, pairs);
}

/** The pairs that a `Map` is made of, as members; undefined where they are not written there. */
function entriesOf(list: Expression): Entry[] | undefined {
  if (list.kind !== 'list') return undefined;
  const pairs = list.elements.map(({ node }) => read(node));
  const entries = pairs.flatMap((pair): Entry[] => {
    const [key, value] = pair.kind === 'list' ? pair.elements : [];
    if (!key || !value || key.spread || value.spread) return [];
    return [{ computed: key.node, keyNode: key.node, value: value.node, spread: false }];
  });
  return entries.length === pairs.length ? entries : undefined;
}
