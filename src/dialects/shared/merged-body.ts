import type { CodeSyntaxNode } from '../../syntax/code/index.js';

/** Where the client takes members that it does not know itself (Python). */
const EXTRA = 'extra_body';

/** The body that keyword arguments are sent as: what `extra_body` holds is put over them. */
export function mergedBody(named: CodeSyntaxNode): CodeSyntaxNode {
  const extra = named.keys().includes(EXTRA) ? named.get(EXTRA) : undefined;
  if (extra?.kind !== 'object') return named;
  const keys = [...new Set([...named.keys().filter((key) => key !== EXTRA), ...extra.keys()])];
  // The same node in all but its members.
  return Object.create(named, {
    get: { value: (key: string) => extra.get(key) ?? named.get(key) },
    keys: { value: () => keys },
  }) as CodeSyntaxNode;
}
