import { VERSION } from '../generated/version.js';
import {
  type ConfigLayer,
  type FileMatcher,
  type Finding,
  isUnassessedAct,
  type NotAssessed,
  type ResolvedConfig,
  type Workspace,
} from '../model/index.js';
import {
  isComposeFile,
  type ProjectFile,
  type ReadOptions,
  readProject,
  unreadFiles,
} from '../systems/index.js';
import { applyBaseline, type Extent } from './baseline.js';
import { checkFile } from './check-file.js';
import {
  forgetPlaces,
  isOnValue,
  joinedFindings,
  type OnValue,
  openDiagnostics,
  removeRepeated,
} from './diagnostics.js';
import { engineReporter, unreadableFolder } from './engine.js';
import { identified } from './fingerprint.js';
import { applyDirectives, applyIgnoreEntries, attestationStates, type EngineReport } from './ignores.js';
import { inTextOrder, lockNotes, toolListNotes } from './notes.js';
import type { LintResult } from './result.js';
import { isCheckedWhole, type LintOptions, type LintRun, openRun, policyOf, type Reading } from './run.js';
import { openSettingsCache, type RuleSelection, rulesInForce, runs } from './severities.js';
import { skippedOf } from './skipped.js';

export type { LintOptions, Reading } from './run.js';

/**
 * Lints every file of a workspace: read, decide, run the rules, apply ignores, one file after the other, so that the
 * memory of a file is free again once it is checked. Pure: the same input gives the same result. Never throws for the
 * content of a file.
 */
export function lintWorkspace(
  workspace: Workspace,
  config: ResolvedConfig,
  options: LintOptions,
): LintResult {
  const run = openRun(workspace, config, options);
  // What is done for a file is a function of its own: code inside a loop that runs once is never compiled whole.
  for (const file of filesOf(run)) checkFile(file, run);
  noteUnclaimed(run);
  reportFolders(run);
  for (const one of options.outOfSight ?? []) run.report(one);
  for (const one of run.outside.diagnostics()) run.diagnostics.reported.push(one);
  suppressInPrograms(run);
  dropExcluded(run);
  if (!options.withoutIgnores) applySettings(run);
  const partly = options.selection
    ? run.files.flatMap(({ path }) => (isCheckedWhole(path, run) ? [] : path))
    : [];
  const findings = findingsOf(run);
  run.systemTexts?.addWaivers?.({
    files: [],
    layers: config.layers(),
    baseline: options.accepted?.baseline.entries ?? [],
    asOf: options.asOf,
  });
  const result = resultOf(run, findings, partly);
  return options.selection?.isPart ? result : withBaseline(result, config, options);
}

/** The files of a run, one after the other; those that an earlier check of the same files read are not read again. */
function* filesOf(run: LintRun): Generator<ProjectFile> {
  const { workspace, config, options } = run;
  const { reading } = options;
  if (reading?.files) {
    run.unusedLists = reading.unusedLists ?? [];
    yield* reading.files;
    return;
  }
  const files: ProjectFile[] = [];
  for (const file of readProject(workspace, config, readingOf(run))) {
    if (reading) files.push(file);
    yield file;
  }
  if (reading) Object.assign(reading, { files, unusedLists: run.unusedLists } satisfies Reading);
}

/** How the project is read: as the caller asked, with what only a run can tell. */
function readingOf(run: LintRun): ReadOptions {
  const { config, options } = run;
  return {
    ...options,
    lockedRules: true,
    onToolLists: (lists) => {
      if (run.isWhole && options.selection === undefined)
        run.unusedLists = toolListNotes(lists.unused(config.layers().filter(({ policy }) => !policy)));
    },
  };
}

/** Notes which files people named and are not checked, with the reason. */
function noteUnclaimed({ workspace, options, unclaimed, applied, notes }: LintRun): void {
  for (const one of workspace.leftOut) if (workspace.isNamed(one.path)) unclaimed.push(one);
  // A configuration, a Compose file, or a file that another one names, was checked as what it applies to.
  for (const { path, reason } of unclaimed)
    if (!applied.has(path) && !isComposeFile(path) && !options.selection?.applies(path))
      notes.unread(path, reason, workspace.isNamed(path));
}

/** Folders that may not be listed: a run on named files alone is not about them. */
function reportFolders({ workspace, config, options: { selection }, report }: LintRun): void {
  const isAbout = (path: string) =>
    !selection || selection.isPart || selection.isShard || selection.isChecked(path, config.layersFor(path));
  for (const { path, reason, isUnreadable } of workspace.leftOut)
    if (isUnreadable && isAbout(path)) report(unreadableFolder(path, reason));
}

