import type { LintResult } from '../../lint/result.js';
import { EVIDENCE_WORDS, type Finding, type Ignored, type NotAssessed } from '../../model/index.js';
import { standing, summarize, tally } from './order.js';
import { count, hanging, series, visible } from './text.js';

export interface SummaryLine {
  text: string;
  bold?: boolean;
}

const MOST_GROUPS = 10;

const ASIDE_WORDS: Record<Ignored['kind'], string> = {
  comment: 'by a comment',
  config: 'by the configuration',
  baseline: 'by the baseline',
};

/**
 * What a run comes to: a clean one means "checked and met", so it says what was met, how that is known, what failed
 * and what could not be assessed. `brief` leaves out the last.
 */
export function summaryLines(result: LintResult, width: number, brief = false): SummaryLine[] {
  const { errors, warnings, infos, ignored, met, files, systems } = summarize(result);
  const found = [count(errors, 'error'), count(warnings, 'warning'), count(infos, 'info')].join(', ');
  const checked = `${count(files, 'file')}, ${count(systems, 'agent system')}`;
  const claimed = ruleCounts(result.met.map(({ rule, attested }) => [rule, attested]));
  return [
    { text: `${found} in ${checked}`, bold: true },
    ...(ignored > 0 ? prose(asideWords(result.findings), width) : []),
    ...prose(metWords(met), width),
    ...(claimed === '' ? [] : prose(`Only claimed: ${claimed}.`, width)),
    ...(errors + warnings + infos > 0 ? prose(`Failed: ${failedWords(standing(result))}.`, width) : []),
    ...(brief ? [] : notAssessedLines(result.notAssessed, width)),
  ];
}

function prose(text: string, width: number, lead = ''): SummaryLine[] {
  return hanging(lead, text, width).map((line) => ({ text: line }));
}

function metWords({ shown, attested }: { shown: number; attested: number }): string {
  if (shown + attested === 0) return 'No control was met.';
  return `${count(shown + attested, 'control')} met: ${shown} seen in files, ${attested} only claimed.`;
}

function asideWords(findings: readonly Finding[]): string {
  const kinds = tally(
    findings.flatMap((finding) => finding.ignored ?? []),
    (ignored) => ASIDE_WORDS[ignored.kind],
  );
  const total = [...kinds.values()].reduce((sum, number) => sum + number, 0);
  const parts = [...kinds].map(([words, number]) => `${number} ${words}`);
  return `${count(total, 'finding')} set aside: ${series(parts)}.`;
}

function failedWords(findings: readonly Finding[]): string {
  return ruleCounts(tally(findings, (finding) => finding.rule));
}

function ruleCounts(counts: Iterable<[string, number]>): string {
  const parts = [...counts].filter(([, number]) => number > 0);
  parts.sort(([a, many], [b, more]) => more - many || (a < b ? -1 : 1));
  return parts.map(([rule, number]) => `${visible(rule)} ${number}`).join(', ');
}

/** Grouped by rule and by why, the largest group first; only what is printed pays for its place. */
function notAssessedLines(items: readonly NotAssessed[], width: number): SummaryLine[] {
  if (items.length === 0) return [];
  const groups = new Map<string, NotAssessed[]>();
  for (const item of items) {
    const key = `${item.rule} ${item.evidence}`;
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  const sorted = [...groups.values()].sort((a, b) => b.length - a.length);
  const lines = sorted.slice(0, MOST_GROUPS).flatMap((group) => prose(groupWords(group), width, '  - '));
  const more = sorted.length - MOST_GROUPS;
  return [
    { text: `Could not be assessed: ${items.length}` },
    ...lines,
    ...(more > 0 ? [{ text: `  and ${more} more kinds` }] : []),
  ];
}

function groupWords(group: readonly NotAssessed[]): string {
  const [first] = group;
  if (!first) return '';
  const { line, column } = first.at.range().start;
  const others = group.length > 1 ? ` and ${count(group.length - 1, 'other place')}` : '';
  const place = visible(`${first.at.file}:${line}:${column}`);
  return `${visible(first.rule)}, ${EVIDENCE_WORDS[first.evidence]}: ${visible(first.message)} (${place}${others})`;
}
