import { classifyEffect, sourceWords } from '../../effects/index.js';
import {
  ACTS,
  type Act,
  type Agent,
  type AgentSystem,
  COMPUTED,
  EVIDENCE_WORDS,
  type EditRemedy,
  isIrreversible,
  isMet,
  isSamePlace,
  joinEdits,
  joinedRemedy,
  ownRemedy,
  type Place,
  type Remedy,
  type Report,
  type Tool,
  toolsOf,
  type UndecidedTool,
  wideReach,
  placeSpan,
} from '../../model/index.js';
import { redact } from '../../model/secrets.js';
import { asClause, type ClaimContext, claimRemedy, effectPlace } from '../claims.js';
import { refusedOptions } from './acting-options.js';
import { remedyFor } from '../versions.js';
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
  if (tool.kind === 'agent' || wideReach(tool.grant) !== undefined) return undefined;
  if (tool.openEnded) return 'open-ended';
  if (isIrreversible(tool.effect.effect)) return 'irreversible';
  return tool.effect.effect === 'unknown' ? 'unknown' : undefined;
}

/** What a tool does that a person has to approve; undefined where it does nothing of the kind, or nobody knows. */
export function actOf(tool: Tool): Act | undefined {
  if (tool.openEnded) return 'open-ended';
  return ACTS.find((act) => act === tool.effect.effect);
}

/** The same by its name, for a tool of which nothing else is read. */
export function actByName(name: string): Act | undefined {
  const { effect, openEnded } = classifyEffect({ name });
  return openEnded ? 'open-ended' : ACTS.find((act) => act === effect);
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
  const isOpen = !isMet(tool.approval) && tool.approval.state !== 'undecidable';
  return tool.ungateable !== undefined && tool.effect.effect !== 'unknown' && isOpen;
}

/** Whether code or a setting answers the gate instead of a person. */
export function isAnsweredByMachine({ approval }: Tool): boolean {
  return isMet(approval) && approval.value.by === 'machine';
}

/** Words of a report that differ by rule. */
interface Wording {
  /** What approves in place of a person: ``approved by `never` ``. */
  instead?: string;
  /** Follows the phrase: ` in the hosted sandbox`. */
  where?: string;
}

/** The line that lets a tool act unasked: the setting that approves it, else the call in its body, else its own. */
function causeOf({ approval, effect: { because }, at }: Tool): Place {
  if (isMet(approval) && approval.value.by === 'machine' && approval.at) return approval.at;
  return because.from === 'body' ? because.at : at;
}

/** The report of a tool that runs without human approval. */
export function ungated(
  { agent, tool, call }: CallingTool,
  system: AgentSystem,
  context: ClaimContext,
  wording: Wording = {},
): Report {
  const { approval, effect } = tool;
  const { where = '' } = wording;
  // What looks like a gate and is none.
  const instead = wording.instead ?? (approval.state === 'absent' && approval.why ? approval.why : undefined);
  const name = `\`${tool.name}\``;
  const remedy = gateRemedy(system, tool, context);
  const common = {
    at: tool.at,
    agent: agent.name,
    act: actOf(tool),
    confidence: effect.confidence,
    remediation: remedy.text,
    fixes: [remedy.repair],
    cause: { at: causeOf(tool), tool },
    ...relatedTo(tool),
  };
  if (call === 'unknown' || effect.effect === 'unknown') {
    return {
      ...common,
      // That nothing says what it does is known for sure.
      confidence: 'high',
      evidence: 'undecidable',
      subject: `Whether ${name} requires approval: its effect is unknown (${whyUnknown(tool)}). Declare it ${effectPlace(system, context)}.`,
      undecided: [{ tool: tool.name, why: 'effect-not-known', because: whyUnknown(tool) }],
      message: `${name} runs without human approval${instead ? ` (${instead})` : ''}, and its effect is unknown: ${whyUnknown(tool)}.`,
    };
  }
  if (tool.isPlaceholder)
    return {
      ...common,
      severity: 'info',
      evidence: approval.state,
      message: `${name} ${effectPhrase(tool)} by ${sourceWords(effect.because)}; its body is a placeholder that only returns a text. Nothing requires human approval once it acts.`,
    };
  return {
    ...common,
    evidence: approval.state,
    subject: `Whether a person approves ${name}, which ${effectPhrase(tool)}${openBecause(approval)}.`,
    undecided: [undecidedGate(tool)],
    message: `${name} ${effectPhrase(tool)}${where} without human approval ${evidenceOfEffect(effect)}${instead ? `: ${instead}` : ''}.`,
  };
}

