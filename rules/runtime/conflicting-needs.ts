import { decisionPlace, ruleWords, series } from '../../src/assess/runtime/words.js';
import { NEEDS, RUNTIME_TITLE } from '../../src/decide/index.js';
import { defineRule } from '../../src/model/index.js';

export default defineRule({
  id: 'runtime/conflicting-needs',
  summary: 'The needs favour several runtimes, and no preference is stated',
  severity: 'warning',
  surface: 'product',
  spec: '1',
  per: 'decision',
  remediation: 'State `requirements.prefer`, or remove the need that does not apply.',
  references: ['AI-RMF-1.0:MAP-4.1'],
  since: '0.1.0',
  check(system, report, { decision, needsAt }) {
    if (decision.outcome !== 'conflict') return;
    const candidates = decision.runtimes.filter((one) => one.verdict === 'candidate');
    const calls = candidates.map(({ runtime, reasons }) => {
      const needs = reasons.filter((reason) => NEEDS.some((need) => need === reason.requirement));
      const names = series(needs.map((reason) => `\`${reason.requirement}\``));
      return `${names} ${needs.length === 1 ? 'calls' : 'call'} for ${RUNTIME_TITLE[runtime]} (${ruleWords(needs)})`;
    });
    const choices = candidates.map(({ runtime }) => `\`prefer: [${runtime}]\``);
    report({
      at: decisionPlace(system.runtimeAt, needsAt),
      message: `The needs conflict: ${calls.join('; ')}. \`prefer\` names none of these runtimes.`,
      remediation: `Decide which need matters more: add ${series(choices, 'or')} to \`requirements\`, remove the need that does not apply, or split the agent into one per runtime.`,
    });
  },
});
