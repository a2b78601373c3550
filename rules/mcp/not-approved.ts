import {
  identityOf,
  isAllowed,
  matchingPattern,
  mayMean,
  patternFor,
} from '../../src/assess/mcp/identity.js';
import { defineRule, placeSpan } from '../../src/model/index.js';

export default defineRule({
  id: 'mcp/not-approved',
  summary: 'The project denies an MCP server, or its list of allowed servers does not contain it',
  severity: 'error',
  spec: '1',
  remediation: 'Remove the server, or use one that the project allows.',
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
  about: ['servers'],
  check(system, report, { servers: { allow, deny }, claims }) {
    if (allow.length === 0 && deny.length === 0) return;
    for (const agent of system.agents) {
      for (const server of agent.mcpServers) {
        if (server.disabled) continue;
        const identity = identityOf(server);
        const denied = matchingPattern(deny, identity);
        const isAmong = allow.length === 0 || isAllowed(allow, identity);
        const isOpen =
          denied === undefined && identity.open !== undefined && (!isAmong || mayMean(deny, identity));
        if (denied === undefined && isAmong && !isOpen) continue;
        const { name, remove } = server;
        const pattern = denied === undefined ? patternFor(allow, identity) : undefined;
        report({
          at: server.at,
          agent: agent.name,
          ...(isOpen ? { evidence: 'undecidable' } : {}),
          subject: `Whether \`${server.name}\` is an allowed server.`,
          message: isOpen
            ? `The address of \`${server.name}\` is set at run time, so agent-lint cannot tell whether the project allows it.`
            : denied === undefined
              ? `\`${server.name}\` is not in the project's list of allowed servers.`
              : `The project denies the server \`${server.name}\` (\`servers.deny\` contains \`${denied}\`).`,
          remediation:
            pattern === undefined
              ? `Remove \`${name}\`, or use a server that the project allows.`
              : `Remove \`${name}\`, or use a server that the project allows. Or review this one, and add \`${pattern}\` to \`servers.allow\` in ${placeSpan(claims?.()?.target.file ?? 'agent-lint.config.yaml')}.`,
          fixes: [
            remove && { title: `Remove the server \`${name}\``, edits: remove },
            pattern === undefined
              ? undefined
              : {
                  title: `Claim: the project allows \`${pattern}\``,
                  edits: () => claims?.()?.allowServer(pattern),
                },
          ],
        });
      }
    }
  },
});
