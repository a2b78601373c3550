import { defineRule } from '../../src/model/index.js';

export default defineRule({
  id: 'file/syntax',
  summary: 'A file with an agent does not parse',
  severity: 'error',
  remediation:
    'Decide what the text was meant to say, and correct it at this place. Is it not an agent? Exclude it with `exclude` in the project configuration.',
  references: ['SP800-53r5:CM-6'],
  since: '0.1.0',
});
