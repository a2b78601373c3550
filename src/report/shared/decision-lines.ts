import { RUNTIME_TITLE } from '../../decide/decide.js';
import type { LintResult } from '../../lint/result.js';
import type { Decision, Requirements, RuntimeVerdict } from '../../model/index.js';
import {
  askWords,
  assumedWords,
  outcomeWords,
  reasonWords,
  runtimeSeries,
  runtimeUnmetWords,
  statedWords,
  tieWords,
  unmetWords,
  verdictWords,
} from './decision-words.js';
import { driftWords, fileWords } from './drift.js';
import { hanging, sentence } from './text.js';

/** A decision as prose that a manager understands, as lines of at most `width` columns; the first is the outcome. */
export function decisionLines(decision: Decision, requirements: Requirements, width: number): string[] {
  const paragraph = (text: string | undefined) =>
    text === undefined ? [] : ['', ...hanging('', text, width)];
  const stated = statedWords(requirements);
  const tie = tieWords(decision);
  const lines = hanging(
    '',
    tie === undefined ? outcomeWords(decision) : `${outcomeWords(decision)} ${tie}`,
    width,
  );
  lines.push(...paragraph(stated.length > 0 ? `Stated: ${stated.join('; ')}.` : 'Stated: nothing.'));
  const [chosen, others] = split(decision.runtimes, (one) => one.runtime === decision.recommended);
  const [silent, telling] = split(others, isSilent);
  for (const verdict of [...chosen, ...telling]) {
    const unmet = runtimeUnmetWords(verdict);
    const points = verdict.reasons.map((reason) => reasonWords(reason));
    lines.push(...paragraph(`${sentence(RUNTIME_TITLE[verdict.runtime])}: ${verdictWords(verdict)}.`));
    for (const point of unmet === undefined ? points : [...points, unmet]) {
      lines.push(...hanging('  - ', point, width));
    }
  }
  if (silent.length > 0) {
    lines.push(
      ...paragraph(
        `Nothing stated speaks for or against ${runtimeSeries(silent.map((one) => one.runtime))}.`,
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

/** Several decisions of one run as one item each; `agent-lint decide` prints them with their reasons. */
export function briefDecisionLines(decisions: LintResult['decisions'], width: number): string[] {
  const items = decisions.flatMap(({ decision, files, found = [] }) => {
    const words = [outcomeWords(decision), tieWords(decision), driftWords(found, decision.recommended)];
    const text = words.filter((one) => one !== undefined).join(' ');
    return hanging('  - ', `${fileWords(files)}: ${text}`, width);
  });
  return [`${decisions.length} runtime decisions (reasons: agent-lint decide)`, ...items];
}

/** A runtime of which there is nothing to tell: possible, and no more. */
function isSilent({ verdict, reasons, unmet, conditions }: RuntimeVerdict): boolean {
  return verdict === 'possible' && reasons.length + unmet.length + conditions.length === 0;
}

function split<T>(items: readonly T[], belongs: (item: T) => boolean): [T[], T[]] {
  return [items.filter(belongs), items.filter((item) => !belongs(item))];
}
