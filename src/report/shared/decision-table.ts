import { type DecisionSubject, decisionMatrix, type MatrixEffect } from '../../decide/index.js';
import { type Decision, type Requirements, RUNTIMES, type RuntimeVerdict } from '../../model/index.js';
import { closing, verdictSentences } from './decision-lines.js';
import { conditionLines, conditionWords, outcomeWords } from './decision-words.js';
import { displayWidth, hanging, visible, wrap } from './text.js';
import { whatIfWords } from './what-if-lines.js';

const HEADINGS = ['runtime', 'verdict', 'because', 'not shown to be met'];

/** A row of the table: one list of lines a cell. */
function tableRow(row: RuntimeVerdict): string[][] {
  const { runtime, verdict, reasons, unmet } = row;
  const because = reasons.map((reason) => `${visible(reason.requirement)} (${reason.rule})`);
  const verdictCell = conditionWords(row).length > 0 ? [verdict, '(on condition)'] : [verdict];
  return [[runtime], verdictCell, because, unmet.map(visible)];
}

/**
 * Each runtime with its verdict, every reason, and what it is not shown to meet; then the whole matrix of requirements
 * and rules by runtime.
 */
export function tableLines(
  decision: Decision,
  requirements: Requirements,
  width: number,
  subject: DecisionSubject = {},
): string[] {
  const paragraph = (text: string) => ['', ...hanging('', text, width)];
  const top = hanging('', verdictSentences(decision, requirements).join(' '), width);
  const verdicts = [...top, '', ...drawn(HEADINGS, decision.runtimes.map(tableRow))];
  const { whatIf } = decision;
  if (whatIf) return [...verdicts, ...whatIfTable(decision, width)];
  const conditions = conditionLines(decision).map((line) => `On condition ${line}`);
  return [
    ...verdicts,
    ...paragraph('Each requirement, each rule:'),
    '',
    ...matrixLines(decision, requirements, subject),
    ...[...conditions, ...closing(decision, requirements)].flatMap(paragraph),
  ];
}

const EFFECT_WORDS: Record<MatrixEffect, string> = {
  excludes: 'excludes',
  condition: 'on condition',
  favours: 'favours',
  'not-shown': 'not shown',
  prefers: 'preferred',
  'no-exemption': 'no exemption',
};
const WIDEST_VALUE = 20;

/** Every requirement by every rule of the spec, also those that are not stated; the verdicts close it. */
function matrixLines(decision: Decision, requirements: Requirements, subject: DecisionSubject): string[] {
  let above: string | undefined;
  const rows = decisionMatrix(requirements, subject).map(({ requirement, rule, stated, effects }) => {
    const isFirst = requirement !== above;
    above = requirement;
    const value = stated ? statedValue(requirements, requirement) : 'not stated';
    return [
      [isFirst ? requirement : ''],
      isFirst ? wrap(value, WIDEST_VALUE) : [''],
      [rule ?? '-'],
      ...RUNTIMES.map((runtime) => {
        const effect = effects[runtime];
        return effect ? [EFFECT_WORDS[effect]] : [];
      }),
    ];
  });
  const verdicts = [['verdict'], [], [], ...decision.runtimes.map(({ verdict }) => [verdict])];
  return drawn(['requirement', 'stated', 'rule', ...RUNTIMES], [...rows, verdicts]);
}

/** What is stated for a row of the matrix: the values of a key; `yes` for a need or a sandbox. */
function statedValue(requirements: Requirements, requirement: string): string {
  const value = Object.entries(requirements).find(([key]) => key === requirement)?.[1];
  if (Array.isArray(value)) return value.map(visible).join(', ');
  if (value === false) return 'no';
  return typeof value === 'string' ? visible(value) : 'yes';
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
