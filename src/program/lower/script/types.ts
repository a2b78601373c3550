import type { Expression } from '../../ir/ir.js';
import { childrenOf, firstChild, type NodeId, spanOf, textOf } from '../../tree/tree.js';
import { isOf, type Lowering } from '../lowering.js';

/** Types of no value, which may be in a union with another one. */
const ABSENT: ReadonlySet<string> = new Set(['null', 'undefined', 'void']);

/** The name of a type: `Runner`, `sdk.Runner`, `Runner | undefined`, `Runner<Context>`; undefined for others. */
export function typeName(from: Lowering, annotation: NodeId | undefined): Expression | undefined {
  if (annotation === undefined) return undefined;
  const { tree } = from;
  const span = spanOf(tree, annotation);
  if (isOf(tree, annotation, 'type_identifier', 'identifier'))
    return { kind: 'name', name: textOf(tree, annotation), start: span.start, end: span.end };
  const children = childrenOf(tree, annotation);
  const [first, last] = [children[0], children.at(-1)];
  if (isOf(tree, annotation, 'nested_type_identifier', 'nested_identifier')) {
    const object = typeName(from, first);
    if (!object || last === undefined) return undefined;
    const property = textOf(tree, last);
    return {
      kind: 'member',
      object,
      property,
      propertySpan: spanOf(tree, last),
      start: span.start,
      end: span.end,
    };
  }
  if (isOf(tree, annotation, 'type_annotation', 'parenthesized_type', 'generic_type'))
    return typeName(from, firstChild(tree, annotation));
  if (!isOf(tree, annotation, 'union_type')) return undefined;
  const [only, ...others] = children.filter((one) => !ABSENT.has(textOf(tree, one)));
  return others.length === 0 ? typeName(from, only) : undefined;
}
