import type { Header } from '../../model/index.js';
import {
  type Call,
  type CodeDocument,
  type CodeSyntaxNode,
  membersGivenTo,
  type Use,
  usesOf,
} from '../../program/index.js';
import { headersOf, unseen } from './call-headers.js';

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
export function clientAround(call: Call): HttpClient | undefined {
  for (const made of [call.target, ...call.receivers]) {
    const client = clientMade(made, call.name, 0);
    if (!client) continue;
    return isKept(usesOf(made)) ? client : { ...client, headers: [...client.headers, unseen(made)] };
  }
  return undefined;
}

const kept = new WeakMap<readonly Use[], boolean>();

/** Whether the headers of a client are seen, by all that is done with it. */
function isKept(uses: readonly Use[]): boolean {
  const known = kept.get(uses) ?? uses.every(addsNothing);
  kept.set(uses, known);
  return known;
}

/** Methods of a client that add no header to its other requests. */
const OWN_METHODS: ReadonlySet<string> = new Set(
  'get head options post put patch delete request send stream build_request json create extend close aclose'.split(
    ' ',
  ),
);
/** Methods of its headers whose effect is read. */
const OF_HEADERS: ReadonlySet<string> = new Set(['update', 'setdefault', 'get', 'pop', 'items', 'keys']);
/** Functions that only look at what they are passed, or close it. */
const LOOK: ReadonlySet<string> = new Set(['print', 'isinstance', 'enter_context', 'enter_async_context']);

/** Whether what is done with a client adds no header, or one that is read. */
function addsNothing({ call: { call }, depth }: Use): boolean {
  if (!call) return true;
  // What a function of the project does with a client is another use of it.
  if (depth === undefined) return call.hasRun || LOOK.has(call.name);
  // The client itself is called, or its own method is.
  if (depth === 0) return OWN_METHODS.has(call.name);
  return depth === 1 && OF_HEADERS.has(call.name) && call.callee.endsWith(`.headers.${call.name}`);
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
  { name, origin, receivers, target }: Call,
): HttpClient | undefined {
  if (origin?.module !== 'axios' || origin.dotted.includes('(')) return undefined;
  const given = membersGivenTo(document, receivers.at(-1) ?? target);
  if (!given) return undefined;
  return { base: given.get('defaults')?.get('baseURL'), headers: headersIn(given, name) };
}

/** Whether an address has no host of its own, so that its client's is before it. */
export function isRelative(address: string): boolean {
  return !address.includes('://') && !address.startsWith('{{');
}

/** A path behind the address of a client; `{{base_url}}` stands for one that is not known. */
export function behindBase(base: string | undefined, path: string): string {
  const own = path.startsWith('/') ? path.slice(1) : path;
  return `${(base ?? '{{base_url}}').replace(/\/$/, '')}/${own}`;
}
