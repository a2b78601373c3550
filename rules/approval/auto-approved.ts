import { callingTools, ungated } from '../../src/assess/approval/gates.js';
import { type Agent, defineRule, isMet, type McpServer, type Report } from '../../src/model/index.js';
import { redact } from '../../src/model/secrets.js';

export default defineRule({
  id: 'approval/auto-approved',
  summary: 'The gate of a tool that cannot be undone is answered by code or a setting, not by a person',
  severity: 'error',
  spec: '1',
  remediation: 'Let a person answer the gate.',
  references: [
    'LLM03:2026',
    'LLM06:2025',
    'ASI02',
    'ASI09',
    'AISVS-9.2.1',
    'CWE-693',
    'AML.T0101',
    'AML.M0029',
  ],
  since: '0.1.0',
  check(system, report) {
    for (const calling of callingTools(system)) {
      const { approval } = calling.tool;
      if (!isMet(approval) || approval.value.by !== 'machine') continue;
      const ending = `its gate says \`${redact(approval.value.stated)}\`: no person answers it`;
      report(ungated(calling, system, { ending }));
    }
    for (const agent of system.agents) {
      for (const server of agent.mcpServers) {
        const said = openServer(server, agent);
        if (said) report(said);
      }
    }
  },
});

/** A server whose every tool runs unasked: a gate that nobody answers, and no list that says which tools those are. */
function openServer(
  { name, at, allowedTools, toolGate, allowListEdit }: McpServer,
  agent: Agent,
): Report | undefined {
  const approval = toolGate?.approval;
  if (approval === undefined || !isMet(approval) || approval.value.by !== 'machine') return undefined;
  if (isMet(allowedTools) && !allowedTools.value.includes('*')) return undefined;
  return {
    at,
    agent: agent.name,
    ...(allowedTools.state === 'undecidable' ? { evidence: 'undecidable' } : {}),
    subject: `Which tools of \`${name}\` run without a person's answer.`,
    message: `\`${name}\` may do whatever any of its tools does, and the gate of all of them says \`${redact(approval.value.stated)}\`: no person answers it.`,
    remediation: [toolGate?.gateEdit, allowListEdit].filter((edit) => edit !== undefined).join(' '),
    related: approval.at
      ? [{ at: approval.at, message: `What the file says of the gate of \`${name}\`.` }]
      : [],
  };
}
