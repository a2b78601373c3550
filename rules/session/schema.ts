import { defineRule } from '../../src/model/index.js';

export default defineRule({
  id: 'session/schema',
  summary: 'A payload field has another type than the spec documents',
  severity: 'error',
  surface: 'product',
  spec: '4',
  remediation: 'Decide which value is meant, and give it the type that the spec documents (section 4).',
  references: ['CWE-20', 'SP800-53r5:CM-6'],
  since: '0.1.0',
  about: ['payload'],
  check({ payload }, report) {
    for (const { at, message, repair } of payload?.violations ?? []) report({ at, message, fixes: [repair] });
  },
});
