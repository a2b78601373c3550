import type { Cst } from '../tree/cst.js';
import {
  type Element,
  type Entry,
  type Expression,
  NamedEntry,
  type TemplatePart,
  type TextPiece,
} from '../tree/expression.js';
import { keyAt, keywordAt } from '../tree/words.js';

/** Reads one expression of Python, one level deep; once a node. */
export function readPython(node: Cst): Expression {
  node.expression ??= readOnce(node);
  return node.expression;
}

function readOnce(node: Cst): Expression {
  switch (node.type) {
    case 'identifier':
      return { kind: 'name', name: node.word };
    case 'string':
    case 'concatenated_string':
      return text(node.type === 'string' ? [node] : node.children());
    case 'integer':
    case 'float':
      return number(node.text);
    case 'true':
      return { kind: 'literal', scalar: true };
    case 'false':
      return { kind: 'literal', scalar: false };
    case 'none':
      return { kind: 'literal', scalar: null };
    case 'list':
    case 'tuple':
    case 'set':
    case 'expression_list':
      return { kind: 'list', elements: elementsOf(node) };
    case 'dictionary':
      return { kind: 'record', entries: node.children().flatMap(entryOf) };
    case 'attribute':
      return member(node);
    case 'subscript':
      return element(node);
    case 'call':
      return call(node);
    case 'binary_operator':
      return binary(node);
    case 'unary_operator':
      return negative(node);
    case 'not_operator':
      return not(node);
    case 'parenthesized_expression':
    case 'await':
      return same(node.children()[0]);
    case 'named_expression':
      return same(node.field('value'));
    case 'assignment':
      return same(node.field('right'));
    case 'as_pattern':
      return same(node.children()[0]);
    case 'lambda':
    case 'function_definition':
      return { kind: 'function', node };
    case 'class_definition':
      return { kind: 'class', node };
    case 'conditional_expression':
      return conditional(node);
    case 'boolean_operator':
      return either(node);
    case 'list_comprehension':
    case 'generator_expression':
      return { kind: 'each' };
    case 'set_comprehension':
    case 'dictionary_comprehension':
      return { kind: 'unknown', why: 'computed by a comprehension' };
    default:
      return { kind: 'unknown', why: 'computed at run time' };
  }
}

/** Literals beside each other are one text, unless one of them has a computed part. */
function text(literals: readonly Cst[]): Expression {
  const parts: TemplatePart[] = [];
  for (const literal of literals) {
    const source = literal.tree.text.slice(literal.start, literal.end);
    const prefix = (/^[A-Za-z]{0,3}/.exec(source)?.[0] ?? '').toLowerCase();
    if (prefix.includes('b')) return { kind: 'unknown', why: 'a value of bytes' };
    const quote = source.charAt(prefix.length);
    const width = source.startsWith(quote.repeat(3), prefix.length) && source.length >= 6 ? 3 : 1;
    const start = literal.start + prefix.length + width;
    const whole: TextPiece = {
      start,
      end: Math.max(literal.end - width, start),
      spelling: prefix.includes('r') ? 'python-raw' : 'python',
    };
    const between = /[ft]/.test(prefix) ? partsBetween(literal, whole) : [whole];
    if (!between) return { kind: 'unknown', why: 'a text with computed parts' };
    for (const part of between) parts.push(part);
  }
  const pieces = parts.filter((part) => 'spelling' in part);
  return pieces.length === parts.length ? { kind: 'text', pieces } : { kind: 'template', parts };
}

/** The parts of an f-string; undefined where one is formatted, or brackets stand for themselves beside one. */
function partsBetween(literal: Cst, whole: TextPiece): TemplatePart[] | undefined {
  const holes = literal.children().filter(({ type }) => type === 'interpolation');
  if (holes.length === 0) return [whole];
  const parts: TemplatePart[] = [];
  let { start } = whole;
  for (const hole of [...holes, undefined]) {
    const end = hole?.start ?? whole.end;
    if (/[{}]/.test(literal.tree.text.slice(start, end))) return undefined;
    if (end > start) parts.push({ ...whole, start, end });
    if (!hole) break;
    const [value, ...format] = hole.children();
    if (!value || format.length > 0) return undefined;
    parts.push(value);
    start = hole.end;
  }
  return parts;
}

function number(source: string): Expression {
  const scalar = Number(source.replaceAll('_', ''));
  return Number.isNaN(scalar)
    ? { kind: 'unknown', why: 'a number that cannot be read' }
    : { kind: 'literal', scalar };
}

function same(node: Cst | undefined): Expression {
  return node ? { kind: 'same', node } : { kind: 'unknown', why: 'not readable' };
}

