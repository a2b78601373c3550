import {
  callingTools,
  cannotBeGated,
  isAnsweredByMachine,
  ungated,
} from '../../src/assess/approval/gates.js';
import { containedWhere } from '../../src/assess/grant-words.js';
import {
  type AgentSystem,
  type Containment,
  containmentOf,
  defineRule,
  isGateMet,
  isMet,
  type Tool,
  type ToolKind,
} from '../../src/model/index.js';

/** Kinds that run inside the environment; a function or an MCP tool runs at the caller or the server. */
const RUNS_IN_SANDBOX: ReadonlySet<ToolKind> = new Set<ToolKind>(['shell', 'computer_use', 'apply_patch']);

const HOSTED: Containment = { by: 'sandbox', of: 'operator' };

/** Whether the operator's hosted sandbox contains what the tool does. */
function isContained(system: AgentSystem, tool: Tool): boolean {
  return (
    system.runtime === 'managed' && system.environment?.kind === 'hosted' && RUNS_IN_SANDBOX.has(tool.kind)
  );
}

export default defineRule({
  id: 'approval/open-ended-tool',
  summary:
    'A tool that can do anything (shell, computer use, patches, raw SQL or HTTP) runs without human approval',
  severity: 'error',
  spec: '1',
  remediation:
    'Require human approval before the tool runs, or replace it with tools that each do one thing.',
  references: [
    'LLM03:2026',
    'LLM06:2025',
    'ASI02',
    'ASI05',
    'AISVS-9.2.1',
    'CWE-862',
    'AML.T0053',
    'AML.M0029',
    'SP800-53r5:AC-3(2)',
    'SP800-53r5:AC-6',
    'AI-RMF-1.0:MAP-3.5',
    'AI-RMF-1.0:MANAGE-2.4',
  ],
  since: '0.1.0',
  about: ['actingTools'],
  check(system, report, context) {
    // A gate that a change has made unknowable is `approval/missing`.
    const lost = context.lostGates?.(system) ?? [];
    for (const calling of callingTools(system)) {
      const { tool, call } = calling;
      if (lost.some((one) => one.tool === tool)) continue;
      if (call !== 'open-ended' || isAnsweredByMachine(tool) || cannotBeGated(calling)) continue;
      if (isMet(tool.approval)) {
        if (isGateMet(tool)) report.met(tool.approval);
        continue;
      }
      const containedBy = isContained(system, tool) ? HOSTED : containmentOf(tool);
      const reported = ungated(calling, system, context, { where: containedWhere(containedBy) });
      report({
        ...reported,
        ...(containedBy ? { severity: 'warning' } : {}),
        remediation: `${reported.remediation} Or replace it with tools that each do one thing.`,
      });
    }
  },
});
