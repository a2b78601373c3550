import { defineRule } from '../../src/model/index.js';

export default defineRule({
  id: 'config/expired-ignore',
  summary: 'An ignore has expired',
  severity: 'warning',
  remediation: 'Remove the ignore and correct the finding, or review it and set a later date.',
  references: ['SP800-53r5:CM-3'],
  since: '0.1.0',
});
