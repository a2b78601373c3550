import type { AgentSystem, ConfigLayer, ResolvedConfig, RuleContext, Workspace } from '../model/index.js';
import type { Directive, ProjectFile, ReadOptions } from '../systems/index.js';
import type { BaselineRun } from './baseline.js';
import { type Diagnostics, openDiagnostics } from './diagnostics.js';
import { type EngineReporter, engineReporter, openDeadImports } from './engine.js';
import { type ExcludedFiles, openExcludedFiles } from './excluded-files.js';
import type { EngineReport } from './ignores.js';
import { type Notes, openNotes } from './notes.js';
import { type OutsideSystems, openOutsideSystems } from './outside-systems.js';
import type { LintResult, SystemTexts } from './result.js';
import { openRuleRunner, type RuleRunner } from './rule-runner.js';
import type { RuleSelection } from './severities.js';
import { openUnusedSettings, type UnusedSettings } from './unused-settings.js';

/** What a check read, for another check of the same files. */
export interface Reading {
  files?: readonly ProjectFile[];
  unusedLists?: string[];
}

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
  /** Gives the limits of turns that it has taken away. */
  lostLimit?: RuleContext['lostLimit'];
  /** What the change has put out of sight, as reports; left out: nothing is known of it. */
  outOfSight?: readonly EngineReport[];
  /** What an earlier check of the same files read: nothing is read again. Empty: this one fills it. */
  reading?: Reading;
  /** Called with each file that was read, in order: what it keeps stays in memory. */
  onRead?(file: ProjectFile): void;
}

/** What is known of a project while it is checked, file by file. */
export interface LintRun {
  readonly workspace: Workspace;
  readonly config: ResolvedConfig;
  readonly options: LintOptions;
  readonly policy: ConfigLayer['policy'];
  /** The whole project is checked, or a shard of it. */
  readonly isWhole: boolean;
  readonly diagnostics: Diagnostics;
  /** Reports a finding of the engine. */
  readonly report: EngineReporter;
  readonly rules: RuleRunner;
  readonly notes: Notes;
  readonly deadImports: ReturnType<typeof openDeadImports>;
  readonly outside: OutsideSystems;
  readonly excludedFiles: ExcludedFiles;
  readonly settings: UnusedSettings;
  readonly systemTexts: SystemTexts | undefined;
  readonly files: LintResult['files'];
  readonly systems: AgentSystem[];
  systemCount: number;
  readonly unresolved: LintResult['unresolved'];
  /** Reported once all files are checked, so that no comment sets them aside. */
  readonly late: EngineReport[];
  /** Files of frameworks that are not read yet. */
  readonly unread: ProjectFile[];
  /** Configurations that apply to a file that is checked. */
  readonly applied: Set<string>;
  /** Files that were named or left out, and are not read. */
  readonly unclaimed: { path: string; reason: string }[];
  /** Tool lists that nothing uses, as notes. */
  unusedLists: string[];
  /** What another shard may use. */
  readonly openSettings: NonNullable<LintResult['openSettings']>;
  /**
   * A finding of a program may be in another file than its system: comments are applied once all files are checked.
   * `from`: the first finding of programs; below 0 where there is none.
   */
  readonly programs: { readonly directives: Directive[]; from: number };
  /** How many of the lists have their places worked out. */
  readonly settled: { notAssessed: number; unresolved: number };
}

export function openRun(workspace: Workspace, config: ResolvedConfig, options: LintOptions): LintRun {
  const { selection, systemTexts } = options;
  const diagnostics = openDiagnostics(options.withoutFixes !== true);
  const report = engineReporter(diagnostics, config, options);
  return {
    workspace,
    config,
    options,
    policy: policyOf(config),
    isWhole: options.whole === true && (selection === undefined || selection.isShard === true),
    diagnostics,
    report,
    rules: openRuleRunner(diagnostics, options, report, options),
    notes: openNotes(),
    deadImports: openDeadImports(diagnostics),
    outside: openOutsideSystems(config, options),
    excludedFiles: openExcludedFiles(config),
    settings: openUnusedSettings(),
    systemTexts: systemTexts?.(),
    files: [],
    systems: [],
    systemCount: 0,
    unresolved: [],
    late: [],
    unread: [],
    applied: new Set(),
    unclaimed: [],
    unusedLists: [],
    openSettings: [],
    programs: { directives: [], from: -1 },
    settled: { notAssessed: 0, unresolved: 0 },
  };
}

/** The organisation's policy, where there is one. */
export const policyOf = (config: ResolvedConfig): ConfigLayer['policy'] =>
  config.layers().find((layer) => layer.policy)?.policy;

/** Whether every finding in a file is part of the run. */
export const isCheckedWhole = (file: string, { config, options }: LintRun): boolean =>
  options.selection?.isChecked(file, config.layersFor(file)) !== false;
