import type { AgentJson } from '../compare/system-json.js';
import { RUNTIME_TITLE } from '../decide/decide.js';
import { groupedBy } from '../model/grouped.js';
import { EVIDENCE_WORDS, type Runtime } from '../model/index.js';
import { NO_CHANGE } from '../report/changes.js';
import type { DataPlace } from '../report/shared/data-map.js';
import { fileWords } from '../report/shared/drift.js';
import { evidenceShown, evidenceWords } from '../report/shared/evidence-words.js';
import { count, sentence } from '../report/shared/text.js';
import { reasonWords, placeOf as waiverPlace, waiverSubject } from '../report/shared/waiver-words.js';
import { NO_WAIVERS } from '../report/waivers.js';
import { agentLink, anchored, idsAt, linked, serverLink, systemLink } from './anchors.js';
import { toolsOf, ungatedActs } from './controls.js';
import { cost } from './cost.js';
import {
  type Block,
  type Cell,
  code,
  lines,
  listOf,
  type Mark,
  note,
  parts,
  type Section,
  type SystemPicture,
  text,
  words,
} from './document.js';
import { equalRows } from './equal-rows.js';
import { glance, isAllJudged, startOf } from './glance.js';
import { agentId, decisionId, findingId, ruleId, serverId, systemId, toolId } from './ids.js';
import { migration } from './migration.js';
import { passedBlocks } from './passed.js';
import { placeWords } from './places.js';
import { signOff } from './sign-off.js';
import { distinctGraphs, isDrawn, NOT_FOUND } from './topology/graph.js';
import type {
  GovernedTool,
  MatrixCell,
  Review,
  ReviewedDecision,
  ReviewedFinding,
  ReviewedWaiver,
} from './types.js';

/** The review as sections, in the order in which a room goes through it. */
export function sectionsOf(review: Review): Section[] {
  const sections = [
    glance(review),
    ...(review.changes ? [changed(review.changes)] : []),
    ...systemIndex(review),
    decision(review),
    ...(review.migrations.length > 0 ? [migration(review)] : []),
    topology(review),
    governance(review),
    dataMap(review),
    cost(review),
    findings(review),
    waivers(review),
    frameworks(review),
    open(review),
    signOff(review),
  ];
  if (rowsOf(sections) <= MANY_ROWS) return sections;
  return sections.map((section) => (section.id === GOVERNANCE ? foldedGovernance(review) : section));
}

/** A page with more rows than these is a long one, whatever its layout: each of its agents is folded. */
const MANY_ROWS = 500;

/** A finding with its lines of code, evidence and remedy is about as high as these rows. */
const ROWS_OF_A_FINDING = 4;

const rowsOf = (sections: readonly Section[]): number =>
  sections.flatMap(({ blocks }) => blocks).reduce((sum, block) => sum + rowsOfBlock(block), 0);

function rowsOfBlock(block: Block): number {
  if (block.kind === 'table') return block.rows.length;
  return block.kind === 'finding' ? ROWS_OF_A_FINDING : 1;
}

/** So many files of systems need an index. */
const FEW_SYSTEMS = 3;

/** Every file of a system with its findings, the gravest first; those that read the same are one row. */
function systemIndex({ systems, findings: standing }: Review): Section[] {
  const byFile = groupedBy(systems, ({ file }) => file);
  if (byFile.size <= FEW_SYSTEMS) return [];
  const found = groupedBy(standing, ({ file }) => file);
  const rowOf = (place: Cell, agents: string, tools: string, own: readonly ReviewedFinding[]) => ({
    cells: [place, agents, tools, foundCell(own)],
    errors: bySeverity(own, 'error').length,
    warnings: bySeverity(own, 'warning').length,
  });
  const rows = [...byFile].map(([file, inFile]) => {
    const agents = inFile.flatMap((system) => system.agents);
    const tools = agents.reduce((sum, agent) => sum + toolsOf(agent).length, 0);
    return rowOf(systemLink(file), String(agents.length), String(tools), found.get(file) ?? []);
  });
  for (const [file, own] of found) if (!byFile.has(file)) rows.push(rowOf(code(file), 'none', 'none', own));
  rows.sort((one, other) => other.errors - one.errors || other.warnings - one.warnings);
  return [
    {
      id: 'systems',
      title: 'Systems',
      blocks: [
        {
          kind: 'table',
          caption: `${count(byFile.size, 'file')} with their findings`,
          head: ['File', 'Agents', 'Tools', 'Findings'],
          rows: equalRows(
            rows.map(({ cells }) => cells),
            [0],
          ),
          named: true,
        },
      ],
    },
  ];
}

