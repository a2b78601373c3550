import type { SessionRequest } from '../../model/index.js';
import { type Call, type CodeDocument, type CodeSyntaxNode, callsOf } from '../../syntax/code/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { headersOf, unseen } from './call-headers.js';
import { behindBase } from './http-clients.js';
import { sends } from './http-senders.js';
import { asValue, parsed } from './json-bodies.js';
import { definesRoute, pathOf, type SentRequest, sentBehind, sentWith } from './sent-requests.js';

/** Names under which an options object of a function of the project holds an address and a body. */
const ADDRESS_KEYS: readonly string[] = ['url', 'path', 'endpoint'];
const BODY_KEYS: readonly string[] = ['json', 'body', 'data', 'payload'];
/** What a test says of a call that was made is no call. */
const CHECKS = /^(?:assert|expect|to[A-Z]|on[A-Z]|calledWith|match|reply|respond|intercept|mock)/;

/** What the dialect that asks knows of its requests. */
export interface Asked {
  /** How the path of such a request ends. */
  end: string;
  isPath: (path: string) => boolean;
  isBody: (body: SyntaxNode) => boolean;
}

/**
 * Calls of functions that are given the path of a request and its body, and send both: `post_json(path, body)`. What
 * the function adds is seen where it does little else; left open elsewhere. `sent`: requests that are seen already; what is
 * given the body of one of them, such as a log, sends no other.
 */
export function requestsThroughFunctions(
  document: CodeDocument,
  asked: Asked,
  sent: readonly SentRequest[],
): SentRequest[] {
  const seen = new Set(sent.flatMap(({ body }) => identityOf(body) ?? []));
  // There are many calls in a program: what one is passed is read where it may name the path.
  return callsOf(document, { around: placesOf(document.text, asked.end) }).flatMap((node) => {
    const { call } = node;
    if (
      !call ||
      (sends(call) && !isOwn(call)) ||
      CHECKS.test(call.name) ||
      definesRoute(call) ||
      neverSends(call)
    )
      return [];
    const given = givenTo(call, asked);
    if (!given) return [];
    const { target, body } = given;
    const identity = identityOf(body);
    if (identity !== undefined && seen.has(identity)) return [];
    const own = requestIn(document, node, asked);
    if (own) return [{ node, target, body, request: { ...own, at: node.at() } }];
    const within = requestWithin(call, target);
    const request: SessionRequest = {
      at: node.at(),
      ...(within?.method ? { method: within.method } : {}),
      path: { value: addressOf(target), at: target.at() },
      headers: [...headersOf(given.headers), ...(within?.headers ?? [unseen(node)])],
      complete: true,
    };
    return [{ node, target, body, request }];
  });
}

/** Whether a function of the project is called, whatever its name. */
const isOwn = (call: Call): boolean => call.target.reference?.kind === 'function';

/** What the function that is called sends to the address that it is passed, where it sends once. */
function requestWithin(
  { target: { reference }, positional, named }: Call,
  address: CodeSyntaxNode,
): Pick<SessionRequest, 'method' | 'headers'> | undefined {
  if (reference?.kind !== 'function') return undefined;
  const { parameters, calls = [] } = reference;
  const first = ['self', 'cls'].includes(parameters[0] ?? '') ? 1 : 0;
  const index = positional.indexOf(address);
  const name = index < 0 ? named.keys().find((key) => named.get(key) === address) : parameters[index + first];
  if (name === undefined) return undefined;
  const [only, ...others] = calls.flatMap((one) =>
    one.call && sends(one.call) && !isOwn(one.call) ? (sentBehind(one, name) ?? []) : [],
  );
  return others.length === 0 ? only : undefined;
}

/** A path behind an address that is not known. */
function addressOf(target: CodeSyntaxNode): string {
  const path = pathOf(target) ?? '';
  return path.startsWith('{{') || path.includes('://') ? path : behindBase(undefined, path);
}

/** What a function that sends does, by any of the names in it. */
const SENDS =
  /post|request|fetch|send|http|url|axios|submit|call|invoke|dispatch|execute|api|create|client|session/i;
