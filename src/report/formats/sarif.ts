import type { LintResult, ResolvedRule } from '../../lint/result.js';
import { groupedBy } from '../../model/grouped.js';
import type { Finding, Fix, Range, Severity } from '../../model/index.js';
import { redact } from '../../model/secrets.js';
import type { RenderOptions } from '../format.js';
import { each, joined, jsonChunks, listOf, object } from '../shared/chunks.js';
import { policySentence } from '../shared/evidence-words.js';
import { compareText, inOrder, inOrderOf, listed, summarize } from '../shared/order.js';
import { ruleDescriptors, taxonomyComponents } from '../shared/sarif-rules.js';
import { visible } from '../shared/text.js';

type Json = Record<string, unknown>;

/** The names of SARIF for our severities. */
const LEVELS: Record<Severity, string> = { error: 'error', warning: 'warning', info: 'note' };

const ROOT = '%SRCROOT%';

/**
 * SARIF 2.1.0 (OASIS), for code scanning: every rule that there is, findings with stable fingerprints, those set aside
 * as suppressed, taxonomies as relationships. Paths are relative to the root of the repository.
 */
export function streamSarif(result: LintResult, options?: Partial<RenderOptions>): Generator<string> {
  const rules = [...result.rules].sort((a, b) => compareText(a.rule.id, b.rule.id));
  const findings = inOrder(listed(result.findings, options));
  const files = artifactFiles(result, findings);
  const index: Index = {
    rules: new Map(rules.map(({ rule }, at) => [rule.id, at])),
    files: new Map(files.map(({ path }, at) => [path, at])),
    suppressions: findings.some((finding) => finding.ignored),
  };
  const taxonomies = taxonomyComponents(rules);
  const run = object({
    tool: { driver: driver(result.version, rules, taxonomies) },
    taxonomies: taxonomies.length > 0 ? taxonomies : undefined,
    automationDetails: { id: 'agent-lint/', description: { text: 'Checks of agent configurations.' } },
    invocations: [invocation(findings, result.notAssessed, index)],
    originalUriBaseIds: { [ROOT]: { description: { text: 'The root of the repository.' } } },
    artifacts: each(files, ({ path, dialect }) => ({
      location: { uri: uriOf(path), uriBaseId: ROOT },
      roles: ['analysisTarget'],
      ...(dialect !== undefined && { properties: { dialect } }),
    })),
    columnKind: 'utf16CodeUnits',
    results: each(findings, (finding) => resultOf(finding, index)),
    properties: { summary: summarize(result), met: result.met, asOf: result.asOf },
  });
  return jsonChunks(
    object({
      $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
      version: '2.1.0',
      runs: listOf(run),
    }),
  );
}

/** The report as one text. */
export const renderSarif = (result: LintResult, options?: Partial<RenderOptions>): string =>
  joined(streamSarif(result, options));

interface Index {
  rules: ReadonlyMap<string, number>;
  files: ReadonlyMap<string, number>;
  /** Something is set aside: then each result says whether it is. */
  suppressions: boolean;
}

function driver(version: string, rules: readonly ResolvedRule[], taxonomies: readonly Json[]): Json {
  return {
    name: 'agent-lint',
    fullName: `agent-lint ${version}`,
    version,
    semanticVersion: version,
    shortDescription: { text: 'Checks agent configurations before they ship.' },
    rules: ruleDescriptors(rules),
    ...(taxonomies.length > 0 && {
      supportedTaxonomies: taxonomies.map(({ name }, at) => ({ name, index: at })),
    }),
  };
}

/** Files that were read, and those that a finding is in or points to. */
function artifactFiles(
  result: LintResult,
  findings: readonly Finding[],
): { path: string; dialect?: string }[] {
  const dialects = new Map<string, string | undefined>(
    result.files.map(({ path, dialect }) => [path, dialect]),
  );
  for (const finding of findings) {
    for (const { file } of [finding, ...finding.related])
      if (!dialects.has(file)) dialects.set(file, undefined);
  }
  return [...dialects]
    .map(([path, dialect]) => ({ path, ...(dialect !== undefined && { dialect }) }))
    .sort((a, b) => compareText(a.path, b.path));
}