const bySeverity = (findings: readonly ReviewedFinding[], severity: ReviewedFinding['severity']) =>
  findings.filter((one) => one.severity === severity);

/** How many findings a file has, and the first of each rule. */
function foundCell(findings: readonly ReviewedFinding[]): Cell {
  if (findings.length === 0) return 'none';
  const counts = (['error', 'warning', 'info'] as const).flatMap((severity) => {
    const many = bySeverity(findings, severity).length;
    return many > 0 ? [count(many, severity)] : [];
  });
  const rules = [...groupedBy(findings, ({ rule }) => rule).values()].flatMap(([first]) =>
    first ? [linked(findingId(first), code(first.rule))] : [],
  );
  return lines([counts.join(', '), words(rules)]);
}

function changed({ groups }: NonNullable<Review['changes']>): Section {
  const blocks: Block[] =
    groups.length === 0
      ? [{ kind: 'text', text: NO_CHANGE, tone: 'strong' }]
      : groups.flatMap(({ title, lines: items, diffs = [] }): Block[] => [
          { kind: 'heading', text: title },
          ...(diffs.length === 0 ? listOf(items) : items.flatMap((item, at) => changedText(item, diffs[at]))),
        ]);
  return { id: 'changes', title: 'Changes since the accepted review', blocks, unlisted: true };
}

const changedText = (words: string, diff: readonly string[] = []): Block[] => [
  ...listOf([words]),
  ...(diff.length > 0 ? [{ kind: 'diff' as const, lines: diff }] : []),
];

const SAYS: Readonly<Record<MatrixCell['says'], { mark: Mark; word: string }>> = {
  excludes: { mark: 'bad', word: 'excludes' },
  favours: { mark: 'good', word: 'favours' },
  condition: { mark: 'open', word: 'on a condition' },
  'not-shown': { mark: 'open', word: 'not shown' },
  nothing: { mark: 'plain', word: 'no effect' },
};

function decision({ decisions, cited }: Review): Section {
  const blocks = decisions.flatMap((one, at) => decisionBlocks(one, at, decisions.length > 1));
  if (decisions.length === 0) blocks.push(text('No decision: no agent was found.'));
  if (cited.length > 0) blocks.push({ kind: 'heading', text: 'Rules cited' }, ...listOf(cited));
  return { id: 'decision', title: 'Decision', blocks };
}

function decisionBlocks(
  { words, runtimes, files }: ReviewedDecision,
  at: number,
  isOneOfMany: boolean,
): Block[] {
  const titles = words.runtimes.map(({ title }) => title);
  const verdicts: Cell[] = words.runtimes.map(({ verdict }) => ({ mark: verdict as Mark, text: verdict }));
  const rows: Cell[][] = [
    ['Verdict', ...verdicts],
    ...words.matrix.map(({ requirement, cells }): Cell[] => [requirement, ...cells.map(matrixCell)]),
    [
      'Why, in full',
      ...words.runtimes.map(({ reasons, conditions, unmet }): Cell => {
        const all = [...reasons, ...conditions, ...(unmet === undefined ? [] : [unmet])];
        return all.length > 0 ? lines(all) : 'No stated requirement favours or excludes it.';
      }),
    ],
  ];
  const settled = runtimes.some(({ verdict }) => verdict === 'recommended');
  const under = isOneOfMany ? ('subheading' as const) : ('heading' as const);
  return [
    ...(isOneOfMany
      ? [{ kind: 'heading' as const, text: files[0] ?? '', code: true as const, id: decisionId(at) }]
      : []),
    { kind: 'text', text: words.sentences.join(' '), tone: 'strong', id: decisionId(at) },
    {
      kind: 'table',
      caption: `The three runtimes against what is stated${isOneOfMany ? ` for ${fileWords(files)}` : ''}`,
      head: ['Requirement', ...titles],
      rows,
      named: true,
    },
    note(words.stated.length > 0 ? `Stated: ${words.stated.join('; ')}.` : 'Stated: nothing.'),
    ...words.closing.map(text),
    ...(words.ask.length > 0 ? [{ kind: under, text: 'To settle it, state' }, ...listOf(words.ask)] : []),
    { kind: under, text: settled ? 'What would change the decision' : 'What would decide it' },
    ...(words.flips.length > 0 ? listOf(words.flips) : [text('Nothing that can be stated.')]),
    ...(words.unused.length > 0
      ? [{ kind: under, text: 'Rules that no stated requirement touches' }, ...listOf(words.unused)]
      : []),
    { kind: under, text: 'Applies to' },
    ...listOf(files.map(systemLink)),
  ];
}

