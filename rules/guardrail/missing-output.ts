import {
  callGuardrails,
  DISCLOSES,
  guardrailGap,
  guardrailRemedy,
  othersOpen,
  outputOf,
  subjectOf,
} from '../../src/assess/guardrail/reach.js';
import { defineRule } from '../../src/model/index.js';

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
    const gap = guardrailGap(system, context);
    if (!gap) return;
    const { entry, final, open, output, need, isOne } = gap;
    const [last] = open;
    if (!last || !output) {
      const [checked] = final;
      if (checked) report.met(checked.guardrails.output);
      return;
    }
    // Where the input side is missing, too, `guardrail/missing-input` reports both.
    if (isOne) return;
    const remedy = guardrailRemedy(system, context, [outputOf(last)]);
    report({
      at: entry.at,
      agent: entry.name,
      evidence: output,
      subject: subjectOf('output', last),
      message: `\`${last.name}\` has no output guardrail: ${DISCLOSES}.`,
      remediation: remedy.text,
      fixes: [remedy.repair, remedy.otherwise],
      ...(need === 'one' ? { severity: 'info' } : {}),
      related: [...othersOpen(gap), ...callGuardrails(system, 'output')],
    });
  },
});
