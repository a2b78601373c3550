import { writeFailure } from '../../files/index.js';
import type { KeptResults } from '../../files/traced-results.js';
import { type LintOptions, lintWorkspace } from '../../lint/lint.js';
import type { LintResult } from '../../lint/result.js';
import type { RuleSelection } from '../../lint/severities.js';
import { type Confidence, type Finding, isFailing, isUnassessedAct } from '../../model/index.js';
import { acceptFindings } from '../../project/accept-findings.js';
import { mayBeDivided } from '../../project/divided.js';
import type { ExcludedAll } from '../../project/excluded-all.js';
import { identityOf } from '../../project/identity.js';
import type { CheckedChange } from '../../project/lost-gates.js';
import {
  lintInputs,
  openProject,
  type Project,
  type ProjectRequest,
  sourceReader,
} from '../../project/open-project.js';
import { comparesWithBase } from '../../project/repository.js';
import type { RenderOptions } from '../../report/format.js';
import { count, visible } from '../../report/shared/text.js';
import { UNREAD_NEXT, unreadItems, unreadTitle } from '../../report/shared/unread-words.js';
import { excludedBy } from '../../systems/index.js';
import {
  countOf,
  dateOf,
  labelsOf,
  listOf,
  oneOf,
  ruleId,
  ruleLevels,
  shardOf,
} from '../../project/arguments.js';
import { EXIT } from '../exit.js';
import { UsageError } from '../../project/usage-error.js';
import { failOnOf, fails, failsByUnassessed, type Gate, gateOf } from '../gate.js';
import { note, wantsColor } from '../output.js';
import { withOwner } from '../owner.js';
import { progressOn } from '../progress.js';
import { reportTargets } from '../report-targets.js';
import {
  baselineOf,
  configOf,
  excludesOf,
  readStdin,
  reportMissing,
  repositoryOf,
  withGit,
} from '../request.js';
import { startTiming, type Timing } from '../timing.js';
import { pathFromHere, writeTarget } from '../write-target.js';
import type { AfterFixes } from './check-fix.js';
import type { PartOrder } from './check-parts.js';
import { type FixMode, fixModeOf } from './fix-mode.js';

/** Files of a framework that a note names; the report names more. */
const NAMED_IN_NOTE = 3;

const CONFIDENCES: readonly Confidence[] = ['low', 'medium', 'high'];

type Arguments = Record<string, unknown>;

/** The configuration says that results are kept, of a run that does not note what it asks. */
export class WantsCache extends Error {}

/** `not yet`: whether results are kept is up to the configuration. */
type Kept = KeptResults | 'not yet' | undefined;

/**
 * Checks, and gives the exit status. Results of parts are kept in `kept`.
 * @throws {WantsCache} where that is not decided yet, and the configuration says that results are kept.
 */
export async function check(args: Arguments, kept?: Kept): Promise<number> {
  if (args['print-config'] !== undefined) return printConfigOf(args);
  if (args.watch === true) return watched(args);
  const timing = startTiming(args.timing === true);
  const options = readOptions(args);
  const fixing = fixModeOf(args);
  const update = args['update-baseline'] === true;
  if (options.shard && args.stdin === true)
    throw new UsageError('--shard checks a part of the files, and --stdin one file: choose one.');
  if (options.shard && (update || fixing))
    throw new UsageError('--shard only reports: run --fix and --update-baseline without it.');
  const stdin = args.stdin === true ? await readStdin(args) : undefined;
  const request: ProjectRequest = {
    paths: listOfPaths(args),
    exclude: excludesOf(args),
    ...configOf(args),
    ...baselineOf(args),
    ...repositoryOf(args),
    ...(stdin ? { stdin } : {}),
    ...(options.shard ? { shard: options.shard } : {}),
  };
  if (fixing && request.staged)
    throw new UsageError('--fix writes to the work tree, and --staged reads the index: choose one.');
  const progress = args.quiet === true ? undefined : progressOn(process.stderr);
  const lintOptions: LintOptions = {
    ...options.lint,
    withoutSystems: options.reports.every(({ format }) => format !== 'html'),
    ...(await systemTextsFor(options)),
    withoutFixes: options.reports.every(({ format }) => !WITH_FIXES.has(format)),
    ...(progress ? { onFile: progress.onFile } : {}),
  };
  const isShown = ({ confidence }: Finding) => isConfident(confidence, options.confidence);
  const { project, result, failed } = await withGit(() =>
    fixing
      ? fixed(request, lintOptions, fixing, isShown, args.quiet === true)
      : linted(request, lintOptions, { update, kept }, options, timing),
  );
  progress?.end();
  timing.mark('read, decide and check');
  const lowered = await loweredIn(request, project, result);
  const shown = {
    ...result,
    findings: result.findings.filter(isShown),
    notes: [...lowered, ...result.notes],
  };
  // What was not meant is said before anything else.
  const usage = reportMissing(project.missing, listOfPaths(args));
  if (args.quiet !== true) for (const text of shown.notes) note(text);
  const render = {
    ...renderOf(args, options, project, shown),
    brief: !project.searched && request.since === undefined,
    ...(await waiversFor(project, options)),
  };
  // The changes are on standard output then.
  const reports = fixing?.dryRun
    ? options.reports.filter(({ output }) => output !== undefined)
    : options.reports;
  for (const target of reports) {
    await writeTarget(target, shown, {
      ...render,
      color: target.output === undefined && wantsColor(args.color, process.stdout),
    });
    timing.mark(`write ${target.format}`);
  }
  const hidden = await hiddenBy(request, project, result, options.lint.asOf);
  if (hidden) note(hiddenWords(hidden));
  if (failsByUnassessed(shown, options.gate)) {
    const acts = count(shown.notAssessed.filter(isUnassessedAct).length, 'act');
    note(`${acts} not assessed: whether people approve what they do is not known. The report lists them.`);
  }
  const judged = statusOf(shown, project, options, partWords(request));
  const isHiding = hidden !== undefined && request.configFrom !== undefined;
  const status = isHiding ? worse(judged, options.gate) : judged;
  timing.end();
  if (usage || failed) return EXIT.usage;
  return update ? EXIT.ok : status;
}

