import { defineRule } from '../../src/model/index.js';
import { redact } from '../../src/model/secrets.js';

export default defineRule({
  id: 'approval/hook-fails-open',
  summary: 'A hook is there to block a call and cannot',
  severity: 'warning',
  spec: '1',
  remediation: 'End the hook with the status that blocks, also where it fails itself.',
  references: ['LLM06:2025', 'ASI02', 'CWE-693', 'CWE-636', 'CWE-754', 'SP800-53r5:AC-3', 'SP800-53r5:SC-24'],
  since: '0.2.0',
  about: ['openHooks'],
  check(system, report) {
    for (const { why, edit, script, at } of system.openHooks ?? []) {
      const what = script === undefined ? 'This hook' : `The hook \`${redact(script)}\``;
      report({ at, message: `${what} cannot block what it is there to block: ${why}.`, remediation: edit });
    }
  },
});