function elementsOf(node: Cst): Element[] {
  return node.children().map((child) => ({
    node: withoutStar(child) ?? child,
    spread: child.tree.text.charAt(child.start) === '*',
  }));
}

/**
 * What a star stands before. Where a list has one item, the grammar takes the star to be part of its first name: in
 * `[*shared.tools()]` it hangs on `shared`.
 */
function withoutStar(node: Cst | undefined): Cst | undefined {
  return node?.type === 'list_splat' ? node.children()[0] : node;
}

function entryOf(node: Cst): Entry[] {
  const plain = keyAt(node.tree.text, node.start, false);
  if (plain !== undefined) return [new NamedEntry(plain, node, 'key')];
  if (node.type === 'dictionary_splat') {
    const value = node.children()[0];
    return value ? [{ keyNode: node, value, spread: true }] : [];
  }
  const keyNode = node.field('key');
  const value = node.field('value');
  if (node.type !== 'pair' || !keyNode || !value) return [];
  const key = readPython(keyNode);
  if (key.kind === 'text' && key.pieces.length === 1) {
    const piece = key.pieces[0] as TextPiece;
    const source = keyNode.tree.text.slice(piece.start, piece.end);
    if (!source.includes('\\')) return [{ key: source, keyNode, value, spread: false }];
  }
  return [{ computed: keyNode, keyNode, value, spread: false }];
}

function member(node: Cst): Expression {
  const object = withoutStar(node.field('object'));
  const name = node.field('attribute');
  if (!object || !name) return { kind: 'unknown', why: 'not readable' };
  return { kind: 'member', object, property: name.word, name };
}

function element(node: Cst): Expression {
  const object = withoutStar(node.field('value'));
  const index = node.field('subscript');
  return object && index ? { kind: 'element', object, index } : { kind: 'unknown', why: 'not readable' };
}

function call(node: Cst): Expression {
  let callee = withoutStar(node.field('function'));
  // `Agent[Context](...)`: what stands in the brackets is a type.
  if (callee?.type === 'subscript') callee = withoutStar(callee.field('value'));
  if (!callee) return { kind: 'unknown', why: 'not readable' };
  const given = node.field('arguments');
  const positional: Element[] = [];
  const named: Entry[] = [];
  for (const child of given?.type === 'argument_list' ? given.children() : []) {
    const keyword = keywordAt(child.tree.text, child.start);
    if (keyword !== undefined) {
      named.push(new NamedEntry(keyword, child, 'name'));
      continue;
    }
    const isSplat = child.tree.text.charAt(child.start) === '*';
    const inner = isSplat ? child.children()[0] : undefined;
    if (!inner) positional.push({ node: child, spread: false });
    else if (child.type === 'dictionary_splat') named.push({ keyNode: child, value: inner, spread: true });
    else positional.push({ node: inner, spread: true });
  }
  if (given?.type === 'generator_expression') positional.push({ node: given, spread: false });
  return { kind: 'call', callee, isNew: false, positional, named };
}

function binary(node: Cst): Expression {
  const left = withoutStar(node.field('left'));
  const right = node.field('right');
  const operator = node.field('operator')?.type;
  if (left && right && operator === '+') return { kind: 'join', left, right };
  if (left && right && operator === '|') return { kind: 'merge', left, right };
  return { kind: 'unknown', why: 'computed at run time' };
}

/** `a or b` is one of both, `a and b` the second or nothing. */
function either(node: Cst): Expression {
  const isAnd = node.field('operator')?.type === 'and';
  const test = node.field('left');
  const sides = [isAnd ? undefined : test, node.field('right')];
  return {
    kind: 'choice',
    options: sides.filter((side) => side !== undefined),
    ...(test && { by: { test, mark: isAnd ? '&&' : '||' } }),
  };
}

/** `a if condition else b` */
function conditional(node: Cst): Expression {
  const [yes, test, no] = node.children();
  const options = [yes, no].filter((side) => side !== undefined);
  return { kind: 'choice', options, ...(test && { by: { test, mark: '?' } }) };
}

function negative(node: Cst): Expression {
  const operand = node.field('argument');
  const isNumber = operand?.type === 'integer' || operand?.type === 'float';
  const read = isNumber && node.field('operator')?.type === '-' ? number(operand.text) : undefined;
  if (read?.kind === 'literal') return { kind: 'literal', scalar: -(read.scalar as number) };
  return { kind: 'unknown', why: 'computed at run time' };
}

function not(node: Cst): Expression {
  const operand = node.field('argument');
  if (operand?.type === 'true' || operand?.type === 'false')
    return { kind: 'literal', scalar: operand.type === 'false' };
  return operand ? { kind: 'not', operand } : { kind: 'unknown', why: 'computed at run time' };
}
