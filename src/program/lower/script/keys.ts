import type { TextPiece } from '../../ir/ir.js';
import { textValue } from '../../tree/spelling.js';
import { firstChild, type NodeId, type Tree, textOf, typeOf } from '../../tree/tree.js';
import type { EntryKey, Lowering } from '../lowering.js';

/** The text between the quotes of a literal. */
export const inQuotes = (tree: Tree, node: NodeId): TextPiece => {
  const start = (tree.starts[node] as number) + 1;
  return { start, end: Math.max(start, (tree.ends[node] as number) - 1), spelling: 'typescript' };
};

/** The value of a string; of a name the name. */
export const wordOf = (tree: Tree, node: NodeId): string =>
  typeOf(tree, node) === 'string' ? textValue(tree.text, [inQuotes(tree, node)]) : textOf(tree, node);

/** The key that a node spells, or the expression that computes it. */
export function keyOf(from: Lowering, node: NodeId): EntryKey {
  const { tree } = from;
  if (typeOf(tree, node) !== 'computed_property_name')
    return { key: wordOf(tree, node), computed: undefined, node };
  const inner = firstChild(tree, node);
  return { key: undefined, computed: inner === undefined ? undefined : from.expression(inner), node };
}
