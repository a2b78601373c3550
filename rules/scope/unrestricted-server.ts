import { claimEdit, yamlKey } from '../../src/assess/claims.js';
import { sensitiveKind } from '../../src/assess/scope/sensitive.js';
import {
  type AgentSystem,
  defineRule,
  type EvidenceState,
  isIrreversible,
  isMet,
  type McpServer,
  type OfferedTools,
  type Tool,
} from '../../src/model/index.js';
import { redact } from '../../src/model/secrets.js';

function remediationFor(system: AgentSystem, server: McpServer): string {
  const lead = 'Name the tools that the task needs, and no others.';
  if (server.allowListEdit !== undefined) return `${lead} ${server.allowListEdit}`;
  const path = `mcp_servers.${yamlKey(server.url === undefined ? server.name : server.address)}.allowed_tools`;
  return `${lead} ${claimEdit(system, path, '[first_tool, second_tool]')}`;
}

/** Whether an open server is reported for sensitive kinds alone: the format has no allow-list (design, section 7). */
function isUsual(server: McpServer, system: AgentSystem): boolean {
  return server.allowedTools.state === 'inexpressible' && system.runtime !== 'managed';
}

function evidenceOf(server: McpServer, system: AgentSystem): EvidenceState {
  if (isMet(server.allowedTools)) return 'shown';
  // What it offers is known, and some of it acts.
  if (server.offered) return 'absent';
  const { state } = server.allowedTools;
  if (!isUsual(server, system)) return state;
  return sensitiveKind(server) === undefined ? state : 'absent';
}

function subjectOf(server: McpServer, system: AgentSystem): string {
  const subject = `The allow-list of \`${server.name}\``;
  return isUsual(server, system) && sensitiveKind(server) === undefined
    ? `${subject}: no filter names its tools, and nothing known of the server makes that grave.`
    : `${subject}.`;
}

const mayAct = ({ effect }: Tool) => effect.effect !== 'read';

/** Deeds of tools that cannot be undone, by the word that says so. */
const isGrave = ({ effect, openEnded }: Tool) => openEnded || isIrreversible(effect.effect);

/** What a server offers, in numbers: `12 tools, 3 of them cannot be undone (delete_repo, ...)`. */
function offeredWords({ tools }: OfferedTools): string {
  const deletes = tools.filter(({ effect, openEnded }) => effect.effect === 'destructive' && !openEnded);
  const sends = tools.filter(({ effect }) => effect.effect === 'outward');
  const open = tools.filter(({ openEnded }) => openEnded);
  const parts = [
    [deletes, 'delete or overwrite', 'deletes or overwrites'],
    [sends, 'send or publish', 'sends or publishes'],
    [open, 'can do anything', 'can do anything'],
  ] as const;
  const words = parts.flatMap(([list, deed, ofOne]) =>
    list.length === 0 ? [] : [`${list.length} of them ${list.length === 1 ? ofOne : deed}`],
  );
  const named = tools.filter(isGrave).slice(0, MOST_NAMED);
  const names = named.length === 0 ? '' : ` (${named.map(({ name }) => `\`${redact(name)}\``).join(', ')})`;
  return `${tools.length} ${tools.length === 1 ? 'tool' : 'tools'}${words.length === 0 ? '' : `, ${words.join(', ')}`}${names}`;
}

const MOST_NAMED = 3;

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
    'SP800-53r5:AC-6',
    'SP800-53r5:CM-7',
    'SP800-53r5:CM-7(5)',
    'AI-RMF-1.0:MEASURE-2.7',
  ],
  since: '0.1.0',
  check(system, report) {
    for (const agent of system.agents) {
      for (const server of agent.mcpServers) {
        const { allowedTools } = server;
        if (server.disabled || server.wholesale || server.letRunWhole) continue;
        const hasStar = isMet(allowedTools) && allowedTools.value.includes('*');
        if (isMet(allowedTools) && !hasStar) {
          report.met(allowedTools);
          continue;
        }
        const { offered } = server;
        const least = isUsual(server, system) ? isGrave : mayAct;
        if (offered && !offered.tools.some(least)) {
          // What is there does no harm; a tool that comes later is `mcp/tool-changed`.
          report.met({ state: 'shown', value: 'its saved tool list', at: server.at });
          continue;
        }
        const why = hasStar ? 'The allow-list holds a star.' : 'No allow-list names its tools.';
        report({
          at: server.at,
          agent: agent.name,
          evidence: evidenceOf(server, system),
          subject: subjectOf(server, system),
          message: `\`${server.name}\` gives \`${agent.name}\` ${offered ? offeredWords(offered) : "every tool it offers, today's and tomorrow's"}. ${why}`,
          remediation: remediationFor(system, server),
          ...(allowedTools.at
            ? { related: [{ at: allowedTools.at, message: 'The allow-list stands here.' }] }
            : {}),
        });
      }
    }
  },
});
