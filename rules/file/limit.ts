import { defineRule } from '../../src/model/index.js';

export default defineRule({
  id: 'file/limit',
  summary: 'A file that holds an agent passes a limit of size, nesting or aliases',
  severity: 'error',
  remediation:
    'Split the file, or write it with less nesting and fewer aliases. Not an agent? Leave it out with `exclude` in the project configuration.',
  references: ['CWE-400', 'CWE-674', 'SP800-53r5:SC-5'],
  since: '0.1.0',
});
