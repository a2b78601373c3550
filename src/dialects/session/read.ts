import { vendorOfHeaders, vendorOfHost, vendorProfile } from '../../facts/vendors.js';
import type {
  Agent,
  AgentSystem,
  Place,
  SessionRequest,
  Unresolved,
  VendorProfile,
} from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { unresolvedPart } from '../agents/tool.js';
import {
  PAYLOAD_HAS_NO_FIELD,
  readAgent,
  readDelegation,
  readEnvironment,
  readPayload,
} from '../payload/payload.js';
import { storedAgent } from '../payload/public-client.js';

const NO_KEYS: ReadonlySet<string> = new Set();

/** What stands around a session payload. Everything may be left out. */
export interface SessionContext {
  /** The profile that the configuration names. */
  vendor?: VendorProfile;
  /** The profile that what sends the payload stands for: its client, by name. */
  client?: string;
  request?: SessionRequest;
  /** Where a lack of the whole payload is reported: the call. */
  at?: Place;
  language?: 'typescript' | 'python';
  /** Keys beside the payload that are not sent in it. */
  ownKeys?: ReadonlySet<string>;
}

/** Reads one session payload, wherever it is written: JSON, YAML, a `.http` file, a call in code. */
export function readSession(root: SyntaxNode, context: SessionContext): AgentSystem {
  const { request, at, language } = context;
  const agent = root.get('agent');
  const delegation = readDelegation(root);
  // The configuration names a vendor, or the client, the header or the host of the request does.
  const selected = context.vendor
    ? undefined
    : (vendorProfile(context.client) ??
      vendorOfHeaders(request?.headers.map((one) => one.name) ?? []) ??
      vendorOfHost(request?.host));
  const environment = readEnvironment(root, context.vendor ?? selected);
  return {
    file: at?.file ?? root.document.file,
    dialect: 'session',
    surface: 'product',
    runtime: 'managed',
    targetedBy: 'A session payload',
    runtimeAt: (agent ?? root.get('agent_id') ?? root).at('key'),
    at: at ?? request?.at ?? root.at(),
    ...(language === undefined ? {} : { language }),
    agents: agent?.kind === 'object' ? [agentOf(agent)] : [],
    ...(delegation ? { delegation } : {}),
    ...(environment ? { environment } : {}),
    tracing: PAYLOAD_HAS_NO_FIELD,
    residency: PAYLOAD_HAS_NO_FIELD,
    retention: PAYLOAD_HAS_NO_FIELD,
    ...(request ? { request } : {}),
    payload: readPayload(root, context.ownKeys ?? NO_KEYS),
    claims: [],
    configIssues: [],
    unresolved: storedAgent(root),
    ...(selected ? { vendor: selected.name } : {}),
  };
}

/** A payload names no other agents: keys that do so in an agent config are undocumented here. */
function agentOf(node: SyntaxNode): Agent {
  const agent = readAgent(node, 'agent', PAYLOAD_HAS_NO_FIELD);
  agent.handoffs = [];
  agent.delegatesTo = [];
  return agent;
}

const PARTS: readonly (readonly [name: string, what: string])[] = [
  ['agent', 'the agent'],
  ['environment', 'the environment'],
  ['multi_agent', 'the delegation to subagents'],
];

/** What a program computes is not absent: it is listed. */
export function computedParts(body: SyntaxNode): Unresolved[] {
  if (body.kind === 'dynamic') return [unresolvedPart(body, 'the whole payload')];
  const agent = body.get('agent');
  return [
    ...PARTS.flatMap(([name, what]) => computed(what, body.get(name))),
    ...computed('the list of tools', agent?.get('tools')),
    ...computed('the list of MCP servers', agent?.get('mcp_servers')),
    ...(agent?.get('tools')?.items() ?? []).flatMap((item) => [
      ...computed('a tool of the list', item),
      // A name alone makes a tool, whatever its type is.
      ...(item.get('name') === undefined ? computed('the type of a tool', item.get('type')) : []),
    ]),
  ];
}

const computed = (what: string, node: SyntaxNode | undefined): Unresolved[] =>
  node?.kind === 'dynamic' ? [unresolvedPart(node, what)] : [];
