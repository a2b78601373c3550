import { defineRule } from '../../src/model/index.js';

export default defineRule({
  id: 'config/expiring-soon',
  summary: 'An ignore or an attestation expires within 30 days',
  severity: 'info',
  remediation:
    'Decide whether it may stay: correct what it covers before that day, or review it and set a later date.',
  references: ['SP800-53r5:CM-3'],
  since: '0.1.0',
});
