import { exclusionsOf, exclusionWords } from '../../src/assess/runtime/words.js';
import { defineRule } from '../../src/model/index.js';

/** Terms of the service that the place of execution does not change (constraint 3). Beta is none of them. */
const DATA_TERMS = ['residency', 'zero_data_retention'];

export default defineRule({
  id: 'runtime/self-hosted-no-exemption',
  summary: 'A self-hosted sandbox where residency or zero retention excludes the managed service',
  severity: 'error',
  surface: 'product',
  spec: '1, 8',
  remediation:
    'Decide which runtime to target, and run the whole agent yourself: target `framework` or `responses` with your own controls. No value of `environment.type` lifts the exclusion.',
  references: [
    'LLM02:2026',
    'MCP10:2025',
    'CWE-668',
    'SP800-53r5:SA-9(5)',
    'AI-RMF-1.0:GOVERN-6.1',
    'AI-RMF-1.0:MAP-4.1',
  ],
  since: '0.1.0',
  about: ['environment'],
  check({ environment, runtime }, report, { decision, requirements }) {
    if (environment?.kind !== 'self-hosted' || runtime === 'framework' || runtime === 'responses') return;
    const reasons = exclusionsOf(decision, 'managed').filter((reason) =>
      DATA_TERMS.includes(reason.requirement),
    );
    if (reasons.length === 0) return;
    report({
      at: environment.at,
      message: `\`${environment.type}\` changes only where code runs (spec: constraint 3): ${exclusionWords(reasons, requirements)}.`,
    });
  },
});
