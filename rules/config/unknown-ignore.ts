import { defineRule } from '../../src/model/index.js';

export default defineRule({
  id: 'config/unknown-ignore',
  summary: 'An ignore names a rule that does not exist',
  severity: 'error',
  remediation: 'Correct the name of the rule (`agent-lint rules` lists them all), or remove the ignore.',
  references: ['SP800-53r5:CM-3'],
  since: '0.1.0',
});
