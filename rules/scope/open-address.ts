import { codeSpan, defineRule, hasHumanGate, toolsOf } from '../../src/model/index.js';

export default defineRule({
  id: 'scope/open-address',
  summary: 'A tool sends requests to any host that the model chooses',
  severity: 'warning',
  spec: '1',
  remediation:
    'Decide which hosts the tool needs, and compare the host of the address with that list before the request.',
  references: [
    'LLM02:2026',
    'ASI02',
    'MCP10:2025',
    'CWE-918',
    'AML.T0086',
    'AML.M0032',
    'SP800-53r5:AC-4',
    'AI-RMF-1.0:MEASURE-2.7',
  ],
  since: '0.1.0',
  about: ['chosen'],
  check(system, report) {
    for (const agent of system.agents) {
      for (const tool of toolsOf(agent)) {
        const open = tool.chosen?.find(({ what }) => what === 'address');
        if (!open || hasHumanGate(tool)) continue;
        report({
          at: tool.at,
          agent: agent.name,
          cause: { at: open.at, tool },
          message: `${codeSpan(tool.name)} sends a request to any host that the model chooses: a prompt injection can have it send data out, or call services inside your network.`,
          related: [{ at: open.at, message: `${codeSpan(tool.name)} runs ${codeSpan(open.call)}.` }],
        });
      }
    }
  },
});
