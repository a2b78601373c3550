import type { Unresolved } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';

const PARTS: readonly (readonly [name: string, what: string])[] = [
  ['agent', 'the agent'],
  ['environment', 'the environment'],
  ['multi_agent', 'the delegation to subagents'],
];

/** What a program computes is not absent: it is listed. */
export function computedParts(body: SyntaxNode): Unresolved[] {
  if (body.kind === 'dynamic') return [unresolved('the whole payload', body)];
  const agent = body.get('agent');
  return [
    ...PARTS.flatMap(([name, what]) => computed(what, body.get(name))),
    ...computed('the list of tools', agent?.get('tools')),
    ...computed('the list of MCP servers', agent?.get('mcp_servers')),
    ...(agent?.get('tools')?.items() ?? []).flatMap((item) => [
      ...computed('a tool of the list', item),
      // A name alone makes a tool, whatever its type is.
      ...(item.get('name') === undefined ? computed('the type of a tool', item.get('type')) : []),
    ]),
  ];
}

const computed = (what: string, node: SyntaxNode | undefined): Unresolved[] =>
  node?.kind === 'dynamic' ? [unresolved(what, node)] : [];

const unresolved = (what: string, node: SyntaxNode): Unresolved => ({
  what,
  why: node.why ?? 'computed at run time',
  at: node.at(),
});
