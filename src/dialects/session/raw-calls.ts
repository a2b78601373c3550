import { SESSION_CREATION } from '../../facts/session-creation.js';
import type { CodeDocument } from '../../syntax/code/index.js';
import { isSessionPayload } from '../shared/payload.js';
import { type Asked, requestsThroughFunctions } from '../shared/request-functions.js';
import { type SentRequest, sentRequests } from '../shared/sent-requests.js';
import { sendsSession } from './creation.js';

const PATH_END = SESSION_CREATION.pathEnd;
const OPT_IN = 'agents=';

const ASKED: Asked = {
  end: PATH_END,
  isPath: (path) => path.endsWith(PATH_END),
  isBody: (body) => isSessionPayload(body, true),
};

/** Session creations that a program sends without the public client: told by the path, else by the header that opts in. */
export function rawCalls(document: CodeDocument): SentRequest[] {
  if (!document.text.includes(PATH_END) && !document.text.includes(OPT_IN)) return [];
  const sent = sentRequests(document).filter(({ request, body }) => sendsSession(request, body));
  return document.text.includes(PATH_END)
    ? [...sent, ...requestsThroughFunctions(document, ASKED, sent)]
    : sent;
}
