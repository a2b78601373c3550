import { type Agent, defineRule, isMet, type Reporter, type Tool } from '../../src/model/index.js';
import { redact } from '../../src/model/secrets.js';

/** Whether what an entry lets run is known, and can be undone: edits of files, requests for pages. */
const isMilder = ({ openEnded, effect, contained }: Tool) =>
  contained !== undefined || (!openEnded && (effect.effect === 'change' || effect.effect === 'read'));

function judgeTool(tool: Tool, agent: Agent, report: Reporter): void {
  const { approval, wholesale, contained } = tool;
  if (wholesale === undefined || !isMet(approval) || approval.value.by !== 'machine') return;
  report({
    at: tool.at,
    agent: agent.name,
    ...(isMilder(tool) ? { severity: 'warning' } : {}),
    message: `\`${redact(tool.name)}\` allows ${redact(wholesale)}${contained ? ` ${contained}` : ''} without approval.`,
    ...(tool.gateRemedy === undefined ? {} : { remediation: tool.gateRemedy.text }),
  });
}

export default defineRule({
  id: 'scope/wildcard',
  summary: 'An entry pre-approves a whole tool or a whole server',
  severity: 'error',
  spec: '1',
  remediation: 'List the commands or tools that the task needs, or require approval.',
  references: [
    'LLM03:2026',
    'LLM06:2025',
    'ASI02',
    'ASI03',
    'MCP02:2025',
    'AISVS-9.2.1',
    'CWE-250',
    'CWE-862',
    'AML.M0028',
    'SP800-53r5:AC-6',
    'SP800-53r5:CM-7',
    'SP800-53r5:CM-7(5)',
    'AI-RMF-1.0:MEASURE-2.7',
  ],
  since: '0.1.0',
  check(system, report) {
    for (const agent of system.agents) {
      for (const tool of agent.tools) judgeTool(tool, agent, report);
      for (const { name, wholesale, disabled } of agent.mcpServers) {
        if (!wholesale || disabled) continue;
        report({
          at: wholesale.at,
          agent: agent.name,
          message: `\`${wholesale.stated}\` allows every tool of \`${name}\` without approval, now or later.`,
          remediation: wholesale.edit,
        });
      }
    }
  },
});
