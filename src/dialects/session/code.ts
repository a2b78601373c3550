import { vendorProfile } from '../../facts/vendors.js';
import { groupedBy } from '../../model/grouped.js';
import type { AgentSystem, NamedValue, SessionRequest } from '../../model/index.js';
import type { CodeDocument, CodeSyntaxNode } from '../../program/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import type { CodeContext, CodeDialect, CodeReading } from '../code-dialect.js';
import { judgeByLoop, type LoopTool } from '../loops/dispatch.js';
import { isAgentObject } from '../payload/payload.js';
import { extraHeaders } from '../requests/call-headers.js';
import {
  type ClientCall,
  clientCalls,
  keysGiven,
  languageOf,
  usesClient,
  variablesSet,
} from '../requests/client-calls.js';
import type { SentRequest } from '../requests/sent-requests.js';
import { isBetaHeader } from '../requests/session-request.js';
import { rawCalls } from './raw-calls.js';
import { computedParts, readSession, type SessionContext } from './read.js';

const METHODS: ReadonlySet<string> = new Set(['create']);
const PATH = /\.((?:beta\.)?agents\.sessions\.(?:with_(?:raw|streaming)_response\.)?create)$/;

/** The profile that the public client stands for; it sends the header that opts in by itself. */
const VENDOR = 'openai';

/** Where the client takes functions that run what the model calls, by the names of tools. */
const HANDLERS = ['toolHandlers', 'tool_handlers'] as const;

/** What speaks to the client, and is not in the body: also keyword arguments in Python. */
const CLIENT_KEYS: ReadonlySet<string> = new Set([
  'extra_headers',
  'extra_query',
  'extra_body',
  'timeout',
  'betas',
  ...HANDLERS,
]);

/** Session creations through the public client of the managed service. */
const sessionCode: CodeDialect = {
  name: 'session',
  surface: 'product',
  read(documents, context): CodeReading {
    const creations = groupedBy(creationsIn(documents), ({ node }) => node.document.file);
    const systems = documents.flatMap((document) => {
      const found = (creations.get(document.file) ?? []).map((one) => readCall(document, one, context));
      for (const one of variablesSet(document)) found[0]?.values?.push(one);
      return found;
    });
    const reason = 'a call creates a session, or stores an agent for one';
    return { systems, claimed: new Map(systems.map(({ file }) => [file, reason])) };
  },
};

export default sessionCode;

function creationsIn(documents: readonly CodeDocument[]): Creation[] {
  const stored = storedAgents(documents);
  const named = new Set<ClientCall>();
  const throughClient = clientCalls(documents, METHODS, PATH).map(({ node, body, clients }) => {
    const agent = namedBy(body, stored);
    if (agent) named.add(agent);
    return {
      node,
      body: agent ? withAgent(agent.body, body) : body,
      agentNode: agent?.node,
      values: clients.flatMap(keysGiven),
      client: VENDOR,
      ...requestOf(node),
    };
  });
  const alone = stored
    .filter((one) => !named.has(one))
    .map(({ node, body, clients }) => ({
      node,
      body: withAgent(body),
      agentNode: node,
      values: clients.flatMap(keysGiven),
      client: VENDOR,
    }));
  const raw = rawCalls(documents).map((sent) => ({
    node: sent.node,
    body: sent.body,
    request: sent.request,
    ...(mayBeClients(sent) ? { client: VENDOR } : {}),
  }));
  return [...throughClient, ...alone, ...raw];
}

/** A program that imports the client and sends a request by hand speaks to the same service, unless it names another. */
function mayBeClients({ node, request: { host, headers } }: SentRequest): boolean {
  if (host !== undefined || headers.some(({ name }) => isBetaHeader(name))) return false;
  return usesClient(node.document as CodeDocument);
}

function requestOf(node: CodeSyntaxNode): Pick<SessionContext, 'request'> {
  const request = statedRequest(node, VENDOR);
  return request ? { request } : {};
}

/** A body that a program sends, and how it is sent. */
interface Creation extends Pick<ClientCall, 'node'>, Pick<SessionContext, 'client' | 'request'> {
  body: SyntaxNode;
  values?: NamedValue[];
  /** The call that stores its agent. */
  agentNode?: CodeSyntaxNode | undefined;
}

function readCall(document: CodeDocument, creation: Creation, context: CodeContext): AgentSystem {
  const { node, body, values = [], agentNode, ...sent } = creation;
  const vendor = context.vendorFor(document.file);
  const system = readSession(body, {
    ...sent,
    at: node.at(),
    language: languageOf(document),
    ownKeys: CLIENT_KEYS,
    ...(vendor ? { vendor } : {}),
  });
  system.values = values;
  // A key is in the call: what it holds may be declared in another file.
  const isElsewhere = (body.get('agent') ?? body).document.file !== document.file;
  const at = (agentNode ?? (isElsewhere ? node : undefined))?.at();
  if (at) {
    system.runtimeAt = at;
    for (const agent of system.agents) Object.assign(agent, { at, nameAt: at });
  }
  for (const one of computedParts(body)) system.unresolved.push(one);
  readHandlers(document, system, creation);
  return system;
}

/** Judges tools by the functions that the client runs for them. */
function readHandlers(
  document: CodeDocument,
  { agents, unresolved }: AgentSystem,
  { node, body }: Creation,
): void {
  const stated = HANDLERS.map((key) => body.get(key)).find((one) => one !== undefined);
  const tools = agents
    .flatMap((agent) => agent.tools)
    .flatMap((tool): LoopTool[] => {
      const run = stated?.get(tool.name);
      return run && 'reference' in run ? [{ tool, body: run as CodeSyntaxNode }] : [];
    });
  const { judged, unread } = judgeByLoop({ documents: [document], tools, requests: [node] });
  for (const agent of agents) agent.tools = agent.tools.map(judged);
  unresolved.push(...unread);
}

/**
 * The request that a call of the public client shows: headers that it states itself are sent in place of the client's
 * own. Undefined where it does not state the one that opts in to `vendor`: then the client does.
 */
function statedRequest(node: CodeSyntaxNode, vendor: string): SessionRequest | undefined {
  const own = vendorProfile(vendor)?.betaHeader.toLowerCase();
  const headers = extraHeaders(node).filter(({ name }) => name.toLowerCase() === own);
  return headers.length === 0 ? undefined : { at: node.at(), headers, complete: false };
}

const STORED_PATH = /\.((?:beta\.)?agents\.(?:with_(?:raw|streaming)_response\.)?create)$/;

/** Calls by which programs store an agent with the service, for sessions that name it later. */
function storedAgents(documents: readonly CodeDocument[]): ClientCall[] {
  return clientCalls(documents, METHODS, STORED_PATH).filter(({ body }) => isAgentObject(body));
}

/** The stored agent that a session names by what storing it gave: `agent_id: support.id`. */
function namedBy(session: CodeSyntaxNode, stored: readonly ClientCall[]): ClientCall | undefined {
  const id = session.get('agent') === undefined ? session.get('agent_id') : undefined;
  const from = id?.takenFrom;
  if (from?.name !== 'id') return undefined;
  const { identity } = from.object;
  return stored.find(({ node }) => node.identity === identity);
}

/** The payload of a session of an agent that stands elsewhere; without a session what is known of it is its agent. */
function withAgent(agent: CodeSyntaxNode, session?: CodeSyntaxNode): CodeSyntaxNode {
  return Object.create(session ?? agent, {
    get: { value: (key: string) => (key === 'agent' ? agent : session?.get(key)) },
    keys: { value: () => ['agent', ...(session?.keys() ?? [])] },
  }) as CodeSyntaxNode;
}
