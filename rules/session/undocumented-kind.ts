import { isDocumented } from '../../src/assess/session/documented.js';
import { defineRule } from '../../src/model/index.js';

export default defineRule({
  id: 'session/undocumented-kind',
  summary: 'A payload uses a tool kind that the spec names without showing its payload',
  severity: 'off',
  strict: 'info',
  surface: 'product',
  spec: '2, 4',
  remediation:
    'Check the type and its fields against the documentation of the operator, and name a vendor that documents them with `vendor:` in the project configuration.',
  references: ['LLM04:2026', 'CWE-1357', 'AI-RMF-1.0:MAP-4.1'],
  since: '0.1.0',
  check({ payload }, report, { vendor }) {
    const parts = (payload?.undocumented ?? []).filter(
      (part) => (part.what === 'tool-kind' || part.what === 'tool-field') && !isDocumented(part, vendor),
    );
    const [first] = parts;
    if (first === undefined) return;
    const names = [...new Set(parts.map((part) => `\`${part.name}\``))];
    report({
      at: first.at,
      message: `${names.join(', ')}: not shown in the spec, which names nine tool kinds and shows the payload of \`shell\` alone.`,
    });
  },
});
