import { defineRule } from '../../src/model/index.js';

export default defineRule({
  id: 'config/locked-rule',
  summary: 'A locked rule is switched off, lowered, ignored or excluded',
  severity: 'error',
  remediation:
    'Decide whether the lock is right. If it is, remove this and correct the finding; what was there before the lock counts as old in `agent-lint check --new-since REF`, with the base branch as REF. If it is not, ask the owner of the configuration that locks the rule: `locked: new` locks it for new findings only.',
  references: ['CWE-693', 'SP800-53r5:CM-5'],
  since: '0.1.0',
});
