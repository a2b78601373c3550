import type { GateFlaw } from '../../model/index.js';
import { type CodeDocument, type CodeSyntaxNode, valueOfNode } from '../../program/index.js';
import type { LockedFor } from '../code-dialect.js';
import { sentBy } from './deciders/sent.js';
import type { FoundAgent, Framework } from './framework.js';
import { concludeEach, flawed } from './gate-levels.js';
import { placed } from './places.js';
import { trustedBy, type Trusted } from './rows/trusts.js';

/** The agents of one call; undefined where they are not known. */
export type AgentsOf = (call: CodeSyntaxNode) => readonly FoundAgent[] | undefined;

/**
 * Adds to the gates of agents that whoever sends a request can answer them: history or a stored state that a client sent
 * leads to a call that takes answers from it, and no secret signs them.
 */
export function noteForgeable(
  calls: ReadonlyMap<CodeDocument, readonly CodeSyntaxNode[]>,
  framework: Framework,
  agentsOf: AgentsOf,
  lockedFor: LockedFor | undefined,
): void {
  for (const node of [...calls.values()].flat()) {
    const trusted = trustedBy(node, framework);
    if (trusted) noteCall(node, trusted, framework, { agentsOf, lockedFor });
  }
}

function noteCall(
  node: CodeSyntaxNode,
  { given, takes, remedy }: Trusted,
  framework: Framework,
  { agentsOf, lockedFor }: { agentsOf: AgentsOf; lockedFor: LockedFor | undefined },
): void {
  const answers = valueOfNode(given);
  const sent = sentBy(answers, node, framework);
  const taken = sent ?? sentBy(answers, node, framework, 'callers');
  if (!taken) return;
  const giver = sent ? 'which a client sends' : 'whose sender is not seen';
  const from = `\`${node.call?.name}\` takes the answers from \`${taken}\`, ${giver}`;
  const { unsigned } = framework.vendor;
  for (const found of agentsOf(node) ?? []) {
    const lacking = unsigned?.(node, found, remedy, lockedFor);
    if (unsigned && !lacking) continue;
    const flaw: GateFlaw = {
      kind: 'forgeable',
      at: placed(node.at(), `${found.agent.at.path}.answers`),
      why: lacking ? `${from}, and ${lacking.why}` : from,
      remedy: lacking?.remedy ?? { text: remedy },
      ...(!sent || lacking?.isOpen || takes === 'unknown' ? { isOpen: true } : {}),
    };
    concludeEach(found.agent, (tool) =>
      tool.approval.state === 'shown' && tool.approval.value.interrupts ? flawed(tool, flaw) : tool,
    );
  }
}
