import { defineRule } from '../../src/model/index.js';

export default defineRule({
  id: 'file/internal',
  summary: 'agent-lint failed on a file',
  severity: 'error',
  remediation:
    'Decide whether to report this, with the note that names the error, or to exclude the file with `exclude` in the project configuration.',
  references: ['SP800-53r5:SI-11'],
  since: '0.1.0',
});
