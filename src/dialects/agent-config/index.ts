import { vendorOfHeaders } from '../../facts/vendors.js';
import { type AgentSystem, type ControlClaims, RUNTIMES, type Runtime } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { placeBelow } from '../../syntax/place-below.js';
import { headerValues } from '../agents/tool.js';
import type { Dialect, Proposal, ReadContext, Recognition } from '../dialect.js';
import { readClaims } from '../payload/claims.js';
import {
  isOfOtherFormat,
  isSessionPayload,
  readAgent,
  readDelegation,
  readEnvironment,
  readPayload,
  type Unstated,
} from '../payload/payload.js';
import { storedAgent } from '../payload/public-client.js';
import { OWN_KEYS } from '../payload/undocumented.js';
import { readConfigRequest } from '../requests/session-request.js';
import { ownKeyIssues } from './issues.js';
import { hasKeyBesideAgents, hasKeyOfOurs, looksLikeAgents, misspeltAgent, nearOwnKey } from './keys.js';
import { readRequirements } from './requirements.js';

/** File names that propose it (design, section 4). */
const ENDINGS = ['agent.yaml', 'agent.yml', 'agent.json'];

const ABSENT: Unstated = { state: 'absent' };

/** A session payload with sibling keys of ours (design, section 4). */
const agentConfig: Dialect = {
  name: 'agent-config',
  isPayload: true,
  order: 1,
  surface: 'product',

  proposes(path: string): boolean {
    const name = path.slice(path.lastIndexOf('/') + 1);
    return ENDINGS.some((ending) => name === ending || name.endsWith(`.${ending}`));
  },

  mayHold: (text) => text.includes('agent'),

  recognise(root: SyntaxNode, proposal: Proposal): Recognition {
    if (root.document.format === 'http' || root.kind !== 'object')
      return { claimed: false, reason: 'its root is not an object' };
    const nameSaysSo = proposal.isPayload === true;
    const saysSo = (nameSaysSo && !isOfOtherFormat(root)) || looksLikeAgents(root.get('agents'));
    if (hasKeyOfOurs(root) && isSessionPayload(root, saysSo)) {
      return { claimed: true, reason: 'a session payload with keys of agent-lint' };
    }
    if (looksLikeAgents(root.get('agents')) && (nameSaysSo || hasKeyBesideAgents(root))) {
      return { claimed: true, reason: 'a map of agents with keys of agent-lint' };
    }
    if (nameSaysSo && (RUNTIMES.some((one) => one === root.get('runtime')?.scalar) || misspeltAgent(root))) {
      return { claimed: true, reason: 'an agent config whose agent cannot be read' };
    }
    return { claimed: false, reason: 'no session payload with keys of agent-lint' };
  },

  read(root: SyntaxNode, context: ReadContext): AgentSystem[] {
    return [readConfig(root, context)];
  },
};

export default agentConfig;

function readConfig(root: SyntaxNode, context: ReadContext): AgentSystem {
  const runtime = targetedRuntime(root);
  const stated = readRequirements(root.get('requirements'));
  const delegation = readDelegation(root);
  // The configuration names a vendor, or the header that this file sends does.
  const selected = context.vendor ? undefined : vendorOfHeaders(root.get('headers')?.keys() ?? []);
  const environment = readEnvironment(root, context.vendor ?? selected);
  const request = root.get('runtime')?.scalar === 'managed' ? readConfigRequest(root) : undefined;
  const agents = agentNodes(root).map(({ name, node }) => readAgent(node, name, ABSENT));
  const system: AgentSystem = {
    file: root.document.file,
    dialect: 'agent-config',
    surface: 'product',
    targetedBy: '`environment` or `multi_agent` without `runtime`',
    runtimeAt:
      root.get('runtime')?.at() ??
      stated?.places.needs ??
      (root.get('agent') ?? root.get('agents') ?? root).at('key'),
    at: root.at(),
    agents,
    tracing: ABSENT,
    residency: ABSENT,
    retention: ABSENT,
    payload: readPayload(root, ownKeysOf(root)),
    controls: root,
    claims: readAllClaims(root),
    configIssues: ownKeyIssues(root, agents),
    unresolved: storedAgent(root),
  };
  if (runtime) system.runtime = runtime;
  if (delegation) system.delegation = delegation;
  if (environment) system.environment = environment;
  if (stated) system.stated = stated;
  if (request) system.request = request;
  else system.values = headerValues(root.get('headers'));
  if (selected) system.vendor = selected.name;
  return system;
}

/** `runtime`; without it an environment or subagents mean the managed service, else none is targeted. */
function targetedRuntime(root: SyntaxNode): Runtime | undefined {
  const stated = root.get('runtime');
  if (stated) {
    const name = stated.scalar;
    return name === 'managed' || name === 'framework' || name === 'responses' ? name : undefined;
  }
  return root.get('environment') || root.get('multi_agent') ? 'managed' : undefined;
}

function agentNodes(root: SyntaxNode): { name: string; node: SyntaxNode }[] {
  const agent = root.get('agent');
  const agents = root.get('agents');
  const further = (agents?.keys() ?? []).flatMap((name) => {
    const node = agents?.get(name);
    return node?.kind === 'object' ? [{ name, node }] : [];
  });
  return agent?.kind === 'object' ? [{ name: 'agent', node: agent }, ...further] : further;
}

function readAllClaims(root: SyntaxNode): ControlClaims[] {
  const all: ControlClaims[] = [];
  const own = claimsAt(root.get('controls'));
  if (own) all.push(own);
  const first = claimsAt(root.get('agent')?.get('controls'));
  if (first) all.push({ ...first, agent: 'agent' });
  const agents = root.get('agents');
  for (const agent of agents?.keys() ?? []) {
    const claims = claimsAt(agents?.get(agent)?.get('controls'));
    if (claims) all.push({ ...claims, agent });
  }
  return all;
}

function claimsAt(node: SyntaxNode | undefined): ControlClaims | undefined {
  if (node?.kind !== 'object') return undefined;
  return readClaims(node.toValue(), (path) => placeBelow(node, path));
}

/** Our root keys, misspelt ones too: only `config/schema` reports them. */
function ownKeysOf(root: SyntaxNode): ReadonlySet<string> {
  const agent = misspeltAgent(root);
  const misspelt = root.keys().filter((key) => key === agent?.key || nearOwnKey(key) !== undefined);
  return misspelt.length === 0 ? OWN_KEYS : new Set([...OWN_KEYS, ...misspelt]);
}
