import { vendorProfile } from '../facts/vendors.js';
import {
  type AgentSystem,
  type Decision,
  type Evidence,
  type Place,
  type Reporter,
  type ResolvedConfig,
  type Rule,
  type RuleContext,
  type Surface,
  toolsOf,
} from '../model/index.js';
import { vendorOf, withoutClaims } from '../systems/index.js';
import type { Case } from './cases.js';
import { type AppliedDecision, openDecisions } from './decisions.js';
import type { EngineReporter } from './engine.js';
import type { LockedRule } from './hidden.js';
import { lockedAttempt } from './ignores.js';
import { type Ledger, reporterFor } from './ledger.js';
import { openRuleBook, type RuleSelection, type RulesInForce } from './levels.js';
import type { LintResult } from './result.js';

/** Judges one system after the other, and knows at the end what was decided for which files. */
export interface Court {
  judge(one: Case, claimsFor?: ResolvedConfig['claimsFor']): void;
  /** Checks the locked rules alone, for a file that people exclude; no decision is listed for it. Gives these rules. */
  judgeLocked(one: Case, claimsFor?: ResolvedConfig['claimsFor']): LockedRule[];
  decisions(): LintResult['decisions'];
}

/** Opens the court: rules and their funnels are prepared once for all systems that the same settings hold for. */
export function openCourt(ledger: Ledger, selection: RuleSelection, engineReport: EngineReporter): Court {
  const panelFor = openPanels(ledger, selection, engineReport);
  const decisions = openDecisions();
  const saidInRun = new Set<string>();
  const serversFor = openServers();
  const judgesOf = (one: Case): readonly Judge[] =>
    one.system.surface === 'product' ? panelFor(one).product : panelFor(one).developer;
  const hear = (
    judges: readonly Judge[],
    one: Case,
    { decision, reported }: AppliedDecision,
    claimsFor: ResolvedConfig['claimsFor'],
  ) => {
    const { system } = one;
    const context = contextFor(one, decision, serversFor(one.layers), claimsFor);
    ledger.about = system;
    for (const judge of judges) {
      context.options = judge.options;
      if (judge.distrusts) checkWithoutClaims(judge, system, context, ledger, engineReport);
      else if (judge.per === undefined) judge.check(system, judge.report, context);
      else hearOnce(judge, system, context, ledger, judge.per === 'run' ? saidInRun : reported);
    }
    ledger.about = undefined;
  };
  const unlisted = openDecisions();
  return {
    judge(one, claimsFor) {
      hear(judgesOf(one), one, decisions.add(one.system, one.requirements), claimsFor);
    },
    judgeLocked(one, claimsFor) {
      const judges = judgesOf(one).filter(({ lockedBy }) => lockedBy !== undefined);
      hear(judges, one, unlisted.add(one.system, one.requirements), claimsFor);
      return judges.flatMap(({ id, lockedBy }) => (lockedBy === undefined ? [] : { rule: id, lockedBy }));
    },
    decisions: decisions.all,
  };
}

/**
 * A rule that is switched on, with its funnel. Rules are literals of many shapes; what each hearing needs of them is
 * read once, into objects of one shape, because a hearing takes place for every rule and system.
 */
interface Judge {
  id: string;
  check: NonNullable<Rule['check']>;
  /** Left out: it is heard for every system. */
  per: 'decision' | 'run' | undefined;
  report: Reporter;
  options: Readonly<Record<string, unknown>>;
  /** The configuration that locks it. */
  lockedBy: string | undefined;
  /** A policy locks it and does not accept claims of the repository: who locks it. */
  distrusts: string | undefined;
}

/** The rules that are heard for a system. Runtime, tracing, guardrail and toxic-flow rules judge deployed agents only. */
type Panel = Readonly<Record<Surface, readonly Judge[]>>;

/**
 * Checks a rule that a policy locks on the system without the claims of the repository. Each claim that would have
 * satisfied the rule is reported: it has no effect.
 */
function checkWithoutClaims(
  judge: Judge,
  system: AgentSystem,
  context: RuleContext,
  ledger: Ledger,
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
  judge.check(system, onlyMet, context);
  const before = ledger.entries.length;
  judge.check(withoutClaims(system), judge.report, context);
  const reported = new Set(ledger.entries.slice(before).map(({ finding }) => finding.path));
  for (const tool of system.agents.flatMap(toolsOf))
    if (tool.unclaimed && reported.has(tool.at.path)) add(tool.declared?.at);
  for (const at of claims.values())
    engineReport(lockedAttempt({ rule: judge.id, lockedBy: judge.distrusts ?? '', at }));
}

/** Hears a rule that reports once among several systems: not at all where it has said something before. */
function hearOnce(
  judge: Judge,
  system: AgentSystem,
  context: RuleContext,
  ledger: Ledger,
  said: Set<string>,
): void {
  if (said.has(judge.id)) return;
  const before = ledger.entries.length;
  judge.check(system, judge.report, context);
  if (ledger.entries.length > before) said.add(judge.id);
}

function openPanels(
  ledger: Ledger,
  selection: RuleSelection,
  engineReport: EngineReporter,
): (one: Case) => Panel {
  const rulesFor = openRuleBook(selection);
  const panels = new Map<RulesInForce, Panel>();
  return ({ layers, system }) => {
    const inForce = rulesFor(layers, system);
    const known = panels.get(inForce);
    if (known) return known;
    for (const attempt of inForce.attempts)
      engineReport({
        ...lockedAttempt(attempt),
        fixes: [{ title: 'Remove this setting', safe: true, edits: () => attempt.at.edit?.()?.remove() }],
      });
    const panel = panelOf(inForce, ledger);
    panels.set(inForce, panel);
    return panel;
  };
}

function panelOf(inForce: RulesInForce, ledger: Ledger): Panel {
  const panel: Record<Surface, Judge[]> = { product: [], developer: [] };
  for (const one of inForce.rules) {
    const { id, check, surface, per, options } = one.rule;
    if (one.level === 'off' || check === undefined) continue;
    const judge: Judge = {
      id,
      check,
      per: per === 'system' ? undefined : per,
      report: reporterFor(ledger, one),
      options: options ? one.options : NO_OPTIONS,
      lockedBy: one.lockedBy,
      distrusts: one.policy && !one.policy.acceptsClaims ? one.lockedBy : undefined,
    };
    if (surface !== 'developer') panel.product.push(judge);
    if (surface !== 'product') panel.developer.push(judge);
  }
  return panel;
}

const NO_OPTIONS = {};
const NO_SERVERS = { allow: [], deny: [] };

function contextFor(
  { system, layers, requirements, loosened, needsAt }: Case,
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
  };
  const vendor = vendorProfile(vendorOf(layers) ?? system.vendor);
  if (vendor) context.vendor = vendor;
  if (needsAt) context.needsAt = needsAt;
  if (claimsFor) context.claims = () => claimsFor(system.file);
  return context;
}

/** The lists of servers of some layers, made once for all files that the layers hold for. */
function openServers(): (layers: Case['layers']) => RuleContext['servers'] {
  const known = new Map<Case['layers'], RuleContext['servers']>();
  return (layers) => {
    if (layers.length === 0) return NO_SERVERS;
    const servers = known.get(layers) ?? serversOf(layers);
    known.set(layers, servers);
    return servers;
  };
}

function serversOf(layers: Case['layers']): RuleContext['servers'] {
  return {
    allow: layers.flatMap((layer) => layer.servers.allow),
    deny: layers.flatMap((layer) => layer.servers.deny),
  };
}
