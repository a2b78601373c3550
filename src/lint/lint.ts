import { VERSION } from '../generated/version.js';
import {
  type AgentSystem,
  type ConfigLayer,
  type FileMatcher,
  fixedPlace,
  type Place,
  type ResolvedConfig,
  type RuleContext,
  type Workspace,
} from '../model/index.js';
import {
  type Directive,
  isComposeFile,
  isProgram,
  type ProjectFile,
  type ReadOptions,
  readProject,
  unreadFiles,
} from '../systems/index.js';
import { applyBaseline, type BaselineRun, type Extent } from './baseline.js';
import { forgetPlaces, openDiagnostics, removeRepeated } from './diagnostics.js';
import { engineReporter, openDeadImports, reportFile, reportGap, reportUnread } from './engine.js';
import { openExcludedFiles } from './excluded-files.js';
import { identified } from './fingerprint.js';
import { applyDirectives, applyIgnoreEntries, attestationStates, type EngineReport } from './ignores.js';
import { lintTarget } from './lint-target.js';
import { lockNotes, openNotes, toolListNotes } from './notes.js';
import { openOutsideSystems } from './outside-systems.js';
import type { LintResult, SystemTexts } from './result.js';
import { openRuleRunner } from './rule-runner.js';
import { openSettingsCache, type RuleSelection, rulesInForce } from './severities.js';
import { openUnusedSettings, unknownDirectives } from './unused-settings.js';

