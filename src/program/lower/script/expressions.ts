import type { BinaryOperator, Element, Entry, Expression, LogicalOperator, TextPiece } from '../../ir/ir.js';
import {
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
  textOf,
  typeOf,
} from '../../tree/tree.js';
import {
  entry,
  isOf,
  KEYLESS,
  type Lowering,
  literal,
  nameOf,
  negativeLiteral,
  numberLiteral,
  type ReadExpression,
  same,
  textOrTemplate,
  unknown,
  unreadEntry,
} from '../lowering.js';
import { classExpression, functionExpression } from './definitions.js';
import { inQuotes, keyOf, wordOf } from './keys.js';
import { AUGMENTED } from './targets.js';

/** How the expressions of TypeScript and JavaScript are read, by the types of their nodes. */
export const EXPRESSIONS: Readonly<Record<string, ReadExpression>> = {
  identifier: name,
  shorthand_property_identifier: name,
  type_identifier: name,
  nested_identifier: member,
  undefined: nothing,
  this: ({ tree }, node) => ({ kind: 'this', start: startOf(tree, node), end: endOf(tree, node) }),
  super: ({ tree }, node) => ({ kind: 'super', start: startOf(tree, node), end: endOf(tree, node) }),
  string: ({ tree }, node) => ({
    kind: 'text',
    pieces: [inQuotes(tree, node)],
    start: startOf(tree, node),
    end: endOf(tree, node),
  }),
  template_string: (from, node) => template(from, node, undefined, node),
  number: numberLiteral,
  regex: unknown,
  true: literal(true),
  false: literal(false),
  null: literal(null),
  array: (from, node) => ({
    kind: 'list',
    elements: elementsOf(from, node),
    start: startOf(from.tree, node),
    end: endOf(from.tree, node),
  }),
  object: (from, node) => ({
    kind: 'record',
    entries: childrenOf(from.tree, node).flatMap((child) => entryOf(from, child) ?? []),
    start: startOf(from.tree, node),
    end: endOf(from.tree, node),
  }),
  // `import.meta`
  meta_property: ({ tree }, node) => ({
    kind: 'member',
    object: { kind: 'name', name: 'import', start: startOf(tree, node), end: endOf(tree, node) },
    property: textOf(tree, node).slice(textOf(tree, node).lastIndexOf('.') + 1),
    propertySpan: spanOf(tree, node),
    start: startOf(tree, node),
    end: endOf(tree, node),
  }),
  member_expression: member,
  subscript_expression: indexed,
  call_expression: call,
  new_expression: call,
  binary_expression: binary,
  unary_expression: unary,
  update_expression: update,
  ternary_expression: conditional,
  assignment_expression: assigned,
  augmented_assignment_expression: assigned,
  sequence_expression: (from, node) => ({
    kind: 'sequence',
    values: childrenOf(from.tree, node).map(from.expression),
    start: startOf(from.tree, node),
    end: endOf(from.tree, node),
  }),
  parenthesized_expression: (from, node) => same(from, node, 'brackets', firstChild(from.tree, node)),
  as_expression: cast,
  satisfies_expression: cast,
  non_null_expression: cast,
  instantiation_expression: cast,
  type_assertion: (from, node) => same(from, node, 'cast', childrenOf(from.tree, node).at(-1)),
  await_expression: (from, node) => same(from, node, 'await', firstChild(from.tree, node)),
  yield_expression: yielded,
  arrow_function: functionExpression,
  function_expression: functionExpression,
  generator_function: functionExpression,
  function_declaration: functionExpression,
  generator_function_declaration: functionExpression,
  method_definition: functionExpression,
  class: classExpression,
  class_declaration: classExpression,
  abstract_class_declaration: classExpression,
  jsx_element: unknown,
  jsx_self_closing_element: unknown,
};

function name(from: Lowering, node: NodeId): Expression {
  return textOf(from.tree, node) === 'undefined' ? nothing(from, node) : nameOf(from, node);
}

function nothing({ tree }: Lowering, node: NodeId): Expression {
  return { kind: 'nothing', start: startOf(tree, node), end: endOf(tree, node) };
}

function cast(from: Lowering, node: NodeId): Expression {
  return same(from, node, 'cast', firstChild(from.tree, node));
}

function template(from: Lowering, node: NodeId, tag: Expression | undefined, whole: NodeId): Expression {
  const { tree } = from;
  const piece = inQuotes(tree, node);
  const parts: (TextPiece | Expression)[] = [];
  let { start } = piece;
  for (const hole of childrenOf(tree, node)) {
    if (!isOf(tree, hole, 'template_substitution')) continue;
    const at = tree.starts[hole] as number;
    if (at > start) parts.push({ ...piece, start, end: at });
    parts.push(...from.parts(hole));
    start = tree.ends[hole] as number;
  }
  if (parts.length === 0 || piece.end > start) parts.push({ ...piece, start });
  const span = spanOf(tree, whole);
  const written = textOrTemplate(tag ? spanOf(tree, node) : span, parts, false);
  const call = { kind: 'call', indexed: undefined, isNew: false, named: [], brackets: undefined } as const;
  return tag
    ? {
        kind: 'template',
        parts,
        isFormatted: false,
        tag: { ...call, ...span, callee: tag, positional: [{ value: written, spread: false }] },
        ...span,
      }
    : written;
}

