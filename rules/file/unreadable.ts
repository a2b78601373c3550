import { defineRule } from '../../src/model/index.js';

export default defineRule({
  id: 'file/unreadable',
  summary: 'A file with an agent cannot be read',
  severity: 'error',
  remediation:
    'Make the file readable, or save it as UTF-8. Is it not an agent? Exclude it with `exclude` in the project configuration.',
  references: ['SP800-53r5:CM-6'],
  since: '0.1.0',
});
