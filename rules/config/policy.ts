import { defineRule } from '../../src/model/index.js';

export default defineRule({
  id: 'config/policy',
  summary: 'An ignore or a baseline entry breaks a condition of the policy',
  severity: 'error',
  remediation: 'Correct the finding, or set an end date that the policy allows.',
  references: ['SP800-53r5:CM-3'],
  since: '0.2.0',
});