/** Applies the comments of all programs to the findings of all programs. */
function suppressInPrograms(run: LintRun): void {
  const { options, policy, diagnostics, programs, excludedFiles, late } = run;
  if (programs.from >= 0) removeRepeated(diagnostics, programs.from);
  if (!options.withoutIgnores && programs.directives.length > 0) {
    const found = diagnostics.reported.slice(programs.from);
    for (const one of applyDirectives(programs.directives, found, options.asOf, policy))
      if (
        one.rule === 'config/locked-rule' ||
        (isCheckedWhole(one.at.file, run) && !excludedFiles.has(one.at.file))
      )
        late.push(one);
  }
  if (programs.from >= 0) forgetPlaces(diagnostics, programs.from);
}

/** Leaves of excluded files what locked rules report, and reports that they do. */
function dropExcluded({ diagnostics, excludedFiles, report }: LintRun): void {
  diagnostics.reported = diagnostics.reported.filter(
    ({ finding: { rule, file }, lockedBy }) =>
      lockedBy !== undefined || rule === 'config/locked-rule' || !excludedFiles.has(file),
  );
  for (const one of excludedFiles.reports()) report(one);
}

/** Applies the ignores of the configuration, and reports on every setting of people: those that expired or do nothing. */
function applySettings(run: LintRun): void {
  const { workspace, config, options, policy, diagnostics, report, late } = run;
  const { asOf, selection } = options;
  const checked = run.files.map((file) => file.path);
  // An entry may apply to a file that is no part of this run: whether it is used is not known then.
  const mayBeUsed = (matches: FileMatcher): boolean =>
    selection !== undefined && workspace.files.some((file) => matches(file) && !isCheckedWhole(file, run));
  const files = {
    checked,
    unread: run.unread.map((file) => file.path),
    mayBeUsed,
    leaveOpen: (used: boolean, unused: readonly EngineReport[]) => leaveOpen(used, unused, run),
  };
  for (const one of applyIgnoreEntries(config.layers(), diagnostics.reported, files, asOf, policy))
    late.push(one);
  for (const one of attestationStates(config.layers(), checked, asOf)) late.push(one);
  const unused = run.isWhole ? run.settings.reports(config.layers(), workspace.files, asOf) : [];
  if (selection) leaveOpen(false, unused, run);
  else for (const one of unused) late.push(one);
  for (const one of late) report(one);
}

/** Keeps what is reported if no other shard uses a setting. */
function leaveOpen(
  used: boolean,
  unused: readonly EngineReport[],
  { diagnostics, report, openSettings }: LintRun,
): void {
  const before = diagnostics.reported.length;
  for (const one of unused) report(one);
  for (const finding of identified(diagnostics.reported.splice(before).map((entry) => entry.finding)))
    if (finding.rule.startsWith('config/unused-')) openSettings.push({ used, finding });
}

/** The findings with their fingerprints; of a run on a part those on values are apart. */
function findingsOf({ options, diagnostics: { reported } }: LintRun): Finding[] {
  if (!options.selection?.isPart) return identified(joinedFindings(reported));
  return identified(reported.flatMap((one) => (isOnValue(one) ? [] : one.finding)));
}

/** The result with those findings marked that the project has accepted, and with what is wrong with its baseline. */
export function withBaseline(result: LintResult, config: ResolvedConfig, options: LintOptions): LintResult {
  if (!options.accepted || options.withoutIgnores) return result;
  const { findings } = result;
  const { baseline, covers, growth } = options.accepted;
  const extent = extentOf(filesCovered(result, options), config, options, covers);
  const policy = policyOf(config);
  const diagnostics = openDiagnostics(options.withoutFixes !== true);
  const report = engineReporter(diagnostics, config, options);
  for (const one of applyBaseline(baseline, findings, extent, options.asOf, policy, growth)) report(one);
  const added = identified(diagnostics.reported.map(({ finding }) => finding));
  return added.length > 0 ? { ...result, findings: [...findings, ...added] } : result;
}

/** One entry for each tool of an agent: several systems may have the same one. */
function withoutRepeatedTools(items: readonly NotAssessed[]): NotAssessed[] {
  const known = new Set<string>();
  return items.filter(({ rule, at, tool, agent, because }) => {
    if (tool === undefined) return true;
    const { line, column } = at.range().start;
    const key = [rule, at.file, line, column, tool, agent, because].join('\n');
    return known.size !== known.add(key).size;
  });
}

