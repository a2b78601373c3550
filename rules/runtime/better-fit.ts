import { exclusionsOf, ruleWords, series, targetWords } from '../../src/assess/runtime/words.js';
import { NEEDS, RUNTIME_TITLE } from '../../src/decide/index.js';
import { type Decision, defineRule, type Requirements, type Runtime } from '../../src/model/index.js';

export default defineRule({
  id: 'runtime/better-fit',
  summary: 'The requirements recommend a runtime that differs from the targeted one',
  severity: 'warning',
  surface: 'product',
  spec: '1',
  remediation: 'Target the recommended runtime, or state the need that requires the targeted one.',
  references: ['SP800-53r5:SA-9', 'AI-RMF-1.0:MAP-4.1'],
  since: '0.1.0',
  check(system, report, { decision, requirements }) {
    const { runtime, runtimeAt, controls } = system;
    const { recommended } = decision;
    if (!runtime || !recommended || recommended === runtime || exclusionsOf(decision, runtime).length > 0)
      return;
    const change = controls
      ? `Set \`runtime: ${recommended}\``
      : `Build this agent on ${RUNTIME_TITLE[recommended]}`;
    report({
      at: runtimeAt,
      message: `${targetWords(system)}, but the requirements recommend ${RUNTIME_TITLE[recommended]}: ${whyRecommended(decision, recommended, requirements)}.`,
      remediation: `Decide which runtime to target. ${change}. Does a need of this agent require \`${runtime}\`? Add it to \`requirements.needs\`, and \`prefer: [${runtime}]\` to break the tie.`,
    });
  },
});

function whyRecommended({ runtimes }: Decision, recommended: Runtime, requirements: Requirements): string {
  const reasons = runtimes.find((one) => one.runtime === recommended)?.reasons ?? [];
  const needs = reasons.filter((reason) => NEEDS.some((need) => need === reason.requirement));
  if (needs.length === 0) return '`prefer` names it first among the runtimes that are not excluded';
  const named = `${series(needs.map((reason) => `\`${reason.requirement}\``))} ${needs.length === 1 ? 'calls' : 'call'} for it (${ruleWords(needs)})`;
  const isTie = runtimes.some((one) => one.verdict === 'candidate') && requirements.prefer !== undefined;
  return isTie ? `${named}, and \`prefer\` breaks the tie` : named;
}
