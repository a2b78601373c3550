import {
  callGuardrails,
  DISCLOSES,
  guardrailGap,
  guardrailRemedy,
  inputOf,
  othersOpen,
  outputOf,
  subjectOf,
} from '../../src/assess/guardrail/reach.js';
import { defineRule } from '../../src/model/index.js';

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
    const gap = guardrailGap(system, context);
    if (!gap) return;
    const { entry, input, open, need, isOne } = gap;
    if (!input) {
      report.met(entry.guardrails.input);
      return;
    }
    const [last = entry] = open;
    const remedy = guardrailRemedy(system, context, [inputOf(entry), ...(isOne ? [outputOf(last)] : [])]);
    const whose = last === entry ? 'It' : `\`${last.name}\``;
    report({
      at: entry.at,
      agent: entry.name,
      evidence: input,
      subject: subjectOf('input', entry),
      message: `\`${entry.name}\` has no input guardrail: a prompt injection can reach its tools.${isOne ? ` ${whose} has no output guardrail either: ${DISCLOSES}.` : ''}`,
      remediation: remedy.text,
      fixes: [remedy.repair, remedy.otherwise],
      ...(need === 'one' ? { severity: 'info' } : {}),
      related: [
        ...(isOne ? othersOpen(gap) : []),
        ...callGuardrails(system, 'input'),
        ...(isOne ? callGuardrails(system, 'output') : []),
      ],
    });
  },
});
