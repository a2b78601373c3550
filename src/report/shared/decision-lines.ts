import { RUNTIME_TITLE } from '../../decide/decide.js';
import type { DecisionOfFiles, LintResult } from '../../lint/result.js';
import type { Decision, Finding, Requirements, RuntimeVerdict } from '../../model/index.js';
import {
  askWords,
  assumedWords,
  conditionWords,
  excludedPreferenceWords,
  outcomeWords,
  reasonWords,
  runtimeSeries,
  runtimeUnmetWords,
  statedWords,
  tieWords,
  unmetWords,
} from './decision-words.js';
import { driftWords, fileWords } from './drift.js';
import { hanging, sentence, visible, wrap } from './text.js';

/** A decision as prose that a manager understands, as lines of at most `width` columns; the first is the outcome. */
export function decisionLines(decision: Decision, requirements: Requirements, width: number): string[] {
  const paragraph = (text: string | undefined) =>
    text === undefined ? [] : ['', ...hanging('', text, width)];
  const stated = statedWords(requirements);
  const lines = hanging('', verdictSentences(decision, requirements).join(' '), width);
  lines.push(...paragraph(stated.length > 0 ? `Stated: ${stated.join('; ')}.` : 'Stated: nothing.'));
  const [chosen, others] = split(decision.runtimes, (one) => one.runtime === decision.recommended);
  const [silent, affected] = split(others, isSilent);
  for (const verdict of [...chosen, ...affected]) {
    const unmet = runtimeUnmetWords(verdict);
    const points = verdict.reasons.map((reason) => reasonWords(reason));
    lines.push(...paragraph(`${sentence(RUNTIME_TITLE[verdict.runtime])}: ${verdict.verdict}.`));
    points.push(...conditionWords(verdict).map((condition) => `Condition: ${condition}.`));
    for (const point of unmet === undefined ? points : [...points, unmet]) {
      lines.push(...hanging('  - ', point, width));
    }
  }
  if (silent.length > 0) {
    lines.push(
      ...paragraph(
        `No stated requirement favours or excludes ${runtimeSeries(
          silent.map((one) => one.runtime),
          'or',
        )}.`,
      ),
    );
  }
  // The runtime's own line says it already where one is recommended.
  if (!decision.recommended) lines.push(...paragraph(unmetWords(decision)));
  lines.push(...paragraph(assumedWords(decision)));
  const ask = askWords(decision);
  if (ask.length > 0) {
    lines.push('', 'To settle it, state:');
    for (const item of ask) lines.push(...hanging('  - ', item, width));
  }
  return lines;
}

/** Lines that the decision takes at the end of a report. */
const MOST_LINES = 3;

/**
 * The decisions of a run in the last lines of its report; `agent-lint decide` prints their reasons. `undecided`: the finding
 * that says so.
 */
export function endingDecision(
  decisions: LintResult['decisions'],
  undecided: Pick<Finding, 'rule' | 'severity' | 'file' | 'range'> | undefined,
  width: number,
): string[] {
  const { line, column } = undecided?.range.start ?? {};
  const place =
    undecided && `${undecided.severity} ${undecided.rule} at ${visible(undecided.file)}:${line}:${column}`;
  const [only, ...others] = decisions;
  if (!only) return [];
  if (others.length === 0) return shortened([runtimeWords(only, place)], width);
  const lead = `${decisions.length} runtime decisions (reasons: agent-lint decide${place ? `; ${place}` : ''}).`;
  const words = decisions.map(({ decision, files }) => `${fileWords(files)}: ${outcomeWords(decision)}`);
  return shortened([lead, ...words], width);
}

function runtimeWords(
  { decision, requirements, found = [] }: DecisionOfFiles,
  place: string | undefined,
): string {
  if (decision.outcome === 'undecided') {
    const why =
      Object.keys(requirements).length === 0
        ? 'State `requirements` to get a decision (agent-lint decide lists them).'
        : 'The stated requirements do not decide (agent-lint decide lists what to state).';
    return `Runtime: not decided${place ? ` (${place})` : ''}. ${why}`;
  }
  const drift = driftWords(found, decision.recommended);
  const words = [...verdictSentences(decision, requirements), 'Reasons: agent-lint decide.', drift];
  return words.filter((one) => one !== undefined).join(' ');
}

/** Paragraphs in at most three lines; what is cut ends in three dots. */
function shortened(paragraphs: readonly string[], width: number): string[] {
  const lines = wrap(paragraphs.join(' '), width);
  if (lines.length <= MOST_LINES) return lines;
  const last = lines[MOST_LINES - 1] ?? '';
  return [...lines.slice(0, MOST_LINES - 1), `${last.slice(0, width - 4)} ...`];
}

/** The outcome, what a preference has to do with it, and why it is so where the needs do not show it. */
export function verdictSentences(decision: Decision, requirements: Requirements): string[] {
  const sentences = [
    outcomeWords(decision),
    excludedPreferenceWords(decision, requirements),
    tieWords(decision),
  ];
  return sentences.filter((one) => one !== undefined);
}

/** A runtime that has nothing to report: possible, and no more. */
function isSilent({ verdict, reasons, unmet, conditions }: RuntimeVerdict): boolean {
  return verdict === 'possible' && reasons.length + unmet.length + conditions.length === 0;
}

function split<T>(items: readonly T[], belongs: (item: T) => boolean): [T[], T[]] {
  return [items.filter(belongs), items.filter((item) => !belongs(item))];
}

/** What is below the runtimes in every format for people. */
export function closing(decision: Decision, requirements: Requirements): string[] {
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

/** Where each runtime was found, where that differs from the recommended one. */
export const driftOf = ({ found, recommended }: Decision) => driftWords(found ?? [], recommended);

/** Decisions on deployed agents; those on settings of coding agents only where the project states requirements. */
export function shownDecisions<T extends DecisionOfFiles>(decisions: readonly T[]): T[] {
  const stated = decisions.filter(
    (one) => one.settingsOnly === undefined || Object.keys(one.requirements).length > 0,
  );
  return stated.length > 0 ? stated : [...decisions];
}
