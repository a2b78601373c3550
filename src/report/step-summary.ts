import type { LintResult } from '../lint/result.js';
import type { Finding } from '../model/index.js';
import type { RenderOptions } from './format.js';
import { evidenceWords } from './shared/evidence-words.js';
import { limited, restWords } from './shared/limit.js';
import { markdownRow, markdownText } from './shared/markdown.js';
import { listed, standing, summarize } from './shared/order.js';
import { count, withoutCommands } from './shared/text.js';

/** GitHub takes at most 1 MiB of Markdown per step (facts/ci-formats.md); another writer of the step may need the rest. */
const MOST_BYTES = 900 * 1024;

/** The summary of a step of a GitHub workflow, in Markdown: the counts, and one row per finding. */
export function stepSummary(result: LintResult, options?: Partial<RenderOptions>): string {
  const { errors, warnings, infos, met, files } = summarize(result);
  const { printed, rest } = limited(listed(standing(result), options), { all: options?.maxFindings ?? 0 });
  const rows: string[] = [];
  let bytes = 0;
  for (const finding of printed) {
    const row = rowOf(finding);
    bytes += new TextEncoder().encode(row).length + 1;
    if (bytes > MOST_BYTES) break;
    rows.push(row);
  }
  const more = restWords({ printed, rest: rest + printed.length - rows.length });
  const lines = [
    `## agent-lint: ${count(errors, 'error')}, ${count(warnings, 'warning')}, ${count(infos, 'info')}`,
    '',
    `${count(files, 'file')} checked. ${count(met.shown + met.attested, 'control')} met: ${met.shown} seen in files, ${met.attested} only claimed.`,
    '',
    ...(rows.length > 0
      ? [markdownRow(['Severity', 'Place', 'Rule', 'Finding']), '|---|---|---|---|', ...rows, '']
      : []),
    ...(more === undefined ? [] : [more, '']),
  ];
  return withoutCommands(`${lines.join('\n')}\n`);
}

function rowOf(finding: Finding): string {
  const { start } = finding.range;
  const message = [
    markdownText(finding.message),
    `**Evidence:** ${markdownText(evidenceWords(finding))}.`,
    `**Fix:** ${markdownText(finding.remediation)}`,
  ];
  return markdownRow([
    finding.severity,
    markdownText(`${finding.file}:${start.line}:${start.column}`),
    markdownText(finding.rule),
    message.join('<br>'),
  ]);
}
