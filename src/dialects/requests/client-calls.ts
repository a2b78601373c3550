import type { NamedValue } from '../../model/index.js';
import { looksLikeSecret, looksRandom } from '../../model/secrets.js';
import {
  type Call,
  type CodeDocument,
  type CodeSyntaxNode,
  callStating,
  callsAround,
  environmentWrites,
  importsOf,
} from '../../program/index.js';
import { headerValues, valuesNamed } from '../agents/tool.js';
import { isClientModule } from './client-module.js';
import { bodiesOf } from './request-bodies.js';

/** Its constructors, and the options that say where they call. */
const CONSTRUCTORS: ReadonlySet<string> = new Set([
  'default',
  'OpenAI',
  'AsyncOpenAI',
  'AzureOpenAI',
  'AsyncAzureOpenAI',
]);
const ADDRESS_OPTIONS = ['baseURL', 'base_url', 'azure_endpoint', 'endpoint'] as const;
/** Constructors for other operators of the same API. */
const OF_OTHERS: ReadonlySet<string> = new Set(['AzureOpenAI', 'AsyncAzureOpenAI']);
/** Methods that give the same client with other options. */
const COPIES: ReadonlySet<string> = new Set(['withOptions', 'with_options', 'copy']);
/** Paths of modules that a build resolves within the project. */
const ALIASES: readonly string[] = ['@/', '~/', '#', './', '../'];

/** A call of the public client. */
export interface ClientCall {
  node: CodeSyntaxNode;
  /** What is called, by its last names: `beta.agents.sessions.create`. */
  path: string;
  /** The body: the keyword arguments in Python, elsewhere the first argument. */
  body: CodeSyntaxNode;
  /** The calls that make its client, the nearest first; empty where it comes from elsewhere. */
  clients: readonly CodeSyntaxNode[];
}

/**
 * Calls of a client's members whose last names match, in some documents and in functions that they call. A client that
 * comes from elsewhere (a parameter, an attribute) counts where the file imports the client; one that is known to be
 * another package's does not.
 */
export function clientCalls(
  documents: readonly CodeDocument[],
  names: ReadonlySet<string>,
  path: RegExp,
): ClientCall[] {
  return callsIn(documents, names).flatMap((sender) => {
    const call = sender.call?.binds ?? sender.call;
    if (!call) return [];
    const written = path.exec(`.${call.callee}`) ?? path.exec(`.${call.origin?.dotted ?? ''}`);
    if (!written) return [];
    const document = sender.document as CodeDocument;
    const clients = clientsOf(call, 0);
    // What a function of the project of that name sends is a call in it.
    const isOfClient = call.receivers.some((one) => isClientModule(one.call?.origin?.module ?? ''));
    const isOwn = call.hasRun && call.target.reference?.kind === 'function' && !isOfClient;
    if (!(clients.length > 0 || (!isOwn && mayBeClient(call, document)))) return [];
    const first = document.grammar === 'python' ? undefined : call.positional[0];
    // A function that is passed what it calls makes the request of whoever passes it.
    const node = call.callee.includes('.') ? sender : callStating(sender, call.target);
    return bodiesOf(first ?? mergedBody(call.options)).map((body) => ({
      node,
      path: written[1] ?? '',
      body,
      clients,
    }));
  });
}

/**
 * Calls of these names. Where Python binds the arguments of some before (`partial(client.responses.create, tools=tools)`),
 * those of what that gives; of what is not called there, what is bound.
 */
function callsIn(documents: readonly CodeDocument[], names: ReadonlySet<string>): CodeSyntaxNode[] {
  const all = callsAround(documents, { named: new Set([...names, BINDS]), from: isClientModule });
  const called = new Set(all.map(({ call }) => call?.boundBy?.identity));
  return all.filter(({ call, identity }) => !(call?.binds && called.has(identity)));
}

const BINDS = 'partial';

/** Whether a file imports the public client, be it for a type. */
export const usesClient = (document: CodeDocument): boolean =>
  importsOf(document, true).some(({ module }) => isClientModule(module));

function mayBeClient({ origin }: Call, document: CodeDocument): boolean {
  const module = origin?.module;
  if (module === undefined || module === '') return usesClient(document);
  if (isClientModule(module)) return true;
  return origin?.file !== undefined || ALIASES.some((start) => module.startsWith(start));
}

const DEEPEST = 4;

/** The calls that make the client of a call: copies of it first, its constructor last. */
function clientsOf(call: Call, depth: number): CodeSyntaxNode[] {
  if (depth > DEEPEST) return [];
  for (const object of call.receivers) {
    const found = madeBy(object, depth);
    if (found.length > 0) return found;
  }
  return [];
}

function madeBy(object: CodeSyntaxNode, depth: number): CodeSyntaxNode[] {
  const made = object.call ? object : oneOf(object, depth);
  const { call } = made ?? {};
  if (!made || !call || depth > DEEPEST) return [];
  if (isConstructor(made)) return [made];
  if (COPIES.has(call.name)) {
    const origin = clientsOf(call, depth + 1);
    return origin.length > 0 ? [made, ...origin] : [];
  }
  // What wraps a client calls as it does: `wrapOpenAI(new OpenAI())`.
  for (const argument of call.positional) {
    const wrapped = madeBy(argument, depth + 1);
    if (wrapped.length > 0) return wrapped;
  }
  return [];
}

/** One of several clients; none where they call at different addresses. */
function oneOf({ may }: CodeSyntaxNode, depth: number): CodeSyntaxNode | undefined {
  const [first, ...others] = ((may ?? []) as readonly CodeSyntaxNode[]).filter(({ call }) => call);
  if (!first || others.length === 0) return first;
  const [address, ...different] = new Set(
    [first, ...others].map((one) => addressText(madeBy(one, depth + 1))),
  );
  return address !== undefined && different.length === 0 ? first : undefined;
}

