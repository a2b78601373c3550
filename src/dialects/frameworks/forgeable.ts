import { parameterVersion } from '../../facts/sdk-versions.js';
import { isOlderRelease } from '../../facts/versions.js';
import type { GateFlaw } from '../../model/index.js';
import { type CodeDocument, type CodeSyntaxNode, valueOfNode } from '../../program/index.js';
import type { LockedFor } from '../code-dialect.js';
import { sentBy } from './deciders/sent.js';
import type { FoundAgent, Framework } from './framework.js';
import { needing } from './gates.js';
import { exportOf } from './origins.js';
import { placed } from './places.js';
import { type Signed, trustedBy, type Trusted } from './rows/trusts.js';

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
  { given, takes, remedy, signed }: Trusted,
  framework: Framework,
  { agentsOf, lockedFor }: { agentsOf: AgentsOf; lockedFor: LockedFor | undefined },
): void {
  const answers = valueOfNode(given);
  const sent = sentBy(answers, node, framework);
  const taken = sent ?? sentBy(answers, node, framework, 'callers');
  if (!taken) return;
  const giver = sent ? 'which a client sends' : 'whose sender is not seen';
  const call = exportOf(node, framework) ?? '';
  for (const found of agentsOf(node) ?? []) {
    const { option: secret } = signed ?? {};
    const stated = signed ? signs(node, found, signed) : 'no';
    const ignoring =
      stated === 'yes' && signed ? ignoringVersion(node, found, { ...signed, call }, lockedFor) : undefined;
    if (stated === 'yes' && ignoring === undefined) continue;
    const from = `\`${node.call?.name}\` takes the answers from \`${taken}\`, ${giver}`;
    const unsigned =
      ignoring === undefined ? `no \`${secret}\` signs them` : `${ignoring} does not read \`${secret}\``;
    const flaw: GateFlaw = {
      kind: 'forgeable',
      at: placed(node.at(), `${found.agent.at.path}.answers`),
      why: secret === undefined ? from : `${from}, and ${unsigned}`,
      remedy:
        secret === undefined
          ? { text: remedy }
          : needing(
              { text: ignoring === undefined ? remedy : `Keep \`${secret}\` as it is.` },
              found.rows.language,
              call,
              secret,
            ),
      ...(!sent || stated === 'unknown' || takes === 'unknown' ? { isOpen: true } : {}),
    };
    for (const tool of [...found.agent.tools, ...found.agent.mcpServers.flatMap(({ tools }) => tools)])
      if (tool.kind !== 'agent' && tool.approval.state === 'shown' && tool.approval.value.interrupts)
        tool.flaws = [...(tool.flaws ?? []), flaw];
  }
}

/** Whether a secret is an option of the call or of its agent; unknown where options are computed. */
function signs(
  node: CodeSyntaxNode,
  { node: made, prepared = [] }: FoundAgent,
  { option, of }: Signed,
): 'yes' | 'no' | 'unknown' {
  const options = [
    ...(of === 'agent' ? [made] : [node, made]).flatMap(({ call }) => call?.options ?? []),
    ...prepared,
  ];
  const values = options.flatMap((one) => one.get(option) ?? []);
  if (values.some(({ kind }) => kind !== 'null')) return 'yes';
  return options.some(({ kind }) => kind === 'dynamic') ? 'unknown' : 'no';
}

/** The locked version that does not read the secret of a call: `ai 6.0.201`. */
function ignoringVersion(
  { document }: CodeSyntaxNode,
  { rows }: FoundAgent,
  { call, option, of }: Signed & { readonly call: string },
  lockedFor: LockedFor | undefined,
): string | undefined {
  // For the secret of an agent, that is a defect of the version.
  const need = of === 'agent' ? undefined : parameterVersion(rows.language, call, option);
  const locked = need && lockedFor?.(document.file, need.package);
  if (!need || !locked || locked.range || !isOlderRelease(locked.version, need.since)) return undefined;
  return `${need.package} ${locked.version}`;
}
