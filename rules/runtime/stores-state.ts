import { insteadOf, keepingWords } from '../../src/assess/runtime/state.js';
import { defineRule, isMet, type StoredState } from '../../src/model/index.js';

/** What a program or request asks for in so many words; the rest is `runtime/may-store-state`. */
const EXPLICIT: ReadonlySet<StoredState['kind']> = new Set<StoredState['kind']>([
  'response',
  'conversation',
  'previous',
  'thread',
  'transcript',
]);

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
  about: ['storedState'],
  check({ storedState }, report, { requirements }) {
    if (requirements.zero_data_retention !== true) return;
    const isStored = storedState?.some(({ kind, kept }) => kind === 'response' && isMet(kept) && kept.value);
    for (const state of storedState ?? []) {
      const { kind, name, kept, at } = state;
      // What continues a response that is stored on purpose is reported once: at `store`.
      if (!EXPLICIT.has(kind) || (kind === 'previous' && isStored)) continue;
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
