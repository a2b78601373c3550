import { MODEL_ADDRESSES, type ModelAddress, type VendorClient } from '../../facts/model-clients.js';
import {
  type Call,
  type CodeDocument,
  type CodeSyntaxNode,
  callsOf,
  documentsUsing,
  importsOf,
} from '../../program/index.js';
import { mergedBody } from './client-calls.js';
import { isModuleOf, isOf, lastOf, mayAddressModels, mayGive } from './client-search.js';
import { isMock } from './http-senders.js';
import { definesRoute, pathOf, sentRequests } from './sent-requests.js';

/** A call of a client of models that is given tools, or a request that a program sends by itself. */
export interface ClientUse<Client = Pick<VendorClient, 'name' | 'runners' | 'binds'>> {
  readonly client: Client;
  readonly node: CodeSyntaxNode;
  /** The list of tools, or what stands in its place. */
  readonly tools: CodeSyntaxNode;
}

/** Calls of clients that are given tools, in the order of the text. */
export const clientsUsed = (
  document: CodeDocument,
  clients: readonly VendorClient[],
): ClientUse<VendorClient>[] =>
  callsOfClients(
    document,
    clients.filter(({ tools }) => mayGive(document.text, tools)),
    toolsGiven,
  );

function callsOfClients(
  document: CodeDocument,
  clients: readonly VendorClient[],
  toolsOf: (call: Call, client: VendorClient) => CodeSyntaxNode | undefined,
): ClientUse<VendorClient>[] {
  const likely = clients.filter(
    (one) => one.calls.some((name) => document.text.includes(lastOf(name))) && !isRunElsewhere(document, one),
  );
  if (likely.length === 0) return [];
  const named = new Set(likely.flatMap(({ calls }) => calls.map(lastOf)));
  const imports = importsOf(document, true);
  const isImported = (client: VendorClient): boolean =>
    imports.some(({ module, names }) => isModuleOf(client, document.grammar)(module, names));
  return callsOf(document, { named, from: (module) => likely.some((one) => isOf(one, module)) }).flatMap(
    (node): ClientUse<VendorClient>[] => {
      const { call } = node;
      if (!call || (call.hasRun && call.target.reference?.kind === 'function')) return [];
      const calling = likely.filter((one) => one.calls.some((path) => isCallOf(call, path)));
      const given = calling.flatMap((client) => {
        const tools = toolsOf(call, client);
        return tools ? [{ client, node, tools }] : [];
      });
      const origins = [call.origin, ...call.receivers.map((object) => object.call?.origin)];
      const modules = origins.map((origin) => origin?.module ?? '');
      // `from vertexai import generative_models` names a module.
      const names = origins.map((origin) => origin && `${origin.module}.${origin.dotted}`);
      const isForeign = origins.some((one) => one && one.module !== '' && one.file === undefined);
      const found =
        given.find(({ client }) => names.some((name) => name !== undefined && isOf(client, name))) ??
        (modules[0] === '' ? given.find(({ client }) => isImported(client)) : undefined) ??
        given.find(
          ({ client }) =>
            client.calls.some((path) => path.includes('.') && isCallOf(call, path)) &&
            // The client of another package has methods of these names, too; a wrapper of one stands beside its import.
            (!isForeign || isImported(client)),
        );
      return found ? [found] : [];
    },
  );
}

/** Whether a file, or one that imports it, imports a package that runs the tools of a model by itself. */
const isRunElsewhere = (document: CodeDocument, { unless, binds = '' }: VendorClient): boolean =>
  unless !== undefined &&
  (!document.text.includes(binds) ||
    documentsUsing(document, new Set([document.file])).some((one) =>
      importsOf(one, true).some(({ module }) => unless.some((own) => isOf({ modules: [own] }, module))),
    ));

