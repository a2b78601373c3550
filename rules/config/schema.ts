import { defineRule } from '../../src/model/index.js';

export default defineRule({
  id: 'config/schema',
  summary: 'A key of an agent config is unknown or has an invalid value',
  severity: 'error',
  remediation: 'Correct the key or value, or remove it.',
  references: ['SP800-53r5:CM-6'],
  since: '0.1.0',
});
