import type { SessionRequest } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { isSessionPayload } from '../payload/payload.js';
import { createsSession } from '../requests/session-request.js';

/** Whether a request with this body creates a session (design, section 4, recognition). */
export function sendsSession(request: SessionRequest, body: SyntaxNode): boolean {
  if (isSessionPayload(body, true)) return createsSession(request, 'payload');
  return isOpen(body) && createsSession(request, 'unread');
}

/** A body, or the agent of one, that is put together at run time or read from a file: what it holds is not absent. */
const isOpen = (body: SyntaxNode) =>
  [body, body.get('agent'), body.get('agent_id')].some((node) => node?.kind === 'dynamic');
