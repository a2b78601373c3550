import { defineRule } from '../../src/model/index.js';

export default defineRule({
  id: 'config/locked-rule',
  summary: 'A locked rule is switched off, lowered, ignored or excluded',
  severity: 'error',
  remediation:
    'Decide whether the lock is right: remove this setting and correct the finding, or ask the owner of the configuration that locks the rule.',
  references: ['CWE-693', 'SP800-53r5:CM-5'],
  since: '0.1.0',
});
