import { readFileSync } from 'node:fs';
import { findRoot } from '../../files/index.js';
import { validateReport } from '../../generated/report-validator.js';
import type { LintResult } from '../../lint/result.js';
import { groupsBy, mergeReports, type NamedReport } from '../../merge/merge-reports.js';
import type { ReadReport } from '../../merge/parts.js';
import type { RenderOptions, ReportGroup } from '../../report/format.js';
import { count, visible } from '../../report/shared/text.js';
import { countOf, lastOf } from '../../project/arguments.js';
import { EXIT } from '../exit.js';
import { UsageError } from '../../project/usage-error.js';
import { failOnOf, fails, gateOf } from '../gate.js';
import { note, wantsColor } from '../output.js';
import { reportTargets } from '../report-targets.js';
import { pathFromHere, writeTarget } from '../write-target.js';

/** `agent-lint merge`: gives the exit status, as `check` of the whole would. Nothing is written for a bad report. */
export async function runMerge(args: Record<string, unknown>): Promise<number> {
  const targets = reportTargets(args);
  if (targets.some(({ format }) => format === 'html'))
    throw new UsageError(
      'merge writes no html: the review quotes files. Run agent-lint review in the repository.',
    );
  const gate = gateOf(args);
  const maxFindings = countOf(args['max-findings'], 'max-findings');
  const names = [args.files].flat().map(String);
  const reports = names.map(readReport);
  const merged = mergeReports(reports);
  const wanted = lastOf(args['group-by'], 'group-by');
  const label = wanted ?? 'repository';
  const groups = groupsBy(reports, label);
  const ungrouped = reports.filter(({ report }) => report.labels?.[label] === undefined);
  if (wanted !== undefined && ungrouped.length === reports.length)
    throw new UsageError(`--group-by ${visible(label)}: no report has this label.`);
  if (!merged.ok) throw new UsageError(`cannot merge: ${merged.problem}`);
  const { result } = merged;
  const quiet = args.quiet === true;
  if (!quiet) for (const text of result.notes) note(text);
  if (!quiet && groups.length > 1) for (const group of groups) note(groupWords(group, label));
  if (!quiet && wanted !== undefined && ungrouped.length > 0)
    note(`without the label \`${visible(label)}\`: ${ungrouped.map(({ name }) => name).join(', ')}.`);
  const { root } = findRoot(process.cwd());
  const options: Omit<RenderOptions, 'color'> = {
    quiet,
    // A report quotes no file.
    source: () => undefined,
    here: (file) => (merged.options.labelsFor ? file : pathFromHere(root, file)),
    failOn: failOnOf(result.findings, gate),
    ...merged.options,
    ...(groups.length > 1 ? { groups } : {}),
    ...(maxFindings === undefined ? {} : { maxFindings }),
    ...(process.stdout.columns ? { width: process.stdout.columns } : {}),
  };
  for (const target of targets)
    await writeTarget(target, result, {
      ...options,
      color: target.output === undefined && wantsColor(args.color, process.stdout),
    });
  if (fails(result, gate)) return gate.exitZero ? EXIT.ok : EXIT.findings;
  return result.files.length > 0 || gate.allowNone ? EXIT.ok : nothingIn(result, names.length);
}

/** `shop (owner @acme/payments): 3 errors, 1 warning, 0 infos`. */
function groupWords({ labels, errors, warnings, infos }: ReportGroup, label: string): string {
  const owner = labels.owner === undefined || label === 'owner' ? '' : ` (owner ${visible(labels.owner)})`;
  const found = [count(errors, 'error'), count(warnings, 'warning'), count(infos, 'info')].join(', ');
  return `${visible(labels[label] ?? '')}${owner}: ${found}.`;
}

function nothingIn(_: LintResult, reports: number): number {
  note(`No agent configuration found in ${count(reports, 'report')}.`);
  return EXIT.nothingFound;
}

/** Reads a report. @throws {UsageError} where there is none, naming the file. */
function readReport(name: string): NamedReport {
  let text: string;
  try {
    text = readFileSync(name, 'utf8');
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw new UsageError(
      missing
        ? `${name}: no such file.`
        : `cannot read ${name}: ${(error as Error).message.split(',', 1)[0]}`,
    );
  }
  let report: unknown;
  try {
    report = JSON.parse(text);
  } catch {
    throw new UsageError(`${name} is not JSON. merge takes reports of agent-lint check --format json.`);
  }
  if (validateReport(report)) return { name, report: report as unknown as ReadReport };
  const [problem] = validateReport.errors ?? [];
  const where = problem && isOurs(report) ? ` (${problem.instancePath} ${problem.message})` : '';
  throw new UsageError(
    `${name} is not a report of agent-lint check --format json (agent-lint/report@1)${where}.`,
  );
}

const isOurs = (report: unknown) =>
  typeof report === 'object' &&
  report !== null &&
  'schema' in report &&
  report.schema === 'agent-lint/report@1';
