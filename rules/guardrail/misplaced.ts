import {
  type Agent,
  type AgentSystem,
  defineRule,
  entryAgent,
  isMet,
  joinEdits,
  type Place,
  type Repair,
} from '../../src/model/index.js';

/** Structural paths of programs name a parameter, not whose it is: the position distinguishes two lists. */
function isSamePlace(a: Place, b: Place | undefined): boolean {
  if (b === undefined || a.file !== b.file || a.path !== b.path) return false;
  const [here, there] = [a.range().start, b.range().start];
  return here.line === there.line && here.column === there.column;
}

/** Names of agents that are reached by handoff and by nothing else. */
function reachedByHandoff({ agents }: AgentSystem): Set<string> {
  const reached = new Set(
    agents.flatMap(({ name, handoffs }) => handoffs.flatMap((to) => (to.name === name ? [] : to.name))),
  );
  for (const { delegatesTo } of agents) for (const to of delegatesTo) reached.delete(to.name);
  return reached;
}

/** Whether a program hands off in a cycle and shows no run that enters it. */
const isGuessed = ({ name, startsRuns }: Agent, { language, entry }: AgentSystem, reached: Set<string>) =>
  language !== undefined && reached.has(name) && !startsRuns && entry !== name;

/** What to do with a guardrail that never runs: where the entry agent has it too, there is nothing to move. */
function remedy(
  guardrails: readonly string[],
  { name, guardrails: { input } }: Agent,
  { controls }: AgentSystem,
): string {
  const isThereToo = isMet(input) && guardrails.every((one) => input.value.includes(one));
  if (isThereToo) return `\`${name}\` has this guardrail already: remove it here.`;
  return controls
    ? `Move it to \`${name}\`, or to \`controls.guardrails.input\` of the whole system.`
    : `Decide whether \`${name}\` is the right place for this check, and move it there.`;
}

/** Takes the guardrails out here, and states them at the entry agent where the format has a key for that. */
function moveRepair(system: AgentSystem, from: Agent, to: Agent): Repair {
  const { input } = from.guardrails;
  const names = isMet(input) ? input.value : [];
  const there = isMet(to.guardrails.input) ? to.guardrails.input.value : [];
  const missing = names.filter((name) => !there.includes(name));
  const editor = () => (isMet(input) ? input.at?.edit?.() : undefined);
  if (missing.length === 0)
    return { title: 'Remove the input guardrail here', edits: () => editor()?.remove() };
  return {
    title: `Move it to \`${to.name}\``,
    edits: () =>
      system.controls
        ? joinEdits(
            editor()?.remove(),
            editor()?.root.set(
              ['agents', to.name, 'controls', 'guardrails', 'input'],
              [...there, ...missing],
            ),
          )
        : undefined,
  };
}

export default defineRule({
  id: 'guardrail/misplaced',
  summary: 'An input guardrail is set on an agent that only handoffs reach',
  severity: 'warning',
  surface: 'product',
  spec: '1',
  remediation: 'Move the input guardrail to the entry agent: input is checked only where a run begins.',
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
  about: ['handoffs'],
  check(system, report) {
    if (system.agents.length < 2) return;
    const entry = entryAgent(system);
    const reached = reachedByHandoff(system);
    if (!entry || isGuessed(entry, system, reached)) return;
    for (const agent of system.agents) {
      const { input, eachTurn } = agent.guardrails;
      if (eachTurn || agent.startsRuns) continue;
      if (agent === entry || !reached.has(agent.name) || !isMet(input) || !input.at) continue;
      // Guardrails of the whole system give every agent the same place: none of them is this agent's own.
      if (isSamePlace(input.at, entry.guardrails.input.at)) continue;
      report({
        at: input.at,
        agent: agent.name,
        evidence: input.state,
        message: `\`${agent.name}\` is reached only by handoff, so its input guardrail never runs: \`${entry.name}\` reads the input first.`,
        fixes: [moveRepair(system, agent, entry)],
        remediation: remedy(input.value, entry, system),
      });
    }
  },
});
