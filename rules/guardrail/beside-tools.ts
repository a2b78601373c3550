import { availability, remedyFor } from '../../src/assess/versions.js';
import {
  type Agent,
  type AgentSystem,
  defineRule,
  entryAgent,
  isMet,
  toolsOf,
} from '../../src/model/index.js';

/** What of an agent may act while a guardrail still checks its input, in words. */
function actingPart(agent: Agent): string | undefined {
  const tool = toolsOf(agent).find(({ effect }) => effect.effect !== 'read');
  if (tool) return tool.name;
  return agent.mcpServers.find(({ allowedTools }) => !isMet(allowedTools))?.name;
}

/** Whether only handoffs reach an agent: its input guardrails never run, and `guardrail/misplaced` says so. */
function isHandedTo(agent: Agent, system: AgentSystem): boolean {
  const reaches = (names: readonly { name: string }[]) => names.some(({ name }) => name === agent.name);
  return (
    !agent.startsRuns &&
    entryAgent(system) !== agent &&
    system.agents.some(({ handoffs }) => reaches(handoffs)) &&
    !system.agents.some(({ delegatesTo }) => reaches(delegatesTo))
  );
}

export default defineRule({
  id: 'guardrail/beside-tools',
  summary: 'An input guardrail runs in parallel with an agent that has acting tools',
  severity: 'info',
  surface: 'product',
  spec: '1',
  remediation: 'Run the guardrail before the agent, so that no tool acts on an input that it stops.',
  references: [
    'LLM01:2026',
    'LLM01:2025',
    'ASI01',
    'CWE-693',
    'AML.M0020',
    'SP800-53r5:SI-10',
    'AI-RMF-1.0:MEASURE-2.7',
  ],
  since: '0.1.0',
  about: ['parallelGuardrails'],
  check(system, report) {
    const seen = new Set<string>();
    for (const agent of system.agents) {
      const acting = actingPart(agent);
      if (acting === undefined || isHandedTo(agent, system)) continue;
      for (const { name, at, state, why, remedy } of agent.guardrails.parallel ?? []) {
        // A version without the option cannot run it before.
        if (remedy.needs && availability(system, remedy.needs).state === 'too-old') continue;
        const { start } = at.range();
        const place = `${at.file}:${start.line}:${start.column} ${name}`;
        if (seen.has(place)) continue;
        seen.add(place);
        const { text, repair } = remedyFor(system, remedy);
        report({
          at,
          agent: agent.name,
          evidence: state,
          subject: `Whether \`${name}\` runs before \`${agent.name}\`: ${why ?? 'it is computed at run time'}.`,
          message: `\`${name}\` runs in parallel with \`${agent.name}\`: \`${acting}\` can be called before it stops an input.`,
          fixes: [repair],
          remediation: text,
        });
      }
    }
  },
});