const TEXTS = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g;

/** What ends the head of a function. */
const PYTHON_HEAD = /[)\]]\s*(?:->[^:\n]{1,80})?:/;
const SCRIPT_HEAD = /[)\]]\s*(?::[^={]{1,80})?(?:\{|=>)/;

/** Whether the function that is called is seen, and nothing in it sends: it writes a log, or compares. */
function neverSends({ target }: Call): boolean {
  if (target.reference?.kind !== 'function') return false;
  const { text } = target.document;
  const { start, end } = target.offsets;
  const head = (target.document as CodeDocument).grammar === 'python' ? PYTHON_HEAD : SCRIPT_HEAD;
  const [, ...body] = text.slice(start, end).split(head);
  return body.length > 0 && !SENDS.test(body.join(' ').replace(TEXTS, "''"));
}

/** Where a body that stands in the program is made; undefined for one that a text of JSON holds. */
const identityOf = (body: SyntaxNode): string | undefined =>
  'identity' in body ? (body as CodeSyntaxNode).identity : undefined;

/** A line that gives a name to what stands in it further on. */
const NAMED = /(?:^|[\s.{,])([\w$]{1,60})\s{0,4}(?::[^=:'"`]{1,60})?[=:][^=]/;
/** Places that are looked at. */
const MOST_PLACES = 200;

/** Where a text holds the end of a path, or a name that is given one. */
function placesOf(text: string, end: string): number[] {
  const words = new Set([end]);
  for (const at of occurrences(text, end)) {
    const name = NAMED.exec(text.slice(text.lastIndexOf('\n', at) + 1, at).slice(-300))?.[1];
    if (name !== undefined && name.length > 2) words.add(name);
  }
  return [...words].flatMap((word) => occurrences(text, word));
}

function occurrences(text: string, word: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(word); at >= 0 && found.length < MOST_PLACES; at = text.indexOf(word, at + 1))
    found.push(at);
  return found;
}

interface Given {
  target: CodeSyntaxNode;
  body: SyntaxNode;
  /** Headers that are passed beside the body. */
  headers?: CodeSyntaxNode | undefined;
}

/** The address and the body that a call passes, side by side or in one object. */
function givenTo({ positional, named }: Call, { isPath, isBody }: Asked): Given | undefined {
  const passed = [...positional, ...named.keys().flatMap((key) => named.get(key) ?? [])];
  const ends = (node: CodeSyntaxNode | undefined): node is CodeSyntaxNode =>
    isText(node) && isPath(pathOf(node) ?? '');
  const target = passed.find(ends);
  const body = target && passed.flatMap((one) => readAs(one)).find(isBody);
  if (target && body) return { target, body, headers: named.get('headers') };
  for (const one of positional) {
    if (one.kind !== 'object') continue;
    const inner = target ?? ADDRESS_KEYS.map((key) => one.get(key)).find(ends);
    const sent = inner && BODY_KEYS.flatMap((key) => readAs(one.get(key))).find(isBody);
    if (inner && sent) return { target: inner, body: sent, headers: one.get('headers') };
  }
  return undefined;
}

/** A text, or one that is put together here. */
const isText = (node: CodeSyntaxNode | undefined): node is CodeSyntaxNode =>
  node?.kind === 'string' || (node?.kind === 'dynamic' && !node.call && !node.reference);

function readAs(node: CodeSyntaxNode | undefined): SyntaxNode[] {
  const value = node?.kind === 'object' ? node : (parsed(node) ?? asValue(node));
  return value?.kind === 'object' ? [value] : [];
}

/** The request that a function of the project sends for one call of it, where what it gives is made of the answer. */
function requestIn(
  document: CodeDocument,
  { call }: CodeSyntaxNode,
  { isPath }: Asked,
): SessionRequest | undefined {
  const given = call?.given;
  for (const one of given?.call ? [given, ...given.call.receivers] : []) {
    if (!one.call || !sends(one.call)) continue;
    const sent = sentWith(document, one).find(({ request }) => isPath(request.path?.value ?? ''));
    if (sent) return sent.request;
  }
  return undefined;
}
