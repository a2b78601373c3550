import { vendorProfile } from '../../facts/vendors.js';
import type { SessionRequest } from '../../model/index.js';
import type { CodeSyntaxNode } from '../../program/index.js';
import { extraHeaders } from '../requests/call-headers.js';

/**
 * The request that a call of the public client shows: headers that it states itself are sent in place of the client's
 * own. Undefined where it does not state the one that opts in to `vendor`: then the client does.
 */
export function statedRequest(node: CodeSyntaxNode, vendor: string): SessionRequest | undefined {
  const own = vendorProfile(vendor)?.betaHeader.toLowerCase();
  const headers = extraHeaders(node).filter(({ name }) => name.toLowerCase() === own);
  return headers.length === 0 ? undefined : { at: node.at(), headers, complete: false };
}
