import type { Cst } from '../tree/cst.js';

/** The node of a function as the call of it sees it: what stands in the function is read anew for each call. */
export function asSeenFrom(from: Cst | undefined, node: Cst): Cst {
  const copy = from?.tree;
  const definition = copy?.instance?.definition;
  const isInside = definition && definition.start <= node.start && node.end <= definition.end;
  return (isInside && copy && copy.text === node.tree.text ? node.in(copy) : undefined) ?? node;
}
