import { decide } from '../decide/index.js';
import { vendorProfile } from '../facts/vendors.js';
import type { AgentSystem, Decision, Reporter, Rule, RuleContext } from '../model/index.js';
import { vendorOf } from '../systems/index.js';
import type { Case, Group } from './cases.js';
import type { EngineReporter } from './engine.js';
import { lockedAttempt } from './ignores.js';
import { type Ledger, reporterFor } from './ledger.js';
import { openRuleBook, type RulesInForce, type RuleSelection } from './levels.js';
import type { LintResult } from './result.js';

/** A rule that is switched on, with its funnel. */
interface Judge {
  rule: Rule;
  report: Reporter;
  options: Readonly<Record<string, unknown>> | undefined;
}

/** Decides for each group and lets every rule in force judge every system. */
export function judgeGroups(
  ledger: Ledger,
  groups: readonly Group[],
  selection: RuleSelection,
  engineReport: EngineReporter,
): LintResult['decisions'] {
  const panelFor = openPanels(ledger, selection, engineReport);
  const saidInRun = new Set<string>();
  return groups.map(({ requirements, cases }) => {
    const selfHostedSandbox = cases.some(({ system }) => system.environment?.kind === 'self-hosted');
    const decision = decide(requirements, { selfHostedSandbox });
    const saidInGroup = new Set<string>();
    for (const one of cases) {
      const context = contextFor(one, decision);
      ledger.about = one.system;
      for (const judge of panelFor(one)) {
        const { rule } = judge;
        const said = rule.per === 'run' ? saidInRun : rule.per === 'decision' ? saidInGroup : undefined;
        if (said?.has(rule.id) || !speaksOf(rule, one.system)) continue;
        const before = ledger.entries.length;
        rule.check?.(
          one.system,
          judge.report,
          judge.options ? { ...context, options: judge.options } : context,
        );
        if (ledger.entries.length > before) said?.add(rule.id);
      }
    }
    ledger.about = undefined;
    return { decision, requirements, files: [...new Set(cases.map((one) => one.system.file))] };
  });
}

/** The judges of a case; opened once for all cases that the same settings hold for. */
function openPanels(
  ledger: Ledger,
  selection: RuleSelection,
  engineReport: EngineReporter,
): (one: Case) => readonly Judge[] {
  const rulesFor = openRuleBook(selection);
  const panels = new Map<RulesInForce, readonly Judge[]>();
  return ({ layers, system }) => {
    const inForce = rulesFor(layers, system);
    const known = panels.get(inForce);
    if (known) return known;
    for (const attempt of inForce.attempts) engineReport(lockedAttempt(attempt.rule, attempt.at));
    const panel = inForce.rules
      .filter(({ rule, level }) => level !== 'off' && rule.check !== undefined)
      .map(
        (one): Judge => ({
          rule: one.rule,
          report: reporterFor(ledger, one),
          options: one.rule.options ? one.options : undefined,
        }),
      );
    panels.set(inForce, panel);
    return panel;
  };
}

/** Runtime, tracing, guardrail and toxic-flow rules judge deployed agents only. */
function speaksOf(rule: Rule, system: AgentSystem): boolean {
  return rule.surface === undefined || rule.surface === system.surface;
}

const NO_OPTIONS = {};
const NO_SERVERS = { allow: [], deny: [] };

function contextFor(
  { system, layers, requirements, loosened, needsAt }: Case,
  decision: Decision,
): RuleContext {
  const vendor = vendorProfile(vendorOf(layers) ?? system.vendor);
  return {
    decision,
    requirements,
    options: NO_OPTIONS,
    ...(vendor ? { vendor } : {}),
    loosened,
    ...(needsAt ? { needsAt } : {}),
    servers: layers.length === 0 ? NO_SERVERS : serversOf(layers),
  };
}

function serversOf(layers: Case['layers']): RuleContext['servers'] {
  return {
    allow: layers.flatMap((layer) => layer.servers.allow),
    deny: layers.flatMap((layer) => layer.servers.deny),
  };
}