/** How a report is written. */
const renderOf = (
  args: Arguments,
  options: Options,
  project: Project,
  { findings }: Pick<LintResult, 'findings'>,
): Omit<RenderOptions, 'color'> => ({
  quiet: args.quiet === true,
  decision: project.searched,
  failOn: failOnOf(findings, options.gate),
  source: sourceReader(project),
  identity: (files) => identityOf(project.root, files),
  here: (file) => pathFromHere(project.root, file),
  ...(options.labels ? { labels: options.labels } : {}),
  ...(args['as-of'] === undefined ? {} : { asOf: options.lint.asOf }),
  ...(options.shard ? { shard: options.shard } : {}),
  ...(options.maxFindings === undefined ? {} : { maxFindings: options.maxFindings }),
  ...(process.stdout.columns ? { width: process.stdout.columns } : {}),
});

/** Checks the work tree until somebody ends it, and again whenever a file changes. */
async function watched(args: Arguments): Promise<number> {
  const options = readOptions(args);
  const { refuseWithWatch, watch } = await import('./check-watch.js');
  refuseWithWatch(args, options.reports);
  const [target = { format: 'pretty' as const, output: undefined }] = options.reports;
  const color = wantsColor(args.color, process.stdout);
  const isShown = ({ confidence }: Finding) => isConfident(confidence, options.confidence);
  return watch(
    {
      root: process.cwd(),
      paths: listOfPaths(args),
      exclude: excludesOf(args),
      ...configOf(args),
      ...baselineOf(args),
      ...selectionOf(args),
      ...(options.lint.withoutIgnores && { withoutIgnores: true }),
      ...(args['as-of'] === undefined ? {} : { asOf: options.lint.asOf }),
    },
    {
      isShown,
      write: (result, project) =>
        writeTarget(target, result, { ...renderOf(args, options, project, result), color }),
      statusOf: (result, project) => statusOf(result, project, options, 'in the named files'),
    },
  );
}

/** What a change does to the levels of rules, in a run that is about a change. */
async function loweredIn(
  request: ProjectRequest,
  project: Project,
  result: LintResult,
): Promise<readonly string[]> {
  const { staged, since, newSince, configFrom } = request;
  if (!staged && since === undefined && newSince === undefined && configFrom === undefined) return [];
  const { loweredRuleNotes } = await import('../../project/lowered-rules.js');
  return loweredRuleNotes(request, project, result);
}

/** What a change hides by its configuration, where that is everything that its base checks. */
async function hiddenBy(
  request: ProjectRequest,
  project: Project,
  result: LintResult,
  asOf: string,
): Promise<ExcludedAll | undefined> {
  if ((request.configFrom ?? request.newSince ?? request.since) === undefined && !request.staged)
    return undefined;
  const { excludedAll } = await import('../../project/excluded-all.js');
  return withGit(() => excludedAll(result, project, request, asOf));
}

/** What people should know of a change that hides everything. */
function hiddenWords({ ref, files }: ExcludedAll): string {
  const [first, ...others] = files;
  const named = others.length === 0 ? first : `${first} and ${count(others.length, 'more file')}`;
  return `The configuration of this change excludes everything that ${ref} checks: ${named}. Remove the entries of \`exclude\`, or nothing is checked from here on.`;
}

