import { openingsOf } from '../../src/assess/openings.js';
import { codeSpan, defineRule } from '../../src/model/index.js';

export default defineRule({
  id: 'scope/ignored-setting',
  summary: 'A client accepts a restriction and never applies it',
  severity: 'warning',
  spec: '1',
  remediation: 'Write the restriction in a form that the client applies.',
  references: [
    'LLM03:2026',
    'LLM06:2025',
    'ASI03',
    'CWE-284',
    'CWE-693',
    'CWE-1188',
    'SP800-53r5:AC-3',
    'SP800-53r5:CM-6',
  ],
  since: '0.2.0',
  about: ['ignored', 'openings'],
  check(system, report) {
    for (const found of openingsOf(system, 'fallback')) report(found);
    const { ignored = [] } = system;
    for (const { entry, why, edit, repair, level, at } of ignored)
      report({
        at,
        ...(level && { severity: level }),
        message: `${codeSpan(entry)} has no effect. ${why}`,
        remediation: edit,
        fixes: [repair],
      });
  },
});
