import { hostOfServer, isFilledInLater, matchesHost } from '../../src/assess/mcp/hosts.js';
import { defineRule } from '../../src/model/index.js';

export default defineRule({
  id: 'mcp/not-approved',
  summary: 'An MCP server is denied by the project, or not on its list of allowed servers',
  severity: 'error',
  spec: '1',
  remediation:
    'Use an allowed server, or have this one reviewed and add its host to servers.allow in agent-lint.config.yaml.',
  references: ['LLM04:2026', 'ASI04', 'MCP09:2025', 'AISVS-10.1.2', 'CWE-829'],
  since: '0.1.0',
  check(system, report, { servers: { allow, deny } }) {
    if (allow.length === 0 && deny.length === 0) return;
    for (const agent of system.agents) {
      for (const server of agent.mcpServers) {
        const host = hostOfServer(server) ?? '';
        const denied = deny.find((pattern) => matchesHost(pattern, host));
        const isAllowed = allow.length === 0 || allow.some((pattern) => matchesHost(pattern, host));
        if (denied === undefined && isAllowed) continue;
        report({
          at: server.at,
          agent: agent.name,
          ...(isFilledInLater(host) ? { evidence: 'undecidable' } : {}),
          subject: `Whether \`${server.name}\` is an allowed server.`,
          message:
            denied === undefined
              ? `\`${server.name}\` is not among the servers that the project allows.`
              : `\`${server.name}\` is a server that the project denies (\`${denied}\`).`,
        });
      }
    }
  },
});
