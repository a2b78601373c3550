import type { LintResult } from '../../lint/result.js';
import type { Severity } from '../../model/index.js';
import type { RenderOptions } from '../format.js';
import { each, joined, jsonChunks } from '../shared/chunks.js';
import { policySentence } from '../shared/evidence-words.js';
import { listed, standing } from '../shared/order.js';
import { visible } from '../shared/text.js';

/** The names of GitLab's code quality report for our severities (facts on CI formats, 2026-11). */
const SEVERITIES: Record<Severity, string> = { error: 'critical', warning: 'minor', info: 'info' };

/**
 * GitLab's code quality report: an object per finding. Findings that are set aside are left out. Of two equal
 * fingerprints GitLab shows the first alone; ours are unique in a run.
 */
export function streamGitlab(result: LintResult, options?: Partial<RenderOptions>): Generator<string> {
  return jsonChunks(
    each(
      listed(standing(result), options),
      ({ message, remediation, rule, fingerprint, severity, file, range, policy }) => ({
        description: [message, remediation, ...policySentence({ policy })].map(visible).join(' '),
        check_name: rule,
        fingerprint,
        severity: SEVERITIES[severity],
        location: { path: file, lines: { begin: range.start.line, end: range.end.line } },
      }),
    ),
  );
}

/** The report as one text. */
export const renderGitlab = (result: LintResult, options?: Partial<RenderOptions>): string =>
  joined(streamGitlab(result, options));
