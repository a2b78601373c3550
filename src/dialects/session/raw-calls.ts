import { SESSION_CREATION } from '../../facts/session-creation.js';
import type { Header, SessionRequest } from '../../model/index.js';
import { type CodeDocument, type CodeSyntaxNode, callsOf } from '../../syntax/code/index.js';
import { pathOfTarget } from '../shared/session-request.js';
import { stringOf } from '../shared/tool.js';

/** A session creation that a program sends without the public client. */
export interface RawCall {
  node: CodeSyntaxNode;
  body: CodeSyntaxNode;
  request: SessionRequest;
}

const NAMES: ReadonlySet<string> = new Set(['fetch', 'post']);
const PATH_END = SESSION_CREATION.pathEnd;

/** Callees that send what the call states and nothing else; a client made elsewhere may add headers of its own. */
const PLAIN: ReadonlySet<string> = new Set([
  'fetch',
  'globalThis.fetch',
  'window.fetch',
  'requests.post',
  'httpx.post',
  'axios.post',
]);

/** Calls of `fetch`, `requests.post` and their like to an address whose path is that of a session creation, with a body. */
export function rawCalls(document: CodeDocument): RawCall[] {
  if (!document.text.includes(PATH_END)) return [];
  return callsOf(document, { named: NAMES }).flatMap((node) => {
    const { call } = node;
    const target = call?.positional[0] ?? call?.named.get('url');
    const path = target && pathOf(target);
    if (!call || !target || !path?.endsWith(PATH_END)) return [];
    const sent = sentBy(node);
    if (!sent.body) return [];
    const request: SessionRequest = {
      at: node.at(),
      ...methodOf(node, sent.options),
      path: { value: path, at: target.at() },
      headers: [...headersOf(sent.headers), ...(PLAIN.has(call.callee) ? [] : [unseen(node)])],
      complete: true,
    };
    return [{ node, body: sent.body, request }];
  });
}

const LONGEST_PATH = 100;

/** The path of an address. Of one that is put together, the text at its end: what comes before is a variable. */
function pathOf(target: CodeSyntaxNode): string | undefined {
  const text = stringOf(target);
  if (text !== undefined) return pathOfTarget(text);
  const { start, end } = target.at().range();
  const line = target.document.text.split('\n', end.line)[end.line - 1] ?? '';
  const from = start.line === end.line ? start.column - 1 : 0;
  const written = line.slice(Math.max(from, end.column - 1 - LONGEST_PATH), end.column - 1);
  const tail = /[\w/.-]{1,100}$/.exec(written.replace(/["'`]$/, ''))?.[0];
  return tail?.startsWith('/') ? `{{base_url}}${tail}` : undefined;
}

interface Sent {
  /** Options of `fetch`. */
  options?: CodeSyntaxNode | undefined;
  headers: CodeSyntaxNode | undefined;
  body: CodeSyntaxNode | undefined;
}

/** Headers and body, wherever the caller's language and library put them. */
function sentBy(node: CodeSyntaxNode): Sent {
  const { call, document } = node;
  const [, second, third] = call?.positional ?? [];
  if ((document as CodeDocument).grammar === 'python') {
    const named = call?.named;
    const text = named?.get('data') ?? named?.get('content') ?? second;
    return { headers: named?.get('headers'), body: named?.get('json') ?? parsed(text) };
  }
  const inner = second?.keys().includes('json') ? second.get('json') : parsed(second?.get('body'));
  if (call?.name === 'fetch' || inner) {
    return { options: second, headers: second?.get('headers'), body: inner };
  }
  return { headers: third?.get('headers'), body: parsed(second) };
}

const WRITERS: ReadonlySet<string> = new Set(['stringify', 'dumps']);

/** What a text of JSON was made of. */
function parsed(node: CodeSyntaxNode | undefined): CodeSyntaxNode | undefined {
  return node?.call && WRITERS.has(node.call.name) ? node.call.positional[0] : node;
}

/** `fetch` asks with `GET` unless told otherwise. */
function methodOf(node: CodeSyntaxNode, options: CodeSyntaxNode | undefined): Pick<SessionRequest, 'method'> {
  if (node.call?.name !== 'fetch') return { method: { value: 'POST', at: node.at() } };
  const stated = options?.get('method');
  if (stated === undefined) return { method: { value: 'GET', at: node.at() } };
  const value = stringOf(stated);
  return value === undefined ? {} : { method: { value, at: stated.at() } };
}

function headersOf(given: CodeSyntaxNode | undefined): Header[] {
  if (given === undefined) return [];
  const node = given.call?.name === 'Headers' ? (given.call.positional[0] ?? given) : given;
  if (node.kind === 'null') return [];
  if (node.kind !== 'object') return [unseen(node)];
  const headers = node.keys().flatMap((name): Header[] => {
    const value = node.get(name);
    if (value === undefined) return [];
    const text = stringOf(value);
    const dynamic = text === undefined;
    return [{ name, value: text ?? '', at: value.at('key'), valueAt: value.at(), dynamic }];
  });
  // A name that no header has is found only where anything may be spread into them.
  return node.get(' ') === undefined ? headers : [...headers, unseen(node)];
}

/** A header that may be any: it is computed, and whether it is sent is not seen. */
function unseen(node: CodeSyntaxNode): Header {
  return { name: '{{header}}', value: '{{value}}', at: node.at(), valueAt: node.at(), dynamic: true };
}
