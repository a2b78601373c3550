import { VERSION } from '../generated/version.js';
import type { ResolvedConfig, Workspace } from '../model/index.js';
import { type ReadOptions, readProject } from '../systems/index.js';
import { groupedCases } from './cases.js';
import { engineReporter, reportFile, reportIgnores } from './engine.js';
import { identified } from './fingerprint.js';
import { judgeGroups } from './judge.js';
import { openLedger } from './ledger.js';
import { type RuleSelection, rulesInForce } from './levels.js';
import type { LintResult } from './result.js';

/** What a run may choose. */
export interface LintOptions extends RuleSelection, ReadOptions {
  /** Findings stay although people set them aside. */
  withoutIgnores?: boolean;
}

/**
 * Lints every file of a workspace: read, decide, judge, set aside. Pure: the same input gives the same result.
 * Never throws for what a file holds.
 */
export function lintWorkspace(
  workspace: Workspace,
  config: ResolvedConfig,
  options: LintOptions,
): LintResult {
  const ledger = openLedger();
  const report = engineReporter(ledger, config, options);
  const files = readProject(workspace, config, options).filter((file) => file.dialect !== undefined);
  for (const file of files) reportFile(file, report);
  const decisions = judgeGroups(ledger, groupedCases(files), options, report);
  if (!options.withoutIgnores) reportIgnores(ledger, files, config, options.asOf, report);
  return {
    version: VERSION,
    decisions,
    files: files.map(({ path, dialect = '' }) => ({ path, dialect })),
    systems: files.flatMap((file) => file.systems),
    findings: identified(ledger.entries.map((entry) => entry.finding)),
    notAssessed: ledger.notAssessed,
    met: [...ledger.met.values()].sort((a, b) => (a.rule < b.rule ? -1 : 1)),
    notes: [],
    rules: rulesInForce(config.layersFor(''), undefined, options).rules.map(({ rule, level }) => ({
      rule,
      level,
    })),
    asOf: options.asOf,
  };
}
