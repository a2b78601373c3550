import { isOn } from '../../src/assess/delegation/subagents.js';
import { defineRule, isMet } from '../../src/model/index.js';

export default defineRule({
  id: 'delegation/bound-without-effect',
  summary: 'A bound on subagents is set while delegation is off',
  severity: 'info',
  spec: '4',
  remediation: 'Remove the bound, or set `multi_agent.enabled: true`.',
  references: ['ASI08'],
  since: '0.1.0',
  about: ['delegation'],
  check({ delegation, payload }, report) {
    const { enabled, maxConcurrent: bound } = delegation ?? {};
    if (!enabled || !bound?.at || !isMet(bound)) return;
    if (isOn(enabled) || enabled.state === 'undecidable') return;
    // An `enabled` of a wrong type is `session/schema`'s to report.
    if (payload?.violations.some(({ at }) => at.path === enabled.at?.path)) return;
    const { at } = bound;
    const why = isMet(enabled) ? '`multi_agent.enabled` is false' : '`multi_agent.enabled` is not set';
    report({
      at,
      fixes: [{ title: 'Remove `max_concurrent_subagents`', edits: () => at.edit?.()?.remove() }],
      message: `\`multi_agent.max_concurrent_subagents\` has no effect: ${why}.`,
    });
  },
});
