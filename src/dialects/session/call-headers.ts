import { vendorProfile } from '../../facts/vendors.js';
import type { Header, SessionRequest } from '../../model/index.js';
import type { CodeSyntaxNode } from '../../syntax/code/index.js';
import { stringOf } from '../shared/tool.js';

/** The headers that an object of a call gives. What is computed may be any header. */
export function headersOf(given: CodeSyntaxNode | undefined): Header[] {
  if (given === undefined) return [];
  const node = given.call?.name === 'Headers' ? (given.call.positional[0] ?? given) : given;
  if (node.kind === 'null') return [];
  if (node.kind !== 'object') return [unseen(node)];
  const headers = node.keys().flatMap((name): Header[] => {
    const value = node.get(name);
    if (value === undefined) return [];
    const text = stringOf(value);
    // Null takes a header off.
    const dynamic = text === undefined && value.kind !== 'null';
    return [{ name, value: text ?? '', at: value.at('key'), valueAt: value.at(), dynamic }];
  });
  // A name that no header has is found only where anything may be spread into them.
  return node.get(' ') === undefined ? headers : [...headers, unseen(node)];
}

/** A header that may be any: it is computed, and whether it is sent is not seen. */
export function unseen(node: CodeSyntaxNode): Header {
  return { name: '{{header}}', value: '{{value}}', at: node.at(), valueAt: node.at(), dynamic: true };
}

/**
 * The request that a call of the public client shows: headers that it states itself are sent in place of the client's
 * own. Undefined where it does not state the one that opts in to `vendor`: then the client does.
 */
export function statedRequest(node: CodeSyntaxNode, vendor: string): SessionRequest | undefined {
  const { call } = node;
  const given = call?.named.get('extra_headers') ?? call?.positional[1]?.get('headers');
  const own = vendorProfile(vendor)?.betaHeader.toLowerCase();
  const headers = headersOf(given).filter(({ name }) => name.toLowerCase() === own);
  return headers.length === 0 ? undefined : { at: node.at(), headers, complete: false };
}
