import type { LintResult } from '../../lint/result.js';
import type { Act, Finding } from '../../model/index.js';
import { GRAVEST_FIRST, standing } from './order.js';

/** What findings are about, the gravest first: the order in which people read those of one severity. */
const WEIGHTS = [
  'gives-out',
  'runs-anything',
  'deletes',
  'secret',
  'gate-that-does-not-hold',
  'scope',
  'bound',
  'tracing',
  'guardrail',
  'other',
  'decision',
] as const;

type Weight = (typeof WEIGHTS)[number];

/** Of a finding on what a tool does. */
const OF_ACT: Readonly<Record<Act, Weight>> = {
  outward: 'gives-out',
  'open-ended': 'runs-anything',
  destructive: 'deletes',
};

/** Of any other finding: by its rule, else by its category. */
const OF_RULE: Readonly<Record<string, Weight>> = {
  'approval/auto-approved': 'runs-anything',
  'approval/open-ended-tool': 'runs-anything',
  'scope/remote-script': 'runs-anything',
  'mcp/literal-secret': 'secret',
  approval: 'gate-that-does-not-hold',
  scope: 'scope',
  mcp: 'scope',
  delegation: 'bound',
  tracing: 'tracing',
  guardrail: 'guardrail',
  runtime: 'decision',
};

function weightOf({ act, rule }: Finding): number {
  const weight: Weight =
    (act ? OF_ACT[act] : undefined) ?? OF_RULE[rule] ?? OF_RULE[rule.slice(0, rule.indexOf('/'))] ?? 'other';
  return WEIGHTS.indexOf(weight);
}

/** Findings that stand, as people read them: by severity over all files, then by weight, then by file and place. */
export function byWeight(result: LintResult): Finding[] {
  const keyed = standing(result).map((finding) => ({
    finding,
    severity: GRAVEST_FIRST.indexOf(finding.severity),
    weight: weightOf(finding),
  }));
  // Sorting is stable: what weighs the same stays by file and place.
  return keyed.sort((a, b) => a.severity - b.severity || a.weight - b.weight).map(({ finding }) => finding);
}

/** Neighbours of one file in a list of findings. */
export function runsOfFile(findings: readonly Finding[]): Finding[][] {
  const runs: Finding[][] = [];
  for (const finding of findings) {
    const last = runs.at(-1);
    if (last?.[0]?.file === finding.file) last.push(finding);
    else runs.push([finding]);
  }
  return runs;
}
