import {
  callingTools,
  cannotBeGated,
  isAnsweredByMachine,
  ungated,
} from '../../src/assess/approval/gates.js';
import { lostGateReport } from '../../src/assess/approval/lost-gates.js';
import { defineRule, isGateMet, isMet } from '../../src/model/index.js';

export default defineRule({
  id: 'approval/missing',
  summary: 'An irreversible tool runs without human approval',
  severity: 'error',
  spec: '1',
  remediation: 'Require human approval before the tool runs.',
  references: [
    'LLM03:2026',
    'LLM06:2025',
    'ASI02',
    'ASI09',
    'MCP02:2025',
    'AISVS-9.2.1',
    'CWE-862',
    'AML.T0101',
    'AML.M0029',
    'SP800-53r5:AC-3(2)',
    'SP800-53r5:AC-6',
    'AI-RMF-1.0:MAP-3.5',
    'AI-RMF-1.0:MANAGE-2.4',
  ],
  since: '0.1.0',
  about: ['actingTools'],
  check(system, report, context) {
    const lost = context.lostGates?.(system) ?? [];
    for (const calling of callingTools(system)) {
      const { tool, call } = calling;
      if (lost.some((one) => one.tool === tool)) continue;
      if (call === 'open-ended' || isAnsweredByMachine(tool) || cannotBeGated(calling)) continue;
      if (isGateMet(tool)) report.met(tool.approval);
      // A gate that is stated and does not do what it states is a finding of the rule for its flaw.
      else if (!isMet(tool.approval)) report(ungated(calling, system, context));
    }
    for (const one of lost) report(lostGateReport(one, system, context));
  },
});
