import type { Confidence } from './effect.js';
import type { EvidenceState } from './evidence.js';
import type { Fix } from './fix.js';
import type { Place, Range } from './place.js';

export type Severity = 'error' | 'warning' | 'info';
export type Level = Severity | 'off';

export const SEVERITIES: readonly Severity[] = ['info', 'warning', 'error'];

/** The lowest severity that fails a run. */
export const FAIL_ON = ['error', 'warning', 'info', 'never'] as const;
export type FailOn = (typeof FAIL_ON)[number];

/** Whether a finding of a severity fails a run by itself. */
export const isFailing = (severity: Severity, failOn: FailOn): boolean =>
  failOn !== 'never' && SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(failOn);

/** Another place that belongs to a finding. */
export interface Related {
  message: string;
  file: string;
  range: Range;
}

/** Who set a finding aside, and why. */
export interface Ignored {
  kind: 'comment' | 'config' | 'baseline' | 'base';
  reason: string;
  until?: string;
}

/** What a rule reports (design, section 6; `schemas/report.schema.json`). */
export interface Finding {
  rule: string;
  severity: Severity;
  confidence: Confidence;
  message: string;
  file: string;
  range: Range;
  /** Structural path by names, empty where the finding is about the file. */
  path: string;
  agent?: string;
  evidence: EvidenceState;
  remediation: string;
  related: Related[];
  spec?: string;
  references: string[];
  fingerprint: string;
  /** Ways to repair it; empty where the run was not asked for them, or a person has to decide. */
  fixes: Fix[];
  ignored?: Ignored;
  /** The owner of the policy that locks the rule. */
  policy?: { name: string; contact?: string };
}

/** A control that could not be judged: `undecidable`, `inexpressible` outside the managed service, effect `unknown`. */
export interface NotAssessed {
  rule: string;
  /** Most are counted and never printed: their place is worked out late. */
  at: Place;
  agent?: string;
  evidence: EvidenceState;
  /** What could not be assessed and why, in words. */
  message: string;
  /** It is an import that leads nowhere, not a control itself: listed apart. */
  isImport?: true;
}

/** The rules by which each act has a gate. */
const ON_GATES: ReadonlySet<string> = new Set([
  'approval/missing',
  'approval/open-ended-tool',
  'approval/not-gateable',
]);

/** Whether something that is not assessed is an act, or may be one: whether people approve it is not known. */
export const isUnassessedAct = ({ rule, isImport }: NotAssessed): boolean => ON_GATES.has(rule) && !isImport;

/** How many controls of one rule were met: seen in files, and only claimed. */
export interface MetCount {
  rule: string;
  shown: number;
  attested: number;
}
