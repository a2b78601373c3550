import { defineRule } from '../../src/model/index.js';

export default defineRule({
  id: 'file/unreadable',
  summary: 'A file with an agent cannot be read',
  severity: 'error',
  remediation:
    'Decide which encoding the text has and save it as UTF-8, or make the file readable. Is it not an agent? Exclude it with `exclude` in the project configuration.',
  references: ['SP800-53r5:CM-6'],
  since: '0.1.0',
});
