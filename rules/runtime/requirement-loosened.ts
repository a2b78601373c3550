import { defineRule } from '../../src/model/index.js';

export default defineRule({
  id: 'runtime/requirement-loosened',
  summary: 'An agent config or a nested configuration loosens a requirement of the project',
  severity: 'error',
  surface: 'product',
  spec: '1',
  remediation:
    'Remove the milder value: the stricter one applies. Is the stricter one wrong for this agent? Change it where it is stated.',
  references: ['CWE-693', 'SP800-53r5:CM-5', 'AI-RMF-1.0:GOVERN-6.1'],
  since: '0.1.0',
  check(_system, report, { loosened }) {
    for (const { key, at, stricter, message } of loosened) {
      report({
        at,
        message,
        fixes: [{ title: `Remove the milder \`${key}\``, safe: true, edits: () => at.edit?.()?.remove() }],
        related: [{ at: stricter, message: `The stricter \`${key}\` is stated here.` }],
      });
    }
  },
});
