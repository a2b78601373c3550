import type { LintResult } from '../../lint/result.js';
import type { Finding, Severity } from '../../model/index.js';
import type { RenderOptions } from '../format.js';
import { joined, linesOf } from '../shared/chunks.js';
import { evidenceWords, policyWords } from '../shared/evidence-words.js';
import { limited, restWords } from '../shared/limit.js';
import { GRAVEST_FIRST, listed, standing, summarize } from '../shared/order.js';
import { count, visible, withoutCommands, withoutMarks } from '../shared/text.js';
import { unreadItems, unreadTitle } from '../shared/unread-words.js';

const COMMANDS: Record<Severity, string> = { error: 'error', warning: 'warning', info: 'notice' };

/**
 * Workflow commands that a GitHub workflow shows as annotations, then the same findings as plain lines: the host shows
 * ten errors, ten warnings and ten notices of a step and drops the others.
 */
export function* streamGithub(result: LintResult, options?: Partial<RenderOptions>): Generator<string> {
  const limit = limited(listed(standing(result), options), { all: options?.maxFindings ?? 0 });
  for (const severity of GRAVEST_FIRST)
    for (const finding of limit.printed) if (finding.severity === severity) yield `${annotation(finding)}\n`;
  const rest = restWords(limit);
  const { unread } = result;
  const notRead = unread.length > 0 ? [unreadTitle(unread), ...unreadItems(unread)] : [];
  for (const finding of limit.printed) yield `${withoutCommands(plainLine(finding))}\n`;
  const lines = [
    ...(rest === undefined ? [] : [rest]),
    ...notRead.map((line) => `agent-lint: ${line}`),
    countWords(result),
  ];
  yield* linesOf(lines.map(withoutCommands));
}

/** The report as one text. */
export const renderGithub = (result: LintResult, options?: Partial<RenderOptions>): string =>
  joined(streamGithub(result, options));

/** `agent-lint: 1 error, 0 warnings, 2 infos (1 finding ignored)`. */
function countWords(result: LintResult): string {
  const { errors, warnings, infos, ignored } = summarize(result);
  const total = `agent-lint: ${count(errors, 'error')}, ${count(warnings, 'warning')}, ${count(infos, 'info')}`;
  return ignored > 0 ? `${total} (${count(ignored, 'finding')} ignored)` : total;
}

function annotation(finding: Finding): string {
  const { start, end } = finding.range;
  const properties = [
    `file=${property(visible(finding.file))}`,
    `line=${start.line}`,
    // The host takes columns only within one line.
    ...(start.line === end.line ? [`col=${start.column}`] : []),
    `endLine=${end.line}`,
    ...(start.line === end.line ? [`endColumn=${Math.max(end.column, start.column)}`] : []),
    `title=${property(visible(finding.rule))}`,
  ];
  const parts = [
    finding.message,
    `Evidence: ${evidenceWords(finding)}`,
    `Fix: ${finding.remediation}`,
    ...policyWords(finding).map((words) => `Policy: ${words}`),
  ];
  const message = parts.map(visible).join('\n');
  return `::${COMMANDS[finding.severity]} ${properties.join(',')}::${escapeMessage(message)}`;
}

/** Begins with our own word, so that nothing that a stranger wrote is at the start of a line. */
function plainLine(finding: Finding): string {
  const { line, column } = finding.range.start;
  return `${finding.severity} ${visible(`${finding.file}:${line}:${column} ${finding.rule}: ${finding.message}`)}`;
}

// What GitHub's runner undoes (actions/runner, ActionCommand.cs).
function escapeMessage(text: string): string {
  return withoutMarks(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return escapeMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
