import { SESSION_CREATION } from '../../facts/session-creation.js';
import type { Header, RequestPart, SessionRequest } from '../../model/index.js';
import { hostOf } from '../../model/secrets.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { isSessionPayload } from '../payload/payload.js';

/** Whether a text is filled in later: a variable, or the placeholder that the spec writes for the operator's name. */
const isComputed = (text: string) => text.includes('{{') || text.startsWith('<');

/** Whether a root holds requests rather than a body: a `.http` file, a shell script, lines for curl in Markdown. */
export function holdsRequests({ document }: SyntaxNode): boolean {
  return document.format === 'http' || document.format === 'shell';
}

/** Path of a request target without scheme, host, query and fragment; `{{var}}` parts stay. */
export function pathOfTarget(target: string): string {
  const scheme = target.indexOf('://');
  const afterScheme =
    scheme >= 0 && scheme < 10 ? target.slice(target.indexOf('/', scheme + 3) >>> 0) : target;
  const end = afterScheme.search(/[?#]/);
  return end < 0 ? afterScheme : afterScheme.slice(0, end);
}

/** Whether a header opts in to a beta surface of agents, whatever its version. */
function optsInToAgents(header: Header): boolean {
  return isBetaHeader(header.name) && header.value.toLowerCase().includes('agents=');
}

/** Whether a header's name is `<Vendor>-Beta`; header names ignore case. */
export function isBetaHeader(name: string): boolean {
  return name.length > 5 && name.toLowerCase().endsWith('-beta');
}

/** Reads one request of a `.http` file or a line for curl; undefined where it shows no target. */
export function readHttpRequest(request: SyntaxNode): SessionRequest | undefined {
  const target = request.get('target');
  if (typeof target?.scalar !== 'string') return undefined;
  const method = request.get('method');
  const headers = (request.get('headers')?.items() ?? []).flatMap(readHttpHeader);
  return {
    at: request.at(),
    ...(typeof method?.scalar === 'string' && !isComputed(method.scalar)
      ? {
          method: {
            value: method.scalar,
            at: method.at(),
            replace: (value) => method.edit()?.replace(value),
          },
        }
      : {}),
    path: { value: pathOfTarget(target.scalar), at: target.at(), ...replacePath(target) },
    ...hostIn(target.scalar, headers),
    headers,
    addHeader: (name, value) => request.get('headers')?.edit()?.append({ name, value }),
    complete: true,
    ...(request.document.format === 'shell'
      ? { command: request.get('program')?.scalar === 'wget' ? ('wget' as const) : ('curl' as const) }
      : {}),
  };
}

/** Puts another path into a target: what is filled in before it, and a query behind it, stay. */
export function replacePath(target: SyntaxNode): Pick<RequestPart, 'replace'> {
  const { scalar } = target;
  if (typeof scalar !== 'string') return {};
  const path = pathOfTarget(scalar);
  const start = scalar.indexOf(path) + path.lastIndexOf('}}') + (path.includes('}}') ? 2 : 1);
  const end = scalar.indexOf(path) + path.length;
  return { replace: (value) => target.edit()?.replace(scalar.slice(0, start) + value + scalar.slice(end)) };
}

/** The host of a target; that of the `Host` header where it has none. */
function hostIn(target: string, headers: readonly Header[]): Pick<SessionRequest, 'host'> {
  const stated = headers.find(({ name }) => name.toLowerCase() === 'host')?.value.trim();
  const host = hostOf(target) ?? (target.startsWith('/') ? stated?.toLowerCase() : undefined);
  return host === undefined || isComputed(host) ? {} : { host };
}

function readHttpHeader(header: SyntaxNode): Header[] {
  const name = header.get('name')?.scalar;
  const valueNode = header.get('value');
  const value = valueNode?.scalar ?? '';
  if (typeof name !== 'string' || typeof value !== 'string') return [];
  const dynamic = isComputed(name) || isComputed(value);
  return [{ name, value, at: header.at(), valueAt: (valueNode ?? header).at(), dynamic }];
}

/**
 * Whether a request creates a session. With a session payload as its body, the end of its path or the header that opts in
 * tells; a body that nobody can read leaves that to the path: other services end theirs alike, and the same header goes
 * with what follows a session.
 */
export function createsSession({ path, headers }: SessionRequest, body: 'payload' | 'unread'): boolean {
  const ends = path?.value.endsWith(SESSION_CREATION.pathEnd) ?? false;
  const optsIn = headers.some(optsInToAgents);
  if (body === 'payload') return ends || optsIn;
  return ends && (optsIn || path?.value.endsWith(SESSION_CREATION.path) === true);
}

/** The request that an agent config shows: the headers that it sends on creation. */
export function readConfigRequest(root: SyntaxNode): SessionRequest | undefined {
  const stated = root.get('headers');
  const at = (stated ?? root.get('agent') ?? root.get('agents'))?.at('key');
  if (at === undefined) return undefined;
  const headers: Header[] = [];
  for (const name of stated?.keys() ?? []) {
    const value = stated?.get(name);
    if (value === undefined) continue;
    const text = typeof value.scalar === 'string' ? value.scalar : String(value.scalar ?? '');
    // A value that is no string is `config/schema`'s business.
    const dynamic = value.kind !== 'string' || isComputed(text) || isComputed(name);
    headers.push({ name, value: text, at: value.at('key'), valueAt: value.at(), dynamic });
  }
  const addHeader = (name: string, value: string) =>
    stated ? stated.edit()?.set(name, value) : root.edit()?.set(['headers', name], value);
  return { at, headers, addHeader, complete: false };
}

/** Whether a request with this body creates a session (design, section 4, recognition). */
export function sendsSession(request: SessionRequest, body: SyntaxNode): boolean {
  if (isSessionPayload(body, true)) return createsSession(request, 'payload');
  return isOpen(body) && createsSession(request, 'unread');
}

/** A body, or the agent of one, that is put together at run time or read from a file: what it holds is not absent. */
const isOpen = (body: SyntaxNode) =>
  [body, body.get('agent'), body.get('agent_id')].some((node) => node?.kind === 'dynamic');