/** What a run may choose. */
export interface LintOptions extends RuleSelection, ReadOptions {
  /** Findings stay although people set them aside. */
  withoutIgnores?: boolean;
  /** Leaves `systems` empty: a report that does not list them needs no memory for them. */
  withoutSystems?: boolean;
  /** Takes the texts of the systems, which are then not needed themselves. Asked once at the beginning of a run. */
  systemTexts?: () => SystemTexts;
  /** Works out the place of everything that is not assessed at once: a report prints all of them. */
  withPlaces?: boolean;
  /** Findings that the project has accepted for now. */
  accepted?: BaselineRun;
  /** Only single files are checked: rules that report once per run are left out. */
  partial?: boolean;
  /** The whole project is checked: settings that match nothing are known to be unused. */
  whole?: boolean;
  /** What the caller knows of the run: printed as notes. */
  notes?: readonly string[];
  /** Leaves `fixes` of the findings empty: a report that does not show them need not work them out. */
  withoutFixes?: boolean;
  /** Gives the gates of a system that the change which is checked has made unknowable; left out: no change is checked. */
  lostGates?: RuleContext['lostGates'];
  /** Called with each file that was read, in order: what it keeps stays in memory. */
  onRead?(file: ProjectFile): void;
}

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
  const policy = config.layers().find((layer) => layer.policy)?.policy;
  const diagnostics = openDiagnostics(options.withoutFixes !== true);
  const report = engineReporter(diagnostics, config, options);
  const runner = openRuleRunner(diagnostics, options, report, options);
  const notes = openNotes();
  const deadImports = openDeadImports(diagnostics);
  const files: LintResult['files'] = [];
  const systems: AgentSystem[] = [];
  const systemTexts = options.systemTexts?.();
  const unresolved: LintResult['unresolved'] = [];
  const late: EngineReport[] = [];
  const unread: ProjectFile[] = [];
  const outside = openOutsideSystems(config, options);
  const excludedFiles = openExcludedFiles(config);
  const settings = openUnusedSettings();
  const isWholeRun =
    options.whole === true && (options.selection === undefined || options.selection.isShard === true);
  const { selection } = options;
  /** Whether every finding in a file is part of this run. */
  const isWhole = (file: string): boolean => selection?.isChecked(file, config.layersFor(file)) !== false;
  const applied = new Set<string>();
  const unclaimed: { path: string; reason: string }[] = [];
  let systemCount = 0;
  const openSettings: NonNullable<LintResult['openSettings']> = [];
  // A finding of a program may be in another file than its system: comments are applied once all files are checked.
  const programs: { directives: Directive[]; from: number } = { directives: [], from: -1 };
  const settled = { notAssessed: 0, unresolved: 0 };
  /** Works out places, so that they do not keep the text of their file. */
  const settlePlaces = () => {
    settled.notAssessed = settleFrom(diagnostics.notAssessed, settled.notAssessed);
    settled.unresolved = settleFrom(unresolved, settled.unresolved);
  };
  /** Applies the comments of a file to its findings, from `from` on; those of programs wait until all programs are read. */
  const suppress = (file: ProjectFile, from: number, isKept: (one: EngineReport) => boolean) => {
    if (file.together) {
      if (programs.from < 0) programs.from = from;
      for (const one of file.directives) programs.directives.push(one);
      return;
    }
    if (!options.withoutIgnores && file.directives.length > 0) {
      const found = diagnostics.reported.slice(from);
      for (const one of applyDirectives(file.directives, found, options.asOf, policy))
        if (isKept(one)) late.push(one);
    }
    forgetPlaces(diagnostics, from);
  };
  // A function of its own, since a run is one long loop: code inside the loop is never compiled whole.
  const lintFile = (file: ProjectFile, dialect: string) => {
    if (!file.beside) files.push({ path: file.path, dialect });
    for (const layer of selection ? file.layers : []) applied.add(layer.file);
    systemCount += file.systems.length;
    const from = diagnostics.reported.length;
    reportFile(file, report, options.asOf);
    reportGap(file, diagnostics);
    for (const system of file.systems) {
      runner.run(lintTarget(system, file.layers), config.claimsFor);
      notes.add(system, file.layers);
      for (const one of system.unresolved) unresolved.push(one);
      // What a finding tells is not listed beside it.
      if ((options.lostGates?.(system) ?? []).length === 0) deadImports.add(system);
      if (!options.withoutSystems) systems.push(system);
      systemTexts?.add(system);
    }
    if (options.withPlaces) settlePlaces();
    outside.add(file);
    suppress(file, from, () => true);
  };
  /** A file that people exclude: only what locked rules report in it stays. */
  const lintExcluded = (file: ProjectFile) => {
    const from = diagnostics.reported.length;
    reportFile(file, report, options.asOf);
    const assessed = diagnostics.notAssessed.length;
    if (file.unread) reportUnread(file, diagnostics, report);
    diagnostics.notAssessed.length = assessed;
    const locked = file.systems.flatMap((system) =>
      runner.runLocked(lintTarget(system, file.layers), config.claimsFor),
    );
    const found = diagnostics.reported
      .slice(from)
      .flatMap(({ finding: { rule }, lockedBy }) => (lockedBy === undefined ? [] : { rule, lockedBy }));
    excludedFiles.add(file, [...locked, ...found]);
    suppress(file, from, ({ rule }) => rule === 'config/locked-rule');
  };
  /** Findings about what is not read are ignored where they are, like those of programs. */
  const noteUnread = (file: ProjectFile) => {
    unread.push(file);
    const from = diagnostics.reported.length;
    reportUnread(file, diagnostics, report);
    if (file.dialect !== undefined || diagnostics.reported.length === from) return;
    if (programs.from < 0) programs.from = from;
    for (const one of file.directives)
      if (one.names.includes('framework/unread')) programs.directives.push(one);
  };
  let unusedLists: string[] = [];
  const reading: ReadOptions = {
    ...options,
    lockedRules: true,
    onToolLists: (lists) => {
      if (isWholeRun && selection === undefined)
        unusedLists = toolListNotes(lists.unused(config.layers().filter(({ policy }) => !policy)));
    },
  };
  for (const file of readProject(workspace, config, reading)) {
    options.onRead?.(file);
    if (isWholeRun) {
      for (const system of file.systems) settings.add(system, file.layers);
      if (!file.excluded) for (const one of unknownDirectives(file.directives)) late.push(one);
    }
    if (file.excluded) {
      lintExcluded(file);
      continue;
    }
    if (file.dialect !== undefined) lintFile(file, file.dialect);
    if (file.unread) noteUnread(file);
    systemTexts?.addWaivers?.({ files: [file], layers: [], asOf: options.asOf });
    if (file.dialect !== undefined) continue;
    // Programs are named by the hundred, and most have nothing to do with agents: only one that uses an SDK is missed.
    if (file.missed || (workspace.isNamed(file.path) && !isProgram(file.path))) {
      unclaimed.push(file);
    }
  }
  for (const one of workspace.leftOut) if (workspace.isNamed(one.path)) unclaimed.push(one);
  // A configuration, a Compose file, or a file that another one names, was checked as what it applies to.
  for (const { path, reason } of unclaimed)
    if (!applied.has(path) && !isComposeFile(path) && !selection?.applies(path)) notes.unread(path, reason);
  for (const one of outside.diagnostics()) diagnostics.reported.push(one);
  if (programs.from >= 0) removeRepeated(diagnostics, programs.from);
  if (!options.withoutIgnores && programs.directives.length > 0) {
    for (const one of applyDirectives(
      programs.directives,
      diagnostics.reported.slice(programs.from),
      options.asOf,
      policy,
    ))
      if (one.rule === 'config/locked-rule' || (isWhole(one.at.file) && !excludedFiles.has(one.at.file)))
        late.push(one);
  }
  if (programs.from >= 0) forgetPlaces(diagnostics, programs.from);
  diagnostics.reported = diagnostics.reported.filter(
    ({ finding: { rule, file }, lockedBy }) =>
      lockedBy !== undefined || rule === 'config/locked-rule' || !excludedFiles.has(file),
  );
  for (const one of excludedFiles.reports()) report(one);
  if (!options.withoutIgnores) {
    const checked = files.map((file) => file.path);
    // An entry may apply to a file that is no part of this run: whether it is used is not known then.
    const mayBeUsed = (matches: FileMatcher): boolean =>
      selection !== undefined && workspace.files.some((file) => matches(file) && !isWhole(file));
    /** Keeps what is reported if no other shard uses a setting. */
    const leaveOpen = (used: boolean, unused: readonly EngineReport[]) => {
      const before = diagnostics.reported.length;
      for (const one of unused) report(one);
      for (const finding of identified(diagnostics.reported.splice(before).map((entry) => entry.finding)))
        if (finding.rule.startsWith('config/unused-')) openSettings.push({ used, finding });
    };
    const run = { checked, unread: unread.map((file) => file.path), mayBeUsed, leaveOpen };
    for (const one of applyIgnoreEntries(config.layers(), diagnostics.reported, run, options.asOf, policy))
      late.push(one);
    for (const one of attestationStates(config.layers(), checked, options.asOf)) late.push(one);
    const unused = isWholeRun ? settings.reports(config.layers(), workspace.files, options.asOf) : [];
    if (selection) leaveOpen(false, unused);
    else for (const one of unused) late.push(one);
    for (const one of late) report(one);
  }
  const partly = selection ? files.flatMap(({ path }) => (isWhole(path) ? [] : path)) : [];
  let findings = identified(diagnostics.reported.map((entry) => entry.finding));
  if (options.accepted && !options.withoutIgnores) {
    const covered = filesCovered({ files, unread: unreadFiles(unread), partly });
    const { baseline, covers, growth } = options.accepted;
    const extent = extentOf(covered, config, options, covers);
    const before = diagnostics.reported.length;
    for (const one of applyBaseline(baseline, findings, extent, options.asOf, policy, growth)) report(one);
    const added = diagnostics.reported.slice(before).map((entry) => entry.finding);
    if (added.length > 0) findings = [...findings, ...identified(added)];
  }
  systemTexts?.addWaivers?.({
    files: [],
    layers: config.layers(),
    baseline: options.accepted?.baseline.entries ?? [],
    asOf: options.asOf,
  });
  return {
    version: VERSION,
    decisions: runner.decisions(),
    files,
    partly,
    systems,
    ...(systemTexts ? { systemTexts } : {}),
    systemCount,
    findings,
    notAssessed: diagnostics.notAssessed,
    unread: unreadFiles(unread),
    ...(unread.some(({ layers }) => failsOnUnread(layers)) ? { failsOnUnread: true as const } : {}),
    unresolved,
    met: [...diagnostics.met.values()].sort((a, b) => (a.rule < b.rule ? -1 : 1)),
    notes: [
      ...(options.notes ?? []),
      ...notes.all(),
      ...unusedLists,
      ...excludedFiles.notes(),
      ...lockNotes(rulesInForce(config.layers(), undefined, options).rules, options),
    ],
    ...(selection
      ? {
          openSettings,
          configurations: [...new Set(config.layers().map(({ file }) => file))],
          vendors: notes.vendors(),
        }
      : {}),
    rules: rulesInForce(config.layersFor(''), undefined, options).rules.map(({ rule, level }) => ({
      rule,
      level,
    })),
    asOf: options.asOf,
  };
}

