import type { LintResult } from '../lint/result.js';
import { FAIL_ON, type FailOn, type Finding, isFailing } from '../model/index.js';
import { countOf, oneOf } from './arguments.js';

/** How findings turn into a status; the same for every format. */
export interface Gate {
  failOn: FailOn;
  maxWarnings: number | undefined;
  exitZero: boolean;
  allowNone: boolean;
  /** Programs fail the run whose agents nobody reads, whatever the configuration says. */
  failOnUnread: boolean;
}

/** The gate that options ask for. */
export function gateOf(args: Record<string, unknown>): Gate {
  return {
    failOn: oneOf(args['fail-on'], FAIL_ON, 'fail-on') ?? 'error',
    maxWarnings: countOf(args['max-warnings'], 'max-warnings'),
    exitZero: args['exit-zero'] === true,
    allowNone: args['allow-none'] === true,
    failOnUnread: args['fail-on-unread'] === true,
  };
}

/** Whether a run fails: by its findings, of which ignored ones never count, or by programs that nobody reads. */
export function fails(
  { findings, unread, failsOnUnread }: Pick<LintResult, 'findings' | 'unread' | 'failsOnUnread'>,
  gate: Gate,
): boolean {
  if (unread.length > 0 && (gate.failOnUnread || failsOnUnread)) return true;
  const failOn = failOnOf(findings, gate);
  return findings.some((finding) => finding.ignored === undefined && isFailing(finding.severity, failOn));
}

/** The lowest severity that fails a run: with more warnings than it may have, that of a warning. */
export function failOnOf(findings: readonly Finding[], { failOn, maxWarnings }: Gate): FailOn {
  if (maxWarnings === undefined || isFailing('warning', failOn)) return failOn;
  const warnings = findings.filter(({ severity, ignored }) => !ignored && severity === 'warning').length;
  return warnings > maxWarnings ? 'warning' : failOn;
}