/** The entry that starts its server, its approval setting, and the calls that lead to what it does. */
export function relatedTo(tool: Tool): Pick<Report, 'related'> {
  const { name, approval, entry, grant, unusedGate, reached = [] } = tool;
  const started = entry ? [{ at: entry.at, message: `The entry of \`${redact(entry.server)}\`.` }] : [];
  const isNone = approval.state === 'absent' && approval.why !== undefined;
  const message = isNone
    ? `What looks like the gate of \`${name}\`.`
    : `The approval setting of \`${name}\`.`;
  const setting = approval.at && !isSamePlace(approval.at, tool.at) ? [{ at: approval.at, message }] : [];
  const unused = unusedGate ? [unusedGate] : [];
  const defined = tool.at.about ? [{ at: tool.at.about, message: `The definition of \`${name}\`.` }] : [];
  const related = [...started, ...defined, ...setting, ...(grant?.without ?? []), ...unused, ...reached];
  return related.length > 0 ? { related } : {};
}

/** Why a gate is not known, where there is more to say than that it is computed. */
const openBecause = (approval: Tool['approval']): string =>
  approval.state === 'undecidable' && approval.why !== undefined && approval.why !== COMPUTED
    ? `: ${redact(approval.why)}`
    : '';

/** What is not known of a gate that is not seen, and that nothing is known to be wrong with. */
export function undecidedGate({ name, approval }: Tool): UndecidedTool {
  const isOpen = approval.state === 'undecidable';
  return {
    tool: name,
    why: isOpen ? 'gate-not-known' : 'gate-not-stated-here',
    because: isOpen ? redact(approval.why ?? COMPUTED) : EVIDENCE_WORDS.inexpressible,
  };
}

function whyUnknown({ kind, server, effect: { because } }: Tool): string {
  if (kind === 'mcp' && server === undefined) return 'it stands for every tool of a server';
  switch (because.from) {
    case 'nothing':
      return 'its name and description do not show what it does';
    case 'unknown-command':
    case 'part-of-body':
      return sourceWords(because);
    default:
      return `${sourceWords(because)} does not show what it does`;
  }
}

/** What makes a tool require human approval: its own setting where its file has one, else a claim. */
export function gateRemedy(system: AgentSystem, tool: Tool, context: ClaimContext): Remedy {
  if (tool.ungateable) return { text: tool.ungateable.instead };
  const gated = gateOrClaim(system, tool, context);
  const gate = { ...gated, text: gated.text + refusedOptions(tool) };
  const { effect, because } = tool.effect;
  if (effect === 'unknown')
    return {
      ...gate,
      text: `Declare its effect ${effectPlace(system, context)}, or require approval: ${asClause(gate.text)}`,
    };
  const isInferred = 'words' in because && !['command', 'body', 'any-script'].includes(because.from);
  const advice = `If the inferred effect is wrong, declare the right one ${effectPlace(system, context)}.`;
  return isInferred ? { ...gate, text: `${gate.text} ${advice}` } : gate;
}

/** Whether a setting needs no claim beside it: it has an edit, is stated already, or says what else has to be written. */
const isEnough = ({ repair }: Remedy, { approval, gateNeeds }: Tool): boolean =>
  repair !== undefined || isMet(approval) || gateNeeds?.also !== undefined;

/** The setting of the file; with no edit for it, and nothing stated, a claim is the other way. */
function gateOrClaim(system: AgentSystem, tool: Tool, context: ClaimContext): Remedy {
  const own = settingOf(system, tool);
  if (own && isEnough(own, tool)) return own;
  const claim = claimedApproval(system, [tool], context, own ? 'Or require' : 'Require');
  return own ? { ...claim, text: `${own.text} ${claim.text}` } : claim;
}

/** Which page has the program in which a person answers a gate. */
const whoAnswers = ({ answeredOn }: AgentSystem): string =>
  answeredOn === undefined
    ? 'Example of how a person answers: `agent-lint explain approval/missing`.'
    : `Then write the code that asks a person. Example: \`agent-lint explain ${answeredOn}\`.`;

