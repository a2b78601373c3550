import {
  callGuardrails,
  guardrailNeed,
  guardrailRemedy,
  isGuarded,
} from '../../src/assess/guardrail/reach.js';
import { defineRule, entryAgent, isMet } from '../../src/model/index.js';

export default defineRule({
  id: 'guardrail/missing-input',
  summary: 'A system that acts on the world has no input guardrail',
  severity: 'warning',
  surface: 'product',
  spec: '1',
  remediation: 'Add an input guardrail to the entry agent, for example against prompt injection.',
  references: [
    'LLM01:2026',
    'LLM01:2025',
    'ASI01',
    'MCP06:2025',
    'CWE-1427',
    'AML.T0051.000',
    'AML.T0051.001',
    'AML.M0020',
    'SP800-53r5:SI-10',
    'AI-RMF-1.0:MEASURE-2.7',
  ],
  since: '0.1.0',
  capInexpressible: true,
  about: ['tools', 'servers'],
  check(system, report, context) {
    const entry = entryAgent(system);
    const need = guardrailNeed(system);
    if (!entry || !need) return;
    const { input } = entry.guardrails;
    if (isGuarded(input)) report.met(input);
    else {
      const remedy = guardrailRemedy(system, context, 'input', 'prompt-injection');
      report({
        at: entry.at,
        agent: entry.name,
        evidence: isMet(input) ? 'absent' : input.state,
        subject: `The input guardrail of \`${entry.name}\`.`,
        message: `\`${entry.name}\` has no input guardrail: a prompt injection can reach its tools.`,
        remediation: `Check inputs before \`${entry.name}\` reads them. ${remedy.text}`,
        fixes: [remedy.repair, remedy.otherwise],
        ...(need === 'reads' ? { severity: 'info' } : {}),
        related: callGuardrails(system, 'input'),
      });
    }
  },
});
