import { NEED_RUNTIME, RUNTIME_TITLE } from '../../decide/decide.js';
import { SPEC_SENTENCES } from '../../facts/decision-rules.js';
import type { DecisionOfFiles } from '../../lint/result.js';
import type { DecisionReason, Need, Requirements, RuntimeVerdict } from '../../model/index.js';
import { flipWords } from '../shared/decision-flips.js';
import { decisionJson } from '../shared/decision-json.js';
import { verdictSentences } from '../shared/decision-lines.js';
import {
  askWords,
  assumedWords,
  conditionWords,
  needWords,
  reasonWords,
  runtimeUnmetWords,
  statedWords,
  unmetWords,
} from '../shared/decision-words.js';
import { driftWords } from '../shared/drift.js';
import { sentence } from '../shared/text.js';
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
  const { needs = [], ...others } = requirements;
  const keys = Object.keys(others).filter((key) => key !== 'because');
  const because = requirements.because ?? {};
  return [
    ...keys.map((key) => ({
      requirement: sentence(
        statedWords({ [key]: requirements[key as keyof Requirements], because } as Requirements).join(''),
      ),
      cells: runtimes.map((one) =>
        cellOf(one, (reason) => reason.requirement === key, key, isConditional(key, requirements)),
      ),
    })),
    ...needs.map((need) => ({
      requirement: sentence(`the project needs ${needWords(need)}`),
      cells: runtimes.map((one) => cellOf(one, (reason) => isAbout(reason, need, needs), need, false)),
    })),
  ].filter(({ requirement }) => requirement !== '');
}

/** A reason may cover two needs together (rule 4): then its requirement is `needs`. */
const isAbout = ({ requirement, rule }: DecisionReason, need: string, needs: readonly string[]): boolean =>
  requirement === need ||
  (requirement === 'needs' && rule === 'rule-4' && TOGETHER.includes(need) && needs.length > 1);
const TOGETHER = ['simple-assistant', 'call-by-call-control'];

function cellOf(
  verdict: RuntimeVerdict,
  isMeant: (reason: DecisionReason) => boolean,
  requirement: string,
  conditional: boolean,
): MatrixCell {
  const { runtime } = verdict;
  const reasons = verdict.reasons.filter(isMeant).map((reason) => reasonWords(reason));
  const favoured = NEED_RUNTIME[requirement as Need] as string | undefined;
  if (reasons.length > 0) {
    const says = verdict.verdict === 'excluded' && favoured !== runtime ? 'excludes' : 'favours';
    return { runtime, says, text: reasons };
  }
  const conditions = conditional ? conditionWords(verdict) : [];
  if (conditions.length > 0)
    return { runtime, says: 'condition', text: conditions.map((condition) => `Condition: ${condition}.`) };
  if (favoured !== undefined && favoured !== runtime && verdict.unmet.some((need) => need === requirement))
    return { runtime, says: 'not-shown', text: [`Not shown to meet ${needWords(requirement)}.`] };
  if (favoured === runtime && verdict.verdict === 'excluded')
    return { runtime, says: 'nothing', text: ['That is what it is for, but it is excluded.'] };
  return { runtime, says: 'nothing', text: [] };
}

/** Whether a requirement is one that a runtime of the caller's own meets on a condition. */
function isConditional(key: string, { zero_data_retention }: Requirements): boolean {
  return key === 'residency' || (key === 'zero_data_retention' && zero_data_retention === true);
}
