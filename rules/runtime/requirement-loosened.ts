import { defineRule } from '../../src/model/index.js';

export default defineRule({
  id: 'runtime/requirement-loosened',
  summary: 'An agent config or a nested configuration loosens a requirement of the project',
  severity: 'error',
  surface: 'product',
  spec: '1',
  remediation:
    'Remove the milder value: the stricter one holds. Does it not hold for this agent? Change it where it is stated, with those who stated it.',
  references: [],
  since: '0.1.0',
  check(_system, report, { loosened }) {
    for (const { key, at, stricter, message } of loosened) {
      report({
        at,
        message,
        related: [{ at: stricter, message: `The stricter \`${key}\` is stated here.` }],
      });
    }
  },
});