/** Whether the program around a product answers a gate. A client with permissions asks its own user. */
const isAnsweredByProgram = ({ surface }: AgentSystem, { grant, gateRemedy, approval }: Tool): boolean => {
  const isAsked = isMet(approval) && approval.value.inBody === true;
  const isOwn = gateRemedy !== undefined && !gateRemedy.contains;
  return surface === 'product' && grant === undefined && isOwn && !isAsked;
};

/** The setting of the file that makes a tool require approval, and who answers it. */
function settingOf(system: AgentSystem, tool: Tool): Remedy | undefined {
  const remedy = holdingRemedy(system, tool);
  return remedy && isAnsweredByProgram(system, tool)
    ? { ...remedy, text: `${remedy.text} ${whoAnswers(system)}` }
    : remedy;
}

/** The setting, with what it requires to hold: an edit of the setting alone would not do that. */
function holdingRemedy(system: AgentSystem, tool: Tool): Remedy | undefined {
  const stated = ownRemedy(tool);
  const { first, also } = tool.gateNeeds ?? {};
  const remedy = stated && remedyFor(system, stated, first);
  if (!remedy || also === undefined) return remedy;
  const { repair: _, ...rest } = remedy;
  return { ...rest, text: `${remedy.text} ${also}` };
}

/** What makes all of these tools require approval: their own settings, and one claim for those that have none. */
export function gatesFor(system: AgentSystem, tools: readonly Tool[], context: ClaimContext): Remedy {
  const own: { name: string; remedy: Remedy }[] = [];
  const claimed: Tool[] = [];
  for (const tool of tools) {
    const { name, ungateable } = tool;
    const remedy = ungateable ? { text: ungateable.instead } : holdingRemedy(system, tool);
    if (remedy && (ungateable || isEnough(remedy, tool))) own.push({ name, remedy });
    else claimed.push(tool);
  }
  const claim = claimed.length > 0 ? claimedApproval(system, claimed, context) : undefined;
  const names = own.map(({ name }) => `\`${name}\``).join(', ');
  const texts = own.map(({ name, remedy }) =>
    tools.length === 1 ? remedy.text : `\`${name}\`: ${remedy.text}`,
  );
  const answers = tools.some((tool) => !tool.ungateable && isAnsweredByProgram(system, tool));
  const text = [
    ...new Set(texts),
    ...(answers ? [whoAnswers(system)] : []),
    ...(claim ? [claim.text] : []),
  ].join(' ');
  const [first, ...others] = own.map(({ remedy }) => remedy);
  const gates = first && joinedRemedy([first, ...others])?.repair;
  if (first && !gates) return { text };
  if (!gates) return claim ? { text, repair: claim.repair } : { text };
  if (!claim) {
    const title = others.length === 0 ? gates.title : `Require approval of ${names}`;
    return { text, repair: { title, edits: gates.edits } };
  }
  return {
    text,
    repair: {
      title: `${claim.repair.title}; require approval of ${names}`,
      edits: () => joinEdits(gates.edits(), claim.repair.edits()),
    },
  };
}

/** The claim that a person approves tools where they run: one for all of them. `lead` begins its text. */
export function claimedApproval(
  system: AgentSystem,
  tools: readonly Tool[],
  context: ClaimContext,
  lead = 'Require',
): EditRemedy {
  const [first] = tools;
  const names = [...new Set(tools.map(({ name }) => name))];
  const one = names.length === 1 ? `\`${names[0]}\`` : undefined;
  const claimed = first && tools.length === 1 ? otherClaim(first, system) : undefined;
  if (claimed) return claimed;
  const controls = { tools: Object.fromEntries(names.map((name) => [name, { approval: { by: 'human' } }])) };
  const { text, repair } = claimRemedy(
    system,
    context,
    controls,
    `a person approves ${one ?? `${names.length} tools`}`,
  );
  return {
    text: `${lead} human approval where ${one ?? 'each of them'} runs, and ${asClause(text)}`,
    repair,
  };
}

/** An attestation that names another approver than a person: that is what has to change. */
function otherClaim({ name, approval }: Tool, { file }: AgentSystem): EditRemedy | undefined {
  const { at } = approval;
  if (approval.state !== 'attested' || approval.value.by !== 'machine' || !at || at.file === file)
    return undefined;
  return {
    text: `Let a person approve \`${name}\`, and set \`by: human\` in its attestation in ${placeSpan(at.file)}.`,
    repair: {
      title: `Claim: a person approves \`${name}\``,
      edits: () => at.edit?.()?.replace('human'),
    },
  };
}
