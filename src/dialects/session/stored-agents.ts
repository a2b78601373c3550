import type { CodeDocument, CodeSyntaxNode } from '../../syntax/code/index.js';
import { isAgentObject } from '../payload/payload.js';
import { type ClientCall, clientCalls } from '../requests/client-calls.js';

const METHODS: ReadonlySet<string> = new Set(['create']);
const PATH = /\.((?:beta\.)?agents\.(?:with_(?:raw|streaming)_response\.)?create)$/;

/** Calls by which a program stores an agent with the service, for sessions that name it later. */
export function storedAgentsIn(document: CodeDocument): ClientCall[] {
  return clientCalls(document, METHODS, PATH).filter(({ body }) => isAgentObject(body));
}

/** The stored agent that a session names by what storing it gave: `agent_id: support.id`. */
export function namedBy(session: CodeSyntaxNode, stored: readonly ClientCall[]): ClientCall | undefined {
  const id = session.get('agent') === undefined ? session.get('agent_id') : undefined;
  if (id?.kind !== 'dynamic') return undefined;
  const { start, end } = id.offsets;
  const written = id.document.text.slice(start, end).replace(/[\s?!]/g, '');
  return stored.find(
    ({ node }) =>
      node.document.file === id.document.file &&
      node.call?.boundTo !== undefined &&
      written === `${node.call.boundTo}.id`,
  );
}

/** The payload of a session of an agent that stands elsewhere; without a session what is known of it is its agent. */
export function withAgent(agent: CodeSyntaxNode, session?: CodeSyntaxNode): CodeSyntaxNode {
  return Object.create(session ?? agent, {
    get: { value: (key: string) => (key === 'agent' ? agent : session?.get(key)) },
    keys: { value: () => ['agent', ...(session?.keys() ?? [])] },
  }) as CodeSyntaxNode;
}
