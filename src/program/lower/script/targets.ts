import type { AssignOperator, Expression, ItemTarget, MemberTarget, Target } from '../../ir/ir.js';
import {
  childrenOf,
  endOf,
  everyChild,
  fieldOf,
  firstChild,
  isExtra,
  isNamed,
  type NodeId,
  spanOf,
  startOf,
  textOf,
  typeOf,
} from '../../tree/tree.js';
import { isOf, type Lowering } from '../lowering.js';
import { keyOf } from './keys.js';

/** How an assignment changes its target, by its operator. */
export const AUGMENTED: Readonly<Record<string, AssignOperator>> = {
  '=': 'set',
  '+=': 'add',
  '??=': 'default',
  '||=': 'default',
  '&&=': 'and',
};

/** The target of an assignment. */
export function readTarget(from: Lowering, node: NodeId): Target {
  const { tree } = from;
  const span = spanOf(tree, node);
  switch (typeOf(tree, node)) {
    case 'identifier':
    case 'shorthand_property_identifier_pattern':
      return { kind: 'name', name: textOf(tree, node), start: span.start, end: span.end };
    case 'member_expression':
    case 'subscript_expression':
      return memberTarget(from, node);
    case 'array_pattern':
    case 'array':
      return { kind: 'items', items: itemTargets(from, node), start: span.start, end: span.end };
    case 'object_pattern':
    case 'object': {
      const members = childrenOf(tree, node).flatMap((child) => membersTarget(from, child) ?? []);
      return { kind: 'members', members, start: span.start, end: span.end };
    }
    case 'parenthesized_expression':
    case 'non_null_expression':
    case 'as_expression':
    case 'satisfies_expression':
    case 'rest_pattern': {
      const inner = firstChild(tree, node);
      if (inner !== undefined) return from.target(inner);
      break;
    }
    default:
      break;
  }
  return { kind: 'unknown', parts: [from.expression(node)], start: span.start, end: span.end };
}

function memberTarget(from: Lowering, node: NodeId): Target {
  const span = spanOf(from.tree, node);
  const read = from.expression(node);
  if (read.kind === 'index')
    return { kind: 'index', object: read.object, index: read.index, start: span.start, end: span.end };
  if (read.kind !== 'member') return { kind: 'unknown', parts: [read], start: span.start, end: span.end };
  const { object, property, propertySpan } = read;
  return { kind: 'member', object, property, propertySpan, start: span.start, end: span.end };
}

/** The targets of a list pattern, with the items that are skipped. */
function itemTargets(from: Lowering, node: NodeId): ItemTarget[] {
  const { tree } = from;
  const items: ItemTarget[] = [];
  let isFilled = false;
  for (const child of everyChild(tree, node)) {
    if (typeOf(tree, child) === ',') {
      if (!isFilled) items.push({ target: undefined, fallback: undefined, rest: false });
      isFilled = false;
    } else if (isNamed(tree, child) && !isExtra(tree, child)) {
      isFilled = true;
      const rest = isOf(tree, child, 'rest_pattern', 'spread_element');
      const inner = isOf(tree, child, 'spread_element') ? firstChild(tree, child) : child;
      if (inner !== undefined) items.push({ ...withFallback(from, inner), rest });
    }
  }
  return items;
}

/** A target that may have a default: `a = 1` in a pattern. */
function withFallback(from: Lowering, node: NodeId): { target: Target; fallback: Expression | undefined } {
  const { tree } = from;
  const hasFallback = isOf(
    tree,
    node,
    'assignment_pattern',
    'object_assignment_pattern',
    'assignment_expression',
  );
  const left = hasFallback ? fieldOf(tree, node, 'left') : undefined;
  const right = hasFallback ? fieldOf(tree, node, 'right') : undefined;
  return {
    target: from.target(left ?? node),
    fallback: right === undefined ? undefined : from.expression(right),
  };
}

function membersTarget(from: Lowering, node: NodeId): MemberTarget | undefined {
  const { tree } = from;
  switch (typeOf(tree, node)) {
    case 'pair_pattern':
    case 'pair': {
      const key = fieldOf(tree, node, 'key');
      const value = fieldOf(tree, node, 'value');
      if (key === undefined || value === undefined) return undefined;
      const { key: name, computed } = keyOf(from, key);
      return { key: name, computed, ...withFallback(from, value), rest: false };
    }
    case 'rest_pattern':
    case 'spread_element': {
      const inner = firstChild(tree, node);
      if (inner === undefined) return undefined;
      return {
        key: undefined,
        computed: undefined,
        target: from.target(inner),
        fallback: undefined,
        rest: true,
      };
    }
    case 'shorthand_property_identifier': {
      const name = textOf(tree, node);
      const target: Target = { kind: 'name', name, start: startOf(tree, node), end: endOf(tree, node) };
      return { key: name, computed: undefined, target, fallback: undefined, rest: false };
    }
    default: {
      const read = withFallback(from, node);
      const key = read.target.kind === 'name' ? read.target.name : undefined;
      return { key, computed: undefined, ...read, rest: false };
    }
  }
}
