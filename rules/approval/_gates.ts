import {
  type Agent,
  type AgentSystem,
  isIrreversible,
  isMet,
  type Report,
  type Tool,
  toolsOf,
} from '../../src/model/index.js';
import { claimEdit, yamlKey } from '../_claims.js';
import { deedOf, knownFrom } from './_deeds.js';

/** Why a tool calls for a human gate; `unknown`: whether it does cannot be said. */
export type GateCall = 'open-ended' | 'irreversible' | 'unknown';

/** A tool that calls for a gate, with the agent that holds it. */
export interface CallingTool {
  agent: Agent;
  tool: Tool;
  call: GateCall;
}

/**
 * Why a tool calls for a human gate; undefined where it does not. A tool that wraps an agent is never judged
 * itself: its agent's own tools are (design, section 7).
 */
export function gateCall(tool: Tool): GateCall | undefined {
  if (tool.kind === 'agent') return undefined;
  if (tool.openEnded) return 'open-ended';
  if (isIrreversible(tool.effect.effect)) return 'irreversible';
  return tool.effect.effect === 'unknown' ? 'unknown' : undefined;
}

/** Every tool of a system that calls for a gate, or may. */
export function callingTools(system: AgentSystem): CallingTool[] {
  return system.agents.flatMap((agent) =>
    toolsOf(agent).flatMap((tool) => {
      const call = gateCall(tool);
      return call === undefined ? [] : [{ agent, tool, call }];
    }),
  );
}

/** Whether code or a setting answers the gate instead of a person. */
export function isAnsweredByMachine({ approval }: Tool): boolean {
  return isMet(approval) && approval.value.by === 'machine';
}

/** The report of a tool that nobody gates; `ending` completes "`x` pays out money and ...". */
export function ungated(
  { agent, tool, call }: CallingTool,
  system: AgentSystem,
  ending = 'nobody is asked first',
): Report {
  const { approval, effect } = tool;
  const name = `\`${tool.name}\``;
  const common = {
    at: tool.at,
    agent: agent.name,
    confidence: effect.confidence,
    remediation: gateEdit(system, tool),
  };
  if (call === 'unknown' || effect.effect === 'unknown') {
    const declare = `\`controls.tools.${yamlKey(tool.name)}.effect\``;
    return {
      ...common,
      evidence: 'undecidable',
      subject: `The effect of ${name} is unknown, so nobody knows whether it needs a gate. Declare it: ${declare}, or \`tools\` in agent-lint.config.yaml.`,
      message: `${name} may do what cannot be undone, and ${ending}. Its effect is unknown: ${effect.because}.`,
    };
  }
  return {
    ...common,
    evidence: isMet(approval) ? 'shown' : approval.state,
    subject: `The gate of ${name}, which ${deedOf(tool)}.`,
    message: `${name} ${deedOf(tool)} and ${ending}. ${knownFrom(effect)}`,
    ...(approval.at
      ? { related: [{ at: approval.at, message: `What the file says of the gate of ${name}.` }] }
      : {}),
  };
}

/** The exact edit that gates a tool, then the other ways out. */
export function gateEdit(system: AgentSystem, tool: Tool): string {
  const path = `tools.${yamlKey(tool.name)}`;
  const effect = tool.effect.effect === 'unknown' ? 'Does it only read' : 'Does it something milder';
  return [
    'Have a person answer before it runs.',
    claimEdit(system, `${path}.approval`, '{ by: human }'),
    `${effect}? Declare \`controls.${path}.effect\`, or its effect under \`tools\` of agent-lint.config.yaml.`,
  ].join(' ');
}
