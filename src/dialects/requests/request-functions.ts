import type { SessionRequest } from '../../model/index.js';
import {
  type Call,
  type CodeDocument,
  type CodeSyntaxNode,
  callersOfCall,
  callStating,
  callsAround,
} from '../../program/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { headersOf, unseen } from './call-headers.js';
import { behindBase } from './http-clients.js';
import { isMock, sends } from './http-senders.js';
import { asValue, parsed } from './request-bodies.js';
import { definesRoute, pathOf, type SentRequest } from './sent-requests.js';

/** Names under which an options object of a function of the project holds an address and a body. */
const ADDRESS_KEYS: readonly string[] = ['url', 'path', 'endpoint'];
const BODY_KEYS: readonly string[] = ['json', 'body', 'data', 'payload'];
/** What a test says of a call that was made is no call. */
const CHECKS = /^(?:assert|expect|to[A-Z]|on[A-Z]|calledWith|match|reply|respond|intercept|mock)/;
/** What only writes down what it is passed, by names of methods and of modules. */
const WRITES: ReadonlySet<string> = new Set(
  'log debug info warn warning error exception critical trace print pprint write dumps stringify'.split(' '),
);
const LOGS: ReadonlySet<string> = new Set(['logging', 'loguru', 'structlog', 'json', 'builtins', 'pprint']);

/** What the dialect that asks knows of its requests. */
export interface Asked {
  isPath: (path: string) => boolean;
  isBody: (body: SyntaxNode) => boolean;
}

/**
 * Calls of functions that are given the path of a request and its body, and are not seen to send both:
 * `post_json(path, body)` of a package. `sent`: the requests that are seen, with bodies that are not read too; what is
 * given the body of one of them, such as a log, sends no other.
 */
export function requestsThroughFunctions(
  documents: readonly CodeDocument[],
  asked: Asked,
  sent: readonly SentRequest[],
): SentRequest[] {
  const seen = new Set(sent.flatMap(({ body }) => identityOf(body) ?? []));
  const found = new Map<string, SentRequest>();
  const where = (call: Call): boolean => mayPassOn(call) && givenTo(call, asked) !== undefined;
  for (const sender of callsAround(documents, { where })) {
    const { call } = sender;
    const given = call && givenTo(call, asked);
    const identity = given && identityOf(given.body);
    if (!call || !given || (identity !== undefined && seen.has(identity))) continue;
    const one = call.hasRun ? encodedIn(sender, given, asked, sent) : passedOn(sender, given);
    const key = `${one?.node.identity} ${identity}`;
    if (one && !found.has(key)) found.set(key, one);
  }
  return [...found.values()];
}

const mayPassOn = (call: Call): boolean =>
  (call.hasRun || call.target.reference !== undefined || !sends(call)) &&
  !CHECKS.test(call.name) &&
  !WRITES.has(call.name) &&
  !LOGS.has(call.origin?.module ?? '') &&
  !definesRoute(call) &&
  !isMock(call);

/** A request of a function that is not seen: it may add any header. */
function passedOn(sender: CodeSyntaxNode, { target, body, headers }: Given): SentRequest {
  const node = callStating(sender, target);
  const request: SessionRequest = {
    at: node.at(),
    path: { value: addressOf(target), at: target.at() },
    headers: [...headersOf(headers), unseen(node)],
    complete: true,
  };
  return { node, sender, target, body, request };
}

/** The request that a function of the project sends with a body that it makes of the one that it is given. */
function encodedIn(
  node: CodeSyntaxNode,
  { body }: Given,
  { isPath }: Asked,
  sent: readonly SentRequest[],
): SentRequest | undefined {
  const inner = sent.find(
    (one) =>
      one.body.kind === 'dynamic' &&
      isPath(one.request.path?.value ?? '') &&
      callersOfCall(one.sender).some(({ identity }) => identity === node.identity),
  );
  return inner && { ...inner, node, body, request: { ...inner.request, at: node.at() } };
}

/** A path behind an address that is not known. */
function addressOf(target: CodeSyntaxNode): string {
  const path = pathOf(target) ?? '';
  return path.startsWith('{{') || path.includes('://') ? path : behindBase(undefined, path);
}

/** Where a body that is in the program is made; undefined for one that a text of JSON holds. */
const identityOf = (body: SyntaxNode): string | undefined =>
  'identity' in body ? (body as CodeSyntaxNode).identity : undefined;

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
    node !== undefined && isPath(pathOf(node) ?? '');
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

function readAs(node: CodeSyntaxNode | undefined): SyntaxNode[] {
  const value = node?.kind === 'object' ? node : (parsed(node) ?? asValue(node));
  return value?.kind === 'object' ? [value] : [];
}
