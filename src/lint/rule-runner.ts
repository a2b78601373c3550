import { vendorProfile } from '../facts/vendors.js';
import {
  type AgentSystem,
  type Decision,
  type Evidence,
  everyToolOf,
  type Level,
  type Place,
  partsNamed,
  partsOf,
  type Reporter,
  type ResolvedConfig,
  type Rule,
  type RuleContext,
  type Surface,
  type SystemParts,
  sharesPart,
} from '../model/index.js';
import { vendorOf, withoutClaims } from '../systems/index.js';
import { type AppliedDecision, openDecisions } from './decisions.js';
import { type Diagnostics, reporterFor } from './diagnostics.js';
import type { EngineReporter } from './engine.js';
import type { LockedRule } from './excluded-files.js';
import { lockedAttempt } from './ignores.js';
import type { LintTarget } from './lint-target.js';
import type { LintResult } from './result.js';
import { openSettingsCache, type RuleSelection, type RulesInForce, runs, WEIGHT } from './severities.js';

/** Runs the rules on one system after the other, and gives the decisions of all of them at the end. */
export interface RuleRunner {
  run(one: LintTarget, claimsFor?: ResolvedConfig['claimsFor']): void;
  /** Runs the locked rules only, for a file that people exclude; lists no decision for it. Returns these rules. */
  runLocked(one: LintTarget, claimsFor?: ResolvedConfig['claimsFor']): LockedRule[];
  decisions(): LintResult['decisions'];
}

/**
 * Opens a rule runner: rules and their reporters are prepared once for all systems with the same settings. A `partial` run
 * leaves out the rules that report once per run.
 */
export function openRuleRunner(
  diagnostics: Diagnostics,
  selection: RuleSelection,
  engineReport: EngineReporter,
  {
    partial = false,
    lostGates,
    lostLimit,
  }: {
    partial?: boolean;
    lostGates?: RuleContext['lostGates'];
    lostLimit?: RuleContext['lostLimit'];
  } = {},
): RuleRunner {
  const rulesOf = openApplicableRules(diagnostics, selection, engineReport, partial);
  const decisions = openDecisions();
  const reportedInRun = new Set<string>();
  const serversFor = openServers();
  const applicableTo = (one: LintTarget): readonly ApplicableRule[] =>
    one.system.surface === 'product' ? rulesOf(one).product : rulesOf(one).developer;
  const runRules = (
    rules: readonly ApplicableRule[],
    one: LintTarget,
    { decision, reported }: AppliedDecision,
    claimsFor: ResolvedConfig['claimsFor'],
  ) => {
    const { system } = one;
    const context = contextFor(one, decision, serversFor(one.layers), claimsFor);
    context.isAtLeast = atLeastIn(rules);
    if (lostGates) context.lostGates = lostGates;
    if (lostLimit) context.lostLimit = lostLimit;
    diagnostics.system = system;
    // A gate that a change has made unknowable may be of a tool that is no part of the system any more.
    const parts = lostGates ? undefined : partsOf(system);
    const runRule = (rule: ApplicableRule): void => {
      if (parts && rule.about && !sharesPart(rule.about, parts)) return;
      context.options = rule.options;
      context.isOff = rule.isOff;
      if (rule.ignoresClaimsFor) runWithoutClaims(rule, system, context, diagnostics, engineReport);
      else if (rule.per === undefined) rule.check(system, rule.report, context);
      else runOnce(rule, system, context, diagnostics, rule.per === 'run' ? reportedInRun : reported);
    };
    try {
      for (const rule of rules) runRule(rule);
    } finally {
      diagnostics.system = undefined;
    }
  };
  const unlisted = openDecisions();
  return {
    run(one, claimsFor) {
      runRules(applicableTo(one), one, decisions.add(one.system, one.requirements), claimsFor);
    },
    runLocked(one, claimsFor) {
      const rules = applicableTo(one).filter(({ lockedBy }) => lockedBy !== undefined);
      runRules(rules, one, unlisted.add(one.system, one.requirements), claimsFor);
      return rules.flatMap(({ id, lockedBy }) => (lockedBy === undefined ? [] : { rule: id, lockedBy }));
    },
    decisions: decisions.all,
  };
}

/**
 * A rule that is switched on, with its reporter. Rules are literals of many shapes; what each run needs of them is
 * read once, into objects of one shape, because every rule runs on every system.
 */
interface ApplicableRule {
  id: string;
  check: NonNullable<Rule['check']>;
  /** Left out: it runs whatever a system has. */
  about: SystemParts | undefined;
  /** Left out: it runs on every system. */
  per: 'decision' | 'run' | undefined;
  report: Reporter;
  options: Readonly<Record<string, unknown>>;
  level: Level;
  /** The preset leaves it off. */
  isOff: boolean;
  /** The configuration that locks it. */
  lockedBy: string | undefined;
  /** A policy locks it and does not accept claims of the repository: who locks it. */
  ignoresClaimsFor: string | undefined;
}

/** The rules that run on a system. Runtime, tracing, guardrail and toxic-flow rules apply to deployed agents only. */
type RulesBySurface = Readonly<Record<Surface, readonly ApplicableRule[]>>;

/**
 * Checks a rule that a policy locks on the system without the claims of the repository. Each claim that would have
 * satisfied the rule is reported: it has no effect.
 */
