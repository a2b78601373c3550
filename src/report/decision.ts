import type { CostInputs } from '../assess/cost/shape.js';
import type { DecisionOfFiles } from '../lint/result.js';
import type { AgentSystem, Decision, Requirements } from '../model/index.js';
import { costMarkdown, costOfDecision, costProse, shapesOf } from './shared/cost-lines.js';
import { decisionJson } from './shared/decision-json.js';
import { decisionLines, driftOf, shownDecisions, verdictSentences } from './shared/decision-lines.js';
import { markdownLines } from './shared/decision-markdown.js';
import { recordLines, recordTitle } from './shared/decision-record.js';
import { tableLines } from './shared/decision-table.js';
import { citedWords } from './shared/decision-words.js';
import { markdownText } from './shared/markdown.js';
import { hanging, jsonText, series, visible, withoutCommands } from './shared/text.js';
import { whatIfLines } from './shared/what-if-lines.js';

export type DecisionFormat = 'text' | 'table' | 'json' | 'markdown' | 'adr';
export const DECISION_FORMATS: readonly DecisionFormat[] = ['text', 'table', 'json', 'markdown', 'adr'];

export interface DecisionMeta {
  /** Version of agent-lint. */
  version: string;
  /** Day of the record, `YYYY-MM-DD`. Left out: none is printed. */
  asOf?: string;
  /** Rates and usage, for the cost in a record. */
  cost?: CostInputs;
  /** Columns of the text and the table; left out: 100. */
  width?: number;
}

/** A decision record as a file of its own: what its name says behind the number, and its text. */
export interface RecordFile {
  slug: string;
  text: string;
}

/** A decision that is printed: its files, and what it is about where it has none. */
export interface PrintedDecision extends DecisionOfFiles {
  /** What the requirements apply to, where no agent was found there. */
  paths?: readonly string[];
  /** The systems that it applies to, for what a decision record says of their controls. */
  systems?: readonly AgentSystem[];
}

const WIDTH = 100;
const MANY_FILES = 20;

/** The one decision of a project as text; ends with a line break. `about`: what is known of its systems. */
export function renderDecision(
  decision: Decision,
  requirements: Requirements,
  format: DecisionFormat,
  meta: DecisionMeta,
  about: Partial<PrintedDecision> = {},
): string {
  if (format === 'json') return jsonText({ ...decision, ...costMember({ ...about, decision }, meta) });
  const one: PrintedDecision = { files: [], ...about, decision, requirements };
  const named = one.files.length > 0 ? appliesTo(one) : undefined;
  return finished([...linesOf(one, named, format, meta), ...quotes(format, [decision], meta)]);
}

/** One decision for each distinct set of requirements, as text; ends with a line break. */
export function renderDecisions(
  decisions: readonly PrintedDecision[],
  format: DecisionFormat,
  meta: DecisionMeta,
): string {
  if (format === 'json')
    return jsonText({
      schema: 'agent-lint/decision@1',
      decisions: decisions.map((one) => ({ ...decisionJson(one), ...costMember(one, meta) })),
    });
  const shown = shownDecisions(decisions);
  const blocks = shown.map((one) => linesOf(one, appliesTo(one), format, meta));
  const lines = blocks.flatMap((block, index) => (index === 0 ? block : ['', ...block]));
  const cited = quotes(
    format,
    shown.map(({ decision }) => decision),
    meta,
  );
  return finished([...lines, ...cited]);
}

/** One record for each decision, each with one first heading. */
export function renderRecords(decisions: readonly PrintedDecision[], meta: DecisionMeta): RecordFile[] {
  return shownDecisions(decisions).map((one) => {
    const isNamed = one.files.length > 0 || (one.paths ?? []).length > 0;
    return {
      slug: recordTitle(one.decision)
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '-'),
      text: finished(linesOf(one, isNamed ? appliesTo(one) : undefined, 'adr', meta)),
    };
  });
}

const finished = (lines: readonly string[]) => withoutCommands(`${lines.join('\n')}\n`);

/** The cost of a decision as a member of its JSON, where rates or usage are given. */
function costMember(
  { decision, systems = [] }: Pick<PrintedDecision, 'decision' | 'systems'>,
  { cost }: DecisionMeta,
) {
  return cost === undefined ? {} : { cost: costOfDecision(shapesOf(decision, systems, cost), cost) };
}

/** The cost of a decision behind its lines, where rates or usage are given. */
function costLines(
  one: PrintedDecision,
  format: 'text' | 'table' | 'markdown',
  { cost }: DecisionMeta,
): string[] {
  if (cost === undefined) return [];
  const shapes = shapesOf(one.decision, one.systems ?? [], cost);
  if (format === 'markdown') return ['', '#### Cost', '', ...costMarkdown(shapes, cost)];
  return ['', ...costProse(shapes, cost, WIDTH)];
}

/** What a decision applies to: its files, or the paths that were named. */
function appliesTo({ files, paths = [] }: PrintedDecision): string {
  const named = files.length > 0 ? files : paths;
  const more = named.length - MANY_FILES;
  const shown = named.slice(0, MANY_FILES).map(visible);
  const words = more > 0 ? series([...shown, `${more} more`]) : series(shown);
  return files.length > 0 ? words : `${words} (no agent found)`;
}

function linesOf(
  one: PrintedDecision,
  files: string | undefined,
  format: Exclude<DecisionFormat, 'json'>,
  meta: DecisionMeta,
): string[] {
  const { requirements } = one;
  const decision = one.found ? { ...one.decision, found: one.found } : one.decision;
  const { width = WIDTH } = meta;
  const heading = files === undefined ? [] : hanging('', `For ${files}:`, width);
  switch (format) {
    case 'text':
      return [...heading, ...proseLines(decision, requirements, width), ...costLines(one, format, meta)];
    case 'table':
      return [
        ...heading,
        ...tableLines(decision, requirements, width, { selfHostedSandbox: one.selfHosted === true }),
        ...costLines(one, format, meta),
      ];
    case 'markdown':
      return [
        ...(files === undefined ? [] : [`### ${markdownText(files)}`, '']),
        ...markdownLines(decision, requirements),
        ...costLines(one, format, meta),
      ];
    case 'adr':
      return recordLines(
        decision,
        requirements,
        { ...meta, ...(files === undefined ? {} : { files }) },
        one.systems,
      );
  }
}

/** The rules that the decisions cite, quoted below them. A decision record quotes its own. */
function quotes(
  format: DecisionFormat,
  decisions: readonly Decision[],
  { width = WIDTH }: DecisionMeta,
): string[] {
  const cited = citedWords(decisions.flatMap((one) => (one.whatIf ? [one, one.whatIf.decision] : [one])));
  if (cited.length === 0 || format === 'adr') return [];
  const title = 'Rules cited:';
  if (format === 'markdown') return ['', title, '', ...cited.map((rule) => `- ${markdownText(rule)}`)];
  return ['', title, ...cited.flatMap((rule) => hanging('  - ', rule, width))];
}

function proseLines(decision: Decision, requirements: Requirements, width: number): string[] {
  const { whatIf } = decision;
  if (whatIf) {
    const now = verdictSentences(decision, requirements).join(' ');
    return [...hanging('', now, width), '', ...whatIfLines(decision, whatIf, width)];
  }
  const drift = driftOf(decision);
  const lines = decisionLines(decision, requirements, width);
  return drift === undefined ? lines : [...lines, '', ...hanging('', drift, width)];
}
