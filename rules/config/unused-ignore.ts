import { defineRule } from '../../src/model/index.js';

export default defineRule({
  id: 'config/unused-ignore',
  summary: 'An ignore or a declared effect is unused',
  severity: 'warning',
  remediation: 'Remove it, or move it to the right place.',
  references: ['SP800-53r5:CM-3'],
  since: '0.1.0',
});
