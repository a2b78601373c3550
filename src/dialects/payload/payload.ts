import { environmentKindOf } from '../../facts/vendors.js';
import { validatePayload } from '../../generated/validators.js';
import type {
  Agent,
  AgentReference,
  Delegation,
  Environment,
  Evidence,
  McpServer,
  NamedValue,
  PayloadReading,
  PayloadViolation,
  Tool,
  VendorProfile,
} from '../../model/index.js';
import { editRemedy } from '../../model/index.js';
import { displayUrl, hostOf } from '../../model/secrets.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { explainErrors } from '../../syntax/schema-errors.js';
import { readInstructions } from '../agents/agent.js';
import { computed, headerValues, stringOf, toolOf } from '../agents/tool.js';
import { hasStoredAgent, isServerTool, multiAgentNode, readServerTool } from './public-client.js';
import { isSelfHosted, kindOfType } from './tool-kinds.js';
import { undocumentedParts } from './undocumented.js';

/** Evidence of a control that the format at hand does not state: it has a place for it, or it has none. */
export type Unstated = { state: 'absent' } | { state: 'inexpressible'; why: string };

/** What a session payload says where it has no field for a control. */
export const PAYLOAD_HAS_NO_FIELD: Unstated = {
  state: 'inexpressible',
  why: 'a session payload has no field for it; state it in the `controls` of an agent config or in `attestations`',
};

const AGENT_FIELDS = ['model', 'instructions', 'tools', 'mcp_servers'];

/** Whether a node is an object with a field of the spec's agent. */
export function isAgentObject(node: SyntaxNode | undefined): node is SyntaxNode {
  return node?.kind === 'object' && AGENT_FIELDS.some((field) => node.get(field) !== undefined);
}

/** Whether a root is a session payload; a proposed name spares it `environment` or `multi_agent` (design, section 4). */
export function isSessionPayload(root: SyntaxNode, nameSaysSo: boolean): boolean {
  if (!isAgentObject(root.get('agent'))) return hasStoredAgent(root);
  return (
    nameSaysSo || root.get('environment')?.kind === 'object' || root.get('multi_agent')?.kind === 'object'
  );
}

/**
 * Whether the agent of a root is one of another format, whatever the file is called: its model is an object, and so is each
 * other field that it shares with the spec's, none of which is one. A map of tools alone is a mistake in one of ours.
 */
export function isOfOtherFormat(root: SyntaxNode): boolean {
  const agent = root.get('agent');
  return (
    agent?.get('model')?.kind === 'object' &&
    AGENT_FIELDS.every((field) => ['object', undefined].includes(agent.get(field)?.kind))
  );
}

/** Reads one agent of a payload. `unstated` is what this format says of a control that it does not state. */
export function readAgent(node: SyntaxNode, name: string, unstated: Unstated): Agent {
  const at = node.at('key');
  const model = stringOf(node.get('model'));
  const instructions = readInstructions(node.get('instructions'));
  const agent: Agent = {
    name,
    at,
    nameAt: at,
    tools: [],
    mcpServers: [],
    handoffs: readReferences(node.get('handoffs')),
    delegatesTo: readReferences(node.get('delegates_to')),
    guardrails: { input: unstated, output: unstated },
  };
  if (model !== undefined) agent.model = model;
  if (instructions) agent.instructions = instructions;
  for (const item of itemsOf(node.get('tools'))) {
    const tool = isServerTool(item) ? undefined : readTool(item, unstated);
    if (tool) agent.tools.push(tool);
    else if (isServerTool(item)) agent.mcpServers.push(readServerTool(item, unstated));
  }
  for (const item of itemsOf(node.get('mcp_servers'))) {
    const server = readServer(item, unstated);
    if (server) agent.mcpServers.push(server);
  }
  return agent;
}

const NO_ITEMS: readonly SyntaxNode[] = [];

const itemsOf = (node: SyntaxNode | undefined) =>
  node?.items().filter((item) => item.kind === 'object') ?? NO_ITEMS;

function readReferences(node: SyntaxNode | undefined): AgentReference[] {
  const references: AgentReference[] = [];
  for (const item of node?.items() ?? NO_ITEMS) {
    const name = stringOf(item);
    if (name !== undefined) references.push({ name, at: item.at() });
  }
  return references;
}

function readTool(node: SyntaxNode, unstated: Unstated): Tool | undefined {
  const typeNode = node.get('type');
  const nameNode = node.get('name');
  const type = stringOf(typeNode);
  const named = stringOf(nameNode);
  const name = named ?? type;
  if (name === undefined) return undefined;
  const kind = type === undefined ? 'function' : kindOfType(type);
  const description = stringOf(node.get('description'));
  const at = (named === undefined ? typeNode : nameNode)?.at('value', node) ?? node.at();
  const stated = {
    ...{ name, kind },
    ...(type !== undefined && { type }),
    ...(description !== undefined && { description }),
  };
  return toolOf(stated, at, unstated);
}

