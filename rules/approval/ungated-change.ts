import { evidenceOfEffect } from '../../src/assess/approval/effect-phrases.js';
import { gateRemedy } from '../../src/assess/approval/gates.js';
import { defineRule, isMet, toolsOf } from '../../src/model/index.js';

export default defineRule({
  id: 'approval/ungated-change',
  summary: 'A tool that makes reversible changes runs without human approval',
  severity: 'off',
  strict: 'warning',
  spec: '1',
  remediation: 'Require human approval before the tool runs, or leave this rule off.',
  references: [
    'LLM03:2026',
    'LLM06:2025',
    'AISVS-9.2.3',
    'AML.M0029',
    'SP800-53r5:AC-3(2)',
    'SP800-53r5:AC-6',
    'AI-RMF-1.0:MAP-3.5',
    'AI-RMF-1.0:MANAGE-2.4',
  ],
  since: '0.1.0',
  about: ['actingTools'],
  check(system, report, context) {
    for (const agent of system.agents) {
      for (const tool of toolsOf(agent)) {
        const { approval, effect } = tool;
        if (tool.kind === 'agent' || tool.openEnded || effect.effect !== 'change') continue;
        if (isMet(approval)) {
          report.met(approval);
          continue;
        }
        const remedy = gateRemedy(system, tool, context);
        report({
          at: tool.at,
          agent: agent.name,
          evidence: approval.state,
          confidence: effect.confidence,
          subject: `Whether a person approves \`${tool.name}\`, which changes data.`,
          message: `\`${tool.name}\` changes data without human approval ${evidenceOfEffect(effect)}.`,
          remediation: remedy.text,
          fixes: [remedy.repair],
        });
      }
    }
  },
});
