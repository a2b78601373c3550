import type { CodeDocument, CodeSyntaxNode } from '../../program/index.js';
import { isAgentObject } from '../payload/payload.js';
import { type ClientCall, clientCalls } from '../requests/client-calls.js';

const METHODS: ReadonlySet<string> = new Set(['create']);
const PATH = /\.((?:beta\.)?agents\.(?:with_(?:raw|streaming)_response\.)?create)$/;

/** Calls by which programs store an agent with the service, for sessions that name it later. */
export function storedAgents(documents: readonly CodeDocument[]): ClientCall[] {
  return clientCalls(documents, METHODS, PATH).filter(({ body }) => isAgentObject(body));
}

/** The stored agent that a session names by what storing it gave: `agent_id: support.id`. */
export function namedBy(session: CodeSyntaxNode, stored: readonly ClientCall[]): ClientCall | undefined {
  const id = session.get('agent') === undefined ? session.get('agent_id') : undefined;
  const from = id?.takenFrom;
  if (from?.name !== 'id') return undefined;
  const { identity } = from.object;
  return stored.find(({ node }) => node.identity === identity);
}

/** The payload of a session of an agent that stands elsewhere; without a session what is known of it is its agent. */
export function withAgent(agent: CodeSyntaxNode, session?: CodeSyntaxNode): CodeSyntaxNode {
  return Object.create(session ?? agent, {
    get: { value: (key: string) => (key === 'agent' ? agent : session?.get(key)) },
    keys: { value: () => ['agent', ...(session?.keys() ?? [])] },
  }) as CodeSyntaxNode;
}
