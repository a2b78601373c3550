import type { Cst } from '../tree/cst.js';
import type { Expression } from '../tree/expression.js';
import { textValue } from '../tree/spelling.js';
import type { Step } from './outline.js';

/** A name and the members behind it: `agents.billing.tools`, `AGENTS["billing"]`. */
export interface Address {
  root: string;
  path: readonly Step[];
}

const DEEPEST = 12;
/** Methods that give the member of a name. */
const GIVES: ReadonlySet<string> = new Set(['setdefault', 'get']);

/** Reads an expression as an address; undefined where it is none. */
export function addressOf(node: Cst, read: (node: Cst) => Expression): Address | undefined {
  const path: Step[] = [];
  let at = node;
  for (let hops = 0; hops < DEEPEST; hops++) {
    const expression = read(at);
    if (expression.kind === 'name') return { root: expression.name, path: path.reverse() };
    if (expression.kind === 'same') at = expression.node;
    else if (expression.kind === 'member') {
      path.push(expression.property);
      at = expression.object;
    } else if (expression.kind === 'element') {
      const index = read(expression.index);
      if (index.kind === 'text') path.push(textValue(at.tree.text, index.pieces));
      else if (index.kind === 'literal' && typeof index.scalar === 'number') path.push(index.scalar);
      else return undefined;
      at = expression.object;
    } else if (expression.kind === 'call') {
      // `x.setdefault("tools", [])` is the member, made where there was none; `x.get("tools")` where there is one.
      const callee = read(expression.callee);
      const key = expression.positional[0] && read(expression.positional[0].node);
      if (callee.kind !== 'member' || !GIVES.has(callee.property) || key?.kind !== 'text') return undefined;
      path.push(textValue(at.tree.text, key.pieces));
      at = callee.object;
    } else return undefined;
  }
  return undefined;
}

/** Reads the object of `x[key]`, whose key is computed, as an address. */
export function keyedAddressOf(node: Cst, read: (node: Cst) => Expression): Address | undefined {
  const expression = read(node);
  return expression.kind === 'element' ? addressOf(expression.object, read) : undefined;
}