/** Requests with tools that a program sends to addresses of models. A path without a host is one of its own server. */
export function toolsPosted(document: CodeDocument): ClientUse[] {
  if (!mayAddressModels(document.text)) return [];
  return sentRequests([document]).flatMap(({ sender, body, request: { path, host } }): ClientUse[] => {
    const address = path?.value ?? '';
    if (sender.document !== document || (host === undefined && !address.startsWith('{{'))) return [];
    const client = modelAt(address);
    const tools = client && 'identity' in body && toolsIn(body as CodeSyntaxNode, client.tools);
    return tools ? [{ client, node: sender, tools }] : [];
  });
}

const modelAt = (address: string): ModelAddress | undefined =>
  MODEL_ADDRESSES.find(({ paths }) => paths.some((end) => address.endsWith(end)));

/** A call of a model, whatever it is given. */
export interface ModelCall {
  readonly node: CodeSyntaxNode;
  readonly name: string;
  /** Not all that it is given is seen. */
  readonly isOpen: boolean;
}

/** Calls of models by clients, and calls that are given the address of one, also those that send tools or none. */
export function modelsCalled(document: CodeDocument, clients: readonly VendorClient[]): ModelCall[] {
  const byClient = callsOfClients(document, clients, (call) => call.options).map(
    ({ node, client, tools: options }): ModelCall => {
      const isObject = options.keys().length > 0 || node.call?.positional.length === 0;
      // Of an object that is open each member may be there.
      const mayGive = (name: string): boolean =>
        !options.keys().includes(name) && options.get(name) !== undefined;
      return { node, name: client.name, isOpen: !isObject || client.tools.some(mayGive) };
    },
  );
  if (!mayAddressModels(document.text)) return byClient;
  const addressed = (call: Call): ModelAddress | undefined => {
    const given = [...call.positional, ...call.options.keys().flatMap((key) => call.options.get(key) ?? [])];
    return given.flatMap((one) => modelAt(addressIn(one)) ?? [])[0];
  };
  const isSent = (call: Call): boolean =>
    !definesRoute(call) && !isMock(call) && call.target.reference?.kind !== 'function';
  const byAddress = callsOf(document, { where: isSent }).flatMap((node): ModelCall[] => {
    const name = node.call && addressed(node.call)?.name;
    return name === undefined ? [] : [{ node, name, isOpen: true }];
  });
  return [...byClient, ...byAddress];
}

/** The path of an address with a host, or of one that is put together. */
function addressIn(node: CodeSyntaxNode): string {
  const isOwn = typeof node.scalar === 'string' && node.scalar.startsWith('/');
  return isOwn ? '' : (pathOf(node) ?? '');
}

/** Wrappers of a client that send the same. */
const WRAPPERS = /\.with_(?:raw|streaming)_response(?=\.)/;

/** Whether a call is of a path: `threads.create` of `client.beta.threads.create()`. */
export function isCallOf({ callee, origin }: Call, path: string): boolean {
  const written = `.${callee.replace(/^new\s+/, '').replace(WRAPPERS, '')}`;
  return written.endsWith(`.${path}`) || `.${origin?.dotted ?? ''}`.endsWith(`.${path}`);
}

/** What a call is given as tools: not none, and not an empty list. */
function toolsGiven(call: Call, { tools, binds }: VendorClient): CodeSyntaxNode | undefined {
  if (binds === undefined) return toolsIn(mergedBody(call.options), tools);
  const bound = call.receivers.find((one) => one.call?.name === binds)?.call;
  return bound?.positional[0] ?? (bound && toolsIn(bound.options, tools));
}

function toolsIn(options: CodeSyntaxNode, tools: readonly string[]): CodeSyntaxNode | undefined {
  for (const name of tools) {
    const [first = '', second] = name.split('.');
    if (!options.keys().includes(first)) continue;
    const stated = options.get(first);
    const value = second === undefined ? stated : memberOf(stated, second);
    if (value === undefined || value.kind === 'null') continue;
    if (value.kind !== 'array' || value.items().length > 0) return value;
  }
  return undefined;
}

/** A member of an object, or an argument of the call that makes one. */
export function memberOf(node: CodeSyntaxNode | undefined, name: string): CodeSyntaxNode | undefined {
  const members = node?.call?.options ?? node;
  return members?.keys().includes(name) ? members.get(name) : undefined;
}
