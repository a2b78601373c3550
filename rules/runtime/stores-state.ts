import { insteadOf, keepingWords } from '../../src/assess/runtime/state.js';
import { defineRule, isMet } from '../../src/model/index.js';

export default defineRule({
  id: 'runtime/stores-state',
  summary: 'Zero data retention is required, but the request makes the operator keep state',
  severity: 'error',
  surface: 'product',
  spec: '1',
  remediation: 'Set `store: false`, and keep the state of a conversation in your own infrastructure.',
  references: [
    'LLM02:2026',
    'ASI06',
    'MCP10:2025',
    'AISVS-10.2.6',
    'CWE-212',
    'CWE-359',
    'AML.M0012',
    'SP800-53r5:SI-12',
    'AI-RMF-1.0:MEASURE-2.10',
  ],
  since: '0.1.0',
  check({ storedState }, report, { requirements }) {
    if (requirements.zero_data_retention !== true) return;
    for (const state of storedState ?? []) {
      const { kind, name, kept, at } = state;
      if (kind !== 'response' && kind !== 'conversation') continue;
      if (isMet(kept) && !kept.value) report.met(kept);
      else if (kept.state !== 'absent') {
        report({
          at,
          evidence: isMet(kept) ? 'shown' : kept.state,
          subject: `Whether \`${name}\` makes the operator keep state: ${kept.why ?? 'it is computed at run time'}.`,
          message: `\`${name}\` ${keepingWords(state)}, but zero data retention is required.`,
          fixes: [state.repair],
          remediation: insteadOf(state),
        });
      }
    }
  },
});
