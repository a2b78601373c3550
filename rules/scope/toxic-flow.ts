import { gatesFor } from '../../src/assess/approval/gates.js';
import type { ClaimContext } from '../../src/assess/claims.js';
import { type AgentTool, type Flow, flowOf, flowPartsOf, hasOpenSink } from '../../src/assess/scope/flow.js';
import { flowRoots, isToxic } from '../../src/assess/scope/flow-roots.js';
import {
  type AgentSystem,
  type Confidence,
  defineRule,
  type EvidenceState,
  hasHumanGate,
  isMet,
  type Report,
  reachableFrom,
  type Tool,
} from '../../src/model/index.js';

const MOST_NAMES = 5;

/** What is known of a gate; where none can exist, it is not there. */
function gateState({ approval, ungateable }: Tool): EvidenceState {
  if (isMet(approval)) return 'shown';
  return ungateable ? 'absent' : approval.state;
}

const STATES: readonly EvidenceState[] = ['shown', 'absent', 'inexpressible', 'undecidable'];
const SURENESS: readonly Confidence[] = ['low', 'medium', 'high'];

/** The surest tool of each source and of the sink: the sink whose missing gate is known best. */
function surestTools({ privateSources, untrustedSources, sinks }: Flow): AgentTool[] {
  const open = sinks.filter(({ tool }) => !hasHumanGate(tool));
  const [out] = open.sort((a, b) => STATES.indexOf(gateState(a.tool)) - STATES.indexOf(gateState(b.tool)));
  const [source] = untrustedSources;
  const [secret] = privateSources.filter((one) => one.tool !== source?.tool).concat(privateSources);
  return source && secret && out ? [source, secret, out] : [];
}

/** Whether a sink is known to be open: its gate is missing, or none can exist. */
const isOpen = ({ sinks }: Flow) => sinks.some(({ tool }) => isKnownOpen(tool));

const isKnownOpen = (tool: Tool) => !hasHumanGate(tool) && ['absent', 'shown'].includes(gateState(tool));

/** What is least to change: gates on every open sink, or removing the few tools of a source. */
function smallestFix({ privateSources, untrustedSources, sinks }: Flow): { gates: Tool[]; text: string } {
  const gates = sinks.filter(({ tool }) => !hasHumanGate(tool)).map(({ tool }) => tool);
  const other = untrustedSources.length <= privateSources.length ? untrustedSources : privateSources;
  if (gates.length <= Math.max(2, other.length)) return { gates, text: `a human gate on ${quoted(gates)}` };
  return { gates: [], text: `removing ${quoted(other.map(({ tool }) => tool))}` };
}

/** Tools by name; of many the first few. */
function quoted(tools: readonly Tool[]): string {
  const names = [...new Set(tools.map((tool) => `\`${tool.name}\``))];
  if (names.length > MOST_NAMES)
    return `${names.slice(0, MOST_NAMES).join(', ')} and ${names.length - MOST_NAMES} more`;
  const last = names.pop() ?? '';
  return names.length === 0 ? last : `${names.join(', ')} and ${last}`;
}

const OR_SPLIT =
  'Or move the tools that read and the tools that send to agents that do not reach each other.';

/** Gates on the sinks; where removing tools is less to change, a person decides which go. */
function remedyFor(
  system: AgentSystem,
  context: ClaimContext,
  gates: readonly Tool[],
  text: string,
): Pick<Report, 'remediation' | 'fixes'> {
  if (gates.length === 0)
    return {
      remediation: `The smallest fix is ${text}. Decide which tools the agent can do without. ${OR_SPLIT}`,
    };
  const gate = gatesFor(system, gates, context);
  const lead = `The smallest fix is ${text}.`;
  return gate.repair
    ? { remediation: `${lead} ${gate.text} ${OR_SPLIT}`, fixes: [gate.repair] }
    : { remediation: `${lead} Decide which part of the flow goes. ${gate.text} ${OR_SPLIT}` };
}

export default defineRule({
  id: 'scope/toxic-flow',
  summary:
    'Untrusted content, private data and an ungated way out meet in one agent or in agents that reach each other',
  severity: 'warning',
  surface: 'product',
  spec: '1',
  remediation:
    'Break the flow: gate the way out, or remove the tools that read private data or untrusted content.',
  references: [
    'LLM01:2026',
    'LLM02:2026',
    'LLM03:2026',
    'ASI01',
    'ASI02',
    'MCP06:2025',
    'MCP10:2025',
    'AISVS-9.3.5',
    'CWE-441',
    'CWE-201',
    'AML.T0086',
    'AML.T0051.001',
    'AML.M0030',
    'SP800-53r5:AC-4',
    'AI-RMF-1.0:MEASURE-2.7',
  ],
  since: '0.1.0',
  about: ['ungatedTools', 'chosen'],
  check(system, report, context) {
    if (!hasOpenSink(system.agents)) return;
    for (const root of flowRoots(system)) {
      const own = isToxic(flowPartsOf(root)) ? [root] : reachableFrom(system, root);
      // A sink whose gate no file can show says less than an open one that the agent reaches.
      const agents = isOpen(flowOf(own)) ? own : reachableFrom(system, root);
      const flow = flowOf(agents);
      const tools = surestTools(flow);
      const [source, secret, out] = tools;
      if (!source || !secret || !out) continue;
      const name = ({ agent, tool }: AgentTool) =>
        agents.length > 1 ? `\`${tool.name}\` of \`${agent.name}\`` : `\`${tool.name}\``;
      const { gates, text } = smallestFix(flow);
      const ranks = tools.map(({ tool }) => SURENESS.indexOf(tool.effect.confidence));
      report({
        at: root.nameAt,
        agent: root.name,
        evidence: gateState(out.tool),
        subject: `Whether a person approves before ${name(out)} sends private data out.`,
        confidence: SURENESS[Math.min(...ranks)] ?? 'low',
        message: `A prompt injection can make \`${root.name}\` leak data: ${name(source)} reads untrusted content, ${name(secret)} reads private data, and ${name(out)} sends it out without approval. The smallest fix: ${text}.`,
        ...remedyFor(system, context, gates, text),
        related: tools.map((one) => ({ at: one.tool.at, message: `${name(one)} is part of this flow.` })),
      });
    }
  },
});
