import type { CodeSyntaxNode } from '../../program/index.js';
import type { SyntaxNode } from '../../syntax/node.js';

/** Lists of a body that decide on a verdict. */
const LISTS: readonly string[] = ['tools', 'mcp_servers'];

/**
 * The bodies that a request may have: each of several, where they are known. A list in one that may be one that is
 * written out (the default of a parameter) holds its items, and stays open.
 */
export function bodiesOf(body: CodeSyntaxNode): readonly CodeSyntaxNode[];
export function bodiesOf(body: SyntaxNode): readonly SyntaxNode[];
export function bodiesOf(body: SyntaxNode | CodeSyntaxNode): readonly SyntaxNode[] {
  if (!('identity' in body)) return [body];
  const may = body.kind === 'dynamic' ? ((body.may ?? []) as readonly CodeSyntaxNode[]) : [];
  const known = may.filter(({ kind }) => kind === 'object');
  const isOpen = known.length === 0 || may.some(({ kind }) => kind !== 'object' && kind !== 'null');
  return [...known, ...(isOpen ? [body] : [])].map(withLists);
}

function withLists(body: CodeSyntaxNode): CodeSyntaxNode {
  const agent = body.kind === 'object' && body.keys().includes('agent') ? body.get('agent') : undefined;
  const inner = agent?.kind === 'object' && mayHoldMore(agent) ? withListsIn(agent) : undefined;
  if (!inner && !mayHoldMore(body)) return body;
  return withListsIn(body, inner && { agent: inner });
}

const mayHoldMore = (node: CodeSyntaxNode): boolean => {
  const keys = node.keys();
  return LISTS.some((key) => keys.includes(key) && listsIn(node.get(key)).length > 0);
};

/** The same node with lists that may hold what is written. */
function withListsIn(
  node: CodeSyntaxNode,
  other: Readonly<Record<string, CodeSyntaxNode>> = {},
): CodeSyntaxNode {
  const get = (key: string): CodeSyntaxNode | undefined => {
    const part = other[key] ?? node.get(key);
    return LISTS.includes(key) ? (listOf(part) ?? part) : part;
  };
  return Object.create(node, { get: { value: get } }) as CodeSyntaxNode;
}

const listsIn = (part: CodeSyntaxNode | undefined): readonly CodeSyntaxNode[] =>
  part?.kind === 'dynamic'
    ? ((part.may ?? []) as readonly CodeSyntaxNode[]).filter(({ kind }) => kind === 'array')
    : [];

/** A list that may be one of several: what they hold, and what it is computed from. */
function listOf(part: CodeSyntaxNode | undefined): CodeSyntaxNode | undefined {
  const lists = listsIn(part);
  const [first] = lists;
  if (!first || !part) return undefined;
  const items = [...lists.flatMap((list) => list.items()), part];
  return Object.create(first, { items: { value: () => items } }) as CodeSyntaxNode;
}
