import { containedWhere, reachWords } from '../../src/assess/grant-words.js';
import { type Granted, grantsOf, ofSkill } from '../../src/assess/grants.js';
import { openingsOf } from '../../src/assess/openings.js';
import { series } from '../../src/assess/runtime/words.js';
import { readingToolsOf } from '../../src/assess/scope/sensitive.js';
import { shownEntry } from '../../src/model/code-span.js';
import {
  type Agent,
  containmentOf,
  defineRule,
  type Grant,
  isMet,
  type McpServer,
  ownRemedy,
  type Remedy,
  type Report,
  type Reporter,
  type Tool,
  wideReach,
  withoutEntries,
} from '../../src/model/index.js';
import { redact } from '../../src/model/secrets.js';

/** Whether what an entry allows is known and can be undone: edits of files, requests for pages. */
const isMilder = (tool: Tool) =>
  containmentOf(tool) !== undefined ||
  (!tool.openEnded && (tool.effect.effect === 'change' || tool.effect.effect === 'read'));

/** The narrower entries of the list, as places that belong to the finding. */
const relatedOf = (
  covered: readonly Tool[],
  { without = [] }: Partial<Grant> = {},
): Pick<Report, 'related'> => {
  const related = [
    ...covered.map(({ at, name }) => ({ at, message: `Covers \`${shownEntry(redact(name))}\` too.` })),
    ...without,
  ];
  return related.length === 0 ? {} : { related };
};

function reportTool(tool: Tool, agent: Agent, report: Reporter): void {
  const { approval, grant } = tool;
  const reach = wideReach(grant);
  const grants = grantsOf(agent);
  if (reach === undefined || !isMet(approval) || approval.value.by !== 'machine') return;
  // A hook that answers is `approval/auto-approved`.
  if (grant?.byHook) return;
  if (grants.isCovered(tool)) return;
  const { sends } = grants;
  const isForSkill = grant?.who === 'skill';
  const isMild = isMilder(tool) || (isForSkill && sends === undefined);
  const since = isForSkill ? ' while the skill or command is in use' : '';
  const leak =
    isForSkill && !isMild && sends && sends !== tool
      ? ` \`${redact(sends.name)}\` in the same list can send data out.`
      : '';
  report({
    at: tool.at,
    agent: agent.name,
    ...(isMild ? { severity: 'warning' } : {}),
    message: `\`${redact(tool.name)}\` allows ${reachWords(reach)}${containedWhere(containmentOf(tool))} without approval${since}.${leak}`,
    ...remedyOf(tool, agent),
    ...relatedOf(grants.coveredBy(tool), grant),
    ...ofSkill(tool, agent),
  });
}

const MOST_EXCEPTIONS = 3;

/** The tools of a server that require approval beside a setting for all of them. */
function exceptFor({ tools }: McpServer): string {
  const asked = tools.filter(({ approval }) => isMet(approval) && approval.value.by === 'human');
  const names = asked.slice(0, MOST_EXCEPTIONS).map((tool) => `\`${redact(tool.name)}\``);
  if (asked.length > MOST_EXCEPTIONS) names.push(`${asked.length - MOST_EXCEPTIONS} more`);
  return names.length === 0 ? '' : ` except ${series(names)}`;
}

/** Removes a wide entry beside narrower ones, with those that would be reported next. */
function removalOf(
  entry: Remedy['entry'],
  wide: Granted,
  agent: Agent,
): Pick<Report, 'remediation' | 'fixes'> | undefined {
  const grants = grantsOf(agent);
  const grave = grants.graveBelow(wide).map((tool) => ownRemedy(tool)?.entry);
  if (!entry || grants.coveredBy(wide).length === 0) return undefined;
  if (grave.some((one) => one?.list !== entry.list)) return undefined;
  const texts = new Set([entry, ...grave].flatMap((one) => one?.text ?? []));
  const { text, repair } = withoutEntries(entry.list, [...texts]);
  return { remediation: text, fixes: [repair] };
}

