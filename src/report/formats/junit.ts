import type { LintResult } from '../../lint/result.js';
import { groupedBy } from '../../model/grouped.js';
import { EVIDENCE_WORDS, type Finding, isFailing } from '../../model/index.js';
import type { RenderOptions } from '../format.js';
import { joined } from '../shared/chunks.js';
import { policyWords } from '../shared/evidence-words.js';
import { compareText, listed, standing } from '../shared/order.js';
import { markupWithoutMarks, visible } from '../shared/text.js';

/**
 * JUnit XML, as Jenkins, GitLab, Azure DevOps and CircleCI read it (facts on CI formats, 2026-11): a suite per file, a
 * case per finding. What fails the run is a failure; all other findings, and a file without findings, pass. Names do not
 * hold lines, so that a case is the same one in the next run.
 */
export function* streamJunit(result: LintResult, options?: Partial<RenderOptions>): Generator<string> {
  const fails = ({ severity }: Finding) => isFailing(severity, options?.failOn ?? 'error');
  const byFile = groupedBy(listed(standing(result), options), ({ file }) => file);
  const paths = [...new Set([...result.files.map(({ path }) => path), ...byFile.keys()])].sort(compareText);
  let [tests, failures] = [0, 0];
  for (const path of paths) tests += byFile.get(path)?.length ?? 1;
  for (const findings of byFile.values()) failures += findings.filter(fails).length;
  yield '<?xml version="1.0" encoding="UTF-8"?>\n';
  yield `<testsuites name="agent-lint" tests="${tests}" failures="${failures}" errors="0">\n`;
  for (const path of paths) {
    const { open, cases } = suite(path, byFile.get(path) ?? [], fails);
    yield `${open}\n`;
    for (const one of cases) yield `${one}\n`;
    yield '  </testsuite>\n';
  }
  yield '</testsuites>\n';
}

/** The report as one text. */
export const renderJunit = (result: LintResult, options?: Partial<RenderOptions>): string =>
  joined(streamJunit(result, options));

function suite(
  path: string,
  findings: readonly Finding[],
  fails: (finding: Finding) => boolean,
): { open: string; cases: string[] } {
  const failures = findings.filter(fails).length;
  const cases =
    findings.length === 0
      ? [passing(path)]
      : findings.map((finding) => caseOf(path, finding, fails(finding)));
  return {
    open: `  <testsuite name="${attribute(path)}" tests="${cases.length}" failures="${failures}" errors="0" skipped="0">`,
    cases,
  };
}

const passing = (path: string) => `    <testcase classname="${attribute(path)}" name="agent-lint"/>`;

function caseOf(path: string, finding: Finding, isFailure: boolean): string {
  const { rule, message, severity, range, remediation, evidence, confidence, file } = finding;
  const name = finding.path === '' ? rule : `${rule} at ${finding.path}`;
  const open = `    <testcase classname="${attribute(path)}" name="${attribute(name)}"`;
  const text = [
    `${file}:${range.start.line}:${range.start.column} ${severity} ${rule}`,
    message,
    `Evidence: ${EVIDENCE_WORDS[evidence]} (${confidence} confidence)`,
    `Fix: ${remediation}`,
    ...policyWords(finding).map((words) => `Policy: ${words}`),
  ]
    .map(visible)
    .join('\n');
  if (!isFailure) return `${open}>\n      <system-out>${content(text)}</system-out>\n    </testcase>`;
  return `${open}>\n      <failure message="${attribute(message)}" type="${severity}">${content(text)}</failure>\n    </testcase>`;
}

/** Text between tags. XML 1.0 has no way to write most control characters: they are made visible first. */
const content = (text: string) =>
  markupWithoutMarks(
    text
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replace(NOT_IN_XML, '\ufffd'),
  );

const attribute = (text: string) => content(visible(text)).replaceAll('"', '&quot;');

/** Code points that XML 1.0 cannot hold and that are seen: the two that no character has. */
const NOT_IN_XML = /[\ufffe\uffff]/g;
