import { systemJson } from '../../compare/system-json.js';
import type { LintResult } from '../../lint/result.js';
import type { AgentSystem, Finding, NotAssessed } from '../../model/index.js';
import { redact } from '../../model/secrets.js';
import type { RenderOptions, ShardOf } from '../format.js';
import { each, eachText, joined, jsonChunks, nestedJson, object } from '../shared/chunks.js';
import { decisionJson } from '../shared/decision-json.js';
import { compareText, inOrder, inOrderOf, listed, summarize } from '../shared/order.js';
import { safeJson } from '../shared/text.js';

/**
 * The report for programs: `agent-lint/report@1`, `schemas/report.schema.json` (design, section 6). Systems are most of it:
 * a run makes their texts while it checks (`jsonSystemText`), and their model is not kept.
 */
export function streamJson(result: LintResult, options?: Partial<RenderOptions>): Generator<string> {
  const report = members(result, options);
  const texts = result.systemTexts?.of('json');
  const labelled = (file: string) => options?.labelsFor && { labels: options.labelsFor(file) };
  return jsonChunks(
    object({
      ...report,
      decisions: each(report.decisions, decisionJson),
      files: each(report.files, (file) => ({ ...file, ...labelled(file.path) })),
      systems: texts ? eachText(texts) : each(report.systems, systemJson),
      findings: each(report.findings, (one) => ({ ...findingJson(one), ...labelled(one.file) })),
      notAssessed: each(report.notAssessed, notAssessedJson),
      shard:
        options?.shard &&
        object({ ...shardMember(result, options.shard), waivers: eachText(waiverTexts(result)) }),
    }),
  );
}

/** The report as one text. */
export const renderJson = (result: LintResult, options?: Partial<RenderOptions>): string =>
  joined(streamJson(result, options));

/** A system as an element of `systems`. */
export const jsonSystemText = (system: AgentSystem): string => nestedJson(systemJson(system), 2);

/** The report as plain data. */
export type Report = ReturnType<typeof reportJson>;

/** The report as plain data, in an order that the same result always has. */
export function reportJson(result: LintResult, options?: Partial<RenderOptions>) {
  const report = members(result, options);
  return {
    ...report,
    decisions: report.decisions.map(decisionJson),
    systems: report.systems.map(systemJson),
    findings: report.findings.map(findingJson),
    notAssessed: report.notAssessed.map(notAssessedJson),
  };
}

/** What joins the report of a part with those of the others (`src/merge/`). */
export function shardMember(result: LintResult, { index, of }: ShardOf) {
  const levels = result.rules.filter(({ rule, level }) => level !== rule.severity);
  return {
    index,
    of,
    rules: Object.fromEntries(levels.map(({ rule, level }) => [rule.id, level])),
    configurations: result.configurations ?? [],
    settings: (result.openSettings ?? []).map(({ used, finding }) => ({
      used,
      finding: findingJson(finding),
    })),
    vendors: result.vendors ?? [],
  };
}

function* waiverTexts({ systemTexts }: LintResult): Generator<string> {
  for (const text of systemTexts?.waivers() ?? []) yield safeJson(text);
}

/** The members of the report in their order, and what they are made of in its order. */
function members(result: LintResult, options?: Partial<RenderOptions>) {
  return {
    schema: 'agent-lint/report@1' as const,
    version: result.version,
    tool: { name: 'agent-lint', version: result.version },
    asOf: result.asOf,
    ...(options?.labels && { labels: options.labels }),
    ...(options?.groups && { groups: options.groups }),
    summary: summarize(result),
    decisions: result.decisions,
    files: [...result.files].sort((a, b) => compareText(a.path, b.path)),
    systems: result.systems,
    findings: inOrder(listed(result.findings, options)),
    notAssessed: inOrderOf(result.notAssessed, orderedBy),
    unread: result.unread,
    skipped: result.skipped,
    ...(result.failsOnUnread && { failsOnUnread: true as const }),
    ...(result.failsOnUnassessed && { failsOnUnassessed: true as const }),
    met: [...result.met].sort((a, b) => compareText(a.rule, b.rule)),
    notes: result.notes,
  };
}

const orderedBy = ({ rule, at }: NotAssessed) => ({ file: at.file, range: at.range(), rule, path: at.path });

/** The fields of a finding in the order of the design; optional ones are left out where there is nothing. */
export function findingJson(finding: Finding): Finding {
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
    ...(finding.act && { act: finding.act }),
    remediation: finding.remediation,
    related: finding.related,
    ...(finding.tools && { tools: finding.tools }),
    ...(finding.causeFile !== undefined && { causeFile: finding.causeFile }),
    ...(finding.spec !== undefined && { spec: finding.spec }),
    references: finding.references,
    fingerprint: finding.fingerprint,
    fixes: finding.fixes,
    ...(finding.policy && { policy: finding.policy }),
    ...(finding.ignored && { ignored: { ...finding.ignored, reason: redact(finding.ignored.reason) } }),
  };
}

function notAssessedJson(one: NotAssessed) {
  const { rule, at, agent, evidence, message, tool, act, why, because } = one;
  return {
    rule,
    file: at.file,
    range: at.range(),
    path: at.path,
    ...(agent !== undefined && { agent }),
    evidence,
    message,
    ...(tool !== undefined && { tool, line: at.range().start.line, why }),
    ...(because !== undefined && { because }),
    ...(act && { act }),
  };
}
