import { milderHint } from '../../src/assess/approval/hints.js';
import { howKnown } from '../../src/effects/index.js';
import { defineRule, isMilder, toolsOf } from '../../src/model/index.js';

export default defineRule({
  id: 'approval/effect-lowered',
  summary: 'A declared effect is milder than the effect that the tool suggests',
  severity: 'info',
  spec: '1',
  remediation:
    'Decide whether the declaration is right. If it is wrong, remove it and require human approval.',
  references: ['AISVS-9.2.3', 'LLM03:2026'],
  since: '0.1.0',
  about: ['statedEffects'],
  check(system, report) {
    for (const agent of system.agents) {
      for (const tool of toolsOf(agent)) {
        const { declared, undeclared } = tool;
        if (!declared || !undeclared || !isMilder(declared.effect, undeclared.effect)) continue;
        const reason =
          declared.because === undefined ? 'No reason is given.' : `Reason given: ${declared.because}.`;
        report({
          at: tool.at,
          agent: agent.name,
          confidence: undeclared.confidence,
          message: `\`${tool.name}\` is declared \`${declared.effect}\`, which is milder than \`${undeclared.effect}\` (${howKnown(undeclared.because)}). ${reason}`,
          ...(declared.at ? { related: [{ at: declared.at, message: 'The effect is declared here.' }] } : {}),
        });
      }
      for (const tool of agent.tools) {
        const milder = milderHint(tool);
        if (milder === undefined || tool.declared) continue;
        const at = tool.hints?.at;
        report({
          at: tool.at,
          agent: agent.name,
          confidence: tool.effect.confidence,
          message: `\`${tool.name}\` is annotated \`${milder}\`, which is milder than what it does: \`${tool.effect.effect}\` (${howKnown(tool.effect.because)}).`,
          remediation: tool.hints?.mark.text ?? 'Correct the annotation.',
          fixes: [tool.hints?.mark.repair],
          related: [...(at ? [{ at, message: 'Its annotations.' }] : []), ...(tool.reached ?? [])],
        });
      }
    }
  },
});