/** Entries to begin with, in the words of clients that have entries of that form. */
const BEGINNINGS: Readonly<Record<string, string>> = {
  Bash: '`Bash(npm test:*)` and `Bash(git diff:*)`',
  Edit: '`Edit(src/**)`',
  Write: '`Edit(src/**)`',
  // Cursor has the word for files, and another one for commands.
  'Write()': '`Write(src/**)`',
  Shell: '`Shell(git:status)` and `Shell(npm:test)`',
  WebFetch: '`WebFetch(domain:docs.example.com)`',
};

function beginning(tool: Tool): string {
  const { name, grant } = tool;
  const plain = name.replace(/\(.*$/s, '');
  const form = name !== plain && Object.hasOwn(BEGINNINGS, `${plain}()`) ? `${plain}()` : plain;
  const entries = Object.hasOwn(BEGINNINGS, form) ? BEGINNINGS[form] : undefined;
  const reach = wideReach(grant);
  if (entries === undefined && reach?.of === 'server') return beginningOfServer(tool, reach.name);
  return entries === undefined ? '' : `, for example ${entries}`;
}

/** Entries to begin with in place of one for every tool of a server, or how to learn the names of its tools. */
function beginningOfServer({ name, listed }: Tool, server: string): string {
  const saved = typeof listed === 'object' ? listed : undefined;
  const reads = (saved?.reads ?? readingToolsOf(server)).slice(0, 3);
  const entries = reads.flatMap((tool) => entryFor(name, tool) ?? []);
  if (entries.length > 0) return `, for example ${series(entries.map((one) => `\`${redact(one)}\``))}`;
  return saved
    ? ` (\`${saved.file}\` has the names of its tools)`
    : ` (the names of its tools: \`agent-lint snapshot ${redact(server)}\` saves them)`;
}

/** The entry for one tool in the form of one for all: `mcp__github__*`, `mcp__github`, `@github`, `github:*`. */
const entryFor = (entry: string, tool: string): string | undefined =>
  entry.includes('*')
    ? entry.replace(/\*(?!.*\*)/, tool)
    : entry.startsWith('mcp__')
      ? `${entry}__${tool}`
      : entry.startsWith('@')
        ? `${entry}/${tool}`
        : undefined;

/** What to change at an entry for a whole tool. Without narrower ones beside it a person says what the task needs. */
function remedyOf(tool: Tool, agent: Agent): Pick<Report, 'remediation' | 'fixes'> {
  const remedy = ownRemedy(tool);
  const { entry, repair } = remedy ?? {};
  const removal = removalOf(entry, tool, agent);
  if (removal) return removal;
  if (repair === undefined) return remedy ? { remediation: remedy.text } : {};
  const instead = repair.title.charAt(0).toLowerCase() + repair.title.slice(1);
  const { narrower } = tool.grant ?? {};
  const entries =
    narrower === undefined
      ? `those entries${beginning(tool)}`
      : `entries of \`${narrower}\`, for example \`git status\` and \`npm test\``;
  return {
    remediation: `Decide what the task needs, and replace \`${redact(tool.name)}\` with ${entries}. Or ${instead}.`,
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
  about: ['grants', 'openings'],
  check(system, report) {
    for (const found of openingsOf(system, 'commands')) report(found);
    for (const agent of system.agents) {
      for (const tool of agent.tools) reportTool(tool, agent, report);
      for (const server of agent.mcpServers) {
        const { name, grant, disabled } = server;
        if (!grant || disabled) continue;
        const { setting, at, remedy } = grant;
        report({
          at,
          agent: agent.name,
          message: `\`${setting}\` allows every tool of \`${name}\`${exceptFor(server)} without approval, now or later.`,
          ...(removalOf(remedy?.entry, server, agent) ?? (remedy && { remediation: remedy.text })),
          ...relatedOf(grantsOf(agent).coveredBy(server)),
        });
      }
    }
  },
});