function matrixCell({ says, text: reasons }: MatrixCell): Cell {
  const { mark, word } = SAYS[says];
  return lines([{ mark, text: word }, ...reasons]);
}

function topology(review: Review): Section {
  const { systems } = review;
  if (systems.every(({ agents }) => agents.length === 0))
    return {
      id: 'topology',
      title: 'Topology',
      blocks: [text('No agent was found: there is nothing to draw.')],
    };
  const agents = systems.flatMap((system) => system.agents.map((agent) => ({ system, agent })));
  const servers = agents.flatMap(({ system, agent }) =>
    agent.mcpServers.map((server) => ({ system, agent, server })),
  );
  const arrows = agents.flatMap(
    ({
      system: { file, agents: others },
      agent: { name: from, handoffs, delegatesTo, mcpServers },
    }): Arrow[] => {
      const isFound = (to: string) => others.some(({ name }) => name === to);
      return [
        ...handoffs.map((to) => ({ file, from, to, kind: 'handoff' as const, isFound: isFound(to) })),
        ...delegatesTo.map((to) => ({ file, from, to, kind: 'delegation' as const, isFound: isFound(to) })),
        ...mcpServers.map(({ name: to }) => ({ file, from, to, kind: 'server' as const, isFound: true })),
      ];
    },
  );
  const pictures = distinctGraphs(review).flatMap((graphs): SystemPicture[] => {
    const [graph] = graphs;
    return graph ? [{ graph, files: [...new Set(graphs.map(({ file }) => file))] }] : [];
  });
  const pictured: Block[] = [
    { kind: 'legend' },
    note(
      'Dashed areas are trust boundaries. A server on the network is drawn with third parties: no file states who runs it. The arrow of an act ends at a bar: what the act changes.',
    ),
    { kind: 'pictures', pictures },
  ];
  const alone = systems.filter((system) => system.agents.length > 0 && !isDrawn(system));
  const blocks: Block[] = [
    ...(pictures.length > 0 ? pictured : []),
    ...(alone.length > 0
      ? [
          { kind: 'heading' as const, text: 'Agents without tools, servers and arrows' },
          ...listOf(aloneItems(alone)),
        ]
      : []),
    {
      kind: 'table',
      caption: 'Systems',
      head: ['File', 'Kind', 'Runtime', 'Environment', 'Subagents', 'Turn limits', 'Tracing'],
      rows: equalRows(systems.map(systemRow), [0]),
      named: true,
    },
    {
      kind: 'table',
      caption: 'Agents',
      head: ['Agent', 'File', 'Model', 'Tools', 'Mode'],
      rows: equalRows(
        agents.map(({ system, agent }) => agentRow(agent, system.file)),
        [0, 1],
      ),
      named: true,
    },
  ];
  if (servers.length > 0)
    blocks.push({
      kind: 'table',
      caption: 'MCP servers',
      head: ['Server', 'Agent', 'Address', 'Allowed tools', 'Scopes', 'File'],
      rows: equalRows(
        servers.map(({ system, agent, server }): Cell[] => [
          anchored(serverId(system.file, agent.name, server.name), code(server.name)),
          agentLink(system.file, agent.name),
          lines([code(server.address), `over ${server.transport}${server.disabled ? ', switched off' : ''}`]),
          allowedCell(server),
          server.scopes.length > 0 ? words(server.scopes.map(code)) : 'not stated',
          systemLink(system.file),
        ]),
        [1, 5],
      ),
      named: true,
    });
  if (arrows.length > 0)
    blocks.push({
      kind: 'table',
      caption: 'Arrows',
      head: ['Arrow', 'Meaning', 'File'],
      rows: equalRows(arrows.map(arrowRow), [2]),
      named: true,
    });
  else if (review.counts.serversAtRunTime === undefined)
    blocks.push(text('No handoff, no delegation and no MCP server: every agent works alone.'));
  else
    blocks.push(
      text('No handoff and no delegation. MCP servers are loaded at run time: no file names them.'),
    );
  return { id: 'topology', title: 'Topology', blocks };
}

