import { openingsOf } from '../../src/assess/openings.js';
import { startHazards } from '../../src/assess/scope/start-words.js';
import { defineRule } from '../../src/model/index.js';

export default defineRule({
  id: 'scope/open-network',
  summary: 'A sandbox can reach every host of the network',
  severity: 'warning',
  spec: '1, 2',
  remediation: 'Switch the network off, or list the hosts that the task needs.',
  references: [
    'LLM02:2026',
    'ASI05',
    'MCP10:2025',
    'CWE-668',
    'AML.T0086',
    'AML.M0032',
    'SP800-53r5:AC-4',
    'AI-RMF-1.0:MEASURE-2.7',
  ],
  since: '0.1.0',
  about: ['launches', 'environment', 'openings'],
  check(system, report) {
    for (const found of openingsOf(system, 'network')) report(found);
    for (const agent of system.agents)
      for (const server of agent.mcpServers)
        if (startHazards(server).some(({ is }) => is === 'network'))
          report({
            at: server.at,
            agent: agent.name,
            message: `The container of \`${server.name}\` has the network of this machine (\`--network host\`): it reaches every local service and every host.`,
            remediation: 'Remove `--network host`, and publish only the port that the server needs.',
          });
    const { environment, surface } = system;
    const network = environment?.network;
    if (network?.access !== 'enabled') return;
    const { allowedDomains, narrow } = network;
    if (allowedDomains.length > 0 && !allowedDomains.includes('*')) return;
    const isLocal = surface === 'developer';
    report({
      at: network.at,
      message: `\`${isLocal ? network.at.path : 'environment.network'}\` lets the sandbox reach every host: a prompt injection can send out everything that the sandbox reads.`,
      remediation: `${narrow.text} Or list the hosts that the task needs.`,
      fixes: [narrow.repair],
    });
  },
});
