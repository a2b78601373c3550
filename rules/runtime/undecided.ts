import { decisionPlace } from '../../src/assess/runtime/words.js';
import { defineRule, type Runtime } from '../../src/model/index.js';

/** What each key of `requirements` states. */
const ASKS: Record<string, string> = {
  needs: 'what the agent needs from a runtime',
  prefer: 'which runtime is preferred',
  residency: 'where data may be processed',
  zero_data_retention: 'whether data may be kept',
  beta: 'whether production may use a beta service',
  languages: 'what the team writes agents in',
};

/** Requirements that lead to the runtime in use: an example is no reason to move. */
const EXAMPLE: Readonly<Record<Runtime, string>> = {
  managed: '{ needs: [durable-session], residency: [us], zero_data_retention: false, beta: allowed }',
  framework: '{ needs: [code-first-control], residency: [any], zero_data_retention: false }',
  responses: '{ needs: [simple-assistant], residency: [any], zero_data_retention: false }',
};

const remedy = (runtime: Runtime): string =>
  `Decide what the agent needs and where its data may be, and state it in the project configuration or the agent config, \`needs\` first, for example \`requirements: ${EXAMPLE[runtime]}\`. \`agent-lint decide\` shows the result.`;

export default defineRule({
  id: 'runtime/undecided',
  summary: 'The requirements do not determine a runtime',
  severity: 'info',
  surface: 'product',
  spec: '1',
  per: 'run',
  remediation: remedy('managed'),
  references: ['AI-RMF-1.0:MAP-4.1'],
  since: '0.1.0',
  check(system, report, { decision, needsAt }) {
    if (decision.outcome !== 'undecided') return;
    const asked = decision.ask.map((key) => `\`${key}\` (${ASKS[key] ?? 'a requirement'})`);
    if (asked.length === 0) return;
    report({
      at: decisionPlace(system.runtimeAt, needsAt),
      evidence: 'absent',
      message: `The requirements do not determine a runtime. Not stated: ${asked.join(', ')}.`,
      ...(system.runtime && { remediation: remedy(system.runtime) }),
    });
  },
});
