import type { BinaryOperator, Clause, Element, Entry, Expression, Target, TextPiece } from '../../ir/ir.js';
import { prefixOf, textValue } from '../../tree/spelling.js';
import {
  allOf,
  childOf,
  childrenOf,
  endOf,
  everyChild,
  fieldOf,
  firstChild,
  hasMark,
  isExtra,
  isNamed,
  type NodeId,
  operatorOf,
  spanOf,
  startOf,
  type Tree,
  textOf,
  typeOf,
} from '../../tree/tree.js';
import {
  entry,
  isOf,
  type Lowering,
  literal,
  nameOf,
  negativeLiteral,
  numberLiteral,
  type ReadExpression,
  same,
  textOrTemplate,
  tupleOf,
  unknown,
  unreadEntry,
} from '../lowering.js';
import { classExpression, functionExpression, keywordEntry } from './definitions.js';
import { AUGMENTED } from './targets.js';

/** How the expressions of Python are read, by the types of their nodes. */
export const EXPRESSIONS: Readonly<Record<string, ReadExpression>> = {
  identifier: name,
  string: (from, node) => text(from, node, [node]),
  concatenated_string: (from, node) => text(from, node, childrenOf(from.tree, node)),
  integer: numberLiteral,
  float: numberLiteral,
  true: literal(true),
  false: literal(false),
  none: literal(null),
  ellipsis: unknown,
  list,
  tuple: list,
  set: list,
  expression_list: list,
  pattern_list: list,
  dictionary: (from, node) => ({
    kind: 'record',
    entries: childrenOf(from.tree, node).flatMap((child) => entryOf(from, child) ?? []),
    start: startOf(from.tree, node),
    end: endOf(from.tree, node),
  }),
  attribute: member,
  subscript: (from, node) => indexed(from, node, allOf(from.tree, node, 'subscript')),
  call,
  binary_operator: binary,
  comparison_operator: comparison,
  boolean_operator: logical,
  unary_operator: unary,
  not_operator: not,
  parenthesized_expression: (from, node) => same(from, node, 'brackets', firstChild(from.tree, node)),
  await: (from, node) => same(from, node, 'await', firstChild(from.tree, node)),
  named_expression: (from, node) => assigned(from, node, 'name', 'value'),
  assignment: (from, node) => assigned(from, node, 'left', 'right'),
  augmented_assignment: (from, node) => assigned(from, node, 'left', 'right'),
  as_pattern: asPattern,
  list_splat: starred,
  lambda: functionExpression,
  function_definition: functionExpression,
  class_definition: classExpression,
  conditional_expression: conditional,
  list_comprehension: (from, node) => comprehension(from, node, 'list'),
  set_comprehension: (from, node) => comprehension(from, node, 'set'),
  dictionary_comprehension: (from, node) => comprehension(from, node, 'dict'),
  generator_expression: (from, node) => comprehension(from, node, 'generator'),
  yield: yielded,
  type: (from, node) => {
    const inner = firstChild(from.tree, node);
    return inner === undefined ? unknown(from, node) : from.expression(inner);
  },
  generic_type: genericType,
  union_type: unionType,
};

function name(from: Lowering, node: NodeId): Expression {
  const read = nameOf(from, node);
  return read.kind === 'name' && read.name === 'super'
    ? { kind: 'super', start: startOf(from.tree, node), end: endOf(from.tree, node) }
    : read;
}

/** Adjacent literals are one text. */
function text(from: Lowering, node: NodeId, literals: readonly NodeId[]): Expression {
  const { tree } = from;
  const parts: (TextPiece | Expression)[] = [];
  let isFormatted = false;
  for (const literal of literals) {
    const opening = childOf(tree, literal, 'string_start');
    if (opening === undefined) return unknown(from, node, 'unreadable');
    const prefix = prefixOf(textOf(tree, opening));
    if (prefix.isBytes) return unknown(from, node, 'bytes');
    const closing = childOf(tree, literal, 'string_end');
    const start = tree.ends[opening] as number;
    const end = closing === undefined ? (tree.ends[literal] as number) : (tree.starts[closing] as number);
    const whole = {
      start,
      end: Math.max(start, end),
      spelling: prefix.isRaw ? ('raw' as const) : ('python' as const),
    };
    if (!prefix.isFormatted) parts.push(whole);
    else if (addParts(from, literal, whole, parts)) isFormatted = true;
  }
  return textOrTemplate(spanOf(tree, node), parts, isFormatted);
}

