import type { Edits, Header, SessionRequest } from '../../model/index.js';
import { hostOf } from '../../model/secrets.js';
import {
  type Call,
  type CodeDocument,
  type CodeSyntaxNode,
  callStating,
  callsAround,
} from '../../program/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { stringOf } from '../agents/tool.js';
import { headersOf, unseen } from './call-headers.js';
import {
  behindBase,
  clientAround,
  clientOfModule,
  type HttpClient,
  isRelative,
  withoutReplaced,
} from './http-clients.js';
import { isConnection, isMock, METHODS, REQUEST_CALLS, sendsAsStated, takesMethod } from './http-senders.js';
import { asValue, bodiesOf, parsed } from './request-bodies.js';
import { headersOfObject, REQUEST_NAMES, requestObject } from './request-objects.js';
import { pathOfTarget, replacePath } from './session-request.js';

/** A request that a program sends without the public client, with a body. */
export interface SentRequest {
  /** The call that sends it; one that passes its address on where that is a parameter's. */
  node: CodeSyntaxNode;
  /** The call that sends it. */
  sender: CodeSyntaxNode;
  /** The address, as it is written; that of the client where the request has a path only. */
  target: CodeSyntaxNode;
  body: SyntaxNode;
  request: SessionRequest;
}

/**
 * Calls of `fetch`, `requests.post`, `httpx.request`, `urllib.request.Request` and their like that send a body to an
 * address, in some documents and in functions that they call.
 */
export function sentRequests(documents: readonly CodeDocument[]): SentRequest[] {
  return callsAround(documents, REQUEST_CALLS).flatMap(sentWith);
}

/** The requests that one call sends: several where its body is one of several. */
function sentWith(sender: CodeSyntaxNode): SentRequest[] {
  const { call } = sender;
  const sent = sentBy(sender);
  const target = sent?.target && addressIn(sent.target);
  const path = target && pathOf(target);
  if (!call || definesRoute(call) || isOther(call) || !target || !sent?.body || path === undefined) return [];
  // A function of the project sends what is seen in it.
  if (call.target.reference?.kind === 'function' || isMock(call)) return [];
  const document = sender.document as CodeDocument;
  const client = sendsAsStated(call) ? clientOfModule(document, call) : clientAround(call);
  const base = client?.base && isRelative(stringOf(target) ?? '{{') ? client.base : undefined;
  // A client that is made elsewhere puts an address of its own before a path.
  const goesBehind = (!sendsAsStated(call) || base !== undefined) && !path.startsWith('{{');
  const address = goesBehind ? behindBase(stringOf(base), path) : path;
  const node = callStating(sender, target);
  const request: SessionRequest = {
    at: node.at(),
    ...methodOf(sender, sent),
    path: { value: pathOfTarget(address), at: target.at(), ...replacePath(target) },
    ...hostOfTarget(base ?? target),
    headers: headersSent(sender, sent.headers, client),
    // What a function sends for all who call it is theirs to change together.
    ...(node === sender && { addHeader: (name, value) => addedHeader(sender, sent, name, value) }),
    complete: true,
  };
  return bodiesOf(sent.body).map((body) => ({ node, sender, target: base ?? target, body, request }));
}

/** Adds a header to those that a call gives, else where its library takes them. */
function addedHeader(node: CodeSyntaxNode, { headers, options }: Sent, name: string, value: string): Edits {
  if (headers) return headers.edit()?.set(name, value);
  if (options) return options.edit()?.set(['headers', name], value);
  const members = { headers: { [name]: value } };
  return (node.document as CodeDocument).grammar === 'python'
    ? node.edit()?.merge(members)
    : node.edit()?.append(members);
}

/** The headers of a request, and those of its client that it does not replace. */
function headersSent(
  node: CodeSyntaxNode,
  given: CodeSyntaxNode | undefined,
  client: HttpClient | undefined,
): Header[] {
  const own = headersOf(given);
  const isSeen = client !== undefined || (node.call !== undefined && sendsAsStated(node.call));
  const ofClient = client ? withoutReplaced(client.headers, own) : [];
  return headersOfObject(node, [...own, ...ofClient, ...(isSeen ? [] : [unseen(node)])]);
}

/** What is called a request elsewhere: one that a server is sent, one of a library of its own. */
const isOther = (call: Call): boolean =>
  REQUEST_NAMES.includes(call.name) && requestObject(call) === undefined;

