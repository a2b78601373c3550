import { exclusionsOf, exclusionWords, series, targetWords, titles } from '../../src/assess/runtime/words.js';
import { type AgentSystem, type Decision, defineRule, type Report, RUNTIMES } from '../../src/model/index.js';

export default defineRule({
  id: 'runtime/ineligible',
  summary: 'The requirements exclude the targeted runtime',
  severity: 'error',
  surface: 'product',
  spec: '1, 8',
  remediation:
    'Target a runtime that the requirements do not exclude, or correct the requirement where it is stated.',
  references: [
    'LLM02:2026',
    'MCP10:2025',
    'CWE-668',
    'SP800-53r5:SA-9(5)',
    'AI-RMF-1.0:GOVERN-6.1',
    'AI-RMF-1.0:MAP-4.1',
  ],
  since: '0.1.0',
  check(system, report, { decision, requirements, loosened }) {
    const { runtime } = system;
    const reasons = runtime === undefined ? [] : exclusionsOf(decision, runtime);
    if (reasons.length === 0) return;
    report({
      at: system.runtimeAt,
      message: `${targetWords(system)}, but the requirements exclude it: ${exclusionWords(reasons, requirements)}.`,
      remediation: remediationFor(system, decision),
      related: requirementPlaces(
        system,
        reasons
          .map((reason) => reason.requirement)
          // What the file states loosens what holds: then the place is another one.
          .filter((key) => loosened.every((one) => one.key !== key)),
      ),
    });
  },
});

function remediationFor({ controls }: AgentSystem, decision: Decision): string {
  const open = RUNTIMES.filter((runtime) => exclusionsOf(decision, runtime).length === 0);
  const left = decision.recommended ? [decision.recommended] : open;
  const change = controls
    ? `Set ${series(
        left.map((runtime) => `\`runtime: ${runtime}\``),
        'or',
      )}.`
    : `Build this agent on ${titles(left, 'or')}.`;
  return `Decide which runtime to target. ${change} Is the requirement wrong? Correct it where it is stated.`;
}

function requirementPlaces({ stated }: AgentSystem, keys: readonly string[]): NonNullable<Report['related']> {
  const places = Object.entries(stated?.places ?? {});
  return places.flatMap(([key, at]) =>
    keys.includes(key) ? [{ at, message: `\`${key}\` is stated here.` }] : [],
  );
}
