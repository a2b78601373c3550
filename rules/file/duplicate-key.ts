import { defineRule } from '../../src/model/index.js';

export default defineRule({
  id: 'file/duplicate-key',
  summary: 'A key occurs twice in one object',
  severity: 'error',
  remediation: 'Decide which value is meant, and remove the other.',
  references: ['CWE-694', 'SP800-53r5:CM-6'],
  since: '0.1.0',
});