/** Where clients call, as a text of its own for each address; empty where they state none. */
function addressText(clients: readonly CodeSyntaxNode[]): string {
  const stated = statedBy(clients);
  return stated === undefined ? '' : String(stated.scalar ?? stated.identity);
}

function isConstructor({ call }: CodeSyntaxNode): boolean {
  const { origin } = call ?? {};
  if (!origin || !isClientModule(origin.module)) return false;
  // `const OpenAI = require('openai')` is the client itself.
  if (origin.dotted === '') return call?.isNew === true;
  return CONSTRUCTORS.has(origin.dotted.split('.').at(-1) ?? '');
}

/** The address that a call goes to, where its client states one; left out where no client is seen. */
export const addressOf = ({ clients }: ClientCall): CodeSyntaxNode | undefined => statedBy(clients);

/**
 * Whether a call goes to the vendor unless its client states an address: the program makes the client, which is not that
 * of another operator, and its options are all written out.
 */
export const callsVendor = ({ clients }: ClientCall): boolean =>
  clients.length > 0 &&
  clients.every(({ call }) => {
    const name = call?.origin?.dotted.split('.').at(-1) ?? '';
    const mayBe = (one: string) => call?.options.keys().includes(one) || call?.options.get(one) === undefined;
    return !OF_OTHERS.has(name) && ADDRESS_OPTIONS.every(mayBe);
  });

function statedBy(clients: readonly CodeSyntaxNode[]): CodeSyntaxNode | undefined {
  for (const { call } of clients) {
    for (const name of ADDRESS_OPTIONS) {
      const stated = call?.options.keys().includes(name) ? call.options.get(name) : undefined;
      if (stated && stated.kind !== 'null') return stated;
    }
  }
  return undefined;
}

/** The language of a file of code. */
export function languageOf({ grammar }: CodeDocument): 'typescript' | 'python' {
  return grammar === 'python' ? 'python' : 'typescript';
}

/** Where the client takes members that it does not know itself (Python). */
const EXTRA = 'extra_body';

/** What the client passes for an argument that is left out. */
const LEFT_OUT: ReadonlySet<string> = new Set(['NOT_GIVEN', 'NotGiven()', 'omit', 'Omit()']);

/** The body that keyword arguments are sent as: what `extra_body` holds is put over them. */
export function mergedBody(named: CodeSyntaxNode): CodeSyntaxNode {
  const extra = named.keys().includes(EXTRA) ? named.get(EXTRA) : undefined;
  const over = extra?.kind === 'object' ? extra : undefined;
  const own = named.keys().filter((key) => !(over && key === EXTRA));
  const sent = own.filter((key) => !isLeftOut(named.get(key)));
  if (!over && sent.length === own.length) return named;
  const keys = [...new Set([...sent, ...(over?.keys() ?? [])])];
  const left = new Set(own.filter((key) => !sent.includes(key)));
  // The same node in all but its members.
  return Object.create(named, {
    get: { value: (key: string) => over?.get(key) ?? (left.has(key) ? undefined : named.get(key)) },
    keys: { value: () => keys },
  }) as CodeSyntaxNode;
}

function isLeftOut(value: CodeSyntaxNode | undefined): boolean {
  const { origin } = value ?? {};
  return origin !== undefined && isClientModule(origin.module) && LEFT_OUT.has(origin.dotted);
}

const KEYS = ['apiKey', 'api_key'] as const;
const HEADERS = ['defaultHeaders', 'default_headers', 'extra_headers'] as const;
const LEAST_RANDOM = 20;

/** Clients of models on this machine want some key and read none: words are no credential (`ollama`, `not-needed`). */
const isMade = ({ value }: NamedValue) => looksLikeSecret(value) || looksRandom(value, LEAST_RANDOM);

/** What a call is given as its key, and as headers that it sends. */
export function keysGiven({ call }: CodeSyntaxNode): NamedValue[] {
  const stated = (name: string) => (call?.options.keys().includes(name) ? call.options.get(name) : undefined);
  return [
    ...KEYS.flatMap((name) => valuesNamed(name, stated(name))).filter(isMade),
    ...HEADERS.flatMap((name) => headerValues(stated(name))),
    ...(call?.options.get(IN_BROWSER)?.scalar === true
      ? KEYS.flatMap((name) => publicVariable(stated(name)))
      : []),
  ];
}

/** The option with which a client of a model works in a browser. */
const IN_BROWSER = 'dangerouslyAllowBrowser';
/** Variables that bundlers write into what browsers load: Next.js, Vite, Create React App, Expo, Nuxt, SvelteKit and Astro, Gatsby, Vue CLI. */
const IN_BUNDLE = /^(?:NEXT_PUBLIC|VITE|REACT_APP|EXPO_PUBLIC|NUXT_PUBLIC|PUBLIC|GATSBY|VUE_APP)_\w{1,100}$/;

function publicVariable(node: CodeSyntaxNode | undefined): NamedValue[] {
  const name = node?.takenFrom?.name ?? node?.reached?.dotted.split('.').at(-1) ?? '';
  return node && IN_BUNDLE.test(name) ? [{ name, value: '', at: node.written(), isPublic: true }] : [];
}

/** Variables of the environment that a program sets to what looks like a credential. */
export function variablesSet(document: CodeDocument): NamedValue[] {
  return environmentWrites(document)
    .flatMap(({ name, value }) => valuesNamed(name, value))
    .filter(isMade);
}
