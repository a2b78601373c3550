import { RUNTIME_TITLE } from '../decide/decide.js';
import type { Decision, Requirements, RuntimeVerdict } from '../model/index.js';
import { flipWords } from './shared/decision-flips.js';
import { decisionLines } from './shared/decision-lines.js';
import {
  askWords,
  assumedWords,
  needWords,
  outcomeWords,
  reasonWords,
  runtimeUnmetWords,
  statedWords,
  tieWords,
  unmetWords,
  verdictParts,
  verdictWords,
} from './shared/decision-words.js';
import { driftWords } from './shared/drift.js';
import { displayWidth, hanging, jsonText, sentence, visible, withoutCommands } from './shared/text.js';

export type DecisionFormat = 'text' | 'table' | 'json' | 'markdown' | 'adr';
export const DECISION_FORMATS: readonly DecisionFormat[] = ['text', 'table', 'json', 'markdown', 'adr'];

export interface DecisionMeta {
  /** Version of agent-lint. */
  version: string;
  /** Day of the record, `YYYY-MM-DD`. Left out: none is printed. */
  asOf?: string;
}

const WIDTH = 100;

/** A decision as text; ends with a line break. */
export function renderDecision(
  decision: Decision,
  requirements: Requirements,
  format: DecisionFormat,
  meta: DecisionMeta,
): string {
  if (format === 'json') return jsonText(decision);
  const lines =
    format === 'text'
      ? proseLines(decision, requirements)
      : format === 'table'
        ? tableLines(decision, requirements)
        : format === 'markdown'
          ? markdownLines(decision, requirements)
          : recordLines(decision, requirements, meta);
  return withoutCommands(`${lines.join('\n')}\n`);
}

function proseLines(decision: Decision, requirements: Requirements): string[] {
  const drift = driftOf(decision);
  const lines = decisionLines(decision, requirements, WIDTH);
  return drift === undefined ? lines : [...lines, '', ...hanging('', drift, WIDTH)];
}

const driftOf = ({ found, recommended }: Decision) => driftWords(found ?? [], recommended);

const HEADINGS = ['runtime', 'verdict', 'because', 'not shown to be met'];

/** A row of the table: one list of lines a cell. */
function tableRow(row: RuntimeVerdict): string[][] {
  const { runtime, reasons, unmet } = row;
  const because = reasons.map((reason) => `${visible(reason.requirement)} (${reason.rule})`);
  return [[runtime], verdictParts(row), because, unmet.map(visible)];
}

function tableLines(decision: Decision, requirements: Requirements): string[] {
  const rows = [HEADINGS.map((heading) => [heading]), ...decision.runtimes.map(tableRow)];
  const widths = HEADINGS.map((_, column) =>
    Math.max(...rows.flatMap((row) => (row[column] ?? []).map(displayWidth))),
  );
  const draw = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - displayWidth(cell)))
      .join('  ')
      .trimEnd();
  const [head = '', ...body] = rows.map((row) => {
    const height = Math.max(...row.map((cell) => cell.length));
    const line = (at: number) => draw(row.map((cell) => cell[at] ?? (at === 0 ? '-' : '')));
    return Array.from({ length: height }, (_, at) => line(at)).join('\n');
  });
  const rule = widths.map((width) => '-'.repeat(width)).join('  ');
  const below = closing(decision, requirements).flatMap((line) => ['', ...hanging('', line, WIDTH)]);
  return [...hanging('', outcomeWords(decision), WIDTH), '', head, rule, ...body, ...below];
}

/** What stands below the runtimes in every format for people. */
function closing(decision: Decision, requirements: Requirements): string[] {
  const stated = statedWords(requirements);
  const ask = askWords(decision);
  return [
    stated.length > 0 ? `Stated: ${stated.join('; ')}.` : 'Nothing is stated.',
    unmetWords(decision),
    assumedWords(decision),
    ask.length > 0 ? `To settle it, state ${ask.join('; ')}.` : undefined,
    driftOf(decision),
  ].filter((line) => line !== undefined);
}

/** Text inside Markdown: what strangers wrote makes no link, tag, table cell or emphasis. */
function escaped(text: string): string {
  return text.replace(/[\\`*[\]<>|#]/g, (found) => `\\${found}`);
}

function markdownLines(decision: Decision, requirements: Requirements): string[] {
  const cells = (row: readonly string[]) => `| ${row.map(escaped).join(' | ')} |`;
  const rows = decision.runtimes.map((verdict) => {
    const reasons = verdict.reasons.map((reason) => reasonWords(reason));
    const unmet = verdict.unmet.map(needWords);
    return cells([
      sentence(RUNTIME_TITLE[verdict.runtime]),
      verdictWords(verdict),
      reasons.join(' ') || '-',
      unmet.join(', ') || '-',
    ]);
  });
  const tie = tieWords(decision);
  return [
    `**${escaped(outcomeWords(decision))}**${tie === undefined ? '' : ` ${escaped(tie)}`}`,
    '',
    '| Runtime | Verdict | Because | Not shown to be met |',
    '|---|---|---|---|',
    ...rows,
    ...closing(decision, requirements).flatMap((line) => ['', escaped(line)]),
  ];
}

function bullets(items: readonly string[], none: string): string[] {
  return items.length > 0 ? items.map((item) => `- ${escaped(sentence(item))}`) : [none];
}

/** A decision record: what an architecture review files. */
function recordLines(decision: Decision, requirements: Requirements, meta: DecisionMeta): string[] {
  const chosen = decision.recommended ? RUNTIME_TITLE[decision.recommended] : undefined;
  const assumed = assumedWords(decision);
  const tie = tieWords(decision);
  const drift = driftOf(decision);
  const options = decision.runtimes.flatMap((verdict) => {
    const points = verdict.reasons.map((reason) => reasonWords(reason));
    const unmet = runtimeUnmetWords(verdict);
    return [
      `### ${sentence(RUNTIME_TITLE[verdict.runtime])}: ${escaped(verdictWords(verdict))}`,
      '',
      ...bullets(unmet ? [...points, unmet] : points, 'Nothing stated speaks for or against it.'),
      '',
    ];
  });
  const ask = askWords(decision);
  return [
    `# ${chosen ? `Run the agents on ${chosen}` : 'Choose the runtime of the agents'}`,
    '',
    '- Status: proposed',
    ...(meta.asOf === undefined ? [] : [`- Date: ${visible(meta.asOf)}`]),
    '',
    '## Context',
    '',
    'Three runtimes can run the agents: the managed agent service, the open-source agent framework, and a Responses-style API plus tools. What the project states:',
    '',
    ...bullets(statedWords(requirements), 'Nothing is stated.'),
    '',
    ...(drift === undefined ? [] : [escaped(drift), '']),
    '## Options',
    '',
    ...options,
    '## Decision',
    '',
    [escaped(outcomeWords(decision)), ...(tie === undefined ? [] : [escaped(tie)])].join(' '),
    '',
    ...(ask.length > 0 ? ['To settle it, state:', '', ...ask.map((item) => `- ${escaped(item)}`), ''] : []),
    '## Unmet needs',
    '',
    escaped(unmetWords(decision) ?? 'None.'),
    '',
    '## Assumptions',
    '',
    escaped(assumed ?? 'None.'),
    '',
    '## What would change this decision',
    '',
    ...bullets(flipWords(decision, requirements), 'Nothing that can be stated.'),
    '',
    '## Versions',
    '',
    `- agent-lint ${escaped(visible(meta.version))}, ${decision.schema}`,
    '- Rules: Managed Agent Sessions Service Specification, section 1 (beta header value agents=v1)',
  ];
}
