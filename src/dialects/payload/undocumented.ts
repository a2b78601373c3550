import type { UndocumentedPart } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { kindOfType } from './tool-kinds.js';

/** Root keys of an agent config that are ours (design, section 4); `$schema` helps editors. */
export const OWN_KEYS: ReadonlySet<string> = new Set([
  'runtime',
  'requirements',
  'headers',
  'agents',
  'controls',
  '$schema',
]);

/** Keys of ours inside an agent of an agent config. */
export const OWN_AGENT_KEYS: ReadonlySet<string> = new Set(['handoffs', 'delegates_to', 'controls']);

/** The table of the spec, section 4, by structural path. */
const DOCUMENTED: Readonly<Record<string, readonly string[]>> = {
  '': ['agent', 'environment', 'multi_agent'],
  agent: ['model', 'instructions', 'tools', 'mcp_servers'],
  environment: ['type'],
  multi_agent: ['enabled', 'max_concurrent_subagents'],
  'agent.tools[]': ['type'],
  'agent.mcp_servers[]': ['url'],
};

const NONE: ReadonlySet<string> = new Set();

/**
 * Everything in a payload that the spec does not document. Root keys of `ownKeys` are ours; with `agents` among them, so
 * are those of ours inside an agent.
 */
export function undocumentedParts(root: SyntaxNode, ownKeys: ReadonlySet<string>): UndocumentedPart[] {
  const parts: UndocumentedPart[] = [];
  unknownKeys(root, '', ownKeys, parts);
  const isConfig = ownKeys.has('agents');
  const ownAgentKeys = isConfig ? OWN_AGENT_KEYS : NONE;
  const agent = root.get('agent');
  if (agent) agentParts(agent, ownAgentKeys, parts);
  const agents = isConfig ? root.get('agents') : undefined;
  for (const name of agents?.keys() ?? []) {
    const further = agents?.get(name);
    if (further) agentParts(further, ownAgentKeys, parts);
  }
  environmentParts(root.get('environment'), parts);
  const multi = root.get('multi_agent');
  if (multi) unknownKeys(multi, 'multi_agent', NONE, parts);
  return parts;
}

function unknownKeys(
  node: SyntaxNode,
  table: string,
  own: ReadonlySet<string>,
  parts: UndocumentedPart[],
): void {
  const documented = DOCUMENTED[table];
  for (const key of node.keys()) {
    if (own.has(key) || documented?.includes(key)) continue;
    const name = table === '' ? key : `${table}.${key}`;
    const value = node.get(key);
    if (value) parts.push({ what: 'key', name, at: value.at('key') });
  }
}

function agentParts(agent: SyntaxNode, own: ReadonlySet<string>, parts: UndocumentedPart[]): void {
  unknownKeys(agent, 'agent', own, parts);
  for (const tool of agent.get('tools')?.items() ?? []) toolParts(tool, parts);
  for (const server of agent.get('mcp_servers')?.items() ?? [])
    unknownKeys(server, 'agent.mcp_servers[]', NONE, parts);
}

/** The spec names nine kinds and shows one: fields of the other eight belong to `tool-kind`, not to the table. */
function toolParts(tool: SyntaxNode, parts: UndocumentedPart[]): void {
  const type = tool.get('type');
  if (typeof type?.scalar !== 'string') return;
  const kind = kindOfType(type.scalar);
  if (kind === 'other') parts.push({ what: 'tool-type', name: type.scalar, at: type.at() });
  else if (kind === 'shell') unknownKeys(tool, 'agent.tools[]', NONE, parts);
  else {
    parts.push({ what: 'tool-kind', name: type.scalar, at: type.at() });
    if (kind === 'function') for (const key of tool.keys()) if (key !== 'type') toolField(tool, key, parts);
  }
}

function toolField(tool: SyntaxNode, key: string, parts: UndocumentedPart[]): void {
  const value = tool.get(key);
  if (value) parts.push({ what: 'tool-field', name: `agent.tools[].${key}`, at: value.at('key') });
}

function environmentParts(environment: SyntaxNode | undefined, parts: UndocumentedPart[]): void {
  if (environment === undefined) return;
  unknownKeys(environment, 'environment', NONE, parts);
  const type = environment.get('type');
  if (typeof type?.scalar === 'string' && type.scalar !== 'hosted') {
    parts.push({ what: 'environment-type', name: type.scalar, at: type.at() });
  }
}