/** The items of a list or of the brackets of a call; a hole adds nothing. */
function elementsOf(from: Lowering, node: NodeId): Element[] {
  const { tree } = from;
  const elements: Element[] = [];
  let isFilled = false;
  for (const child of everyChild(tree, node)) {
    if (typeOf(tree, child) === ',') {
      if (!isFilled) elements.push({ value: nothing(from, child), spread: false });
      isFilled = false;
    } else if (isNamed(tree, child) && !isExtra(tree, child)) {
      isFilled = true;
      const inner = isOf(tree, child, 'spread_element') ? firstChild(tree, child) : undefined;
      elements.push({ value: from.expression(inner ?? child), spread: inner !== undefined });
    }
  }
  return elements;
}

/** The member of an object literal that a node declares. */
function entryOf(from: Lowering, node: NodeId): Entry | undefined {
  const { tree } = from;
  switch (typeOf(tree, node)) {
    case 'pair': {
      const key = fieldOf(tree, node, 'key');
      const value = fieldOf(tree, node, 'value');
      if (key === undefined || value === undefined) return undefined;
      return entry(tree, node, keyOf(from, key), from.expression(value));
    }
    case 'shorthand_property_identifier':
      return entry(tree, node, { key: textOf(tree, node), computed: undefined }, from.expression(node));
    case 'method_definition': {
      const key = fieldOf(tree, node, 'name');
      if (key === undefined) return undefined;
      const value = from.expression(node);
      const isGetter = value.kind === 'function' && value.definition.kind === 'getter';
      return entry(tree, node, keyOf(from, key), value, isGetter ? 'getter' : 'value');
    }
    case 'spread_element': {
      const inner = firstChild(tree, node);
      return inner === undefined ? undefined : entry(tree, node, KEYLESS, from.expression(inner), 'spread');
    }
    default:
      return unreadEntry(from, node);
  }
}

/** Casts without brackets, and members of one. */
const CASTS = ['as_expression', 'satisfies_expression', 'member_expression', 'subscript_expression'];

/**
 * The cast that a member seems to be taken from. The grammar reads the last names of a long type as members of the cast:
 * `x satisfies A.B.C` as `(x satisfies A.B).C`.
 */
const isCast = (from: Lowering, node: NodeId, read: Expression): boolean =>
  read.kind === 'same' && read.by === 'cast' && isOf(from.tree, node, ...CASTS);

function member(from: Lowering, node: NodeId): Expression {
  const { tree } = from;
  const [first, last] = childrenOf(tree, node);
  const objectNode = fieldOf(tree, node, 'object') ?? first;
  const property = fieldOf(tree, node, 'property') ?? last;
  if (objectNode === undefined || property === undefined) return unknown(from, node, 'unreadable');
  const object = from.expression(objectNode);
  const span = spanOf(tree, node);
  if (isCast(from, objectNode, object))
    return { kind: 'same', by: 'cast', value: object, start: span.start, end: span.end };
  return {
    kind: 'member',
    object,
    property: textOf(tree, property),
    propertySpan: spanOf(tree, property),
    start: span.start,
    end: span.end,
  };
}

function indexed(from: Lowering, node: NodeId): Expression {
  const { tree } = from;
  const objectNode = fieldOf(tree, node, 'object');
  const index = fieldOf(tree, node, 'index');
  if (objectNode === undefined || index === undefined) return unknown(from, node, 'unreadable');
  const object = from.expression(objectNode);
  const span = spanOf(tree, node);
  if (isCast(from, objectNode, object))
    return { kind: 'same', by: 'cast', value: object, start: span.start, end: span.end };
  return { kind: 'index', object, index: from.expression(index), start: span.start, end: span.end };
}

function call(from: Lowering, node: NodeId): Expression {
  const { tree } = from;
  const isNew = isOf(tree, node, 'new_expression');
  const callee = fieldOf(tree, node, isNew ? 'constructor' : 'function');
  if (callee === undefined) return unknown(from, node, 'unreadable');
  const given = fieldOf(tree, node, 'arguments');
  if (given !== undefined && isOf(tree, given, 'template_string')) {
    return template(from, given, from.expression(callee), node);
  }
  const module = loadedModule(from, callee, given);
  if (module !== undefined)
    return { kind: 'module', specifier: module, start: startOf(tree, node), end: endOf(tree, node) };
  return {
    kind: 'call',
    callee: from.expression(callee),
    indexed: undefined,
    isNew,
    positional: given === undefined ? [] : elementsOf(from, given),
    named: [],
    brackets: given === undefined ? undefined : spanOf(tree, given),
    start: startOf(tree, node),
    end: endOf(tree, node),
  };
}

