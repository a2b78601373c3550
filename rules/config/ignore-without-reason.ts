import { defineRule } from '../../src/model/index.js';

export default defineRule({
  id: 'config/ignore-without-reason',
  summary: 'An ignore or a declared effect gives no reason, so it does not hold',
  severity: 'error',
  remediation: 'Say why behind ` -- ` in the comment, or in `reason` in the configuration, or remove it.',
  references: ['SP800-53r5:CM-3'],
  since: '0.1.0',
});
