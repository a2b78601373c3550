import type { LintResult } from '../lint/result.js';
import { FAIL_ON, type FailOn, type Finding, isFailing, isUnassessedAct } from '../model/index.js';
import { countOf, oneOf } from '../project/arguments.js';

/** How findings turn into a status; the same for every format. */
export interface Gate {
  failOn: FailOn;
  maxWarnings: number | undefined;
  exitZero: boolean;
  allowNone: boolean;
  /** Programs fail the run whose agents nobody reads, whatever the configuration says. */
  failOnUnread: boolean;
  /** Acts fail the run of which it is not known whether people approve them, whatever the configuration says. */
  failOnUnassessed: boolean;
}

/** The gate that options ask for. */
export function gateOf(args: Record<string, unknown>): Gate {
  return {
    failOn: oneOf(args['fail-on'], FAIL_ON, 'fail-on') ?? 'error',
    maxWarnings: countOf(args['max-warnings'], 'max-warnings'),
    exitZero: args['exit-zero'] === true,
    allowNone: args['allow-none'] === true,
    failOnUnread: args['fail-on-unread'] === true,
    failOnUnassessed: args['fail-on-unassessed'] === true,
  };
}

/**
 * Whether a run fails: by its findings, of which ignored ones never count, by programs that nobody reads, or by acts that
 * are not assessed.
 */
export function fails(result: Judged, gate: Gate): boolean {
  const { findings, unread, failsOnUnread } = result;
  if (unread.length > 0 && (gate.failOnUnread || failsOnUnread)) return true;
  if (failsByUnassessed(result, gate)) return true;
  const failOn = failOnOf(findings, gate);
  return findings.some((finding) => finding.ignored === undefined && isFailing(finding.severity, failOn));
}

type Judged = Pick<LintResult, 'findings' | 'unread' | 'notAssessed' | 'failsOnUnread' | 'failsOnUnassessed'>;

/** Whether a run fails by acts of which it is not known whether people approve them. */
export const failsByUnassessed = (
  { notAssessed, failsOnUnassessed }: Pick<Judged, 'notAssessed' | 'failsOnUnassessed'>,
  gate: Gate,
): boolean => failsOnUnassessed === true || (gate.failOnUnassessed && notAssessed.some(isUnassessedAct));

/** The lowest severity that fails a run: with more warnings than it may have, that of a warning. */
export function failOnOf(findings: readonly Finding[], { failOn, maxWarnings }: Gate): FailOn {
  if (maxWarnings === undefined || isFailing('warning', failOn)) return failOn;
  const warnings = findings.filter(({ severity, ignored }) => !ignored && severity === 'warning').length;
  return warnings > maxWarnings ? 'warning' : failOn;
}