/** The module that `require('x')` or `import('x')` loads. */
function loadedModule({ tree }: Lowering, callee: NodeId, given: NodeId | undefined): string | undefined {
  const isRequire = isOf(tree, callee, 'identifier') && textOf(tree, callee) === 'require';
  if (!isRequire && !isOf(tree, callee, 'import')) return undefined;
  const specifier = given === undefined ? undefined : firstChild(tree, given);
  return isOf(tree, specifier, 'string') ? wordOf(tree, specifier as NodeId) : undefined;
}

const LOGICAL: Readonly<Record<string, LogicalOperator>> = { '&&': 'and', '||': 'or', '??': 'nullish' };

const BINARY: Readonly<Record<string, BinaryOperator>> = {
  '+': 'add',
  '==': 'equal',
  '!=': 'not-equal',
  '===': 'same',
  '!==': 'not-same',
  in: 'in',
  '<': 'less',
  '<=': 'at-most',
  '>': 'more',
  '>=': 'at-least',
};

function binary(from: Lowering, node: NodeId): Expression {
  const { tree } = from;
  const leftNode = fieldOf(tree, node, 'left');
  const rightNode = fieldOf(tree, node, 'right');
  if (leftNode === undefined || rightNode === undefined) return unknown(from, node, 'unreadable');
  const written = operatorOf(tree, node) ?? '';
  const sides = {
    left: from.expression(leftNode),
    right: from.expression(rightNode),
    start: startOf(tree, node),
    end: endOf(tree, node),
  };
  const choice = LOGICAL[written];
  if (choice) return { kind: 'logical', operator: choice, ...sides };
  return { kind: 'binary', operator: BINARY[written] ?? 'other', ...sides };
}

function unary(from: Lowering, node: NodeId): Expression {
  const { tree } = from;
  const operand = fieldOf(tree, node, 'argument');
  if (operand === undefined) return unknown(from, node, 'unreadable');
  const span = spanOf(tree, node);
  switch (operatorOf(tree, node)) {
    case '!':
      return { kind: 'not', operand: from.expression(operand), start: span.start, end: span.end };
    case 'typeof':
      return { kind: 'typeof', operand: from.expression(operand), start: span.start, end: span.end };
    case 'void': {
      const value = from.expression(operand);
      const isPlain = value.kind === 'literal';
      return isPlain
        ? nothing(from, node)
        : { kind: 'sequence', values: [value, nothing(from, node)], start: span.start, end: span.end };
    }
    case '-': {
      const negative = isOf(tree, operand, 'number') ? negativeLiteral(from, node, operand) : undefined;
      return negative ?? unknown(from, node);
    }
    default:
      return unknown(from, node);
  }
}

/** `i++` assigns another number to a name. */
function update(from: Lowering, node: NodeId): Expression {
  const { tree } = from;
  const argument = fieldOf(tree, node, 'argument');
  const operator = fieldOf(tree, node, 'operator');
  if (argument === undefined || operator === undefined) return unknown(from, node, 'unreadable');
  return {
    kind: 'assign',
    target: from.target(argument),
    value: { kind: 'literal', scalar: 1, start: startOf(tree, operator), end: endOf(tree, operator) },
    operator: 'other',
    start: startOf(tree, node),
    end: endOf(tree, node),
  };
}

function conditional(from: Lowering, node: NodeId): Expression {
  const { tree } = from;
  const test = fieldOf(tree, node, 'condition');
  const yes = fieldOf(tree, node, 'consequence');
  const no = fieldOf(tree, node, 'alternative');
  if (test === undefined || yes === undefined || no === undefined) return unknown(from, node, 'unreadable');
  return {
    kind: 'conditional',
    test: from.expression(test),
    yes: from.expression(yes),
    no: from.expression(no),
    start: startOf(tree, node),
    end: endOf(tree, node),
  };
}

function assigned(from: Lowering, node: NodeId): Expression {
  const { tree } = from;
  const left = fieldOf(tree, node, 'left');
  const right = fieldOf(tree, node, 'right');
  if (left === undefined || right === undefined) return unknown(from, node, 'unreadable');
  return {
    kind: 'assign',
    target: from.target(left),
    value: from.expression(right),
    operator: AUGMENTED[operatorOf(tree, node) ?? '='] ?? 'other',
    start: startOf(tree, node),
    end: endOf(tree, node),
  };
}

function yielded(from: Lowering, node: NodeId): Expression {
  const value = firstChild(from.tree, node);
  return {
    kind: 'yield',
    value: value === undefined ? undefined : from.expression(value),
    all: hasMark(from.tree, node, '*'),
    start: startOf(from.tree, node),
    end: endOf(from.tree, node),
  };
}