/** An arrow with both of its ends, each with its place; an end that the files do not have is said to be missing. */
const arrowRow = ({ file, from, to, kind, isFound }: Arrow): Cell[] => [
  parts([
    agentLink(file, from),
    ' -> ',
    kind === 'server' ? linked(serverId(file, from, to), code(to)) : agentLink(file, to),
    ...(isFound ? [] : [` (${NOT_FOUND})`]),
  ]),
  EDGE_WORDS[kind],
  systemLink(file),
];

interface Arrow {
  file: string;
  from: string;
  to: string;
  kind: keyof typeof EDGE_WORDS;
  isFound: boolean;
}

/** The agents that nothing is drawn for, one item a file. */
const aloneItems = (systems: Review['systems']): Cell[] =>
  [...groupedBy(systems, ({ file }) => file)].map(([file, inFile]) => {
    const names = [...new Set(inFile.flatMap(({ agents }) => agents.map(({ name }) => name)))];
    const shown = names.flatMap((name, at): Cell[] => [...(at > 0 ? [', '] : []), agentLink(file, name)]);
    return parts([systemLink(file), ': ', ...shown]);
  });

const EDGE_WORDS = { handoff: 'hands off', delegation: 'delegates', server: 'uses the MCP server' } as const;

function agentRow(agent: AgentJson, file: string): Cell[] {
  const { name, model, mode, allTools } = agent;
  const tools = toolsOf(agent).map(({ tool, server }) =>
    linked(
      toolId({ file, agent: name, ...(server && { server: server.name }), tool: tool.name }),
      code(tool.name),
    ),
  );
  const modes = [
    ...(mode ? [`${mode.stated}: asks ${mode.asks.replaceAll('-', ' ')}`] : []),
    ...(allTools ? [`all tools of its client: ${allTools.why}`] : []),
  ];
  return [
    anchored(agentId(file, name), code(name)),
    systemLink(file),
    model === undefined ? 'not stated' : code(model),
    tools.length > 0 ? words(tools) : 'none',
    modes.length > 0 ? lines(modes) : 'not stated',
  ];
}

function kindOf({ serves, surface }: Review['systems'][number]): string {
  if (serves) return 'MCP server';
  return surface === 'product' ? 'deployed agent' : "coding agent's settings";
}

function systemRow(system: Review['systems'][number]): Cell[] {
  const { file, dialect, runtime, environment, delegation, tracing, turnLimits = [] } = system;
  const limits = turnLimits.map(
    ({ of, limit }) => `${of}: ${limit.value === null ? 'taken away' : evidenceShown(limit)}`,
  );
  const subagents = delegation && [
    `enabled: ${evidenceShown(delegation.enabled)}`,
    `at once: ${delegation.maxConcurrent ? evidenceShown(delegation.maxConcurrent) : 'not stated'}`,
  ];
  return [
    anchored(systemId(file), code(file)),
    `${kindOf(system)} (${dialect})`,
    runtime === undefined ? 'none targeted' : sentence(RUNTIME_TITLE[runtime as Runtime]),
    environment ? environment.type : 'not stated',
    subagents ? lines(subagents) : 'not stated',
    limits.length > 0 ? lines(limits) : 'not stated',
    evidenceShown(tracing),
  ];
}

function allowedCell({
  allowedTools,
  tools,
  permissions = [],
  offered,
}: Review['systems'][number]['agents'][number]['mcpServers'][number]): Cell {
  const { value } = allowedTools;
  const names = Array.isArray(value) && !value.includes('*') ? value.map(String) : [];
  const more = tools.map(({ name }) => name).filter((name) => !names.includes(name));
  return lines([
    ...[...names, ...more].map(code),
    names.length > 0 ? `(${EVIDENCE_WORDS[allowedTools.state]})` : `${evidenceShown(allowedTools)}`,
    ...permissions.map(({ tool, state }) => `${state}: ${tool}`),
    ...(offered
      ? [
          `offers ${offered.tools.map(({ name }) => name).join(', ')} (${offered.defined ? 'defined in' : 'saved list'} ${offered.file})`,
        ]
      : []),
  ]);
}

function gateMark({ gate, stated, act }: GovernedTool): Mark {
  if (gate === 'human' || gate === 'conditional') return stated === 'attested' ? 'claimed' : 'gated';
  if (!act) return 'plain';
  return gate === 'undecidable' || stated === 'inexpressible' ? 'gate-unknown' : 'ungated';
}

/** Who answers as a mark, and below it how that is known. */
function gateCell(tool: GovernedTool): Cell {
  const [answer = '', ...known] = tool.gateWords.split(' (');
  const mark = { mark: gateMark(tool), text: answer };
  return known.length === 0 ? mark : lines([mark, `(${known.join(' (')}`]);
}