/** `new URL(path, base)` is its path: the base is often a setting. */
function addressIn(target: CodeSyntaxNode): CodeSyntaxNode | undefined {
  return target.call?.name === 'URL' ? target.call.positional[0] : target;
}

/** A server that answers such requests names the path as well: `app.post(path, (request) => ...)`. */
export const definesRoute = ({ positional }: Call) =>
  positional.some((one) => one.reference?.kind === 'function');

function hostOfTarget(target: CodeSyntaxNode): Pick<SessionRequest, 'host'> {
  const host = hostOf(stringOf(target) ?? target.begins ?? '');
  return host === undefined ? {} : { host };
}

/** Characters of which the path of an address is made, or the method behind it. */
const PATH_END = /(?:\/[\w/.-]{0,100}|:[a-z]\w{0,40})$/i;

/** The path of an address. Of one that is put together, the text at its end: what comes before is a variable. */
export function pathOf(target: CodeSyntaxNode): string | undefined {
  const text = stringOf(target);
  if (text !== undefined) return pathOfTarget(text);
  // What is computed stands in its query.
  if (target.begins?.includes('?')) return pathOfTarget(target.begins);
  const tail = PATH_END.exec(pathOfTarget(target.ends ?? ''))?.[0];
  return tail === undefined ? undefined : `{{base_url}}${tail}`;
}

interface Sent {
  target: CodeSyntaxNode | undefined;
  /** Left out where none is stated. */
  method?: CodeSyntaxNode | undefined;
  /** The method where none is stated. */
  usual: string;
  headers: CodeSyntaxNode | undefined;
  /** The object of options that headers would be given in; left out in Python, and where the call has none. */
  options?: CodeSyntaxNode | undefined;
  body: SyntaxNode | undefined;
}

/** Address, method, headers and body, wherever the caller's language and library put them. */
function sentBy(node: CodeSyntaxNode): Sent | undefined {
  const { call, document } = node;
  if (!call) return undefined;
  return (document as CodeDocument).grammar === 'python' ? sentByPython(call) : sentByScript(call);
}

function sentByPython(call: Call): Sent {
  const { name, named, positional } = call;
  if (requestObject(call) === 'urllib') {
    const [target, data, headers] = positional;
    return {
      target: named.get('url') ?? target,
      method: named.get('method'),
      // What has a body is posted.
      usual: 'POST',
      headers: named.get('headers') ?? headers,
      body: parsed(named.get('data') ?? data),
    };
  }
  const asks = takesMethod(call);
  // `request("POST", url)`: the method comes first unless it is named.
  const isFirst = asks && !named.keys().includes('method');
  const [method, target, data, headers] = isFirst ? positional : [named.get('method'), ...positional];
  const text = named.get('data') ?? named.get('content') ?? data;
  return {
    target: named.get('url') ?? target,
    ...(asks ? { method } : {}),
    usual: asks ? 'GET' : name.toUpperCase(),
    headers:
      named.get('headers') ??
      named.get('options')?.get('headers') ??
      (isConnection(call) ? headers : undefined),
    body: asValue(named.get('json')) ?? parsed(named.get('body')) ?? parsed(text),
  };
}

function sentByScript({ name, positional }: Call): Sent {
  const [first, second, third] = positional;
  const asks = !METHODS.has(name);
  const config = asks && first?.kind === 'object' ? first : second;
  const target = config === first ? first?.get('url') : first;
  const stated = asks ? { method: config?.get('method'), usual: 'GET' } : { usual: name.toUpperCase() };
  const inner = config?.keys().includes('json')
    ? asValue(config.get('json'))
    : parsed(config?.get('body') ?? (asks ? config?.get('data') : undefined));
  if (asks || inner)
    return { target, ...stated, headers: config?.get('headers'), options: config, body: inner };
  return { target, ...stated, headers: third?.get('headers'), options: third, body: parsed(second) };
}

/** The method that is stated, else the one that is usual there; none where it is computed. */
function methodOf(node: CodeSyntaxNode, { method, usual }: Sent): Pick<SessionRequest, 'method'> {
  if (method === undefined) return { method: { value: usual, at: node.at() } };
  const value = stringOf(method);
  return value === undefined ? {} : { method: { value, at: method.at() } };
}
