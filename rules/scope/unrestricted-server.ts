import { onlyLooksUp, sensitiveServer } from '../../src/assess/scope/sensitive.js';
import {
  type AgentSystem,
  codeSpan,
  defineRule,
  type EditRemedy,
  type EvidenceState,
  editRemedy,
  isIrreversible,
  isMet,
  type McpServer,
  type OfferedTools,
  type Tool,
} from '../../src/model/index.js';
import { redact } from '../../src/model/secrets.js';

function remediationFor(system: AgentSystem, server: McpServer): string {
  const lead = 'Decide which tools the task needs.';
  const narrow = isUsual(server, system) ? sensitiveServer(server)?.narrow : undefined;
  if (server.allowListEdit !== undefined)
    return `${lead} ${server.allowListEdit}${narrow === undefined ? '' : ` For this server: ${narrow}.`}`;
  const key = `\`controls.mcp_servers[${JSON.stringify(server.url === undefined ? server.name : server.address)}].allowed_tools\``;
  return system.controls
    ? `${lead} State them in ${key}.`
    : `${lead} Claim them under \`attestations\` in agent-lint.config.yaml, in ${key}.`;
}

/** Removes the star from a list that names tools, too. */
function withoutStar({ name, allowedTools }: McpServer): EditRemedy | undefined {
  if (!isMet(allowedTools) || allowedTools.value.every((one) => one === '*')) return undefined;
  const { at, state } = allowedTools;
  const list = at?.edit?.()?.item('*');
  if (!list) return undefined;
  const what = `\`*\` from the allow-list of \`${name}\``;
  return editRemedy(state === 'attested' ? `Claim: remove ${what}` : `Remove ${what}`, () => list.remove());
}

/** Whether an open server is reported for sensitive kinds alone: the format has no allow-list (design, section 7). */
function isUsual(server: McpServer, system: AgentSystem): boolean {
  return server.allowedTools.state === 'inexpressible' && system.runtime !== 'managed';
}

function evidenceOf(server: McpServer, system: AgentSystem): EvidenceState {
  if (isMet(server.allowedTools)) return 'shown';
  // Its tools are known, and some of them act.
  if (server.offered) return 'absent';
  const { state } = server.allowedTools;
  if (!isUsual(server, system)) return state;
  return sensitiveServer(server) === undefined ? state : 'absent';
}

function subjectOf(server: McpServer, system: AgentSystem): string {
  const { file } = server.at;
  return isUsual(server, system) && sensitiveServer(server) === undefined
    ? `${codeSpan(file.slice(file.lastIndexOf('/') + 1))} cannot limit the tools of \`${server.name}\`. Not reported, because nothing says that the server is sensitive.`
    : `The allow-list of \`${server.name}\`.`;
}

const mayAct = ({ effect }: Tool) => effect.effect !== 'read';

/** Whether what a tool does cannot be undone. */
const isGrave = ({ effect, openEnded }: Tool) => openEnded || isIrreversible(effect.effect);

/** What a server offers, in numbers: `its 12 tools, including 3 that delete or overwrite (...)`. */
function offeredWords({ tools }: OfferedTools): string {
  const groups = [
    [tools.filter(({ effect, openEnded }) => effect.effect === 'destructive' && !openEnded), DELETES],
    [tools.filter(({ effect }) => effect.effect === 'outward'), SENDS],
    [tools.filter(({ openEnded }) => openEnded), ANYTHING],
  ] as const;
  const acting = groups.filter(([list]) => list.length > 0);
  const grave = tools.filter(isGrave).slice(0, MOST_NAMED);
  const names = grave.map(({ name }) => `\`${redact(name)}\``).join(', ');
  const [only] = acting;
  if (tools.length === 1) return `its only tool${only ? `, ${names}, which ${only[1].one}` : ''}`;
  const counts = acting.map(
    ([list, { one, many }]) => `${list.length} that ${list.length === 1 ? one : many}`,
  );
  const last = counts.pop();
  if (last === undefined) return `its ${tools.length} tools`;
  const including = counts.length === 0 ? last : `${counts.join(', ')} and ${last}`;
  return `its ${tools.length} tools, including ${including} (${names})`;
}

const DELETES = { one: 'deletes or overwrites', many: 'delete or overwrite' };
const SENDS = { one: 'sends or publishes', many: 'send or publish' };
const ANYTHING = { one: 'can do anything', many: 'can do anything' };

const MOST_NAMED = 3;

export default defineRule({
  id: 'scope/unrestricted-server',
  summary: 'An agent can call every tool of an MCP server',
  severity: 'warning',
  spec: '1',
  remediation: 'Decide which tools of the server the task needs, and list only those.',
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
  about: ['servers'],
  check(system, report) {
    for (const agent of system.agents) {
      for (const server of agent.mcpServers) {
        const { allowedTools } = server;
        if (server.disabled || server.grant || server.letRunWhole) continue;
        if (server.isOwn || onlyLooksUp(server)) continue;
        const hasStar = isMet(allowedTools) && allowedTools.value.includes('*');
        if (isMet(allowedTools) && !hasStar) {
          report.met(allowedTools);
          continue;
        }
        const { offered } = server;
        const star = hasStar ? withoutStar(server) : undefined;
        const least = isUsual(server, system) ? isGrave : mayAct;
        if (offered && !offered.tools.some(least)) {
          // Its tools do no harm; a tool that is added later is `mcp/tool-changed`.
          report.met({
            state: 'shown',
            value: offered.isDefined ? 'its tools' : 'its saved tool list',
            at: server.at,
          });
          continue;
        }
        const why = hasStar
          ? `The tool allow-list of \`${server.name}\` contains \`*\``
          : `\`${server.name}\` has no tool allow-list`;
        const what = offered ? offeredWords(offered) : 'every tool it offers, now or later';
        report({
          at: server.at,
          agent: agent.name,
          evidence: evidenceOf(server, system),
          subject: subjectOf(server, system),
          message: `${why}: \`${agent.name}\` can call ${what}.`,
          ...(star
            ? { remediation: star.text, fixes: [star.repair] }
            : { remediation: remediationFor(system, server) }),
          ...(allowedTools.at ? { related: [{ at: allowedTools.at, message: 'The allow-list.' }] } : {}),
        });
      }
    }
  },
});
