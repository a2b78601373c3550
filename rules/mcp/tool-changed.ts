import { defineRule } from '../../src/model/index.js';
import { redact } from '../../src/model/secrets.js';

export default defineRule({
  id: 'mcp/tool-changed',
  summary: 'An MCP tool differs from the version that was approved',
  severity: 'warning',
  spec: '1',
  remediation: 'Review the change, then accept it: agent-lint snapshot <server> --accept.',
  references: [
    'LLM04:2026',
    'ASI04',
    'MCP03:2025',
    'AISVS-10.4.8',
    'CWE-494',
    'AML.T0109',
    'AML.T0110',
    'AML.T0011.002',
    'SP800-53r5:SR-3',
    'SP800-53r5:SR-4',
    'SP800-53r5:SI-7',
    'AI-RMF-1.0:MANAGE-3.1',
  ],
  since: '0.1.0',
  about: ['toolChanges'],
  check({ toolChanges = [] }, report) {
    for (const { name, at, what, accept } of toolChanges) {
      report({
        at,
        message: `\`${redact(name)}\` ${what} after the tools were approved.`,
        fixes: [{ title: `Claim: the change of \`${redact(name)}\` was reviewed`, edits: accept }],
      });
    }
  },
});
