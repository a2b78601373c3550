import {
  type Agent,
  defineRule,
  type Editor,
  type Edits,
  type Place,
  type Reporter,
  type Tool,
  placeSpan,
} from '../../src/model/index.js';
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
  /** A claim names it. */
  claimed: boolean;
  /** A program defines the tools of the server. */
  defined: boolean;
}

function reportName(
  { name, at, server, known, file, meant, claimed, defined }: Named,
  agent: Agent,
  report: Reporter,
): void {
  const [write, remove] = claimed ? ['Claim: write', 'Claim: remove'] : ['Write', 'Remove'];
  report({
    at,
    agent: agent.name,
    message: `\`${server}\` has no tool \`${redact(name)}\`: ${defined ? `${placeSpan(file)} defines` : `its saved tool list in ${placeSpan(file)} names`} ${known} ${known === 1 ? 'tool' : 'tools'}.${meant === undefined ? '' : ` Did you mean \`${redact(meant)}\`?`}`,
    remediation:
      meant === undefined
        ? defined
          ? 'Remove the entry.'
          : `Remove the entry. If the list is old, save it again: \`agent-lint snapshot ${server}\`.`
        : `Write \`${redact(meant)}\`, or remove the entry.`,
    fixes: [
      meant === undefined
        ? undefined
        : { title: `${write} \`${redact(meant)}\``, edits: () => renamed(at.edit?.(), name, meant) },
      { title: `${remove} \`${redact(name)}\``, edits: () => at.edit?.()?.remove() },
    ],
  });
}

/** Another name at the end of an entry, or as the key that it is under. */
function renamed(entry: Editor | undefined, name: string, meant: string): Edits {
  const text = entry?.text;
  if (text === undefined) return entry?.rename(meant);
  return text.endsWith(name) ? entry?.replace(`${text.slice(0, -name.length)}${meant}`) : undefined;
}

/** Patterns stand for what is there. */
const isPattern = ({ name }: Tool) => name.includes('*');

export default defineRule({
  id: 'scope/unknown-tool',
  summary: 'An allow-list names a tool that its server does not have',
  severity: 'warning',
  spec: '1',
  remediation: 'Remove the entry. If the list is old, save it again: `agent-lint snapshot SERVER`.',
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
  about: ['toolLists'],
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
            reportName(
              {
                name,
                at,
                server,
                known: all.length,
                file,
                meant: meantBy(name),
                claimed: tool.claimed === true,
                defined: offered.isDefined === true,
              },
              agent,
              report,
            );
          }
        }
      }
      for (const tool of agent.tools) {
        if (tool.server === undefined || typeof tool.listed !== 'object' || isPattern(tool)) continue;
        const { name, at, server, listed } = tool;
        const { names, file } = listed;
        const meant = meantAmong(names)(name);
        reportName(
          { name, at, server, known: names.length, file, meant, claimed: false, defined: false },
          agent,
          report,
        );
      }
    }
  },
});
