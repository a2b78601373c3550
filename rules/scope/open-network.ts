import { defineRule } from '../../src/model/index.js';

export default defineRule({
  id: 'scope/open-network',
  summary: 'The network of a hosted sandbox is open to every host',
  severity: 'warning',
  spec: '1, 2',
  remediation:
    'Set environment.network.allowed_domains to the hosts that the task needs, or switch the network off.',
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
  check({ environment, surface }, report) {
    const network = environment?.network;
    if (network?.access !== 'enabled') return;
    const { allowedDomains } = network;
    if (allowedDomains.length > 0 && !allowedDomains.includes('*')) return;
    const isLocal = surface === 'developer';
    report({
      at: network.at,
      message: `\`${isLocal ? network.at.path : 'environment.network'}\` lets whatever runs in the sandbox reach every host, so anything it reads can be carried out.`,
      ...(isLocal
        ? {
            remediation: `Take \`${network.at.path}\` out, and let a person answer for the commands that need the network.`,
          }
        : {}),
    });
  },
});