/** What a policy says counts; else what is nearest to the file. */
function failsOnUnread(layers: readonly ConfigLayer[]): boolean {
  if (layers.some((layer) => layer.policy && layer.failsOnUnread === true)) return true;
  return layers.findLast((layer) => layer.failsOnUnread !== undefined)?.failsOnUnread === true;
}

/** Replaces the places of items from `start` on by their positions. Gives where the next ones start. */
function settleFrom(items: { at: Place }[], start: number): number {
  for (let index = start; index < items.length; index++) {
    const item = items[index];
    if (item) item.at = fixedPlace(item.at.file, item.at.path, item.at.range());
  }
  return items.length;
}

/** Files whose findings a run knows: those that are checked, and those of frameworks that are not read yet. */
export function filesCovered({
  files,
  partly,
  unread,
}: Pick<LintResult, 'files' | 'partly' | 'unread'>): LintResult['files'] {
  const dialects = new Map<string, string>();
  for (const one of unread) for (const path of one.files) dialects.set(path, '');
  for (const { path, dialect } of files) dialects.set(path, dialect);
  for (const path of partly) dialects.delete(path);
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
      return found !== undefined && found.level !== 'off' && !(selection.partial && found.rule.per === 'run');
    },
    lockOf: (rule, file) => {
      const { lockedBy, locksOnlyNew = false } = inForce(rule, file) ?? {};
      return lockedBy === undefined ? undefined : { by: lockedBy, onlyNew: locksOnlyNew };
    },
  };
}