/** Adds the parts of an f-string; true if one is formatted, or brackets are escaped. */
function addParts(
  from: Lowering,
  literal: NodeId,
  whole: TextPiece,
  parts: (TextPiece | Expression)[],
): boolean {
  const { tree } = from;
  const holes: NodeId[] = [];
  let isFormatted = false;
  for (const child of childrenOf(tree, literal)) {
    if (isOf(tree, child, 'interpolation')) holes.push(child);
    else if (childOf(tree, child, 'escape_interpolation') !== undefined) isFormatted = true;
  }
  if (holes.length === 0) {
    parts.push(whole);
    return isFormatted;
  }
  let { start } = whole;
  for (const hole of holes) {
    const at = tree.starts[hole] as number;
    if (at > start) parts.push({ ...whole, start, end: at });
    start = tree.ends[hole] as number;
    const value = fieldOf(tree, hole, 'expression');
    const isPlain = childrenOf(tree, hole).length === 1 && !hasMark(tree, hole, '=');
    if (value === undefined || !isPlain) isFormatted = true;
    for (const part of from.parts(hole)) parts.push(part);
  }
  if (whole.end > start) parts.push({ ...whole, start });
  return isFormatted;
}

function list(from: Lowering, node: NodeId): Expression {
  const elements = childrenOf(from.tree, node).map((child) => elementOf(from, child));
  return { kind: 'list', elements, start: startOf(from.tree, node), end: endOf(from.tree, node) };
}

const elementOf = (from: Lowering, node: NodeId): Element => ({
  value: from.expression(node),
  spread: isStarred(from.tree, node),
});

/**
 * Whether an item begins with a star. Where a list has one item, the grammar takes the star to be part of its first name:
 * in `[*shared.tools()]` it is attached to `shared`.
 */
function isStarred(tree: Tree, node: NodeId): boolean {
  let leaf = node;
  while (leaf + 1 < (tree.nexts[leaf] as number)) leaf++;
  return typeOf(tree, leaf) === '*';
}

/** The expression behind a star: the item records that it is spread. */
function starred(from: Lowering, node: NodeId): Expression {
  const inner = firstChild(from.tree, node);
  return inner === undefined ? unknown(from, node, 'unreadable') : from.expression(inner);
}

function entryOf(from: Lowering, node: NodeId): Entry | undefined {
  const { tree } = from;
  if (!isOf(tree, node, 'pair')) return keywordEntry(from, node) ?? unreadEntry(from, node);
  const key = fieldOf(tree, node, 'key');
  const value = fieldOf(tree, node, 'value');
  if (key === undefined || value === undefined) return undefined;
  const read = from.expression(key);
  const plain = read.kind === 'text' ? textValue(tree.text, read.pieces) : undefined;
  const computed = plain === undefined ? read : undefined;
  return entry(tree, node, { key: plain, computed, node: key }, from.expression(value));
}

function member(from: Lowering, node: NodeId): Expression {
  const { tree } = from;
  const object = fieldOf(tree, node, 'object');
  const property = fieldOf(tree, node, 'attribute');
  if (object === undefined || property === undefined) return unknown(from, node, 'unreadable');
  return {
    kind: 'member',
    object: from.expression(object),
    property: textOf(tree, property),
    propertySpan: spanOf(tree, property),
    start: startOf(tree, node),
    end: endOf(tree, node),
  };
}

/** `a[0]`, `a[1, 2]`, `a[1:2]` */
function indexed(from: Lowering, node: NodeId, indices: readonly NodeId[]): Expression {
  const { tree } = from;
  const object = fieldOf(tree, node, 'value');
  const [first] = indices;
  if (object === undefined || first === undefined) return unknown(from, node, 'unreadable');
  if (indices.length === 1 && isOf(tree, first, 'slice')) {
    const [begin, end, step] = sliceParts(from, first);
    return {
      kind: 'slice',
      object: from.expression(object),
      from: begin,
      to: end,
      step,
      start: startOf(tree, node),
      end: endOf(tree, node),
    };
  }
  const index = tupleOf(from, indices) as Expression;
  return {
    kind: 'index',
    object: from.expression(object),
    index,
    start: startOf(tree, node),
    end: endOf(tree, node),
  };
}

/** The expressions before, between and behind the colons of a slice. */
function sliceParts(from: Lowering, node: NodeId): (Expression | undefined)[] {
  const parts: (Expression | undefined)[] = [undefined, undefined, undefined];
  let place = 0;
  for (const child of everyChild(from.tree, node)) {
    if (typeOf(from.tree, child) === ':') place++;
    else if (isNamed(from.tree, child) && !isExtra(from.tree, child)) parts[place] = from.expression(child);
  }
  return parts;
}

