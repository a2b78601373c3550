import { groupedBy } from '../../model/grouped.js';
import {
  type Agent,
  type AgentSystem,
  codeSpan,
  flawsOf,
  type GateFlaw,
  type Report,
  type Reporter,
  type Tool,
  toolsOf,
} from '../../model/index.js';
import { redact } from '../../model/secrets.js';
import { remedyFor } from '../versions.js';
import { actOf, gateCall } from './gates.js';

/** Tools that one finding names. */
const MOST = 10;

/** A gated tool of an agent, and what is wrong with its gate. */
export interface Flawed {
  readonly agent: Agent;
  readonly tool: Tool;
  readonly flaw: GateFlaw;
}

/** The words of one rule for the tools of a flaw: `subject` begins "Whether ". */
export interface FlawWords {
  readonly lead: (names: string) => string;
  readonly subject: (names: string) => string;
  /** Whether a flaw counts for acts only: of what reads, an answer may be kept. */
  readonly ofActs?: true;
  /** Left out: that of the rule. */
  readonly severity?: 'warning';
  /** Flaws that the agent as a whole shows. */
  readonly ofAgent?: (agent: Agent) => readonly Flawed[];
}

/** Reports the flaws of one kind. What makes several gates flawed at one place is one finding, which names their tools. */
export function reportFlaws(
  kind: GateFlaw['kind'],
  words: FlawWords,
  system: AgentSystem,
  report: Reporter,
): void {
  const flawed = system.agents
    .flatMap((agent): Flawed[] => [
      ...toolsOf(agent).flatMap((tool) =>
        flawsOf(tool).flatMap((flaw) => (flaw.kind === kind ? { agent, tool, flaw } : [])),
      ),
      ...(words.ofAgent?.(agent) ?? []),
    ])
    .filter(({ tool }) => !words.ofActs || isAct(tool));
  for (const group of groupedBy(flawed, keyOf).values()) {
    const [first] = group;
    if (first) report(reportOf(first, group, words, system));
  }
}

const isAct = (tool: Tool): boolean => ['irreversible', 'open-ended'].includes(gateCall(tool) ?? '');

function keyOf({ flaw: { at, why, isOpen } }: Flawed): string {
  const { start } = at.range();
  return `${at.file}:${start.line}:${start.column} ${isOpen ?? ''} ${why}`;
}

function reportOf(
  { agent, flaw }: Flawed,
  group: readonly Flawed[],
  words: FlawWords,
  system: AgentSystem,
): Report {
  const names = namesOf([...new Set(group.map(({ tool }) => tool.name))]);
  const { at, why, related = [] } = flaw;
  const remedy = remedyFor(system, flaw.remedy);
  const open = flaw.isOpen && {
    evidence: 'undecidable' as const,
    undecided: group.map(({ agent: { name: of }, tool }) => ({
      tool: tool.name,
      agent: of,
      act: actOf(tool),
      why: 'gate-may-not-hold' as const,
      because: redact(why),
      subject: `Whether ${words.subject(codeSpan(redact(tool.name)))}: ${redact(why)}.`,
    })),
  };
  return {
    at,
    agent: agent.name,
    ...(words.severity && { severity: words.severity }),
    message: `${words.lead(names)}: ${redact(why)}.`,
    remediation: remedy.text,
    fixes: [remedy.repair],
    ...(related.length > 0 ? { related: [...related] } : {}),
    ...(group.length > 1 && { tools: group }),
    ...open,
  };
}

function namesOf(names: readonly string[]): string {
  const shown = names.slice(0, MOST).map((name) => codeSpan(redact(name)));
  if (names.length > MOST) shown.push(`${names.length - MOST} more`);
  const last = shown.pop() ?? '';
  return shown.length === 0 ? last : `${shown.join(', ')} and ${last}`;
}
