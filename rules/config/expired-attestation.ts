import { defineRule } from '../../src/model/index.js';

export default defineRule({
  id: 'config/expired-attestation',
  summary: 'An attestation has expired',
  severity: 'warning',
  remediation:
    'Check that the controls are still in place and set a later `until`, or remove the attestation.',
  references: ['SP800-53r5:CA-7', 'SP800-53r5:CM-3'],
  since: '0.1.0',
});
