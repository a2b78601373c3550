import {
  callGuardrails,
  finalAgents,
  guardrailNeed,
  guardrailRemedy,
  isGuarded,
} from '../../src/assess/guardrail/reach.js';
import { defineRule, entryAgent, isMet } from '../../src/model/index.js';

export default defineRule({
  id: 'guardrail/missing-output',
  summary: 'A system that acts on the world has no output guardrail',
  severity: 'warning',
  surface: 'product',
  spec: '1',
  remediation:
    'Add an output guardrail to the agent that gives the final answer, for example against personal data.',
  references: [
    'LLM02:2026',
    'LLM10:2026',
    'LLM02:2025',
    'LLM05:2025',
    'MCP10:2025',
    'CWE-1426',
    'CWE-359',
    'AML.T0057',
    'AML.M0020',
    'SP800-53r5:SI-15',
    'SP800-53r5:AC-4',
    'AI-RMF-1.0:MEASURE-2.10',
  ],
  since: '0.1.0',
  capInexpressible: true,
  about: ['tools', 'servers'],
  check(system, report, context) {
    const entry = entryAgent(system);
    const need = guardrailNeed(system);
    if (!entry || !need) return;
    const final = finalAgents(system, entry);
    const open = final.filter(({ guardrails }) => !isGuarded(guardrails.output));
    const [last] = open;
    if (!last) {
      const [checked] = final;
      if (checked) report.met(checked.guardrails.output);
      return;
    }
    const { output } = last.guardrails;
    const remedy = guardrailRemedy(system, context, 'output', 'personal-data');
    report({
      at: entry.at,
      agent: entry.name,
      evidence: isMet(output) ? 'absent' : output.state,
      subject: `The output guardrail of \`${last.name}\`.`,
      message: `\`${last.name}\` has no output guardrail: its answer can disclose personal data or secrets.`,
      remediation: `Check what \`${last.name}\` says before anybody gets it. ${remedy.text}`,
      fixes: [remedy.repair, remedy.otherwise],
      ...(need === 'reads' ? { severity: 'info' } : {}),
      related: [
        ...open
          .filter((agent) => agent !== entry)
          .map((agent) => ({
            at: agent.at,
            message: `\`${agent.name}\` gives a final answer and has no output guardrail.`,
          })),
        ...callGuardrails(system, 'output'),
      ],
    });
  },
});
