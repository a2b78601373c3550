import { defineRule } from '../../src/model/index.js';

export default defineRule({
  id: 'file/limit',
  summary: 'A file with an agent exceeds a limit of size, nesting or aliases',
  severity: 'error',
  remediation:
    'Decide how to split the file, or write it with less nesting and fewer aliases. Is it not an agent? Exclude it with `exclude` in the project configuration.',
  references: ['CWE-400', 'CWE-674', 'SP800-53r5:SC-5'],
  since: '0.1.0',
});
