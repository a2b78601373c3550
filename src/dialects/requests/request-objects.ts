import type { Header } from '../../model/index.js';
import { type Call, type CodeSyntaxNode, setsMember, usesOf } from '../../program/index.js';
import { stringOf } from '../agents/tool.js';
import { unseen } from './call-headers.js';

/** Names under which a request is made before it is sent, or sent as one. */
export const REQUEST_NAMES: readonly string[] = ['Request', 'urlopen'];

const OF_PYTHON: ReadonlySet<string> = new Set(['urllib.request.Request', 'urllib.request.urlopen']);

/** Those whose first argument is the method. */
const TAKE_METHOD: ReadonlySet<string> = new Set(['requests.Request', 'httpx.Request']);

/**
 * `urllib.request.Request(url, data, headers)`, `httpx.Request(method, url)` (`method`) and `new Request(url, options)` of
 * the platform, or none of them.
 */
export function requestObject({ callee, name, origin }: Call): 'urllib' | 'method' | 'fetch' | undefined {
  if (!REQUEST_NAMES.includes(name)) return undefined;
  const from = origin && `${origin.module}.${origin.dotted}`;
  if (from && OF_PYTHON.has(from)) return 'urllib';
  if (from && TAKE_METHOD.has(from)) return 'method';
  return callee === 'new Request' && origin === undefined ? 'fetch' : undefined;
}

const SETTERS: ReadonlySet<string> = new Set(['add_header', 'add_unredirected_header']);
/** Methods of the headers of a request. */
const OF_HEADERS: ReadonlySet<string> = new Set(['set', 'append']);

/** The headers of a request that is made before it is sent: those it is made with and those it is given afterwards. */
export function headersOfObject(request: CodeSyntaxNode, made: Header[]): Header[] {
  const kind = request.call && requestObject(request.call);
  if (kind === undefined) return made;
  const headers = [...made, ...headersAdded(request)];
  const hasContentType = headers.some(
    ({ name }) => name === '{{header}}' || name.toLowerCase() === 'content-type',
  );
  if (kind !== 'urllib' || hasContentType) return headers;
  // What `urllib` says of a body where the program does not: it takes it for the fields of a form.
  const [at, value] = [request.at(), 'application/x-www-form-urlencoded'];
  return [...headers, { name: 'Content-Type', value, at, valueAt: at, dynamic: false }];
}

function headersAdded(request: CodeSyntaxNode): Header[] {
  const added = usesOf(request).flatMap(({ call: { call }, depth }): Header[] => {
    if (!call) return [];
    const isOfHeaders =
      depth === 1 && OF_HEADERS.has(call.name) && call.callee.endsWith(`.headers.${call.name}`);
    if (!(depth === 0 && SETTERS.has(call.name)) && !isOfHeaders) return [];
    const [nameNode, valueNode] = call.positional;
    const [name, value] = [stringOf(nameNode), stringOf(valueNode)];
    if (!nameNode || !valueNode || name === undefined) return [unseen(request)];
    const [at, valueAt] = [nameNode.at(), valueNode.at()];
    return [{ name, value: value ?? '', at, valueAt, dynamic: value === undefined }];
  });
  // What an opener adds to every request is not followed.
  return setsMember(request.document, 'addheaders') ? [...added, unseen(request)] : added;
}
