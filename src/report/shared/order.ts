import type { LintResult } from '../../lint/result.js';
import type { Finding, Range, Severity } from '../../model/index.js';
import { unreadCount } from './unread-words.js';

/** Severities, the gravest first. */
export const GRAVEST_FIRST: readonly Severity[] = ['error', 'warning', 'info'];

/** How much of everything a run found: the `summary` of the JSON report. */
export interface Summary {
  errors: number;
  warnings: number;
  infos: number;
  /** Findings set aside by people; not counted above. */
  ignored: number;
  notAssessed: number;
  /** Tools that do what a person has to approve, and those of them of which it is not known whether one does. Left out where there are none. */
  acts?: { found: number; notDecided: number };
  met: { shown: number; attested: number };
  files: number;
  systems: number;
  /** Files that build agents with what is not read: nothing of them was checked. Left out where there are none. */
  unread?: number;
}

/** Counts what a run found. */
export function summarize(result: LintResult): Summary {
  const summary: Summary = {
    errors: 0,
    warnings: 0,
    infos: 0,
    ignored: 0,
    notAssessed: result.notAssessed.length,
    ...actsOf(result),
    met: { shown: 0, attested: 0 },
    files: result.files.length,
    systems: result.systemCount,
    ...(result.unread.length > 0 && { unread: unreadCount(result.unread) }),
  };
  for (const finding of result.findings) {
    if (finding.ignored) summary.ignored += 1;
    else if (finding.severity === 'error') summary.errors += 1;
    else if (finding.severity === 'warning') summary.warnings += 1;
    else summary.infos += 1;
  }
  for (const { shown, attested } of result.met) {
    summary.met.shown += shown;
    summary.met.attested += attested;
  }
  return summary;
}

function actsOf({ acts = 0, notAssessed }: LintResult): Pick<Summary, 'acts'> {
  if (acts === 0) return {};
  const open = notAssessed.filter(({ tool, act }) => tool !== undefined && act !== undefined);
  const notDecided = new Set(open.map(({ at, tool }) => `${at.file}\n${at.path}\n${tool}`)).size;
  return { acts: { found: Math.max(acts, notDecided), notDecided } };
}

/** Compares by UTF-16 units: the same order on every machine, whatever its language. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

interface Ordered {
  file: string;
  range: Range;
  rule: string;
  path: string;
}

/** By file, place, rule and structural path, so that a report is the same on every run. */
export function inOrder<T extends Ordered>(items: readonly T[]): T[] {
  return [...items].sort(compareOrdered);
}

/** As `inOrder`, for items whose place has to be worked out: once for each. */
export function inOrderOf<T>(items: readonly T[], orderedBy: (item: T) => Ordered): T[] {
  return items
    .map((item) => ({ item, at: orderedBy(item) }))
    .sort((a, b) => compareOrdered(a.at, b.at))
    .map(({ item }) => item);
}

const compareOrdered = (a: Ordered, b: Ordered): number =>
  compareText(a.file, b.file) ||
  a.range.start.line - b.range.start.line ||
  a.range.start.column - b.range.start.column ||
  compareText(a.rule, b.rule) ||
  compareText(a.path, b.path);

/** Findings that stand, in order. */
export function standing(result: LintResult): Finding[] {
  return inOrder(result.findings.filter((finding) => !finding.ignored));
}

/** Those of the findings that a report is to list: where it is to be quiet, errors alone. Its counts are of all. */
export function listed(findings: readonly Finding[], options: { quiet?: boolean } = {}): Finding[] {
  return findings.filter((finding) => options.quiet !== true || finding.severity === 'error');
}

/** How many items there are under each key, in the order in which keys come up. */
export function tally<T>(items: Iterable<T>, key: (item: T) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(key(item), (counts.get(key(item)) ?? 0) + 1);
  return counts;
}
