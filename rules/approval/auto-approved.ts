import { defineRule, isMet } from '../../src/model/index.js';
import { redact } from '../../src/model/secrets.js';
import { callingTools, ungated } from './_gates.js';

export default defineRule({
  id: 'approval/auto-approved',
  summary: 'The gate of a tool that cannot be undone is answered by code or a setting, not by a person',
  severity: 'error',
  spec: '1',
  remediation: 'Let a person answer the gate.',
  references: [
    'LLM03:2026',
    'LLM06:2025',
    'ASI02',
    'ASI09',
    'AISVS-9.2.1',
    'CWE-693',
    'AML.T0101',
    'AML.M0029',
  ],
  since: '0.1.0',
  check(system, report) {
    for (const calling of callingTools(system)) {
      const { approval } = calling.tool;
      if (!isMet(approval) || approval.value.by !== 'machine') continue;
      const ending = `its gate says \`${redact(approval.value.stated)}\`: no person answers it`;
      report(ungated(calling, system, { ending }));
    }
  },
});
