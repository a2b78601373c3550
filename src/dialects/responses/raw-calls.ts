import type { CodeDocument } from '../../program/index.js';
import { type Asked, requestsThroughFunctions } from '../requests/request-functions.js';
import { type SentRequest, sentRequests } from '../requests/sent-requests.js';
import { namesResponses, whyNoBody } from './recognise.js';

const ASKED: Asked = {
  isPath: namesResponses,
  isBody: (body) => whyNoBody(body) === undefined,
};

/** Requests to a Responses-style API that programs send without the public client. */
export function rawCalls(documents: readonly CodeDocument[]): SentRequest[] {
  const sent = sentRequests(documents).filter(isPosted);
  return [...sent, ...requestsThroughFunctions(documents, ASKED, sent)];
}

const isPosted = ({ request: { path, method } }: SentRequest): boolean =>
  namesResponses(path?.value ?? '') && (method === undefined || method.value.toUpperCase() === 'POST');
