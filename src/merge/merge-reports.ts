import type { LintResult } from '../lint/result.js';
import { addTo } from '../model/grouped.js';
import type { Labels, RenderOptions, ReportGroup } from '../report/format.js';
import { compareText } from '../report/shared/order.js';
import { joinParts, joinRepositories, NOTHING, pathsOf, type ReadReport } from './parts.js';
import { withPrefix } from './prefix.js';
import { resultOf, textsOf } from './result.js';

/** A report with the name of its file. */
export interface NamedReport {
  name: string;
  report: ReadReport;
}

/** Joined reports as the result of one run, or why they cannot be joined. */
export type Merged =
  | { ok: true; result: LintResult; options: Pick<RenderOptions, 'labels' | 'labelsFor'> }
  | { ok: false; problem: string };

/**
 * Joins reports. Those of one repository are parts of one run: what such a run reports once is reported once, and the shards of
 * a project together give its whole report. Reports whose label `repository` differs are of several repositories: each
 * path then begins with the name of its repository, and files, systems and findings carry their labels.
 */
export function mergeReports(reports: readonly NamedReport[]): Merged {
  const groups = new Map<string | undefined, NamedReport[]>();
  for (const one of reports) addTo(groups, one.report.labels?.repository, one);
  const problem = [...groups.values()].map(problemOf).find((one) => one !== undefined);
  if (problem !== undefined) return { ok: false, problem };
  const unnamed = groups.get(undefined)?.[0];
  if (unnamed && groups.size > 1)
    return {
      ok: false,
      problem: `${unnamed.name} has no label \`repository\`, and other reports have one: check it with --label repository=NAME.`,
    };
  const labels = sharedLabels(reports.map(({ report }) => report.labels ?? {}));
  const options = Object.keys(labels).length > 0 ? { labels } : {};
  const parts = [...groups.values()].map((group) => joinParts(group.map(({ report }) => report)));
  const [only] = parts;
  if (parts.length === 1 && only)
    return {
      ok: true,
      result: resultOf(
        only,
        textsOf(only.systems, () => labels),
      ),
      options,
    };
  const ofFile = new Map<string, Labels>();
  const named = [...groups].map(([repository = '', group], at) => {
    const moved = withPrefix(parts[at] ?? NOTHING, repository);
    const own = sharedLabels(group.map(({ report }) => report.labels ?? {}));
    for (const file of pathsOf(moved)) ofFile.set(file, own);
    return { repository, moved };
  });
  named.sort((a, b) => compareText(a.repository, b.repository));
  const labelsFor = (file: string): Labels => ofFile.get(file) ?? labels;
  const joined = joinRepositories(named.map(({ moved }) => moved));
  const texts = textsOf(joined.systems, labelsFor, true);
  return { ok: true, result: resultOf(joined, texts), options: { ...options, labelsFor } };
}

/** The findings of reports by the value of a label, those with most errors first; reports without the label are left out. */
export function groupsBy(reports: readonly NamedReport[], label: string): ReportGroup[] {
  const groups = new Map<string, NamedReport[]>();
  for (const one of reports) {
    const value = one.report.labels?.[label];
    if (value !== undefined) addTo(groups, value, one);
  }
  const sum = (of: readonly NamedReport[], key: 'errors' | 'warnings' | 'infos') =>
    of.reduce((total, { report }) => total + report.summary[key], 0);
  return [...groups]
    .map(([value, group]) => ({
      labels: { [label]: value, ...sharedLabels(group.map(({ report }) => report.labels ?? {})) },
      errors: sum(group, 'errors'),
      warnings: sum(group, 'warnings'),
      infos: sum(group, 'infos'),
    }))
    .sort((a, b) => b.errors - a.errors || compareText(a.labels[label] ?? '', b.labels[label] ?? ''));
}

/** What is wrong with the shards of one repository: a gate must not pass because one of them is not there. */
function problemOf(group: readonly NamedReport[]): string | undefined {
  const shards = group.flatMap(({ name, report }) => (report.shard ? { name, ...report.shard } : []));
  const [first] = shards;
  if (!first) return undefined;
  const seen = new Map<number, string>();
  for (const { name, index, of } of shards) {
    if (of !== first.of) return `${name} is of ${of} shards, and ${first.name} of ${first.of}.`;
    const before = seen.get(index);
    if (before !== undefined) return `${before} and ${name} are both of shard ${index}/${of}.`;
    seen.set(index, name);
  }
  const missing = Array.from({ length: first.of }, (_, at) => at + 1).filter((index) => !seen.has(index));
  if (missing.length === 0) return undefined;
  return `the report of shard ${missing.map((index) => `${index}/${first.of}`).join(', ')} is missing.`;
}

/** The labels that all have with the same value. */
function sharedLabels(all: readonly Labels[]): Labels {
  const [first = {}, ...rest] = all;
  return Object.fromEntries(
    Object.entries(first).filter(([key, value]) => rest.every((labels) => labels[key] === value)),
  );
}
