import {
  type Agent,
  type AgentSystem,
  type Evidence,
  type EvidenceState,
  entryAgent,
  type GuardrailSide,
  isMet,
  type McpServer,
  type Place,
  type Remedy,
  type Repair,
  type RuleContext,
  someTool,
  type Tool,
  type ToolKind,
  toolsOf,
} from '../../model/index.js';
import { asClause, type ClaimContext, claimRemedy } from '../claims.js';
import { readsPrivateData, readsUntrusted } from '../scope/flow.js';
import { availability } from '../versions.js';

const OUTSIDE_INPUT: ReadonlySet<ToolKind> = new Set<ToolKind>(['web_search', 'computer_use']);

/**
 * Why a system needs guardrails: input from outside meets a tool that acts, runs code or reads private data (`both`), or it has
 * one of them only (`one`).
 */
type GuardrailNeed = 'both' | 'one';

/**
 * What a system needs guardrails for; undefined where it neither acts on the world nor takes outside input, and where
 * all that it reads is written in the source.
 */
function guardrailNeed({ agents, language, hasConstantInput }: AgentSystem): GuardrailNeed | undefined {
  // Nearly every program has tools of which nothing is known, or no more than a bland word: `process_user`.
  const isBland = ({ effect, confidence }: Tool['effect']) => effect === 'change' && confidence === 'low';
  const acts = ({ effect }: Tool) =>
    effect.effect !== 'read' && (language === undefined || !(effect.effect === 'unknown' || isBland(effect)));
  const mayReach = (tool: Tool) => OUTSIDE_INPUT.has(tool.kind) || isBland(tool.effect);
  const hasServer = agents.some(({ mcpServers }) => mcpServers.length > 0);
  const readsOthers = someTool(agents, readsUntrusted);
  if (hasConstantInput && !hasServer && !readsOthers) return undefined;
  // The tools of an allow-list are among the tools; any other server may offer whatever it likes.
  const isOffered = agents.some(({ mcpServers }) => mcpServers.some(isOpen));
  const takesInput = !hasConstantInput || readsOthers || isOffered || someTool(agents, mayReach);
  if (someTool(agents, acts) || isOffered) return takesInput ? 'both' : 'one';
  if (!hasServer && !someTool(agents, mayReach)) return undefined;
  return someTool(agents, readsPrivateData) ? 'both' : 'one';
}

const isOpen = ({ allowedTools }: McpServer) => !isMet(allowedTools);

/** Whether at least one guardrail is stated. */
function isGuarded(evidence: Evidence<string[]>): boolean {
  return isMet(evidence) && evidence.value.length > 0;
}

/**
 * Agents that give the final answer: reachable from the entry over handoffs and handing off to nobody else.
 * Where all hand off in a cycle, each of them may answer.
 */
function finalAgents(system: AgentSystem, entry: Agent): Agent[] {
  if (entry.handoffs.length === 0) return [entry];
  const byName = new Map(system.agents.map((agent) => [agent.name, agent]));
  const next = (agent: Agent) =>
    agent.handoffs.flatMap(({ name }) => {
      const found = byName.get(name);
      return found && found !== agent ? [found] : [];
    });
  const reached = new Set([entry]);
  for (const agent of reached) for (const other of next(agent)) reached.add(other);
  const last = [...reached].filter((agent) => next(agent).length === 0);
  return last.length > 0 ? last : [...reached];
}

/** What a system lacks of guardrails. */
interface GuardrailGap {
  need: GuardrailNeed;
  entry: Agent;
  /** The input side of the entry agent, where nothing guards it. */
  input?: Unguarded;
  /** The agents that give a final answer, and those of them whose answer nothing guards, the first with its evidence. */
  final: readonly Agent[];
  open: readonly Agent[];
  output?: Unguarded;
  /** One finding is about both sides: that of the input. */
  isOne: boolean;
}

type Unguarded = Exclude<EvidenceState, 'shown' | 'attested'>;