/** A change that hides everything fails like an error. */
const worse = (status: number, { failOn, exitZero }: Gate): number =>
  exitZero || failOn === 'never' ? status : EXIT.findings;

/** Formats whose findings carry their fixes. */
const WITH_FIXES: ReadonlySet<string> = new Set(['agent', 'json', 'jsonl', 'pretty', 'sarif']);

/** Formats that list systems. */
const WITH_SYSTEMS: ReadonlySet<string> = new Set(['json', 'jsonl']);

const formatsWithSystems = (reports: Options['reports']): string[] =>
  reports.map(({ format }) => format).filter((format) => WITH_SYSTEMS.has(format));

/** Has the systems of a run kept as texts, where a report lists them. */
async function systemTextsFor({
  reports,
  labels = {},
  shard,
}: Pick<Options, 'reports' | 'labels' | 'shard'>): Promise<Pick<LintOptions, 'systemTexts' | 'withPlaces'>> {
  const formats = formatsWithSystems(reports);
  if (formats.length === 0) return {};
  const [{ openSystemTexts }, { packedTexts }] = await Promise.all([
    import('../../report/system-texts.js'),
    import('../../files/packed-texts.js'),
  ]);
  return {
    withPlaces: true,
    systemTexts: () => openSystemTexts(formats, labels, packedTexts, shard !== undefined),
  };
}

/** Every waiver of a project, where a report lists them. */
async function waiversFor(
  project: Project,
  { reports, lint }: Pick<Options, 'reports' | 'lint'>,
): Promise<Pick<RenderOptions, 'waivers'>> {
  if (reports.every(({ format }) => format !== 'html')) return {};
  const { waiversOfProject } = await import('../../project/compared.js');
  return { waivers: waiversOfProject(project, lint.asOf) };
}

/** Fixes a project; a gate that the change has made unknowable is found first, and can be fixed as well. */
async function fixed(
  request: ProjectRequest,
  options: LintOptions,
  ...how: [fixing: FixMode, isShown: (finding: Finding) => boolean, quiet: boolean]
): Promise<AfterFixes> {
  const { runFixes } = await import('./check-fix.js');
  if (!comparesWithBase(request)) return runFixes(request, options, ...how);
  const project = await openProject(request);
  const { lintChange } = await import('../../project/lost-gates.js');
  const { lost } = await lintChange(project, request, { ...options, ...lintInputs(project) });
  return runFixes(request, { ...options, ...lost }, ...how);
}

/** What a check found; of a change, with what was known of it. */
type Checked = Pick<CheckedChange, 'result'> & Partial<CheckedChange>;

/** Opens and checks a project as it is. */
async function linted(
  request: ProjectRequest,
  options: LintOptions,
  { update, kept }: { update: boolean; kept: Kept },
  chosen: Options,
  timing: Timing,
): Promise<AfterFixes> {
  const { newSince } = request;
  const { gate } = chosen;
  const project = await openProject(update ? { ...request, baseline: false } : request);
  if (kept === 'not yet' && project.config.layersFor('').findLast(({ cache }) => cache !== undefined)?.cache)
    throw new WantsCache();
  timing.mark('find files and configuration');
  const all = { ...options, ...lintInputs(project) };
  const checked = async (): Promise<Checked> => {
    if (update) return { result: accepted(project, request, all) };
    if (!comparesWithBase(request)) {
      const results = kept === 'not yet' ? undefined : kept;
      const divided = mayBeDivided(project, results !== undefined)
        ? await (await import('./check-parts.js')).checkInParts(
            project,
            all,
            orderOf(request, options, chosen),
            results,
          )
        : undefined;
      return { result: divided ?? lintWorkspace(project.workspace, project.config, all) };
    }
    const { lintChange } = await import('../../project/lost-gates.js');
    return lintChange(project, request, all);
  };
  const change = await checked();
  const { result, lost, reading } = change;
  const counts = ({ ignored, severity }: Finding) =>
    !ignored &&
    (isFailing(severity, gate.failOn) || (gate.maxWarnings !== undefined && severity === 'warning'));
  if (newSince === undefined || !result.findings.some(counts)) return { project, result, failed: false };
  const { withoutOld } = await import('../../project/new-since.js');
  const ofBase = kept === 'not yet' ? undefined : kept;
  const whole = { ...change, lost: lost ?? {}, reading: reading ?? {} };
  return {
    project,
    result: await withoutOld(whole, project, newSince, request, options, ofBase),
    failed: false,
  };
}

/** How other threads check parts of a project. */
const orderOf = (
  request: ProjectRequest,
  { onFile: _, systemTexts: __, ...options }: LintOptions,
  { reports, labels = {} }: Pick<Options, 'reports' | 'labels'>,
): PartOrder => ({ request, options, formats: formatsWithSystems(reports), labels });

