import { defineRule } from '../../src/model/index.js';

export default defineRule({
  id: 'session/schema',
  summary: "A payload breaks the spec's documented types",
  severity: 'error',
  surface: 'product',
  spec: '4',
  remediation: 'Give the field the type that the table of the spec, section 4, states.',
  references: ['CWE-20', 'SP800-53r5:CM-6'],
  since: '0.1.0',
  check({ payload }, report) {
    for (const { at, message } of payload?.violations ?? []) report({ at, message });
  },
});
