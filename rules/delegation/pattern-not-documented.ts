import { defineRule } from '../../src/model/index.js';

export default defineRule({
  id: 'delegation/pattern-not-documented',
  summary: 'Handoffs on the managed service, whose documented payload has no field for them',
  severity: 'info',
  surface: 'product',
  spec: '1, 4',
  remediation:
    'Decide which pattern the system uses: use subagents (`multi_agent`), build the handoffs on the open-source framework, or ask the operator how handoffs are sent.',
  references: ['LLM04:2026', 'CWE-1357', 'AI-RMF-1.0:MAP-4.1'],
  since: '0.1.0',
  about: ['handoffs'],
  check(system, report) {
    if (system.runtime !== 'managed') return;
    const agent = system.agents.find(({ handoffs }) => handoffs.length > 0);
    const [first] = agent?.handoffs ?? [];
    if (!agent || !first) return;
    report({
      at: first.at,
      agent: agent.name,
      message: `\`${agent.name}\` hands off to \`${first.name}\`, but the documented payload of the managed service has fields for subagents only.`,
    });
  },
});
