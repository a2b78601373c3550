import type { AgentSystem, SessionRequest } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import type { Dialect, Proposal, ReadContext, Recognition } from '../dialect.js';
import { isAgentObject, isOfOtherFormat, isSessionPayload } from '../payload/payload.js';
import { createsSession, holdsRequests, readHttpRequest, sendsSession } from '../requests/session-request.js';
import { bodiesInFiles } from './body-files.js';
import { computedParts, readSession } from './read.js';

/** File names that propose it (design, section 4). */
const ENDINGS = ['.session.json', '.session.yaml', '.session.yml'];

/** A plain session payload of the managed agent service, alone or as the body of a request. */
const session: Dialect = {
  name: 'session',
  isPayload: true,
  order: 2,
  surface: 'product',
  formats: ['json', 'jsonc', 'yaml', 'http', 'shell'],

  proposes: (path) => ENDINGS.some((ending) => path.endsWith(ending)),

  mayHold: (text) => text.includes('agent'),

  recognise(root: SyntaxNode, proposal: Proposal): Recognition {
    if (holdsRequests(root)) {
      if (sessionBodies(root).length > 0) return { claimed: true, reason: 'a request creates a session' };
      return hasBrokenCreation(root)
        ? { claimed: true, reason: 'a request creates a session with a body that cannot be read' }
        : { claimed: false, reason: 'no request in it creates a session' };
    }
    if (isSessionPayload(root, proposal.isPayload === true && !isOfOtherFormat(root)))
      return { claimed: true, reason: 'a session payload' };
    const near = root.get('agent') !== undefined || proposal.isPayload === true;
    return { claimed: false, reason: whyNot(root, proposal), near };
  },

  read(root: SyntaxNode, context: ReadContext): AgentSystem[] {
    if (!holdsRequests(root)) return [readSession(root, context)];
    const bodyInFile = bodiesInFiles(root.document, context);
    return sessionBodies(root).map(({ node, body: stated, request }) => {
      const body = bodyInFile(node) ?? stated;
      const system = readSession(body, { ...context, request, at: request.at });
      for (const one of computedParts(body)) system.unresolved.push(one);
      return system;
    });
  },
};

export default session;

function whyNot(root: SyntaxNode, proposal: Proposal): string {
  if (root.kind !== 'object') return 'its root is not an object';
  if (root.get('agent')?.kind !== 'object') return 'no `agent` object at its root';
  if (proposal.isPayload || !isAgentObject(root.get('agent')))
    return '`agent` has none of model, instructions, tools, mcp_servers';
  return 'it has `agent`, but neither the name of an agent file nor `environment` or `multi_agent`';
}

/** Path or header say that a session is created, and its body could not be read. */
function hasBrokenCreation(root: SyntaxNode): boolean {
  if (!root.document.problems.some(({ kind }) => kind === 'syntax' || kind === 'limit')) return false;
  return (root.get('requests')?.items() ?? []).some((node) => {
    const request = readHttpRequest(node);
    const body = node.get('body');
    const isRead = body !== undefined && isSessionPayload(body, true);
    return request !== undefined && !isRead && createsSession(request, 'unread');
  });
}

interface Creation {
  node: SyntaxNode;
  body: SyntaxNode;
  request: SessionRequest;
}

function sessionBodies(root: SyntaxNode): Creation[] {
  return (root.get('requests')?.items() ?? []).flatMap((node) => {
    const body = node.get('body');
    const request = readHttpRequest(node);
    if (body === undefined || request === undefined) return [];
    return sendsSession(request, body) ? [{ node, body, request }] : [];
  });
}
