import { actByName, actOf, callingTools } from '../assess/approval/gates.js';
import { fixedPlace, type Place } from '../model/index.js';
import { failureIn, isProgram, type ProjectFile } from '../systems/index.js';
import { addAct, forgetPlaces } from './diagnostics.js';
import { reportFile, reportGap, reportOpenTools, reportUnread, reportUntaken } from './engine.js';
import { applyDirectives, type EngineReport } from './ignores.js';
import { lintTarget } from './lint-target.js';
import type { LintRun } from './run.js';
import { unknownDirectives } from './unused-settings.js';

/** Checks a file that was read. What it finds is in the run; the file itself is not kept. */
export function checkFile(file: ProjectFile, run: LintRun): void {
  const { options, systemTexts } = run;
  options.onRead?.(file);
  if (run.isWhole) noteSettings(file, run);
  if (file.excluded) {
    checkExcluded(file, run);
    return;
  }
  if (file.dialect !== undefined) checkSystems(file, file.dialect, run);
  if (file.unread) noteUnread(file, run);
  if (!file.excluded) reportUntaken(file, run.report);
  for (const tool of file.untaken ?? []) if (actOf(tool)) addAct(run.diagnostics, tool);
  systemTexts?.addWaivers?.({ files: [file], layers: [], asOf: options.asOf });
  if (file.dialect !== undefined) return;
  noteUnclaimed(file, run);
  reportProblems(file, run);
}

/** Reports what is wrong with a file as such. The error on which agent-lint failed is a note: it is for those who mend it. */
function reportProblems(file: ProjectFile, { report, options, notes }: LintRun): void {
  reportFile(file, report, options.asOf);
  for (const { kind, message } of file.problems) if (kind === 'internal') notes.failed(file.path, message);
}

/** What the settings of the project apply to: what is left is not used. */
function noteSettings(file: ProjectFile, { settings, late }: LintRun): void {
  for (const system of file.systems) settings.add(system, file.layers);
  if (!file.excluded) for (const one of unknownDirectives(file.directives)) late.push(one);
}

/** Runs the rules on the systems of a file. */
function checkSystems(file: ProjectFile, dialect: string, run: LintRun): void {
  const { config, options, diagnostics, systemTexts } = run;
  if (!file.beside) run.files.push({ path: file.path, dialect });
  for (const layer of options.selection ? file.layers : []) run.applied.add(layer.file);
  run.systemCount += file.systems.length;
  const from = diagnostics.reported.length;
  reportProblems(file, run);
  reportGap(file, diagnostics);
  for (const system of file.systems) {
    try {
      run.rules.run(lintTarget(system, file.layers), config.claimsFor);
    } catch (error) {
      reportProblems(
        { ...file, systems: [], strayEffects: [], problems: [failureIn(file.path, error)] },
        run,
      );
    }
    const served = system.serves && !system.serves.isStarted ? system.serves.tools : [];
    for (const tool of [...callingTools(system).map((one) => one.tool), ...served])
      if (actOf(tool)) addAct(diagnostics, tool);
    run.notes.add(system, file.layers);
    for (const one of system.unresolved) {
      run.unresolved.push(one);
      const { toolName: name, at } = one;
      if (name !== undefined && actByName(name)) addAct(diagnostics, { name, at });
    }
    // What a finding tells is not listed beside it.
    if ((options.lostGates?.(system) ?? []).length === 0) run.deadImports.add(system);
    reportOpenTools(
      system,
      run.report,
      diagnostics.reported.slice(from).map(({ finding }) => finding),
    );
    if (!options.withoutSystems) run.systems.push(system);
    systemTexts?.add(system);
  }
  if (options.withPlaces) settlePlaces(run);
  run.outside.add(file);
  suppress(file, from, () => true, run);
}

/** A file that people exclude: only what locked rules report in it stays. */
function checkExcluded(file: ProjectFile, run: LintRun): void {
  const { config, options, diagnostics, report } = run;
  const from = diagnostics.reported.length;
  reportFile(file, report, options.asOf);
  const assessed = diagnostics.notAssessed.length;
  if (file.unread) reportUnread(file, diagnostics, report);
  diagnostics.notAssessed.length = assessed;
  const locked = file.systems.flatMap((system) =>
    run.rules.runLocked(lintTarget(system, file.layers), config.claimsFor),
  );
  const found = diagnostics.reported
    .slice(from)
    .flatMap(({ finding: { rule }, lockedBy }) => (lockedBy === undefined ? [] : { rule, lockedBy }));
  run.excludedFiles.add(file, [...locked, ...found]);
  suppress(file, from, ({ rule }) => rule === 'config/locked-rule', run);
}

/** Findings about what is not read are ignored where they are, like those of programs. */
function noteUnread(file: ProjectFile, { diagnostics, report, programs, unread }: LintRun): void {
  unread.push(file);
  const from = diagnostics.reported.length;
  reportUnread(file, diagnostics, report);
  if (file.dialect !== undefined || diagnostics.reported.length === from) return;
  if (programs.from < 0) programs.from = from;
  for (const one of file.directives)
    if (one.names.includes('framework/unread')) programs.directives.push(one);
}

/** Programs are named by the hundred, and most have nothing to do with agents: only one that uses an SDK is missed. */
function noteUnclaimed(file: ProjectFile, { workspace, unclaimed }: LintRun): void {
  if (file.missed || (workspace.isNamed(file.path) && !isProgram(file.path))) unclaimed.push(file);
}

/**
 * Applies the comments of a file to its findings, from `from` on; those of programs wait until all programs are read.
 * What the comments themselves give rise to is reported where it `isKept`.
 */
function suppress(
  file: ProjectFile,
  from: number,
  isKept: (one: EngineReport) => boolean,
  { options, policy, diagnostics, programs, late }: LintRun,
): void {
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
}

/** Works out places, so that they do not keep the text of their file. */
function settlePlaces({ diagnostics, unresolved, settled }: LintRun): void {
  settled.notAssessed = settleFrom(diagnostics.notAssessed, settled.notAssessed);
  settled.unresolved = settleFrom(unresolved, settled.unresolved);
}

/** Replaces the places of items from `start` on by their positions. Gives where the next ones start. */
function settleFrom(items: { at: Place }[], start: number): number {
  for (let index = start; index < items.length; index++) {
    const item = items[index];
    if (item) item.at = fixedPlace(item.at.file, item.at.path, item.at.range());
  }
  return items.length;
}
