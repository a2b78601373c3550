import { isDocumented, meantField } from '../../src/assess/session/documented.js';
import { codeSpan, defineRule, type UndocumentedPart } from '../../src/model/index.js';

export default defineRule({
  id: 'session/undocumented',
  summary: 'A payload contains a field or type that the spec does not document',
  severity: 'warning',
  surface: 'product',
  spec: '2, 4',
  remediation:
    'Decide whether the operator documents it: remove it, or set `vendor:` in the project configuration if the operator’s profile documents it. Is it intended? Ignore the finding with a reason.',
  references: ['LLM04:2026', 'CWE-1357', 'AI-RMF-1.0:MAP-4.1'],
  since: '0.1.0',
  about: ['payload'],
  check({ payload }, report, { vendor }) {
    const besides = vendor
      ? `documented neither in the spec nor in the profile of ${vendor.title}`
      : 'not documented in the spec';
    for (const part of payload?.undocumented ?? []) {
      const words = partWords(part);
      if (words === undefined || isDocumented(part, vendor)) continue;
      const meant = meantField(part, vendor);
      const suggestion = meant === undefined ? '' : ` Did you mean \`${meant}\`?`;
      report({
        at: part.at,
        fixes: [
          meant === undefined
            ? undefined
            : {
                title: `Rename it to \`${meant}\``,
                safe: true,
                edits: () => part.at.edit?.()?.rename(meant),
              },
        ],
        message: `${codeSpan(part.name)} is ${words} that is ${besides}: the service may ignore or reject it.${suggestion}`,
      });
    }
  },
});

/** What the part is; undefined for parts of the nine kinds, which are `session/undocumented-kind`. */
function partWords({ what }: UndocumentedPart): string | undefined {
  if (what === 'key') return 'a field';
  if (what === 'environment-type') return 'an environment type';
  return what === 'tool-type' ? 'a tool type' : undefined;
}
