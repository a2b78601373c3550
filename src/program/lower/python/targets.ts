import type { AssignOperator, ItemTarget, Target } from '../../ir/ir.js';
import {
  allOf,
  childrenOf,
  fieldOf,
  firstChild,
  type NodeId,
  spanOf,
  textOf,
  typeOf,
} from '../../tree/tree.js';
import { isOf, type Lowering, tupleOf } from '../lowering.js';

/** How an assignment changes its target, by its operator. */
export const AUGMENTED: Readonly<Record<string, AssignOperator>> = { '=': 'set', '+=': 'add', '|=': 'merge' };

/** The target of an assignment. */
export function readTarget(from: Lowering, node: NodeId): Target {
  const { tree } = from;
  const span = spanOf(tree, node);
  switch (typeOf(tree, node)) {
    case 'identifier':
      return { kind: 'name', name: textOf(tree, node), start: span.start, end: span.end };
    case 'attribute': {
      const object = fieldOf(tree, node, 'object');
      const property = fieldOf(tree, node, 'attribute');
      if (object === undefined || property === undefined) break;
      return {
        kind: 'member',
        object: from.expression(object),
        property: textOf(tree, property),
        propertySpan: spanOf(tree, property),
        start: span.start,
        end: span.end,
      };
    }
    case 'subscript':
      return indexTarget(from, node);
    case 'pattern_list':
    case 'tuple_pattern':
    case 'list_pattern':
    case 'expression_list':
    case 'tuple':
    case 'list':
      return {
        kind: 'items',
        items: childrenOf(tree, node).map((child) => itemTarget(from, child)),
        start: span.start,
        end: span.end,
      };
    case 'list_splat_pattern':
    case 'list_splat':
    case 'parenthesized_expression':
    case 'as_pattern_target': {
      const inner = firstChild(tree, node);
      if (inner !== undefined) return from.target(inner);
      break;
    }
    default:
      break;
  }
  return { kind: 'unknown', parts: [from.expression(node)], start: span.start, end: span.end };
}

function itemTarget(from: Lowering, node: NodeId): ItemTarget {
  const rest = isOf(from.tree, node, 'list_splat_pattern', 'list_splat');
  return { target: from.target(node), fallback: undefined, rest };
}

/** `a[0] = x`, `a[:] = x` */
function indexTarget(from: Lowering, node: NodeId): Target {
  const { tree } = from;
  const object = fieldOf(tree, node, 'value');
  const indices = allOf(tree, node, 'subscript');
  const [first] = indices;
  const span = spanOf(tree, node);
  if (object === undefined || first === undefined) {
    return { kind: 'unknown', parts: from.parts(node), start: span.start, end: span.end };
  }
  const isWhole = indices.length === 1 && isOf(tree, first, 'slice') && childrenOf(tree, first).length === 0;
  if (isWhole) return { kind: 'slice', object: from.expression(object), start: span.start, end: span.end };
  const index = tupleOf(from, indices);
  return index
    ? { kind: 'index', object: from.expression(object), index, start: span.start, end: span.end }
    : { kind: 'unknown', parts: from.parts(node), start: span.start, end: span.end };
}
