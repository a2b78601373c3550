import {
  type Agent,
  type AgentSystem,
  type Evidence,
  isMet,
  type McpServer,
  type Place,
  type Remedy,
  type Repair,
  someTool,
  type Tool,
  type ToolKind,
  toolsOf,
} from '../../model/index.js';
import { asClause, type ClaimContext, claimRemedy } from '../claims.js';
import { readsUntrusted } from '../scope/flow.js';
import { availability } from '../versions.js';

const OUTSIDE_INPUT: ReadonlySet<ToolKind> = new Set<ToolKind>(['web_search', 'computer_use']);

/** Why a system needs guardrails: a tool of it may act, or all that it does is read what others wrote. */
export type GuardrailNeed = 'acts' | 'reads';

/**
 * What a system needs guardrails for; undefined where it neither acts on the world nor takes outside input, and where
 * all that it reads is written in the source.
 */
export function guardrailNeed({
  agents,
  language,
  hasConstantInput,
}: AgentSystem): GuardrailNeed | undefined {
  // Nearly every program has tools of which nothing is known, or no more than a bland word: `process_user`.
  const isBland = ({ effect, confidence }: Tool['effect']) => effect === 'change' && confidence === 'low';
  const acts = ({ effect }: Tool) =>
    effect.effect !== 'read' && (language === undefined || !(effect.effect === 'unknown' || isBland(effect)));
  const hasServer = agents.some(({ mcpServers }) => mcpServers.length > 0);
  if (hasConstantInput && !hasServer && !someTool(agents, readsUntrusted)) return undefined;
  // The tools of an allow-list are among the tools; any other server may offer whatever it likes.
  if (someTool(agents, acts) || agents.some(({ mcpServers }) => mcpServers.some(isOpen))) return 'acts';
  const mayReach = (tool: Tool) => OUTSIDE_INPUT.has(tool.kind) || isBland(tool.effect);
  return hasServer || someTool(agents, mayReach) ? 'reads' : undefined;
}

const isOpen = ({ allowedTools }: McpServer) => !isMet(allowedTools);

/** Whether at least one guardrail is stated. */
export function isGuarded(evidence: Evidence<string[]>): boolean {
  return isMet(evidence) && evidence.value.length > 0;
}

/**
 * Agents that give the final answer: reachable from the entry over handoffs and handing off to nobody else.
 * Where all hand off in a cycle, each of them may answer.
 */
export function finalAgents(system: AgentSystem, entry: Agent): Agent[] {
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

/** What states a guardrail: some formats have one of their own, anywhere else it is claimed. */
export function guardrailRemedy(
  system: AgentSystem,
  context: ClaimContext,
  side: 'input' | 'output',
  name: string,
): Remedy & { otherwise?: Repair } {
  const claim = claimRemedy(
    system,
    context,
    { guardrails: { [side]: [name] } },
    `the ${side} is checked elsewhere`,
  );
  const own = system
    .ownGuardrails?.(side)
    .find(({ needs }) => needs === undefined || availability(system, needs).state === 'available');
  const start = `\`agent-lint explain guardrail/missing-${side}\` has a function to start from.`;
  if (!own) return { ...claim, text: `${start} ${claim.text}` };
  const text = `${own.edit}${own.inCode ? ` ${start}` : ''} ${own.unless}, ${asClause(claim.text)}`;
  return own.repair ? { text, repair: own.repair, otherwise: claim.repair } : { ...claim, text };
}
