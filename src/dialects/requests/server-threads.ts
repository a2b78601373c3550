import { THREAD_SERVERS, type ThreadServer } from '../../facts/server-threads.js';
import type { Evidence, StoredState } from '../../model/index.js';
import { hostOf } from '../../model/secrets.js';
import {
  type Call,
  type CodeDocument,
  type CodeSyntaxNode,
  callsOf,
  importsOf,
} from '../../program/index.js';
import { stringOf } from '../agents/tool.js';
import { languageOf } from './client-calls.js';
import { isModuleOf, isOf, lastOf, mayKeepThreads, pathsOf } from './client-search.js';
import { isCallOf } from './model-clients.js';

/** Conversations that a program keeps with one server. */
export interface KeptThreads {
  readonly server: ThreadServer;
  readonly states: readonly StoredState[];
  readonly node: CodeSyntaxNode;
}

/** Threads that a file creates on servers; where it creates none, the one that its first run continues. */
export function threadsKept(document: CodeDocument): KeptThreads[] {
  const language = languageOf(document);
  if (!mayKeepThreads(document.text, language)) return [];
  const imports = importsOf(document, true);
  return THREAD_SERVERS[language].flatMap((server): KeptThreads[] => {
    const isImported = imports.some(({ module, names }) =>
      isModuleOf(server, document.grammar)(module, names),
    );
    const calls = callsOf(document, {
      named: new Set(pathsOf(server).map(lastOf)),
      from: (module) => isOf(server, module),
    }).filter(({ call }) => call !== undefined && isOfServer(call, server, isImported));
    const created = calls.filter(({ call }) => server.creates.some((path) => call && isCallOf(call, path)));
    const kept =
      created.length > 0 ? created : calls.filter((node) => continuesThread(node, server)).slice(0, 1);
    const [node] = kept;
    return node ? [{ server, node, states: kept.map((one) => stateOf(one, server)) }] : [];
  });
}

/** A client of another package has methods of these names, too; one of the project stands beside the import. */
function isOfServer({ origin, receivers }: Call, server: ThreadServer, isImported: boolean): boolean {
  const origins = [origin, ...receivers.map((object) => object.call?.origin)];
  if (origins.some((one) => one !== undefined && isOf(server, one.module))) return true;
  const isForeign = origins.some((one) => one && one.module !== '' && one.file === undefined);
  return isImported && !isForeign;
}

function continuesThread({ call }: CodeSyntaxNode, { runs }: ThreadServer): boolean {
  if (!call) return false;
  const places = Object.entries(runs).find(([path]) => isCallOf(call, path))?.[1] ?? [];
  return places.some((place) => {
    const given = argumentAt(call, place);
    return given !== undefined && given.kind !== 'null' && given.origin?.dotted !== 'undefined';
  });
}

/** An argument by its path: `1.configurable.thread_id` of the second one. */
function argumentAt(call: Call, path: string): CodeSyntaxNode | undefined {
  const [first = '', ...members] = path.split('.');
  const place = Number(first);
  const start = Number.isNaN(place) ? call.named.get(first) : call.positional[place];
  return members.reduce<CodeSyntaxNode | undefined>((one, key) => one?.get(key), start);
}

function stateOf(node: CodeSyntaxNode, server: ThreadServer): StoredState {
  const { call } = node;
  const path = pathsOf(server).find((one) => call && isCallOf(call, one)) ?? '';
  const at = call?.at ?? node.at();
  return { kind: 'thread', name: path.replace('()', ''), kept: keptBy(call, server, at), at };
}

/** A server that a project may run itself is the operator's where the address says so. */
function keptBy(
  call: Call | undefined,
  { hosts, addresses = [], name }: ThreadServer,
  at: StoredState['at'],
): Evidence<boolean> {
  const shown = { state: 'shown', value: true, at } as const;
  if (!hosts) return shown;
  const clients = [call, ...(call?.receivers ?? []).map((object) => object.call)];
  const stated = clients.flatMap((one) => [
    ...addresses.flatMap((option) => one?.options.get(option) ?? []),
    ...(one?.positional ?? []),
  ]);
  const host = stated.map((one) => hostOf(stringOf(one) ?? '')).find((one) => one !== undefined);
  if (host !== undefined && hosts.some((one) => host === one || host.endsWith(`.${one}`))) return shown;
  const whose = host === undefined ? 'its address is not written out' : `it is called at ${host}`;
  return { state: 'undecidable', at, why: `who runs the ${name} is not known: ${whose}` };
}