function readServer(node: SyntaxNode, unstated: Unstated): McpServer | undefined {
  const urlNode = node.get('url');
  const url = stringOf(urlNode);
  if (urlNode === undefined || url === undefined) return undefined;
  const at = urlNode.at('value', node);
  const address = displayUrl(url);
  const values: NamedValue[] = [{ name: 'url', value: url, at }];
  const headers = node.get('headers');
  if (headers) for (const one of headerValues(headers)) values.push(one);
  return {
    name: hostOf(url) ?? address,
    address,
    url,
    transport: 'http',
    at,
    allowedTools: unstated,
    tools: [],
    scopes: [],
    values,
    remove: () => node.edit()?.remove(),
  };
}

/** Reads `multi_agent`; a value of another type than the documented one is left to `session/schema`. */
export function readDelegation(root: SyntaxNode): Delegation | undefined {
  const node = multiAgentNode(root);
  if (node?.kind !== 'object') return undefined;
  const delegation: Delegation = { enabled: readFlag(node) };
  const maxConcurrent = readBound(node);
  if (maxConcurrent) delegation.maxConcurrent = maxConcurrent;
  return delegation;
}

function readFlag(node: SyntaxNode): Evidence<boolean> {
  const enabled = node.get('enabled');
  if (enabled === undefined) return { state: 'absent', at: node.at('key') };
  if (enabled.kind === 'dynamic') return computed(enabled);
  return typeof enabled.scalar === 'boolean'
    ? { state: 'shown', value: enabled.scalar, at: enabled.at() }
    : { state: 'absent', at: enabled.at() };
}

function readBound(node: SyntaxNode): Evidence<number> | undefined {
  const bound = node.get('max_concurrent_subagents');
  if (bound === undefined) return { state: 'absent', at: (node.get('enabled') ?? node).at() };
  if (bound.kind === 'dynamic') return computed(bound);
  return Number.isInteger(bound.scalar)
    ? { state: 'shown', value: bound.scalar as number, at: bound.at() }
    : undefined;
}

/** Reads `environment`; the spec shows its type alone, a vendor profile may document a network. */
export function readEnvironment(
  root: SyntaxNode,
  vendor: VendorProfile | undefined,
): Environment | undefined {
  const node = root.get('environment');
  const typeNode = node?.get('type');
  const type = stringOf(typeNode);
  if (node === undefined || typeNode === undefined || type === undefined) return undefined;
  const network = vendor?.fields.includes('environment.network')
    ? readNetwork(node.get('network'))
    : undefined;
  const environment: Environment = { type, at: typeNode.at(), kind: environmentKind(type, vendor) };
  if (network) environment.network = network;
  return environment;
}

function environmentKind(type: string, vendor: VendorProfile | undefined): Environment['kind'] {
  if (type === 'hosted') return 'hosted';
  if (isSelfHosted(type)) return 'self-hosted';
  return vendor?.environmentTypes[type] ?? environmentKindOf(type) ?? 'other';
}

function readNetwork(node: SyntaxNode | undefined): Environment['network'] {
  const accessNode = node?.get('access');
  const access = stringOf(accessNode);
  if (node === undefined || accessNode === undefined || access === undefined) return undefined;
  const allowedDomains = (node.get('allowed_domains')?.items() ?? []).flatMap((item) => stringOf(item) ?? []);
  const narrow =
    allowedDomains.length > 1
      ? editRemedy('Remove `*` from `environment.network.allowed_domains`', () =>
          node.get('allowed_domains')?.edit()?.item('*')?.remove(),
        )
      : editRemedy('Set `environment.network.access` to `disabled`', () =>
          accessNode.edit()?.replace('disabled'),
        );
  return { access, allowedDomains, at: accessNode.at(), narrow };
}

/**
 * What breaks the documented types, and what the spec does not document. Root keys of `ownKeys` are ours;
 * with `agents` among them, further agents are checked like `agent`.
 */
export function readPayload(root: SyntaxNode, ownKeys: ReadonlySet<string>): PayloadReading {
  const violations: PayloadViolation[] = validatePayload(root.toValue())
    ? []
    : explainErrors(root, validatePayload.errors ?? [], 'the spec');
  for (const one of insideAgent(root.get('agent'))) violations.push(one);
  const agents = ownKeys.has('agents') ? root.get('agents') : undefined;
  for (const name of agents?.keys() ?? []) {
    const agent = agents?.get(name);
    if (agent?.kind !== 'object') continue;
    for (const one of agentViolations(agent)) violations.push(one);
    for (const one of insideAgent(agent)) violations.push(one);
  }
  return { violations, undocumented: undocumentedParts(root, ownKeys) };
}

/** `multi_agent` where the public client writes it: the same types hold. */
function insideAgent(agent: SyntaxNode | undefined): PayloadViolation[] {
  const multi = agent?.get('multi_agent');
  if (agent === undefined || multi === undefined) return [];
  if (validatePayload({ multi_agent: multi.toValue() })) return [];
  return explainErrors(agent, validatePayload.errors ?? [], 'the spec');
}

function agentViolations(agent: SyntaxNode): PayloadViolation[] {
  if (validatePayload({ agent: agent.toValue() })) return [];
  const errors = (validatePayload.errors ?? []).map((error) => ({
    ...error,
    instancePath: error.instancePath.replace(/^\/agent/, ''),
  }));
  return explainErrors(agent, errors, 'the spec');
}
