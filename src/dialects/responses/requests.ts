import type { NamedValue } from '../../model/index.js';
import { linesOf } from '../../syntax/lines.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { stringOf } from '../agents/tool.js';
import { pathOfTarget, readHttpRequest } from '../requests/session-request.js';
import type { ResponsesContext } from './body.js';
import { givesTools, namesResponses } from './recognise.js';

/** A request of a `.http` file to the Responses API, with what stands around its body. */
export interface ResponsesRequest {
  body: SyntaxNode;
  context: ResponsesContext;
}

/** The requests of a `.http` file that call the Responses API and give it tools. */
export function responsesRequests(root: SyntaxNode): ResponsesRequest[] {
  return (root.get('requests')?.items() ?? []).flatMap((request) => {
    const body = request.get('body');
    const target = request.get('target');
    const address = stringOf(target);
    if (body?.kind !== 'object' || target === undefined || address === undefined) return [];
    if (!namesResponses(pathOfTarget(address)) || !givesTools(body)) return [];
    if (stringOf(request.get('method'))?.toUpperCase() !== 'POST') return [];
    const name = stringOf(request.get('name'));
    const context: ResponsesContext = {
      file: root.document.file,
      at: request.at(),
      baseUrl: {
        url: withVariables(hostHeader(request, address), root.document.text),
        at: target.at(),
        why: 'a variable of the request fills it in',
      },
      values: headersOf(request),
      ...(name === undefined ? {} : { name }),
    };
    return [{ body, context }];
  });
}

/** A target without a host goes to the host of the `Host` header. */
function hostHeader(request: SyntaxNode, address: string): string {
  if (!address.startsWith('/')) return address;
  const host = headersOf(request).find((header) => header.name.toLowerCase() === 'host');
  return host === undefined ? address : `https://${host.value}${address}`;
}

function headersOf(request: SyntaxNode): NamedValue[] {
  return (
    readHttpRequest(request)?.headers.map(({ name, value, valueAt }) => ({ name, value, at: valueAt })) ?? []
  );
}

/** Variables within variables are followed this far. */
const DEEPEST = 4;

/** Fills in `{{name}}` at the start of an address from a line `@name = value` of the same file. */
function withVariables(address: string, text: string): string {
  let filled = address;
  for (let depth = 0; depth < DEEPEST && filled.startsWith('{{'); depth++) {
    const end = filled.indexOf('}}');
    const value = end < 0 ? undefined : variableOf(filled.slice(2, end).trim(), text);
    if (value === undefined) return filled;
    filled = value + filled.slice(end + 2);
  }
  return filled;
}

function variableOf(name: string, text: string): string | undefined {
  for (const { text: line } of linesOf(text)) {
    if (!line.startsWith('@')) continue;
    const mark = line.indexOf('=');
    if (mark > 0 && line.slice(1, mark).trim() === name) return line.slice(mark + 1).trim();
  }
  return undefined;
}
