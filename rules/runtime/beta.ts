import { decisionPlace, exclusionsOf } from '../../src/assess/runtime/words.js';
import { defineRule } from '../../src/model/index.js';

export default defineRule({
  id: 'runtime/beta',
  summary: 'The managed service is in beta, and the requirements neither allow nor forbid that',
  severity: 'warning',
  surface: 'product',
  spec: '1, 9',
  per: 'decision',
  remediation:
    'Decide whether production may use a beta service, and state `beta: allowed` or `beta: forbidden` under `requirements`, in the project configuration or the agent config.',
  references: ['LLM04:2026', 'ASI04', 'CWE-1357', 'SP800-53r5:SR-3', 'AI-RMF-1.0:MANAGE-3.1'],
  since: '0.1.0',
  check({ runtime, runtimeAt }, report, { decision, requirements, needsAt }) {
    if (runtime !== 'managed' || requirements.beta !== undefined) return;
    if (exclusionsOf(decision, 'managed').length > 0) return;
    report({
      at: decisionPlace(runtimeAt, needsAt),
      evidence: 'absent',
      message: '`managed` is a beta service, and `requirements.beta` neither allows nor forbids it.',
    });
  },
});
