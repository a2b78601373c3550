import { SESSION_CREATION } from '../../facts/session-creation.js';
import type { CodeDocument } from '../../program/index.js';
import { isSessionPayload } from '../payload/payload.js';
import { unseen } from '../requests/call-headers.js';
import { changesAllRequests, sendsAsStated } from '../requests/http-senders.js';
import { type Asked, requestsThroughFunctions } from '../requests/request-functions.js';
import { type SentRequest, sentRequests } from '../requests/sent-requests.js';
import { sendsSession } from '../requests/session-request.js';

const ASKED: Asked = {
  isPath: (path) => path.endsWith(SESSION_CREATION.pathEnd),
  isBody: (body) => isSessionPayload(body, true),
};

/**
 * Session creations that programs send without the public client: known by the path, else by the header that opts in. One
 * program of the project may change what each of them sends.
 */
export function rawCalls(documents: readonly CodeDocument[]): SentRequest[] {
  const all = sentRequests(documents);
  const sent = all.filter(({ request, body }) => sendsSession(request, body));
  const through = requestsThroughFunctions(documents, ASKED, all);
  // A body that is known replaces one that is not read.
  const found = [...sent.filter(({ sender }) => !through.some((one) => one.sender === sender)), ...through];
  if (found.length === 0) return [];
  const changing = documents.filter((one) => changesAllRequests(one, false));
  const senders = new Set(found.map(({ sender }) => sender.document as CodeDocument));
  const changed = new Set(
    [...senders].filter((own) => changing.some((one) => one !== own) || changesAllRequests(own, true)),
  );
  return found.map((one) => (changed.has(one.sender.document as CodeDocument) ? mayBeChanged(one) : one));
}

/** The same request, with headers that something else may add to all requests of its kind. */
function mayBeChanged(sent: SentRequest): SentRequest {
  const { node, sender, request } = sent;
  if (!sender.call || !sendsAsStated(sender.call)) return sent;
  return { ...sent, request: { ...request, headers: [...request.headers, unseen(node)] } };
}
