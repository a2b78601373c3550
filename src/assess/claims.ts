import type { AgentSystem, PlainMembers, Repair, RuleContext } from '../model/index.js';

/** A name as a key of YAML: quoted where it needs to be. */
export function yamlKey(name: string): string {
  return /^[A-Za-z_][\w-]*$/.test(name) ? name : JSON.stringify(name);
}

/**
 * The edit that states a control in the file at hand, as one or two sentences.
 * `path` and `value` stand below `controls`: `tools.issue_refund.approval` and `{ by: human }`.
 */
export function claimEdit(system: AgentSystem, path: string, value: string): string {
  const line = `\`controls.${path}: ${value}\``;
  if (system.dialect === 'agent-config') return `State it in this file: ${line}.`;
  const claim = 'claim it for this file under `attestations` of agent-lint.config.yaml';
  if (system.dialect === 'session')
    return `A session payload has no field for it: use an agent config with ${line}, or ${claim}.`;
  // A program has a place for what its SDK knows: only where that is done elsewhere it is claimed.
  if (system.dialect === 'agents-sdk') return `${claim[0]?.toUpperCase()}${claim.slice(1)} with ${line}.`;
  const words = system.dialect === 'responses' ? 'A Responses request' : 'This file';
  return `${words} has no field for it: ${claim} with ${line}.`;
}

/** Where the effect of a tool is declared, as the end of a sentence. */
export function effectEdit(system: AgentSystem, tool: string): string {
  const project = '`tools` of agent-lint.config.yaml';
  return system.dialect === 'agent-config'
    ? `\`controls.tools.${yamlKey(tool)}.effect\` here, or ${project}`
    : project;
}

/**
 * The edit that claims controls of a file: in an agent config itself, else under `attestations` of the configuration
 * nearest to it, which is made at the root where there is none. `what` completes the title: `a person approves \`x\``.
 */
export function claimRepair(
  { dialect, runtimeAt }: AgentSystem,
  { claims }: Pick<RuleContext, 'claims'>,
  controls: PlainMembers,
  what: string,
): Repair {
  const isOwn = dialect === 'agent-config';
  return {
    title: `Claim: ${what}`,
    edits: () => (isOwn ? runtimeAt.edit?.()?.root.merge({ controls }) : claims?.()?.attest(controls)),
  };
}
