import type { Cst } from '../tree/cst.js';
import {
  type Element,
  type Entry,
  type Expression,
  NamedEntry,
  type TemplatePart,
  type TextPiece,
} from '../tree/expression.js';
import { keyAt } from '../tree/words.js';

/** Reads one expression of TypeScript or JavaScript, one level deep; once a node. */
export function readTypescript(node: Cst): Expression {
  node.expression ??= readOnce(node);
  return node.expression;
}

function readOnce(node: Cst): Expression {
  switch (node.type) {
    case 'identifier':
    case 'shorthand_property_identifier':
    case 'type_identifier':
    case 'this':
    case 'super':
      return node.word === 'undefined' ? { kind: 'nothing' } : { kind: 'name', name: node.word };
    case 'undefined':
      return { kind: 'nothing' };
    case 'string':
      return { kind: 'text', pieces: [inQuotes(node)] };
    case 'template_string':
      return template(node);
    case 'number':
      return number(node.text);
    case 'true':
      return { kind: 'literal', scalar: true };
    case 'false':
      return { kind: 'literal', scalar: false };
    case 'null':
      return { kind: 'literal', scalar: null };
    case 'array':
      return { kind: 'list', elements: elementsOf(node) };
    case 'object':
      return { kind: 'record', entries: node.children().flatMap(entryOf) };
    case 'member_expression':
      return member(node);
    case 'subscript_expression':
      return element(node);
    case 'call_expression':
    case 'new_expression':
      return call(node);
    case 'binary_expression':
      return binary(node);
    case 'unary_expression':
      return unary(node);
    case 'parenthesized_expression':
    case 'as_expression':
    case 'satisfies_expression':
    case 'non_null_expression':
    case 'await_expression':
    case 'instantiation_expression':
      return same(node.children()[0]);
    case 'type_assertion':
      return same(node.children().at(-1));
    case 'arrow_function':
    case 'function_expression':
    case 'generator_function':
    case 'function_declaration':
    case 'generator_function_declaration':
    case 'method_definition':
      return { kind: 'function', node };
    case 'class':
    case 'class_declaration':
    case 'abstract_class_declaration':
      return { kind: 'class', node };
    case 'ternary_expression':
      return choice(node.field('condition'), '?', node.field('consequence'), node.field('alternative'));
    case 'sequence_expression':
      return same(node.children().at(-1));
    default:
      return { kind: 'unknown', why: 'computed at run time' };
  }
}

/** The literal text of a string without its quotes. */
export function textOf(node: Cst): string | undefined {
  return node.type === 'string' ? node.tree.text.slice(node.start + 1, node.end - 1) : undefined;
}

function inQuotes(node: Cst): TextPiece {
  return { start: node.start + 1, end: node.end - 1, spelling: 'javascript' };
}

function template(node: Cst): Expression {
  const holes = node.children().filter(({ type }) => type === 'template_substitution');
  const whole = inQuotes(node);
  if (holes.length === 0) return { kind: 'text', pieces: [whole] };
  const parts: TemplatePart[] = [];
  let { start } = whole;
  for (const hole of holes) {
    if (hole.start > start) parts.push({ ...whole, start, end: hole.start });
    parts.push(hole.children()[0] ?? hole);
    start = hole.end;
  }
  if (whole.end > start) parts.push({ ...whole, start });
  return { kind: 'template', parts };
}

function number(text: string): Expression {
  const scalar = Number(text.replaceAll('_', ''));
  return Number.isNaN(scalar)
    ? { kind: 'unknown', why: 'a number that cannot be read' }
    : { kind: 'literal', scalar };
}

function same(node: Cst | undefined): Expression {
  return node ? { kind: 'same', node } : { kind: 'unknown', why: 'not readable' };
}

function elementsOf(node: Cst): Element[] {
  return node.children().map((child) => {
    const spread = child.type === 'spread_element';
    return { node: spread ? (child.children()[0] ?? child) : child, spread };
  });
}

/** The member of an object literal that a node declares. */
function entryOf(node: Cst): Entry[] {
  const plain = keyAt(node.tree.text, node.start, true);
  if (plain !== undefined) return [new NamedEntry(plain, node, 'key')];
  switch (node.type) {
    case 'pair': {
      const keyNode = node.field('key');
      const value = node.field('value');
      return keyNode && value ? [{ ...keyOf(keyNode), keyNode, value, spread: false }] : [];
    }
    case 'shorthand_property_identifier':
      return [{ key: node.text, keyNode: node, value: node, spread: false }];
    case 'method_definition': {
      const keyNode = node.field('name');
      return keyNode ? [{ ...keyOf(keyNode), keyNode, value: gotBy(node, keyNode), spread: false }] : [];
    }
    case 'spread_element': {
      const value = node.children()[0];
      return value ? [{ keyNode: node, value, spread: true }] : [];
    }
    default:
      return [];
  }
}

