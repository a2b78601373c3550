import { type FlawWords, reportFlaws } from '../../src/assess/approval/flaws.js';
import { defineRule } from '../../src/model/index.js';

const WORDS: FlawWords = {
  lead: (names) => `Whoever sends the request can approve ${names}`,
  subject: (names) => `whoever sends a request can approve ${names}`,
  ofActs: true,
};

export default defineRule({
  id: 'approval/forgeable',
  summary: 'Whoever sends a request can approve a tool in place of a person',
  severity: 'warning',
  spec: '1',
  remediation: 'Keep what was asked on the server, or sign it.',
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
    reportFlaws('forgeable', WORDS, system, report);
  },
});
