import { isOn } from '../../src/assess/delegation/subagents.js';
import { defineRule, isMet } from '../../src/model/index.js';

const DEFAULT_CEILING = 8;

export default defineRule({
  id: 'delegation/bound-too-high',
  summary: 'The bound on subagents exceeds the project’s ceiling',
  severity: 'warning',
  spec: '4, 8',
  remediation:
    'Lower `multi_agent.max_concurrent_subagents`, or raise the option `ceiling` of this rule in agent-lint.config.yaml.',
  references: [
    'LLM06:2026',
    'LLM10:2025',
    'ASI08',
    'AISVS-9.1.2',
    'CWE-770',
    'AML.T0034.002',
    'SP800-53r5:SC-5',
    'SP800-53r5:SC-6',
    'AI-RMF-1.0:MEASURE-2.7',
  ],
  since: '0.1.0',
  options: {
    ceiling: {
      type: 'integer',
      default: DEFAULT_CEILING,
      minimum: 1,
      description: 'The highest number of concurrent subagents that passes.',
    },
  },
  about: ['delegation'],
  check({ delegation, surface }, report, { options }) {
    const bound = delegation?.maxConcurrent;
    if (!delegation || !bound?.at || !isMet(bound) || !isOn(delegation.enabled)) return;
    const ceiling = typeof options.ceiling === 'number' ? options.ceiling : DEFAULT_CEILING;
    if (bound.value <= ceiling) return;
    const { at } = bound;
    const own = surface === 'product' ? 'multi_agent.max_concurrent_subagents' : bound.at.path;
    const name = delegation.boundField?.name ?? own;
    report({
      at,
      message: `\`${name}\` allows ${bound.value} concurrent subagents; the ceiling is ${ceiling}.`,
      fixes: [{ title: `Set \`${name}\` to ${ceiling}`, edits: () => at.edit?.()?.replace(ceiling) }],
      remediation: `Set \`${name}\` to ${ceiling}, or raise the option \`ceiling\` of this rule in agent-lint.config.yaml.`,
    });
  },
});
