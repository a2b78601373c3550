import type { Edits, Header, SessionRequest } from '../../model/index.js';
import { hostOf } from '../../model/secrets.js';
import { type Call, type CodeDocument, type CodeSyntaxNode, callsOf } from '../../syntax/code/index.js';
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
import { callsAsked, isConnection, isMock, isToldMethod, METHODS, sendsAsStated } from './http-senders.js';
import { asValue, parsed } from './json-bodies.js';
import { bodiesPassed } from './passed-parts.js';
import { headersOfObject, REQUEST_NAMES, requestObject } from './request-objects.js';
import { pathOfTarget, replacePath } from './session-request.js';

/** A request that a program sends without the public client, with a body. */
export interface SentRequest {
  node: CodeSyntaxNode;
  /** The address, as it is written; that of the client where the request has a path only. */
  target: CodeSyntaxNode;
  body: SyntaxNode;
  request: SessionRequest;
}

/** Calls of `fetch`, `requests.post`, `httpx.request`, `urllib.request.Request` and their like that send a body to an address. */
export function sentRequests(document: CodeDocument): SentRequest[] {
  return callsOf(document, callsAsked(document)).flatMap((node) => sentWith(document, node));
}

/** The requests that one call sends: several where its body is a parameter of the function around it. */
export function sentWith(document: CodeDocument, node: CodeSyntaxNode): SentRequest[] {
  const { call } = node;
  const sent = sentBy(node);
  const target = sent?.target && addressIn(sent.target);
  const path = target && pathOf(target);
  if (!call || definesRoute(call) || isOther(call) || !target || !sent?.body || path === undefined) return [];
  // A function of the project sends what is seen in it.
  if (call.target.reference?.kind === 'function' || isMock(call)) return [];
  const client = sendsAsStated(call) ? clientOfModule(document, call) : clientAround(document, call);
  const base = client?.base && isRelative(stringOf(target) ?? '{{') ? client.base : undefined;
  // A client that is made elsewhere puts an address of its own before a path.
  const goesBehind = (!sendsAsStated(call) || base !== undefined) && !path.startsWith('{{');
  const address = goesBehind ? behindBase(stringOf(base), path) : path;
  const request: SessionRequest = {
    at: node.at(),
    ...methodOf(node, sent),
    path: { value: pathOfTarget(address), at: target.at(), ...replacePath(target) },
    ...hostOfTarget(base ?? target),
    headers: headersSent(document, node, sent.headers, client),
    addHeader: (name, value) => addedHeader(node, sent, name, value),
    complete: true,
  };
  return bodiesOf(sent.body).map((body) => ({ node, target: base ?? target, body, request }));
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

/**
 * What a call in a function sends to an address that a parameter of it ends, but for that address; undefined where the
 * call sends no body, or elsewhere.
 */
export function sentBehind(
  node: CodeSyntaxNode,
  parameter: string,
): Pick<SessionRequest, 'method' | 'headers'> | undefined {
  const sent = sentBy(node);
  const target = sent?.target && addressIn(sent.target);
  if (!node.call || isOther(node.call) || !target || !sent?.body || !endsWith(target, parameter))
    return undefined;
  const document = node.document as CodeDocument;
  const isPlain = sendsAsStated(node.call);
  const client = isPlain ? clientOfModule(document, node.call) : clientAround(document, node.call);
  return { ...methodOf(node, sent), headers: headersSent(document, node, sent.headers, client) };
}

/** Whether an address is a name, or is put together with that name at its end. */
function endsWith({ offsets: { start, end }, document: { text } }: CodeSyntaxNode, name: string): boolean {
  const written = text.slice(Math.max(start, end - LONGEST_PATH), end).replace(/[\s"'`)}]+$/, '');
  return new RegExp(`(?<![\\w$.])${name.replaceAll('$', '\\$')}$`).test(written);
}

/** The headers of a request, and those of its client that it does not replace. */
function headersSent(
  document: CodeDocument,
  node: CodeSyntaxNode,
  given: CodeSyntaxNode | undefined,
  client: HttpClient | undefined,
): Header[] {
  const own = headersOf(given);
  const isSeen = client !== undefined || (node.call !== undefined && sendsAsStated(node.call));
  const ofClient = client ? withoutReplaced(client.headers, own) : [];
  return headersOfObject(document, node, [...own, ...ofClient, ...(isSeen ? [] : [unseen(node)])]);
}

/** What is called a request elsewhere: one that a server is sent, one of a library of its own. */
const isOther = (call: Call): boolean =>
  REQUEST_NAMES.includes(call.name) && requestObject(call) === undefined;

/** A function that sends what it is given sends what its callers give. */
function bodiesOf(body: SyntaxNode | CodeSyntaxNode): SyntaxNode[] {
  if (!('passed' in body)) return [body];
  return (body.passed.length > 0 ? body.passed : [body]).flatMap(bodiesPassed);
}

/** `new URL(path, base)` is its path: the base is often a setting. */
function addressIn(target: CodeSyntaxNode): CodeSyntaxNode | undefined {
  return target.call?.name === 'URL' ? target.call.positional[0] : target;
}

/** A server that answers such requests names the path as well: `app.post(path, (request) => ...)`. */
export const definesRoute = ({ positional }: Call) =>
  positional.some((one) => one.reference?.kind === 'function');

function hostOfTarget(target: CodeSyntaxNode): Pick<SessionRequest, 'host'> {
  const host = hostOf(stringOf(target) ?? '');
  return host === undefined ? {} : { host };
}

const LONGEST_PATH = 100;

/** The path of an address. Of one that is put together, the text at its end: what comes before is a variable. */
export function pathOf(target: CodeSyntaxNode): string | undefined {
  const text = stringOf(target);
  if (text !== undefined) return pathOfTarget(text);
  const { start, end } = target.offsets;
  const written =
    target.document.text
      .slice(Math.max(start, end - LONGEST_PATH), end)
      .split('\n')
      .at(-1) ?? '';
  const tail = /[\w/.-]{1,100}$/.exec(written.replace(/["'`]$/, ''))?.[0];
  return tail?.startsWith('/') ? `{{base_url}}${tail}` : undefined;
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
  const asks = isToldMethod(call);
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