/** The word of an effect, as every list says it. */
const effectText = ({ effect, openEnded }: Pick<GovernedTool, 'effect' | 'openEnded'>): string =>
  openEnded ? `${effect}, may do anything` : effect;

const GOVERNANCE = 'tools';

function governance(review: Review): Section {
  const { tools } = review;
  if (tools.length === 0) return governanceOf([text('No tool was found.')]);
  const byAgent = toolsByAgent(tools);
  const alike = new Set(tools.map((tool) => JSON.stringify([tool.tool, ...governedCells(tool)])));
  const isLarge = byAgent.length > MANY_AGENTS && alike.size <= tools.length / 2;
  if (isLarge) return governanceOf(allTools(tools));
  const isLong = byAgent.length > FEW_AGENTS || tools.length > FEW_TOOLS;
  return isLong ? foldedGovernance(review) : governanceOf(byAgent.flatMap(toolsOfAgent));
}

/** Each agent under a title that says how many of its tools act without approval. */
function foldedGovernance({ tools, systems }: Review): Section {
  if (tools.length === 0) return governanceOf([text('No tool was found.')]);
  const ungated = new Set(ungatedActs({ tools, systems }).flatMap(({ agents }) => agents));
  return governanceOf(
    toolsByAgent(tools).map((group): Block => {
      const { file = '', agent = '' } = group[0] ?? {};
      const open = rowsOfTools(group.filter((tool) => ungated.has(tool))).length;
      const acts = open > 0 ? `, ${count(open, 'act')} without approval` : '';
      return {
        kind: 'fold',
        title: `${agent} in ${file}: ${count(rowsOfTools(group).length, 'tool')}${acts}`,
        blocks: toolsOfAgent(group),
      };
    }),
  );
}

const governanceOf = (blocks: readonly Block[]): Section => ({
  id: GOVERNANCE,
  title: 'Tool governance',
  blocks,
});

const toolsByAgent = (tools: readonly GovernedTool[]): GovernedTool[][] => [
  ...groupedBy(tools, ({ file, agent }) => `${file}\n${agent}`).values(),
];

/** More agents or tools than these are folded by agent: closed where the page is long, see `HIGHEST`. */
const FEW_AGENTS = 6;
const FEW_TOOLS = 60;

/** More agents than these share one table where that is shorter: tools that are governed alike are one row. */
const MANY_AGENTS = 24;

const GOVERNED = ['Effect', 'Known from', 'Who answers', 'Reported by'] as const;

function governedCells(tool: GovernedTool): Cell[] {
  return [
    { mark: tool.effect, text: effectText(tool) },
    `${tool.known} (${tool.confidence} confidence)`,
    gateCell(tool),
    tool.rules.length > 0 ? lines(tool.rules.map(code)) : 'no rule',
  ];
}

const governedName = (tool: GovernedTool): Cell =>
  lines([
    anchored(toolId(tool), code(tool.tool)),
    ...(tool.server === undefined ? [] : [parts(['of ', serverLink(tool.file, tool.agent, tool.server)])]),
    ...(tool.toxic ? [{ mark: 'bad' as const, text: 'toxic flow' }] : []),
  ]);

/** One row for each tool, once where several systems have the same agent. */
const rowsOfTools = (group: readonly GovernedTool[]) =>
  equalRows(
    group.map((tool): Cell[] => [governedName(tool), ...governedCells(tool)]),
    [],
  );

function toolsOfAgent(group: readonly GovernedTool[]): Block[] {
  const { file = '', agent = '' } = group[0] ?? {};
  return [
    {
      kind: 'table',
      caption: `Tools of ${agent} in ${file}`,
      head: ['Tool', ...GOVERNED],
      rows: rowsOfTools(group),
      named: true,
    },
    ...sharedControls(group, ({ tool }) => tool),
  ];
}

function allTools(tools: readonly GovernedTool[]): Block[] {
  return [
    {
      kind: 'table',
      caption: 'Tools of every agent; those that are governed alike are one row',
      head: ['Tool', 'Agents', ...GOVERNED],
      rows: equalRows(
        tools.map((tool): Cell[] => [
          governedName(tool),
          agentLink(tool.file, tool.agent),
          ...governedCells(tool),
        ]),
        [1],
      ),
      named: true,
    },
    ...sharedControls(tools, ({ agent }) => agent),
  ];
}

