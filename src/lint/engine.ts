import type { ResolvedConfig } from '../model/index.js';
import type { Directive, ProjectFile } from '../systems/index.js';
import type { EngineReport } from './ignores.js';
import { type Ledger, reporterFor } from './ledger.js';
import { type RuleInForce, type RuleSelection, ruleOf, rulesInForce } from './levels.js';

/** Enters a finding that no rule makes: `file/*` and `config/*`. */
export type EngineReporter = (report: EngineReport) => void;

/** The funnel for what the engine itself reports, at the severity that holds where it stands. */
export function engineReporter(
  ledger: Ledger,
  config: ResolvedConfig,
  selection: RuleSelection,
): EngineReporter {
  return (report) => {
    const linted = { file: report.at.file, dialect: '', surface: 'product' as const };
    const { rules } = rulesInForce(config.layersFor(report.at.file), linted, selection);
    const inForce = rules.find((one) => one.rule.id === report.rule) ?? byDefault(report.rule);
    if (inForce.level !== 'off') reporterFor(ledger, inForce)(report);
  };
}

/** A rule at its own severity; throws where the engine names a rule that has no files. */
function byDefault(id: string): RuleInForce {
  const rule = ruleOf(id);
  return { rule, level: rule.severity, options: {}, explicit: false, locked: false, preset: 'recommended' };
}

/** What is wrong with a file as such, and with keys of ours inside it. */
export function reportFile(file: ProjectFile, report: EngineReporter): void {
  for (const { kind, message, at } of file.problems) report({ rule: `file/${kind}`, at, message });
  for (const system of file.systems) {
    for (const { at, message } of system.configIssues) report({ rule: 'config/schema', at, message });
  }
  for (const directive of file.strayEffects) report(strayEffect(directive));
}

function strayEffect({ names, reason, at }: Directive): EngineReport {
  const effect = names.join(' ');
  return reason === ''
    ? {
        rule: 'config/ignore-without-reason',
        at,
        message: `The declared effect \`${effect}\` gives no reason, so it does not hold.`,
      }
    : {
        rule: 'config/unused-ignore',
        at,
        message: `The declared effect \`${effect}\` stands at no tool, or is none of read, change, destructive, outward.`,
      };
}
