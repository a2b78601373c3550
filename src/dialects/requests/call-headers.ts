import type { Header } from '../../model/index.js';
import type { CodeSyntaxNode } from '../../program/index.js';
import { stringOf } from '../agents/tool.js';

/** The headers that an object of a call gives. What is computed may be any header. */
export function headersOf(given: CodeSyntaxNode | undefined): Header[] {
  if (given === undefined) return [];
  const node = given.call?.name === 'Headers' ? given.call.options : given;
  if (node.kind === 'null') return [];
  const pairs = given.call?.name === 'Headers' ? given.call.positional[0] : given;
  if (pairs?.kind === 'array') return pairs.items().map(headerOfPair);
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

/** `['Accept', 'text/plain']`: a list of such pairs is another way to give headers. */
function headerOfPair(pair: CodeSyntaxNode): Header {
  const [name, value] = pair.items();
  const [written, text] = [stringOf(name), stringOf(value)];
  if (!name || !value || written === undefined) return unseen(pair);
  return {
    name: written,
    value: text ?? '',
    at: name.at(),
    valueAt: value.at(),
    dynamic: text === undefined,
  };
}

/** The headers that a call of the public client states beside its own. */
export function extraHeaders({ call }: CodeSyntaxNode): Header[] {
  return headersOf(call?.named.get('extra_headers') ?? call?.positional[1]?.get('headers'));
}

/** A header that may be any: it is computed, and whether it is sent is not seen. */
export function unseen(node: CodeSyntaxNode): Header {
  return { name: '{{header}}', value: '{{value}}', at: node.at(), valueAt: node.at(), dynamic: true };
}
