import type {
  Decision,
  DecisionChanges,
  DecisionReason,
  Requirements,
  WhatIf,
} from '../model/requirements.js';
import { type DecisionSubject, decide } from './decide.js';
import { replaceRequirements } from './replace.js';

/** Decides again with some requirements replaced: a key replaces the stated one, as a flag does. */
export function whatIf(
  before: Decision,
  stated: Requirements,
  replacing: Requirements,
  subject: DecisionSubject = {},
): WhatIf {
  const decision = decide(replaceRequirements(stated, replacing), subject);
  return { requirements: replacing, changes: changesBetween(before, decision), decision };
}

/** How one decision differs from another. Both name the three runtimes in the same order. */
export function changesBetween(before: Decision, after: Decision): DecisionChanges {
  const changes: DecisionChanges = {
    ...(before.outcome !== after.outcome ? { outcome: { from: before.outcome, to: after.outcome } } : {}),
    ...(before.recommended !== after.recommended
      ? { recommended: { from: before.recommended, to: after.recommended } }
      : {}),
    verdicts: [],
    reasons: [],
    conditions: [],
  };
  for (const [index, to] of after.runtimes.entries()) {
    const from = before.runtimes[index];
    if (!from) continue;
    const { runtime } = to;
    if (from.verdict !== to.verdict) changes.verdicts.push({ runtime, from: from.verdict, to: to.verdict });
    const added = without(to.reasons, from.reasons);
    const removed = without(from.reasons, to.reasons);
    if (added.length + removed.length > 0) changes.reasons.push({ runtime, added, removed });
    if (from.conditions.join() !== to.conditions.join())
      changes.conditions.push({ runtime, from: from.conditions, to: to.conditions });
  }
  return changes;
}

/** Whether nothing differs. */
export function isSame({ outcome, recommended, verdicts, reasons, conditions }: DecisionChanges): boolean {
  const parts = verdicts.length + reasons.length + conditions.length;
  return outcome === undefined && recommended === undefined && parts === 0;
}

function without(reasons: readonly DecisionReason[], others: readonly DecisionReason[]): DecisionReason[] {
  const isAmong = (one: DecisionReason) =>
    others.some(
      ({ rule, requirement, text }) =>
        rule === one.rule && requirement === one.requirement && text === one.text,
    );
  return reasons.filter((one) => !isAmong(one));
}
