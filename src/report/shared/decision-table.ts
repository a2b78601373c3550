import type { Decision, Requirements, RuntimeVerdict } from '../../model/index.js';
import { closing, verdictSentences } from './decision-lines.js';
import { conditionLines, conditionWords, outcomeWords } from './decision-words.js';
import { displayWidth, hanging, visible } from './text.js';
import { whatIfWords } from './what-if-lines.js';

const HEADINGS = ['runtime', 'verdict', 'because', 'not shown to be met'];

/** A row of the table: one list of lines a cell. */
function tableRow(row: RuntimeVerdict): string[][] {
  const { runtime, verdict, reasons, unmet } = row;
  const because = reasons.map((reason) => `${visible(reason.requirement)} (${reason.rule})`);
  const verdictCell = conditionWords(row).length > 0 ? [verdict, '(on condition)'] : [verdict];
  return [[runtime], verdictCell, because, unmet.map(visible)];
}

/** The whole matrix: each runtime with its verdict, every reason, and what it is not shown to meet. */
export function tableLines(decision: Decision, requirements: Requirements, width: number): string[] {
  const paragraph = (text: string) => ['', ...hanging('', text, width)];
  const top = hanging('', verdictSentences(decision, requirements).join(' '), width);
  const matrix = [...top, '', ...drawn(HEADINGS, decision.runtimes.map(tableRow))];
  const { whatIf } = decision;
  if (whatIf) return [...matrix, ...whatIfTable(decision, width)];
  const conditions = conditionLines(decision).map((line) => `On condition ${line}`);
  return [...matrix, ...[...conditions, ...closing(decision, requirements)].flatMap(paragraph)];
}

/** The verdicts and reasons of the other requirements, beside those of now. */
function whatIfTable(decision: Decision, width: number): string[] {
  const paragraph = (text: string) => ['', ...hanging('', text, width)];
  const { whatIf } = decision;
  if (!whatIf) return [];
  const { title, changes } = whatIfWords(decision, whatIf);
  if (changes.length === 0) return paragraph(`${title}: nothing.`);
  const rows = whatIf.decision.runtimes.map((then, index) => {
    const now = decision.runtimes[index]?.verdict ?? '';
    const change = whatIf.changes.reasons.find(({ runtime }) => runtime === then.runtime);
    const named = ({ requirement, rule }: { requirement: string; rule: string }) =>
      `${visible(requirement)} (${rule})`;
    const reasons = [
      ...(change?.added ?? []).map((reason) => `+ ${named(reason)}`),
      ...(change?.removed ?? []).map((reason) => `- ${named(reason)}`),
    ];
    return [[then.runtime], [now], [then.verdict], reasons];
  });
  return [
    ...paragraph(`${title}:`),
    ...hanging('', outcomeWords(whatIf.decision), width),
    '',
    ...drawn(['runtime', 'now', 'then', 'reasons'], rows),
    ...conditionLines(whatIf.decision).flatMap((line) => paragraph(`Then on condition ${line}`)),
  ];
}

/** A table of cells that are lists of lines. */
function drawn(headings: readonly string[], body: readonly string[][][]): string[] {
  const rows = [headings.map((heading) => [heading]), ...body];
  const widths = headings.map((_, column) =>
    Math.max(...rows.flatMap((row) => (row[column] ?? []).map(displayWidth))),
  );
  const draw = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - displayWidth(cell)))
      .join('  ')
      .trimEnd();
  const [head = '', ...drawnRows] = rows.map((row) => {
    const height = Math.max(...row.map((cell) => cell.length));
    const line = (at: number) => draw(row.map((cell) => cell[at] ?? (at === 0 ? '-' : '')));
    return Array.from({ length: height }, (_, at) => line(at)).join('\n');
  });
  return [head, widths.map((width) => '-'.repeat(width)).join('  '), ...drawnRows];
}
