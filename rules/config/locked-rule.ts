import { defineRule } from '../../src/model/index.js';

export default defineRule({
  id: 'config/locked-rule',
  summary: 'A rule that is locked is switched off, lowered or set aside',
  severity: 'error',
  remediation: 'Remove the attempt and correct the finding, or ask those who locked the rule.',
  references: ['CWE-693', 'SP800-53r5:CM-5'],
  since: '0.1.0',
});