function runWithoutClaims(
  rule: ApplicableRule,
  system: AgentSystem,
  context: RuleContext,
  diagnostics: Diagnostics,
  engineReport: EngineReporter,
): void {
  const claims = new Map<string, Place>();
  const add = (at: Place | undefined) => {
    if (at) claims.set(`${at.file} ${at.path} ${JSON.stringify(at.range())}`, at);
  };
  const onlyMet: Reporter = Object.assign(() => {}, {
    met: (evidence: Evidence<unknown>) => {
      if (evidence.state === 'attested' && evidence.unclaimed) add(evidence.at);
    },
  });
  rule.check(system, onlyMet, context);
  const before = diagnostics.reported.length;
  rule.check(withoutClaims(system), rule.report, context);
  const reported = new Set(diagnostics.reported.slice(before).map(({ finding }) => finding.path));
  for (const tool of everyToolOf(system))
    if (tool.unclaimed && reported.has(tool.at.path)) add(tool.declared?.at);
  for (const at of claims.values())
    engineReport(lockedAttempt({ rule: rule.id, lockedBy: rule.ignoresClaimsFor ?? '', at }));
}

/** Runs a rule that reports once among several systems: not at all if it has reported something before. */
function runOnce(
  rule: ApplicableRule,
  system: AgentSystem,
  context: RuleContext,
  diagnostics: Diagnostics,
  reported: Set<string>,
): void {
  if (reported.has(rule.id)) return;
  const before = diagnostics.reported.length;
  rule.check(system, rule.report, context);
  if (diagnostics.reported.length > before) reported.add(rule.id);
}

function openApplicableRules(
  diagnostics: Diagnostics,
  selection: RuleSelection,
  engineReport: EngineReporter,
  partial: boolean,
): (one: LintTarget) => RulesBySurface {
  const rulesFor = openSettingsCache(selection);
  const cache = new Map<RulesInForce, RulesBySurface>();
  return ({ layers, system }) => {
    const inForce = rulesFor(layers, system);
    const known = cache.get(inForce);
    if (known) return known;
    for (const attempt of inForce.attempts)
      engineReport({
        ...lockedAttempt(attempt),
        fixes: [{ title: 'Remove this setting', safe: true, edits: () => attempt.at.edit?.()?.remove() }],
      });
    const rules = applicableRules(inForce, diagnostics, partial);
    cache.set(inForce, rules);
    return rules;
  };
}

function applicableRules(inForce: RulesInForce, diagnostics: Diagnostics, partial: boolean): RulesBySurface {
  const panel: Record<Surface, ApplicableRule[]> = { product: [], developer: [] };
  for (const one of inForce.rules) {
    const { id, check, surface, per, options, about } = one.rule;
    if (!runs(one) || check === undefined || (partial && per === 'run')) continue;
    const ignoresClaims = one.policy !== undefined && !one.policy.acceptsClaims;
    const rule: ApplicableRule = {
      id,
      check,
      // Without its claims a system has other parts.
      about: about && !ignoresClaims ? partsNamed(about) : undefined,
      per: per === 'system' ? undefined : per,
      report: reporterFor(diagnostics, one),
      options: options ? one.options : NO_OPTIONS,
      level: one.level,
      isOff: one.level === 'off',
      lockedBy: one.lockedBy,
      ignoresClaimsFor: ignoresClaims ? one.lockedBy : undefined,
    };
    if (surface !== 'developer') panel.product.push(rule);
    if (surface !== 'product') panel.developer.push(rule);
  }
  return panel;
}

/** Compares rules that run. */
const atLeastIn =
  (rules: readonly ApplicableRule[]): RuleContext['isAtLeast'] =>
  (id, otherId) => {
    const rule = rules.find((one) => one.id === id);
    const other = rules.find((one) => one.id === otherId);
    if (!rule || !other) return rule !== undefined;
    return WEIGHT[rule.level] >= WEIGHT[other.level] && (!other.lockedBy || rule.lockedBy !== undefined);
  };

const NO_OPTIONS = {};
const NO_SERVERS = { allow: [], deny: [] };

function contextFor(
  { system, layers, requirements, loosened, needsAt }: LintTarget,
  decision: Decision,
  servers: RuleContext['servers'],
  claimsFor: ResolvedConfig['claimsFor'],
): RuleContext {
  const context: RuleContext = {
    decision,
    requirements,
    options: NO_OPTIONS,
    loosened,
    servers,
    isAtLeast: () => false,
  };
  const vendor = vendorProfile(vendorOf(layers) ?? system.vendor);
  if (vendor) context.vendor = vendor;
  if (needsAt) context.needsAt = needsAt;
  if (claimsFor) context.claims = () => claimsFor(system.file);
  return context;
}

/** The lists of servers of some layers, made once for all files that the layers apply to. */
function openServers(): (layers: LintTarget['layers']) => RuleContext['servers'] {
  const known = new Map<LintTarget['layers'], RuleContext['servers']>();
  return (layers) => {
    if (layers.length === 0) return NO_SERVERS;
    const servers = known.get(layers) ?? serversOf(layers);
    known.set(layers, servers);
    return servers;
  };
}

function serversOf(layers: LintTarget['layers']): RuleContext['servers'] {
  return {
    allow: layers.flatMap((layer) => layer.servers.allow),
    deny: layers.flatMap((layer) => layer.servers.deny),
  };
}
