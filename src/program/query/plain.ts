import { MAX_PLAIN } from '../limits.js';
import type { CodeSyntaxNode } from './node.js';

/** A node as plain values; what is computed is undefined. */
export function plainOf(node: CodeSyntaxNode, values = { left: MAX_PLAIN }): unknown {
  if (values.left-- <= 0) return undefined;
  if (node.kind === 'array') return node.items().map((item) => plainOf(item, values));
  if (node.kind !== 'object') return node.scalar;
  const plain: Record<string, unknown> = {};
  for (const key of node.keys()) {
    const member = node.get(key);
    const value = member && plainOf(member, values);
    // Assignment to `__proto__` would set the prototype.
    Object.defineProperty(plain, key, { value, enumerable: true, writable: true, configurable: true });
  }
  return plain;
}