/** Guardrails and trace, once where all tools share them; else by the names of those that do. */
function sharedControls(group: readonly GovernedTool[], nameOf: (tool: GovernedTool) => string): Block[] {
  return [...groupedBy(group, ({ guardrails, trace }) => `${guardrails}\n${trace}`).values()].map(
    (same): Block => {
      const names = [...new Set(same.map(nameOf))].join(', ');
      const who = same.length === group.length ? 'All tools' : names;
      return note(`${who}: guardrails: ${same[0]?.guardrails ?? ''}. Trace: ${same[0]?.trace ?? ''}.`);
    },
  );
}

const STATE: Readonly<Record<DataPlace['state'], { mark: Mark; word: string }>> = {
  seen: { mark: 'good', word: 'seen in the file' },
  claimed: { mark: 'open', word: 'only claimed' },
  unverified: { mark: 'open', word: 'unverified' },
  outside: { mark: 'bad', word: 'outside what is required' },
};

function dataMap({ dataMap: rows }: Review): Section {
  if (rows.length === 0)
    return { id: 'data', title: 'Data map', blocks: [text('No place of data was found.')] };
  /** Long lists of files, each under a name: several rows are about the same. */
  const named = new Map<string, { name: string; files: readonly string[] }>();
  const filesCell = (files: readonly string[], agent: string | undefined): Cell => {
    if (files.length > MOST_FILES) {
      const key = files.join('\n');
      const known = named.get(key) ?? { name: `Group ${named.size + 1}: ${files.length} files`, files };
      named.set(key, known);
      return agent === undefined ? known.name : parts([`${known.name}, agent `, code(agent)]);
    }
    return lines(
      files.map((file) =>
        agent === undefined
          ? systemLink(file)
          : parts([systemLink(file), ', agent ', agentLink(file, agent)]),
      ),
    );
  };
  const blocks = [...groupedBy(rows, ({ requirement }) => requirement)].flatMap(
    ([requirement, group]): Block[] => [
      { kind: 'heading', text: requirement },
      {
        kind: 'table',
        caption: `Where data is: ${requirement}`,
        head: ['File', 'Part', 'Where', 'State', 'How it is known'],
        rows: [...groupedBy(group, ({ file: _, ...row }) => JSON.stringify(row)).values()].flatMap(
          (same): Cell[][] => {
            const [first] = same;
            if (!first) return [];
            const { agent, component, what, where, state, words: known } = first;
            return [
              [
                filesCell([...new Set(same.map(({ file }) => file))], agent),
                component === what ? component : `${component}: ${what}`,
                where,
                { mark: STATE[state].mark, text: STATE[state].word },
                known,
              ],
            ];
          },
        ),
      },
    ],
  );
  const lists = [...named.values()].map(
    ({ name, files }): Cell => parts([`${name}: `, words(files.map(systemLink))]),
  );
  return { id: 'data', title: 'Data map', blocks: [...blocks, ...listOf(lists)] };
}

/** More files than these are named below the table. */
const MOST_FILES = 6;

function findings(review: Review): Section {
  const { findings: standing, ignored, summary } = review;
  const at = idsAt(review);
  const { errors, warnings, infos, met } = summary;
  const total = `${count(errors, 'error')}, ${count(warnings, 'warning')}, ${count(infos, 'info')}.`;
  const blocks: Block[] = [
    { kind: 'text', text: standing.length === 0 ? 'No finding.' : total, tone: 'strong' },
    note(
      met.shown + met.attested === 0
        ? 'No controls met.'
        : `${count(met.shown + met.attested, 'control')} met: ${met.shown} seen in files, ${met.attested} only claimed.`,
    ),
  ];
  if (standing.length > 0) {
    blocks.push({
      kind: 'filters',
      rules: [...new Set(standing.map(({ rule }) => rule))].sort(),
      agents: [...new Set(standing.flatMap(({ agent }) => agent ?? []))].sort(),
    });
  }
  const many = standing.length > MANY_FINDINGS;
  for (const [rule, ofRule] of groupedBy(standing, (one) => one.rule)) {
    blocks.push({ kind: 'heading', text: rule, code: true, id: ruleId(rule) });
    const equal = many ? equalFindings(ofRule) : ofRule.map((one) => [one]);
    for (const [file, inFile] of groupedBy(equal, ([one]) => one?.file ?? '')) {
      blocks.push({ kind: 'subheading', text: file, code: true, link: systemId(file) });
      for (const [finding, ...also] of inFile)
        if (finding)
          blocks.push({
            kind: 'finding',
            id: findingId(finding),
            finding,
            count: 1 + also.length,
            details: [...findingDetails(finding, at), ...alsoAt(also)],
            ...(many && finding.severity === 'info' ? { short: true as const } : {}),
          });
    }
  }
  blocks.push(...passedBlocks(review), { kind: 'heading', text: 'Ignored findings' });
  if (ignored.length === 0) blocks.push(text('No finding is ignored.'));
  else
    blocks.push({
      kind: 'table',
      caption: 'Findings that are ignored or in the baseline',
      head: ['Rule', 'Place', 'Finding', 'By', 'Reason', 'End'],
      rows: ignored.map((one): Cell[] => [
        code(one.rule),
        anchored(findingId(one), placeWords(startOf(one))),
        one.message,
        IGNORED_BY[one.ignored?.kind ?? 'comment'],
        one.ignored?.reason || 'no reason given',
        one.ignored?.until ?? 'no end',
      ]),
    });
  return { id: 'findings', title: 'Findings', blocks };
}

