import type { LintResult } from '../../lint/result.js';
import type { Finding, NotAssessed } from '../../model/index.js';
import { redact } from '../../model/secrets.js';
import type { RenderOptions } from '../format.js';
import { decisionJson } from '../shared/decision-json.js';
import { compareText, inOrder, listed, summarize } from '../shared/order.js';
import { systemJson } from '../shared/system-json.js';
import { jsonText } from '../shared/text.js';

/** The report for programs: `agent-lint/report@1`, `schemas/report.schema.json` (design, section 6). */
export function renderJson(result: LintResult, options?: Partial<RenderOptions>): string {
  return jsonText(reportJson(result, options));
}

/** The report as plain data. */
export type Report = ReturnType<typeof reportJson>;

/** The report as plain data, in an order that the same result always has. */
export function reportJson(result: LintResult, options?: Partial<RenderOptions>) {
  return {
    schema: 'agent-lint/report@1' as const,
    version: result.version,
    tool: { name: 'agent-lint', version: result.version },
    asOf: result.asOf,
    summary: summarize(result),
    decisions: result.decisions.map(decisionJson),
    files: [...result.files].sort((a, b) => compareText(a.path, b.path)),
    systems: result.systems.map(systemJson),
    findings: inOrder(listed(result.findings, options)).map(findingJson),
    notAssessed: inOrder(result.notAssessed.map(notAssessedJson)),
    unread: result.unread,
    met: [...result.met].sort((a, b) => compareText(a.rule, b.rule)),
    notes: result.notes,
  };
}

/** The fields of a finding in the order of the design; optional ones are left out where there is nothing. */
function findingJson(finding: Finding): Finding {
  return {
    rule: finding.rule,
    severity: finding.severity,
    confidence: finding.confidence,
    message: finding.message,
    file: finding.file,
    range: finding.range,
    path: finding.path,
    ...(finding.agent !== undefined && { agent: finding.agent }),
    evidence: finding.evidence,
    remediation: finding.remediation,
    related: finding.related,
    ...(finding.spec !== undefined && { spec: finding.spec }),
    references: finding.references,
    fingerprint: finding.fingerprint,
    fixes: finding.fixes,
    ...(finding.policy && { policy: finding.policy }),
    ...(finding.ignored && { ignored: { ...finding.ignored, reason: redact(finding.ignored.reason) } }),
  };
}

function notAssessedJson({ rule, at, agent, evidence, message }: NotAssessed) {
  return {
    rule,
    file: at.file,
    range: at.range(),
    path: at.path,
    ...(agent !== undefined && { agent }),
    evidence,
    message,
  };
}
