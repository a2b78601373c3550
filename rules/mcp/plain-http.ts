import { plainHttp } from '../../src/assess/mcp/hosts.js';
import { defineRule, type McpServer, type Repair } from '../../src/model/index.js';

/** The address with `https:`, where the whole of it is a text. */
function encrypted({ at, url }: McpServer): Repair | undefined {
  if (url === undefined) return undefined;
  return {
    title: 'Write `https:` in the address',
    edits() {
      const address = at.edit?.();
      const [before, scheme, behind] = /^(.*?)(http):(\/\/.*)$/is.exec(address?.text ?? '')?.slice(1) ?? [];
      return scheme === undefined ? undefined : address?.replace(`${before}https:${behind}`);
    },
  };
}

export default defineRule({
  id: 'mcp/plain-http',
  summary: 'An MCP server on another machine is reached over plain HTTP',
  severity: 'error',
  spec: '4',
  remediation: 'Write `https:` and serve the MCP server with TLS. Plain HTTP is safe only on loopback.',
  references: [
    'LLM04:2026',
    'ASI07',
    'MCP07:2025',
    'AISVS-10.3.1',
    'CWE-319',
    'SP800-53r5:SC-8',
    'AI-RMF-1.0:MEASURE-2.7',
  ],
  since: '0.1.0',
  about: ['servers'],
  check(system, report) {
    for (const agent of system.agents) {
      for (const server of agent.mcpServers) {
        const evidence = plainHttp(server);
        if (evidence === undefined) continue;
        report({
          at: server.at,
          agent: agent.name,
          evidence,
          subject: `Whether \`${server.name}\`, reached over plain HTTP, is on this machine.`,
          message: `\`${server.name}\` uses plain HTTP: anyone on the network path can read what the agent sends and answer in place of the server.`,
          fixes: [encrypted(server)],
        });
      }
    }
  },
});
