import { decisionMatrix, type MatrixEffect, NEED_RUNTIME, RUNTIME_TITLE } from '../decide/index.js';
import { SPEC_SENTENCES } from '../facts/decision-rules.js';
import type { DecisionOfFiles } from '../lint/result.js';
import type { Requirements, RuntimeVerdict } from '../model/index.js';
import { flipWords } from '../report/shared/decision-flips.js';
import { decisionJson } from '../report/shared/decision-json.js';
import { verdictSentences } from '../report/shared/decision-lines.js';
import {
  askWords,
  assumedWords,
  conditionWords,
  needWords,
  reasonWords,
  runtimeUnmetWords,
  statedWords,
  unmetWords,
} from '../report/shared/decision-words.js';
import { driftWords } from '../report/shared/drift.js';
import { sentence } from '../report/shared/text.js';
import type { DecisionWords, MatrixCell, MatrixRow, ReviewedDecision } from './types.js';

/** A decision with its requirements and files as JSON prints it, and in the words of `agent-lint decide`. */
export function reviewedDecision(one: DecisionOfFiles): ReviewedDecision {
  return {
    ...(decisionJson(one) as Omit<ReviewedDecision, 'words'>),
    words: decisionWords(one),
  };
}

function decisionWords({ decision, requirements, found = [] }: DecisionOfFiles): DecisionWords {
  const cited = new Set<string>(decision.runtimes.flatMap(({ reasons }) => reasons.map(({ rule }) => rule)));
  return {
    sentences: verdictSentences(decision, requirements),
    stated: statedWords(requirements),
    matrix: matrixOf(requirements, decision.runtimes),
    runtimes: decision.runtimes.map((verdict) => {
      const unmet = runtimeUnmetWords(verdict);
      return {
        runtime: verdict.runtime,
        title: sentence(RUNTIME_TITLE[verdict.runtime]),
        verdict: verdict.verdict,
        reasons: verdict.reasons.map((reason) => reasonWords(reason)),
        conditions: conditionWords(verdict).map((condition) => `Condition: ${condition}.`),
        ...(unmet === undefined ? {} : { unmet }),
      };
    }),
    unused: SPEC_SENTENCES.filter(({ id }) => DECIDING.test(id) && !cited.has(id)).map(
      ({ name, text }) => `${sentence(name)}: ${text}`,
    ),
    closing: [unmetWords(decision), assumedWords(decision), driftWords(found, decision.recommended)].filter(
      (line) => line !== undefined,
    ),
    ask: askWords(decision),
    flips: flipWords(decision, requirements),
  };
}

/** The sentences of the spec that decide: rules, constraints and the table of runtimes. */
const DECIDING = /^(?:rule|constraint)-\d+$|^table$/;

/** Each stated requirement against each runtime. */
function matrixOf(requirements: Requirements, runtimes: readonly RuntimeVerdict[]): MatrixRow[] {
  const { needs = [], because = {}, ...others } = requirements;
  const matrix = decisionMatrix(requirements);
  const cellsOf = (key: string) => {
    const rows = matrix.filter((row) => row.requirement === key);
    return runtimes.map((verdict) =>
      cellOf(verdict, key, new Set(rows.map(({ effects }) => effects[verdict.runtime]))),
    );
  };
  const rows = [
    ...Object.entries(others).map(([key, value]) => ({
      requirement: sentence(statedWords({ [key]: value, because } as Requirements).join('')),
      cells: cellsOf(key),
    })),
    ...needs.map((need) => ({
      requirement: sentence(`the project needs ${needWords(need)}`),
      cells: cellsOf(need),
    })),
  ];
  return rows.filter(({ requirement }) => requirement !== '');
}

function cellOf(
  verdict: RuntimeVerdict,
  key: string,
  effects: ReadonlySet<MatrixEffect | undefined>,
): MatrixCell {
  const { runtime, reasons } = verdict;
  const isExcluded = verdict.verdict === 'excluded';
  const text = reasons.filter(({ requirement }) => requirement === key).map(reasonWords);
  if (effects.has('excludes')) return { runtime, says: 'excludes', text };
  if (effects.has('favours') && !isExcluded) return { runtime, says: 'favours', text };
  if (effects.has('favours') && key in NEED_RUNTIME)
    return { runtime, says: 'nothing', text: ['That is what it is for, but it is excluded.'] };
  const conditions = effects.has('condition') ? conditionWords(verdict) : [];
  if (conditions.length > 0)
    return { runtime, says: 'condition', text: conditions.map((condition) => `Condition: ${condition}.`) };
  if (effects.has('not-shown') && !isExcluded)
    return { runtime, says: 'not-shown', text: [`Not shown to meet ${needWords(key)}.`] };
  return { runtime, says: 'nothing', text: [] };
}
