import { defineRule } from '../../src/model/index.js';

export default defineRule({
  id: 'config/stale-baseline',
  summary: 'A baseline entry accepts a finding that no longer exists',
  severity: 'warning',
  remediation: 'Run `agent-lint check --update-baseline`: it removes the entry.',
  references: ['SP800-53r5:CM-3'],
  since: '0.2.0',
});
