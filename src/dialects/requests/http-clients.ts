import type { Header } from '../../model/index.js';
import {
  type Call,
  type CodeDocument,
  type CodeSyntaxNode,
  membersGivenTo,
} from '../../syntax/code/index.js';
import { headersOf, unseen } from './call-headers.js';
import { isHandedOn } from './client-uses.js';

/** How a library makes clients with an address and headers, which stand for every request that they send. */
interface Library {
  /** Last names of what makes one. */
  makes: readonly string[];
  /** The option that holds the address in front of a path. */
  base?: string;
  /** The address may be the first argument. */
  isBaseFirst?: true;
}

/** By module, as each of them documents it. An option that is missing here only leaves a client open. */
const LIBRARIES: ReadonlyMap<string, Library> = new Map<string, Library>([
  ['httpx', { makes: ['Client', 'AsyncClient'], base: 'base_url' }],
  ['requests', { makes: ['Session', 'session'] }],
  ['aiohttp', { makes: ['ClientSession'], base: 'base_url', isBaseFirst: true }],
  ['axios', { makes: ['create'], base: 'baseURL' }],
  ['ofetch', { makes: ['create'], base: 'baseURL' }],
  ['got', { makes: ['extend'], base: 'prefixUrl' }],
  ['ky', { makes: ['create', 'extend'], base: 'prefixUrl' }],
]);

/** Options and attributes that add no header of their own; any other may. */
const ADD_NOTHING: ReadonlySet<string> = new Set(
  [
    'base_url baseURL prefixUrl headers defaults timeout params searchParams cookies cookie_jar verify cert ssl',
    'http1 http2 https proxy proxies limits follow_redirects max_redirects maxRedirects trust_env stream loop',
    'default_encoding connector connector_owner raise_for_status json_serialize read_timeout conn_timeout retry',
    'retries responseType responseEncoding validateStatus withCredentials decompress maxContentLength',
    'maxBodyLength throwHttpErrors credentials mode cache',
  ].flatMap((line) => line.split(' ')),
);

/** What a client gives to each of its requests. */
export interface HttpClient {
  /** The address in front of a path. */
  base: CodeSyntaxNode | undefined;
  /** With one that may be any where not all of them are seen. */
  headers: Header[];
}

/** Clients that are made of another one are followed this far. */
const DEEPEST = 4;

/** The client of a known library whose member a call is, or which is called itself; undefined where it comes from elsewhere. */
export function clientAround(document: CodeDocument, call: Call): HttpClient | undefined {
  for (const made of [call.target, ...call.receivers]) {
    const client = clientMade(made, call.name, 0);
    if (!client) continue;
    const isOpen = [document, made.document].some(({ text }) =>
      namesOf(call, made).some((name) => isHandedOn(text, name)),
    );
    return isOpen ? { ...client, headers: [...client.headers, unseen(made)] } : client;
  }
  return undefined;
}

/** The names under which a call knows its client, and the place where it is made. */
function namesOf({ callee, name }: Call, { call }: CodeSyntaxNode): string[] {
  const written = callee.endsWith(`.${name}`) ? callee.slice(0, -name.length - 1) : callee;
  const own = /[\w$]+$/.exec(written)?.[0];
  return [...(own === undefined ? [] : [own]), ...(call?.boundTo === undefined ? [] : [call.boundTo])];
}

function clientMade(made: CodeSyntaxNode, method: string, depth: number): HttpClient | undefined {
  const { call } = made;
  const origin = call?.origin;
  const library = origin && LIBRARIES.get(origin.module);
  if (!call || !origin || !library?.makes.includes(origin.dotted.split('.').at(-1) ?? '') || depth > DEEPEST)
    return undefined;
  const { options } = call;
  const stated = library.base !== undefined && options.keys().includes(library.base);
  const base = stated ? options.get(library.base ?? '') : library.isBaseFirst && call.positional[0];
  const own = headersIn(options, method);
  // `api.extend({ ... })` keeps what its own client gives.
  const [before] = call.receivers.flatMap((one) => clientMade(one, method, depth + 1) ?? []);
  return {
    base: base || before?.base,
    headers: [
      ...withoutReplaced(before?.headers ?? [], own),
      ...own,
      ...(isOpen(options) ? [unseen(made)] : []),
    ],
  };
}

/** Headers that are not replaced by others of the same name. */
export function withoutReplaced(headers: readonly Header[], by: readonly Header[]): Header[] {
  const names = new Set(by.map(({ name }) => name.toLowerCase()));
  return headers.filter(({ name }) => name === '{{header}}' || !names.has(name.toLowerCase()));
}

/** Whether a client may send headers that its options do not show. */
function isOpen(options: CodeSyntaxNode): boolean {
  if (options.kind !== 'object' || options.get(' ') !== undefined) return true;
  // Names and passwords that are written out become one header, which is known.
  const isKnown = (key: string) =>
    ADD_NOTHING.has(key) || (key === 'auth' && ['array', 'object'].includes(options.get(key)?.kind ?? ''));
  return !options.keys().every(isKnown);
}

/** Headers for every request, and those that `axios` keeps apart by method, in its options or its defaults. */
function headersIn(options: CodeSyntaxNode, method: string): Header[] {
  return [options.get('headers'), options.get('defaults')?.get('headers')].flatMap((given) => {
    if (given?.kind !== 'object') return headersOf(given);
    const groups = ['common', method.toLowerCase()].flatMap((key) => {
      const group = given.keys().includes(key) ? given.get(key) : undefined;
      return group?.kind === 'object' ? [group] : [];
    });
    const plain = headersOf(given).filter(({ name }) => !groups.some((group) => group === given.get(name)));
    return [...plain, ...groups.flatMap(headersOf)];
  });
}

/** What `axios` itself was given for all requests: `axios.defaults.headers.common['X'] = 'y'`. */
export function clientOfModule(
  document: CodeDocument,
  { callee, name, origin }: Call,
): HttpClient | undefined {
  if (origin?.module !== 'axios' || origin.dotted.includes('(')) return undefined;
  const root = /^[\w$]+/.exec(callee)?.[0];
  const given = root === undefined ? undefined : membersGivenTo(document, root);
  if (!given) return undefined;
  return { base: given.get('defaults')?.get('baseURL'), headers: headersIn(given, name) };
}

/** Whether an address has no host of its own, so that its client's stands before it. */
export function isRelative(address: string): boolean {
  return !address.includes('://') && !address.startsWith('{{');
}

/** A path behind the address of a client; `{{base_url}}` stands for one that is not known. */
export function behindBase(base: string | undefined, path: string): string {
  const own = path.startsWith('/') ? path.slice(1) : path;
  return `${(base ?? '{{base_url}}').replace(/\/$/, '')}/${own}`;
}
