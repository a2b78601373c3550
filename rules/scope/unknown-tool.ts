import { type Agent, defineRule, type Place, type Reporter, type Tool } from '../../src/model/index.js';
import { nearestAmong } from '../../src/model/nearest.js';
import { redact } from '../../src/model/secrets.js';

/** The places where a list may name a tool that its server does not have. */
interface Named {
  name: string;
  at: Place;
  server: string;
  known: number;
  file: string;
  /** The tool that was probably meant. */
  meant: string | undefined;
}

function judge({ name, at, server, known, file, meant }: Named, agent: Agent, report: Reporter): void {
  report({
    at,
    agent: agent.name,
    message: `\`${server}\` has no tool \`${redact(name)}\`: its saved tool list in ${file} names ${known} ${known === 1 ? 'tool' : 'tools'}.${meant === undefined ? '' : ` Did you mean \`${redact(meant)}\`?`}`,
    remediation:
      meant === undefined
        ? 'Remove the entry, or save the tool list again: agent-lint snapshot.'
        : `Write \`${redact(meant)}\`, or remove the entry.`,
  });
}

/** Patterns stand for what is there. */
const isPattern = ({ name }: Tool) => name.includes('*');

export default defineRule({
  id: 'scope/unknown-tool',
  summary: 'An allow-list names a tool that its server does not have',
  severity: 'warning',
  spec: '1',
  remediation: 'Remove the entry, or save the tool list again: agent-lint snapshot.',
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
    const lists = new Map<readonly string[], (word: string) => string | undefined>();
    const meantAmong = (names: readonly string[]) => {
      const found = lists.get(names) ?? nearestAmong(names);
      lists.set(names, found);
      return found;
    };
    for (const agent of system.agents) {
      for (const { name: server, offered, tools } of agent.mcpServers) {
        if (!offered) continue;
        const known = new Set(offered.tools.map(({ name }) => name));
        const meantBy = nearestAmong(known);
        for (const tool of tools) {
          if (isPattern(tool)) continue;
          const { name, at } = tool;
          if (known.has(name)) report.met({ state: 'shown', value: name, at });
          else {
            const { file, tools: all } = offered;
            judge({ name, at, server, known: all.length, file, meant: meantBy(name) }, agent, report);
          }
        }
      }
      for (const tool of agent.tools) {
        if (tool.server === undefined || typeof tool.listed !== 'object' || isPattern(tool)) continue;
        const { name, at, server, listed } = tool;
        const { names, file } = listed;
        const meant = meantAmong(names)(name);
        judge({ name, at, server, known: names.length, file, meant }, agent, report);
      }
    }
  },
});
