import { type FlawWords, reportFlaws } from '../../src/assess/approval/flaws.js';
import { sharedNames } from '../../src/assess/approval/shared-names.js';
import { defineRule } from '../../src/model/index.js';

const WORDS: FlawWords = {
  lead: (names) => `What is approved as ${names} may be another tool`,
  subject: (names) => `what is approved as ${names} may be another tool`,
  ofActs: true,
  ofAgent: sharedNames,
};

export default defineRule({
  id: 'approval/shared-name',
  summary: 'A gate is keyed by a name that two tools of one agent have',
  severity: 'warning',
  spec: '1',
  remediation: 'Give each tool a name of its own.',
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
  about: ['flaws', 'shownGates', 'toolLists'],
  check(system, report) {
    reportFlaws('shared-name', WORDS, system, report);
  },
});
