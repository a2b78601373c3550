import { decide, mergeRequirements } from '../decide/index.js';
import { vendorProfile } from '../facts/vendors.js';
import { VERSION } from '../generated/version.js';
import type {
  AgentSystem,
  ConfigLayer,
  LoosenedRequirement,
  Requirements,
  ResolvedConfig,
  RuleContext,
  StatedRequirements,
  Workspace,
} from '../model/index.js';
import { type ProjectFile, readProject, type ReadOptions, vendorOf } from '../systems/index.js';
import { type EngineReporter, engineReporter, reportFile, reportIgnores } from './engine.js';
import { identified } from './fingerprint.js';
import { lockedAttempt } from './ignores.js';
import { type Ledger, openLedger, reporterFor } from './ledger.js';
import { openRuleBook, overrideHolds, type RuleInForce, type RuleSelection, rulesInForce } from './levels.js';
import type { LintResult } from './result.js';

/** What a run may choose. */
export interface LintOptions extends RuleSelection, ReadOptions {
  /** Findings stay although people set them aside. */
  withoutIgnores?: boolean;
}

/** One system with everything that is known of what holds for it. */
interface Case {
  system: AgentSystem;
  layers: readonly ConfigLayer[];
  requirements: Requirements;
  loosened: LoosenedRequirement[];
  needsAt: StatedRequirements['at'] | undefined;
}

/** Cases that share the same merged requirements, and so a decision. */
interface Group {
  requirements: Requirements;
  cases: Case[];
}

/**
 * Lints every file of a workspace: read, decide, judge, set aside. Pure: the same input gives the same result.
 * Never throws for what a file holds.
 */
export function lintWorkspace(workspace: Workspace, config: ResolvedConfig, options: LintOptions): LintResult {
  const ledger = openLedger();
  const report = engineReporter(ledger, config, options);
  const files = readProject(workspace, config, options).filter((file) => file.dialect !== undefined);
  for (const file of files) reportFile(file, report);
  const cases = files.flatMap((file) => file.systems.map((system) => caseOf(system, file)));
  const decisions = judge(ledger, groupByRequirements(cases), options, report);
  if (!options.withoutIgnores) reportIgnores(ledger, files, config, options.asOf, report);
  return {
    version: VERSION,
    decisions,
    files: files.map(({ path, dialect = '' }) => ({ path, dialect })),
    systems: cases.map((one) => one.system),
    findings: identified(ledger.entries.map((entry) => entry.finding)),
    notAssessed: ledger.notAssessed,
    met: [...ledger.met.values()].sort((a, b) => (a.rule < b.rule ? -1 : 1)),
    notes: [],
    rules: rulesInForce(config.layersFor(''), undefined, options).rules.map(({ rule, level }) => ({ rule, level })),
    asOf: options.asOf,
  };
}

function caseOf(system: AgentSystem, { layers }: ProjectFile): Case {
  const linted = { file: system.file, dialect: system.dialect, surface: system.surface };
  const stated = layers.flatMap((layer) => [
    ...(layer.requirements ? [layer.requirements] : []),
    ...layer.overrides.flatMap((one) => (one.requirements && overrideHolds(one, linted) ? [one.requirements] : [])),
  ]);
  if (system.stated) stated.push(system.stated);
  const needsAt = stated.findLast((one) => one.places.needs)?.places.needs;
  return { system, layers, needsAt, ...mergeRequirements(stated) };
}

function groupByRequirements(cases: readonly Case[]): Group[] {
  const groups = new Map<string, Group>();
  for (const one of cases) {
    const key = JSON.stringify(Object.entries(one.requirements).sort(([a], [b]) => (a < b ? -1 : 1)));
    const group = groups.get(key) ?? { requirements: one.requirements, cases: [] };
    group.cases.push(one);
    groups.set(key, group);
  }
  return [...groups.values()];
}

function judge(
  ledger: Ledger,
  groups: readonly Group[],
  options: LintOptions,
  engineReport: EngineReporter,
): LintResult['decisions'] {
  const rulesFor = openRuleBook(options);
  const saidOnce = new Set<string>();
  const lockedSeen = new Set<object>();
  return groups.map((group) => {
    const saidInGroup = new Set<string>();
    const selfHostedSandbox = group.cases.some(({ system }) => system.environment?.kind === 'self-hosted');
    const decision = decide(group.requirements, { selfHostedSandbox });
    for (const one of group.cases) {
      const { system, layers } = one;
      const { rules, attempts } = rulesFor(layers, system);
      for (const attempt of attempts) {
        if (lockedSeen.has(attempt)) continue;
        lockedSeen.add(attempt);
        engineReport(lockedAttempt(attempt.rule, attempt.at));
      }
      for (const inForce of rules) {
        const { rule, level } = inForce;
        const said = rule.per === 'run' ? saidOnce : rule.per === 'decision' ? saidInGroup : undefined;
        if (level === 'off' || said?.has(rule.id) || !speaksOf(inForce, system)) continue;
        const before = ledger.entries.length;
        rule.check?.(system, reporterFor(ledger, inForce, system), contextFor(one, decision, inForce));
        if (ledger.entries.length > before) said?.add(rule.id);
      }
    }
    return { decision, requirements: group.requirements, files: [...new Set(group.cases.map((one) => one.system.file))] };
  });
}

/** Runtime, tracing, guardrail and toxic-flow rules judge deployed agents only. */
function speaksOf({ rule }: RuleInForce, system: AgentSystem): boolean {
  return rule.surface === undefined || rule.surface === system.surface;
}

function contextFor(one: Case, decision: RuleContext['decision'], inForce: RuleInForce): RuleContext {
  const { layers, system, needsAt } = one;
  const vendor = vendorProfile(vendorOf(layers) ?? system.vendor);
  return {
    decision,
    requirements: one.requirements,
    options: inForce.options,
    ...(vendor ? { vendor } : {}),
    loosened: one.loosened,
    ...(needsAt ? { needsAt } : {}),
    servers: {
      allow: layers.flatMap((layer) => layer.servers.allow),
      deny: layers.flatMap((layer) => layer.servers.deny),
    },
  };
}
