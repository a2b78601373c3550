import { defineRule } from '../../src/model/index.js';

export default defineRule({
  id: 'config/unused-setting',
  summary: 'A setting of the configuration, or a directive, applies to nothing',
  severity: 'warning',
  remediation: 'Remove it, or correct what it names.',
  references: ['SP800-53r5:CM-3'],
  since: '0.1.0',
});
