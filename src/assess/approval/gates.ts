import { sourceWords } from '../../effects/index.js';
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
import { effectPhrase, evidenceOfEffect } from './effect-phrases.js';

/** Why a tool requires human approval; `unknown`: whether it does is unknown. */
export type GateCall = 'open-ended' | 'irreversible' | 'unknown';

/** A tool that requires approval, with its agent. */
export interface CallingTool {
  agent: Agent;
  tool: Tool;
  call: GateCall;
}

/**
 * Why a tool requires human approval; undefined where it does not. A tool that wraps an agent is never checked
 * itself: its agent's own tools are (design, section 7).
 */
export function gateCall(tool: Tool): GateCall | undefined {
  // An entry that allows all of a tool is `scope/wildcard`.
  if (tool.kind === 'agent' || tool.wholesale !== undefined) return undefined;
  if (tool.openEnded) return 'open-ended';
  if (isIrreversible(tool.effect.effect)) return 'irreversible';
  return tool.effect.effect === 'unknown' ? 'unknown' : undefined;
}

/** Every tool of a system that requires approval, or may. */
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

/** Whether a tool that requires approval is of a kind that has none here: `approval/not-gateable` reports it. */
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
  /** What approves in place of a person: ``approved by `never` ``. */
  instead?: string;
  /** Follows the phrase: ` in the hosted sandbox`. */
  where?: string;
}

/** The report of a tool that runs without human approval. */
export function ungated(
  { agent, tool, call }: CallingTool,
  system: AgentSystem,
  context: ClaimContext,
  wording: Wording = {},
): Report {
  const { approval, effect } = tool;
  const { instead, where = '' } = wording;
  const name = `\`${tool.name}\``;
  const common = {
    at: tool.at,
    agent: agent.name,
    confidence: effect.confidence,
    remediation: gateEdit(system, tool),
    fixes: [gateRepair(system, tool, context)],
    ...(approval.at ? { related: [{ at: approval.at, message: `The approval setting of ${name}.` }] } : {}),
  };
  if (call === 'unknown' || effect.effect === 'unknown') {
    return {
      ...common,
      // That nothing says what it does is known for sure.
      confidence: 'high',
      evidence: 'undecidable',
      subject: `Whether ${name} requires approval: its effect is unknown (${whyUnknown(tool)}). Declare it: ${effectEdit(system, tool.name)}.`,
      message: `${name} runs without human approval${instead ? ` (${instead})` : ''}, and its effect is unknown: ${whyUnknown(tool)}.`,
    };
  }
  return {
    ...common,
    evidence: approval.state,
    subject: `Whether a person approves ${name}, which ${effectPhrase(tool)}${openBecause(approval)}.`,
    message: `${name} ${effectPhrase(tool)}${where} without human approval ${evidenceOfEffect(effect)}${instead ? `: ${instead}` : ''}.`,
  };
}

const PLAIN_REASON = 'computed at run time';

/** Why a gate is not known, where there is more to say than that it is computed. */
const openBecause = (approval: Tool['approval']): string =>
  approval.state === 'undecidable' && (approval.why ?? PLAIN_REASON) !== PLAIN_REASON
    ? `: ${redact(approval.why ?? '')}`
    : '';

function whyUnknown({ kind, server, effect: { because } }: Tool): string {
  if (kind === 'mcp' && server === undefined) return 'it stands for every tool of a server';
  switch (because.from) {
    case 'nothing':
      return 'its name and description do not show what it does';
    case 'unknown-command':
      return 'the command is not known';
    default:
      return `${sourceWords(because)} does not show what it does`;
  }
}

/** Gates a tool where its file can state a gate, else claims that a person approves it. */
export function gateRepair(system: AgentSystem, tool: Tool, context: ClaimContext): Repair | undefined {
  // Where the file itself states the gate, a claim would stand in for it.
  if (tool.ungateable || tool.gateRemedy) return tool.gateRemedy?.repair;
  const controls = { tools: { [tool.name]: { approval: { by: 'human' } } } };
  return claimRepair(system, context, controls, `a person approves \`${tool.name}\``);
}

/** The exact edit that gates a tool, then the other ways out. */
export function gateEdit(system: AgentSystem, tool: Tool): string {
  if (tool.ungateable) return tool.ungateable.instead;
  const question = tool.effect.effect === 'unknown' ? 'If it only reads' : 'If its effect is wrong';
  return [
    'Require human approval.',
    tool.gateRemedy?.text ?? claimEdit(system, `tools.${yamlKey(tool.name)}.approval`, '{ by: human }'),
    `${question}, declare it: ${effectEdit(system, tool.name)}.`,
  ].join(' ');
}
