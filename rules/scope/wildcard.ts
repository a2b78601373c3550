import { containedWhere, reachWords } from '../../src/assess/grant-words.js';
import { type Granted, grantsOf } from '../../src/assess/grants.js';
import {
  type Agent,
  defineRule,
  isMet,
  type Remedy,
  type Report,
  type Reporter,
  type Tool,
  withoutEntries,
} from '../../src/model/index.js';
import { redact } from '../../src/model/secrets.js';

/** Whether what an entry allows is known and can be undone: edits of files, requests for pages. */
const isMilder = ({ openEnded, effect, containedBy }: Tool) =>
  containedBy !== undefined || (!openEnded && (effect.effect === 'change' || effect.effect === 'read'));

/** The narrower entries of the list, as places that belong to the finding. */
const relatedOf = (covered: readonly Tool[]): Pick<Report, 'related'> =>
  covered.length === 0
    ? {}
    : { related: covered.map(({ at, name }) => ({ at, message: `Covers \`${redact(name)}\` too.` })) };

function judgeTool(tool: Tool, agent: Agent, report: Reporter): void {
  const { approval, wholesale, containedBy } = tool;
  const grants = grantsOf(agent);
  if (wholesale === undefined || !isMet(approval) || approval.value.by !== 'machine') return;
  if (grants.isCovered(tool)) return;
  const { sends } = grants;
  const isMild = isMilder(tool) || (tool.whileInUse && sends === undefined);
  const since = tool.whileInUse ? ' while the skill or command is in use' : '';
  const leak =
    tool.whileInUse && !isMild && sends && sends !== tool
      ? ` \`${redact(sends.name)}\` in the same list can send data out.`
      : '';
  report({
    at: tool.at,
    agent: agent.name,
    ...(isMild ? { severity: 'warning' } : {}),
    message: `\`${redact(tool.name)}\` allows ${reachWords(wholesale)}${containedWhere(containedBy)} without approval${since}.${leak}`,
    ...remedyOf(tool, agent),
    ...relatedOf(grants.coveredBy(tool)),
  });
}

/** Removes a wide entry beside narrower ones, with those that would be reported next. */
function removalOf(
  entry: Remedy['entry'],
  wide: Granted,
  agent: Agent,
): Pick<Report, 'remediation' | 'fixes'> | undefined {
  const grants = grantsOf(agent);
  const grave = grants.graveBelow(wide).map(({ gateRemedy }) => gateRemedy?.entry);
  if (!entry || grants.coveredBy(wide).length === 0) return undefined;
  if (grave.some((one) => one?.list !== entry.list)) return undefined;
  const texts = new Set([entry, ...grave].flatMap((one) => one?.text ?? []));
  const { text, repair } = withoutEntries(entry.list, [...texts]);
  return { remediation: text, fixes: [repair] };
}

/** What to change at an entry for a whole tool. Without narrower ones beside it a person says what the task needs. */
function remedyOf(tool: Tool, agent: Agent): Pick<Report, 'remediation' | 'fixes'> {
  const { entry, repair } = tool.gateRemedy ?? {};
  const removal = removalOf(entry, tool, agent);
  if (removal) return removal;
  if (repair === undefined) return tool.gateRemedy ? { remediation: tool.gateRemedy.text } : {};
  const instead = repair.title.charAt(0).toLowerCase() + repair.title.slice(1);
  return {
    remediation: `Decide what the task needs, and replace \`${redact(tool.name)}\` with those entries. Or ${instead}.`,
  };
}

export default defineRule({
  id: 'scope/wildcard',
  summary: 'An entry pre-approves a whole tool or a whole server',
  severity: 'error',
  spec: '1',
  remediation: 'Decide which commands or tools the task needs, and list only those.',
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
      for (const server of agent.mcpServers) {
        const { name, wholesale, disabled } = server;
        if (!wholesale || disabled) continue;
        report({
          at: wholesale.at,
          agent: agent.name,
          message: `\`${wholesale.stated}\` allows every tool of \`${name}\` without approval, now or later.`,
          ...(removalOf(wholesale.entry, server, agent) ?? { remediation: wholesale.edit }),
          ...relatedOf(grantsOf(agent).coveredBy(server)),
        });
      }
    }
  },
});
