import { type FlawWords, reportFlaws } from '../../src/assess/approval/flaws.js';
import { defineRule } from '../../src/model/index.js';

const WORDS: FlawWords = {
  lead: (names) => `One approval of ${names} counts for later calls, too`,
  subject: (names) => `one approval of ${names} counts for later calls, too`,
  ofActs: true,
};

export default defineRule({
  id: 'approval/remembered',
  summary: 'One approval of an irreversible tool counts for later calls, too',
  severity: 'warning',
  spec: '1',
  remediation: 'Ask for each call.',
  references: [
    'LLM06:2025',
    'ASI02',
    'ASI09',
    'AISVS-9.2.1',
    'CWE-862',
    'AML.T0101',
    'AML.M0029',
    'SP800-53r5:AC-3(2)',
    'AI-RMF-1.0:MANAGE-2.4',
  ],
  since: '0.1.0',
  about: ['flaws'],
  check(system, report) {
    reportFlaws('remembered', WORDS, system, report);
  },
});
