import { type CostInputs, costShapes } from '../assess/cost/shape.js';
import { type SystemJson, systemJson, textsOf } from '../compare/system-json.js';
import { RUNTIME_TITLE } from '../decide/index.js';
import type { LintResult } from '../lint/result.js';
import type { Waiver } from '../lint/waivers.js';
import { groupedBy } from '../model/grouped.js';
import { EVIDENCE_WORDS, type Finding, type Severity } from '../model/index.js';
import { displayText } from '../model/secrets.js';
import type { RenderOptions } from '../report/format.js';
import { reportJson } from '../report/formats/json.js';
import { renderFrame } from '../report/shared/code-frame.js';
import { costJson } from '../report/shared/cost-rows.js';
import { dataMapOf } from '../report/shared/data-map.js';
import { shownDecisions } from '../report/shared/decision-lines.js';
import { assumedWords, citedWords } from '../report/shared/decision-words.js';
import { migrationsOf } from '../report/shared/migrations.js';
import { sourcesOf } from '../report/shared/sources.js';
import { count } from '../report/shared/text.js';
import { unreadItems } from '../report/shared/unread-words.js';
import { byWeight } from '../report/shared/weight.js';
import { governedTools, toolsOf, ungatedActs } from './controls.js';
import { frameworksOf, lawEvidence } from './frameworks.js';
import { mustMoveWords } from './migration.js';
import { passedChecks } from './passed.js';
import { placeOf, placeWords } from './places.js';
import { questionsOf } from './questions.js';
import { reviewedDecision } from './reviewed-decision.js';
import { SIGN_OFF, signOffRows } from './sign-off.js';
import type {
  Review,
  ReviewChanges,
  ReviewEdge,
  ReviewedDecision,
  ReviewedFinding,
  ReviewedWaiver,
} from './types.js';

/** What a review may know beside the result of the run. */
export interface ReviewOptions extends Pick<RenderOptions, 'source' | 'identity'> {
  /** The day of the review, only where one was given. */
  asOf?: string;
  /** Every waiver of the project; left out: none is listed. */
  waivers?: readonly Waiver[];
  /** What changed since the accepted review. */
  changes?: ReviewChanges;
  /** Rates and usage; left out: the terms of the cost have no numbers. */
  cost?: CostInputs;
}

/** Columns of a code frame: what half of a page takes. */
const FRAME_WIDTH = 74;

/** Everything that a review shows, as plain data: the page, the Markdown and the JSON are made of it. */
export function reviewOf(result: LintResult, options: ReviewOptions): Review {
  const report = reportJson(result);
  const { findings: all } = report;
  const framed = framesOf(all, options);
  const findings = byRuleAndFile(all.filter(({ ignored }) => !ignored)).map(framed);
  const ignored = byRuleAndFile(all.filter((one) => one.ignored)).map(framed);
  const [gravest] = byWeight(result);
  const systems = report.systems;
  const tools = governedTools(systems, all);
  const decisions = shownDecisions(result.decisions);
  const reviewed = decisions.map(reviewedDecision);
  const dataMap = dataMapOf(
    result.systems.map((system) => ({ json: systemJson(system), traces: system.traces })),
    result.decisions,
  );
  const unresolved = unresolvedOf(result);
  const parts = { decisions: reviewed, tools, dataMap, systems, unread: report.unread };
  const brief = reviewed.map(inShort);
  const waivers = (options.waivers ?? []).map((one) => waiverOf(one, options.asOf));
  const { shown, attested } = report.summary.met;
  return {
    schema: 'agent-lint/review@1',
    version: result.version,
    title: titleOf(result.files.map(({ path }) => path)),
    ...options.identity?.(result.files.map(({ path }) => path)),
    ...(options.asOf === undefined ? {} : { asOf: options.asOf }),
    files: report.files,
    counts: countsOf(result, systems),
    summary: report.summary,
    answers: {
      decisions: brief,
      worst: findings.find(({ fingerprint }) => fingerprint === gravest?.fingerprint) ?? null,
      ungated: ungatedActs({ tools, systems }).map(
        ({ tool: { tool, effect, at }, agents }) =>
          `${tool} of ${agents.map(({ agent }) => agent).join(', ')}: ${effect}, no gate (${placeWords(at)})`,
      ),
      notAssessed: notAssessedWords(report.notAssessed, unresolved),
      unread: unreadItems(report.unread),
    },
    trust: {
      met: shown + attested,
      claimed: attested,
      unverified: dataMap.filter(({ state }) => state === 'unverified').length,
    },
    decisions: reviewed,
    migrations: migrationsOf(reviewed, result.systems),
    cited: citedWords(decisions.map(({ decision }) => decision)),
    systems,
    texts: result.systems.map(textsOf),
    edges: systems.flatMap(edgesOf),
    tools,
    dataMap,
    cost: costOf(decisions, result, options.cost ?? {}),
    findings,
    passed: passedChecks(result),
    ignored,
    waivers,
    frameworks: frameworksOf(result.rules, all),
    law: lawEvidence(systems, tools),
    notAssessed: report.notAssessed,
    unresolved,
    unread: report.unread,
    questions: questionsOf(parts, decisions),
    signOff: [...SIGN_OFF],
    signOffRows: signOffRows(brief, waivers, options.asOf),
    ...(options.changes ? { changes: options.changes } : {}),
  };
}

