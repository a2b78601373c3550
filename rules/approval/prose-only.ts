import { asksFirst } from '../../src/assess/approval/ask-first.js';
import { effectPhrase, evidenceOfEffect } from '../../src/assess/approval/effect-phrases.js';
import { gateCall, gatesFor } from '../../src/assess/approval/gates.js';
import type { Sentence } from '../../src/assess/approval/sentences.js';
import { classifyEffect, tokensOf } from '../../src/effects/index.js';
import { series } from '../../src/assess/runtime/words.js';
import {
  type Agent,
  codeSpan,
  defineRule,
  hasHumanGate,
  isMet,
  type Tool,
  toolsOf,
} from '../../src/model/index.js';
import { redact } from '../../src/model/secrets.js';

/** How plainly the lack of a gate is known: what the file states first. */
const PLAINNESS = ['absent', 'inexpressible', 'undecidable'];

/** A gate that a machine answers is stated: as plain as one that is absent. */
const plainness = ({ approval }: Tool) => (isMet(approval) ? 0 : PLAINNESS.indexOf(approval.state));

/** Tools of an agent that are known to require approval and have none. */
function ungatedTools(agent: Agent): Tool[] {
  return toolsOf(agent).filter(
    (tool) => gateCall(tool) !== undefined && tool.effect.effect !== 'unknown' && !hasHumanGate(tool),
  );
}

/**
 * Whether a sentence may be about what a tool does. A named program that could be made to run anything (`find`, `npm`)
 * is not what the approval is about, unless the sentence names it, and not as a verb of its own.
 */
function isMeant({ command, openEnded, effect }: Tool, { words }: Sentence): boolean {
  const isAnyOf = openEnded || effect.because.from === 'script-name';
  if (command === undefined || !isAnyOf) return true;
  return tokensOf(command.split(' ')[0] ?? '').some(
    (token) =>
      token.length > 2 &&
      words.some(({ text }) => text === token) &&
      classifyEffect({ name: token }).effect === 'unknown',
  );
}

/** Plain lacks before computed ones; of these first the tools that the sentence mentions: `refunding`, `issue_refund`. */
function mentionedFirst(tools: readonly Tool[], { words }: Sentence): Tool[] {
  const isMentioned = ({ name }: Tool) =>
    tokensOf(name).some((token) => token.length > 3 && words.some(({ text }) => text.startsWith(token)));
  const rank = (tool: Tool) => plainness(tool) * 2 + (isMentioned(tool) ? 0 : 1);
  return [...tools].sort((a, b) => rank(a) - rank(b));
}

export default defineRule({
  id: 'approval/prose-only',
  summary: 'Instructions require approval, but nothing enforces it',
  severity: 'warning',
  spec: '1',
  remediation: 'Require human approval at the tool: a sentence enforces nothing.',
  references: [
    'LLM03:2026',
    'LLM06:2025',
    'ASI02',
    'AISVS-9.2.1',
    'CWE-654',
    'AML.M0029',
    'SP800-53r5:AC-3(2)',
    'SP800-53r5:AC-6',
    'AI-RMF-1.0:MAP-3.5',
    'AI-RMF-1.0:MANAGE-2.4',
  ],
  since: '0.1.0',
  about: ['ungatedTools'],
  check(system, report, context) {
    for (const agent of system.agents) {
      if (!agent.instructions) continue;
      const ungated = ungatedTools(agent);
      const sentence = ungated.length > 0 ? asksFirst(agent.instructions.text) : undefined;
      if (!sentence) continue;
      const tools = mentionedFirst(
        ungated.filter((tool) => isMeant(tool, sentence)),
        sentence,
      );
      const [first] = tools;
      if (!first) continue;
      const { approval } = first;
      const remedy = gatesFor(system, tools, context);
      const names = series(tools.map((tool) => codeSpan(redact(tool.name))));
      report({
        at: agent.instructions.within(sentence.start, sentence.end),
        agent: agent.name,
        evidence: isMet(approval) ? 'shown' : approval.state,
        subject: `Whether anything but the instructions of \`${agent.name}\` requires approval of \`${first.name}\`.`,
        confidence: first.effect.confidence === 'low' ? 'low' : 'medium',
        message: `Nothing enforces the approval that the instructions of \`${agent.name}\` require: \`${first.name}\` ${effectPhrase(first)} ${evidenceOfEffect(first.effect)}.`,
        remediation: `Make ${names} ask a person (\`agent-lint explain approval/missing\`): then the sentence is enforced. ${remedy.text}`,
        fixes: [remedy.repair],
        related: tools
          .slice(0, 5)
          .map((tool) => ({ at: tool.at, message: `\`${tool.name}\` runs without human approval.` })),
      });
    }
  },
});
