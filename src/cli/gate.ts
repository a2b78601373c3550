import { type Finding, SEVERITIES, type Severity } from '../model/index.js';
import { countOf, oneOf } from './arguments.js';

const FAIL_ON = ['error', 'warning', 'info', 'never'] as const;

/** How findings turn into a status; the same for every format. */
export interface Gate {
  failOn: (typeof FAIL_ON)[number];
  maxWarnings: number | undefined;
  exitZero: boolean;
  allowNone: boolean;
}

/** The gate that options ask for. */
export function gateOf(args: Record<string, unknown>): Gate {
  return {
    failOn: oneOf(args['fail-on'], FAIL_ON, 'fail-on') ?? 'error',
    maxWarnings: countOf(args['max-warnings'], 'max-warnings'),
    exitZero: args['exit-zero'] === true,
    allowNone: args['allow-none'] === true,
  };
}

/** Whether a finding of a severity fails a run by itself. */
export const isFailing = (severity: Severity, { failOn }: Pick<Gate, 'failOn'>) =>
  failOn !== 'never' && SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(failOn);

/** Whether findings fail a run. Ignored findings never do. */
export function fails(findings: readonly Finding[], gate: Gate): boolean {
  const open = findings.filter((finding) => finding.ignored === undefined);
  const warnings = open.filter((finding) => finding.severity === 'warning').length;
  return (
    open.some((finding) => isFailing(finding.severity, gate)) ||
    (gate.maxWarnings !== undefined && warnings > gate.maxWarnings)
  );
}
