import type { CodeSyntaxNode } from '../../program/index.js';
import { isClientModule } from './client-module.js';

/** Where the client takes members that it does not know itself (Python). */
const EXTRA = 'extra_body';

/** What the client passes for an argument that is left out. */
const LEFT_OUT: ReadonlySet<string> = new Set(['NOT_GIVEN', 'NotGiven()', 'omit', 'Omit()']);

/** The body that keyword arguments are sent as: what `extra_body` holds is put over them. */
export function mergedBody(named: CodeSyntaxNode): CodeSyntaxNode {
  const extra = named.keys().includes(EXTRA) ? named.get(EXTRA) : undefined;
  const over = extra?.kind === 'object' ? extra : undefined;
  const own = named.keys().filter((key) => !(over && key === EXTRA));
  const sent = own.filter((key) => !isLeftOut(named.get(key)));
  if (!over && sent.length === own.length) return named;
  const keys = [...new Set([...sent, ...(over?.keys() ?? [])])];
  const left = new Set(own.filter((key) => !sent.includes(key)));
  // The same node in all but its members.
  return Object.create(named, {
    get: { value: (key: string) => over?.get(key) ?? (left.has(key) ? undefined : named.get(key)) },
    keys: { value: () => keys },
  }) as CodeSyntaxNode;
}

function isLeftOut(value: CodeSyntaxNode | undefined): boolean {
  const { origin } = value ?? {};
  return origin !== undefined && isClientModule(origin.module) && LEFT_OUT.has(origin.dotted);
}
