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

/** What a tool does that a person has to approve, the gravest first. */
export const ACTS = ['outward', 'open-ended', 'destructive'] as const;
export type Act = (typeof ACTS)[number];

/** Another place that belongs to a finding. */
export interface Related {
  message: string;
  file: string;
  range: Range;
}

/** A tool that a finding stands for. */
export interface FindingTool {
  name: string;
  agent: string;
  file: string;
  range: Range;
}

/** What a finding on tools stands for: their cause, and each of them as if it had a finding of its own. */
export interface StandsFor {
  /** The file and the structural path of the cause. */
  file: string;
  path: string;
  /** An entry of a baseline without tools, by the fingerprint of the finding itself, accepts each of them. */
  isWhole?: true;
  members: readonly { name: string; file: string; path: string; nth: number }[];
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
  /** What its tool does; left out where it is not about what a tool does. */
  act?: Act;
  remediation: string;
  related: Related[];
  /** The tools, where it stands for several, or for one of several agents. */
  tools?: FindingTool[];
  /** The file of its cause, where its path is that of the cause and the cause is in another file. */
  causeFile?: string;
  /** For comparing with what was accepted; in no report. */
  standsFor?: StandsFor;
  spec?: string;
  references: string[];
  fingerprint: string;
  /** Ways to repair it; empty where the run was not asked for them, or a person has to decide. */
  fixes: Fix[];
  ignored?: Ignored;
  /** The owner of the policy that locks the rule. */
  policy?: { name: string; contact?: string };
}

/** Why nobody knows whether a person approves what a tool does; reports put it in words. */
export type Undecided =
  /** What decides about its gate is computed, or is not read. */
  | 'gate-not-known'
  /** Its file has no place for a gate. */
  | 'gate-not-stated-here'
  /** It has a gate, and whether that holds is not known. */
  | 'gate-may-not-hold'
  /** What it does is not known. */
  | 'effect-not-known'
  /** No agent is seen to take it. */
  | 'not-taken'
  /** An agent takes it, and where it is made is not read. */
  | 'tool-not-read';

/** A tool of which that is so. */
export interface UndecidedTool {
  tool: string;
  why: Undecided;
  /** What exactly is not known, a clause that is the same for all tools of one cause: "`Prepare` is not read". */
  because: string;
}

/** A control that could not be judged: `undecidable`, `inexpressible` outside the managed service, effect `unknown`. */
export interface NotAssessed extends Partial<UndecidedTool> {
  rule: string;
  /** What the tool does, where that is known. */
  act?: Act;
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
