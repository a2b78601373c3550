import { defineRule } from '../../src/model/index.js';

export default defineRule({
  id: 'config/expired-ignore',
  summary: 'An ignore has ended',
  severity: 'warning',
  remediation: 'Correct the finding and remove the ignore, or decide again and set a later date.',
  references: ['SP800-53r5:CM-3'],
  since: '0.1.0',
});
