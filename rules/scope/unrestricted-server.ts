import { claimEdit, yamlKey } from '../../src/assess/claims.js';
import { sensitiveKind } from '../../src/assess/scope/sensitive.js';
import {
  type AgentSystem,
  defineRule,
  type EvidenceState,
  isMet,
  type McpServer,
} from '../../src/model/index.js';

function remediationFor(system: AgentSystem, server: McpServer): string {
  const lead = 'Name the tools that the task needs, and no others.';
  if (server.allowListEdit !== undefined) return `${lead} ${server.allowListEdit}`;
  const path = `mcp_servers.${yamlKey(server.address)}.allowed_tools`;
  return `${lead} ${claimEdit(system, path, '[first_tool, second_tool]')}`;
}

/**
 * Whether an open server is reported for sensitive kinds alone: the program itself filters, or the format has no
 * allow-list (design, section 7).
 */
function isUsual(server: McpServer, system: AgentSystem): boolean {
  const { state } = server.allowedTools;
  const hasNoPlace = state === 'inexpressible' && system.runtime !== 'managed';
  return hasNoPlace || (server.isLocal === true && state === 'absent');
}

function evidenceOf(server: McpServer, system: AgentSystem): EvidenceState {
  if (isMet(server.allowedTools)) return 'shown';
  const { state } = server.allowedTools;
  if (!isUsual(server, system)) return state;
  return sensitiveKind(server) === undefined ? 'undecidable' : 'absent';
}

function subjectOf(server: McpServer, system: AgentSystem): string {
  const subject = `The allow-list of \`${server.name}\``;
  return isUsual(server, system) && sensitiveKind(server) === undefined
    ? `${subject}: no filter names its tools, and nothing known of the server makes that grave.`
    : `${subject}.`;
}

export default defineRule({
  id: 'scope/unrestricted-server',
  summary: 'An agent may call every tool that an MCP server offers',
  severity: 'warning',
  spec: '1',
  remediation: 'Name the tools of the server that the task needs, and no others.',
  references: [
    'LLM03:2026',
    'LLM06:2025',
    'ASI03',
    'MCP02:2025',
    'AISVS-10.1.2',
    'CWE-250',
    'CWE-272',
    'AML.M0028',
  ],
  since: '0.1.0',
  check(system, report) {
    for (const agent of system.agents) {
      for (const server of agent.mcpServers) {
        const { allowedTools } = server;
        if (server.disabled || server.wholesale) continue;
        const hasStar = isMet(allowedTools) && allowedTools.value.includes('*');
        if (isMet(allowedTools) && !hasStar) {
          report.met(allowedTools);
          continue;
        }
        const why = hasStar ? 'The allow-list holds a star.' : 'No allow-list names its tools.';
        report({
          at: server.at,
          agent: agent.name,
          evidence: evidenceOf(server, system),
          subject: subjectOf(server, system),
          message: `\`${server.name}\` gives \`${agent.name}\` every tool it offers, today's and tomorrow's. ${why}`,
          remediation: remediationFor(system, server),
          ...(allowedTools.at
            ? { related: [{ at: allowedTools.at, message: 'The allow-list stands here.' }] }
            : {}),
        });
      }
    }
  },
});
