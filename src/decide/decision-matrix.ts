import { regionsOf } from '../facts/regions.js';
import type { DecisionReason, Need, Requirements } from '../model/requirements.js';
import { RUNTIMES, type Runtime } from '../model/system.js';
import { type DecisionSubject, decide, NEEDS } from './decide.js';

/**
 * What one rule does to a runtime because of one requirement: it excludes the runtime, admits it with the caller's own
 * controls, or favours it; the need is not shown to be met; a stated preference names it; a self-hosted sandbox does
 * not lift its exclusion.
 */
export type MatrixEffect = 'excludes' | 'condition' | 'favours' | 'not-shown' | 'prefers' | 'no-exemption';

/** A requirement with one rule of the spec, and what both do to each runtime. */
export interface MatrixRow {
  /** A key of the requirements, a need, or `self-hosted-sandbox`: the supposed way out of constraint 3. */
  requirement: string;
  stated: boolean;
  /** Left out for a preference, which no rule is behind. */
  rule?: DecisionReason['rule'];
  /** A runtime that is left out is not affected. */
  effects: Partial<Record<Runtime, MatrixEffect>>;
}

type Row = Pick<MatrixRow, 'requirement' | 'rule'>;

/** Each requirement with the rules that it can trigger, in the order of the schema. Source: spec, section 1. */
const rowsOfAll = (): readonly Row[] => [
  { requirement: 'residency', rule: 'rule-2' },
  { requirement: 'residency', rule: 'constraint-1' },
  { requirement: 'zero_data_retention', rule: 'rule-2' },
  { requirement: 'zero_data_retention', rule: 'constraint-2' },
  { requirement: 'self-hosted-sandbox', rule: 'constraint-3' },
  { requirement: 'beta', rule: 'constraint-4' },
  { requirement: 'languages', rule: 'table' },
  ...NEEDS.flatMap((need) => rulesOf(need).map((rule): Row => ({ requirement: need, rule }))),
  { requirement: 'prefer' },
];

/** The rules that can be behind a need: a need of rule 4 counts by the table where it is stated alone. */
function rulesOf(need: Need): DecisionReason['rule'][] {
  const alone = ruleBehind(need, [need]);
  const together = ruleBehind(need, NEEDS);
  return alone === together ? [alone] : [alone, together];
}

function ruleBehind(need: Need, needs: Need[]): DecisionReason['rule'] {
  const reasons = decide({ needs }).runtimes.flatMap((one) => one.reasons);
  return reasons.find((reason) => reason.requirement === need)?.rule ?? 'table';
}

/** The whole matrix behind a decision: every requirement by every rule, also those that are not stated. */
export function decisionMatrix(requirements: Requirements, subject: DecisionSubject = {}): MatrixRow[] {
  const { needs = [], residency = [] } = requirements;
  const excluding = decide(requirements, subject).runtimes.map((one) =>
    one.verdict === 'excluded' ? one.reasons : [],
  );
  // A need favours a runtime even if something else excludes it.
  const admitted = regionsOf(requirements).includes('us') ? { residency } : {};
  const favouring = decide({ needs, ...admitted }).runtimes.map((one) => one.reasons);
  const isBehind = ({ requirement, rule }: Row) => {
    return (reason: DecisionReason) => reason.requirement === requirement && reason.rule === rule;
  };
  const effectOf = (row: Row, runtime: Runtime, index: number): MatrixEffect | undefined => {
    const { requirement, rule } = row;
    if (requirement === 'prefer') return requirements.prefer?.includes(runtime) ? 'prefers' : undefined;
    if (requirement === 'self-hosted-sandbox') {
      const isExcluded = (excluding[index] ?? []).length > 0;
      return subject.selfHostedSandbox && runtime === 'managed' && isExcluded ? 'no-exemption' : undefined;
    }
    if (excluding[index]?.some(isBehind(row))) return 'excludes';
    if (favouring[index]?.some(isBehind(row))) return 'favours';
    if (rule === 'rule-2') return hasCondition(requirements, requirement, runtime) ? 'condition' : undefined;
    const isNeed = needs.some((need) => need === requirement);
    return isNeed && favouring.some((reasons) => reasons.some(isBehind(row))) ? 'not-shown' : undefined;
  };
  return rowsOfAll().map((row) => ({
    ...row,
    stated: isStated(requirements, row.requirement, subject),
    effects: Object.fromEntries(
      RUNTIMES.flatMap((runtime, index) => {
        const effect = effectOf(row, runtime, index);
        return effect ? [[runtime, effect]] : [];
      }),
    ),
  }));
}

/** Whether one requirement alone makes a runtime depend on the caller's own controls. */
function hasCondition(requirements: Requirements, key: string, runtime: Runtime): boolean {
  const { residency = [], zero_data_retention = false } = requirements;
  const { runtimes } = decide(key === 'residency' ? { residency } : { zero_data_retention });
  return runtimes.some((one) => one.runtime === runtime && one.conditions.length > 0);
}

function isStated(requirements: Requirements, key: string, subject: DecisionSubject): boolean {
  if (key === 'self-hosted-sandbox') return subject.selfHostedSandbox === true;
  if (requirements.needs?.some((need) => need === key)) return true;
  const value = requirements[key as keyof Requirements];
  return Array.isArray(value) ? value.length > 0 : value !== undefined;
}
