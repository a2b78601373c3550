import { defineRule } from '../../src/model/index.js';

export default defineRule({
  id: 'config/ignore-without-reason',
  summary: 'An ignore or a declared effect has no reason',
  severity: 'error',
  remediation:
    'Remove it, or write the reason after ` -- ` in the comment, or in `reason` in the configuration. A reason is required. An ignore without one, or past its date, has no effect.',
  references: ['SP800-53r5:CM-3'],
  since: '0.1.0',
});