function call(from: Lowering, node: NodeId): Expression {
  const { tree } = from;
  const callee = fieldOf(tree, node, 'function');
  if (callee === undefined) return unknown(from, node, 'unreadable');
  const given = fieldOf(tree, node, 'arguments');
  const positional: Element[] = [];
  const named: Entry[] = [];
  if (isOf(tree, given, 'generator_expression')) {
    positional.push({ value: from.expression(given as NodeId), spread: false });
  } else {
    for (const child of given === undefined ? [] : childrenOf(tree, given)) {
      const keyword = keywordEntry(from, child);
      if (keyword) named.push(keyword);
      else positional.push(elementOf(from, child));
    }
  }
  const called = from.expression(callee);
  const indexed = called.kind === 'index' && mayBeTyped(tree, callee) ? called : undefined;
  return {
    kind: 'call',
    callee: indexed?.object ?? called,
    indexed,
    isNew: false,
    positional,
    named,
    brackets: given === undefined ? undefined : spanOf(tree, given),
    start: startOf(tree, node),
    end: endOf(tree, node),
  };
}

/** `Agent[Context](...)` may call `Agent`: the brackets contain a type, unless it can only be a key. */
const mayBeTyped = (tree: Tree, callee: NodeId): boolean =>
  isOf(tree, callee, 'subscript') &&
  allOf(tree, callee, 'subscript').every((index) => mayBeType(tree, index));

const TYPES: ReadonlySet<string> = new Set([
  'identifier',
  'attribute',
  'subscript',
  'none',
  'ellipsis',
  'string',
  'string_start',
  'string_content',
  'string_end',
]);
const MARKS: ReadonlySet<string> = new Set(['list', 'tuple', 'binary_operator']);

/** Whether an expression may be a type: names, and brackets, lists and `|` of names. */
function mayBeType(tree: Tree, node: NodeId): boolean {
  const behind = tree.nexts[node] as number;
  for (let one = node; one < behind; one++) {
    if (isNamed(tree, one) && !TYPES.has(typeOf(tree, one)) && !MARKS.has(typeOf(tree, one))) return false;
  }
  return true;
}

const BINARY: Readonly<Record<string, BinaryOperator>> = {
  '+': 'add',
  '|': 'merge',
  '*': 'repeat',
  '/': 'divide',
};

function binary(from: Lowering, node: NodeId): Expression {
  const { tree } = from;
  const left = fieldOf(tree, node, 'left');
  const right = fieldOf(tree, node, 'right');
  if (left === undefined || right === undefined) return unknown(from, node, 'unreadable');
  const written = operatorOf(tree, node);
  return {
    kind: 'binary',
    operator: BINARY[written ?? ''] ?? 'other',
    left: from.expression(left),
    right: from.expression(right),
    start: startOf(tree, node),
    end: endOf(tree, node),
  };
}

const COMPARISONS: Readonly<Record<string, BinaryOperator>> = {
  '==': 'equal',
  '!=': 'not-equal',
  '<>': 'not-equal',
  is: 'same',
  'is not': 'not-same',
  in: 'in',
  'not in': 'not-in',
  '<': 'less',
  '<=': 'at-most',
  '>': 'more',
  '>=': 'at-least',
};

/** `a == b`, `a < b < c`, whose middle is read twice; longer chains are not read. */
function comparison(from: Lowering, node: NodeId): Expression {
  const [left, middle, right, ...more] = childrenOf(from.tree, node);
  if (left === undefined || middle === undefined || more.length > 0) return unknown(from, node);
  if (right === undefined) return compared(from, node, left, middle);
  return {
    kind: 'logical',
    operator: 'and',
    left: compared(from, node, left, middle),
    right: compared(from, node, middle, right),
    start: startOf(from.tree, node),
    end: endOf(from.tree, node),
  };
}

function compared(from: Lowering, node: NodeId, left: NodeId, right: NodeId): Expression {
  const { tree } = from;
  return {
    kind: 'binary',
    operator: COMPARISONS[operatorOf(tree, node, left) ?? ''] ?? 'other',
    left: from.expression(left),
    right: from.expression(right),
    start: startOf(tree, left),
    end: endOf(tree, right),
  };
}

function logical(from: Lowering, node: NodeId): Expression {
  const { tree } = from;
  const left = fieldOf(tree, node, 'left');
  const right = fieldOf(tree, node, 'right');
  if (left === undefined || right === undefined) return unknown(from, node, 'unreadable');
  return {
    kind: 'logical',
    operator: operatorOf(tree, node) === 'and' ? 'and' : 'or',
    left: from.expression(left),
    right: from.expression(right),
    start: startOf(tree, node),
    end: endOf(tree, node),
  };
}