/** From here on findings that say the same are one, with all their places, and infos show no lines of code. */
const MANY_FINDINGS = 60;

/** Findings that differ in their place alone, also where the remedy names it. */
const equalFindings = (findings: readonly ReviewedFinding[]): ReviewedFinding[][] => [
  ...groupedBy(findings, ({ severity, message, remediation, evidence, confidence, agent, file, related }) =>
    JSON.stringify([
      severity,
      message,
      remediation.replaceAll(file, ''),
      evidence,
      confidence,
      agent,
      related.map((one) => [one.message, one.file === file ? '' : one.file]),
    ]),
  ).values(),
];

/** The places of findings that say the same, each with its id. */
function alsoAt(findings: readonly ReviewedFinding[]): [string, Cell][] {
  if (findings.length === 0) return [];
  const places = findings.map((one) => anchored(findingId(one), code(placeWords(startOf(one)))));
  return [['The same at', words(places)]];
}

const IGNORED_BY = {
  comment: 'a comment',
  config: 'the configuration',
  baseline: 'the baseline',
  base: 'an older state',
} as const;

/** Waivers that state what no file shows; all others set something aside. */
const CLAIMS: readonly string[] = ['claim', 'attestation'];

function waivers({ waivers: all, asOf }: Review): Section {
  const claims = all.filter(({ kind }) => CLAIMS.includes(kind));
  const others = all.filter(({ kind }) => !CLAIMS.includes(kind));
  return {
    id: 'waivers',
    title: 'Waivers and claims',
    blocks: [
      { kind: 'heading', text: 'Waivers' },
      others.length === 0
        ? text(NO_WAIVERS)
        : waiverTable('What sets a finding aside, states an effect or lowers a rule', others, asOf),
      { kind: 'heading', text: 'Claims' },
      ...(claims.length === 0
        ? [text('No claim: every control that counts is seen in a file.')]
        : [
            note('Nothing enforces a claim. It counts as met, and is counted apart.'),
            waiverTable('Controls that the project claims', claims, asOf),
          ]),
    ],
  };
}

function waiverTable(caption: string, all: readonly ReviewedWaiver[], asOf: string | undefined): Block {
  const withDays = asOf !== undefined;
  return {
    kind: 'table',
    caption,
    head: ['What', 'For', 'Place', 'Reason', 'End', ...(withDays ? ['Days left'] : [])],
    rows: all.map((waiver): Cell[] => {
      const { kind, files = [], at, until, expired, daysLeft } = waiver;
      const globs = kind === 'exclude' ? [] : files;
      return [
        sentence(waiverSubject(waiver)),
        words([...globs, ...(at === undefined ? [] : [at])].map(code)),
        waiverPlace(waiver),
        sentence(reasonWords(waiver)),
        until === undefined ? 'no end' : `${until}${expired ? ' (expired)' : ''}`,
        ...(withDays ? [daysLeft === undefined ? 'no end' : daysLeft < 0 ? 'over' : String(daysLeft)] : []),
      ];
    }),
  };
}

const COVERAGE = {
  covered: { mark: 'good', word: 'covered' },
  partly: { mark: 'open', word: 'partly covered' },
  'not-lintable': { mark: 'plain', word: 'not lintable' },
  off: { mark: 'plain', word: 'its rules are off' },
} as const;