/** Writes the baseline and says what changed in it. @throws {UsageError} where it cannot be written. */
function accepted(project: Project, request: ProjectRequest, options: LintOptions): LintResult {
  try {
    const { file, entries, added, removed, result } = acceptFindings(project, request, options);
    note(`Wrote ${file}: ${count(entries.length, 'entry', 'entries')} (${added} added, ${removed} removed).`);
    return result;
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw new UsageError(`cannot write the baseline: ${writeFailure(error)}`);
  }
}

const isSystemError = (error: unknown) =>
  error instanceof Error && typeof (error as NodeJS.ErrnoException).code === 'string';

type Options = ReturnType<typeof readOptions>;

/** `--print-config` checks nothing: only what would apply is loaded. */
async function printConfigOf(args: Arguments): Promise<number> {
  const { printConfig } = await import('./print-config.js');
  const { failOnUnread, failOnUnassessed } = gateOf(args);
  return printConfig(args, {
    ...selectionOf(args),
    ...(failOnUnread ? { failOnUnread } : {}),
    ...(failOnUnassessed ? { failOnUnassessed } : {}),
    exclude: excludesOf(args),
  });
}

/** Which rules the command line chooses. */
function selectionOf(args: Arguments): RuleSelection {
  const preset = oneOf(args.preset, ['recommended', 'strict'] as const, 'preset');
  const only = listOf(args.only, 'only').map(ruleId);
  return {
    rules: ruleLevels(args.rule),
    ...(preset ? { preset } : {}),
    ...(only.length > 0 ? { only } : {}),
  };
}

function readOptions(args: Arguments) {
  return {
    reports: reportTargets(args),
    maxFindings: countOf(args['max-findings'], 'max-findings'),
    labels: withOwner(labelsOf(args.label)),
    shard: shardOf(args.shard),
    confidence: oneOf(args['min-confidence'], CONFIDENCES, 'min-confidence') ?? 'low',
    lint: {
      asOf: dateOf(args['as-of'], 'as-of'),
      ...selectionOf(args),
      withoutIgnores: args.ignore === false,
    },
    gate: gateOf(args),
  };
}

/** Paths as given; a glob's or a shell's commas stay as they are. */
function listOfPaths(args: Arguments): string[] {
  return Array.isArray(args.paths) ? args.paths.map(String) : [];
}

const isConfident = (confidence: Confidence, least: Confidence) =>
  CONFIDENCES.indexOf(confidence) >= CONFIDENCES.indexOf(least);

/** What a run is about that searches no folder. */
function partWords({ stdin, staged, since }: ProjectRequest): string {
  if (stdin) return 'on standard input';
  if (staged) return 'in what is staged';
  return since === undefined ? 'in the named files' : `in what changed since ${visible(since)}`;
}

function statusOf(
  result: LintResult,
  project: Project,
  { gate, shard, reports }: Pick<Options, 'gate' | 'shard' | 'reports'>,
  part: string,
): number {
  if (fails(result, gate)) return gate.exitZero ? EXIT.ok : EXIT.findings;
  if (result.files.length > 0) return EXIT.ok;
  if (shard) {
    note(`No agent configuration found in shard ${shard.index}/${shard.of}.`);
    return project.missing.length > 0 ? EXIT.usage : EXIT.ok;
  }
  const isOnlyInFiles = reports.every(({ output }) => output !== undefined);
  return statusOfNothing(result, project, gate, { part, isOnlyInFiles });
}

/** Nothing was found: a search of folders ends with a status of its own, named files with a note. */
function statusOfNothing(
  { unread }: LintResult,
  project: Project,
  gate: Gate,
  { part, isOnlyInFiles }: { part: string; isOnlyInFiles: boolean },
): number {
  if (project.missing.length > 0) return EXIT.usage;
  if (project.searched && !gate.allowNone) {
    const files = count(project.workspace.files.length, 'file');
    const left = project.workspace.files.filter(excludedBy(project.config)).length;
    const why = left === 0 ? '' : `; the configuration excludes ${left} of them`;
    note(
      `No agent configuration found among ${files}${why}. agent-lint inspect --files gives the reason for each.`,
    );
    // A report on standard output names them already.
    if (unread.length > 0 && isOnlyInFiles)
      note(`${unreadTitle(unread)} (${unreadItems(unread, NAMED_IN_NOTE).join('; ')}). ${UNREAD_NEXT}`);
    return EXIT.nothingFound;
  }
  const where = project.searched ? `among ${count(project.workspace.files.length, 'file')}` : part;
  note(`No agent configuration found ${where}.`);
  return EXIT.ok;
}
