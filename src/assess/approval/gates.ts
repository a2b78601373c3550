import {
  type Agent,
  type AgentSystem,
  isIrreversible,
  isMet,
  type Repair,
  type Report,
  type RuleContext,
  type Tool,
  toolsOf,
} from '../../model/index.js';
import { redact } from '../../model/secrets.js';
import { claimEdit, claimRepair, effectEdit, yamlKey } from '../claims.js';
import { deedOf, knownFrom } from './deeds.js';

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
  // An entry that lets all of a tool run is judged as such, by `scope/wildcard`.
  if (tool.kind === 'agent' || tool.wholesale !== undefined) return undefined;
  if (tool.openEnded) return 'open-ended';
  if (isIrreversible(tool.effect.effect)) return 'irreversible';
  return tool.effect.effect === 'unknown' ? 'unknown' : undefined;
}

/** Every tool of a system that calls for a gate, or may. */
export function callingTools(system: AgentSystem): CallingTool[] {
  const calling: CallingTool[] = [];
  for (const agent of system.agents) {
    for (const tool of toolsOf(agent)) {
      const call = gateCall(tool);
      if (call !== undefined) calling.push({ agent, tool, call });
    }
  }
  return calling;
}

/** Whether a tool that calls for a gate is of a kind that none can hold here: `approval/not-gateable` speaks of it. */
export function cannotBeGated({ tool }: CallingTool): boolean {
  return tool.ungateable !== undefined && tool.effect.effect !== 'unknown' && !isMet(tool.approval);
}

/** Whether code or a setting answers the gate instead of a person. */
export function isAnsweredByMachine({ approval }: Tool): boolean {
  return isMet(approval) && approval.value.by === 'machine';
}

/** What a claim needs to know beside the system. */
type ClaimContext = Pick<RuleContext, 'claims'>;

/** Words of a report that differ by rule. */
interface Wording {
  /** Completes "`x` pays out money and ...". */
  ending?: string;
  /** Follows the deed: ` in the hosted sandbox`. */
  where?: string;
}

/** The report of a tool that nobody gates. */
export function ungated(
  { agent, tool, call }: CallingTool,
  system: AgentSystem,
  context: ClaimContext,
  wording: Wording = {},
): Report {
  const { approval, effect } = tool;
  const { ending = 'nobody is asked first', where = '' } = wording;
  const name = `\`${tool.name}\``;
  const common = {
    at: tool.at,
    agent: agent.name,
    confidence: effect.confidence,
    remediation: gateEdit(system, tool),
    fixes: [gateRepair(system, tool, context)],
    ...(approval.at
      ? { related: [{ at: approval.at, message: `What the file says of the gate of ${name}.` }] }
      : {}),
  };
  if (call === 'unknown' || effect.effect === 'unknown') {
    return {
      ...common,
      // That nothing says what it does is known for sure.
      confidence: 'high',
      evidence: 'undecidable',
      subject: `The effect of ${name} is unknown (${whyUnknown(tool)}), so nobody knows whether it needs a gate. Declare it: ${effectEdit(system, tool.name)}.`,
      message: `${name} may do what cannot be undone and ${ending}. Its effect is unknown: ${whyUnknown(tool)}.`,
    };
  }
  return {
    ...common,
    evidence: approval.state,
    subject: `The gate of ${name}, which ${deedOf(tool)}${openBecause(approval)}.`,
    message: `${name} ${deedOf(tool)}${where} and ${ending}. ${knownFrom(effect)}`,
  };
}

const PLAIN_REASON = 'computed at run time';

/** Why a gate is not known, where there is more to say than that it is computed. */
const openBecause = (approval: Tool['approval']): string =>
  approval.state === 'undecidable' && (approval.why ?? PLAIN_REASON) !== PLAIN_REASON
    ? `: ${redact(approval.why ?? '')}`
    : '';

function whyUnknown({ kind, server, effect }: Tool): string {
  return kind === 'mcp' && server === undefined ? 'it stands for whatever a server offers' : effect.because;
}

/** Gates a tool where its file can state a gate, else claims that a person approves it. */
export function gateRepair(system: AgentSystem, tool: Tool, context: ClaimContext): Repair | undefined {
  // Where the file itself states the gate, a claim would stand in for it.
  if (tool.ungateable || tool.gateEdit !== undefined) return tool.gateRepair;
  const controls = { tools: { [tool.name]: { approval: { by: 'human' } } } };
  return claimRepair(system, context, controls, `a person approves \`${tool.name}\``);
}

/** The exact edit that gates a tool, then the other ways out. */
export function gateEdit(system: AgentSystem, tool: Tool): string {
  if (tool.ungateable) return tool.ungateable.instead;
  const question = tool.effect.effect === 'unknown' ? 'Does it only read' : 'Is its effect misread';
  return [
    'Have a person answer before it runs.',
    tool.gateEdit ?? claimEdit(system, `tools.${yamlKey(tool.name)}.approval`, '{ by: human }'),
    `${question}? Declare it: ${effectEdit(system, tool.name)}.`,
  ].join(' ');
}
