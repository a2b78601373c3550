import { isAct, isGateNotRequired, stateOf } from '../compare/change.js';
import type { AgentJson, GuardrailsJson, ServerJson, SystemJson, ToolJson } from '../compare/system-json.js';
import { groupedBy } from '../model/grouped.js';
import { EVIDENCE_WORDS, type Finding } from '../model/index.js';
import { answerWords } from '../report/changes.js';
import { evidenceShown, NOT_REQUIRED } from '../report/shared/evidence-words.js';
import { placeOf, placeWords } from './places.js';
import type { GovernedTool } from './types.js';

/** Tools of an agent with the server that offers them, those of its allow-lists included. */
export function toolsOf(agent: AgentJson): { tool: ToolJson; server?: ServerJson }[] {
  return [
    ...agent.tools.map((tool) => ({ tool })),
    ...agent.mcpServers.flatMap((server) => server.tools.map((tool) => ({ tool, server }))),
  ];
}

/** Every tool of every agent with its effect, gate, guardrails and trace, and the rules that report it. */
export function governedTools(systems: readonly SystemJson[], findings: readonly Finding[]): GovernedTool[] {
  const rules = new Map<string, Set<string>>();
  const toxic = new Set<string>();
  for (const { rule, file, range, related, ignored } of findings) {
    if (ignored) continue;
    const key = keyOf(file, range.start);
    rules.set(key, (rules.get(key) ?? new Set()).add(rule));
    if (rule === TOXIC_FLOW) for (const one of related) toxic.add(keyOf(one.file, one.range.start));
  }
  return systems.flatMap((system) =>
    system.agents.flatMap((agent) =>
      toolsOf(agent).map(({ tool, server }): GovernedTool => {
        const at = placeOf(tool, system.file);
        const key = keyOf(at.file, at);
        const state = stateOf(tool);
        const act = isAct(state);
        return {
          file: system.file,
          agent: agent.name,
          ...(server ? { server: server.name } : {}),
          tool: tool.name,
          kind: tool.kind,
          effect: tool.effect as GovernedTool['effect'],
          openEnded: tool.openEnded,
          confidence: tool.confidence as GovernedTool['confidence'],
          known: tool.because,
          act,
          gate: state.gate,
          stated: tool.approval.state,
          gateWords: gateWords(tool),
          guardrails: guardrailWords(agent.guardrails, tool.guardrails ?? server?.guardrails),
          trace: evidenceShown(system.tracing),
          at,
          rules: [...(rules.get(key) ?? [])].sort(),
          toxic: toxic.has(key),
        };
      }),
    ),
  );
}

/** The rule whose related places are the tools of a flow. */
export const TOXIC_FLOW = 'scope/toxic-flow';

const keyOf = (file: string, { line, column }: { line: number; column: number }) =>
  `${file}\n${line}:${column}`;

/** Who answers the gate of a tool, and how that is known. */
function gateWords(tool: ToolJson): string {
  const { state, value, why } = tool.approval;
  const one = stateOf(tool);
  if (isGateNotRequired(tool)) return NOT_REQUIRED;
  const words = answerWords(one);
  if (state === 'absent' || state === 'undecidable') return words + (why === undefined ? '' : ` (${why})`);
  const stated = value === undefined || value === 'human' || one.answer !== undefined ? [] : [String(value)];
  const details = [EVIDENCE_WORDS[state], ...stated, ...(why === undefined ? [] : [why])];
  return `${words} (${details.join(': ')})`;
}

function guardrailWords(agent: GuardrailsJson, own: GuardrailsJson | undefined): string {
  const side = (name: 'input' | 'output') => {
    const ofCalls = own && own[name].state !== 'absent' ? `, of its calls: ${evidenceShown(own[name])}` : '';
    return `${name}: ${evidenceShown(agent[name])}${ofCalls}`;
  };
  return `${side('input')}; ${side('output')}`;
}

/** Acts that run although nobody approves them, as far as the files can say: each with the agents that may do it. */
export function ungatedActs({
  tools,
  systems,
}: {
  tools: readonly GovernedTool[];
  systems: readonly SystemJson[];
}): UngatedAct[] {
  const runtimes = new Map(systems.map(({ file, runtime }) => [file, runtime]));
  const ungated = tools.filter(({ act, gate, stated, file }) => {
    if (!act || gate === 'human' || gate === 'conditional' || gate === 'undecidable') return false;
    return gate === 'machine' || stated === 'absent' || runtimes.get(file) === 'managed';
  });
  const acts = groupedBy(ungated, ({ tool, server, effect, at }) =>
    JSON.stringify([tool, server, effect, placeWords(at)]),
  );
  return [...acts.values()].flatMap((same): UngatedAct[] => {
    const [tool] = same;
    if (!tool) return [];
    const agents = groupedBy(same, ({ file, agent }) => JSON.stringify([file, agent]));
    return [{ tool, agents: [...agents.values()].flatMap(([first]) => first ?? []) }];
  });
}

/** An act, and for each agent that may do it its tool. */
interface UngatedAct {
  tool: GovernedTool;
  agents: readonly GovernedTool[];
}
