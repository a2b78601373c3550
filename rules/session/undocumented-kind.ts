import { isDocumented } from '../../src/assess/session/documented.js';
import { defineRule } from '../../src/model/index.js';

export default defineRule({
  id: 'session/undocumented-kind',
  summary: 'A payload uses a tool kind whose payload the spec does not show',
  severity: 'off',
  strict: 'info',
  surface: 'product',
  spec: '2, 4',
  remediation:
    'Decide which operator the payload is for. Check the type and its fields against its documentation, and set `vendor:` in the project configuration if a profile documents them.',
  references: ['LLM04:2026', 'CWE-1357', 'AI-RMF-1.0:MAP-4.1'],
  since: '0.1.0',
  about: ['payload'],
  check({ payload }, report, { vendor }) {
    const parts = (payload?.undocumented ?? []).filter(
      (part) => (part.what === 'tool-kind' || part.what === 'tool-field') && !isDocumented(part, vendor),
    );
    const [first] = parts;
    if (first === undefined) return;
    const names = [...new Set(parts.map((part) => `\`${part.name}\``))];
    report({
      at: first.at,
      message: `${names.join(', ')}: not shown in the spec, which names nine tool kinds but shows only the payload of \`shell\`.`,
    });
  },
});
