import type { LintResult } from '../../lint/result.js';
import type { Finding } from '../../model/index.js';
import type { RenderOptions } from '../format.js';
import { joined, linesOf } from '../shared/chunks.js';
import { evidenceWords, policySentence } from '../shared/evidence-words.js';
import { limited, restWords } from '../shared/limit.js';
import { markdownCode, markdownRow, markdownText } from '../shared/markdown.js';
import { listed, summarize } from '../shared/order.js';
import { skippedLine } from '../shared/skipped-words.js';
import { count, withoutCommands } from '../shared/text.js';
import { UNREAD_NEXT, unreadItems, unreadTitle } from '../shared/unread-words.js';
import { byWeight, runsOfFile } from '../shared/weight.js';

/** Markdown for a comment on a pull request or the summary of a job: totals, then the findings by severity and weight, in a table for each file. */
export function* streamMarkdown(result: LintResult, options?: Partial<RenderOptions>): Generator<string> {
  const limit = limited(listed(byWeight(result), options), { all: options?.maxFindings ?? 0 });
  const rest = restWords(limit);
  const { errors, warnings, infos, ignored, files, systems } = summarize(result);
  const total = [count(errors, 'error'), count(warnings, 'warning'), count(infos, 'info')].join(', ');
  const aside = ignored > 0 ? ` ${count(ignored, 'finding')} ignored.` : '';
  yield* linesOf([
    '## agent-lint',
    '',
    `**${total}** in ${count(files, 'file')}, ${count(systems, 'agent system')}.${aside}`,
    ...unreadLines(result),
    ...skippedLines(result),
  ]);
  for (const findings of runsOfFile(limit.printed))
    yield* linesOf(fileLines(findings[0]?.file ?? '', findings).map(withoutCommands));
  if (rest !== undefined) yield* linesOf(['', rest]);
}

/** The report as one text. */
export const renderMarkdown = (result: LintResult, options?: Partial<RenderOptions>): string =>
  joined(streamMarkdown(result, options));

/** Programs whose agents no rule has seen. */
function unreadLines({ unread }: LintResult): string[] {
  if (unread.length === 0) return [];
  const items = unreadItems(unread).map((item) => `- ${markdownText(item)}`);
  return ['', `${markdownText(unreadTitle(unread))}:`, '', ...items, '', markdownText(UNREAD_NEXT)];
}

/** What belongs to the project and was not read. */
function skippedLines({ skipped }: LintResult): string[] {
  const line = skippedLine(skipped);
  return line === undefined ? [] : ['', markdownText(line)];
}

function fileLines(file: string, findings: readonly Finding[]): string[] {
  return [
    '',
    `### ${markdownCode(file)}`,
    '',
    '| place | severity | rule | finding | fix |',
    '| --- | --- | --- | --- | --- |',
    ...findings.map(rowOf),
  ];
}

function rowOf(finding: Finding): string {
  const { range, severity, rule, message, evidence, confidence, remediation } = finding;
  const known = `Evidence: ${markdownText(evidenceWords({ rule, evidence, confidence }))}.`;
  const cells = [
    `${range.start.line}:${range.start.column}`,
    severity,
    markdownCode(rule),
    [markdownText(message), known, ...policySentence(finding).map(markdownText)].join(' '),
    markdownText(remediation),
  ];
  return markdownRow(cells);
}
