import type { Tool } from '../../model/index.js';
import type { CodeSyntaxNode } from '../../program/index.js';
import { computed, toolOf } from '../agents/tool.js';
import type { FoundAgent, VendorFacts, VendorReading } from '../frameworks/framework.js';
import { exportOf } from '../frameworks/origins.js';
import { lost, placed } from '../frameworks/places.js';
import { isOnHost } from './sandboxes.js';
import vendor from './vendor.json' with { type: 'json' };

/** Agents that have tools of a sandbox. */
interface Sandbox {
  readonly constructors: readonly string[];
  /** The option with the list of capabilities. */
  readonly option: string;
  /** The kind of the tool that each capability brings. */
  readonly tools: Readonly<Record<string, string>>;
  /** The kinds of the tools without a list. */
  readonly defaults: readonly string[];
}

const facts: Sandbox = vendor.sandbox;

/** Tools that a sandbox agent has without being given them: a shell and writes of files (facts on dialects, A3). */
export function capabilitiesOf(
  { agent, node, framework, rows, unresolved }: FoundAgent,
  { get, programs }: VendorReading,
): VendorFacts | undefined {
  const [maker = ''] = exportOf(node, framework)?.split('(') ?? [];
  if (!facts.constructors.includes(maker)) return undefined;
  const list = get(facts.option);
  if (list && list.kind !== 'array' && list.kind !== 'null' && !isDefault(list)) {
    unresolved.push(lost(list, `the capabilities of \`${agent.name}\``));
    return undefined;
  }
  const given = list?.kind === 'array' ? list.items() : undefined;
  const kinds = given
    ? given.flatMap((item) =>
        isDefault(item.spread ?? item)
          ? facts.defaults
          : (facts.tools[exportOf(item, framework) ?? ''] ?? []),
      )
    : facts.defaults;
  const configured = given?.find(
    ({ call }) => call?.options.get('configureTools') ?? call?.options.get('configure_tools'),
  );
  const onHost = isOnHost(node.document, programs);
  const tools = [...new Set(kinds)].map((kind) => {
    const stated = { name: kind, kind: kind as Tool['kind'] };
    const at = placed(node.at(), `${agent.at.path}.capabilities[${kind}]`);
    const gate = configured
      ? { ...computed(configured), why: 'a function of the project configures its tools' }
      : ({ state: 'absent' } as const);
    return {
      ...toolOf(stated, at, gate),
      ...(!onHost && { containedBy: { by: 'sandbox', of: 'agent' } as const }),
      gateRemedy: { text: gateOfCapabilities(rows) },
    };
  });
  return { tools };
}

/** Capabilities hand their tools to a function of the project, which may gate them. */
function gateOfCapabilities({ language }: FoundAgent['rows']): string {
  return language === 'python'
    ? 'Give the capability a `configure_tools` function that sets `needs_approval = True` on its tools, or remove the capability.'
    : 'Give the capability a `configureTools` function that returns its tools with `needsApproval`, or remove the capability.';
}

const isDefault = ({ call }: CodeSyntaxNode) => call?.callee.endsWith('Capabilities.default') ?? false;
