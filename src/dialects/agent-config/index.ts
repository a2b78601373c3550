import type { AgentSystem, Runtime } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import type { Dialect, Proposal, ReadContext, Recognition } from '../dialect.js';
import { readClaims } from '../shared/claims.js';
import { OWN_KEYS } from '../shared/own-keys.js';
import {
  isSessionPayload,
  readAgent,
  readDelegation,
  readEnvironment,
  readPayload,
  type Unstated,
} from '../shared/payload.js';
import { readConfigRequest } from '../shared/session-request.js';
import { ownKeyIssues } from './issues.js';
import { hasKeyOfOurs, looksLikeAgents } from './keys.js';
import { readRequirements } from './requirements.js';

const ABSENT: Unstated = { state: 'absent' };

/** A session payload with sibling keys of ours (design, section 4). */
const agentConfig: Dialect = {
  name: 'agent-config',
  order: 1,
  surface: 'product',

  recognise(root: SyntaxNode, proposal: Proposal): Recognition {
    if (root.document.format === 'http' || root.kind !== 'object')
      return { claimed: false, reason: 'its root is no object' };
    const nameSaysSo = proposal.dialect !== undefined;
    if (hasKeyOfOurs(root) && isSessionPayload(root, nameSaysSo || looksLikeAgents(root.get('agents')))) {
      return { claimed: true, reason: 'a session payload with keys of agent-lint' };
    }
    const otherKey = [...OWN_KEYS].some((key) => key !== 'agents' && root.get(key) !== undefined);
    if (looksLikeAgents(root.get('agents')) && (nameSaysSo || otherKey)) {
      return { claimed: true, reason: 'a map of agents with keys of agent-lint' };
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
  const environment = readEnvironment(root, context.vendor);
  const request = root.get('runtime')?.scalar === 'managed' ? readConfigRequest(root) : undefined;
  const agents = agentNodes(root).map(({ name, node }) => readAgent(node, name, ABSENT));
  return {
    file: root.document.file,
    dialect: 'agent-config',
    surface: 'product',
    ...(runtime ? { runtime } : {}),
    runtimeAt:
      root.get('runtime')?.at() ??
      stated?.places.needs ??
      (root.get('agent') ?? root.get('agents') ?? root).at('key'),
    at: root.at(),
    agents,
    ...(delegation ? { delegation } : {}),
    ...(environment ? { environment } : {}),
    tracing: ABSENT,
    residency: ABSENT,
    retention: ABSENT,
    ...(stated ? { stated } : {}),
    ...(request ? { request } : {}),
    payload: readPayload(root, OWN_KEYS),
    claims: readAllClaims(root),
    configIssues: ownKeyIssues(root, agents),
    unresolved: [],
  };
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

function readAllClaims(root: SyntaxNode) {
  const own = claimsAt(root.get('controls'));
  const agents = root.get('agents');
  const further = (agents?.keys() ?? []).flatMap((name) =>
    claimsAt(agents?.get(name)?.get('controls')).map((claims) => ({ ...claims, agent: name })),
  );
  return [...own, ...further];
}

function claimsAt(node: SyntaxNode | undefined) {
  if (node?.kind !== 'object') return [];
  return [
    readClaims(node.toValue(), (path) => {
      let at: SyntaxNode = node;
      for (const key of path) at = (typeof key === 'number' ? at.items()[key] : at.get(key)) ?? at;
      const container = at.kind === 'object' || at.kind === 'array';
      return at.at(container ? 'key' : 'value');
    }),
  ];
}
