import { defineRule } from '../../src/model/index.js';

export default defineRule({
  id: 'scope/all-tools-inherited',
  summary: 'An agent can use every tool: its tool list is omitted or contains a star',
  severity: 'info',
  spec: '1',
  remediation:
    'Decide which tools the agent needs, and list them in `tools`, for example `tools: Read, Grep`.',
  references: [
    'LLM03:2026',
    'LLM06:2025',
    'ASI03',
    'MCP02:2025',
    'CWE-250',
    'AML.M0028',
    'SP800-53r5:AC-6',
    'SP800-53r5:CM-7',
    'SP800-53r5:CM-7(5)',
    'AI-RMF-1.0:MEASURE-2.7',
  ],
  since: '0.1.0',
  about: ['allTools'],
  check(system, report) {
    for (const { name, allTools } of system.agents) {
      if (!allTools) continue;
      report({
        at: allTools.at,
        agent: name,
        evidence: 'absent',
        remediation: allTools.repair ? `${allTools.repair.title}.` : allTools.edit,
        fixes: [allTools.repair],
        message: `\`${name}\` can use every tool of its client and of every MCP server: ${allTools.why}.`,
      });
    }
  },
});
