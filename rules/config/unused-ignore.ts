import { defineRule } from '../../src/model/index.js';

export default defineRule({
  id: 'config/unused-ignore',
  summary: 'An ignore or a declared effect has nothing left to act on',
  severity: 'warning',
  remediation: 'Remove it, or correct the place that it stands at.',
  references: ['SP800-53r5:CM-3'],
  since: '0.1.0',
});
