import {
  type Call,
  type CallFilter,
  type CodeDocument,
  callsOf,
  membersSetOf,
  setsGlobal,
} from '../../program/index.js';
import { REQUEST_NAMES, requestObject } from './request-objects.js';

/** Calls whose name is the method: those that send a body. */
export const METHODS: ReadonlySet<string> = new Set(['post', 'put', 'patch']);
/** Calls whose first argument is the method, unless it is named (Python). */
const TAKE_METHOD: ReadonlySet<string> = new Set(['request', 'stream', 'build_request']);

/** Packages whose default export is `fetch`. */
const FETCHES: readonly string[] = [
  ...['node-fetch', 'node-fetch-native', 'cross-fetch', 'isomorphic-fetch', 'isomorphic-unfetch'],
  ...['whatwg-fetch', 'undici'],
];
/** Packages of TypeScript and JavaScript whose exports are called by any name. */
const CALLED: readonly string[] = [...FETCHES, 'axios', 'got', 'ky', 'ofetch'];
const NAMES: ReadonlySet<string> = new Set([
  ...['fetch', '$fetch', 'axios'],
  ...TAKE_METHOD,
  ...METHODS,
  ...REQUEST_NAMES,
]);

const withMethods = (client: string): string[] => [...METHODS].map((method) => `${client}.${method}`);

/** What sends what a call states and nothing else; a client made elsewhere may add headers of its own. */
const PLAIN: ReadonlySet<string> = new Set([
  ...['fetch', 'globalThis.fetch', 'window.fetch'],
  ...FETCHES.flatMap((name) => [name, `${name}.fetch`]),
  ...['requests', 'httpx', 'axios', 'got', 'ky'].flatMap(withMethods),
  ...['axios', 'got', 'ky', 'ofetch', 'ofetch.ofetch', 'ofetch.$fetch'],
  ...['requests.request', 'httpx.request', 'httpx.stream', 'aiohttp.request'],
  ...['axios.request', 'undici.request', 'undici.stream'],
  ...['HTTPConnection', 'HTTPSConnection'].map((name) => `http.client.${name}().request`),
]);

/** The calls of a program that may send a request: by their name, or of what these packages give or make. */
export const REQUEST_CALLS: CallFilter = { named: NAMES, from: (module) => CALLED.includes(module) };

/** Whether a call may send a request. */
export const sends = (call: Call): boolean =>
  NAMES.has(call.name) ||
  [call.origin, call.target.call?.origin].some((one) => one && CALLED.includes(one.module));

/** Packages that answer in place of a service, by the names of their modules, and of what they give a test. */
const MOCKS: ReadonlySet<string> = new Set([
  ...['nock', 'msw', 'fetch-mock', 'axios-mock-adapter', 'moxios', 'respx', 'respx_mock', 'responses'],
  ...['requests_mock', 'aioresponses', 'pytest_httpx', 'httpx_mock', 'httpretty', 'pook'],
]);

/** Whether a call says what a service that is played by a test is asked: it sends nothing. */
export function isMock({ callee, origin, receivers }: Call): boolean {
  const [root = ''] = callee.split(/[.(]/, 1);
  const made = receivers.map(({ call }) => call?.origin);
  return (
    (origin === undefined && root !== 'responses' && MOCKS.has(root)) ||
    [origin, ...made].some((one) => one !== undefined && MOCKS.has(one.module))
  );
}

/** Whether a call takes the method as an argument. */
export const takesMethod = (call: Call): boolean =>
  TAKE_METHOD.has(call.name) || requestObject(call) === 'method';

/** What is called, by the names that its library gives it: `axios.post` under any name; as it is written where it is not imported. */
function calledFrom({ callee, origin }: Call): string {
  if (origin === undefined) return callee;
  const own = origin.dotted.replace(/^default(?:\.|$)/, '');
  return own === '' ? origin.module : `${origin.module}.${own}`;
}

/** Whether a call sends what it states and nothing else, by whatever name the client's module is imported. */
export const sendsAsStated = (call: Call): boolean =>
  PLAIN.has(calledFrom(call)) || ['urllib', 'fetch'].includes(requestObject(call) ?? '');

/** Whether a call is one of a connection of `http.client`, which takes method, path, body and headers in this order. */
export const isConnection = ({ origin, callee }: Call): boolean =>
  ['HTTPConnection().request', 'HTTPSConnection().request'].some((name) => {
    const called = origin ? origin.dotted : callee;
    return called === name || called.endsWith(`.${name}`);
  });

/** Whether a program may change what every call of `axios` or `fetch` sends; its own defaults of `axios` are read. */
export function changesAllRequests(document: CodeDocument, isItsOwn: boolean): boolean {
  if (setsGlobal(document, 'fetch')) return true;
  if (!isItsOwn && membersSetOf(document, 'axios').some((path) => path.includes('defaults'))) return true;
  return callsOf(document, { from: (module) => module === 'axios' }).some(({ call }) => {
    const [first, ...members] = call?.origin?.dotted.split('.') ?? [];
    return first === 'interceptors' || members[0] === 'interceptors';
  });
}
