import { defineRule } from '../../src/model/index.js';

export default defineRule({
  id: 'framework/unread',
  summary: 'A program builds agents with a framework that agent-lint does not read yet',
  severity: 'off',
  strict: 'warning',
  remediation:
    'Decide how these agents are reviewed: their tools, approvals, MCP servers, limits and tracing. Then ignore this finding at the import, with the reason and an end date.',
  references: ['SP800-53r5:CA-7', 'AI-RMF-1.0:MAP-4.1'],
  since: '0.1.0',
});