function unary(from: Lowering, node: NodeId): Expression {
  const operand = fieldOf(from.tree, node, 'argument');
  const isNumber = operand !== undefined && isOf(from.tree, operand, 'integer', 'float');
  const negative =
    isNumber && operatorOf(from.tree, node) === '-' ? negativeLiteral(from, node, operand) : undefined;
  return negative ?? unknown(from, node);
}

function not(from: Lowering, node: NodeId): Expression {
  const operand = fieldOf(from.tree, node, 'argument');
  if (operand === undefined) return unknown(from, node, 'unreadable');
  return {
    kind: 'not',
    operand: from.expression(operand),
    start: startOf(from.tree, node),
    end: endOf(from.tree, node),
  };
}

/** `a if condition else b` */
function conditional(from: Lowering, node: NodeId): Expression {
  const [yes, test, no] = childrenOf(from.tree, node);
  if (yes === undefined || test === undefined || no === undefined) return unknown(from, node, 'unreadable');
  return {
    kind: 'conditional',
    test: from.expression(test),
    yes: from.expression(yes),
    no: from.expression(no),
    start: startOf(from.tree, node),
    end: endOf(from.tree, node),
  };
}

function comprehension(from: Lowering, node: NodeId, of: 'list' | 'set' | 'dict' | 'generator'): Expression {
  const { tree } = from;
  const body = fieldOf(tree, node, 'body');
  const result = isOf(tree, body, 'pair') ? fieldOf(tree, body as NodeId, 'value') : body;
  const key = isOf(tree, body, 'pair') ? fieldOf(tree, body as NodeId, 'key') : undefined;
  if (result === undefined) return unknown(from, node, 'unreadable');
  const clauses: Clause[] = [];
  for (const child of childrenOf(tree, node)) {
    if (isOf(tree, child, 'if_clause')) {
      const test = firstChild(tree, child);
      if (test !== undefined) clauses.push({ kind: 'if', test: from.expression(test) });
    } else if (isOf(tree, child, 'for_in_clause')) {
      const left = fieldOf(tree, child, 'left');
      const iterable = tupleOf(from, allOf(tree, child, 'right'));
      if (left !== undefined && iterable) clauses.push({ kind: 'for', target: from.target(left), iterable });
    }
  }
  return {
    kind: 'comprehension',
    of,
    key: key === undefined ? undefined : from.expression(key),
    result: from.expression(result),
    clauses,
    start: startOf(tree, node),
    end: endOf(tree, node),
  };
}

/** `a := b`, and an assignment inside another. */
function assigned(from: Lowering, node: NodeId, left: string, right: string): Expression {
  const { tree } = from;
  const to = fieldOf(tree, node, left);
  const value = fieldOf(tree, node, right);
  if (to === undefined || value === undefined) return unknown(from, node, 'unreadable');
  const operator = AUGMENTED[operatorOf(tree, node) ?? '='] ?? 'other';
  const target: Target = from.target(to);
  return {
    kind: 'assign',
    target,
    value: from.expression(value),
    operator,
    start: startOf(tree, node),
    end: endOf(tree, node),
  };
}

/** `x as y` outside of the statements that read it. */
function asPattern(from: Lowering, node: NodeId): Expression {
  const value = firstChild(from.tree, node);
  const alias = fieldOf(from.tree, node, 'alias');
  if (value === undefined || alias === undefined) return unknown(from, node, 'unreadable');
  return {
    kind: 'assign',
    target: from.target(alias),
    value: from.expression(value),
    operator: 'set',
    start: startOf(from.tree, node),
    end: endOf(from.tree, node),
  };
}

function yielded(from: Lowering, node: NodeId): Expression {
  const value = firstChild(from.tree, node);
  return {
    kind: 'yield',
    value: value === undefined ? undefined : from.expression(value),
    all: hasMark(from.tree, node, 'from'),
    start: startOf(from.tree, node),
    end: endOf(from.tree, node),
  };
}

/** `list[str]` in an annotation. */
function genericType(from: Lowering, node: NodeId): Expression {
  const { tree } = from;
  const [object, given] = childrenOf(tree, node);
  const index = given === undefined ? undefined : tupleOf(from, childrenOf(tree, given));
  if (object === undefined || !index) return unknown(from, node);
  return {
    kind: 'index',
    object: from.expression(object),
    index,
    start: startOf(tree, node),
    end: endOf(tree, node),
  };
}

/** `A | B` in an annotation. */
function unionType(from: Lowering, node: NodeId): Expression {
  const [left, right] = childrenOf(from.tree, node);
  if (left === undefined || right === undefined) return unknown(from, node);
  return {
    kind: 'binary',
    operator: 'merge',
    left: from.expression(left),
    right: from.expression(right),
    start: startOf(from.tree, node),
    end: endOf(from.tree, node),
  };
}
