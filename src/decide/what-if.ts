import type {
  Decision,
  DecisionChanges,
  DecisionReason,
  Need,
  Requirements,
  WhatIf,
} from '../model/requirements.js';
import { type DecisionSubject, decide } from './decide.js';
import { replaceRequirements } from './replace.js';

/** What is asked with `--what-if`: keys to replace, needs to add to the stated ones and to take from them. */
export interface WhatIfChange {
  replace: Requirements;
  addNeeds?: readonly Need[];
  removeNeeds?: readonly Need[];
}

/** Decides again with some requirements replaced: a key replaces the stated one, as a flag does. */
export function whatIf(
  before: Decision,
  stated: Requirements,
  change: Requirements | WhatIfChange,
  subject: DecisionSubject = {},
): WhatIf {
  const replacing = 'replace' in change ? replacingOf(change, stated) : change;
  const decision = decide(replaceRequirements(stated, replacing), subject);
  const lost = decision.unmet.filter(
    (need) => stated.needs?.some((one) => one === need) && !before.unmet.includes(need),
  );
  const assumed = decision.assumed.filter((key) => !before.assumed.includes(key));
  return {
    requirements: replacing,
    changes: changesBetween(before, decision),
    decision,
    ...(lost.length > 0 ? { lost } : {}),
    ...(assumed.length > 0 ? { assumed } : {}),
  };
}

/** The requirements that a change puts in place of the stated ones. */
function replacingOf({ replace, addNeeds = [], removeNeeds = [] }: WhatIfChange, stated: Requirements) {
  if (addNeeds.length + removeNeeds.length === 0) return replace;
  const before = replace.needs ?? stated.needs ?? [];
  const needs = [...new Set([...before, ...addNeeds])].filter((need) => !removeNeeds.includes(need));
  // What is said of the needs stays true of those that stay.
  const because = Object.entries(replace.needs ? {} : (stated.because ?? {})).filter(
    ([key]) => key === 'needs' || needs.some((need) => need === key),
  );
  return { ...replace, needs, ...(because.length > 0 ? { because: Object.fromEntries(because) } : {}) };
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

/** Whether nothing differs. Another outcome has other verdicts. */
export function isSame({ verdicts, reasons, conditions }: DecisionChanges): boolean {
  return verdicts.length + reasons.length + conditions.length === 0;
}

function without(reasons: readonly DecisionReason[], others: readonly DecisionReason[]): DecisionReason[] {
  const isAmong = (one: DecisionReason) =>
    others.some(({ rule, text }) => rule === one.rule && text === one.text);
  return reasons.filter((one) => !isAmong(one));
}