function costOf(
  decisions: LintResult['decisions'],
  { systems }: LintResult,
  inputs: CostInputs,
): Review['cost'] {
  const { source, as_of: asOf } = inputs.rates ?? {};
  return {
    priced: inputs.rates !== undefined,
    measured: inputs.usage !== undefined,
    ...(source === undefined ? {} : { source: displayText(source) }),
    ...(asOf === undefined ? {} : { asOf: displayText(asOf) }),
    shapes: costJson(costShapes(decisions, systems, inputs)),
  };
}

const inShort = ({ files, words, recommended, assumed, found, runtimes }: ReviewedDecision) => ({
  files,
  today: (found ?? []).map(({ runtime }) => RUNTIME_TITLE[runtime]),
  mustMove: mustMoveWords({ words, runtimes, ...(found ? { found } : {}) }),
  sentences: words.sentences,
  assumptions: [assumedWords({ assumed })].filter((line) => line !== undefined),
  conditions: [
    ...new Set(
      words.runtimes
        .filter(({ runtime, verdict }) => (recommended ? runtime === recommended : verdict !== 'excluded'))
        .flatMap(({ conditions }) => conditions),
    ),
  ],
});

function framesOf(
  findings: readonly Finding[],
  options: ReviewOptions,
): (finding: Finding) => ReviewedFinding {
  const sourceOf = sourcesOf(findings, options);
  const plain = { gutter: (text: string) => text, carets: (text: string) => text };
  return (finding) => {
    const source = sourceOf(finding.file);
    return { ...finding, frame: source ? renderFrame(source, finding.range, FRAME_WIDTH, plain) : [] };
  };
}

const WEIGHT: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2 };

/** What harms most comes first among findings of the same severity. */
const GRAVEST = ['approval', 'scope', 'mcp', 'runtime', 'delegation', 'tracing', 'guardrail', 'session'];

/** The gravest severity first, then rules by what they protect; a file's findings stay together, in order. */
function byRuleAndFile(findings: readonly Finding[]): Finding[] {
  const groups = [...groupedBy(findings, ({ rule }) => rule).values()].map((group) => ({
    group: [...group].sort((a, b) => WEIGHT[a.severity] - WEIGHT[b.severity]),
    weight: group.reduce((least, { severity }) => Math.min(least, WEIGHT[severity]), WEIGHT.info),
    category: categoryRank(group[0]?.rule ?? ''),
  }));
  groups.sort((a, b) => a.weight - b.weight || a.category - b.category);
  return groups.flatMap(({ group }) => group);
}

