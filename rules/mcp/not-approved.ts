import { identityOf, isAllowed, matchesServer, mayMean } from '../../src/assess/mcp/identity.js';
import { defineRule } from '../../src/model/index.js';

export default defineRule({
  id: 'mcp/not-approved',
  summary: 'An MCP server is denied by the project, or not on its list of allowed servers',
  severity: 'error',
  spec: '1',
  remediation:
    'Use an allowed server, or have this one reviewed and add its host, package or image to servers.allow in agent-lint.config.yaml.',
  references: [
    'LLM04:2026',
    'ASI04',
    'MCP09:2025',
    'AISVS-10.1.2',
    'CWE-829',
    'SP800-53r5:SR-3',
    'SP800-53r5:SR-4',
    'SP800-53r5:SI-7',
    'AI-RMF-1.0:MANAGE-3.1',
  ],
  since: '0.1.0',
  check(system, report, { servers: { allow, deny } }) {
    if (allow.length === 0 && deny.length === 0) return;
    for (const agent of system.agents) {
      for (const server of agent.mcpServers) {
        if (server.disabled) continue;
        const identity = identityOf(server);
        const denied = deny.find((pattern) => matchesServer(pattern, identity));
        const isAmong = allow.length === 0 || isAllowed(allow, identity);
        const isOpen =
          denied === undefined && identity.open !== undefined && (!isAmong || mayMean(deny, identity));
        if (denied === undefined && isAmong && !isOpen) continue;
        report({
          at: server.at,
          agent: agent.name,
          ...(isOpen ? { evidence: 'undecidable' } : {}),
          subject: `Whether \`${server.name}\` is an allowed server.`,
          message: isOpen
            ? `\`${server.name}\` is filled in later: whether the project allows it cannot be said.`
            : denied === undefined
              ? `\`${server.name}\` is not among the servers that the project allows.`
              : `\`${server.name}\` is a server that the project denies (\`${denied}\`).`,
        });
      }
    }
  },
});
