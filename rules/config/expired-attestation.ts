import { defineRule } from '../../src/model/index.js';

export default defineRule({
  id: 'config/expired-attestation',
  summary: 'An attestation has ended, so its controls count no more',
  severity: 'warning',
  remediation: 'Check that the controls are still there and set a later `until`, or remove the attestation.',
  references: [],
  since: '0.1.0',
});
