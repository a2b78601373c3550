import type { ResolvedConfig } from '../model/index.js';
import type { ProjectFile, ReadOptions, Selection } from '../systems/index.js';
import { type Diagnostic, openDiagnostics } from './diagnostics.js';
import { lintTarget } from './lint-target.js';
import { openRuleRunner } from './rule-runner.js';
import type { RuleSelection } from './severities.js';

/** What a run chooses that concerns them. */
interface OutsideOptions extends RuleSelection, Pick<ReadOptions, 'selection'> {
  withoutFixes?: boolean;
}

/** Systems of programs that are no part of a run: what a selected file causes in them is reported all the same. */
export interface OutsideSystems {
  add(file: ProjectFile): void;
  /** Findings of these systems that are in, or point to, a file that is checked or settles what is checked. */
  diagnostics(): readonly Diagnostic[];
}

export function openOutsideSystems(config: ResolvedConfig, options: OutsideOptions): OutsideSystems {
  const files: ProjectFile[] = [];
  const settling = new Set<string>();
  return {
    add(file) {
      for (const { settledBy } of file.systems) for (const one of settledBy ?? []) settling.add(one);
      if (file.others) files.push(file);
    },
    diagnostics() {
      const { selection } = options;
      return selection ? diagnosticsOf(files, selection, settling, config, options) : [];
    },
  };
}

function diagnosticsOf(
  files: readonly ProjectFile[],
  selection: Selection,
  settling: ReadonlySet<string>,
  config: ResolvedConfig,
  options: OutsideOptions,
): Diagnostic[] {
  const diagnostics = openDiagnostics(options.withoutFixes !== true);
  // What is wrong with the configuration is reported by those systems that are part of the run.
  const runner = openRuleRunner(diagnostics, options, () => undefined);
  for (const { others = [], layers } of files)
    for (const system of others) runner.run(lintTarget(system, layers), config.claimsFor);
  const isChecked = (file: string): boolean => selection.isChecked(file, config.layersFor(file));
  return diagnostics.reported.filter(
    ({ finding: { file, related } }) =>
      isChecked(file) || settling.has(file) || related.some((one) => isChecked(one.file)),
  );
}
