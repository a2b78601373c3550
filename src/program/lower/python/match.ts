import type { Case, Expression, Target } from '../../ir/ir.js';
import {
  childrenOf,
  endOf,
  fieldOf,
  firstChild,
  hasMark,
  type NodeId,
  spanOf,
  startOf,
  textOf,
  typeOf,
} from '../../tree/tree.js';
import { isOf, type Lowering, nameOf, negativeLiteral } from '../lowering.js';

/** The pattern of a case, as far as it was read. */
interface Pattern {
  readonly tests: Expression[];
  readonly binds: Target[];
  /** It matches any subject. */
  isDefault: boolean;
}

/** One case of a `match`. */
export function readCase(from: Lowering, node: NodeId): Case {
  const { tree } = from;
  const pattern: Pattern = { tests: [], binds: [], isDefault: false };
  const patterns = childrenOf(tree, node).filter((child) => isOf(tree, child, 'case_pattern'));
  const [only, ...others] = patterns;
  if (only !== undefined && others.length === 0) readPattern(from, only, pattern);
  else for (const one of patterns) structured(from, one, pattern);
  const guard = fieldOf(tree, node, 'guard');
  const test = guard === undefined ? undefined : firstChild(tree, guard);
  const body = fieldOf(tree, node, 'consequence');
  return {
    tests: pattern.isDefault ? [] : pattern.tests,
    isDefault: pattern.isDefault,
    guard: test === undefined ? undefined : from.expression(test),
    binds: pattern.binds,
    body: body === undefined ? [] : from.statements(body),
    fallsThrough: false,
    start: startOf(tree, node),
    end: endOf(tree, node),
  };
}

/** A pattern for the whole subject. */
function readPattern(from: Lowering, node: NodeId, pattern: Pattern): void {
  const { tree } = from;
  const children = childrenOf(tree, node);
  const [first] = children;
  switch (typeOf(tree, node)) {
    case 'case_pattern':
      if (first === undefined) pattern.isDefault = hasMark(tree, node, '_');
      else if (isOf(tree, first, 'integer', 'float')) pattern.tests.push(numberPattern(from, node, first));
      else readPattern(from, first, pattern);
      break;
    case 'union_pattern':
      if (hasMark(tree, node, '_')) pattern.isDefault = true;
      for (const child of children) readPattern(from, child, pattern);
      break;
    case 'as_pattern':
      if (first !== undefined) readPattern(from, first, pattern);
      if (children[1] !== undefined) bind(from, children[1], pattern);
      break;
    case 'dotted_name':
      if (children.length === 1 && first !== undefined) {
        bind(from, first, pattern);
        pattern.isDefault = true;
      } else pattern.tests.push(dotted(from, node));
      break;
    case 'string':
    case 'concatenated_string':
    case 'true':
    case 'false':
    case 'none':
    case 'integer':
    case 'float':
      pattern.tests.push(from.expression(node));
      break;
    default:
      structured(from, node, pattern);
  }
}

const bind = (from: Lowering, node: NodeId, { binds }: Pattern): void =>
  void binds.push({
    kind: 'name',
    name: textOf(from.tree, node),
    start: startOf(from.tree, node),
    end: endOf(from.tree, node),
  });

function numberPattern(from: Lowering, node: NodeId, number: NodeId): Expression {
  const negative = hasMark(from.tree, node, '-') ? negativeLiteral(from, node, number) : undefined;
  return negative ?? from.expression(number);
}

/** `Color.RED`: a value to compare with. */
function dotted(from: Lowering, node: NodeId): Expression {
  const { tree } = from;
  const [first, ...others] = childrenOf(tree, node);
  let value = nameOf(from, first as NodeId);
  for (const word of others) {
    const propertySpan = spanOf(tree, word);
    const span = { start: tree.starts[node] as number, end: propertySpan.end };
    value = {
      kind: 'member',
      object: value,
      property: textOf(tree, word),
      propertySpan,
      start: span.start,
      end: span.end,
    };
  }
  return value;
}

/** A pattern of parts: whether it matches is not known; the names in it are bound. */
function structured(from: Lowering, node: NodeId, pattern: Pattern): void {
  const { tree } = from;
  pattern.tests.push({
    kind: 'unknown',
    why: 'computed',
    parts: [],
    start: startOf(tree, node),
    end: endOf(tree, node),
  });
  const behind = tree.nexts[node] as number;
  for (let one = node; one < behind; one++) {
    if (!isOf(tree, one, 'identifier')) continue;
    const parent = tree.parents[one] as NodeId;
    const words = childrenOf(tree, parent);
    const around = typeOf(tree, parent);
    // Names of classes and of their members are no captures.
    if (around === 'keyword_pattern' && words[0] === one) continue;
    if (around === 'dotted_name') {
      const isClass = isOf(tree, tree.parents[parent], 'class_pattern');
      if (isClass || words.length > 1) continue;
    }
    bind(from, one, pattern);
  }
}