/** What a system lacks; undefined where it needs no guardrail. */
export function guardrailGap(system: AgentSystem, { isAtLeast }: RuleContext): GuardrailGap | undefined {
  const entry = entryAgent(system);
  const need = guardrailNeed(system);
  if (!entry || !need) return undefined;
  const final = finalAgents(system, entry);
  const open = final.filter(({ guardrails }) => !isGuarded(guardrails.output));
  const input = unguarded(entry.guardrails.input);
  const output = open[0] && unguarded(open[0].guardrails.output);
  const isReported = (state: Unguarded | undefined) =>
    state === 'absent' || (state === 'inexpressible' && system.runtime === 'managed');
  return {
    need,
    entry,
    ...(input && { input }),
    final,
    open,
    ...(output && { output }),
    // A rule that is off, milder or not locked does not report for the other one.
    isOne:
      isReported(input) &&
      isReported(output) &&
      isAtLeast('guardrail/missing-input', 'guardrail/missing-output'),
  };
}

function unguarded(evidence: Evidence<string[]>): Unguarded | undefined {
  if (isGuarded(evidence)) return undefined;
  return isMet(evidence) ? 'absent' : evidence.state;
}

/** Guardrails that are at a tool or a server: they check its calls, and guard no agent (facts on dialects, section 0). */
export function callGuardrails(
  { agents }: AgentSystem,
  side: 'input' | 'output',
): { at: Place; message: string }[] {
  const passing = side === 'input' ? 'the input of the agent' : 'its answer';
  const parts = agents.flatMap((agent) => [...toolsOf(agent), ...agent.mcpServers]);
  return parts
    .filter(({ guardrails }) => guardrails !== undefined && isGuarded(guardrails[side]))
    .map(({ name, at }) => ({
      at,
      message: `The ${side} guardrail of \`${name}\` checks its calls, not ${passing}.`,
    }));
}

/** A side of an agent that nothing guards, with the guardrail that is claimed for it and the words of its remedy. */
export interface OpenSide {
  side: GuardrailSide;
  name: string;
  /** What its guardrail does: "Check inputs before `desk` reads them." */
  check: string;
}

/** What an answer without a guardrail can do. */
export const DISCLOSES = 'its answer can disclose personal data or secrets';

export const inputOf = ({ name }: Agent): OpenSide => ({
  side: 'input',
  name: 'prompt-injection',
  check: `Check inputs before \`${name}\` reads them.`,
});

export const outputOf = ({ name }: Agent): OpenSide => ({
  side: 'output',
  name: 'personal-data',
  check: `Check what \`${name}\` says before anybody gets it.`,
});

/** What of an agent was not assessed: a framework that has no option for it, else its guardrail. */
export function subjectOf(side: GuardrailSide, { name, guardrails }: Agent): string {
  const { state, why } = guardrails[side];
  return state === 'inexpressible' && why !== undefined
    ? `${why.charAt(0).toUpperCase()}${why.slice(1)}, so this rule does not apply to \`${name}\`.`
    : `The ${side} guardrail of \`${name}\`.`;
}

/** The other agents that give a final answer which nothing guards. */
export const othersOpen = ({ entry, open }: GuardrailGap): { at: Place; message: string }[] =>
  open
    .filter((agent) => agent !== entry)
    .map(({ at, name }) => ({
      at,
      message: `\`${name}\` gives a final answer and has no output guardrail.`,
    }));

/** What states the guardrails: some formats have their own, anywhere else they are claimed, all of them at once. */
export function guardrailRemedy(
  system: AgentSystem,
  context: ClaimContext,
  sides: readonly OpenSide[],
): Remedy & { otherwise?: Repair } {
  const names = sides.map(({ side }) => side);
  const guardrails = Object.fromEntries(sides.map(({ side, name }) => [side, [name]]));
  const verb = sides.length > 1 ? 'are' : 'is';
  const claim = claimRemedy(
    system,
    context,
    { guardrails },
    `the ${names.join(' and the ')} ${verb} checked elsewhere`,
  );
  const own = system
    .ownGuardrails?.(names)
    .find(({ needs }) => needs === undefined || availability(system, needs).state === 'available');
  const checks = sides.map(({ check }) => check).join(' ');
  const pages = names.map((side) => `\`agent-lint explain guardrail/missing-${side}\``).join(' and ');
  const start = `${pages} ${sides.length > 1 ? 'have functions' : 'has a function'} to start from.`;
  if (!own) return { ...claim, text: `${checks} ${start} ${claim.text}` };
  const text = `${checks} ${own.edit}${own.inCode ? ` ${start}` : ''} ${own.unless}, ${asClause(claim.text)}`;
  return own.repair ? { text, repair: own.repair, otherwise: claim.repair } : { ...claim, text };
}
