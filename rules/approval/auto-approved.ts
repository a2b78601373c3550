import { type CallingTool, callingTools, ungated } from '../../src/assess/approval/gates.js';
import {
  type Agent,
  type Approval,
  type ApprovalMode,
  defineRule,
  type Evidence,
  isMet,
  type McpServer,
  type Report,
  type Reporter,
} from '../../src/model/index.js';
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
    'SP800-53r5:AC-3(2)',
    'SP800-53r5:AC-6',
    'AI-RMF-1.0:MAP-3.5',
    'AI-RMF-1.0:MANAGE-2.4',
  ],
  since: '0.1.0',
  check(system, report, context) {
    const modes = new Set(
      system.agents.flatMap(({ mode }) => (mode && ANSWERED.has(mode.asks) ? [mode.stated] : [])),
    );
    // What a mode answers for a whole agent is told once, at the mode.
    const isToldOnce = (approval: Evidence<Approval>) => isMet(approval) && modes.has(approval.value.stated);
    for (const calling of callingTools(system)) {
      const { approval } = calling.tool;
      if (!isMet(approval) || approval.value.by !== 'machine' || isToldOnce(approval)) continue;
      const ending = `its gate says \`${redact(approval.value.stated)}\`: no person answers it`;
      const { contained } = calling.tool;
      const said = ungated(
        calling,
        system,
        context,
        contained ? { ending, where: ` ${contained}` } : { ending },
      );
      report(isMilder(calling) ? { ...said, severity: 'warning' } : said);
    }
    for (const agent of system.agents) {
      const { mode } = agent;
      if (mode) report.met(evidenceOf(mode));
      if (mode) judgeMode(agent, mode, report);
      for (const server of agent.mcpServers) {
        if (server.toolGate && isToldOnce(server.toolGate.approval)) continue;
        const said = openServer(server, agent);
        if (said) report(said);
      }
    }
  },
});

/** What a sandbox holds is no more than a warning, and so are named programs that developers let run all day. */
const isMilder = ({ tool, call }: CallingTool): boolean =>
  tool.contained !== undefined || (tool.command !== undefined && call === 'open-ended');

const evidenceOf = ({ stated, at, asks, readOnly }: ApprovalMode): Evidence<string> =>
  asks === 'human' || readOnly ? { state: 'shown', value: stated, at } : { state: 'absent' };

/** Modes in which no person is ever asked. */
const ANSWERED = new Set<ApprovalMode['asks']>(['nobody', 'another-model']);

/** A setting that answers for all that an agent does. That edits alone run unasked is what a coding agent is for. */
function judgeMode(agent: Agent, mode: ApprovalMode, report: Reporter): void {
  const { at, asks, contained, readOnly, edit } = mode;
  const byModel = asks === 'as-model-decides';
  if (asks === 'human' || asks === 'except-edits' || readOnly || (byModel && contained !== undefined)) return;
  report({
    at,
    agent: agent.name,
    ...(asks !== 'nobody' || contained ? { severity: 'warning' } : {}),
    message: whatHappens(agent, mode),
    remediation: edit,
  });
}

function whatHappens({ name }: Agent, { stated, asks, contained }: ApprovalMode): string {
  const setting = `\`${redact(stated)}\``;
  const unheld = 'no sandbox holds what it runs';
  if (asks === 'as-model-decides')
    return `${setting} leaves it to the model when a person is asked, and ${unheld}.`;
  if (asks === 'another-model')
    return `${setting} has a model answer what \`${name}\` asks, and no person${contained ? ': what leaves its sandbox runs on that word' : `; ${unheld}`}.`;
  return `${setting} runs whatever \`${name}\` decides${contained ? ` ${contained}` : ', deletes and pushes too'}, and no person is asked.`;
}

/** A server whose every tool runs unasked: a gate that nobody answers, and no list that says which tools those are. */
function openServer(
  { name, at, allowedTools, toolGate, allowListEdit, wholesale }: McpServer,
  agent: Agent,
): Report | undefined {
  const approval = toolGate?.approval;
  // What a setting of the client lets run is judged at that setting, by `scope/wildcard`.
  if (wholesale !== undefined) return undefined;
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