function categoryRank(rule: string): number {
  const at = GRAVEST.indexOf(rule.slice(0, rule.indexOf('/')));
  return at < 0 ? GRAVEST.length : at;
}

/** What could not be assessed, largest group first. A framework that is not read has a line of its own elsewhere. */
function notAssessedWords(items: Review['notAssessed'], unresolved: Review['unresolved']): string[] {
  const assessable = items.filter(({ rule }) => rule !== 'framework/unread');
  const groups = [...groupedBy(assessable, ({ rule, evidence }) => `${rule} ${evidence}`).values()]
    .sort((a, b) => b.length - a.length)
    .map((group) => {
      const [first] = group;
      if (!first) return '';
      const words = `${first.rule}, ${EVIDENCE_WORDS[first.evidence]}: ${first.message}`;
      return group.length > 1 ? `${words} (and ${count(group.length - 1, 'other')})` : words;
    });
  const open = unresolved.map(({ what, why }) => `not read: ${what}: ${why}`);
  return [...groups, ...new Set(open)];
}

function unresolvedOf(result: LintResult): Review['unresolved'] {
  const once = new Map(
    result.unresolved.map(({ what, why, at }) => {
      const place = placeOf({ range: at.range(), file: at.file }, at.file);
      const one = { what: displayText(what), why: displayText(why), at: place };
      return [JSON.stringify(one), one] as const;
    }),
  );
  return [...once.values()];
}

function countsOf(result: LintResult, systems: readonly SystemJson[]): Review['counts'] {
  const agents = systems.flatMap((system) => system.agents);
  const loaded = new Set(
    result.unresolved.flatMap(({ loadsServers: at }) =>
      at ? placeWords(placeOf({ range: at.range(), file: at.file }, at.file)) : [],
    ),
  );
  return {
    files: result.files.length,
    systems: result.systemCount,
    agents: agents.length,
    tools: agents.reduce((sum, agent) => sum + toolsOf(agent).length, 0),
    servers: agents.reduce((sum, agent) => sum + agent.mcpServers.length, 0),
    ...(loaded.size > 0 ? { serversAtRunTime: loaded.size } : {}),
  };
}

/** The folder that all files share, as the name of what is reviewed. */
function titleOf(paths: readonly string[]): string {
  const folders = paths.map((path) => path.split('/').slice(0, -1));
  const [first = []] = folders;
  const shared = first.filter((_, at) =>
    folders.every((one) => first.slice(0, at + 1).every((name, i) => one[i] === name)),
  );
  return shared.length > 0 ? `Agent review: ${shared.join('/')}` : 'Agent architecture review';
}

/** Handoffs, delegation and the MCP servers that agents use, each with its direction as text. */
function edgesOf({ file, agents }: SystemJson): ReviewEdge[] {
  return agents.flatMap((agent) => {
    const edge = (kind: ReviewEdge['kind']) => (to: string) => ({
      file,
      from: agent.name,
      to,
      kind,
      text: `${agent.name} -> ${to}`,
    });
    return [
      ...agent.handoffs.map(edge('handoff')),
      ...agent.delegatesTo.map(edge('delegation')),
      ...agent.mcpServers.map(({ name }) => edge('server')(name)),
    ];
  });
}

const DAY = 86_400_000;

/** Days from the day of the review through the last day count only where that day is given. */
function waiverOf(waiver: Waiver, asOf: string | undefined): ReviewedWaiver {
  const { until } = waiver;
  const left =
    asOf === undefined || until === undefined
      ? undefined
      : Math.round((Date.parse(until) - Date.parse(asOf)) / DAY);
  return {
    ...waiver,
    ...(left === undefined || Number.isNaN(left) ? {} : { daysLeft: left }),
  };
}
