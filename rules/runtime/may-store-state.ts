import { insteadOf, keepingWords } from '../../src/assess/runtime/state.js';
import { defineRule, isMet, type StoredState } from '../../src/model/index.js';

export default defineRule({
  id: 'runtime/may-store-state',
  summary: 'Zero data retention is required, but a default or a feature of the request may keep state',
  severity: 'warning',
  surface: 'product',
  spec: '1',
  remediation: 'Set `store: false`, and remove features that keep state.',
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
  about: ['storedState'],
  check({ storedState = [], retention }, report, { requirements }) {
    if (requirements.zero_data_retention !== true) return;
    for (const state of storedState) {
      const { name, kept, at } = state;
      if (!mayKeep(state)) continue;
      if (retention.state === 'attested') {
        report.met(retention);
        continue;
      }
      report({
        at,
        evidence: isMet(kept) ? 'shown' : kept.state,
        subject: `Whether \`${name}\` makes the operator keep state: ${kept.why ?? 'it is computed at run time'}.`,
        message: `\`${name}\` ${keepingWords(state)}, but zero data retention is required.`,
        fixes: [state.repair],
        remediation: `${insteadOf(state)} Does a contract exclude retention? State it in \`controls.retention\`, in the agent config or under \`attestations\`.`,
      });
    }
  },
});

/** State that a default or a feature keeps; what is asked for in so many words is `runtime/stores-state`. */
function mayKeep({ kind, kept }: StoredState): boolean {
  if (isMet(kept) && !kept.value) return false;
  if (kind === 'response' || kind === 'transcript') return kept.state === 'absent';
  return kind !== 'conversation' && kind !== 'previous' && kind !== 'thread';
}
