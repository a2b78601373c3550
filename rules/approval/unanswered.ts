import { type FlawWords, reportFlaws } from '../../src/assess/approval/flaws.js';
import { defineRule } from '../../src/model/index.js';

const WORDS: FlawWords = {
  lead: (names) => `Nobody can approve ${names}`,
  subject: (names) => `a person can approve ${names}`,
};

export default defineRule({
  id: 'approval/unanswered',
  summary: 'A gate stops the run, and nothing in the project can answer it',
  severity: 'warning',
  spec: '1',
  remediation: 'Read the requests of the run, ask a person, and run again with the answers.',
  references: [
    'LLM06:2025',
    'ASI02',
    'ASI09',
    'AISVS-9.2.1',
    'CWE-693',
    'AML.T0101',
    'AML.M0029',
    'SP800-53r5:AC-3(2)',
    'AI-RMF-1.0:MANAGE-2.4',
  ],
  since: '0.1.0',
  about: ['flaws'],
  check(system, report) {
    reportFlaws('unanswered', WORDS, system, report);
  },
});
