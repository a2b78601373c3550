import { type Agent, defineRule, type Place, type Reporter, type Tool } from '../../src/model/index.js';
import { nearest } from '../../src/model/nearest.js';
import { redact } from '../../src/model/secrets.js';

/** The places where a list may name a tool that its server does not have. */
interface Named {
  name: string;
  at: Place;
  server: string;
  known: readonly string[];
  file: string;
}

function judge({ name, at, server, known, file }: Named, agent: Agent, report: Reporter): void {
  const meant = nearest(name, known);
  report({
    at,
    agent: agent.name,
    message: `\`${redact(name)}\` is no tool of \`${server}\`: its saved list in ${file} holds ${known.length} others.${meant === undefined ? '' : ` Did you mean \`${redact(meant)}\`?`}`,
    remediation:
      meant === undefined
        ? 'Take the entry out, or save the list of tools again: agent-lint snapshot.'
        : `Write \`${redact(meant)}\`, or take the entry out.`,
  });
}

/** Patterns stand for what is there. */
const isPattern = ({ name }: Tool) => name.includes('*');

export default defineRule({
  id: 'scope/unknown-tool',
  summary: 'An allow-list names a tool that its server does not have',
  severity: 'warning',
  spec: '1',
  remediation: 'Take the entry out, or save the list of tools again: agent-lint snapshot.',
  references: [
    'LLM03:2026',
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
  check(system, report) {
    for (const agent of system.agents) {
      for (const { name: server, offered, tools } of agent.mcpServers) {
        if (!offered) continue;
        const known = offered.tools.map(({ name }) => name);
        for (const tool of tools) {
          if (isPattern(tool)) continue;
          if (known.includes(tool.name)) report.met({ state: 'shown', value: tool.name, at: tool.at });
          else judge({ name: tool.name, at: tool.at, server, known, file: offered.file }, agent, report);
        }
      }
      for (const tool of agent.tools) {
        if (tool.server === undefined || typeof tool.listed !== 'object' || isPattern(tool)) continue;
        const { names: known, file } = tool.listed;
        judge({ name: tool.name, at: tool.at, server: tool.server, known, file }, agent, report);
      }
    }
  },
});