function resultOf(run: LintRun, findings: Finding[], partly: string[]): LintResult {
  const { config, options, diagnostics, systemTexts, unread, notes } = run;
  return {
    version: VERSION,
    decisions: run.rules.decisions(),
    files: run.files,
    partly,
    systems: run.systems,
    ...(systemTexts ? { systemTexts } : {}),
    systemCount: run.systemCount,
    findings,
    notAssessed: withoutRepeatedTools(diagnostics.notAssessed),
    ...(diagnostics.acts.size > 0 && { acts: diagnostics.acts.size }),
    unread: unreadFiles(unread),
    skipped: skippedOf(run.workspace, config),
    ...(diagnostics.notAssessed.some((one) => isUnassessedAct(one) && failsOn(one, config))
      ? { failsOnUnassessed: true as const }
      : {}),
    ...(unread.some(({ layers }) => failsOnUnread(layers)) ? { failsOnUnread: true as const } : {}),
    unresolved: run.unresolved,
    met: [...diagnostics.met.values()].sort((a, b) => (a.rule < b.rule ? -1 : 1)),
    notes: inTextOrder([
      ...(options.notes ?? []),
      ...notes.all(),
      ...run.unusedLists,
      ...run.excludedFiles.notes(),
      ...lockNotes(rulesInForce(config.layers(), undefined, options).rules, options),
    ]),
    ...(options.selection
      ? {
          openSettings: run.openSettings,
          configurations: [...new Set(config.layers().map(({ file }) => file))],
          vendors: notes.vendors(),
          ...(options.selection?.isPart && {
            onValues: diagnostics.reported.filter(isOnValue).map(withoutPlace),
          }),
        }
      : {}),
    rules: rulesInForce(config.layersFor(''), undefined, options).rules.map(({ rule, level }) => ({
      rule,
      level,
    })),
    asOf: options.asOf,
  };
}

const withoutPlace = ({ finding, lockedBy, about, cause }: OnValue): OnValue => ({
  finding,
  lockedBy,
  ...(about && { about }),
  ...(cause && { cause }),
});

/** What a policy says counts; else what is nearest to the file. */
function isSwitchedOn(layers: readonly ConfigLayer[], name: 'failsOnUnread' | 'failsOnUnassessed'): boolean {
  if (layers.some((layer) => layer.policy && layer[name] === true)) return true;
  return layers.findLast((layer) => layer[name] !== undefined)?.[name] === true;
}

const failsOnUnread = (layers: readonly ConfigLayer[]): boolean => isSwitchedOn(layers, 'failsOnUnread');

const failsOn = ({ at }: NotAssessed, config: ResolvedConfig): boolean =>
  isSwitchedOn(config.layersFor(at.file), 'failsOnUnassessed');

/** Files whose findings a run knows: those that are checked, and those of frameworks that are not read yet. */
export function filesCovered(
  { files, partly, unread, findings }: Pick<LintResult, 'files' | 'partly' | 'unread' | 'findings'>,
  { selection, partial }: Pick<LintOptions, 'selection' | 'partial'>,
): LintResult['files'] {
  const dialects = new Map<string, string>();
  for (const one of unread) for (const path of one.files) dialects.set(path, '');
  for (const { path, dialect } of files) dialects.set(path, dialect);
  for (const path of partly) dialects.delete(path);
  // A finding may stand in a file without agents, as that of an address in settings: a whole run has all of them.
  if (!selection && !partial)
    for (const { file } of findings) if (!dialects.has(file)) dialects.set(file, '');
  return [...dialects].map(([path, dialect]) => ({ path, dialect }));
}

/** What a run has looked at, as a baseline asks for it. */
export function extentOf(
  files: LintResult['files'],
  config: ResolvedConfig,
  selection: RuleSelection & Pick<LintOptions, 'partial'>,
  covers: (file: string) => boolean,
): Extent {
  const dialects = new Map(files.map(({ path, dialect }) => [path, dialect]));
  const rulesFor = openSettingsCache(selection);
  const inForce = (rule: string, file: string) =>
    rulesFor(config.layersFor(file), {
      file,
      dialect: dialects.get(file) ?? '',
      surface: 'product',
    }).rules.find((one) => one.rule.id === rule);
  return {
    covers: (file) => dialects.has(file) || covers(file),
    checks: (rule, file) => {
      const found = inForce(rule, file);
      return found !== undefined && runs(found) && !(selection.partial && found.rule.per === 'run');
    },
    lockOf: (rule, file) => {
      const { lockedBy, locksOnlyNew = false } = inForce(rule, file) ?? {};
      return lockedBy === undefined ? undefined : { by: lockedBy, onlyNew: locksOnlyNew };
    },
  };
}
