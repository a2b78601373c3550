import type { Agent, ApprovalMode, Environment } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { stringOf } from '../shared/tool.js';

/** What the sandbox of a mode holds, in words that follow the deed; undefined: nothing. */
const CONTAINED: Readonly<Record<string, string>> = {
  'read-only': 'in a sandbox that writes nothing',
  'workspace-write': 'in a sandbox that writes the workspace alone',
};

/** The sandbox that Codex uses where a file states none. */
const DEFAULT_SANDBOX = 'read-only';

/**
 * Reads `approval_policy` and `sandbox_mode`: what runs unasked is what the policy lets run, and the sandbox holds it. A
 * profile that leaves one out has that of the file. Gives the network of the sandbox where the file opens it.
 */
export function readPolicy(agent: Agent, node: SyntaxNode, base?: Agent): Environment | undefined {
  const policyNode = node.get('approval_policy');
  const policy = stringOf(policyNode);
  const sandboxNode = node.get('sandbox_mode');
  const sandbox = stringOf(sandboxNode);
  const at = (policyNode ?? sandboxNode)?.at();
  if (at) {
    const asks: ApprovalMode['asks'] =
      policy === 'never' ? 'nobody' : sandbox === 'danger-full-access' ? 'as-model-decides' : 'human';
    const inherited = sandbox === undefined && base?.mode ? base.mode.contained : undefined;
    const contained = sandbox === undefined ? (inherited ?? CONTAINED[DEFAULT_SANDBOX]) : CONTAINED[sandbox];
    const mode: ApprovalMode = {
      stated: policy ?? sandbox ?? '',
      at,
      asks,
      edit:
        policy === 'never'
          ? 'Set `approval_policy` to `on-request`, and keep `sandbox_mode` at `workspace-write` or `read-only`.'
          : 'Set `sandbox_mode` to `workspace-write` or `read-only`.',
    };
    if (contained !== undefined) mode.contained = contained;
    agent.mode = mode;
  }
  return networkOf(node, sandbox, sandboxNode);
}

function networkOf(
  node: SyntaxNode,
  sandbox: string | undefined,
  sandboxNode: SyntaxNode | undefined,
): Environment | undefined {
  const access = node.get('sandbox_workspace_write')?.get('network_access');
  if (access === undefined || typeof access.scalar !== 'boolean') return undefined;
  return {
    type: sandbox ?? 'workspace-write',
    at: (sandboxNode ?? access).at(),
    kind: 'other',
    network: { access: access.scalar ? 'enabled' : 'disabled', allowedDomains: [], at: access.at() },
  };
}
