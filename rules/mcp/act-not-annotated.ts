import { effectPhrase, evidenceOfEffect } from '../../src/assess/approval/effect-phrases.js';
import { actOf } from '../../src/assess/approval/gates.js';
import { needsDestructiveHint } from '../../src/assess/approval/hints.js';
import { codeSpan, defineRule, type Report, type Tool, type ToolHints } from '../../src/model/index.js';
import { redact } from '../../src/model/secrets.js';

export default defineRule({
  id: 'mcp/act-not-annotated',
  summary: 'A tool of an MCP server deletes, pays or executes, and its annotations do not say so',
  severity: 'warning',
  spec: '1',
  remediation: 'State `destructiveHint: true` in the annotations of the tool.',
  references: ['LLM03:2026', 'LLM06:2025', 'ASI02', 'MCP02:2025', 'AISVS-9.2.1'],
  since: '0.2.0',
  about: ['serves'],
  check({ serves }, report) {
    if (!serves || serves.isStarted) return;
    for (const tool of serves.tools) {
      if (!needsDestructiveHint(tool)) {
        if (actOf(tool)) report(leftToClient(tool));
        continue;
      }
      const { hints } = tool;
      if (hints.destructive === true && hints.readOnly !== true) {
        report.met({ state: 'shown', value: 'destructiveHint: true', at: hints.at ?? tool.at });
        continue;
      }
      const name = `\`${redact(tool.name)}\``;
      report({
        at: tool.at,
        confidence: tool.effect.confidence,
        evidence: hints.why === undefined ? 'absent' : 'undecidable',
        subject: `Whether ${name}, which ${effectPhrase(tool)}, is marked as destructive.`,
        message: `${name} ${effectPhrase(tool)} ${evidenceOfEffect(tool.effect)}, and ${statedBy(hints)}: a client that relies on annotations can run it without asking.`,
        remediation: hints.mark.text,
        fixes: [hints.mark.repair],
        ...(hints.at ? { related: [{ at: hints.at, message: 'Its annotations.' }] } : {}),
      });
    }
  },
});

/** No annotation is for what is only sent, and who is asked is not seen here. */
function leftToClient(tool: Tool): Report {
  const { name, at } = tool;
  const because = 'no agent is seen to take the tools of its server, so each client of the server decides';
  const undecided = [{ tool: name, why: 'gate-not-known', because, act: actOf(tool) } as const];
  const message = `Whether a person approves ${codeSpan(name)}, which ${effectPhrase(tool)}: ${because}.`;
  return { at, evidence: 'undecidable', isListed: true, message, undecided };
}

/** What the annotations of a tool say in place of what it does. */
function statedBy({ readOnly, destructive }: ToolHints): string {
  if (readOnly === true) return 'its annotations call it read-only';
  if (destructive === false) return 'its annotations call it not destructive';
  return 'no annotation marks it as destructive';
}
