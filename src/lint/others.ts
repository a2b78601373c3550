import type { ResolvedConfig } from '../model/index.js';
import type { ProjectFile, ReadOptions, Selection } from '../systems/index.js';
import { caseOf } from './cases.js';
import { openCourt } from './court.js';
import { type Entry, openLedger } from './ledger.js';
import type { RuleSelection } from './levels.js';

/** What a run chooses that concerns them. */
interface OthersOptions extends RuleSelection, Pick<ReadOptions, 'selection'> {
  withoutFixes?: boolean;
}

/** Systems of programs that are no part of a run: what a selected file causes in them is reported all the same. */
export interface Others {
  see(file: ProjectFile): void;
  /** Findings of these systems that stand in, or point to, a file that is checked or settles what is checked. */
  entries(): readonly Entry[];
}

export function openOthers(config: ResolvedConfig, options: OthersOptions): Others {
  const files: ProjectFile[] = [];
  const settling = new Set<string>();
  return {
    see(file) {
      for (const { settledBy } of file.systems) for (const one of settledBy ?? []) settling.add(one);
      if (file.others) files.push(file);
    },
    entries() {
      const { selection } = options;
      return selection ? entriesOf(files, selection, settling, config, options) : [];
    },
  };
}

function entriesOf(
  files: readonly ProjectFile[],
  selection: Selection,
  settling: ReadonlySet<string>,
  config: ResolvedConfig,
  options: OthersOptions,
): Entry[] {
  const ledger = openLedger(options.withoutFixes !== true);
  // What is wrong with the configuration is reported by those systems that are part of the run.
  const court = openCourt(ledger, options, () => undefined);
  for (const { others = [], layers } of files)
    for (const system of others) court.judge(caseOf(system, layers), config.claimsFor);
  const isChecked = (file: string): boolean => selection.isChecked(file, config.layersFor(file));
  return ledger.entries.filter(
    ({ finding: { file, related } }) =>
      isChecked(file) || settling.has(file) || related.some((one) => isChecked(one.file)),
  );
}