/** What a getter gives, where it does nothing else; any other method is itself. */
function gotBy(node: Cst, name: Cst): Cst {
  if (!/^get\s/.test(node.tree.text.slice(node.start, name.start))) return node;
  const [only, ...others] = node.field('body')?.children() ?? [];
  const result = only?.type === 'return_statement' && others.length === 0 ? only.children()[0] : undefined;
  return result ?? node;
}

/** The key that a node spells, where it is no expression. */
export function keyOf(node: Cst): { key: string } | { computed: Cst } {
  if (node.type === 'string') return { key: textOf(node) ?? '' };
  if (node.type !== 'computed_property_name') return { key: node.text };
  return { computed: node.children()[0] ?? node };
}

function member(node: Cst): Expression {
  const object = node.field('object');
  const name = node.field('property');
  if (!object || !name) return { kind: 'unknown', why: 'not readable' };
  const cast = castBefore(object);
  if (cast) return same(cast);
  return { kind: 'member', object, property: name.word, name };
}

const CAST = /\b(?:as|satisfies)\b/;

/**
 * The cast that a member seems to be taken from. The grammar reads the last names of a long type as members of the cast:
 * `x satisfies A.B.C` as `(x satisfies A.B).C`.
 */
function castBefore(object: Cst): Cst | undefined {
  if (object.type === 'as_expression' || object.type === 'satisfies_expression') return object;
  const isChain = object.type === 'member_expression' || object.type === 'subscript_expression';
  const inner = isChain && CAST.test(object.text) ? object.field('object') : undefined;
  return inner && castBefore(inner);
}

function element(node: Cst): Expression {
  const object = node.field('object');
  const index = node.field('index');
  const cast = object && castBefore(object);
  if (cast) return same(cast);
  return object && index ? { kind: 'element', object, index } : { kind: 'unknown', why: 'not readable' };
}

function call(node: Cst): Expression {
  const isNew = node.type === 'new_expression';
  const callee = node.field(isNew ? 'constructor' : 'function');
  if (!callee) return { kind: 'unknown', why: 'not readable' };
  const given = node.field('arguments');
  const positional = given?.type === 'arguments' ? elementsOf(given) : [];
  const specifier = loadedModule(callee, positional[0]?.node);
  if (specifier !== undefined) return { kind: 'module', specifier };
  return { kind: 'call', callee, isNew, positional, named: [] };
}

/** The module that `require('x')` or `import('x')` loads. */
function loadedModule(callee: Cst, specifier: Cst | undefined): string | undefined {
  if (callee.type === 'member_expression') return undefined;
  if (callee.word !== 'import' && callee.word !== 'require') return undefined;
  return specifier && textOf(specifier);
}

function binary(node: Cst): Expression {
  const left = node.field('left');
  const right = node.field('right');
  const operator = node.field('operator')?.type;
  if (left && right && operator === '+') return { kind: 'join', left, right };
  if (operator === '&&') return choice(left, operator, right);
  const isChoice = operator === '??' || operator === '||';
  return isChoice ? choice(left, operator, left, right) : { kind: 'unknown', why: 'computed at run time' };
}

type Decider = NonNullable<(Expression & { kind: 'choice' })['by']>;

const choice = (
  test: Cst | undefined,
  mark: Decider['mark'],
  ...options: (Cst | undefined)[]
): Expression => ({
  kind: 'choice',
  options: options.filter((one) => one !== undefined),
  ...(test && { by: { test, mark } }),
});

function unary(node: Cst): Expression {
  const operator = node.field('operator')?.type;
  const operand = node.field('argument');
  if (operator === '-' && operand?.type === 'number') {
    const read = number(operand.text);
    if (read.kind === 'literal') return { kind: 'literal', scalar: -(read.scalar as number) };
  }
  if (operator === '!' && (operand?.type === 'true' || operand?.type === 'false')) {
    return { kind: 'literal', scalar: operand.type === 'false' };
  }
  if (operator === '!' && operand?.type === 'number') {
    return { kind: 'literal', scalar: Number(operand.text) === 0 };
  }
  if (operator === '!' && operand) return { kind: 'not', operand };
  return operator === 'void' ? { kind: 'nothing' } : { kind: 'unknown', why: 'computed at run time' };
}