function frameworks({ frameworks: all, law }: Review): Section {
  const blocks: Block[] = [
    note(
      'Which entries the rules check in files. "Partly covered": the rest shows at run time or elsewhere. No entry says that a system conforms to a framework.',
    ),
    {
      kind: 'table',
      caption: 'Reference sets in short',
      head: ['Reference set', 'Covered', 'Partly covered', 'Not lintable', 'Findings'],
      rows: all.map(({ name, edition, entries }): Cell[] => [
        `${name}, ${edition}`,
        ...(['covered', 'partly', 'not-lintable'] as const).map((state) =>
          String(entries.filter((one) => one.state === state).length),
        ),
        String(entries.reduce((sum, one) => sum + one.findings, 0)),
      ]),
      named: true,
    },
    ...all.flatMap(({ name, edition, checkedOn, entries }): Block[] => [
      { kind: 'heading', text: `${name}, ${edition} (ids and titles as of ${checkedOn})` },
      ...COVERAGE_ORDER.flatMap((state): Block[] => {
        const found = entries.filter((one) => one.state === state);
        if (found.length === 0) return [];
        const items = found.map(
          ({ id, name: title, findings: hits }) =>
            `${id} ${title}${hits > 0 ? ` (${count(hits, 'finding')})` : ''}`,
        );
        return [text(`${sentence(COVERAGE[state].word)}: ${items.join('; ')}.`)];
      }),
    ]),
    { kind: 'heading', text: law.name },
    note(
      `Evidence found for two articles, and no statement on conformity. ${law.dates.map(({ what, from }) => `${sentence(what)}: from ${from}`).join('; ')} (as of ${law.checkedOn}; ${law.source}).`,
    ),
    ...law.articles.flatMap(({ article, title, evidence }): Block[] => [
      { kind: 'subheading', text: `${article}: ${title}` },
      ...listOf(evidence),
    ]),
  ];
  return { id: 'frameworks', title: 'Framework view', blocks };
}

const COVERAGE_ORDER = ['covered', 'partly', 'not-lintable', 'off'] as const;

const NOTHING_MORE =
  'No control is listed here. What is only claimed, unverified or not read was not judged: see "At a glance".';

function open(review: Review): Section {
  const { questions, notAssessed, unresolved, unread } = review;
  const assessable = notAssessed.filter(({ rule }) => rule !== 'framework/unread');
  return {
    id: 'open',
    title: 'Open questions',
    blocks: [
      ...(questions.length > 0 ? listOf(questions) : [text('No question is open.')]),
      { kind: 'heading', text: 'Not assessed' },
      ...(assessable.length === 0
        ? [text(isAllJudged(review) ? 'Every control was judged.' : NOTHING_MORE)]
        : [
            {
              kind: 'table' as const,
              caption: 'Controls that could not be judged',
              head: ['Rule', 'Place', 'What', 'Why'],
              rows: equalRows(
                assessable.map(({ rule, file, range: { start }, message, evidence }): Cell[] => [
                  code(rule),
                  placeWords({ file, ...start }),
                  message,
                  EVIDENCE_WORDS[evidence],
                ]),
                [1],
              ),
            },
          ]),
      ...(unresolved.length === 0
        ? []
        : [
            { kind: 'heading' as const, text: 'Not read, so not checked' },
            ...listOf(
              [...groupedBy(unresolved, ({ what, why }) => `${what}: ${why}`)].map(
                ([words, same]) => `${words} (${same.map(({ at }) => placeWords(at)).join(', ')})`,
              ),
            ),
          ]),
      ...(unread.length === 0
        ? []
        : [
            { kind: 'heading' as const, text: 'Frameworks that were not read' },
            ...listOf(unread.map(({ framework, files }) => lines([framework, ...files.map(code)]))),
          ]),
    ],
  };
}

/** The lines below a finding: evidence, remedy, and related places, which lead to what stands there. */
function findingDetails(
  { rule, evidence, confidence, remediation, related, file, fingerprint }: ReviewedFinding,
  idsAtPlace: (place: string) => readonly string[],
): [string, Cell][] {
  const own = findingId({ fingerprint });
  return [
    ['Evidence', evidenceWords({ rule, evidence, confidence })],
    ['Fix', remediation],
    ...related.map(({ file: other, range: { start }, message }): [string, Cell] => {
      const position = `${start.line}:${start.column}`;
      const [id] = idsAtPlace(`${other}:${position}`).filter((one) => one !== own);
      const shown = other === file ? position : `${other}:${position}`;
      return ['See', parts([id === undefined ? shown : linked(id, shown), ` ${message}`])];
    }),
  ];
}
