import type { CodeDocument } from '../../syntax/code/index.js';
import { type SentRequest, sentRequests } from '../shared/sent-requests.js';
import { WRITTEN_PATH } from './mark.js';
import { namesResponses } from './recognise.js';

/** Requests to a Responses-style API that a program sends without the public client. */
export function rawCalls(document: CodeDocument): SentRequest[] {
  if (!WRITTEN_PATH.test(document.text)) return [];
  return sentRequests(document).filter(
    ({ request: { path, method } }) =>
      namesResponses(path?.value ?? '') && (method === undefined || method.value.toUpperCase() === 'POST'),
  );
}
