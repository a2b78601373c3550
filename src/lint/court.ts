import { decide } from '../decide/index.js';
import { vendorProfile } from '../facts/vendors.js';
import type { AgentSystem, Decision, Reporter, Requirements, Rule, RuleContext } from '../model/index.js';
import { vendorOf } from '../systems/index.js';
import { type Case, requirementsKey } from './cases.js';
import type { EngineReporter } from './engine.js';
import { lockedAttempt } from './ignores.js';
import { type Ledger, reporterFor } from './ledger.js';
import { openRuleBook, type RuleSelection, type RulesInForce } from './levels.js';
import type { LintResult } from './result.js';

/** Judges one system after the other, and knows at the end what was decided for which files. */
export interface Court {
  judge(one: Case): void;
  decisions(): LintResult['decisions'];
}

/** Systems that share the same merged requirements, and so a decision. */
interface Group {
  requirements: Requirements;
  files: Set<string>;
  /** One of them names a self-hosted sandbox: the reasons say that it is no way out. */
  selfHosted: boolean;
  /** Rules that have reported for this decision. */
  said: Set<string>;
}

/** Opens the court: rules and their funnels are prepared once for all systems that the same settings hold for. */
export function openCourt(ledger: Ledger, selection: RuleSelection, engineReport: EngineReporter): Court {
  const panelFor = openPanels(ledger, selection, engineReport);
  const groups = new Map<string, Group>();
  const decisionFor = rememberDecisions();
  const saidInRun = new Set<string>();
  return {
    judge(one) {
      const { system, requirements } = one;
      const key = requirementsKey(requirements);
      const selfHosted = system.environment?.kind === 'self-hosted';
      const group = groups.get(key) ?? { requirements, files: new Set(), selfHosted, said: new Set() };
      groups.set(key, group);
      group.files.add(system.file);
      group.selfHosted ||= selfHosted;
      const context = contextFor(one, decisionFor(key, requirements, selfHosted));
      ledger.about = system;
      for (const judge of panelFor(one)) {
        const said =
          judge.rule.per === 'run' ? saidInRun : judge.rule.per === 'decision' ? group.said : undefined;
        hear(judge, system, context, ledger, said);
      }
      ledger.about = undefined;
    },
    decisions: () =>
      [...groups].map(([key, { requirements, files, selfHosted }]) => ({
        decision: decisionFor(key, requirements, selfHosted),
        requirements,
        files: [...files],
      })),
  };
}

function rememberDecisions(): (key: string, requirements: Requirements, selfHosted: boolean) => Decision {
  const known = new Map<string, Decision>();
  return (key, requirements, selfHosted) => {
    const name = `${selfHosted} ${key}`;
    const decision = known.get(name) ?? decide(requirements, { selfHostedSandbox: selfHosted });
    known.set(name, decision);
    return decision;
  };
}

/** A rule that is switched on, with its funnel. */
interface Judge {
  rule: Rule;
  report: Reporter;
  options: Readonly<Record<string, unknown>> | undefined;
}

function hear(
  { rule, report, options }: Judge,
  system: AgentSystem,
  context: RuleContext,
  ledger: Ledger,
  said: Set<string> | undefined,
): void {
  if (said?.has(rule.id) || !speaksOf(rule, system)) return;
  const before = ledger.entries.length;
  rule.check?.(system, report, options ? { ...context, options } : context);
  if (ledger.entries.length > before) said?.add(rule.id);
}

/** Runtime, tracing, guardrail and toxic-flow rules judge deployed agents only. */
function speaksOf(rule: Rule, system: AgentSystem): boolean {
  return rule.surface === undefined || rule.surface === system.surface;
}

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

const NO_OPTIONS = {};
const NO_SERVERS = { allow: [], deny: [] };

function contextFor(
  { system, layers, requirements, loosened, needsAt }: Case,
  decision: Decision,
): RuleContext {
  const context: RuleContext = {
    decision,
    requirements,
    options: NO_OPTIONS,
    loosened,
    servers: layers.length === 0 ? NO_SERVERS : serversOf(layers),
  };
  const vendor = vendorProfile(vendorOf(layers) ?? system.vendor);
  if (vendor) context.vendor = vendor;
  if (needsAt) context.needsAt = needsAt;
  return context;
}

function serversOf(layers: Case['layers']): RuleContext['servers'] {
  return {
    allow: layers.flatMap((layer) => layer.servers.allow),
    deny: layers.flatMap((layer) => layer.servers.deny),
  };
}
