import type { Agent, ApprovalMode } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { stringOf } from '../agents/tool.js';
import { letAllRun } from '../permissions/grants.js';

/**
 * Reads the safety modes that the author of a file declares: `runtime.safety`, `safety` of an agent, and the policy of a
 * program that an agent starts (`harness`). Only `autonomous` and `auto_allow` run what nobody was asked about.
 * Source: documentation of docker agent, configuration/permissions and configuration/agents, 2026-11.
 */
export function readSafety(agents: readonly Agent[], root: SyntaxNode): void {
  const whole = modeOf(root.get('runtime')?.get('safety'));
  for (const [index, agent] of agents.entries()) {
    const node = root.get('agents')?.get(agent.name);
    const policy = node?.get('harness')?.get('permission_policy')?.get('mode');
    const mode = modeOf(policy) ?? modeOf(node?.get('safety')) ?? (index === 0 ? whole : undefined);
    if (mode) agent.mode = mode;
  }
  // What the first agent hands on to goes on in the mode of its session.
  const session = agents[0]?.mode;
  for (const agent of agents) {
    const mode = [agent.mode, session].find((one) => one?.asks === 'nobody');
    if (mode) letAllRun(agent, { who: 'agent', what: { of: 'tool' }, setting: mode.stated, at: mode.at });
  }
}

const MODES: Readonly<Record<string, ApprovalMode['asks']>> = {
  strict: 'human',
  balanced: 'human',
  restricted: 'human',
  autonomous: 'nobody',
  ask: 'human',
  deny_all: 'human',
  auto_allow: 'nobody',
};

function modeOf(node: SyntaxNode | undefined): ApprovalMode | undefined {
  const stated = stringOf(node);
  if (!node || stated === undefined || !Object.hasOwn(MODES, stated)) return undefined;
  const asks = MODES[stated] ?? 'human';
  const other = stated === 'auto_allow' ? 'ask' : 'balanced';
  return {
    stated,
    setting: `${node.key}: ${stated}`,
    at: node.at(),
    asks,
    remedy: { text: `Set it to \`${other}\`: a person then approves the calls.` },
  };
}