function resultOf(finding: Finding, index: Index): Json {
  const ruleIndex = index.rules.get(finding.rule);
  return {
    ruleId: finding.rule,
    ...(ruleIndex !== undefined && { ruleIndex }),
    level: LEVELS[finding.severity],
    message: { text: messageOf(finding) },
    locations: [
      {
        physicalLocation: physicalLocation(finding.file, finding.range, index),
        ...(finding.path !== '' && {
          logicalLocations: [{ fullyQualifiedName: finding.path, kind: 'member' }],
        }),
      },
    ],
    ...(finding.related.length > 0 && {
      relatedLocations: finding.related.map((related, at) => ({
        id: at + 1,
        physicalLocation: physicalLocation(related.file, related.range, index),
        message: { text: plain(related.message) },
      })),
    }),
    partialFingerprints: {
      'agentLint/v1': finding.fingerprint,
      // The one that code scanning matches results by; the fingerprint counts occurrences itself.
      primaryLocationLineHash: `${finding.fingerprint}:1`,
    },
    ...(index.suppressions && { suppressions: suppressionsOf(finding) }),
    ...(finding.fixes.length > 0 && { fixes: finding.fixes.map((fix) => fixOf(fix, index)) }),
    properties: {
      confidence: finding.confidence,
      evidence: finding.evidence,
      remediation: finding.remediation,
      ...(finding.agent !== undefined && { agent: finding.agent }),
      ...(finding.spec !== undefined && { spec: finding.spec }),
      references: finding.references,
    },
  };
}

/** A fix, with its edits by file. A region without a length inserts. */
function fixOf({ title, safe, edits }: Fix, index: Index): Json {
  return {
    description: { text: plain(title) },
    artifactChanges: [...groupedBy(edits, ({ file }) => file)].map(([file, own]) => ({
      artifactLocation: artifactLocation(file, index),
      replacements: own.map(({ range, text }) => ({
        deletedRegion: regionOf(range),
        insertedContent: { text },
      })),
    })),
    properties: { safe },
  };
}

function suppressionsOf({ ignored }: Finding): Json[] {
  if (!ignored) return [];
  return [
    {
      kind: ignored.kind === 'comment' ? 'inSource' : 'external',
      status: 'accepted',
      justification: plain(redact(ignored.reason)),
      properties: { by: ignored.kind, ...(ignored.until !== undefined && { until: ignored.until }) },
    },
  ];
}

function messageOf(finding: Finding): string {
  return [finding.message, finding.remediation, ...policySentence(finding)].map(plain).join(' ');
}

/** SARIF reads `[text](target)` in a message as a link: one that a stranger wrote is none. */
function plain(text: string): string {
  return visible(text).replaceAll('](', '] (');
}

function physicalLocation(file: string, range: Range, index: Index): Json {
  return { artifactLocation: artifactLocation(file, index), region: regionOf(range) };
}

function artifactLocation(file: string, index: Index): Json {
  const at = index.files.get(file);
  return { uri: uriOf(file), uriBaseId: ROOT, ...(at !== undefined && { index: at }) };
}

const regionOf = ({ start, end }: Range): Json => ({
  startLine: start.line,
  startColumn: start.column,
  endLine: end.line,
  endColumn: end.column,
});

/** A path as a relative URI: each segment percent-encoded; half a surrogate pair, which no URI can hold, replaced. */
function uriOf(path: string): string {
  return path
    .replace(/\p{Cs}/gu, '\ufffd')
    .split('/')
    .map(encodeURIComponent)
    .join('/');
}

/** Faults of files and of the configuration, repeated where SARIF has a place for them. */
function invocation(
  findings: readonly Finding[],
  notAssessed: LintResult['notAssessed'],
  index: Index,
): Json {
  const notifications = (category: string) =>
    findings
      .filter((finding) => !finding.ignored && finding.rule.startsWith(category))
      .map((finding) => notification(finding, index));
  return {
    executionSuccessful: true,
    toolExecutionNotifications: [...notifications('file/'), ...notRead(notAssessed, index)],
    toolConfigurationNotifications: notifications('config/'),
  };
}

/** Programs with a framework that is not read yet: no result stands for what nobody checked. */
function notRead(notAssessed: LintResult['notAssessed'], index: Index): Json[] {
  return inOrderOf(
    notAssessed.filter(({ rule }) => rule === 'framework/unread'),
    ({ rule, at }) => ({ file: at.file, range: at.range(), rule, path: at.path }),
  ).map(({ rule, at, message }) => ({
    level: 'warning',
    message: { text: visible(`${message}.`) },
    locations: [{ physicalLocation: physicalLocation(at.file, at.range(), index) }],
    ...(index.rules.has(rule) && { associatedRule: { id: rule, index: index.rules.get(rule) } }),
  }));
}

function notification(finding: Finding, index: Index): Json {
  const at = index.rules.get(finding.rule);
  return {
    level: LEVELS[finding.severity],
    message: { text: messageOf(finding) },
    locations: [{ physicalLocation: physicalLocation(finding.file, finding.range, index) }],
    ...(at !== undefined && { associatedRule: { id: finding.rule, index: at } }),
  };
}
