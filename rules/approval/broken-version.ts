import { brokenVersionReport, unreadLockReport } from '../../src/assess/approval/broken-version.js';
import { defineRule } from '../../src/model/index.js';

export default defineRule({
  id: 'approval/broken-version',
  summary: 'The locked version of an SDK does not enforce a gate that the program uses',
  severity: 'error',
  spec: '1',
  remediation: 'Update the SDK to a version that enforces the gate.',
  references: [
    'LLM03:2025',
    'LLM06:2025',
    'ASI02',
    'ASI04',
    'AISVS-9.2.1',
    'CWE-1357',
    'SP800-53r5:AC-3(2)',
    'AI-RMF-1.0:MANAGE-2.4',
  ],
  since: '0.1.0',
  about: ['brokenVersions', 'unreadLocks'],
  check({ agents, brokenVersions = [], unreadLocks = [] }, report) {
    for (const broken of brokenVersions) report(brokenVersionReport(broken, agents));
    for (const lock of unreadLocks) report(unreadLockReport(lock));
  },
});
