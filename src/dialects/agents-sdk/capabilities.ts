import type { Agent, Tool, Unresolved } from '../../model/index.js';
import type { CodeSyntaxNode } from '../../program/index.js';
import { computed, toolOf } from '../agents/tool.js';
import type { Profile } from '../frameworks/framework.js';
import { exportOf } from '../frameworks/origins.js';
import { lost, placed } from '../frameworks/places.js';

/** Tools that a sandbox agent has without being given them: a shell and writes of files (facts on dialects, A3). */
export function addCapabilities(
  { agent, node, unresolved }: { agent: Agent; node: CodeSyntaxNode; unresolved: Unresolved[] },
  list: CodeSyntaxNode | undefined,
  profile: Profile,
  onHost: boolean,
): void {
  if (list && list.kind !== 'array' && list.kind !== 'null') {
    if (!isDefault(list)) {
      unresolved.push(lost(list, `the capabilities of \`${agent.name}\``));
      return;
    }
  }
  const given = list?.kind === 'array' ? list.items() : undefined;
  const { capabilities = {}, capabilityDefaults = [] } = profile.tools;
  const kinds = given
    ? given.flatMap((item) =>
        isDefault(item.spread ?? item)
          ? capabilityDefaults
          : (capabilities[exportOf(item, profile.framework) ?? ''] ?? []),
      )
    : capabilityDefaults;
  const configured = given?.find(
    ({ call }) => call?.options.get('configureTools') ?? call?.options.get('configure_tools'),
  );
  for (const kind of new Set(kinds)) {
    const stated = { name: kind, kind: kind as Tool['kind'] };
    const at = placed(node.at(), `${agent.at.path}.capabilities[${kind}]`);
    const gate = configured
      ? { ...computed(configured), why: 'a function of the project configures its tools' }
      : ({ state: 'absent' } as const);
    const tool = toolOf(stated, at, gate);
    if (!onHost) tool.containedBy = { by: 'sandbox', of: 'agent' };
    tool.gateRemedy = { text: gateOfCapabilities(profile) };
    agent.tools.push(tool);
  }
}

/** Capabilities hand their tools to a function of the project, which may gate them. */
function gateOfCapabilities({ language }: Profile): string {
  return language === 'python'
    ? 'Give the capability a `configure_tools` function that sets `needs_approval = True` on its tools, or remove the capability.'
    : 'Give the capability a `configureTools` function that returns its tools with `needsApproval`, or remove the capability.';
}

const isDefault = ({ call }: CodeSyntaxNode) => call?.callee.endsWith('Capabilities.default') ?? false;
