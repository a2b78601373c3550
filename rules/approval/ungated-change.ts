import { knownFrom } from '../../src/assess/approval/deeds.js';
import { gateEdit } from '../../src/assess/approval/gates.js';
import { defineRule, isMet, toolsOf } from '../../src/model/index.js';

export default defineRule({
  id: 'approval/ungated-change',
  summary: 'A tool that changes something, in a way that can be undone, has no gate',
  severity: 'off',
  strict: 'warning',
  spec: '1',
  remediation: 'Have somebody answer before the tool runs, or leave this rule off.',
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
  check(system, report) {
    for (const agent of system.agents) {
      for (const tool of toolsOf(agent)) {
        const { approval, effect } = tool;
        if (tool.kind === 'agent' || tool.openEnded || effect.effect !== 'change') continue;
        if (isMet(approval)) {
          report.met(approval);
          continue;
        }
        report({
          at: tool.at,
          agent: agent.name,
          evidence: approval.state,
          confidence: effect.confidence,
          subject: `The gate of \`${tool.name}\`, which changes something.`,
          message: `\`${tool.name}\` changes something and nobody is asked first. ${knownFrom(effect)}`,
          remediation: gateEdit(system, tool),
        });
      }
    }
  },
});
