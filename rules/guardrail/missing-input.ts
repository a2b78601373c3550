import {
  callGuardrails,
  guardrailEdit,
  isGuarded,
  needsGuardrails,
} from '../../src/assess/guardrail/reach.js';
import { defineRule, entryAgent, isMet } from '../../src/model/index.js';

export default defineRule({
  id: 'guardrail/missing-input',
  summary: 'Nothing checks what comes in to a system that acts on the world',
  severity: 'warning',
  surface: 'product',
  spec: '1',
  remediation:
    'Check inputs before the entry agent reads them, for example for prompt injection, and state that check.',
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
  check(system, report) {
    const entry = entryAgent(system);
    if (!entry || !needsGuardrails(system)) return;
    const { input } = entry.guardrails;
    if (isGuarded(input)) report.met(input);
    else {
      report({
        at: entry.at,
        agent: entry.name,
        evidence: isMet(input) ? 'absent' : input.state,
        subject: `The input guardrail of \`${entry.name}\`.`,
        message: `\`${entry.name}\` takes in whatever it is sent: no input guardrail stops a prompt injection before the tools can act on it.`,
        remediation: `Check inputs before \`${entry.name}\` reads them. ${guardrailEdit(system, 'input', 'prompt-injection')}`,
        related: callGuardrails(system, 'input'),
      });
    }
  },
});
