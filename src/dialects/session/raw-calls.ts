import { SESSION_CREATION } from '../../facts/session-creation.js';
import type { CodeDocument } from '../../syntax/code/index.js';
import { isSessionPayload } from '../payload/payload.js';
import { unseen } from '../requests/call-headers.js';
import { changesAllRequests, sendsAsStated } from '../requests/http-senders.js';
import { type Asked, requestsThroughFunctions } from '../requests/request-functions.js';
import { type SentRequest, sentRequests } from '../requests/sent-requests.js';
import { sendsSession } from './creation.js';

/** As the text of a program holds it: a client may put an address before a path without a slash. */
const PATH_END = SESSION_CREATION.pathEnd.slice(1);
const OPT_IN = 'agents=';

const ASKED: Asked = {
  end: SESSION_CREATION.pathEnd,
  isPath: (path) => path.endsWith(SESSION_CREATION.pathEnd),
  isBody: (body) => isSessionPayload(body, true),
};

/**
 * Session creations that a program sends without the public client: told by the path, else by the header that opts in.
 * `documents`: all programs of the project, one of which may change what each of them sends.
 */
export function rawCalls(document: CodeDocument, documents: readonly CodeDocument[]): SentRequest[] {
  if (!document.text.includes(PATH_END) && !document.text.includes(OPT_IN)) return [];
  const sent = sentRequests(document).filter(({ request, body }) => sendsSession(request, body));
  const all = document.text.includes(PATH_END)
    ? [...sent, ...requestsThroughFunctions(document, ASKED, sent)]
    : sent;
  const isChanged = documents.some((one) => changesAllRequests(one.text, one === document));
  return isChanged ? all.map(mayBeChanged) : all;
}

/** The same request, with headers that something else may add to all requests of its kind. */
function mayBeChanged(sent: SentRequest): SentRequest {
  const { node, request } = sent;
  if (!node.call || !sendsAsStated(node.call)) return sent;
  return { ...sent, request: { ...request, headers: [...request.headers, unseen(node)] } };
}
