import type { CodeDocument } from '../../syntax/code/index.js';
import { type Asked, requestsThroughFunctions } from '../requests/request-functions.js';
import { type SentRequest, sentRequests } from '../requests/sent-requests.js';
import { WRITTEN_PATH } from './mark.js';
import { namesResponses, whyNoBody } from './recognise.js';

const ASKED: Asked = {
  end: '/responses',
  isPath: namesResponses,
  isBody: (body) => whyNoBody(body) === undefined,
};

/** Requests to a Responses-style API that a program sends without the public client. */
export function rawCalls(document: CodeDocument): SentRequest[] {
  if (!WRITTEN_PATH.test(document.text)) return [];
  const sent = sentRequests(document).filter(isPosted);
  return [...sent, ...requestsThroughFunctions(document, ASKED, sent).filter(isPosted)];
}

const isPosted = ({ request: { path, method } }: SentRequest): boolean =>
  namesResponses(path?.value ?? '') && (method === undefined || method.value.toUpperCase() === 'POST');
