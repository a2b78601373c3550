import { evidenceOfEffect } from '../../src/assess/approval/effect-phrases.js';
import { gateRemedy, undecidedGate } from '../../src/assess/approval/gates.js';
import { endpointOf } from '../../src/assess/scope/endpoints.js';
import { codeSpan } from '../../src/model/code-span.js';
import { defineRule, isMet, type Tool, toolsOf } from '../../src/model/index.js';

export default defineRule({
  id: 'approval/ungated-change',
  summary: 'A tool that makes reversible changes runs without human approval',
  severity: 'off',
  strict: 'warning',
  inEachPreset: 'warning',
  spec: '1',
  remediation: 'Require human approval before the tool runs, or leave this rule off.',
  references: [
    'LLM03:2026',
    'LLM06:2025',
    'AISVS-9.2.3',
    'AML.M0029',
    'SP800-53r5:AC-3(2)',
    'SP800-53r5:AC-6',
    'AI-RMF-1.0:MAP-3.5',
    'AI-RMF-1.0:MANAGE-2.4',
  ],
  since: '0.1.0',
  about: ['actingTools'],
  check(system, report, context) {
    for (const agent of system.agents) {
      for (const tool of toolsOf(agent)) {
        const { approval, effect } = tool;
        if (tool.kind === 'agent' || tool.openEnded || effect.effect !== 'change') continue;
        const given = givenTo(tool, context.servers.allow);
        if (context.isOff && !given) continue;
        if (isMet(approval)) {
          report.met(approval);
          continue;
        }
        const remedy = gateRemedy(system, tool, context);
        report({
          at: tool.at,
          agent: agent.name,
          evidence: approval.state,
          confidence: given ? 'medium' : effect.confidence,
          subject: `Whether a person approves \`${tool.name}\`, which changes data.`,
          undecided: [undecidedGate(tool)],
          message:
            given ?? `\`${tool.name}\` changes data without human approval ${evidenceOfEffect(effect)}.`,
          ...(given &&
            tool.givesTo && {
              severity: 'warning',
              related: [{ at: tool.givesTo.at, message: 'The content of the call is sent here.' }],
            }),
          remediation: remedy.text,
          fixes: [remedy.repair],
        });
      }
    }
  },
});

/** What is reported in each preset: content of the call goes to a host of others, and the words of the tool say so. */
function givenTo({ name, givesTo }: Tool, allow: readonly string[]): string | undefined {
  const host = givesTo && endpointOf(givesTo.host);
  if (!host || host.isOneOf(allow)) return undefined;
  return `\`${name}\` gives what it is called with to \`${host.name}\` without human approval (runs ${codeSpan(givesTo.call)}).`;
}
